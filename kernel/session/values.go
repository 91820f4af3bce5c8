package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/program"
	"github.com/mercer-go/mercer/kernel/session/state"
	"github.com/mercer-go/mercer/kernel/snapshot/manifest"
)

// commitValues commits what a program has encoded in the place of what it was given, the named variables, less those that
// are gone, with the state after the cell. A cell that has changed neither values nor definitions makes no commit, so that
// %undo takes back one that has.
func (s *Session) commitValues(given []string, encoded []byte, after state.State, removed []string) error {
	now := new(manifest.Manifest)
	if err := now.UnmarshalBinary(encoded); err != nil {
		return fmt.Errorf("session: values of the cell: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	stored := s.vault.Store.Manifest()
	elsewhere := stored.Part(slices.DeleteFunc(slices.Clone(removed), func(name string) bool { return slices.Contains(given, name) }))
	given = append(slices.Clone(given), elsewhere.Names()...)
	now = now.Join(elsewhere)
	if len(removed) > 0 {
		now.Keep(func(v *manifest.Var) bool { return !slices.Contains(removed, v.Name) })
	}
	if state.SameDefs(s.now.Defs, after.Defs) && now.SameValues(stored.Part(given)) {
		s.become(after) // only the list of runs differs, which the next commit keeps
		return nil
	}
	data, err := s.vault.Meta(after)
	if err != nil {
		return err
	}
	if err := s.vault.Store.Adopt(given, now, data); err != nil {
		return err
	}
	s.become(after)
	return nil
}

// unlinkable tells which values of the current commit hold types that no later cell can have.
func (s *Session) unlinkable(defs *defs.Defs) (notes []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.vault.Store.Manifest()
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
	if findings, err = s.vault.Store.Verify(names...); err != nil || len(findings) == 0 {
		return findings, err
	}
	if s.vault.Store.Empty() && s.now.Defs.List() != nil {
		return append(findings, "The definitions are kept; variables without a value are initialised again where a cell needs them."), s.keepDefs()
	}
	st, err := s.vault.State(s.now.Count)
	if err != nil {
		return findings, err
	}
	s.noteAbsent(s.now, st, lost)
	s.now = st
	return findings, nil
}

// keepDefs commits the definitions as they are in memory, without values, after all commits were lost.
func (s *Session) keepDefs() error {
	data, err := s.vault.Meta(s.now)
	if err != nil {
		return err
	}
	return s.vault.Store.Clear(data)
}

// commitDefs commits the state after a cell whose values are committed already, or that changed none.
func (s *Session) commitDefs(after state.State, removed []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if state.Same(s.now, after) {
		return nil
	}
	gone := slices.DeleteFunc(slices.Clone(removed), func(name string) bool { return s.vault.Store.Manifest().Var(name) == nil })
	if state.SameDefs(s.now.Defs, after.Defs) && len(gone) == 0 {
		s.become(after) // only the list of runs differs, which the next commit keeps
		return nil
	}
	data, err := s.vault.Meta(after)
	if err != nil {
		return err
	}
	if err := s.vault.Store.Drop(gone, data); err != nil {
		return err
	}
	s.become(after)
	return nil
}

// become makes after the current state. Executions counted since before stay counted.
func (s *Session) become(after state.State) {
	after.Count = max(after.Count, s.now.Count)
	s.now = after
}

// storedValues is what the store holds at one moment, as the program builder asks for it.
type storedValues struct {
	manifest *manifest.Manifest
	defs     *defs.Defs
}

func (s *Session) storedValues() storedValues {
	s.mu.Lock()
	defer s.mu.Unlock()
	return storedValues{s.vault.Store.Manifest(), s.now.Defs}
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
	if len(names) > 0 && x.NotCarried == "" && program.RunsOnce(v.defs.Scope(), v.defs.Decl(x.Name)) {
		return nil // its value is kept, and its declaration does not run again
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

// cellIDs are the ids that are known to be of this notebook's cells: of those that ran, of one more, and of the
// notebook's file.
func (s *Session) cellIDs(more string) map[string]bool {
	ids := map[string]bool{}
	for _, c := range s.now.Cells {
		ids[c.ID] = true
	}
	ids[more] = true
	var file struct {
		Cells []struct {
			ID string `json:"id"`
		} `json:"cells"`
	}
	if data, err := files.Read(s.opts.Notebook); err == nil && json.Unmarshal(data, &file) == nil {
		for _, c := range file.Cells {
			ids[c.ID] = true
		}
	}
	delete(ids, "")
	return ids
}

// resume closes the session's own store and continues that of the notebook's latest earlier session, with its
// definitions. It returns what there is to tell.
func (s *Session) resume(cell string) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, err := s.vault.Dir.FindKept(s.opts.Notebook == "" && s.opts.Shared, s.cellIDs(cell), s.now.Count)
	if err != nil {
		return nil, err
	}
	if k.Renamed {
		k.Findings = append(k.Findings, "These values are from when the notebook had another name.")
	}
	s.vault.Take(k)
	s.now = k.State
	return k.Findings, nil
}
