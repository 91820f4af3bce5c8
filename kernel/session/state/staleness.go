package state

import (
	"fmt"
	"slices"
	"strings"
)

// StaleAfter returns the cells that stand on something that has changed since they ran, when the cell has run that r
// records: the earlier ones, but for the cell itself if it stands on none of the others, and those that use what the cell,
// edited, declares anew or no longer declares.
func StaleAfter(before State, r *Record, removed []string) []string {
	stale := map[string]bool{}
	for _, ref := range before.Stale {
		stale[ref] = true
	}
	old := slices.IndexFunc(before.Cells, func(c *Record) bool { return r.ID != "" && c.ID == r.ID })
	changed := map[string]bool{}
	if old >= 0 && before.Cells[old].Code != r.Code {
		note(changed, before.Cells[old].Declares, r.Declares, removed)
	}
	below := map[string]bool{} // what stale cells declare
	var refs []string
	for _, c := range before.Cells {
		again := c.Ref() == r.Ref()
		if again {
			c = r // as it has run now
		}
		if !again && usesAny(c, changed) {
			note(changed, c.Declares) // what it declares stands on what it used
			stale[c.Ref()] = true
		}
		if again {
			stale[c.Ref()] = stale[c.Ref()] && usesAny(c, below)
		}
		if stale[c.Ref()] {
			note(below, c.Declares)
			refs = append(refs, c.Ref())
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

// StaleNotice is a notice that stands in an output, and is updated when it is no longer true.
type StaleNotice struct {
	ID    string   // of the display
	Cells []string // as ref has them
	names []string // as the user knows them: "[3]"
	Text  string   // that is shown
}

// NewlyStale is the notice of the cells that are stale after a change and were not before; without cells there is nothing to tell.
func NewlyStale(id string, before, after State) StaleNotice {
	n := StaleNotice{ID: id}
	for _, c := range after.Cells {
		if slices.Contains(after.Stale, c.Ref()) && !slices.Contains(before.Stale, c.Ref()) {
			n.Cells, n.names = append(n.Cells, c.Ref()), append(n.names, fmt.Sprintf("[%d]", c.Count))
		}
	}
	n.Text = n.now(after.Stale)
	return n
}

// Updated is the notice as it reads when these cells are stale; changed says whether that is new, and over that it will not
// change again.
func (n StaleNotice) Updated(stale []string) (now StaleNotice, changed, over bool) {
	text := n.now(stale)
	changed, n.Text = text != n.Text, text
	return n, changed, !slices.ContainsFunc(n.Cells, func(ref string) bool { return slices.Contains(stale, ref) })
}

// now returns what the notice is to say when these cells are stale.
func (n StaleNotice) now(stale []string) string {
	var left []string
	for i, ref := range n.Cells {
		if slices.Contains(stale, ref) {
			left = append(left, n.names[i])
		}
	}
	if len(left) == 0 {
		return "No longer stale: " + strings.Join(n.names, ", ") + "."
	}
	return "Stale after this change: " + strings.Join(left, ", ") + ". Run them again, or %fresh, to bring them up to date."
}

func usesAny(r *Record, changed map[string]bool) bool {
	return slices.ContainsFunc(r.Uses, func(n string) bool { return changed[n] })
}
