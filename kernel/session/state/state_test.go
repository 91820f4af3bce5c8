package state

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/store"
)

func TestCellsWithoutIDsAreForgotten(t *testing.T) {
	var cells []*Record
	for i := range 100 {
		cells = Append(cells, &Record{Key: fmt.Sprint("k", i%60), Count: i}, nil)
	}
	if len(cells) > keptNameless+1 {
		t.Errorf("%d records", len(cells))
	}
	if last := cells[len(cells)-1]; last.Count != 99 {
		t.Error(last)
	}
}

// Cells that are run again and again leave nothing of their earlier runs in memory, though the front end sends their text anew.
func TestRunsAreForgotten(t *testing.T) {
	kept, _, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	var lists Lists
	cells, text := []*Record{{ID: "other"}}, strings.Repeat("0123456789", 1000)
	for i := range 300 {
		record := &Record{ID: "long", Count: i, Code: strings.Clone(text)}
		cells = Append(cells, record, nil)
		data, err := lists.Meta(kept, State{Cells: cells, Count: i})
		if err == nil {
			err = kept.Drop(nil, data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := len(lists.cells.raw); n > len(cells)+keptGone+1 {
		t.Errorf("%d records are remembered", n)
	}
	files, _ := filepath.Glob(filepath.Join(kept.Dir(), "text-*"))
	if len(files) != 1 {
		t.Errorf("the text is in %d files", len(files))
	}
	back, err := Read(kept, 0)
	if err != nil || len(back.Cells) != 2 || back.Cells[1].Code != text {
		t.Errorf("read %d cells, %v", len(back.Cells), err)
	}
}

func TestInOrderOfUse(t *testing.T) {
	cell := func(id string, declares, uses string) *Record {
		return &Record{ID: id, Declares: strings.Fields(declares), Uses: strings.Fields(uses)}
	}
	a, b, c := cell("a", "x", "z"), cell("b", "y", "x"), cell("c", "z", "")
	for _, test := range []struct {
		name  string
		cells []*Record
		want  string
	}{
		{"as they are", []*Record{c, a, b}, "cab"},
		{"each behind what it uses", []*Record{b, a, c}, "cab"},
		{"in a circle", []*Record{cell("p", "s", "r"), cell("q", "r", "s"), b}, "bpq"},
		{"nothing", nil, ""},
	} {
		got := ""
		for _, r := range InOrderOfUse(test.cells) {
			got += r.ID
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
