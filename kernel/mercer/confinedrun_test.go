package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/confine"
	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
)

// A stranger's notebook finds what lies beside it, but for notebooks, answers, grades, what is
// hidden, links, and directories with such.
func TestLinkBeside(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	found := []string{"data.csv", "more/table.csv", "more/deep/table.csv", "mixed/table.csv",
		"mixed/whole/table.csv"}
	hidden := []string{"own.ipynb", "other.ipynb", ".secret", "answers.csv", "solution/solution.go",
		"grades.csv", "bob/bob.ipynb", "bob/table.csv", "all/of/them/eve.ipynb", "mixed/.secret",
		"mixed/answers.txt", ".git/config", "results/grades.csv"}
	for _, name := range slices.Concat(found, hidden) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(from, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(from, name), []byte("1"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc", filepath.Join(from, "etc")); err != nil {
		t.Fatal(err)
	}
	beside, err := linkBeside(from, to)
	var want []string
	for _, name := range []string{"data.csv", "mixed/table.csv", "mixed/whole", "more"} {
		want = append(want, filepath.Join(from, name))
	}
	if err != nil || !slices.Equal(beside, want) {
		t.Error(beside, err)
	}
	for _, name := range found {
		if _, err := os.ReadFile(filepath.Join(to, name)); err != nil {
			t.Error(err)
		}
	}
	for _, name := range append(hidden, "etc") {
		if _, err := os.Stat(filepath.Join(to, name)); err == nil {
			t.Errorf("%s is found", name)
		}
	}
}

// A stranger's notebook is ended when its time is over or its quota is used, whatever it does, and
// waits for nothing that it has left behind.
func TestExecutorEnds(t *testing.T) {
	if err := confine.Adopt(); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct{ does, want string }{
		{"true", ""},
		{"setsid sleep 1000 & (setsid sleep 1000 &)", ""},
		{"sleep 1000", "had not come to an end after 4s"},
		{"kill -STOP $PPID; sleep 1000", "had not come to an end after 4s"},
		{"yes", "had not come to an end after 4s"},
		{"for i in 1 2 3 4 5 6 7 8 9 10 11; do sleep 99 & done; wait", "more than 10 processes"},
		{"dd if=/dev/zero of=file bs=1M count=20; sleep 1000", "more than 10 MB of files"},
	} {
		var said tail
		dir := t.TempDir()
		run := confinedRun{args: []string{shellArg, c.does}, dir: dir, temp: dir, open: true,
			out: &said, err: &said, after: confine.KillDescendants}
		quota := confine.Quota{Processes: 10, Threads: 1000, Memory: 1 << 40, Disk: 10 << 20, Dirs: []string{dir}}
		e := executor{total: 3 * time.Second, grace: time.Second, quota: quota}
		begin := time.Now()
		ended, err := e.run(t.Context(), run)
		switch {
		case time.Since(begin) > 20*time.Second:
			t.Errorf("%s: ended after %v", c.does, time.Since(begin))
		case c.want == "" && (ended != nil || err != nil):
			t.Errorf("%s: %v, %v", c.does, ended, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.does, err, c.want)
		}
	}
}

// A notebook of too many cells is not run.
func TestExecutorCells(t *testing.T) {
	nb := &notebook.Notebook{Cells: make([]*notebook.Cell, maxStranger+1)}
	err := executor{}.execute(t.Context(), t.TempDir(), "x.ipynb", nb, execute.Options{})
	if err == nil || !strings.Contains(err.Error(), "3001 cells") {
		t.Error(err)
	}
}

func TestTakeOutputs(t *testing.T) {
	cells := func(outputs ...*notebook.Output) *notebook.Notebook {
		return &notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Markdown}, {Type: notebook.Code, Source: "own", Outputs: outputs, Count: 1}, {Type: notebook.Code}}}
	}
	nb := cells()
	ran := cells(&notebook.Output{Type: notebook.Failure, EName: "panic", EValue: "boom"})
	ran.Cells[1].Source = "forged"
	if err := takeOutputs(nb, ran, true); err == nil || err.Error() != "cell [1] (1 of 2): panic: boom" || nb.Cells[1].Source != "own" || len(nb.Cells[1].Outputs) != 1 {
		t.Error(err)
	}
	if err := takeOutputs(cells(), ran, false); err != nil {
		t.Error(err)
	}
	if err := takeOutputs(cells(), cells(), true); err == nil {
		t.Error("a run without a failing cell that has ended badly is no error")
	}
	if err := takeOutputs(cells(), &notebook.Notebook{}, false); err == nil {
		t.Error("other cells are no error")
	}
}

// A stranger's notebook is verified where it can change nothing: the first time packages are compiled for a minute.
func TestVerifyIsConfined(t *testing.T) {
	needsGo(t)
	if os.Getenv("MERCER_SLOW") == "" {
		t.Skip("MERCER_SLOW is not set")
	}
	stolen := filepath.Join(t.TempDir(), "stolen")
	path := notebookOf(t, "stranger.ipynb",
		`os.WriteFile("`+stolen+`", []byte("x"), 0o666) != nil`,
		`os.WriteFile("data.csv", nil, 0o666) != nil`,
		`data, err := os.ReadFile("data.csv"); fmt.Println(string(data), err)`)
	data := filepath.Join(filepath.Dir(path), "data.csv")
	if err := os.WriteFile(data, []byte("1,2"), 0o666); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := mercer(t, "verify", "-q", path)
	if status != 1 || strings.Count(stdout, `is new: "true"`) != 2 || !strings.Contains(stdout, "1,2 <nil>") {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
	if _, err := os.Stat(stolen); err == nil {
		t.Error("a file was written outside")
	}
	if text, err := os.ReadFile(data); err != nil || string(text) != "1,2" {
		t.Errorf("what lies beside has changed: %q, %v", text, err)
	}
}
