package program

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
	"github.com/mercer-go/mercer/kernel/program/check"
)

// topVar is a variable that the cell's top level declares.
type topVar struct {
	name  string
	at    defs.Origin // of the name
	typ   string      // see defs.TypeText
	ident *ast.Ident
	decl  *defs.Decl
	// local: the type cannot be written down, so that the variable lives in the cell only.
	local bool
	// before: an earlier cell declared the name as a variable of the same type, so that the old value can be read.
	before bool
	// set: the cell sets it, or a part of it, elsewhere than where it declares it.
	set bool
}

// earlyUse is a use of a name before the cell declares it as a variable: it means what the name meant before.
type earlyUse struct {
	ident *ast.Ident
	obj   types.Object
}

// findVars makes topVars of the variables that the top level declares.
func findVars(r *resolved, result *check.Result) *typed {
	t := &typed{resolved: r, check: result, byName: map[string]*topVar{}, byIdent: map[*ast.Ident]*topVar{}}
	if r.syn.PackageForm {
		for _, d := range r.syn.Decls.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				t.varDecl(g)
			}
		}
		t.initOrder = result.Info.InitOrder
		return t
	}
	for _, s := range r.body() {
		switch s := unlabel(s).(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				t.declare(identsOf(s.Lhs), s.Rhs, nil)
			}
		case *ast.DeclStmt:
			if g, ok := s.Decl.(*ast.GenDecl); ok && g.Tok == token.VAR {
				t.varDecl(g)
			}
		}
	}
	t.early = t.earlyUses()
	t.findMore()
	return t
}

// findMore marks the variables that the cell sets elsewhere than where it declares them, or hands out by their address.
func (t *typed) findMore() {
	mark := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok && t.byIdent[id] == nil && t.byName[id.Name] != nil {
			t.byName[id.Name].decl.More = true
		}
	}
	set := func(e ast.Expr) {
		mark(e)
		id := rootOf(e)
		if id == nil || t.byIdent[id] != nil {
			return
		}
		if v := t.byName[id.Name]; v != nil && t.check.Info.Uses[id] == t.check.Info.Defs[v.ident] {
			v.set = true
		}
	}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				set(l)
			}
		case *ast.IncDecStmt:
			set(n.X)
		case *ast.RangeStmt:
			set(n.Key)
			set(n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				mark(n.X)
			}
		}
		return true
	}
	for _, f := range t.syn.Files() {
		ast.Inspect(f, visit)
	}
}

// rootOf is the variable of which an expression is a part: x of x.a[i].b, or nil.
func rootOf(e ast.Expr) *ast.Ident {
	for {
		switch at := e.(type) {
		case *ast.Ident:
			return at
		case *ast.ParenExpr:
			e = at.X
		case *ast.StarExpr:
			e = at.X
		case *ast.SelectorExpr:
			e = at.X
		case *ast.IndexExpr:
			e = at.X
		default:
			return nil
		}
	}
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

func (t *typed) varDecl(g *ast.GenDecl) {
	for _, spec := range g.Specs {
		if v, ok := spec.(*ast.ValueSpec); ok {
			doc := v.Doc
			if doc == nil {
				doc = g.Doc
			}
			t.declare(v.Names, v.Values, doc)
			if embeds(doc) {
				t.raw(g, v)
			}
		}
	}
}

func embeds(docs ...*ast.CommentGroup) bool {
	return slices.ContainsFunc(docs, func(doc *ast.CommentGroup) bool {
		return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:embed ") })
	})
}

// raw marks a variable whose declaration must stay as it is, since the compiler fills it in.
func (t *typed) raw(g *ast.GenDecl, v *ast.ValueSpec) {
	from, to := g.Pos(), v.End()
	if g.Doc != nil {
		from = g.Doc.Pos()
	}
	for _, id := range v.Names {
		if tv := t.byIdent[id]; tv != nil {
			tv.decl.Raw = true
			tv.decl.Text = t.text(from, to)
			at := t.origin(from)
			tv.decl.Line, tv.decl.Col = at.Line, at.Col
		}
	}
}

// declare makes a topVar of every new variable in names. Where each has a value of its own, each has its own decl.
func (t *typed) declare(ids []*ast.Ident, values []ast.Expr, doc *ast.CommentGroup) {
	var group *defs.Decl
	for i, id := range ids {
		obj := t.check.Info.Defs[id]
		if obj == nil || id.Name == "_" {
			continue
		}
		d := group
		switch {
		case d != nil:
		case len(values) == len(ids):
			d = t.newVarDecl([]string{id.Name}, values[i:i+1], doc)
		default:
			left := make([]string, len(ids))
			for j, other := range ids {
				if left[j] = other.Name; t.check.Info.Defs[other] == nil {
					left[j] = "_"
				}
			}
			d = t.newVarDecl(left, values, doc)
			if len(values) > 0 {
				group = d
			}
		}
		t.addVar(id, obj, d)
	}
}

func (t *typed) addVar(id *ast.Ident, obj types.Object, d *defs.Decl) {
	typ, ok := defs.TypeText(obj.Type())
	v := &topVar{name: id.Name, at: t.origin(id.Pos()), typ: typ, ident: id, decl: d, local: !ok}
	t.vars = append(t.vars, v)
	t.byIdent[id] = v
	if !ok {
		if obj.Type() != types.Typ[types.Invalid] {
			t.notices = append(t.notices, fmt.Sprintf(
				"%s is known in this cell only: its type %s cannot be named outside its package", id.Name, types.TypeString(obj.Type(), (*types.Package).Name)))
		}
		return
	}
	if t.byName[id.Name] == nil {
		t.byName[id.Name] = v
	}
	d.Names = append(d.Names, defs.Name{Key: id.Name, Line: v.at.Line, Col: v.at.Col, Type: typ, Doc: d.Doc})
	if old := t.base.Scope().Find(id.Name); old != nil && old.Kind == defs.KindVar {
		v.before = old.TypeOf(id.Name) == typ
	}
}

// newVarDecl makes the decl of variables with their initialiser.
func (t *typed) newVarDecl(left []string, values []ast.Expr, doc *ast.CommentGroup) *defs.Decl {
	d := &defs.Decl{Kind: defs.KindVar, Cell: t.req.CellID, Doc: doc.Text()}
	d.File, d.Left = t.key, left
	if len(values) == 0 {
		return d
	}
	from, to := values[0].Pos(), values[len(values)-1].End()
	at := t.origin(from)
	d.Line, d.Col = at.Line, at.Col
	d.Text = t.text(from, to)
	free, pkgs := t.usedIn(values)
	d.Free, d.Pkgs = free.Sorted(), pkgs
	d.Flag = d.Pkgs["flag"] == "flag" && registersFlag(values[0])
	d.Self = t.readsBefore(values)
	d.Copies = t.copies(values[0])
	return d
}

// usedIn returns the names of the notebook and of packages that expressions use, as the type checker knows them.
func (t *typed) usedIn(exprs []ast.Expr) (defs.Names, defs.Packages) {
	free, pkgs := defs.Names{}, defs.Packages{}
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr: // what is selected has the package of what it is selected from
			ast.Inspect(n.X, visit)
			return false
		case *ast.Ident:
			switch obj := t.check.Info.Uses[n].(type) {
			case nil:
			case *types.PkgName:
				free.Add(n.Name)
				pkgs[n.Name] = obj.Imported().Path()
			default:
				if p := obj.Pkg(); p != nil && p != t.check.Pkg && obj.Parent() == p.Scope() { // by a dot import
					pkgs["."+p.Path()] = p.Path()
				}
				if t.isTopLevel(obj) {
					free.Add(n.Name)
				}
			}
		}
		return true
	}
	for _, e := range exprs {
		ast.Inspect(e, visit)
	}
	if len(pkgs) == 0 {
		pkgs = nil
	}
	return free, pkgs
}

// isTopLevel says whether an object is declared at the top level of the notebook or of the cell's statements.
func (t *typed) isTopLevel(obj types.Object) bool {
	if obj.Pkg() != t.check.Pkg || obj.Parent() == nil {
		return false
	}
	if obj.Parent() == t.check.Pkg.Scope() {
		return true
	}
	fn := bodyOf(t.syn.Files()[1]) // the scope of the top-level statements
	return fn != nil && obj.Parent() == t.check.Info.Scopes[fn.Type]
}

// readsBefore says whether expressions read a name as it was before this cell declares it anew.
func (t *typed) readsBefore(exprs []ast.Expr) bool {
	if t.syn.PackageForm {
		return false
	}
	found := false
	for _, e := range exprs {
		ast.Inspect(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && t.again[id.Name] {
				obj := t.check.Info.Uses[id]
				found = found || obj != nil && obj.Parent() == t.check.Pkg.Scope()
			}
			return !found
		})
	}
	return found
}

// copies reports whether an expression is a variable of the notebook, a field, or a method value with a copy of its
// receiver. The method value x.M, where M has a pointer receiver and x is a variable, has no copy: it always is (&x).M.
func (t *typed) copies(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		v, isVar := t.check.Info.Uses[e].(*types.Var)
		return isVar && v.Pkg() == t.check.Pkg
	case *ast.SelectorExpr:
		s := t.check.Info.Selections[e]
		if s == nil || s.Kind() == types.MethodExpr {
			return false
		}
		_, ofVariable := ast.Unparen(e.X).(*ast.Ident)
		_, isPointer := types.Unalias(s.Recv()).Underlying().(*types.Pointer)
		return !ofVariable || isPointer || s.Kind() != types.MethodVal || len(s.Index()) > 1 || !pointerReceiver(s.Obj())
	}
	return false
}

// pointerReceiver reports whether a method is one of a pointer.
func pointerReceiver(method types.Object) bool {
	f, ok := method.(*types.Func)
	if !ok {
		return false
	}
	_, isPointer := types.Unalias(f.Signature().Recv().Type()).(*types.Pointer)
	return isPointer
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

// earlyUses finds, in the statements, names that the cell declares only later.
func (t *typed) earlyUses() []earlyUse {
	var early []earlyUse
	ast.Inspect(t.syn.Files()[1], func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || !t.again[id.Name] {
			return true
		}
		obj := t.check.Info.Uses[id]
		if obj == nil {
			return true
		}
		if _, isPkg := obj.(*types.PkgName); isPkg || obj.Parent() == t.check.Pkg.Scope() {
			early = append(early, earlyUse{id, obj})
		}
		return true
	})
	return early
}

// ownDecls returns everything that the cell declares: declarations, then variables in order. A tuple is one decl.
func (t *typed) ownDecls() []*defs.Decl {
	var out []*defs.Decl
	for _, d := range t.decls {
		if d.Kind == defs.KindImport && t.byName[d.Names[0].Key] != nil {
			continue
		}
		out = append(out, d)
	}
	seen := map[*defs.Decl]bool{}
	for _, v := range t.vars {
		if !v.local && !seen[v.decl] {
			seen[v.decl] = true
			out = append(out, v.decl)
		}
	}
	return out
}
