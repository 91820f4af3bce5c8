package program

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/check"
	"github.com/mercer-go/mercer/kernel/program/source"
	"github.com/mercer-go/mercer/kernel/toolchain"
)

// typed is a cell whose variables have types: the third stage. The statements were checked as the body of a function, so
// that the scoping is Go's own; functions by their signatures only, since they may use these variables.
type typed struct {
	*resolved
	check     *check.Result
	vars      []*topVar          // that the statements declare, in order
	byName    map[string]*topVar // those that are not local
	byIdent   map[*ast.Ident]*topVar
	early     []earlyUse
	initOrder []*types.Initializer
	last      lastLine
	notices   []string
}

// typecheck finds the types of a cell's variables and what its last line shows. Errors of the cell are cell.Diagnostics.
func typecheck(view *toolchain.View, r *resolved) (*typed, error) {
	bodies := r.hideBodies()
	files, err := r.checkedFiles(nil)
	if err != nil {
		return nil, err
	}
	result := check.Files(view, r.fset, files)
	bodies.restore()
	last := r.lastLine(result)
	t := findVars(r, result)
	t.last = last
	t.notices = append(t.notices, r.changed...)
	t.notices = append(t.notices, ignored(r.syn.Text)...)
	if errs := slices.DeleteFunc(slices.Clone(result.Errs), t.expected()); len(errs) > 0 {
		return nil, &unchecked{t, check.Diagnose(r.fset, errs)}
	}
	if ds := t.clashes(); len(ds) > 0 {
		return nil, ds
	}
	return t, nil
}

// unchecked is a cell with errors in its statements.
type unchecked struct {
	*typed // as far as it could be checked
	errs   cell.Diagnostics
}

// Error returns the errors of the statements.
func (u *unchecked) Error() string { return u.errs.Error() }

// all returns the errors together with those in the cell's functions, as far as these do not follow from the others.
func (u *unchecked) all(view *toolchain.View) cell.Diagnostics {
	files, err := u.checkedFiles(u.vars)
	if err != nil || len(u.decls) == 0 || u.syn.PackageForm {
		return u.errs
	}
	ds := u.errs
	checked := check.Files(view, u.fset, files)
	inFunctions := check.Diagnose(u.fset, checked.Errs)
	meant(checked, inFunctions)
	for _, d := range inFunctions {
		if d.File == u.key && u.inFunction(d.Line, d.Col) && !strings.HasPrefix(d.Msg, "undefined: ") {
			ds = append(ds, d)
		}
	}
	return ds.Sorted()
}

// hiddenBodies are the bodies of functions that a check leaves out.
type hiddenBodies map[*ast.FuncDecl]*ast.BlockStmt

// hideBodies puts an endless loop, which satisfies any signature, in the place of function bodies. In package form
// there are no statements whose types must be known first, so that everything stays.
func (p *parsed) hideBodies() hiddenBodies {
	hidden := hiddenBodies{}
	if p.syn.PackageForm {
		return hidden
	}
	for _, d := range p.syn.Decls.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			hidden[fn] = fn.Body
			fn.Body = check.Endless(fn.Body)
		}
	}
	return hidden
}

func (h hiddenBodies) restore() {
	for fn, body := range h {
		fn.Body = body
	}
}

// checkedFiles returns the files of the check: what earlier cells declare, without bodies, then the cell's own syntax.
// extra are variables to declare at package level besides.
func (r *resolved) checkedFiles(extra []*topVar) ([]*ast.File, error) {
	earlier, err := r.earlierFiles(extra, nil)
	return append(earlier, r.ownFiles()...), err
}

// earlierFiles returns what earlier cells declare, without bodies. hidden are variables that the cell declares at package
// level besides extra.
func (r *resolved) earlierFiles(extra []*topVar, hidden map[string]bool) ([]*ast.File, error) {
	scope := r.base.Scope().With(r.decls)
	own, roots := map[*defs.Decl]bool{}, r.free.Sorted()
	for _, d := range r.decls {
		own[d] = true
		roots = append(append(roots, d.Free...), d.Keys()...)
	}
	set := scope.Reach(roots, func(string) bool { return false })
	shadow := map[string]bool{}
	maps.Copy(shadow, hidden)
	if r.syn.PackageForm {
		shadow = maps.Clone(r.again)
	}
	for _, v := range extra {
		shadow[v.name] = true
	}
	taken := maps.Clone(set.Vars)
	for _, d := range set.Order {
		for _, n := range d.Names {
			taken[n.Key] = true
		}
	}
	vars := map[string]*defs.Decl{}
	for name := range set.Vars {
		if !shadow[name] {
			vars[name] = scope.Find(name)
		}
	}
	out := source.New(taken, "")
	out.Hide(hiddenTypes(scope, taken))
	out.Declare(slices.DeleteFunc(set.Order, func(d *defs.Decl) bool { return own[d] }), vars)
	for _, v := range extra {
		if !v.local {
			out.Variable(varsFile, v.name, v.at, v.typ)
		}
	}
	earlier, err := check.Signatures(r.fset, out.Sources())
	if err != nil {
		return nil, internal(err)
	}
	return earlier, nil
}

// internal reports an error in what Mercer itself wrote.
func internal(err error) error {
	return fmt.Errorf("mercer wrote a program that does not parse, please report this: %w", err)
}

// ownFiles returns the cell's syntax with the imports that were found for it.
func (r *resolved) ownFiles() []*ast.File {
	files := r.files()
	refs := defs.Packages{}
	for _, d := range r.decls {
		maps.Copy(refs, d.Pkgs)
		if d.Path == "C" {
			refs["C"] = "C"
		}
	}
	if r.main != nil || r.syn.PackageForm {
		maps.Copy(refs, r.pkgs)
	}
	setImports(files[0], refs)
	for _, f := range files[1:] {
		setImports(f, r.pkgs)
	}
	return r.nestMain(files)
}

// nestMain makes what stands after "%%" a block inside the top-level statements, if there are any, so that it sees
// their variables.
func (p *parsed) nestMain(files []*ast.File) []*ast.File {
	if len(files) < 3 || p.syn.PackageForm {
		return files
	}
	top, main := bodyOf(files[1]), bodyOf(files[2])
	if top == nil || main == nil {
		return files
	}
	if n := len(top.Body.List); n == 0 || top.Body.List[n-1] != ast.Stmt(main.Body) {
		top.Body.List = append(top.Body.List, main.Body)
	}
	return files[:2]
}

// bodyOf returns the function that holds the statements of a file.
func bodyOf(f *ast.File) *ast.FuncDecl {
	if len(f.Decls) == 0 {
		return nil
	}
	fn, _ := f.Decls[len(f.Decls)-1].(*ast.FuncDecl)
	return fn
}

// setImports replaces the imports of a file.
func setImports(f *ast.File, refs defs.Packages) {
	f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool {
		g, ok := d.(*ast.GenDecl)
		return ok && g.Tok == token.IMPORT
	})
	g := &ast.GenDecl{Tok: token.IMPORT, TokPos: f.Name.End(), Lparen: f.Name.End(), Rparen: f.Name.End()}
	for _, name := range sortedKeys(refs) {
		as := name
		if strings.HasPrefix(name, ".") {
			as = "."
		}
		spec := &ast.ImportSpec{Name: &ast.Ident{Name: as, NamePos: f.Name.End()},
			Path: &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(refs[name]), ValuePos: f.Name.End()}}
		if refs[name] == "C" {
			spec.Name = nil
		}
		g.Specs = append(g.Specs, spec)
	}
	if len(g.Specs) > 0 {
		f.Decls = append([]ast.Decl{g}, f.Decls...)
	}
}

// expected returns a predicate for errors that are none in a notebook: a variable of the top level that is not used, or
// an expression that is not used because it is to be shown.
func (t *typed) expected() func(types.Error) bool {
	declared := map[token.Pos]bool{}
	for _, s := range t.syn.Body {
		for _, id := range declaredBy(s) {
			declared[id.Pos()] = true
		}
	}
	return func(e types.Error) bool {
		switch {
		case strings.HasPrefix(e.Msg, "declared and not used") && declared[e.Pos], check.IsUnusedImport(e):
			return true
		}
		last := t.last.expr
		return last != nil && strings.HasSuffix(e.Msg, "is not used") && last.Pos() <= e.Pos && e.Pos < last.End()
	}
}

// inFunction says whether a place is inside a function declaration of the cell.
func (p *parsed) inFunction(line, col int) bool {
	for _, d := range p.syn.Decls.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			from, to := p.fset.Position(fn.Pos()), p.fset.Position(fn.End())
			if (line > from.Line || line == from.Line && col >= from.Column) && (line < to.Line || line == to.Line && col < to.Column) {
				return true
			}
		}
	}
	return false
}

// clashes finds names that the cell declares both as variables of its statements and as something else.
func (t *typed) clashes() cell.Diagnostics {
	others := map[string]int{}
	for _, d := range t.decls {
		for _, n := range d.Names {
			if d.Kind != defs.KindImport {
				others[n.Key] = n.Line
			}
		}
	}
	var ds cell.Diagnostics
	for _, v := range t.vars {
		if line := others[v.name]; line > 0 {
			ds = append(ds, cell.Diagnostic{File: v.at.File, Line: v.at.Line, Col: v.at.Col,
				Msg: v.name + " redeclared in this block\n\tother declaration of " + v.name + " in line " + strconv.Itoa(line)})
		}
	}
	return ds.Sorted()
}
