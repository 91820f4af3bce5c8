package book

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

func TestHow(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"%%derive A sum\n1+1 = 2", "derived"},
		{"derive.Prove(`1+1 = 2`)", "derived"},
		{"fmt.Println(derive.Gradient)", "shown"},
		{"check.Group(\"a\", func(c *check.List) { c.Equal(\"n\", 1, 1) })", "checked"},
		{"check.Group(\"a\", func(c *check.List) { c.Simulated(\"mean\", runs, 0, 4) })", "simulated"},
		{"check.Group(\"a\", func(c *check.List) { c.PairedLess(\"a\", x, y, 4); c.Bound(\"b\", x, y) })", "checked, simulated"},
		{"check.Group(\"a\", rows)", "checked"},
		{"v := derive.Judge(text)\ncheck.True(\"it holds\", v.Holds)", "derived, checked"},
		{"display.NewFigure(\"a\").Simulated(1)", "shown"},
	} {
		ways := howOf(&notebook.Cell{Type: notebook.Code, Source: c.source})
		if got := words(ways); got != c.want {
			t.Errorf("%s: got %s, want %s", c.source, got, c.want)
		}
	}
}

// TestItemsAreCurrent: the table of items in the repository is that of the notebooks as they are.
func TestItemsAreCurrent(t *testing.T) {
	const dir = "../../../notebooks"
	opts := theCourse(t, dir)
	sets, err := filepath.Glob(filepath.Join(dir, "assignments/source/*/*.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range sets {
		if filepath.Base(filepath.Dir(set))+".ipynb" == filepath.Base(set) { // others are a reader's own
			opts.Notebooks = append(opts.Notebooks, set)
		}
	}
	want, err := Index(opts, dir)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "ITEMS.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("notebooks/ITEMS.md is older than the notebooks: go run ./kernel/mercer book notebooks --items notebooks/ITEMS.md")
	}
}

func TestIndex(t *testing.T) {
	got, err := Index(course(t, "testdata/course"), "testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"| all | 4 | ", "| 01-first | 3 | ",
		"## N N. N., Notes (1999)",
		"| N1.1b | ", "[01](course/01-first.ipynb) The square of ", "; [02](course/02-second.ipynb) The second |",
	} {
		if !strings.Contains(string(got), line) {
			t.Errorf("no %q in\n%s", line, got)
		}
	}
}
