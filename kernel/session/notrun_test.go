package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/derive/judge"
)

// TestDeclaredInCellThatHasNotRun: a name that stands in a cell which waits, or which the notebook's file has, is found there; not one that
// a cell which has run does not declare any more, and not one of the cell itself.
func TestDeclaredInCellThatHasNotRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "n.ipynb")
	const file = `{"cells": [{"cell_type": "markdown", "id": "m", "source": "inText := 1"},
		{"cell_type": "code", "id": "late", "source": ["// Later.\n", "inFile := 5\n", "inFile"]},
		{"cell_type": "code", "id": "old", "source": "gone := 5"},
		{"cell_type": "code", "id": "f", "source": "func area(r float64) float64 { return r * r }"}]}`
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Dir: t.TempDir(), Values: t.TempDir(), Judge: judge.Serve, Version: "test", Notebook: path})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Ahead([]Request{{Code: "waits := 5", CellID: "w"}, {Code: "sent, more := 5, 6", CellID: "x"}})
	runCell(t, s, "old", "kept := 5")
	for _, test := range []struct{ code, want string }{
		{"waits + 1", "waits is declared in a cell that has not run: waits := 5"},
		{"more + 1", "more is declared in a cell that has not run: sent, more := 5, 6"},
		{"inFile + 1", "inFile is declared in a cell that has not run: // Later."},
		{"area(2)", "area is declared in a cell that has not run: func area(r float64) float64 { return r * r }"},
		{"gone + 1", ""},
		{"inText + 1", ""},
		{"unknownName + 1", ""},
	} {
		_, trace := runTraced(t, s, "t", test.code)
		text := strings.Join(trace, "\n")
		if has := strings.Contains(text, "has not run"); has != (test.want != "") || !strings.Contains(text, test.want) {
			t.Errorf("%s: %q, want %q", test.code, text, test.want)
		}
	}
	if text := runCell(t, s, "w", "waits := 5"); text != "" {
		t.Errorf("waits: %s", text)
	}
	if text := runCell(t, s, "t", "waits"); text != "= 5" {
		t.Errorf("waits is not known though its cell has run: %s", text)
	}
}
