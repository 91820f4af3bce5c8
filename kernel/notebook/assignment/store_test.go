package assignment

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
)

// handIn writes what a student has handed in.
func handIn(t *testing.T, path, answer, why string) {
	t.Helper()
	nb, err := Release(source())
	if err != nil {
		t.Fatal(err)
	}
	nb.Cells[1].Source = answer
	if why != "" {
		nb.Cells[4].Source = why
	}
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), nb.Write(path)); err != nil {
		t.Fatal(err)
	}
}

// Late work changes its own row alone; rows of others follow what a person has said of them.
func TestLateWork(t *testing.T) {
	dir, r := course(t), &runs{}
	if _, err := grade(t, dir, r, "1"); err != nil {
		t.Fatal(err)
	}
	put(t, dir, "student,cell,of,points,comment\nada,why,2,1,\n", "graded/by-hand.csv")
	handIn(t, filepath.Join(dir, "late", "zoe.ipynb"), "right", "Doubles.")
	if _, err := gradeSome(t, dir, r, Batch{Version: "1"}, "late"); err != nil || r.count != 4 {
		t.Fatal(err, r.count)
	}
	const want = `student,points,of,open,grade-f,why,remarks
ada,3.5,5,0,2.5,1,
bob,0,5,0,0,0,why: not answered
cy,0,5,0,0,0,why: not answered
zoe,2.5,5,2,2.5,,
`
	if got := read(t, dir, "graded", "grades.csv"); got != want {
		t.Errorf("got\n%s", got)
	}
	// An assignment that has changed: the rows of the others say so.
	changed := source()
	changed.Cells[0].Source = "import \"fmt\""
	if err := changed.Write(filepath.Join(dir, "source", "ps", "ps.ipynb")); err != nil {
		t.Fatal(err)
	}
	if _, err := gradeSome(t, dir, r, Batch{Version: "1"}, "late"); err != nil {
		t.Fatal(err)
	}
	got := read(t, dir, "graded", "grades.csv")
	if !strings.Contains(got, "ada,3.5,5,0,2.5,1,the assignment has changed since it was graded: grade it again\n") || strings.Contains(got, "zoe,2.5,5,2,2.5,,the assignment") {
		t.Errorf("got\n%s", got)
	}
}

// gradingProcess is the life of a process of TestTwoProcesses: it grades a shard of the submissions, and says when it has graded them.
func gradingProcess(t *testing.T, dir, shard string) {
	part, err := execute.ParseShard(shard)
	if err == nil {
		_, err = gradeSome(t, dir, &runs{}, Batch{Shard: part}, "many")
	}
	fmt.Println("done:", err)
}

// Several processes grade into one directory at the same time: all rows are there.
func TestTwoProcesses(t *testing.T) {
	if dir := os.Getenv("MERCER_TEST_GRADING"); dir != "" {
		gradingProcess(t, dir, os.Getenv("MERCER_TEST_SHARD"))
		return
	}
	const students, processes = 19, 3
	dir := course(t)
	want := "student,points,of,open,grade-f,why,remarks\n"
	for i := range students {
		name := fmt.Sprintf("s%02d", i)
		handIn(t, filepath.Join(dir, "many", name+".ipynb"), "right", "Doubles.")
		want += name + ",2.5,5,2,2.5,,\n"
	}
	if err := os.Mkdir(filepath.Join(dir, "graded"), 0o777); err != nil {
		t.Fatal(err)
	}
	held, err := lock(filepath.Join(dir, "graded"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := files.Lock(filepath.Join(dir, "graded", lockName), 0); !errors.Is(err, files.ErrLocked) {
		t.Errorf("the directory is not locked: %v", err)
	}
	var said []*bufio.Reader
	for i := range processes {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestTwoProcesses$")
		cmd.Env = append(os.Environ(), "MERCER_TEST_GRADING="+dir, fmt.Sprintf("MERCER_TEST_SHARD=%d/%d", i+1, processes))
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		defer cmd.Wait()
		said = append(said, bufio.NewReader(out))
	}
	held.Close()
	for _, out := range said {
		if line, err := out.ReadString('\n'); line != "done: <nil>\n" {
			t.Errorf("%q, %v", line, err)
		}
		io.Copy(io.Discard, out)
	}
	if got := read(t, dir, "graded", "grades.csv"); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := strings.Count(read(t, dir, "graded", "by-hand.csv"), "\n"); got != students+1 {
		t.Errorf("by-hand.csv has %d lines", got)
	}
}

// Points by hand are for the answer that a person has seen.
func TestAnswerChanges(t *testing.T) {
	dir, r := course(t), &runs{}
	path := filepath.Join(dir, "one", "ada.ipynb")
	step := func(why, edit, row, hand string) {
		t.Helper()
		if why != "" {
			handIn(t, path, "right", why)
		}
		if before, after, ok := strings.Cut(edit, " → "); ok {
			text := read(t, dir, "graded", "by-hand.csv")
			if !strings.Contains(text, before) {
				t.Fatalf("no %q in\n%s", before, text)
			}
			put(t, dir, strings.Replace(text, before, after, 1), "graded/by-hand.csv")
		}
		if _, err := gradeSome(t, dir, r, Batch{}, "one"); err != nil {
			t.Fatal(err)
		}
		if got := read(t, dir, "graded", "grades.csv"); !strings.HasSuffix(got, "\nada,"+row+"\n") {
			t.Errorf("%s, %s: got\n%s", why, edit, got)
		}
		if got := read(t, dir, "graded", "by-hand.csv"); !strings.HasSuffix(got, "\nada,why,2,"+hand+"\n") {
			t.Errorf("%s, %s: got\n%s", why, edit, got)
		}
	}
	const mark = "the answer has changed since: 1.5 of 2 were given"
	a, b, c := digest("Twice."), digest("By magic."), digest("Because.")
	empty := digest(TextStub)
	step("Twice.", "", "2.5,5,2,2.5,,", ",,"+a+",")
	step("", ",2,,, → ,2,1.5,good,", "4,5,0,2.5,1.5,", "1.5,good,"+a+",")
	step("By magic.", "", "2.5,5,2,2.5,,why: "+mark, "1.5,good,"+b+","+mark)
	step("", "", "2.5,5,2,2.5,,why: "+mark, "1.5,good,"+b+","+mark)
	step("", mark+" → ", "4,5,0,2.5,1.5,", "1.5,good,"+b+",") // the same points are confirmed
	step("Because.", "", "2.5,5,2,2.5,,why: "+mark, "1.5,good,"+c+","+mark)
	step("", "1.5,good → 0,no", "2.5,5,0,2.5,0,", "0,no,"+c+",")
	step(TextStub, "", "2.5,5,2,2.5,,why: not answered; the answer has changed since: 0 of 2 were given", "0,no,"+empty+",the answer has changed since: 0 of 2 were given")
	step("", ",0,no → ,,no", "2.5,5,0,2.5,0,why: not answered", ",no,"+empty+",")
}

// Tables that are not what they should be are reported before anything runs.
func TestTablesThatAreWrong(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"by-hand.csv", "student,cell,of,points,comment\nadda,why,2,1,\n", `by-hand.csv, line 2: no student "adda" has handed in`},
		{"by-hand.csv", "student,cell,of,points,comment\nada,y,2,1,\n", `line 2: the assignment has no cell "y" that gives points`},
		{"by-hand.csv", "student;cell;of;points;comment\nada;why;2;1,5;\n", "semicolons separate its columns: save it as CSV with commas"},
		{"by-hand.csv", "student\tcell\tof\tpoints\tcomment\n", "tabs separate its columns"},
		{"by-hand.csv", "student,cell,of,points,comment\nada,why,2,\"1,5\",\n", `"1,5" of "2" points are not a number`},
		{"by-hand.csv", "student,cell,of,points,comment\nada,why,2,1,\nada,why,2,2,\n", "line 3: cell why of ada stands there twice"},
		{"by-hand.csv", "student,cell,of,points,comment\nada,why,2,1,sch\xf6n\n", "not written in UTF-8"},
		{"by-hand.csv", "name,cell\n", "the first line is not student,cell,of,points,comment,answer,changed"},
		{"grades.csv", "student;points;of;open\n", "semicolons separate its columns"},
		{"grades.csv", "name\nada\n", "the first line does not begin with student,points,of,open"},
	} {
		dir, r := course(t), &runs{}
		put(t, dir, c.text, "graded/"+c.file)
		if _, err := grade(t, dir, r, "1"); err == nil || !strings.Contains(err.Error(), c.want) || r.count != 0 {
			t.Errorf("%q: %v after %d runs, want %s", c.text, err, r.count, c.want)
		}
		if got := read(t, dir, "graded", c.file); got != c.text {
			t.Errorf("%q has become %q", c.text, got)
		}
	}
}

// Results of shards in directories of their own are those of one directory, whatever the order in which they are merged.
func TestMerge(t *testing.T) {
	dir, r := course(t), &runs{}
	put(t, dir, "PK", "submitted/dora.zip")
	if _, err := grade(t, dir, r, "1"); err == nil {
		t.Fatal("a zip is graded")
	}
	for k := 1; k <= 2; k++ {
		gradeSome(t, dir, r, Batch{Version: "1", Shard: execute.Shard{K: k, Of: 2}, Dir: fmt.Sprint("part-", k)}, "submitted")
	}
	if r.count != 6 {
		t.Errorf("%d runs", r.count)
	}
	merge := func(dirs ...string) error {
		for i := range dirs {
			dirs[i] = filepath.Join(dir, dirs[i])
		}
		return Merge(dirs, filepath.Join(dir, "merged"))
	}
	if err := merge("part-2", "part-1"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"grades.csv", "by-hand.csv", "ada.ipynb", "bob.ipynb", "cy.ipynb"} {
		if read(t, dir, "merged", name) != read(t, dir, "graded", name) {
			t.Errorf("%s is another one:\n%s", name, read(t, dir, "merged", name))
		}
	}
	// Points that were given after the first merge stay, those of a directory come.
	text := read(t, dir, "merged", "by-hand.csv")
	put(t, dir, strings.Replace(text, ",2,,,", ",2,1,fine,", 1), "merged/by-hand.csv")
	if err := merge("part-1", "part-2"); err != nil {
		t.Fatal(err)
	}
	if got := read(t, dir, "merged", "by-hand.csv"); !strings.Contains(got, "ada,why,2,1,fine,") {
		t.Errorf("points are gone:\n%s", got)
	}
	put(t, dir, strings.Replace(text, ",2,,,", ",2,2,,", 1), "part-1/by-hand.csv")
	if err := merge("part-1"); err == nil || !strings.Contains(err.Error(), "2 points for cell why of ada, in ") || !strings.Contains(err.Error(), "by-hand.csv 1: make them the same") {
		t.Error(err)
	}
	gradeSome(t, dir, r, Batch{Version: "2", Dir: "part-2"}, "submitted")
	if err := merge("part-1", "part-2"); err == nil || !strings.Contains(err.Error(), "hold different results of ada") {
		t.Error(err)
	}
	if err := merge("submitted"); err == nil || !strings.Contains(err.Error(), "it is no directory of results") {
		t.Error(err)
	}
}

// A process that grades eighty submissions is killed several times. Whoever goes on grades what is not done, and the results are those of a run without a kill.
func TestKilled(t *testing.T) {
	dir := os.Getenv("MERCER_TEST_KILLED")
	if dir != "" {
		killedProcess(t, dir)
		return
	}
	dir = course(t)
	const students, kills = 80, 3
	for i := range students {
		answer := "right"
		if i%3 == 0 {
			answer = "wrong"
		}
		handIn(t, filepath.Join(dir, "many", fmt.Sprintf("s%02d.ipynb", i)), answer, fmt.Sprint("Because ", i))
	}
	for range kills {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestKilled$")
		cmd.Env = append(os.Environ(), "MERCER_TEST_KILLED="+dir)
		out, err := cmd.StdoutPipe()
		if err == nil {
			_, err = cmd.StdinPipe()
		}
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 3)); err != nil {
			t.Fatal(err)
		}
		cmd.Process.Kill()
		cmd.Wait()
	}
	r := &runs{}
	if _, err := gradeSome(t, dir, r, Batch{}, "many"); err != nil {
		t.Fatal(err)
	}
	if done := students - r.count; done < kills*killedAfter-2*kills || done > kills*(killedAfter+2) { // two at a time
		t.Errorf("%d were done before", done)
	}
	if _, err := gradeSome(t, dir, &runs{}, Batch{Dir: "whole"}, "many"); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, "whole"))
	if err != nil || len(entries) != students+3 {
		t.Fatal(len(entries), err)
	}
	for _, e := range entries {
		if read(t, dir, "graded", e.Name()) != read(t, dir, "whole", e.Name()) {
			t.Errorf("%s is another one", e.Name())
		}
	}
}

// killedAfter is how many submissions a process of TestKilled grades.
const killedAfter = 17

// stopping is a Runner that stops, and says so, when it has run some notebooks.
type stopping struct{ runs }

func (s *stopping) Judge(ctx context.Context, dir, name, student string, answers Answering) error {
	s.mu.Lock()
	if s.judged++; s.judged > killedAfter {
		fmt.Println("now")
		io.Copy(io.Discard, os.Stdin) // until it is killed, or the test has ended
		os.Exit(1)
	}
	s.mu.Unlock()
	return s.runs.Judge(ctx, dir, name, student, answers)
}

func killedProcess(t *testing.T, dir string) {
	b := Batch{Source: filepath.Join(dir, "source", "ps", "ps.ipynb"), Dir: filepath.Join(dir, "graded"), Jobs: 2, Runner: &stopping{}, Tell: func(Result) {}}
	list, err := Find(b.Source, []string{filepath.Join(dir, "many")}, b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	b.Grade(context.Background(), list)
}

// A row of by-hand.csv overrules a test, until the student hands in something else.
func TestPersonOverrulesTest(t *testing.T) {
	dir, r := course(t), &runs{}
	path := filepath.Join(dir, "one", "ada.ipynb")
	step := func(work, row string) {
		t.Helper()
		handIn(t, path, work, "Doubles.")
		if _, err := gradeSome(t, dir, r, Batch{}, "one"); err != nil {
			t.Fatal(err)
		}
		if got := read(t, dir, "graded", "grades.csv"); !strings.Contains(got, "\nada,"+row+"\n") {
			t.Errorf("%s: got\n%s", work, got)
		}
	}
	step("right", "2.5,5,2,2.5,,")
	table := read(t, dir, "graded", "by-hand.csv")
	put(t, dir, table+"ada,grade-f,3,1,only a constant,,\n", "graded/by-hand.csv")
	step("right", "1,5,2,1,,")
	step("wrong", "0,5,2,0,,grade-f: the answer has changed since: 1 of 3 were given")
}
