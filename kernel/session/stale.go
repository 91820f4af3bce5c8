package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
)

// cellRecord is what the session remembers of a cell's last run. It does not change.
type cellRecord struct {
	ID       string   `json:"id,omitempty"`
	Key      string   `json:"key"` // of its text, see cell.FileKey
	Count    int      `json:"count"`
	Code     string   `json:"code"`
	Declares []string `json:"declares,omitempty"`
	Uses     []string `json:"uses,omitempty"`
}

func (x *execution) newRecord() *cellRecord {
	return &cellRecord{
		ID: x.req.CellID, Key: cell.FileKey(x.cell.Source), Count: x.count, Code: x.req.Code,
		Declares: x.program.Declared, Uses: x.program.Uses,
	}
}

// keptNameless is how many runs of cells without an id are remembered though nothing that they declare is left.
const keptNameless = 20

// recordCell returns cells with r as the last run of its cell. Without ids, cells of one text count as one; of others, the
// last are kept, and those that a definition comes from.
func recordCell(cells []*cellRecord, r *cellRecord, d *defs.Defs) []*cellRecord {
	rest := make([]*cellRecord, 0, len(cells)+1)
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
func dropNameless(cells []*cellRecord, n int, d *defs.Defs) []*cellRecord {
	used := map[string]bool{}
	for _, dc := range d.List() {
		used[dc.File] = true
	}
	return slices.DeleteFunc(cells, func(c *cellRecord) bool {
		if n == 0 || c.ID != "" || used[c.Key] {
			return false
		}
		n--
		return true
	})
}

// removedNotice tells which names are gone because the cell's new text no longer declares them.
func removedNotice(removed []string) string {
	if len(removed) == 0 {
		return ""
	}
	return "Gone with this cell's earlier text: " + strings.Join(removed, ", ") + "."
}

// opening is how the text of the cell begins.
func (r *cellRecord) opening() string {
	first, _, more := strings.Cut(strings.TrimSpace(r.Code), "\n")
	if runes := []rune(first); len(runes) > 40 {
		return string(runes[:40]) + "…"
	} else if more {
		return first + " …"
	}
	return first
}

// ref names the cell whatever its execution count: by its id, or by its text where the front end has none.
func (r *cellRecord) ref() string {
	if r.ID != "" {
		return r.ID
	}
	return r.Key
}

// staleAfter returns the cells that stand on something that has changed since they ran, when the cell has run that r
// records: the earlier ones, but for the cell itself if it stands on none of the others, and those that use what the cell,
// edited, declares anew or no longer declares.
func staleAfter(before state, r *cellRecord, removed []string) []string {
	stale := map[string]bool{}
	for _, ref := range before.stale {
		stale[ref] = true
	}
	old := slices.IndexFunc(before.cells, func(c *cellRecord) bool { return r.ID != "" && c.ID == r.ID })
	changed := map[string]bool{}
	if old >= 0 && before.cells[old].Code != r.Code {
		note(changed, before.cells[old].Declares, r.Declares, removed)
	}
	below := map[string]bool{} // what stale cells declare
	var refs []string
	for _, c := range before.cells {
		again := c.ref() == r.ref()
		if again {
			c = r // as it has run now
		}
		if !again && usesAny(c, changed) {
			note(changed, c.Declares) // what it declares stands on what it used
			stale[c.ref()] = true
		}
		if again {
			stale[c.ref()] = stale[c.ref()] && usesAny(c, below)
		}
		if stale[c.ref()] {
			note(below, c.Declares)
			refs = append(refs, c.ref())
		}
	}
	return refs
}

func note(set map[string]bool, lists ...[]string) {
	for _, names := range lists {
		for _, n := range names {
			set[n] = true
		}
	}
}

// staleNotice is a notice that stands in an output, and is updated when it is no longer true.
type staleNotice struct {
	id    string   // of the display
	cells []string // as ref has them
	names []string // as the user knows them: "[3]"
	text  string   // that is shown
}

// now returns what the notice is to say when these cells are stale.
func (n staleNotice) now(stale []string) string {
	var left []string
	for i, ref := range n.cells {
		if slices.Contains(stale, ref) {
			left = append(left, n.names[i])
		}
	}
	if len(left) == 0 {
		return "No longer stale: " + strings.Join(n.names, ", ") + "."
	}
	return "Stale after this change: " + strings.Join(left, ", ") + ". Run them again, or %fresh, to bring them up to date."
}

// tellStale shows which cells the execution has made stale.
func (x *execution) tellStale(after state) {
	n := staleNotice{id: fmt.Sprintf("mercer-stale-%d-%d", x.count, len(x.s.stale))}
	for _, c := range after.cells {
		if slices.Contains(after.stale, c.ref()) && !slices.Contains(x.before.stale, c.ref()) {
			n.cells, n.names = append(n.cells, c.ref()), append(n.names, fmt.Sprintf("[%d]", c.Count))
		}
	}
	if len(n.cells) == 0 {
		return
	}
	n.text = n.now(after.stale)
	x.out.notice(n.text, n.id, false)
	x.s.stale = append(x.s.stale, n)
}

// updateStale brings the notices up to date that are shown. Those that have nothing more to say are forgotten.
func (x *execution) updateStale() {
	stale := x.s.state().stale
	var kept []staleNotice
	for _, n := range x.s.stale {
		if text := n.now(stale); text != n.text {
			n.text = text
			x.out.notice(text, n.id, true)
		}
		if slices.ContainsFunc(n.cells, func(ref string) bool { return slices.Contains(stale, ref) }) {
			kept = append(kept, n)
		}
	}
	x.s.stale = kept
}

// cmdFresh runs the stale cells again, as they last ran, in the order in which they did.
func (x *execution) cmdFresh(ctx context.Context, c cell.Command) error {
	if len(c.Args) > 0 {
		return fmt.Errorf("takes nothing, got %q", c.Args)
	}
	st := x.s.state()
	ran := 0
	for _, r := range st.cells {
		if !slices.Contains(st.stale, r.ref()) || r.asks("fresh") {
			continue
		}
		ran++
		x.out.Notice(fmt.Sprintf("Cell [%d] again:", r.Count))
		y := x.s.newExecution(ctx, Request{Code: r.Code, CellID: r.ID, AllowStdin: x.req.AllowStdin}, x.out.sink)
		if err := y.run(ctx); err != nil {
			return y.explain(err)
		}
	}
	if ran == 0 {
		x.out.Stream("stdout", "Nothing is stale.\n")
	}
	x.before = x.s.state()
	return nil
}

// asks says whether the cell has a command.
func (r *cellRecord) asks(name string) bool {
	c, err := cell.Split(r.Code)
	return err == nil && slices.ContainsFunc(c.Commands, func(c cell.Command) bool { return c.Name == name })
}

func usesAny(r *cellRecord, changed map[string]bool) bool {
	return slices.ContainsFunc(r.Uses, func(n string) bool { return changed[n] })
}
