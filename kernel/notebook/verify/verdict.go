package verify

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/execute"
)

// This file says of a notebook in one sentence whether its outputs are those of its code, and if not, why that may be.

// Verdict returns the sentence, without the notebook's name.
func (f Finding) Verdict() string {
	var cell *execute.CellError
	switch {
	case errors.As(f.Err, &cell):
		return fmt.Sprintf("does not run to its end: %v", f.Err)
	case f.Err != nil:
		return fmt.Sprintf("cannot be verified: %v", f.Err)
	case len(f.Differences) == 0:
		return "what is stored is what its code puts out"
	case f.history.never:
		return "was not executed: no cell has a number or an output"
	case len(f.unsteady) > 0:
		return fmt.Sprintf("cell %d puts out something else in each run, as times and random numbers without a seed do%s", f.unsteady[0], f.others())
	case f.history.late > 0:
		return fmt.Sprintf("was not executed from top to bottom (cell %d has a smaller number than one above it), and run so it puts out something else", f.history.late)
	case f.onlyNew():
		return fmt.Sprintf("lacks outputs: cell %d puts out what is not stored", f.Differences[0].Cell)
	case f.history.hole > 0:
		return fmt.Sprintf("puts out something else from cell %d on; its numbers have a hole before cell %d, so that a cell was run again or deleted", f.Differences[0].Cell, f.history.hole)
	}
	return fmt.Sprintf("what is stored is not what its code puts out, first in cell %d: it was edited, or code was changed after it ran", f.Differences[0].Cell)
}

// others names the first cell that differs though it puts out the same in each run.
func (f Finding) others() string {
	for _, d := range f.Differences {
		steady := true
		for _, c := range f.unsteady {
			steady = steady && c != d.Cell
		}
		if steady {
			return fmt.Sprintf("; and what is stored of cell %d is not what it puts out", d.Cell)
		}
	}
	return ""
}

// onlyNew reports whether all that differs is output that is not stored.
func (f Finding) onlyNew() bool {
	for _, d := range f.Differences {
		if !d.added {
			return false
		}
	}
	return true
}

// history is what the numbers of the cells tell of how a notebook was executed.
type history struct {
	never bool // no cell has a number or an output
	late  int  // the first cell with a number not above that of a cell before it, from 1; 0 is none
	hole  int  // the first cell whose number is not the next one
}

func historyOf(nb *notebook.Notebook) history {
	h := history{never: true}
	last := 0
	for i, c := range nb.CodeCells() {
		if c.Count > 0 || len(c.Outputs) > 0 {
			h.never = false
		}
		if c.Count == 0 {
			continue
		}
		if c.Count <= last && h.late == 0 {
			h.late = i + 1
		}
		if c.Count != last+1 && h.hole == 0 {
			h.hole = i + 1
		}
		last = max(last, c.Count)
	}
	return h
}

// cellsOf returns the cells of the differences, each once, in order.
func cellsOf(list []Difference) []int {
	var cells []int
	for _, d := range list {
		if len(cells) == 0 || cells[len(cells)-1] != d.Cell {
			cells = append(cells, d.Cell)
		}
	}
	return cells
}
