package program

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/kernel/cell"
)

// phase1 checks the statements as the body of a function: the scoping is Go's own, and the types of the variables that
// they declare become known. Functions are checked by their signatures only, since they may use these variables.
func (c *composition) phase1() error {
	bodies := c.hideBodies()
	files, err := c.phase1Files(nil)
	if err != nil {
		return err
	}
	c.p1 = check(c.view, c.fset, files)
	bodies.restore()
	c.findResult()
	errs := slices.DeleteFunc(c.p1.errs, c.expected)
	c.findVars()
	if len(errs) > 0 {
		return c.phase1Failed(errs)
	}
	return c.clashes()
}

// hiddenBodies are the bodies of functions that a check leaves out.
type hiddenBodies map[*ast.FuncDecl]*ast.BlockStmt

// hideBodies puts an endless loop, which satisfies any signature, in the place of function bodies. In package form
// there are no statements whose types must be known first, so that everything stays.
func (c *composition) hideBodies() hiddenBodies {
	hidden := hiddenBodies{}
	if c.syn.PackageForm {
		return hidden
	}
	for _, d := range c.syn.Decls.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			hidden[fn] = fn.Body
			fn.Body = endless(fn.Body)
		}
	}
	return hidden
}

func (h hiddenBodies) restore() {
	for fn, body := range h {
		fn.Body = body
	}
}

func endless(b *ast.BlockStmt) *ast.BlockStmt {
	loop := &ast.ForStmt{For: b.Lbrace, Body: &ast.BlockStmt{Lbrace: b.Lbrace, Rbrace: b.Lbrace}}
	return &ast.BlockStmt{Lbrace: b.Lbrace, List: []ast.Stmt{loop}, Rbrace: b.Rbrace}
}

// phase1Files returns the files of the check: what earlier cells declare, then the cell's own syntax. extra are
// variables to declare at package level besides.
func (c *composition) phase1Files(extra []*topVar) ([]*ast.File, error) {
	s := newScope(c.base.list(), c.decls)
	roots := c.bodyFree.sorted()
	for _, d := range c.decls {
		roots = append(roots, d.Free...)
		roots = append(roots, d.keys()...)
	}
	set := s.reach(roots, func(string) bool { return false })
	taken := map[string]bool{}
	for _, d := range set.order {
		for _, k := range d.keys() {
			taken[k] = true
		}
	}
	own := map[*decl]bool{}
	for _, d := range c.decls {
		own[d] = true
	}
	shadow := map[string]bool{}
	if c.syn.PackageForm {
		shadow = c.declaredVars()
	}
	for _, v := range extra {
		shadow[v.name] = true
	}
	for name := range set.vars {
		taken[name] = true
	}
	r := newRenderer(taken)
	for _, d := range set.order {
		if !own[d] {
			r.decl(d, nil)
		}
	}
	for name := range set.vars {
		if d := s.byName[name]; !shadow[name] {
			r.variable(name, originOf(d, name), d.typeOf(name))
		}
	}
	for _, v := range extra {
		if !v.local {
			r.variable(v.name, v.at, v.typ)
		}
	}
	old, err := parseSources(c.fset, r.sources())
	if err != nil {
		return nil, c.internal(err)
	}
	for _, f := range old {
		hideAll(f)
	}
	return append(old, c.ownFiles()...), nil
}

func hideAll(f *ast.File) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			fn.Body = endless(fn.Body)
		}
	}
}

// ownFiles returns the cell's syntax with the imports that were found for it.
func (c *composition) ownFiles() []*ast.File {
	files := c.syn.Files()
	refs := packageRefs{}
	for _, d := range c.decls {
		for name, path := range d.Pkgs {
			refs[name] = path
		}
		if d.Path == "C" {
			refs["C"] = "C"
		}
	}
	bodyRefs := c.bodyPkgs
	if c.main != nil || c.syn.PackageForm {
		for name, path := range c.bodyPkgs {
			refs[name] = path
		}
	}
	setImports(files[0], refs)
	for _, f := range files[1:] {
		setImports(f, bodyRefs)
	}
	return c.nestMain(files)
}

// nestMain makes what stands after "%%" a block inside the top-level statements, if there are any, so that it sees
// their variables.
func (c *composition) nestMain(files []*ast.File) []*ast.File {
	if len(files) < 3 || c.syn.PackageForm {
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
func setImports(f *ast.File, refs packageRefs) {
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

// findResult sets c.result to the last expression if its value is to be shown, c.silenced if a semicolon forbids it.
func (c *composition) findResult() {
	stmts, end := c.syn.Body, len(c.syn.BodyText())
	if c.syn.MainStart >= 0 {
		stmts, end = c.syn.Main, len(c.syn.Text)
	}
	if len(stmts) == 0 || c.req.Mode == Test || c.exprs != nil {
		return
	}
	if c.syn.List != nil {
		c.silent = c.req.NoResult || c.followedBySemicolon(stmts[len(stmts)-1].End(), end)
		return
	}
	last, ok := stmts[len(stmts)-1].(*ast.ExprStmt)
	if !ok {
		return
	}
	tv, ok := c.p1.info.Types[last.X]
	if !ok || tv.Type == nil || !tv.IsValue() || tv.Type == types.Typ[types.Invalid] {
		return
	}
	if tuple, ok := tv.Type.(*types.Tuple); ok && tuple.Len() != 1 {
		c.findResults(last.X, tuple, c.req.NoResult || c.followedBySemicolon(last.End(), end))
		return
	}
	if c.req.NoResult || c.followedBySemicolon(last.End(), end) {
		c.silenced = last.X
		return
	}
	c.result = last.X
	_, isCall := last.X.(*ast.CallExpr)
	c.resultIsError = isCall && types.Identical(tv.Type, types.Universe.Lookup("error").Type())
}

// followedBySemicolon says whether only a semicolon and comments stand between a position and an offset.
func (c *composition) followedBySemicolon(pos token.Pos, end int) bool {
	from := c.syn.Offset(c.fset, pos)
	for _, line := range strings.Split(c.syn.Text[from:max(from, end)], "\n") {
		line, _, _ = strings.Cut(line, "//")
		if line = strings.TrimSpace(line); strings.HasPrefix(line, ";") {
			return true
		}
	}
	return false
}

// expected says whether an error is none in a notebook: a variable of the top level that is not used, or an
// expression that is not used because it is to be shown.
func (c *composition) expected(e types.Error) bool {
	if strings.HasPrefix(e.Msg, "declared and not used") {
		for _, s := range c.syn.Body {
			if slices.ContainsFunc(declaredBy(s), func(id *ast.Ident) bool { return id.Pos() == e.Pos }) {
				return true
			}
		}
	}
	if strings.HasSuffix(e.Msg, "imported and not used") || strings.Contains(e.Msg, "imported as") && strings.HasSuffix(e.Msg, "and not used") {
		return true
	}
	last := c.result
	if last == nil {
		last = c.silenced
	}
	return last != nil && strings.HasSuffix(e.Msg, "is not used") && last.Pos() <= e.Pos && e.Pos < last.End()
}

// phase1Failed returns the errors of phase 1 together with those in the cell's functions, as far as these do not
// follow from the others.
func (c *composition) phase1Failed(errs []types.Error) error {
	ds := diagnose(c.fset, errs)
	if files, err := c.phase1Files(c.vars); err == nil && len(c.decls) > 0 && !c.syn.PackageForm {
		for _, d := range diagnose(c.fset, check(c.view, c.fset, files).errs) {
			if d.File == c.key && c.inFunction(d.Line, d.Col) && !strings.HasPrefix(d.Msg, "undefined: ") {
				ds = append(ds, d)
			}
		}
	}
	return c.hints(ds.Sorted())
}

// inFunction says whether a place is inside a function declaration of the cell.
func (c *composition) inFunction(line, col int) bool {
	for _, d := range c.syn.Decls.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			from, to := c.fset.Position(fn.Pos()), c.fset.Position(fn.End())
			if (line > from.Line || line == from.Line && col >= from.Column) && (line < to.Line || line == to.Line && col < to.Column) {
				return true
			}
		}
	}
	return false
}

// clashes finds names that the cell declares both as variables of its statements and as something else.
func (c *composition) clashes() error {
	var ds cell.Diagnostics
	for _, v := range c.vars {
		for _, d := range c.decls {
			for _, n := range d.Names {
				if n.Key == v.name && d.Kind != KindImport {
					ds = append(ds, cell.Diagnostic{File: v.at.file, Line: v.at.line, Col: v.at.col,
						Msg: v.name + " redeclared in this block\n\tother declaration of " + v.name + " in line " + strconv.Itoa(n.Line)})
				}
			}
		}
	}
	if len(ds) > 0 {
		return ds.Sorted()
	}
	return nil
}
