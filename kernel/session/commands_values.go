package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/files"
	"github.com/mercer-go/mercer/kernel/session/state"
	"github.com/mercer-go/mercer/kernel/store"
)

// This file implements the commands about values and definitions.

// maxBriefs is how many values %values describes.
const maxBriefs = 200

func (x *execution) cmdValues(ctx context.Context, _ cell.Command) error {
	s := x.s
	s.mu.Lock()
	values := s.vault.Store.Values()
	s.mu.Unlock()
	code := x.codeRows()
	if len(values)+len(code) == 0 {
		x.out.Stream("stdout", "No values.\n")
		return nil
	}
	var names []string
	for _, v := range values[:min(len(values), maxBriefs)] {
		if v.NotCarried == "" {
			names = append(names, v.Name)
		}
	}
	briefs, declared := map[string]string{}, x.before.Defs
	if len(names) > 0 {
		briefs = s.briefs(ctx, names)
	}
	rows := [][]string{{"name", "type", "value", "size", "set by"}}
	for _, v := range values {
		kept := files.SizeText(v.Size)
		if v.NotCarried != "" {
			kept = "not kept: " + v.NotCarried
		}
		by := ""
		if v.SetBy > 0 {
			by = fmt.Sprintf("[%d]", v.SetBy) + x.cellMark(v.Name)
		}
		rows = append(rows, []string{v.Name, typeText(v, declared), briefs[v.Name], kept, by})
	}
	x.out.Table(append(rows, code...))
	if left := undescribed(names, briefs); len(left) > 0 {
		x.out.Stream("stdout", fmt.Sprintf("Not shown, since their description failed or took longer than %v: %s.\n", briefTime, strings.Join(left, ", ")))
	}
	if len(values) > maxBriefs {
		x.out.Stream("stdout", fmt.Sprintf("Values are shown of the first %d of %d variables.\n", maxBriefs, len(values)))
	}
	return nil
}

// codeRows are the rows of %values for the types, functions and methods of the notebook, with the cell that declares each.
func (x *execution) codeRows() (rows [][]string) {
	for _, d := range x.before.Defs.All() {
		switch d.Kind {
		case defs.KindType:
			rows = append(rows, []string{d.Key, "type", "", "", x.declaredIn(d.Key)})
		case defs.KindFunc, defs.KindMethod:
			rows = append(rows, []string{d.Key, d.Type, "", "", x.declaredIn(d.Key)})
		}
	}
	return rows
}

// declaredIn is the count of the cell that declares a name, as in "[3]", with its mark.
func (x *execution) declaredIn(key string) string {
	r := x.before.DeclaredBy(key)
	if r == nil {
		return ""
	}
	return fmt.Sprintf("[%d]", r.Count) + x.cellMark(key)
}

// cellMark marks a name whose cell is stale, or deleted from the notebook's file.
func (x *execution) cellMark(key string) string {
	if x.declaredInDeleted(key, fileVersion(x.s.opts.Notebook)) {
		return ", deleted"
	}
	if r := x.before.DeclaredBy(key); r != nil && slices.Contains(x.before.Stale, r.Ref()) {
		return ", stale"
	}
	return ""
}

// typeText is the type of a value as a notebook writes it. Where it has a type argument of a package, the run-time's text holds a whole import path, and
// not the name by which the notebook knows the type, as metrics.Method; the declaration does.
func typeText(v store.Value, declared *defs.Defs) string {
	if d := declared.Lookup(v.Name); d != nil && d.Type != "" && strings.Contains(v.Type, "/") {
		return d.Type
	}
	return strings.ReplaceAll(v.Type, "main.", "")
}

// undescribed are the names without a brief.
func undescribed(names []string, briefs map[string]string) (left []string) {
	for _, name := range names {
		if _, ok := briefs[name]; !ok {
			left = append(left, name)
		}
	}
	return left
}

func (x *execution) cmdList(context.Context, cell.Command) error {
	defs := x.s.Defs().All()
	if len(defs) == 0 {
		x.out.Stream("stdout", "No definitions.\n")
		return nil
	}
	rows := [][]string{{"kind", "name", "type", "cell"}}
	for _, d := range defs {
		rows = append(rows, []string{string(d.Kind), d.Key, d.Type, x.declaredIn(d.Key)})
	}
	x.out.Table(rows)
	return nil
}

func (x *execution) cmdRemove(_ context.Context, c cell.Command) error {
	if len(c.Args) == 0 {
		return errors.New("names nothing; %list lists the definitions")
	}
	rest, missing := x.before.Defs.Remove(c.Args...)
	told := x.removalNotes(c.Args, missing)
	if err := x.replace(rest, removedVars(x.before.Defs, rest), "%"+c.Name+" "+strings.Join(c.Args, " ")); err != nil {
		return err
	}
	for _, note := range told {
		x.out.Stream(note[0], note[1])
	}
	return nil
}

// removalNotes says what happens to each name, in GoNB's words, with the stream to write it to. A name that is not there
// fails no cell.
func (x *execution) removalNotes(names, missing []string) (notes [][2]string) {
	for _, name := range names {
		if slices.Contains(missing, name) {
			notes = append(notes, [2]string{"stderr", fmt.Sprintf(". key %q not found in any definition, not removed\n", name)})
			continue
		}
		kind := x.before.Defs.Lookup(name).Kind
		if kind == defs.KindInit {
			kind = defs.KindFunc
		}
		notes = append(notes, [2]string{"stdout", fmt.Sprintf(". removed %s %s\n", kind, name)})
	}
	return notes
}

// removedVars returns the variables of before that are not in after.
func removedVars(before, after *defs.Defs) []string {
	var gone []string
	for _, d := range before.All() {
		if d.Kind == defs.KindVar && after.Lookup(d.Key) == nil {
			gone = append(gone, d.Key)
		}
	}
	return gone
}

// replace makes defs the definitions of the notebook, for the rest of this cell too, and drops variables. by says which
// command does so.
func (x *execution) replace(all *defs.Defs, gone []string, by string) error {
	after := x.before
	after.Defs, after.By = all, by
	if err := x.s.commitDefs(after, gone); err != nil {
		return err
	}
	x.before = after
	return nil
}

func (x *execution) cmdReset(_ context.Context, c cell.Command) error {
	if len(c.Args) > 1 || len(c.Args) == 1 && c.Args[0] != "go.mod" {
		return fmt.Errorf("takes nothing or go.mod, got %q", c.Args)
	}
	if len(c.Args) == 0 {
		if err := x.s.clear(); err != nil {
			return err
		}
		x.before = x.s.state()
		x.out.Stream("stdout", "* State reset: all memorized declarations discarded, and all values.\n")
	}
	return x.s.env.ResetModule()
}

// state returns the state as it stands.
func (s *Session) state() state.State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// clear forgets all definitions and values.
func (s *Session) clear() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	empty := state.State{Count: s.now.Count, By: "%reset"}
	data, err := s.vault.Meta(empty)
	if err != nil {
		return err
	}
	if err := s.vault.Store.Clear(data); err != nil {
		return err
	}
	s.now = empty
	return nil
}

// noArgs is the error of a command that takes no arguments, nil if it got none.
func noArgs(c cell.Command) error {
	if len(c.Args) > 0 {
		return fmt.Errorf("takes no arguments, got %q", c.Args)
	}
	return nil
}

func (x *execution) cmdUndo(_ context.Context, c cell.Command) error {
	if err := noArgs(c); err != nil {
		return err
	}
	by, err := x.s.undo()
	if errors.Is(err, store.ErrNothingToUndo) {
		return errors.New("there is nothing to take back: no earlier values and definitions are kept")
	}
	if err != nil {
		return err
	}
	x.before = x.s.state()
	x.out.Stream("stdout", "Values and definitions are as they were before "+by+".\n")
	return nil
}

// undo goes back one commit and says what had made it.
func (s *Session) undo() (by string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	newest, err := s.vault.State(s.now.Count)
	if err != nil {
		return "", err
	}
	if by = newest.By; by == "" {
		by = "the last commit"
	}
	if err := s.vault.Store.Undo(); err != nil {
		return "", err
	}
	st, err := s.vault.State(s.now.Count)
	if err == nil {
		s.noteAbsent(s.now, st, undone)
		s.now = st
	}
	return by, err
}

func (x *execution) cmdResume(_ context.Context, c cell.Command) error {
	if err := noArgs(c); err != nil {
		return err
	}
	findings, err := x.s.resume(x.req.CellID)
	if err != nil {
		return err
	}
	for _, f := range findings {
		x.out.Notice(f)
	}
	x.before = x.s.state()
	var names []string
	for _, d := range x.before.Defs.All() {
		if d.Kind != defs.KindImport {
			names = append(names, d.Key)
		}
	}
	x.out.Stream("stdout", "Resumed: "+describe(names)+".\n")
	return nil
}

func (x *execution) cmdSave(_ context.Context, c cell.Command) error {
	if len(c.Args) == 0 {
		return errors.New("names no file")
	}
	return x.s.save(x.path(c.Args[0]), c.Args[1:])
}

func (s *Session) save(path string, names []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, err := s.now.Encode()
	if err != nil {
		return err
	}
	return s.vault.Store.Save(path, data, names...)
}

func (x *execution) cmdLoad(_ context.Context, c cell.Command) error {
	args := slices.DeleteFunc(slices.Clone(c.Args), func(a string) bool { return a == "--code" })
	if len(args) != 1 {
		return fmt.Errorf("takes one file, got %d arguments", len(args))
	}
	names, left, err := x.load(x.path(args[0]), "%load "+args[0], len(args) < len(c.Args))
	if err != nil {
		return err
	}
	x.before = x.s.state()
	text := "Loaded: " + describe(names) + "."
	if len(left) > 0 {
		text += " Left out, as it is code that cells would run: " + describe(left) + ". %load --code takes it too."
	}
	x.out.Stream("stdout", text+"\n")
	return nil
}

// load takes the values of a file and the types that they need into the notebook, and with code all that its definitions
// declare for them. It returns the names of the variables, and what was left out.
func (x *execution) load(path, by string, code bool) (names, left []string, err error) {
	s := x.s
	s.mu.Lock()
	defer s.mu.Unlock()
	loaded, err := store.ReadSaved(path)
	if err != nil {
		return nil, nil, err
	}
	old, err := state.ReadMeta(loaded.Meta)
	if err != nil {
		return nil, nil, err
	}
	for _, v := range loaded.Values {
		if code || v.NotCarried == "" { // with code an initialiser will do for a value
			names = append(names, v.Name)
		}
	}
	if len(names) == 0 {
		return nil, nil, errors.New("the file holds no values; %load --code takes its definitions")
	}
	loadable := old.Defs
	if !code {
		inFile := func(name string) bool {
			return slices.ContainsFunc(loaded.Values, func(v store.Value) bool { return v.Name == name })
		}
		loadable, left = old.Defs.WithoutCode(func(name string) bool { return slices.Contains(names, name) })
		left = slices.DeleteFunc(left, func(key string) bool { return old.Defs.Decl(key).Kind == defs.KindVar && !inFile(key) })
	}
	after := s.now
	after.By = by
	after.Defs = s.now.Defs.Merge(loadable, func(d *defs.Def) bool {
		return d.Kind != defs.KindVar || slices.Contains(names, d.Key)
	})
	data, err := s.vault.Meta(after)
	if err != nil {
		return nil, nil, err
	}
	data.Count = x.count
	if _, err := s.vault.Store.Load(path, data, names...); err != nil {
		return nil, nil, err
	}
	s.now = after
	return names, left, nil
}

// cmdWhere tells which cell declares a name.
func (x *execution) cmdWhere(_ context.Context, c cell.Command) error {
	if len(c.Args) != 1 {
		return fmt.Errorf("takes one name, got %d arguments", len(c.Args))
	}
	for _, r := range x.before.Cells {
		if slices.Contains(r.Declares, c.Args[0]) {
			x.out.Stream("stdout", fmt.Sprintf("Cell [%d], which begins with %s\n", r.Count, r.Opening()))
			return nil
		}
	}
	return fmt.Errorf("no cell declares %s", c.Args[0])
}

// cmdCells lists the cells that ran.
func (x *execution) cmdCells(_ context.Context, c cell.Command) error {
	if err := noArgs(c); err != nil {
		return err
	}
	rows := [][]string{{"cell", "begins with", "declares", ""}}
	for _, r := range x.before.Cells {
		row := []string{fmt.Sprintf("[%d]", r.Count), r.Opening(), describe(r.Declares), ""}
		if slices.Contains(x.before.Stale, r.Ref()) {
			row[3] = "stale"
		}
		rows = append(rows, row)
	}
	x.out.Table(rows)
	return nil
}
