package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mercer-go/mercer/display/derive/judge"
)

// TestUseOfDeletedCell: a function whose cell the saved notebook no longer has is reported once, when a cell uses it; not while
// the file has not been saved since its cell ran, and not where the file is another notebook's.
func TestUseOfDeletedCell(t *testing.T) {
	path := filepath.Join(t.TempDir(), "n.ipynb")
	saves := 0
	save := func(ids ...string) {
		t.Helper()
		var cells []string
		for _, id := range ids {
			cells = append(cells, fmt.Sprintf(`{"cell_type": "code", "id": %q, "source": "1"}`, id))
		}
		if err := os.WriteFile(path, []byte(`{"cells": [`+strings.Join(cells, ",")+`]}`), 0o600); err != nil {
			t.Fatal(err)
		}
		saves++ // each at a time of its own, however coarse the file system's clock is
		if err := os.Chtimes(path, time.Time{}, time.Unix(int64(saves), 0)); err != nil {
			t.Fatal(err)
		}
	}
	save("f", "use")
	s, err := New(Options{Dir: t.TempDir(), Values: t.TempDir(), Judge: judge.Serve, Version: "test", Notebook: path})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	runCell(t, s, "f", "func area(r float64) float64 { return r * r }")
	runCell(t, s, "new", "func side(r float64) float64 { return area(r) / r }")
	const warning = "· The cells that declared these names are no longer in the notebook's file: "
	const use, rest = "area(2) + side(2)", ". They work until the kernel restarts, or until %rm removes them.\n= 6"
	for _, step := range []struct {
		saved []string
		want  string
	}{
		{nil, "= 6"}, // "new" is not in the file, which is older than it
		{[]string{"f", "new", "use"}, "= 6"},
		{[]string{"other"}, "= 6"}, // another notebook
		{[]string{"new", "use"}, warning + "area" + rest},
		{[]string{"new", "use"}, "= 6"}, // reported once
		{[]string{"f", "new", "use"}, "= 6"},
		{[]string{"use"}, warning + "area, side" + rest},
	} {
		if step.saved != nil {
			save(step.saved...)
		}
		if got := runCell(t, s, "use", use); got != step.want {
			t.Errorf("saved with %q: %q, want %q", step.saved, got, step.want)
		}
	}
	if list := runCell(t, s, "look", "%values"); strings.Count(list, ", deleted") != 2 {
		t.Errorf("%%values: %s, want both functions marked", list)
	}
}
