package assignment

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// Prepare returns the notebook to run for what a student has handed in: the student's cells in their order, with tests and locked cells as in
// the source, those that are gone put back behind the one before them, points and kernel of the source, and no outputs. notes say in sentences what the student had changed
// of what is not the student's. Neither notebook is changed.
func Prepare(source, submitted *notebook.Notebook) (nb *notebook.Notebook, notes []string, err error) {
	parts, err := Parts(source)
	if err != nil {
		return nil, nil, err
	}
	cells := partsOf(source)
	nb = submitted.Clone()
	nb.Minor = max(nb.Minor, source.Minor)
	nb.Metadata = source.Metadata
	released, err := Release(source)
	if err != nil {
		return nil, nil, err
	}
	given := partsOf(released)
	found := partsOf(nb)
	var changed, gone, unknown []string
	for _, c := range nb.Cells {
		c.Outputs, c.Count = nil, 0
		p, ok := partOf(c)
		if !ok {
			continue
		}
		if cells[p.ID] == nil || found[p.ID] != c { // not of the assignment, or a copy: a cell of the student's own
			if cells[p.ID] == nil {
				unknown = append(unknown, p.ID)
			}
			c.Metadata = with(c.Metadata, key, map[string]any{})
			continue
		}
		own, _ := partOf(cells[p.ID])
		if own.restored() && (c.Source != given[p.ID].Source && c.Source != cells[p.ID].Source || c.Type != cells[p.ID].Type) {
			changed = append(changed, p.ID)
		}
		restore(c, cells[p.ID], own)
	}
	at := 0 // behind the part before
	for _, p := range parts {
		if c := found[p.ID]; c != nil {
			at = slices.Index(nb.Cells, c) + 1
			continue
		}
		gone = append(gone, p.ID)
		put := copyOf(given[p.ID])
		restore(put, cells[p.ID], p)
		nb.Cells = slices.Insert(nb.Cells, at, put)
		at++
	}
	notes = note(notes, "cells that were changed though they are locked are as in the assignment", changed)
	notes = note(notes, "cells that were removed are there again, without an answer", gone)
	notes = note(notes, "cells that are not of this assignment are taken as the student's own", unknown)
	nb.UniqueIDs()
	return nb, notes, nil
}

func note(notes []string, sentence string, cells []string) []string {
	if len(cells) == 0 {
		return notes
	}
	return append(notes, fmt.Sprintf("%s: %s", sentence, quoted(cells)))
}

// restore makes of a student's cell the one to run.
func restore(c, source *notebook.Cell, p Part) {
	c.Metadata = maps.Clone(source.Metadata)
	if p.restored() || c.Type != source.Type {
		c.Type = source.Type
	}
	if p.restored() {
		c.Source, c.Rest = source.Source, source.Rest
	}
}

func copyOf(c *notebook.Cell) *notebook.Cell {
	copied := *c
	return &copied
}
