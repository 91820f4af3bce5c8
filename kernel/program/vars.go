package program

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// topVar is a variable that the cell's top level declares.
type topVar struct {
	name  string
	at    origin // of the name
	typ   string // see typeText
	ident *ast.Ident
	decl  *decl
	// local: the type cannot be written down, so that the variable lives in the cell only.
	local bool
	// before: an earlier cell declared the name as a variable of the same type, so that the old value can be read.
	before bool
}

// earlyUse is a use of a name before the cell declares it as a variable: it means what the name meant before.
type earlyUse struct {
	ident *ast.Ident
	obj   types.Object
}

// findVars makes topVars of the variables that the top level declares.
func (c *composition) findVars() {
	if c.syn.PackageForm {
		for _, d := range c.syn.Decls.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				c.varDecl(g)
			}
		}
		c.initOrder = c.p1.info.InitOrder
		return
	}
	for _, s := range c.syn.Body {
		switch s := unlabel(s).(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				c.declare(identsOf(s.Lhs), s.Rhs, nil)
			}
		case *ast.DeclStmt:
			if g, ok := s.Decl.(*ast.GenDecl); ok && g.Tok == token.VAR {
				c.varDecl(g)
			}
		}
	}
	c.findEarlyUses()
}

func identsOf(exprs []ast.Expr) []*ast.Ident {
	ids := make([]*ast.Ident, len(exprs))
	for i, e := range exprs {
		if ids[i], _ = e.(*ast.Ident); ids[i] == nil {
			ids[i] = ast.NewIdent("_")
		}
	}
	return ids
}

func (c *composition) varDecl(g *ast.GenDecl) {
	for _, spec := range g.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok {
			doc := v.Doc
			if doc == nil {
				doc = g.Doc
			}
			c.declare(v.Names, v.Values, doc)
			if embeds(doc) {
				c.raw(g, v)
			}
		}
	}
}

func embeds(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:embed ") })
}

// raw marks a variable whose declaration must stay as it is, since the compiler fills it in.
func (c *composition) raw(g *ast.GenDecl, v *ast.ValueSpec) {
	from, to := g.Pos(), v.End()
	if g.Doc != nil {
		from = g.Doc.Pos()
	}
	for _, tv := range c.vars {
		if slices.Contains(v.Names, tv.ident) {
			tv.decl.Raw = true
			tv.decl.Text = c.syn.Text[c.syn.Offset(c.fset, from):c.syn.Offset(c.fset, to)]
			p := c.fset.Position(from)
			tv.decl.Line, tv.decl.Col = p.Line, p.Column
		}
	}
}

// declare makes a topVar of every new variable in names. Where each has a value of its own, each has its own decl.
func (c *composition) declare(ids []*ast.Ident, values []ast.Expr, doc *ast.CommentGroup) {
	var group *decl
	for i, id := range ids {
		obj := c.p1.info.Defs[id]
		if obj == nil || id.Name == "_" {
			continue
		}
		d := group
		switch {
		case d != nil:
		case len(values) == len(ids):
			d = c.newVarDecl([]string{id.Name}, values[i:i+1], doc)
		default:
			left := make([]string, len(ids))
			for j, other := range ids {
				if left[j] = other.Name; c.p1.info.Defs[other] == nil {
					left[j] = "_"
				}
			}
			d = c.newVarDecl(left, values, doc)
			if len(values) > 0 {
				group = d
			}
		}
		c.addVar(id, obj, d)
	}
}

func (c *composition) addVar(id *ast.Ident, obj types.Object, d *decl) {
	p := c.fset.Position(id.Pos())
	typ, ok := typeText(obj.Type())
	v := &topVar{name: id.Name, at: origin{p.Filename, p.Line, p.Column}, typ: typ, ident: id, decl: d, local: !ok}
	c.vars = append(c.vars, v)
	if ok {
		d.Names = append(d.Names, declared{Key: id.Name, Line: p.Line, Col: p.Column, Type: typ, Doc: d.Doc})
	} else if obj.Type() != types.Typ[types.Invalid] {
		c.prog.Notices = append(c.prog.Notices, fmt.Sprintf(
			"%s is known in this cell only: its type %s cannot be named outside its package", id.Name, types.TypeString(obj.Type(), (*types.Package).Name)))
	}
	if old := c.base.Lookup(id.Name); ok && old != nil && old.Kind == KindVar {
		v.before = old.decl.typeOf(id.Name) == typ
	}
}

// newVarDecl makes the decl of variables with their initialiser.
func (c *composition) newVarDecl(left []string, values []ast.Expr, doc *ast.CommentGroup) *decl {
	d := &decl{Kind: KindVar, Cell: c.req.CellID, File: c.key, Left: left, Doc: doc.Text()}
	if len(values) == 0 {
		return d
	}
	from, to := values[0].Pos(), values[len(values)-1].End()
	p := c.fset.Position(from)
	d.Line, d.Col = p.Line, p.Column
	d.Text = c.syn.Text[c.syn.Offset(c.fset, from):c.syn.Offset(c.fset, to)]
	d.free, d.Pkgs = c.usedIn(values)
	d.Free = d.free.sorted()
	d.Flag = d.Pkgs["flag"] == "flag" && registersFlag(values[0])
	d.Self = c.readsBefore(values)
	return d
}

// usedIn returns the names of the notebook and of packages that expressions use, as the type checker knows them.
func (c *composition) usedIn(exprs []ast.Expr) (names, packageRefs) {
	free, pkgs := names{}, packageRefs{}
	for _, e := range exprs {
		ast.Inspect(e, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			switch obj := c.p1.info.Uses[id].(type) {
			case nil:
			case *types.PkgName:
				free.add(id.Name)
				pkgs[id.Name] = obj.Imported().Path()
			default:
				if obj.Pkg() != nil && obj.Pkg() != c.p1.pkg && obj.Parent() == obj.Pkg().Scope() && c.dots[obj.Pkg().Path()] {
					pkgs["."+obj.Pkg().Path()] = obj.Pkg().Path()
				}
				if c.isTopLevel(obj) {
					free.add(id.Name)
				}
			}
			return true
		})
	}
	if len(pkgs) == 0 {
		pkgs = nil
	}
	return free, pkgs
}

// isTopLevel says whether an object is declared at the top level of the notebook or of the cell's statements.
func (c *composition) isTopLevel(obj types.Object) bool {
	if obj.Pkg() != c.p1.pkg || obj.Parent() == nil {
		return false
	}
	return obj.Parent() == c.p1.pkg.Scope() || c.bodyScope() != nil && obj.Parent() == c.bodyScope()
}

// bodyScope is the scope of the top-level statements.
func (c *composition) bodyScope() *types.Scope {
	fn := bodyOf(c.syn.Files()[1])
	if fn == nil {
		return nil
	}
	return c.p1.info.Scopes[fn.Type]
}

// readsBefore says whether expressions read a name as it was before this cell declares it anew.
func (c *composition) readsBefore(exprs []ast.Expr) bool {
	if c.syn.PackageForm {
		return false
	}
	again, found := c.declaredVars(), false
	for _, e := range exprs {
		ast.Inspect(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && again[id.Name] {
				obj := c.p1.info.Uses[id]
				found = found || obj != nil && obj.Parent() == c.p1.pkg.Scope()
			}
			return !found
		})
	}
	return found
}

// registersFlag says whether an expression is a call such as flag.Int("n", 0, "").
func registersFlag(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	switch sel.Sel.Name {
	case "Bool", "Duration", "Float64", "Int", "Int64", "String", "Uint", "Uint64":
		x, ok := sel.X.(*ast.Ident)
		return ok && x.Name == "flag"
	}
	return false
}

// findEarlyUses finds, in the statements, names that the cell declares only later.
func (c *composition) findEarlyUses() {
	again := c.declaredVars()
	for _, f := range c.syn.Files()[1:2] {
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok || !again[id.Name] {
				return true
			}
			obj := c.p1.info.Uses[id]
			if obj == nil {
				return true
			}
			_, isPkg := obj.(*types.PkgName)
			if isPkg || obj.Parent() == c.p1.pkg.Scope() {
				c.early = append(c.early, earlyUse{id, obj})
			}
			return true
		})
	}
}

func originOf(d *decl, name string) origin {
	for _, n := range d.Names {
		if n.Key == name {
			return origin{d.File, n.Line, n.Col}
		}
	}
	return origin{d.File, d.Line, max(d.Col, 1)}
}
