package complete

import (
	"go/ast"
	"go/token"
	"go/types"
)

// expected returns the type that the expression at the cursor should have, or nil when any will do.
func (ch *checked) expected() types.Type {
	var expr ast.Expr = ch.Name
	up := 1
	if sel := ch.selector(); sel != nil {
		expr, up = sel, 2
	}
	if amp, ok := ch.Parent(up).(*ast.UnaryExpr); ok && amp.Op == token.AND {
		return nil
	}
	t := ch.expectedIn(expr, up)
	if t == nil || t == types.Typ[types.Invalid] {
		return nil
	}
	if i, ok := t.Underlying().(*types.Interface); ok && i.Empty() {
		return nil
	}
	return t
}

// expectedIn says what the node that is up levels above the cursor expects of its part expr.
func (ch *checked) expectedIn(expr ast.Expr, up int) types.Type {
	switch n := ch.Parent(up).(type) {
	case *ast.CallExpr:
		return ch.argument(n, indexOf(n.Args, expr))
	case *ast.AssignStmt:
		if i := indexOf(n.Rhs, expr); i >= 0 && len(n.Lhs) == len(n.Rhs) && n.Tok != token.DEFINE {
			return ch.info.TypeOf(n.Lhs[i])
		}
	case *ast.ValueSpec:
		if n.Type != nil && n.Type != expr {
			return ch.info.TypeOf(n.Type)
		}
	case *ast.ReturnStmt:
		return ch.result(indexOf(n.Results, expr))
	case *ast.KeyValueExpr:
		if n.Value == expr {
			return ch.elementValue(n, ch.Parent(up+1))
		}
	case *ast.CompositeLit:
		return elementType(ch.info.TypeOf(n))
	case *ast.BinaryExpr:
		return ch.otherOperand(n, expr)
	case *ast.IndexExpr:
		return ch.indexType(n, expr)
	case *ast.IfStmt, *ast.ForStmt:
		return types.Typ[types.Bool]
	}
	return nil
}

func indexOf(list []ast.Expr, expr ast.Expr) int {
	for i, e := range list {
		if e == expr {
			return i
		}
	}
	return -1
}

// argument returns the type of the i-th parameter of what is called.
func (ch *checked) argument(call *ast.CallExpr, i int) types.Type {
	t := ch.info.TypeOf(call.Fun)
	if t == nil || i < 0 {
		return nil
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	n := sig.Params().Len()
	switch {
	case sig.Variadic() && i >= n-1:
		if s, ok := sig.Params().At(n - 1).Type().(*types.Slice); ok {
			return s.Elem()
		}
	case i < n:
		return sig.Params().At(i).Type()
	}
	return nil
}

// result returns the i-th result type of the function that the cursor is in.
func (ch *checked) result(i int) types.Type {
	for up := 1; i >= 0; up++ {
		var ft *ast.FuncType
		switch n := ch.Parent(up).(type) {
		case nil:
			return nil
		case *ast.FuncDecl:
			ft = n.Type
		case *ast.FuncLit:
			ft = n.Type
		default:
			continue
		}
		if ft.Results == nil {
			return nil
		}
		for _, f := range ft.Results.List {
			if i -= max(1, len(f.Names)); i < 0 {
				return ch.info.TypeOf(f.Type)
			}
		}
		return nil
	}
	return nil
}

// elementValue returns the type of a value after a key in a composite literal.
func (ch *checked) elementValue(kv *ast.KeyValueExpr, in ast.Node) types.Type {
	lit, ok := in.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	t := ch.info.TypeOf(lit)
	if st := structOf(t); st != nil {
		key, _ := kv.Key.(*ast.Ident)
		for i := range st.NumFields() {
			if key != nil && st.Field(i).Name() == key.Name {
				return st.Field(i).Type()
			}
		}
		return nil
	}
	return elementType(t)
}

// elementType returns the type of the elements of a slice, array or map.
func elementType(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	}
	return nil
}

func (ch *checked) otherOperand(n *ast.BinaryExpr, expr ast.Expr) types.Type {
	switch n.Op {
	case token.SHL, token.SHR:
		return nil
	}
	t := ch.info.TypeOf(n.X)
	if n.X == expr {
		t = ch.info.TypeOf(n.Y)
	}
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		return types.Default(t)
	}
	return t
}

func (ch *checked) indexType(n *ast.IndexExpr, expr ast.Expr) types.Type {
	t := ch.info.TypeOf(n.X)
	if t == nil || n.Index != expr {
		return nil
	}
	if m, ok := t.Underlying().(*types.Map); ok {
		return m.Key()
	}
	return types.Typ[types.Int]
}

// fits says whether an object, or the only result of calling it, can be used where a type is wanted.
func fits(obj types.Object, want types.Type) bool {
	t := obj.Type()
	if want == nil || t == nil || t == types.Typ[types.Invalid] {
		return false
	}
	switch obj.(type) {
	case *types.Var, *types.Const:
		return types.AssignableTo(t, want)
	case *types.Func:
		sig, ok := t.(*types.Signature)
		if ok && sig.TypeParams().Len() == 0 && sig.Results().Len() == 1 {
			return types.AssignableTo(sig.Results().At(0).Type(), want) || types.AssignableTo(t, want)
		}
		return types.AssignableTo(t, want)
	case *types.Nil:
		switch want.Underlying().(type) {
		case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
			return true
		}
	}
	return false
}
