package assignment

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook/export"
)

func TestData(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "1", "ps.ipynb", "other.ipynb", "table.csv", "data/a.csv", "data/deep/b.csv", "answers.txt", "Solutions.md", ".hidden", ".git/config", "own.html",
		"submitted/ada/ps/ps.ipynb", "submitted/ada/mine.csv", "graded/grades.csv", "graded/notes.txt", "by-hand.csv", "mercer-out/a.csv", "data/answers.csv")
	put(t, dir, string(export.HTML(source(), export.Options{}).HTML), "ps.html")
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link.csv")); err != nil {
		t.Fatal(err)
	}
	list, err := Data(dir)
	if want := "data/a.csv data/deep/b.csv own.html table.csv"; err != nil || strings.Join(list, " ") != want {
		t.Errorf("%s, %v, want %s", list, err, want)
	}
	to := t.TempDir()
	if err := CopyData(list, dir, to); err != nil || read(t, to, "data", "deep", "b.csv") != "1" {
		t.Error(err)
	}
}
