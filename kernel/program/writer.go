package program

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/toolchain"
	"github.com/mercer-go/mercer/kernel/toolchain/module"
)

// runtimePath is the package that each cell's program starts with; barePath is the one that will do for a program
// without variables.
const (
	runtimePath = module.Path + "/kernel/cellrt"
	barePath    = runtimePath + "/bare"
)

// The generated files, and what they declare.
const (
	varsFile   = "mercer_vars.go"
	mainFile   = "mercer_main.go"
	cellFunc   = aliasPrefix + "cell"
	mainFunc   = aliasPrefix + "main"
	oldPrefix  = aliasPrefix + "old_"
	initPrefix = aliasPrefix + "init_"
)

// writer writes the files of the program for phase 2.
type writer struct {
	c      *composition
	r      *renderer
	scope  *scope
	set    *declSet
	keep   *reached // what to write; nil is everything that the set has
	unused map[[2]string]bool
	types2 *checked // of the first writing, in the second one
	err    error

	vars    []Var
	entry   []string          // lines of the cellrt.Program
	inits   []string          // functions to call before the cell
	olds    map[string]string // new names of old declarations that the statements still use
	refs    []string          // entries of the table of references
	refKeys map[string]bool
	types   []string // types to link
	anchors []string // functions to link for the types that they use
	embeds  bool
	onces   map[*decl]string // initialiser functions
}

func (c *composition) newWriter(keep *reached) *writer {
	w := &writer{c: c, keep: keep, olds: map[string]string{}, onces: map[*decl]string{}, refKeys: map[string]bool{}}
	w.scope = newScope(c.after.list())
	for _, e := range c.early {
		w.early(e)
	}
	roots := c.bodyFree.sorted()
	for _, v := range c.vars {
		if !v.local {
			roots = append(roots, v.name)
		}
	}
	for _, d := range c.decls {
		roots = append(roots, d.Free...)
		roots = append(roots, d.keys()...)
	}
	for _, d := range w.oldDecls() {
		roots = append(roots, d.Free...)
	}
	roots = w.related(roots)
	w.set = w.scope.reach(roots, w.initialised)
	for more := w.extraRoots(w.scope); len(more) > 0; more = nil { // of the variables that were found
		w.set = w.scope.reach(append(roots, more...), w.initialised)
	}
	w.r = newRenderer(w.taken())
	if imp := w.scope.imports["C"]; imp != nil {
		w.r.preamble = imp.Text
	}
	return w
}

// related adds to names of variables those that must be loaded with them.
func (w *writer) related(roots []string) []string {
	seen := map[string]bool{}
	for i := 0; i < len(roots); i++ {
		if seen[roots[i]] {
			continue
		}
		seen[roots[i]] = true
		if d := w.scope.byName[roots[i]]; d != nil && d.Kind == KindVar {
			v, _ := w.c.value(roots[i])
			roots = append(roots, v.RelatedVars...)
		}
	}
	return roots
}

// initialised says whether a variable is initialised by its own code before the cell.
func (w *writer) initialised(name string) bool {
	if w.c.declares(name) != nil {
		return false
	}
	d := w.scope.byName[name]
	return d != nil && d.Kind == KindVar && w.c.needsInit(d, name)
}

// declares returns the cell's own variable of that name.
func (c *composition) declares(name string) *topVar {
	for _, v := range c.vars {
		if v.name == name && !v.local {
			return v
		}
	}
	return nil
}

// early notes that the statements use a name as it was before the cell declares it. Nothing is to be done where the
// variable stays the same one.
func (w *writer) early(e earlyUse) {
	name := e.ident.Name
	if v := w.c.declares(name); v != nil && v.before {
		return
	}
	if old := w.c.base.Lookup(name); old != nil && old.Kind != KindImport {
		w.olds[name] = oldPrefix + name
	}
}

// oldDecls returns the declarations that are composed under another name.
func (w *writer) oldDecls() []*decl {
	var out []*decl
	for _, name := range sortedKeys(w.olds) {
		out = append(out, w.c.base.Lookup(name).decl)
	}
	return out
}

// taken returns the names at package level.
func (w *writer) taken() map[string]bool {
	taken := map[string]bool{"main": true}
	for _, d := range w.set.order {
		if d.Kind != KindMethod && d.Kind != KindImport {
			for _, k := range d.keys() {
				taken[k] = true
			}
		}
	}
	for name := range w.set.vars {
		taken[name] = true
	}
	return taken
}

// kept says whether a declaration belongs into the program.
func (w *writer) kept(d *decl) bool {
	if w.keep == nil || d.Kind == KindImport {
		return true
	}
	return slices.ContainsFunc(d.keys(), func(k string) bool { return (*w.keep)[k] })
}

// write writes all files.
func (w *writer) write() {
	for _, d := range w.set.order {
		if w.kept(d) {
			w.r.decl(d, renameInit(d))
		}
	}
	w.olden()
	w.body()
	w.variables()
	if w.types2 != nil && w.c.req.Mode != Test {
		w.tables()
	}
	w.start()
	w.dropUnused()
}

// tables makes the tables of types and references, by the types of the program's variables.
func (w *writer) tables() {
	tc := newTypeClosure()
	for _, v := range w.vars {
		name := v.Name
		if v.Old {
			name = w.olds[name]
		}
		if obj := w.types2.pkg.Scope().Lookup(name); obj != nil {
			tc.add(obj.Type())
		}
	}
	w.writeTypes(tc)
	w.err = cmp.Or(w.err, w.writeRefs(tc))
}

// olden writes old declarations under new names.
func (w *writer) olden() {
	for _, name := range sortedKeys(w.olds) {
		d := w.c.base.Lookup(name).decl
		if as := w.olds[name]; d.Kind == KindVar {
			w.r.variable(as, originOf(d, name), d.typeOf(name))
			if v, ok := w.c.value(name); !ok || v.NotCarried != "" {
				continue // there is nothing to load
			}
			if !loadsOld(w.c.view) {
				w.c.prog.Notices = append(w.c.prog.Notices, name+" is declared with another type: its old value cannot be read in the same cell and is zero")
				continue
			}
			w.vars = append(w.vars, Var{Name: name, Type: readable(d.typeOf(name)), Old: true})
			w.entry = append(w.entry, fmt.Sprintf("{Name: %q, Ptr: &%s, Old: true}", name, as))
		} else if d.Kind != KindMethod {
			w.r.decl(d, map[string]string{name: as})
		}
	}
}

// variable declares a variable of the notebook.
func (r *renderer) variable(name string, at origin, typ string) {
	f := r.file(varsFile)
	f.body.WriteString("\nvar")
	f.line(at)
	fmt.Fprintf(&f.body, "%s %s\n", name, spell(typ, r.qualify(f)))
}

// loadsOld says whether the run-time can load a value under a name that the cell declares anew.
func loadsOld(view *toolchain.View) bool {
	p, err := view.Import(runtimePath)
	if err != nil {
		return false
	}
	v := p.Scope().Lookup("Var")
	if v == nil {
		return false
	}
	field, _, _ := types.LookupFieldOrMethod(v.Type(), false, p, "Old")
	return field != nil
}

// variables declares the variables and makes their entries, each after those that its initialiser reads.
func (w *writer) variables() {
	done := map[string]bool{}
	for _, d := range w.c.after.list() {
		if d.Kind != KindVar {
			continue
		}
		for _, n := range d.Names {
			w.variableAfterOthers(n.Key, done)
		}
	}
}

func (w *writer) variableAfterOthers(name string, done map[string]bool) {
	if done[name] || !w.keeps(name) {
		return
	}
	done[name] = true
	d := w.scope.byName[name]
	if w.initialised(name) {
		before := w.scope.reach(d.Free, func(string) bool { return false })
		for _, other := range sortedKeys(before.vars) {
			w.variableAfterOthers(other, done)
		}
	}
	for _, n := range d.Names {
		if n.Key == name {
			w.variable(d, n)
		}
	}
}

// keeps says whether a variable belongs into the program.
func (w *writer) keeps(name string) bool {
	return w.set.vars[name] && (w.keep == nil || (*w.keep)[name])
}

func (w *writer) variable(d *decl, n declared) {
	v := Var{Name: n.Key, Type: readable(n.Type)}
	own := w.c.declares(n.Key)
	if d.Raw && own != nil {
		w.rawVar(d)
	} else {
		w.r.variable(n.Key, origin{d.File, n.Line, n.Col}, n.Type)
	}
	switch {
	case own != nil:
		v.Fresh = !(own.before && w.readBefore(own))
	case d.Flag:
		v.Fresh, v.HasInit = true, true
		w.inits = append(w.inits, w.initialiser(d))
	default:
		v.HasInit = w.initialised(n.Key)
	}
	w.vars = append(w.vars, v)
	line := fmt.Sprintf("{Name: %q, Ptr: &%s", n.Key, n.Key)
	if v.HasInit && !d.Flag {
		line += ", Init: " + w.initialiser(d) + w.rerun(d, n.Key)
	}
	if v.Fresh {
		line += ", Fresh: true"
	}
	w.entry = append(w.entry, line+"}")
}

// rerun is what the run-time must know of an initialiser that it runs again: whether that can matter, and what else it
// sets.
func (w *writer) rerun(d *decl, name string) string {
	if e, err := parser.ParseExpr(d.Text); err == nil {
		switch e.(type) {
		case *ast.FuncLit, *ast.Ident, *ast.SelectorExpr:
			return ", Pure: true"
		}
	}
	var with []string
	for _, l := range d.Left {
		if l != name && d.typeOf(l) != "" && w.initialised(l) && w.keeps(l) {
			with = append(with, l)
		}
	}
	if len(with) == 0 {
		return ""
	}
	return fmt.Sprintf(", With: %#v", with)
}

// readBefore says whether the old value of a variable that the cell declares again can be read before: by the
// statements themselves, or by functions.
func (w *writer) readBefore(v *topVar) bool {
	for _, e := range w.c.early {
		if e.ident.Name == v.name {
			return true
		}
	}
	for _, d := range w.set.order {
		if w.kept(d) && slices.Contains(d.Free, v.name) {
			return true
		}
	}
	return w.c.main != nil && freeNames(w.c.syn.Decls, w.c.main)[v.name] != nil
}

// rawVar writes a variable as the user did, since the compiler fills it in.
func (w *writer) rawVar(d *decl) {
	f := w.r.file(d.File)
	f.always = append(f.always, `_ "embed"`)
	for name, path := range d.Pkgs {
		w.r.importAs(f, name, path)
	}
	if strings.Contains(d.typeOf(d.Names[0].Key), `"embed".`) {
		f.imports["embed"] = "embed"
	}
	f.line(origin{d.File, d.Line, d.Col})
	f.body.WriteString(d.Text + "\n")
	w.embeds = true
}

// initialiser writes the function that runs a variable's initialiser, once, and returns its name.
func (w *writer) initialiser(d *decl) string {
	if name := w.onces[d]; name != "" {
		return name
	}
	name := fmt.Sprintf("%s%d", initPrefix, len(w.onces))
	w.onces[d] = name
	f := w.r.file(d.File)
	rename := map[string]string{}
	for as, path := range d.Pkgs {
		if strings.HasPrefix(as, ".") {
			f.always = append(f.always, fmt.Sprintf(". %q", path))
		} else if path == "C" {
			w.r.importC(f)
		} else if real := w.r.importAs(f, as, path); real != as {
			rename[as] = real
		}
	}
	at := origin{d.File, d.Line, d.Col}
	text := d.Text
	if len(rename) > 0 {
		text = renameIdents("var _ = ", text, at, rename)
	}
	left := slices.Clone(d.Left)
	for i, l := range left {
		if d.typeOf(l) == "" || !w.initialised(l) || !w.keeps(l) {
			left[i] = "_"
		}
	}
	f.body.WriteString("\n//line " + varsFile + ":1:1\n")
	if len(left) > 1 {
		fmt.Fprintf(&f.body, "var %s_done bool\n", name)
	}
	fmt.Fprintf(&f.body, "func %s() {\n", name)
	if len(left) > 1 {
		fmt.Fprintf(&f.body, "if %s_done { return }\n%s_done = true\n", name, name)
	}
	fmt.Fprintf(&f.body, "%s = %s%s\n}\n", strings.Join(left, ", "), at.directive(""), text)
	return name
}

// dropUnused removes the imports that the checker found unused, and those that only left-out declarations need.
func (w *writer) dropUnused() {
	for key := range w.unused {
		name, ok := strings.CutPrefix(key[0], cell.SourcePrefix)
		if f := w.r.files[name]; ok && f != nil {
			for as, path := range f.imports {
				if path == key[1] {
					delete(f.imports, as)
				}
			}
		}
	}
}

// uses returns the keys of earlier cells that the program reaches.
func (w *writer) uses() []string {
	var out []string
	own := map[*decl]bool{}
	for _, d := range w.c.allDecls() {
		own[d] = true
	}
	for _, d := range w.set.order {
		if !own[d] && d.Kind != KindImport && w.kept(d) {
			for _, k := range d.keys() {
				if w.keep == nil || (*w.keep)[k] {
					out = append(out, k)
				}
			}
		}
	}
	for _, v := range w.vars {
		if t := w.c.declares(v.Name); t == nil || t.before && !v.Fresh || v.Old {
			out = append(out, v.Name)
		}
	}
	for name := range w.olds {
		out = append(out, name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
