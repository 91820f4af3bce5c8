package program

import (
	"context"
	"fmt"
	"go/types"
	"slices"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/check"
	"github.com/mercer-go/mercer/kernel/program/source"
	"github.com/mercer-go/mercer/kernel/program/tables"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// written is a program as files: the last stage.
type written struct {
	files   *source.Files
	program Program
	roots   []string // names that the start uses
	plan    *plan
	embeds  bool // a variable is filled in by the compiler
}

// writeDraft writes everything that the cell may lead to, without tables for the run-time.
func writeDraft(ctx context.Context, view *toolchain.View, t *typed, after *defs.Defs) (*written, error) {
	return newPlan(t, after, nil).write(ctx, view, nil)
}

// writeReached writes what the start of the program leads to.
func writeReached(ctx context.Context, view *toolchain.View, t *typed, after *defs.Defs, r *reached) (*written, error) {
	w, err := newPlan(t, after, r.keys).write(ctx, view, r.checked)
	if err != nil {
		return nil, err
	}
	w.files.Trim(func(path, name string) types.Object {
		p, err := view.Import(path)
		if err != nil {
			return nil
		}
		return p.Scope().Lookup(name)
	})
	w.program.Notices = slices.Concat(t.notices, r.notices, w.program.Notices)
	w.program.Notes = careful(nil, func() []string { return append(t.findNotes(), r.functionNotes(t)...) })
	return w, nil
}

// write writes the program of a plan. checked tells the types of its variables; without it no tables are made.
func (p *plan) write(ctx context.Context, view *toolchain.View, checked *check.Result) (*written, error) {
	preamble := ""
	if imp := p.scope.Import("C"); imp != nil {
		preamble = imp.Text
	}
	out := source.New(p.taken(), preamble)
	out.Hide(hiddenTypes(p.scope, p.taken()))
	for _, d := range p.set.Order {
		if p.kept(d) {
			out.Decl(d, renameInit(d))
		}
	}
	old, notices := p.writeOld(out, loadsOld(view))
	p.writeBody(out)
	vars := p.writeVars(out, old)
	var known tables.Tables
	if checked != nil && !p.req.ownStart() {
		var err error
		if known, err = tables.Make(ctx, view, p.tableRequest(view, out, vars.vars, checked)); err != nil {
			return nil, err
		}
	}
	inits := p.initCalls()
	p.writeStart(out, vars, known, vars.flags)
	return &written{files: out, plan: p, roots: slices.Concat(p.roots(), vars.flags, inits), embeds: vars.embeds, program: Program{
		First: p.assignments(),
		Defs:  p.after, Mode: p.req.Mode, TestArgs: p.testArgs(), key: p.key, Facts: Facts{
			Vars: vars.vars, Declared: p.declared(), Uses: p.uses(vars.vars), Notices: notices,
			Empty: p.empty(len(vars.flags) + len(inits)), ReadOnly: p.exprs != nil,
		},
	}}, nil
}

// hiddenTypes returns the predeclared types whose names a program declares as something that is no type.
func hiddenTypes(scope *defs.Scope, taken map[string]bool) (names []string) {
	for name := range taken {
		d := scope.Find(name)
		if _, isType := types.Universe.Lookup(name).(*types.TypeName); isType && d != nil && d.Kind != defs.KindType {
			names = append(names, name)
		}
	}
	return names
}

// tableRequest asks for the tables of the program's variables.
func (p *plan) tableRequest(view *toolchain.View, out *source.Files, vars []Var, checked *check.Result) tables.Request {
	req := tables.Request{Out: out, File: mainFile, Scope: p.scope, After: p.after, Extras: p.extras(), Skip: []string{runtimePath, barePath, displayPath}}
	if rt, err := view.Import(runtimePath); err == nil {
		req.Handles = hasField(rt, "Program", "Handles")
	}
	for _, v := range vars {
		name := v.Name
		if v.Old {
			name = p.olds[name]
		}
		if obj := checked.Pkg.Scope().Lookup(name); obj != nil {
			req.Vars = append(req.Vars, obj.Type())
		}
	}
	for _, name := range sortedKeys(p.set.Vars) {
		if v, ok := p.value(name); ok {
			req.Stored = append(req.Stored, v.Refs...)
		}
	}
	return req
}

// declared returns the keys that the cell declares.
func (p *plan) declared() []string {
	var keys []string
	for _, d := range p.ownDecls() {
		keys = append(keys, d.Keys()...)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// empty says whether the program would do nothing. inits is how many functions run before the cell.
func (p *plan) empty(inits int) bool {
	return !p.hasStatements() && p.syn.MainStart < 0 && p.main == nil && inits == 0 &&
		len(p.vars) == 0 && (p.req.Mode == Plain || p.req.Mode == Main)
}

// oldVar is a variable of an earlier cell that is loaded under another name.
type oldVar struct {
	Var
	as string
}

// writeOld writes old declarations under new names. loads says whether the run-time can load a value under another name.
func (p *plan) writeOld(out *source.Files, loads bool) (vars []oldVar, notices []string) {
	for _, name := range sortedKeys(p.olds) {
		d, as := p.base.Scope().Find(name), p.olds[name]
		switch {
		case d.Kind != defs.KindVar:
			out.Decl(d, map[string]string{name: as})
			continue
		default:
			out.Variable(varsFile, as, d.OriginOf(name), d.TypeOf(name))
		}
		if v, ok := p.value(name); !ok || v.NotCarried != "" {
			continue // there is nothing to load
		}
		if !loads {
			notices = append(notices, name+" is declared with another type: its old value cannot be read in the same cell and is zero")
			continue
		}
		vars = append(vars, oldVar{Var{Name: name, Type: defs.Readable(d.TypeOf(name)), Old: true}, as})
	}
	return vars, notices
}

// loadsOld says whether the run-time can load a value under a name that the cell declares anew.
func loadsOld(view *toolchain.View) bool {
	p, err := view.Import(runtimePath)
	if err != nil {
		return false
	}
	return p.Scope().Lookup("Var") != nil && hasField(p, "Var", "Old")
}

// initName is the name by which a function init or init_name is called.
func initName(d *defs.Decl) string {
	if d.Once() {
		return fmt.Sprintf("%sfunc_init_%s_%d_%d", source.Prefix, trimGo(d.File), d.Line, d.Col)
	}
	return d.Names[0].Key
}

// renameInit gives a function init a name by which it can be called: it must run after the values are loaded.
func renameInit(d *defs.Decl) map[string]string {
	if !d.Once() {
		return nil
	}
	return map[string]string{"init": initName(d)}
}
