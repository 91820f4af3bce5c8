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
	ID     string   // of the display
	Cells  []string // as ref has them
	counts []int    // of the cells, as they were last seen
	Text   string   // that is shown
}

// Numbered returns the state with the counts that cells have on the screen, by their ids. A run that failed leaves no record,
// but its number.
func (st State) Numbered(shown map[string]int) State {
	cells := make([]*Record, len(st.Cells))
	for i, r := range st.Cells {
		if cells[i] = r; r.ID != "" && shown[r.ID] > r.Count {
			again := *r
			again.Count = shown[r.ID]
			cells[i] = &again
		}
	}
	st.Cells = cells
	return st
}

// NewlyStale is the notice of the cells that are stale after a change and were not before; without cells there is nothing to tell.
func NewlyStale(id string, before, after State) StaleNotice {
	n := StaleNotice{ID: id}
	for _, c := range after.Cells {
		if slices.Contains(after.Stale, c.Ref()) && !slices.Contains(before.Stale, c.Ref()) {
			n.Cells = append(n.Cells, c.Ref())
		}
	}
	n, _, _ = n.Updated(after)
	return n
}

// Updated is the notice as it reads in a state; changed says whether that is new, and over that it will not change again.
func (n StaleNotice) Updated(st State) (now StaleNotice, changed, over bool) {
	counts := make([]int, len(n.Cells))
	copy(counts, n.counts)
	for _, c := range st.Cells {
		if i := slices.Index(n.Cells, c.Ref()); i >= 0 {
			counts[i] = c.Count
		}
	}
	n.counts = counts
	text := n.now(st.Stale)
	changed, n.Text = text != n.Text, text
	return n, changed, !slices.ContainsFunc(n.Cells, func(ref string) bool { return slices.Contains(st.Stale, ref) })
}

// now returns what the notice is to say when these cells are stale.
func (n StaleNotice) now(stale []string) string {
	var left []int
	for i, ref := range n.Cells {
		if slices.Contains(stale, ref) {
			left = append(left, n.counts[i])
		}
	}
	if len(left) == 0 {
		return "No longer stale: " + numbers(slices.Clone(n.counts)) + "."
	}
	return "Stale after this change: " + numbers(left) + ". Run them again, or %fresh, to bring them up to date."
}

// numbers lists counts of cells, each once, as in "[3], [5]".
func numbers(counts []int) string {
	slices.Sort(counts)
	var list []string
	for _, n := range slices.Compact(counts) {
		list = append(list, fmt.Sprintf("[%d]", n))
	}
	return strings.Join(list, ", ")
}

// StaleUses lists, of the names that a cell uses, those whose cells are stale, each with its cell, as in
// "sum of [3]". own is the cell itself, as Ref has it.
func (st State) StaleUses(own string, uses []string) (list []string) {
	if len(st.Stale) == 0 {
		return nil
	}
	for _, name := range uses {
		if r := st.DeclaredBy(name); r != nil && r.Ref() != own && slices.Contains(st.Stale, r.Ref()) {
			list = append(list, fmt.Sprintf("%s of [%d]", name, r.Count))
		}
	}
	return list
}

// DeclaredBy returns the record of the cell that a definition comes from, or nil.
func (st State) DeclaredBy(key string) *Record {
	dc := st.Defs.Decl(key)
	if dc == nil {
		return nil
	}
	for _, r := range slices.Backward(st.Cells) {
		if r.ID == dc.Cell && (r.ID != "" || r.Key == dc.File) {
			return r
		}
	}
	return nil
}

// InOrderOfUse returns cells with each behind those that declare what it uses; where that leaves a choice, or they use each
// other, in the given order.
func InOrderOfUse(cells []*Record) []*Record {
	rest, ordered := slices.Clone(cells), make([]*Record, 0, len(cells))
	for len(rest) > 0 {
		next := max(0, slices.IndexFunc(rest, func(r *Record) bool {
			return !slices.ContainsFunc(rest, func(other *Record) bool { return other != r && usesAny(r, set(other.Declares)) })
		}))
		ordered = append(ordered, rest[next])
		rest = slices.Delete(rest, next, next+1)
	}
	return ordered
}

func set(names []string) map[string]bool {
	all := map[string]bool{}
	note(all, names)
	return all
}

func usesAny(r *Record, changed map[string]bool) bool {
	return slices.ContainsFunc(r.Uses, func(n string) bool { return changed[n] })
}
