package program

import (
	"slices"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/check"
	"github.com/mercer-go/mercer/kernel/program/source"
	"github.com/mercer-go/mercer/kernel/program/tables"
	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// runtimePath is the package that each cell's program starts with; barePath is the one that will do for a program
// without variables.
const (
	runtimePath = module.Path + "/kernel/cellrt"
	barePath    = runtimePath + "/bare"
	tracedPath  = runtimePath + "/traced" // makes the program wait for a debugger
)

// The generated files, and what they declare.
const (
	varsFile   = "mercer_vars.go"
	mainFile   = "mercer_main.go"
	cellFunc   = source.Prefix + "cell"
	mainFunc   = source.Prefix + "main"
	oldPrefix  = source.Prefix + "old_"
	initPrefix = source.Prefix + "init_"
)

// plan says what the files of a program hold. It is made before the first of them is written, and stays as it is.
type plan struct {
	*typed
	after *defs.Defs
	scope *defs.Scope       // of after
	set   *defs.Set         // what may be written
	keep  check.Reached     // what of it is written; nil is all
	olds  map[string]string // new names of old declarations that the statements still use
}

// newPlan finds what a program may need.
func newPlan(t *typed, after *defs.Defs, keep check.Reached) *plan {
	p := &plan{typed: t, after: after, scope: after.Scope(), keep: keep, olds: t.oldNames()}
	roots := t.free.Sorted()
	for _, v := range t.vars {
		if !v.local {
			roots = append(roots, v.name)
		}
	}
	for _, d := range t.decls {
		roots = append(append(roots, d.Free...), d.Keys()...)
	}
	for _, name := range sortedKeys(p.olds) {
		roots = append(roots, t.base.Scope().Find(name).Free...)
	}
	roots = p.related(roots)
	p.reach(roots)
	if p.wantsFlags() { // all, since arguments may name each
		if flags := p.scope.Flags(); len(flags) > 0 {
			roots = append(roots, flags...)
			p.reach(roots)
		}
	}
	if more := p.extraRoots(); len(more) > 0 { // of the variables that were found
		p.reach(append(roots, more...))
	}
	return p
}

// reach finds what the names need, and with it the functions init that may have to run.
func (p *plan) reach(roots []string) {
	var inits, others []*defs.Decl
	for _, d := range p.scope.Inits() {
		if p.runs(d) {
			inits = append(inits, d)
		} else if p.keep == nil {
			others = append(others, d)
		}
	}
	p.set = p.scope.Reach(roots, p.initialised, inits...)
	for i := 0; i < len(others); i++ {
		if p.rerunsFor(p.scope.Reach(nil, p.initialised, others[i]).Vars) {
			inits = append(inits, others[i])
			others = slices.Delete(others, i, i+1)
			p.set, i = p.scope.Reach(roots, p.initialised, inits...), -1
		}
	}
}

// rerunsFor says whether one of the variables that a function init reaches is initialised anew in the program, by more than
// naming a function.
func (p *plan) rerunsFor(reached map[string]bool) bool {
	for name := range reached {
		if p.set.Vars[name] && p.initialised(name) && !isPure(p.scope.Find(name)) {
			return true
		}
	}
	return false
}

// reruns returns what the draft of a program reaches, with the functions init of earlier cells that must run again: those
// that reach a variable whose value the store does not have, so that its initialiser runs again as well. What such a
// function has put into the variable would be missing otherwise, as handlers that are registered in a map.
func (w *written) reruns(g *check.Graph) check.Reached {
	roots := w.roots
	for {
		keys, n := g.From(roots), len(roots)
		for _, d := range w.plan.set.Order {
			name := initName(d)
			if d.Kind != defs.KindInit || keys[name] {
				continue
			}
			if slices.ContainsFunc(sortedKeys(g.From([]string{name})), func(key string) bool {
				return keys[key] && w.plan.rerunsFor(map[string]bool{key: true})
			}) {
				roots = append(roots, name)
			}
		}
		if len(roots) == n {
			return keys
		}
	}
}

// oldNames finds the names that the statements use as they were before the cell declares them. Nothing is to be done where
// the variable stays the same one.
func (t *typed) oldNames() map[string]string {
	olds := map[string]string{}
	for _, e := range t.early {
		name := e.ident.Name
		if v := t.byName[name]; v != nil && v.before {
			continue
		}
		if t.base.Scope().Find(name) != nil {
			olds[name] = oldPrefix + name
		}
	}
	return olds
}

// related adds to names of variables those that must be loaded with them.
func (p *plan) related(roots []string) []string {
	seen := map[string]bool{}
	for i := 0; i < len(roots); i++ {
		if seen[roots[i]] {
			continue
		}
		seen[roots[i]] = true
		if d := p.scope.Find(roots[i]); d != nil && d.Kind == defs.KindVar {
			v, _ := p.value(roots[i])
			roots = append(roots, v.RelatedVars...)
		}
	}
	return roots
}

// initialised says whether a variable is initialised by its own code before the cell.
func (p *plan) initialised(name string) bool {
	if p.byName[name] != nil {
		return false
	}
	d := p.scope.Find(name)
	return d != nil && d.Kind == defs.KindVar && p.needsInit(p.base.Scope(), d, name)
}

// values returns what the store knows of the variables that the program loads.
func (p *plan) values() []ValueInfo {
	var out []ValueInfo
	for _, name := range sortedKeys(p.set.Vars) {
		if own := p.byName[name]; own != nil && !own.before || p.keep != nil && !p.keep[name] {
			continue
		}
		if v, ok := p.value(name); ok {
			out = append(out, v)
		}
	}
	return out
}

// extras returns the types that the values of the program's variables hold behind interfaces.
func (p *plan) extras() []tables.Extra {
	var texts []string
	for _, v := range p.values() {
		texts = append(texts, v.ExtraTypes...)
	}
	return tables.ParseExtras(texts)
}

// extraRoots returns the names of the notebook that the extra types need: types, and for types declared in functions
// these functions.
func (p *plan) extraRoots() []string {
	var roots []string
	for _, e := range p.extras() {
		for _, name := range e.Declared() {
			if p.scope.Find(name) != nil {
				roots = append(roots, name)
			} else {
				roots = append(roots, p.after.Declaring(name)...)
			}
		}
	}
	return roots
}

// taken returns the names at package level.
func (p *plan) taken() map[string]bool {
	taken := map[string]bool{"main": true}
	for _, d := range p.set.Order {
		if d.Kind != defs.KindMethod && d.Kind != defs.KindImport {
			for _, n := range d.Names {
				taken[n.Key] = true
			}
		}
	}
	for name := range p.set.Vars {
		taken[name] = true
	}
	return taken
}

// kept says whether a declaration belongs into the program.
func (p *plan) kept(d *defs.Decl) bool { return keeps(p.keep, d) }

// keepsVar says whether a variable belongs into the program.
func (p *plan) keepsVar(name string) bool {
	return p.set.Vars[name] && (p.keep == nil || p.keep[name])
}

// roots returns the names that the program's start uses, besides the functions that initialise variables.
func (p *plan) roots() []string {
	roots := []string{"main", cellFunc, mainFunc}
	for _, v := range p.vars {
		if !v.local {
			roots = append(roots, v.name)
		}
	}
	own := map[*defs.Decl]bool{}
	if p.req.Mode == Test || len(p.req.Goflags) > 0 { // coverage, say, is of all that the cell declares
		for _, d := range p.decls {
			own[d] = true
		}
	}
	for _, d := range p.set.Order {
		if own[d] {
			roots = append(roots, d.Keys()...)
		}
	}
	roots = append(roots, p.tests(p.scope)...)
	for name := range p.set.Vars {
		if d := p.scope.Find(name); d != nil && d.Flag && p.wantsFlags() {
			roots = append(roots, name)
		}
		if v, _ := p.value(name); len(v.RelatedVars) > 0 {
			roots = append(roots, name)
		}
	}
	if p.req.Mode == Exec {
		roots = append(roots, p.req.Func)
	}
	return append(roots, p.extraRoots()...)
}

// uses returns the keys of earlier cells that the program reaches.
func (p *plan) uses(vars []Var) []string {
	var out []string
	own := map[*defs.Decl]bool{}
	for _, d := range p.ownDecls() {
		own[d] = true
	}
	for _, d := range p.set.Order {
		if own[d] || d.Kind == defs.KindImport {
			continue
		}
		if d.Kind == defs.KindInit {
			if p.runs(d) {
				out = append(out, d.Keys()...)
			}
			continue
		}
		for _, n := range d.Names {
			if p.keep == nil || p.keep[n.Key] {
				out = append(out, n.Key)
			}
		}
	}
	for _, v := range vars {
		if t := p.byName[v.Name]; t == nil || t.before && !v.Fresh || v.Old {
			out = append(out, v.Name)
		}
	}
	for name := range p.olds {
		out = append(out, name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// hasStatements says whether there is code to run at the top level.
func (p *plan) hasStatements() bool {
	return len(p.syn.Body) > 0 || len(p.initOrder) > 0 || p.syn.PackageForm && len(p.zeroed()) > 0
}
