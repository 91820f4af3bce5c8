package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
	"github.com/mercer-go/mercer/kernel/store"
)

// meta is what the session keeps with each commit of the values, so that a commit is the whole state of the notebook.
// Commits have the lists in pieces, files of saved values as they stand.
type meta struct {
	Defs   *defs.Defs    `json:"defs,omitempty"`
	Cells  []*cellRecord `json:"cells,omitempty"`
	Pieces *listPieces   `json:"pieces,omitempty"`
	Stale  []string      `json:"stale,omitempty"`
	Count  int           `json:"count"`
	By     string        `json:"by,omitempty"` // what made the commit, as in "cell [3]"
}

// encode writes the state as JSON, for a file that is read by itself.
func (st state) encode() ([]byte, error) {
	return json.Marshal(meta{Defs: st.defs, Cells: st.cells, Stale: st.stale, Count: st.count, By: st.by})
}

// meta is a state as a commit keeps it, see keptlists.go. The lock is held.
func (s *Session) meta(st state) (store.Meta, error) {
	if s.lists.store != s.store {
		s.lists = newKeptLists(s.store)
	}
	pieces, texts, err := s.lists.keep(st)
	if err != nil {
		return store.Meta{}, err
	}
	m := store.Meta{Texts: texts}
	if n := len(st.cells); n > 0 {
		m.Count = st.cells[n-1].Count
	}
	m.Data, err = json.Marshal(meta{Pieces: pieces, Stale: st.stale, Count: st.count, By: st.by})
	return m, err
}

// stateOf reads the state that the current commit of a store describes. The execution count goes on from count.
func stateOf(st *store.Store, count int) (state, error) {
	data := st.Meta()
	if len(data) == 0 {
		return state{count: count}, nil
	}
	m, err := readMeta(data)
	if err == nil && m.Pieces != nil {
		m.Defs, m.Cells, err = m.Pieces.lists(st)
	}
	if err != nil {
		return state{}, err
	}
	return state{defs: m.Defs, cells: m.Cells, stale: m.Stale, count: count, by: m.By}.withLongTexts(st)
}

func readMeta(data []byte) (m meta, err error) {
	if err := json.Unmarshal(data, &m); err != nil {
		return meta{}, fmt.Errorf("session: definitions of the commit: %w", err)
	}
	return m, nil
}

// commitValues commits what a program has encoded in the place of what it was given, the named variables, less those that
// are gone, with the state after the cell. A cell that has changed neither values nor definitions makes no commit, so that
// %undo takes back one that has.
func (s *Session) commitValues(given []string, encoded []byte, after state, removed []string) error {
	now := new(manifest.Manifest)
	if err := now.UnmarshalBinary(encoded); err != nil {
		return fmt.Errorf("session: values of the cell: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	stored := s.store.Manifest()
	elsewhere := stored.Part(slices.DeleteFunc(slices.Clone(removed), func(name string) bool { return slices.Contains(given, name) }))
	given = append(slices.Clone(given), elsewhere.Names()...)
	now = now.Join(elsewhere)
	if len(removed) > 0 {
		now.Keep(func(v *manifest.Var) bool { return !slices.Contains(removed, v.Name) })
	}
	if sameDefs(s.now.defs, after.defs) && now.SameValues(stored.Part(given)) {
		s.become(after) // only the list of runs differs, which the next commit keeps
		return nil
	}
	data, err := s.meta(after)
	if err != nil {
		return err
	}
	if err := s.store.Adopt(given, now, data); err != nil {
		return err
	}
	s.become(after)
	return nil
}

// unlinkable tells which values of the current commit hold types that no later cell can have.
func (s *Session) unlinkable(defs *defs.Defs) (notes []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.store.Manifest()
	for i := range m.Vars {
		v := &m.Vars[i]
		if v.Changed != m.Seq {
			continue
		}
		for _, t := range v.Extra {
			name, _, _ := strings.Cut(t.Name, "[")
			if t.Pkg == "main" && !defs.Links(name) {
				notes = append(notes, fmt.Sprintf("%s holds a %s, a type that only this cell knows: later cells cannot load the value. Declare the type outside the statements.", v.Name, t.Name))
			}
		}
	}
	return notes
}

// verify makes sure that the values on disk are what was committed. What is not is told, and the session goes back to
// the last good commit. Files that nobody has touched since they were last verified are not read.
func (s *Session) verify(names []string) (findings []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if findings, err = s.store.Verify(names...); err != nil || len(findings) == 0 {
		return findings, err
	}
	if s.store.Empty() && s.now.defs.List() != nil {
		return append(findings, "The definitions are kept; variables without a value are initialised again where a cell needs them."), s.keepDefs()
	}
	st, err := stateOf(s.store, s.now.count)
	if err != nil {
		return findings, err
	}
	s.now = st
	return findings, nil
}

// keepDefs commits the definitions as they are in memory, without values, after all commits were lost.
func (s *Session) keepDefs() error {
	data, err := s.meta(s.now)
	if err != nil {
		return err
	}
	return s.store.Clear(data)
}

// commitDefs commits the state after a cell whose values are committed already, or that changed none.
func (s *Session) commitDefs(after state, removed []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sameState(s.now, after) {
		return nil
	}
	gone := slices.DeleteFunc(slices.Clone(removed), func(name string) bool { return s.store.Manifest().Var(name) == nil })
	if sameDefs(s.now.defs, after.defs) && len(gone) == 0 {
		s.become(after) // only the list of runs differs, which the next commit keeps
		return nil
	}
	data, err := s.meta(after)
	if err != nil {
		return err
	}
	if err := s.store.Drop(gone, data); err != nil {
		return err
	}
	s.become(after)
	return nil
}

// become makes after the current state. Executions counted since before stay counted.
func (s *Session) become(after state) {
	after.count = max(after.count, s.now.count)
	s.now = after
}

func sameState(a, b state) bool {
	return sameDefs(a.defs, b.defs) && slices.EqualFunc(a.cells, b.cells, func(x, y *cellRecord) bool {
		return x == y || x.ID == y.ID && x.Key == y.Key && x.Count == y.Count
	})
}

func sameDefs(a, b *defs.Defs) bool { return a == b || a.Equal(b) }

// storedValues is what the store holds at one moment, as the program builder asks for it.
type storedValues struct {
	manifest *manifest.Manifest
	defs     *defs.Defs
}

func (s *Session) storedValues() storedValues {
	s.mu.Lock()
	defer s.mu.Unlock()
	return storedValues{s.store.Manifest(), s.now.defs}
}

// part encodes what a program is given that uses the named variables, and returns their names and those of the variables
// that share memory with them.
func (v storedValues) part(names []string) (given []string, data []byte, err error) {
	part := v.manifest.Part(names)
	data, err = part.AppendBinary(nil)
	return part.Names(), data, err
}

// info says what is known of a variable, and whether anything is.
func (v storedValues) info(name string) (program.ValueInfo, bool) {
	x := v.manifest.Var(name)
	if x == nil {
		return program.ValueInfo{}, false
	}
	unit := v.unit(x)
	return program.ValueInfo{
		ExtraTypes: typeTexts(x.Extra), RelatedVars: append(slices.Clone(x.Related), unit...), Unit: unit, Refs: x.Refs, NotCarried: x.NotCarried,
	}, true
}

// unit are the variables that one declaration has set with x, if one of the two is not kept and none has been set since:
// they are loaded together.
func (v storedValues) unit(x *manifest.Var) (names []string) {
	for _, name := range v.defs.SetWith(x.Name) {
		other := v.manifest.Var(name)
		if other != nil && other.Changed == x.Changed && (x.NotCarried != "" || other.NotCarried != "") {
			names = append(names, name)
		}
	}
	return names
}

// typeTexts writes types as the program builder reads them.
func typeTexts(types []manifest.TypeName) []string {
	texts := make([]string, len(types))
	for i, t := range types {
		texts[i] = t.Pkg + "." + t.Name
	}
	return texts
}

// describe lists names in a sentence.
func describe(names []string) string {
	switch len(names) {
	case 0:
		return "nothing"
	case 1, 2, 3, 4, 5, 6:
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:6], ", ") + fmt.Sprintf(" and %d more", len(names)-6)
}
