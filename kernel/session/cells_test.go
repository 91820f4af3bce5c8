package session

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/session/state"
)

// withCells returns a session of a notebook of which n cells have run, each with a variable of its own: the variables are set by
// one cell, and then handed to others, since to compile thousands takes long.
func withCells(t *testing.T, n int) *Session {
	t.Helper()
	s := newTestSession(t, t.TempDir())
	many := ""
	for i := range n {
		many += fmt.Sprintf("x%d := %d\n", i, i)
	}
	if out := runCell(t, s, "many", many); out != "" {
		t.Fatal(out)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	after := s.now
	after.Cells = nil
	decls := slices.Clone(after.Defs.List())
	for i, d := range decls {
		other := *d
		code := fmt.Sprintf("x%d := %d // a cell of its own", i, i)
		other.Cell, other.File, other.Line = fmt.Sprint("cell ", i), cell.FileKey(code), 1
		decls[i] = &other
		after.Cells = append(after.Cells, &state.Record{ID: other.Cell, Key: other.File, Count: i + 1, Code: code, Declares: d.Keys()})
	}
	var err error
	if after.Defs, err = defs.New(decls); err != nil {
		t.Fatal(err)
	}
	data, err := s.vault.Meta(after)
	if err == nil {
		err = s.vault.Store.Drop(nil, data)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.now = after
	return s
}

// A cell of a long notebook costs what one of a short notebook does, in allocations: the least of several runs, for what else the process does
// falls into some of them. The log tells the least time.
func TestCellsOfALongNotebook(t *testing.T) {
	cells := []string{"fmt.Println(1)", "x7++", "func f() int { return x9 }\nf()", "y := x3"}
	cost := func(n int) (allocated []uint64, took []time.Duration) {
		s := withCells(t, n)
		for i, code := range cells {
			var before, after runtime.MemStats
			runCell(t, s, fmt.Sprint("new ", i), code)
			var times []time.Duration
			var counts []uint64
			for range 25 {
				runtime.ReadMemStats(&before)
				started := time.Now()
				runCell(t, s, fmt.Sprint("new ", i), code)
				times = append(times, time.Since(started))
				runtime.ReadMemStats(&after)
				counts = append(counts, after.Mallocs-before.Mallocs)
			}
			allocated, took = append(allocated, slices.Min(counts)), append(took, slices.Min(times))
		}
		return allocated, took
	}
	few, fewTook := cost(100)
	many, manyTook := cost(2000)
	for i, code := range cells {
		t.Logf("%q: %v after 100 cells, %v after 2000", code, fewTook[i], manyTook[i])
		if many[i] > 2*few[i] {
			t.Errorf("%q: %d allocations after 100 cells, %d after 2000", code, few[i], many[i])
		}
	}
}
