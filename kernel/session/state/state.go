// Package state is what a cell's transaction changes, as values: the definitions, the records of the cells that ran, and which
// of them are stale. A commit of the store keeps it (lists.go, longtexts.go); reading the commit gives it back.
package state

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/store"
)

// State is what a cell's transaction changes. It is replaced as a whole.
type State struct {
	Defs  *defs.Defs
	Cells []*Record // one for each cell that ran, in the order of their last runs
	Stale []string  // of these, the cells that stand on something that has changed since, as ref has them
	Count int       // executions counted so far
	By    string    // what made the current commit, as in "cell [3]"
}

// meta is what the session keeps with each commit of the values, so that a commit is the whole state of the notebook.
// Commits have the lists in pieces, files of saved values as they stand.
type meta struct {
	Defs   *defs.Defs  `json:"defs,omitempty"`
	Cells  []*Record   `json:"cells,omitempty"`
	Pieces *listPieces `json:"pieces,omitempty"`
	Stale  []string    `json:"stale,omitempty"`
	Count  int         `json:"count"`
	By     string      `json:"by,omitempty"` // what made the commit, as in "cell [3]"
}

// Encode writes the state as JSON, for a file that is read by itself.
func (st State) Encode() ([]byte, error) {
	return json.Marshal(meta{Defs: st.Defs, Cells: st.Cells, Stale: st.Stale, Count: st.Count, By: st.By})
}

// Read reads the state that the current commit of a store describes. The execution count goes on from count.
func Read(st *store.Store, count int) (State, error) {
	data := st.Meta()
	if len(data) == 0 {
		return State{Count: count}, nil
	}
	m, err := ReadMeta(data)
	if err == nil && m.Pieces != nil {
		m.Defs, m.Cells, err = m.Pieces.lists(st)
	}
	if err != nil {
		return State{}, err
	}
	return State{Defs: m.Defs, Cells: m.Cells, Stale: m.Stale, Count: count, By: m.By}.withLongTexts(st)
}

// ReadMeta decodes what encode has written, without the pieces of its lists.
func ReadMeta(data []byte) (m meta, err error) {
	if err := json.Unmarshal(data, &m); err != nil {
		return meta{}, fmt.Errorf("session: definitions of the commit: %w", err)
	}
	return m, nil
}

// Same reports whether two states have the same definitions, and records of the same runs.
func Same(a, b State) bool {
	return SameDefs(a.Defs, b.Defs) && slices.EqualFunc(a.Cells, b.Cells, func(x, y *Record) bool {
		return x == y || x.ID == y.ID && x.Key == y.Key && x.Count == y.Count
	})
}

// SameDefs reports whether two sets of definitions are the same.
func SameDefs(a, b *defs.Defs) bool { return a == b || a.Equal(b) }

// Shares says whether one of the cells has an id among ids, or is of a notebook that one of these names; without ids, whether no cell has one.
func (st State) Shares(ids map[string]bool) bool {
	notebooks := map[string]bool{}
	for id := range ids {
		notebooks[notebookOf(id)] = true
	}
	delete(notebooks, "")
	named := false
	for _, c := range st.Cells {
		if ids[c.ID] || notebooks[notebookOf(c.ID)] {
			return true
		}
		named = named || c.ID != ""
	}
	return len(ids) == 0 && !named
}
