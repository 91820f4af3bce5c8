package session

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/program"
)

// cellRecord is what the session remembers of a cell's last run.
type cellRecord struct {
	ID       string   `json:"id,omitempty"`
	Key      string   `json:"key"` // of its text, see cell.FileKey
	Count    int      `json:"count"`
	Code     string   `json:"code"`
	Declares []string `json:"declares,omitempty"`
	Uses     []string `json:"uses,omitempty"`
}

func (x *execution) newRecord() cellRecord {
	return cellRecord{
		ID: x.req.CellID, Key: cell.FileKey(x.cell.Source), Count: x.count, Code: x.req.Code,
		Declares: x.program.Declared, Uses: x.program.Uses,
	}
}

// recordCell returns cells with r as the last run of its cell.
func recordCell(cells []cellRecord, r cellRecord) []cellRecord {
	rest := make([]cellRecord, 0, len(cells)+1)
	for _, c := range cells {
		if r.ID == "" || c.ID != r.ID {
			rest = append(rest, c)
		}
	}
	return append(rest, r)
}

// removedNotice tells which names are gone because the cell's new text no longer declares them.
func removedNotice(removed []string) string {
	if len(removed) == 0 {
		return ""
	}
	return "Gone with this cell's earlier text: " + strings.Join(removed, ", ") + "."
}

// staleNotice tells which other cells used what this cell, edited, declares anew or no longer declares: what they
// computed stands on the old text. Cells that never ran before, or ran with the same text, make nothing stale.
func staleNotice(before state, id string, c *cell.Cell, p *program.Program) string {
	if id == "" {
		return ""
	}
	i := slices.IndexFunc(before.cells, func(r cellRecord) bool { return r.ID == id })
	if i < 0 || before.cells[i].Code == c.Source {
		return ""
	}
	old := before.cells[i]
	changed := map[string]bool{}
	for _, names := range [][]string{old.Declares, p.Declared, p.Removed} {
		for _, n := range names {
			changed[n] = true
		}
	}
	var stale []string
	for _, r := range before.cells {
		if r.ID == id {
			continue
		}
		if usesAny(r, changed) {
			stale = append(stale, fmt.Sprintf("[%d]", r.Count))
			for _, n := range r.Declares { // what it declares stands on what it used
				changed[n] = true
			}
		}
	}
	if len(stale) == 0 {
		return ""
	}
	return "Stale after this change: " + strings.Join(stale, ", ") + ". Run them again to bring them up to date."
}

func usesAny(r cellRecord, changed map[string]bool) bool {
	return slices.ContainsFunc(r.Uses, func(n string) bool { return changed[n] })
}
