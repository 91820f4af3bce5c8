package state

import (
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
)

// Record is what the session remembers of a cell's last run. It does not change.
type Record struct {
	ID       string   `json:"id,omitempty"`
	Key      string   `json:"key"` // of its text, see cell.FileKey
	Count    int      `json:"count"`
	Code     string   `json:"code"`
	Declares []string `json:"declares,omitempty"`
	Uses     []string `json:"uses,omitempty"`
}

// keptNameless is how many runs of cells without an id are remembered though nothing that they declare is left.
const keptNameless = 20

// Append returns cells with r as the last run of its cell. Without ids, cells of one text count as one; of others, the
// last are kept, and those that a definition comes from.
func Append(cells []*Record, r *Record, d *defs.Defs) []*Record {
	rest := make([]*Record, 0, len(cells)+1)
	nameless := 0
	for _, c := range cells {
		if c.ID == r.ID && (r.ID != "" || c.Key == r.Key) {
			continue
		}
		if rest = append(rest, c); c.ID == "" {
			nameless++
		}
	}
	if nameless > keptNameless {
		rest = dropNameless(rest, nameless-keptNameless, d)
	}
	return append(rest, r)
}

// dropNameless drops from the oldest on up to n records without an id that no definition comes from.
func dropNameless(cells []*Record, n int, d *defs.Defs) []*Record {
	used := map[string]bool{}
	for _, dc := range d.List() {
		used[dc.File] = true
	}
	return slices.DeleteFunc(cells, func(c *Record) bool {
		if n == 0 || c.ID != "" || used[c.Key] {
			return false
		}
		n--
		return true
	})
}

// Opening is how the text of the cell begins.
func (r *Record) Opening() string {
	first, _, more := strings.Cut(strings.TrimSpace(r.Code), "\n")
	if runes := []rune(first); len(runes) > 40 {
		return string(runes[:40]) + "…"
	} else if more {
		return first + " …"
	}
	return first
}

// Ref names the cell whatever its execution count: by its id, or by its text where the front end has none.
func (r *Record) Ref() string {
	if r.ID != "" {
		return r.ID
	}
	return r.Key
}

// Asks says whether the cell has a command.
func (r *Record) Asks(name string) bool {
	c, err := cell.Split(r.Code)
	return err == nil && slices.ContainsFunc(c.Commands, func(c cell.Command) bool { return c.Name == name })
}
