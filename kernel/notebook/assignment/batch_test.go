package assignment

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// course is a directory with an assignment, data beside it, and what three students have handed in.
func course(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	write := func(path string, data []byte) {
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("source/ps/ps.ipynb", source().Marshal())
	write("source/ps/data/table.csv", []byte("1,2\n"))
	write("source/ps/.hidden", []byte("x"))
	released, err := Release(source())
	if err != nil {
		t.Fatal(err)
	}
	for student, answer := range map[string]string{"ada": "right", "bob": "wrong", "cy": "// your answer here"} {
		nb := released.Clone()
		nb.Cells[1].Source = answer
		if student == "ada" {
			nb.Cells[4].Source = "Twice."
		}
		write("submitted/"+student+"/ps/ps.ipynb", nb.Marshal())
	}
	return dir
}

// runs executes notebooks for tests: the test has points if the answer is right. It counts what it has run.
type runs struct {
	mu    sync.Mutex
	count int
	fail  error
}

func (r *runs) run(_ context.Context, dir, name string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	if r.fail != nil {
		return r.fail
	}
	if _, err := os.Stat(filepath.Join(dir, "data", "table.csv")); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, ".hidden")); err == nil {
		return errors.New("a hidden file was copied")
	}
	nb, err := notebook.Read(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	points := "0"
	if nb.Cells[1].Source == "right" {
		points = "2.5"
	}
	nb.Cells[3].Count, nb.Cells[3].Outputs = 4, []*notebook.Output{{Type: notebook.Result, Count: 4, Data: map[string]any{"text/plain": points}, Metadata: map[string]any{}}}
	return nb.Write(filepath.Join(dir, name))
}

func grade(t *testing.T, dir string, r *runs, version string) (said map[string]Result, err error) {
	t.Helper()
	list, without, err := Find("ps.ipynb", []string{filepath.Join(dir, "submitted")})
	if err != nil || len(without) > 0 {
		t.Fatal(err, without)
	}
	said = map[string]Result{}
	var mu sync.Mutex
	b := Batch{Source: filepath.Join(dir, "source", "ps", "ps.ipynb"), Dir: filepath.Join(dir, "graded"), Jobs: 2, Run: r.run, Version: version, Tell: func(r Result) {
		mu.Lock()
		defer mu.Unlock()
		said[r.Student] = r
	}}
	return said, b.Grade(context.Background(), list)
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestBatch(t *testing.T) {
	dir, r := course(t), &runs{}
	said, err := grade(t, dir, r, "1")
	if err != nil || r.count != 3 || len(said) != 3 {
		t.Fatal(err, r.count, said)
	}
	const want = `student,points,of,open,grade-f,why,remarks
ada,2.5,5,2,2.5,,
bob,0,5,0,0,0,why: not answered
cy,0,5,0,0,0,why: not answered
`
	if got := read(t, dir, "graded", "grades.csv"); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := read(t, dir, "graded", "by-hand.csv"); got != "student,cell,of,points,comment\nada,why,2,,\n" {
		t.Errorf("got\n%s", got)
	}

	// A person gives points, and the same command goes on: nothing is run again, but what has changed.
	if err := os.WriteFile(filepath.Join(dir, "graded", "by-hand.csv"), []byte("student,cell,of,points,comment\nada,why,2,1.5,\"good, but short\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "graded", "cy.ipynb")); err != nil { // as if it had not been reached
		t.Fatal(err)
	}
	said, err = grade(t, dir, r, "1")
	if err != nil || r.count != 4 || !said["ada"].Again || said["cy"].Again {
		t.Fatal(err, r.count, said)
	}
	if got := read(t, dir, "graded", "grades.csv"); got != strings.Replace(want, "ada,2.5,5,2,2.5,,", "ada,4,5,0,2.5,1.5,", 1) {
		t.Errorf("got\n%s", got)
	}
	if got := read(t, dir, "graded", "by-hand.csv"); !strings.Contains(got, `ada,why,2,1.5,"good, but short"`) {
		t.Errorf("a person's work is gone:\n%s", got)
	}
	if _, err = grade(t, dir, r, "2"); err != nil || r.count != 7 {
		t.Errorf("another version: %v, %d runs", err, r.count)
	}
}

// What cannot be graded is told and keeps nothing else from being graded; it is tried again.
func TestBatchFailures(t *testing.T) {
	dir, r := course(t), &runs{}
	broken := filepath.Join(dir, "submitted", "bob", "ps", "ps.ipynb")
	if err := os.WriteFile(broken, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "graded"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := source().Write(filepath.Join(dir, "graded", "cy.ipynb")); err != nil {
		t.Fatal(err)
	}
	said, err := grade(t, dir, r, "1")
	if err == nil || err.Error() != "2 of 3 submissions could not be graded" || said["ada"].Err != nil {
		t.Fatal(err, said)
	}
	table := read(t, dir, "graded", "grades.csv")
	for _, want := range []string{"bob,,,,,,\"not graded: " + broken, "cy.ipynb is there already, and was not written here"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "graded", "by-hand.csv"), []byte("student,cell,of,points,comment\nada,why,2,3,\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := grade(t, dir, r, "1"); err == nil || !strings.Contains(err.Error(), `line 2: "3" of "2" points`) {
		t.Error(err)
	}
}

func TestFind(t *testing.T) {
	dir := course(t)
	write := func(path ...string) {
		p := filepath.Join(append([]string{dir}, path...)...)
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte("{}"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("submitted", "dora", "other", "other.ipynb")
	write("flat", "eve.ipynb")
	list, without, err := Find("ps.ipynb", []string{filepath.Join(dir, "submitted"), filepath.Join(dir, "flat"), filepath.Join(dir, "flat", "eve.ipynb")})
	if err == nil || !strings.Contains(err.Error(), `"eve" has handed in 2 notebooks`) {
		t.Error(list, without, err)
	}
	list, without, err = Find("ps.ipynb", []string{filepath.Join(dir, "submitted"), filepath.Join(dir, "flat")})
	var names []string
	for _, s := range list {
		names = append(names, s.Student)
	}
	if err != nil || strings.Join(names, " ") != "ada bob cy eve" || strings.Join(without, " ") != "dora" {
		t.Error(names, without, err)
	}
}
