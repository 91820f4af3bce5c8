package assignment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	mu     sync.Mutex
	count  int
	judged int
	fail   error
	right  string // what a right answer earns; "" for 2.5
}

// said is a notebook that has run: what it has answered.
type said struct{ answer string }

func (said) Close() error { return nil }
func (said) Door() string { return "" }

func (said) Remark() string { return "" }
func (said) Greedy() bool   { return false }

func (r *runs) Answer(_ context.Context, dir, name string, names []string) (Answering, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count++
	if r.fail != nil {
		return nil, r.fail
	}
	if _, err := os.Stat(filepath.Join(dir, "data", "table.csv")); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, ".hidden")); err == nil {
		return nil, errors.New("a hidden file was copied")
	}
	nb, err := notebook.Read(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	if nb.Cells[3].Source != "" || strings.Join(names, " ") != "f" {
		return nil, fmt.Errorf("the notebook shows the test: %s; names %q", nb.Cells[3].Source, names)
	}
	answer := nb.Cells[1].Source
	nb.Cells[1].Source, nb.Cells[3].Outputs = "forged", []*notebook.Output{result("99")}
	return said{answer}, nb.Write(filepath.Join(dir, name))
}

func (r *runs) Judge(_ context.Context, dir, name, student string, answers Answering) error {
	nb, err := notebook.Read(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	points := "0"
	if answers.(said).answer == "right" {
		points = cmp.Or(r.right, "2.5")
	}
	nb.Cells[3].Count, nb.Cells[3].Outputs = 4, []*notebook.Output{result(points)}
	return nb.Write(filepath.Join(dir, name))
}

func result(text string) *notebook.Output {
	return &notebook.Output{Type: notebook.Result, Count: 4, Data: map[string]any{"text/plain": text}, Metadata: map[string]any{}}
}

func grade(t *testing.T, dir string, r *runs, version string) (told map[string]Result, err error) {
	t.Helper()
	return gradeSome(t, dir, r, Batch{Version: version}, "submitted")
}

// gradeSome grades what some paths below the directory of a course name.
func gradeSome(t *testing.T, dir string, r *runs, b Batch, paths ...string) (told map[string]Result, err error) {
	t.Helper()
	b.Source, b.Jobs, b.Runner = filepath.Join(dir, "source", "ps", "ps.ipynb"), 2, r
	b.Dir = filepath.Join(dir, cmp.Or(b.Dir, "graded"))
	for i := range paths {
		paths[i] = filepath.Join(dir, paths[i])
	}
	list, err := Find(b.Source, paths, b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	told = map[string]Result{}
	var mu sync.Mutex
	b.Tell = func(r Result) {
		mu.Lock()
		defer mu.Unlock()
		told[r.Student] = r
	}
	return told, b.Grade(context.Background(), list)
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
	if got := read(t, dir, "graded", "by-hand.csv"); got != "student,cell,of,points,comment,answer,changed\nada,why,2,,,"+digest("Twice.")+",\n" {
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

// digest is that of an answer in words.
func digest(answer string) string {
	return digestOf([]*notebook.Cell{{Type: notebook.Markdown, Source: answer}})
}
