package complete

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"

	"github.com/mercer-go/mercer/kernel/complete/hole"
	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/check"
	"github.com/mercer-go/mercer/kernel/program/source"
)

// checked is a parsed cell with what the type checker made of it.
type checked struct {
	*hole.Cell
	pkg     *types.Package
	info    *types.Info
	scope   *types.Scope    // innermost at the cursor
	own     map[string]bool // names that the cell declares at its top level
	imports []imported
}

// check type-checks the cell after the notebook's definitions. The bodies of functions are skipped, except of the one
// that the cursor is in: that one, and what follows "%%", is checked in a second pass which knows the variables of the
// cell's own statements.
func (q *query) check(p *hole.Cell) *checked {
	ch := &checked{Cell: p, imports: q.imports(p)}
	at := p.Place()
	decls := withoutBodies(p.CellDecls())
	body := p.Decls(1)
	pass := unit{cell: append(decls, body...)}
	ch.run(q, pass)
	if at != nil {
		pass = unit{cell: append(decls, at...), vars: ch.bodyVars(body)}
		ch.run(q, pass)
	}
	ch.scope = ch.innermost()
	return ch
}

// withoutBodies returns the declarations with functions reduced to their signatures.
func withoutBodies(decls []ast.Decl) []ast.Decl {
	out := make([]ast.Decl, 0, len(decls))
	for _, d := range decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			short := *fn
			short.Body = nil
			d = &short
		}
		out = append(out, d)
	}
	return out
}

// unit is what one pass checks.
type unit struct {
	cell []ast.Decl
	vars []*types.Var // of the cell's statements, as seen from its functions
}

// run checks a unit and keeps what comes of it.
func (ch *checked) run(q *query, u unit) {
	ch.own = declaredNames(u.cell)
	for _, v := range u.vars {
		ch.own[v.Name()] = true
	}
	names := maps.Clone(ch.own)
	for _, d := range q.defs {
		names[d.Key] = names[d.Key] || d.Kind != defs.KindImport
	}
	used := map[string][]string{}
	usedNames(u.cell, used)
	ch.imports = q.addMissing(ch.imports, used, names)
	files := append(q.earlier(ch.Fset, ch.own, names), fileOf(ch.imports, used, names, u.cell))
	result := check.Files(q, ch.Fset, files, u.vars...) // errors are expected
	ch.pkg, ch.info = result.Pkg, result.Info
}

// earlier returns, as files, the definitions of earlier cells that the cell does not declare anew, without what functions do.
// taken are the names at package level.
func (q *query) earlier(fset *token.FileSet, redeclared, taken map[string]bool) []*ast.File {
	seen := q.all.Filter(func(_ *defs.Decl, key string) bool { return !redeclared[key] })
	var decls []*defs.Decl
	vars := map[string]*defs.Decl{}
	for _, d := range seen.List() {
		if d.Kind != defs.KindVar {
			decls = append(decls, d)
			continue
		}
		for _, n := range d.Names {
			vars[n.Key] = d
		}
	}
	out := source.New(taken, "")
	out.Declare(decls, vars)
	files, _ := check.Signatures(fset, out.Sources()) // what does not parse is not known
	return files
}

// fileOf makes a file of declarations and the imports they use. An import gives way to a declaration of the same name.
func fileOf(list []imported, used map[string][]string, declared map[string]bool, decls []ast.Decl) *ast.File {
	imports := &ast.GenDecl{Tok: token.IMPORT}
	for _, im := range list {
		if _, ok := used[im.name]; (ok || im.name == ".") && !declared[im.name] {
			imports.Specs = append(imports.Specs, im.spec())
		}
	}
	all := append([]ast.Decl{imports}, decls...)
	return &ast.File{Name: ast.NewIdent("main"), Decls: all}
}

// declaredNames returns the names that declarations give to the package: "f", "T.Method".
func declaredNames(decls []ast.Decl) map[string]bool {
	names := map[string]bool{}
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names[check.FuncKey(d)] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				for _, id := range check.Declared(spec) {
					names[id.Name] = true
				}
			}
		}
	}
	delete(names, "_")
	return names
}

// bodyVars returns the variables that the cell's own statements declare at their top level.
func (ch *checked) bodyVars(body []ast.Decl) []*types.Var {
	var vars []*types.Var
	for _, d := range body {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || ch.info.Scopes[fn.Type] == nil {
			continue
		}
		scope := ch.info.Scopes[fn.Type]
		for _, name := range scope.Names() {
			if v, ok := scope.Lookup(name).(*types.Var); ok && v.Type() != nil {
				vars = append(vars, v)
			}
		}
	}
	return vars
}

// innermost returns the innermost scope that the cursor is in.
func (ch *checked) innermost() *types.Scope {
	for i := len(ch.Path) - 1; i >= 0; i-- {
		node := ch.Path[i]
		switch n := node.(type) {
		case *ast.FuncDecl:
			node = n.Type
		case *ast.FuncLit:
			node = n.Type
		}
		if s := ch.info.Scopes[node]; s != nil {
			return s
		}
	}
	return ch.pkg.Scope()
}
