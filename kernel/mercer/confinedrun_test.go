package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// A stranger's notebook finds what lies beside it, but for other notebooks and what is hidden.
func TestLinkBeside(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for _, name := range []string{"own.ipynb", "other.ipynb", "data.csv", ".secret", "more/table.csv"} {
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
	if want := []string{filepath.Join(from, "data.csv"), filepath.Join(from, "more")}; err != nil || !slices.Equal(beside, want) {
		t.Error(beside, err)
	}
	if _, err := os.ReadFile(filepath.Join(to, "more", "table.csv")); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(to); err != nil || len(entries) != 2 {
		t.Error(entries, err)
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
