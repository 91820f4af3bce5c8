package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/snapshot"
	"github.com/mercer-go/mercer/kernel/store"
)

// meta is what the session keeps with each commit of the values, so that a commit is the whole state of the notebook.
type meta struct {
	Defs  *defs.Defs     `json:"defs"`
	Cells []cellRecord   `json:"cells"`
	Stale []string       `json:"stale,omitempty"`
	Count int            `json:"count"`
	By    string         `json:"by,omitempty"` // what made the commit, as in "cell [3]"
	SetBy map[string]int `json:"set_by,omitempty"`
}

// meta is the state as a commit keeps it. Long texts are put into files of their own.
func (st state) meta(in *store.Store) (store.Meta, error) {
	short := shortener{store: in}
	data, err := st.mapTexts(short.name).encode()
	return store.Meta{Data: data, Texts: short.names}, errors.Join(short.err, err)
}

// encode writes the state as JSON.
func (st state) encode() ([]byte, error) {
	return json.Marshal(meta{Defs: st.defs, Cells: st.cells, Stale: st.stale, Count: st.count, SetBy: st.setBy, By: st.by})
}

// stateOf reads the state that the current commit of a store describes. The execution count goes on from count.
func stateOf(st *store.Store, count int) (state, error) {
	data := st.Meta()
	if len(data) == 0 {
		return state{count: count}, nil
	}
	m, err := readMeta(data)
	if err != nil {
		return state{}, err
	}
	long := lengthener{store: st}
	s := state{defs: m.Defs, cells: m.Cells, stale: m.Stale, count: count, setBy: m.SetBy, by: m.By}.mapTexts(long.text)
	return s.stamped(st), long.err
}

func readMeta(data []byte) (m meta, err error) {
	if err := json.Unmarshal(data, &m); err != nil {
		return meta{}, fmt.Errorf("session: definitions of the commit: %w", err)
	}
	return m, nil
}

// stamped says of the values that the store's current commit has changed that the last cell set them. (A commit's own
// data is written before it is known what the commit changes, so it tells only of the commits before.)
func (st state) stamped(of *store.Store) state {
	m := of.Manifest()
	if len(st.cells) == 0 {
		return st
	}
	st.setBy = maps.Clone(st.setBy)
	if st.setBy == nil {
		st.setBy = map[string]int{}
	}
	for _, v := range m.Vars {
		if v.Changed == m.Seq {
			st.setBy[v.Name] = st.cells[len(st.cells)-1].Count
		}
	}
	return st
}

// commitValues commits what a program has encoded, less the variables that are gone, with the state after the cell. A
// cell that has changed neither values nor definitions makes no commit, so that %undo takes back one that has.
func (s *Session) commitValues(manifest []byte, after state, removed []string) error {
	var m snapshot.Manifest
	if err := m.UnmarshalBinary(manifest); err != nil {
		return fmt.Errorf("session: values of the cell: %w", err)
	}
	if len(removed) > 0 {
		m.Keep(func(v *snapshot.Var) bool { return !slices.Contains(removed, v.Name) })
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if sameDefs(s.now.defs, after.defs) && m.SameValues(s.store.Manifest()) {
		s.become(after) // only the list of runs differs, which the next commit keeps
		return nil
	}
	data, err := after.meta(s.store)
	if err != nil {
		return err
	}
	if err := s.store.Adopt(&m, data); err != nil {
		return err
	}
	s.become(after.stamped(s.store))
	return nil
}

// unlinkable tells which values of the current commit hold types that no later cell can have.
func (s *Session) unlinkable(defs *defs.Defs) (notes []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.store.Manifest()
	for i := range m.Vars {
		v := &m.Vars[i]
		for _, t := range v.Extra {
			name, _, _ := strings.Cut(t.Name, "[")
			if v.Changed == m.Seq && t.Pkg == "main" && !defs.Links(name) {
				notes = append(notes, fmt.Sprintf("%s holds a %s, a type that only this cell knows: later cells cannot load the value. Declare the type outside the statements.", v.Name, t.Name))
			}
		}
	}
	return notes
}

// verify makes sure that the values on disk are what was committed. What is not is told, and the session goes back to
// the last good commit. Files that nobody has touched since they were last verified are not read.
func (s *Session) verify() (findings []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if findings, err = s.store.Verify(); err != nil || len(findings) == 0 {
		return findings, err
	}
	if s.store.ManifestFile() == "" && s.now.defs.List() != nil {
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
	data, err := s.now.meta(s.store)
	if err != nil {
		return err
	}
	s.now.setBy = nil
	return s.store.Clear(data)
}

// commitDefs commits the state after a cell whose values are committed already, or that changed none.
func (s *Session) commitDefs(after state, removed []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sameState(s.now, after) {
		return nil
	}
	data, err := after.meta(s.store)
	if err != nil {
		return err
	}
	gone := slices.DeleteFunc(slices.Clone(removed), func(name string) bool { return s.store.Manifest().Var(name) == nil })
	if sameDefs(s.now.defs, after.defs) && len(gone) == 0 {
		s.become(after) // only the list of runs differs, which the next commit keeps
		return nil
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
	return sameDefs(a.defs, b.defs) && slices.EqualFunc(a.cells, b.cells, func(x, y cellRecord) bool {
		return x.ID == y.ID && x.Key == y.Key && x.Count == y.Count
	})
}

func sameDefs(a, b *defs.Defs) bool { return a == b || a.Equal(b) }

// valueInfos tells the program builder what the store holds.
func (s *Session) valueInfos() map[string]program.ValueInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	infos := map[string]program.ValueInfo{}
	m := s.store.Manifest()
	for i := range m.Vars {
		v := &m.Vars[i]
		infos[v.Name] = program.ValueInfo{
			ExtraTypes: typeTexts(v.Extra), RelatedVars: v.Related, Refs: v.Refs, NotCarried: v.NotCarried,
		}
	}
	s.units(m, infos)
	return infos
}

// units ties variables that one declaration has set, if one of them is not kept and none has been set since.
func (s *Session) units(m *snapshot.Manifest, infos map[string]program.ValueInfo) {
	for i := range m.Vars {
		v := &m.Vars[i]
		if v.NotCarried == "" {
			continue
		}
		for _, name := range s.now.defs.SetWith(v.Name) {
			other := m.Var(name)
			if other == nil || other.Changed != v.Changed {
				continue
			}
			tie(infos, name, v.Name)
			tie(infos, v.Name, name)
		}
	}
}

// tie makes other part of the unit of a variable, loaded with it.
func tie(infos map[string]program.ValueInfo, name, other string) {
	info := infos[name]
	if !slices.Contains(info.Unit, other) {
		info.Unit = append(slices.Clone(info.Unit), other)
		info.RelatedVars = append(slices.Clone(info.RelatedVars), other)
		infos[name] = info
	}
}

// typeTexts writes types as the program builder reads them.
func typeTexts(types []snapshot.TypeName) []string {
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
