package assignment

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// Part is what a cell is for.
type Part struct {
	ID       string // of the cell among those of the assignment, on which grades and restoring depend
	Answer   bool   // the student writes it
	Graded   bool   // it has points: of a person if it is an answer, else of the machine
	Locked   bool   // the student must not change it
	Task     bool   // the student answers in cells of his or her own behind it
	Points   float64
	Markdown bool
}

// ByHand reports whether a person gives the points of the part.
func (p Part) ByHand() bool { return p.Graded && p.Answer }

// restored reports whether the source's text replaces the student's.
func (p Part) restored() bool { return !p.Answer && (p.Graded || p.Locked) }

// key is nbgrader's place in a cell's metadata.
const key = "nbgrader"

// partOf reads what a cell is for; ok is false if it has no part in the assignment.
func partOf(c *notebook.Cell) (p Part, ok bool) {
	m, _ := c.Metadata[key].(map[string]any)
	p.ID, _ = m["grade_id"].(string)
	if p.ID == "" {
		return Part{}, false
	}
	is := func(name string) bool { b, _ := m[name].(bool); return b }
	p.Task = is("task") // it is graded by hand
	p.Answer, p.Graded, p.Locked = is("solution") || p.Task, is("grade") || p.Task, is("locked")
	p.Points = number(m["points"])
	p.Markdown = c.Type == notebook.Markdown
	return p, true
}

func number(v any) float64 {
	n, _ := v.(json.Number)
	f, _ := n.Float64() // 0 for none, or for one that is too large
	if math.IsInf(f, 0) {
		return 0
	}
	return f
}

// Is reports whether a notebook is an assignment's source, though perhaps a faulty one: a cell has nbgrader's metadata, or a region that is not released.
func Is(nb *notebook.Notebook) bool {
	for _, c := range nb.Cells {
		if _, ok := partOf(c); ok {
			return true
		}
		for _, r := range regions {
			if strings.Contains(c.Source, "BEGIN "+r.name) {
				return true
			}
		}
	}
	return false
}

// Parts returns the parts of a source in the order of its cells. Each has a name of its own; points are not negative, and none is of a cell that
// nobody grades.
func Parts(source *notebook.Notebook) ([]Part, error) {
	var parts []Part
	seen := map[string]bool{}
	for i, c := range source.Cells {
		p, ok := partOf(c)
		switch {
		case !ok:
			continue
		case seen[p.ID]:
			return nil, fmt.Errorf("cell %d: two cells of the source have the grade_id %q", i+1, p.ID)
		case p.Points < 0:
			return nil, fmt.Errorf("cell %d (%s): %g points are negative", i+1, p.ID, p.Points)
		case p.Graded && !p.Answer && p.Markdown:
			return nil, fmt.Errorf("cell %d (%s): a test must be a code cell", i+1, p.ID)
		}
		seen[p.ID] = true
		parts = append(parts, p)
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("no cell has nbgrader's metadata: the notebook is no assignment")
	}
	return parts, nil
}

// partsOf finds the cells of parts by name. Of several cells with one name, as copying a cell makes them, the last counts.
func partsOf(nb *notebook.Notebook) map[string]*notebook.Cell {
	cells := map[string]*notebook.Cell{}
	for _, c := range nb.Cells {
		if p, ok := partOf(c); ok {
			cells[p.ID] = c
		}
	}
	return cells
}

// maxQuoted is how many characters of a name a remark quotes.
const maxQuoted = 60

// quoted lists names of cells in a remark.
func quoted(names []string) string {
	var list []string
	for _, n := range names[:min(len(names), maxListed)] {
		list = append(list, strconv.Quote(shortened(n, maxQuoted)))
	}
	return listed(append(list, names[len(list):]...))
}
