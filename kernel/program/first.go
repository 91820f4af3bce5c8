package program

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/check"
	"github.com/mercer-go/mercer/kernel/program/source"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// A cell of declarations alone is a Go package: its variables are initialised in Go's order, then its functions init run.
// A cell with statements runs from top to bottom, as the body of a function; but what stands at package level in Go comes
// first, in Go's order:
//
//  1. The "var" declarations above the first statement, each after those that its initialiser needs, directly or through
//     functions, whatever the order of the text.
//  2. A "var" further down that one of them, or a function init, needs; and one that a statement above it needs through
//     functions, unless an earlier cell has declared the name, so that the functions find its value. Those that depend on a
//     variable that ":=" declares stay where they are.
//  3. The functions init and init_name.
//  4. All other statements, in the order of the text.
//
// This file finds 1 and 2.

// first are the variables of a cell with statements that are initialised before its functions init and its statements.
type first struct {
	units []*ast.GenDecl // in Go's order, each with one assignment
	specs map[*ast.ValueSpec]bool
	body  []ast.Stmt // all statements, with the units in front
	file  *ast.File  // of body
}

// topSpec is a "var" line at the top level of a cell with statements.
type topSpec struct {
	decl    *ast.GenDecl
	spec    *ast.ValueSpec
	stmt    int  // index of the statement
	leading bool // no statement other than var stands above it
	needs   map[string]bool
	self    bool // the initialiser reads the old value of a name that the line declares
}

// firstFinder finds the variables that come first.
type firstFinder struct {
	*resolved
	scope   *defs.Scope // of everything that the cell can name, with its own variables
	specs   []*topSpec
	of      map[string]*topSpec // by name
	defines map[string]bool     // names that := declares
}

// initialisedFirst returns the variables that are initialised before the statements, or nil where the order of the text
// will do. An error in them is cell.Diagnostics.
func initialisedFirst(view *toolchain.View, r *resolved) (*first, error) {
	if r.syn.PackageForm {
		return nil, nil
	}
	f := &firstFinder{resolved: r, of: map[string]*topSpec{}, defines: map[string]bool{}}
	f.find()
	if len(f.specs) == 0 {
		return nil, nil
	}
	f.scope = f.ownScope()
	for _, s := range f.specs {
		f.read(s)
	}
	chosen, unordered := f.choose()
	if len(chosen) == 0 || !unordered && len(f.inits()) == 0 {
		return nil, nil
	}
	var units []*ast.GenDecl
	for _, s := range chosen {
		units = append(units, unit(s, s.spec.Names, s.spec.Values))
	}
	if unordered {
		var err error
		if units, err = f.inGoOrder(view, chosen, unitsOf(chosen)); err != nil {
			return nil, err
		}
	}
	return f.moved(chosen, units), nil
}

// find gathers what the top level declares.
func (f *firstFinder) find() {
	leading := true
	for i, s := range f.syn.Body {
		d, ok := s.(*ast.DeclStmt)
		if !ok || d.Decl.(*ast.GenDecl).Tok != token.VAR {
			for _, id := range declaredBy(s) {
				f.defines[id.Name] = true
			}
			leading = false
			continue
		}
		g := d.Decl.(*ast.GenDecl)
		for _, spec := range g.Specs {
			t := &topSpec{decl: g, spec: spec.(*ast.ValueSpec), stmt: i, leading: leading}
			f.specs = append(f.specs, t)
			for _, id := range t.spec.Names {
				if f.of[id.Name] == nil && id.Name != "_" {
					f.of[id.Name] = t
				}
			}
		}
	}
}

// ownScope is the scope of the cell with the variables that its statements declare.
func (f *firstFinder) ownScope() *defs.Scope {
	var own []*defs.Decl
	for name := range f.again {
		own = append(own, &defs.Decl{Kind: defs.KindVar, Names: []defs.Name{{Key: name}}})
	}
	return f.base.Scope().With(f.decls).With(own)
}

// read finds what a line needs.
func (f *firstFinder) read(s *topSpec) {
	s.needs = map[string]bool{}
	for _, v := range s.spec.Values {
		direct := topNames(f.syn.Files()[1], v)
		maps.Copy(s.needs, f.reached(direct.Sorted()))
		for name := range direct {
			s.self = s.self || f.of[name] == s
		}
	}
}

// inits returns the functions init and init_name that run with the cell.
func (f *firstFinder) inits() []*defs.Decl {
	return slices.DeleteFunc(f.scope.Inits(), func(d *defs.Decl) bool { return d.Once() && !slices.Contains(f.decls, d) })
}

// reached returns those of the cell's variables that names and declarations need, directly or through functions.
func (f *firstFinder) reached(names []string, also ...*defs.Decl) map[string]bool {
	out := map[string]bool{}
	for name := range f.scope.Reach(names, func(string) bool { return false }, also...).Vars {
		if f.again[name] {
			out[name] = true
		}
	}
	return out
}

// topNames returns the names that a node in the statements of a cell takes from outside functions, or from the statements
// themselves: to the parser these are the body of a function.
func topNames(file *ast.File, node ast.Node) defs.Names {
	outer, top := defs.OuterOf(file), map[any]bool{}
	for _, s := range bodyOf(file).Body.List {
		switch s := unlabel(s).(type) {
		case *ast.AssignStmt:
			top[s] = true
		case *ast.DeclStmt:
			for _, spec := range s.Decl.(*ast.GenDecl).Specs {
				top[spec] = true
			}
		}
	}
	return defs.Outer(func(id *ast.Ident) bool { return outer(id) || id.Obj != nil && top[id.Obj.Decl] }).Free(node)
}

// choose returns the lines that come first, in the order of the text, and whether one of them needs a later one. Where one
// reads the old value of its own name, which is none of Go's packages, the text has the order.
func (f *firstFinder) choose() (chosen []*topSpec, unordered bool) {
	first := map[*topSpec]bool{}
	var add func(s *topSpec)
	add = func(s *topSpec) {
		if s == nil || first[s] || !s.leading && !f.movable(s, map[*topSpec]bool{}) {
			return
		}
		first[s] = true
		for name := range s.needs {
			add(f.of[name])
		}
	}
	for _, s := range f.specs {
		if s.leading {
			add(s)
		}
	}
	if inits := f.inits(); len(inits) > 0 {
		for name := range f.reached(nil, inits...) {
			add(f.of[name])
		}
	}
	for i, s := range f.syn.Body {
		if len(f.decls) == 0 {
			break // no functions
		}
		direct := topNames(f.syn.Files()[1], s)
		for name := range f.reached(direct.Sorted()) {
			if later := f.of[name]; later != nil && later.stmt > i && direct[name] == nil && !f.known(name) {
				add(later)
			}
		}
	}
	place := map[*topSpec]int{}
	for i, s := range f.specs {
		if first[s] {
			chosen = append(chosen, s)
			place[s] = i
		}
	}
	for _, s := range chosen {
		for name := range s.needs {
			unordered = unordered || first[f.of[name]] && place[f.of[name]] > place[s]
		}
		unordered = unordered || !s.leading
	}
	if unordered && slices.ContainsFunc(chosen, func(s *topSpec) bool { return s.self }) {
		return slices.DeleteFunc(chosen, func(s *topSpec) bool { return !s.leading }), false
	}
	return chosen, unordered
}

// movable says whether a line depends on no variable that := declares.
func (f *firstFinder) movable(s *topSpec, seen map[*topSpec]bool) bool {
	if seen[s] {
		return true
	}
	seen[s] = true
	for name := range s.needs {
		if f.defines[name] || f.of[name] != nil && !f.movable(f.of[name], seen) {
			return false
		}
	}
	return !hasLabels(f.syn.Body)
}

// known says whether another cell has declared a variable of that name.
func (f *firstFinder) known(name string) bool {
	d := f.base.Scope().Find(name)
	return d != nil && (f.req.CellID == "" || d.Cell != f.req.CellID)
}

// unitsOf cuts lines into assignments: where each variable has a value of its own, each is one.
func unitsOf(specs []*topSpec) []*ast.GenDecl {
	var out []*ast.GenDecl
	for _, s := range specs {
		if len(s.spec.Values) != len(s.spec.Names) {
			out = append(out, unit(s, s.spec.Names, s.spec.Values))
			continue
		}
		for i := range s.spec.Names {
			out = append(out, unit(s, s.spec.Names[i:i+1], s.spec.Values[i:i+1]))
		}
	}
	return out
}

func unit(s *topSpec, names []*ast.Ident, values []ast.Expr) *ast.GenDecl {
	g, v := *s.decl, *s.spec
	v.Names, v.Values = names, values
	g.Specs = []ast.Spec{&v}
	return &g
}

// inGoOrder sorts assignments as Go initialises variables of a package. Those without a value come first.
func (f *firstFinder) inGoOrder(view *toolchain.View, chosen []*topSpec, units []*ast.GenDecl) ([]*ast.GenDecl, error) {
	hidden := map[string]bool{}
	pkg := &ast.File{Package: f.syn.Decls.Package, Name: f.syn.Decls.Name, Decls: slices.Clone(f.syn.Decls.Decls)}
	for _, s := range chosen {
		for _, id := range s.spec.Names {
			hidden[id.Name] = true
		}
	}
	of := map[ast.Expr]*ast.GenDecl{}
	var out []*ast.GenDecl
	for _, g := range units {
		pkg.Decls = append(pkg.Decls, g)
		if v := g.Specs[0].(*ast.ValueSpec); len(v.Values) == 0 {
			out = append(out, g)
		} else {
			of[v.Values[0]] = g
		}
	}
	setImports(pkg, f.allPackages())
	earlier, err := f.earlierFiles(nil, hidden)
	if err != nil {
		return nil, err
	}
	result := check.Files(view, f.fset, append(earlier, pkg))
	if ds := cycles(f.fset, result.Errs); len(ds) > 0 {
		return nil, ds
	}
	for _, init := range result.Info.InitOrder {
		if g := of[init.Rhs]; g != nil {
			out = append(out, g)
			delete(of, init.Rhs)
		}
	}
	for _, g := range units { // what has errors is not in the order; the check of the statements reports them
		if v := g.Specs[0].(*ast.ValueSpec); len(v.Values) > 0 && of[v.Values[0]] != nil {
			out = append(out, g)
		}
	}
	return out, nil
}

// cycles returns the errors of variables that need themselves.
func cycles(fset *token.FileSet, errs []types.Error) cell.Diagnostics {
	var found []types.Error
	for i, e := range errs {
		if strings.HasPrefix(e.Msg, "initialization cycle") {
			found = append(found, e)
			for _, more := range errs[i+1:] {
				if !strings.HasPrefix(more.Msg, "\t") {
					break
				}
				found = append(found, more)
			}
		}
	}
	return check.Diagnose(fset, found)
}

// allPackages returns the packages of the declarations and the statements.
func (r *resolved) allPackages() defs.Packages {
	all := defs.Packages{}
	for _, d := range r.decls {
		maps.Copy(all, d.Pkgs)
		if d.Path == "C" {
			all["C"] = "C"
		}
	}
	maps.Copy(all, r.pkgs)
	return all
}

// moved returns the statements with the assignments in front.
func (f *firstFinder) moved(chosen []*topSpec, units []*ast.GenDecl) *first {
	out := &first{units: units, specs: map[*ast.ValueSpec]bool{}}
	for _, s := range chosen {
		out.specs[s.spec] = true
	}
	for _, g := range units {
		out.body = append(out.body, &ast.DeclStmt{Decl: g})
	}
	for _, s := range f.syn.Body {
		if rest := out.rest(s); rest != nil {
			out.body = append(out.body, rest)
		}
	}
	file := *f.syn.Files()[1]
	fn := *bodyOf(&file)
	block := *fn.Body
	block.List, fn.Body = out.body, &block
	file.Decls = append(slices.Clone(file.Decls[:len(file.Decls)-1]), &fn)
	out.file = &file
	return out
}

// rest returns what of a statement stays where it is, or nil.
func (f *first) rest(s ast.Stmt) ast.Stmt {
	d, ok := s.(*ast.DeclStmt)
	if !ok || d.Decl.(*ast.GenDecl).Tok != token.VAR {
		return s
	}
	g := *d.Decl.(*ast.GenDecl)
	g.Specs = slices.DeleteFunc(slices.Clone(g.Specs), func(spec ast.Spec) bool { return f.specs[spec.(*ast.ValueSpec)] })
	if len(g.Specs) == 0 {
		return nil
	}
	return &ast.DeclStmt{Decl: &g}
}

// files returns the files of the cell's syntax, with the statements in the order in which they run.
func (r *resolved) files() []*ast.File {
	files := r.syn.Files()
	if r.first != nil {
		files[1] = r.first.file
	}
	return files
}

// body returns the statements in the order in which they run.
func (r *resolved) body() []ast.Stmt {
	if r.first != nil {
		return r.first.body
	}
	return r.syn.Body
}

// writeFirst returns the beginning of the statements: the variables that come first, then calls of the functions init.
func (p *plan) writeFirst() string {
	var b strings.Builder
	if p.first != nil {
		for _, g := range p.first.units {
			b.WriteString(p.writeUnit(g))
		}
	}
	calls := p.initCalls()
	if b.Len() > 0 && len(calls) > 0 {
		b.WriteString("\n//line " + mainFile + ":1:1\n")
	}
	for _, call := range calls {
		b.WriteString(call + "()\n")
	}
	return b.String()
}

// writeUnit writes one assignment. A variable whose type cannot be written down stays in the cell's function.
func (p *plan) writeUnit(g *ast.GenDecl) string {
	v := g.Specs[0].(*ast.ValueSpec)
	left := make([]string, len(v.Names))
	keyword, rest := "", ""
	for i, id := range v.Names {
		if left[i] = id.Name; p.isLocal(id) {
			keyword, rest = "var ", rest+"; _ = "+id.Name
		}
	}
	if len(v.Values) == 0 && embeds(v.Doc, g.Doc) {
		return "" // the compiler fills it in
	}
	if len(v.Values) == 0 {
		typ := p.text(v.Type.Pos(), v.Type.End())
		left = slices.DeleteFunc(left, func(name string) bool {
			t := p.byName[name]
			return t == nil || !t.before && !hasLabels(p.syn.Body)
		})
		switch {
		case keyword != "":
			return "var " + strings.Join(left, ", ") + " " + typ + rest + "\n"
		case len(left) == 0:
			return ""
		}
		zeros := strings.Repeat(zeroOf(typ)+", ", len(left)-1) + zeroOf(typ)
		return strings.Join(left, ", ") + " = " + zeros + "\n"
	}
	if keyword != "" {
		for i, id := range v.Names {
			if id.Name != "_" && !p.isLocal(id) {
				left[i] = source.Prefix + "first_" + id.Name
				rest += "; " + id.Name + " = " + left[i]
			}
		}
	}
	from, to := v.Values[0].Pos(), v.Values[len(v.Values)-1].End()
	return keyword + strings.Join(left, ", ") + " = " + p.origin(from).Directive("") + p.text(from, to) + rest + "\n"
}

// assignments returns what the cell initialises before its functions init, in order.
func (p *plan) assignments() (out []Assignment) {
	if p.first != nil {
		for _, g := range p.first.units {
			v := g.Specs[0].(*ast.ValueSpec)
			if n := len(v.Values); n > 0 {
				out = append(out, Assignment{identNames(v.Names), p.offset(v.Values[0].Pos()), p.offset(v.Values[n-1].End())})
			}
		}
	}
	for _, init := range p.initOrder {
		if p.origin(init.Rhs.Pos()).File == p.key {
			var names []string
			for _, v := range init.Lhs {
				names = append(names, v.Name())
			}
			out = append(out, Assignment{names, p.offset(init.Rhs.Pos()), p.offset(init.Rhs.End())})
		}
	}
	return out
}

func identNames(ids []*ast.Ident) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = id.Name
	}
	return names
}
