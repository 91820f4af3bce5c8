package slips

import (
	"go/ast"
	"go/token"
)

// others are operators that are mistaken for one another.
var others = map[token.Token]struct {
	kind string
	is   token.Token
}{
	token.LSS: {"strictness", token.LEQ}, token.LEQ: {"strictness", token.LSS},
	token.GTR: {"strictness", token.GEQ}, token.GEQ: {"strictness", token.GTR},
	token.EQL: {"equality", token.NEQ}, token.NEQ: {"equality", token.EQL},
	token.LAND: {"and-or", token.LOR}, token.LOR: {"and-or", token.LAND},
	token.ADD: {"sign", token.SUB}, token.SUB: {"sign", token.ADD},
	token.QUO:        {"inverse", token.MUL},
	token.ADD_ASSIGN: {"sign", token.SUB_ASSIGN}, token.SUB_ASSIGN: {"sign", token.ADD_ASSIGN},
}

// calls are functions that are mistaken for another, or left out ("").
var calls = map[string]struct{ kind, is string }{
	"min": {"min-max", "max"}, "max": {"min-max", "min"},
	"math.Min": {"min-max", "math.Max"}, "math.Max": {"min-max", "math.Min"},
	"slices.Min": {"min-max", "slices.Max"}, "slices.Max": {"min-max", "slices.Min"},
	"floats.Min": {"min-max", "floats.Max"}, "floats.Max": {"min-max", "floats.Min"},
	"math.Abs": {"function", ""}, "math.Sqrt": {"function", ""},
}

// expression adds the slips of an expression.
func (f *finder) expression(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if o, ok := others[n.Op]; ok {
			f.changeIn(o.kind, n, n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), o.is.String())
		}
		f.operand(n)
	case *ast.UnaryExpr:
		if n.Op == token.SUB {
			f.change("sign", n, f.text(n.X))
		}
	case *ast.CallExpr:
		f.call(n)
	}
}

// operand adds the slips by which an operand is left out, or 1 is subtracted from a divisor.
func (f *finder) operand(n *ast.BinaryExpr) {
	x, y := f.text(n.X), f.text(n.Y)
	switch n.Op {
	case token.ADD:
		f.change("term", n, x)
		if !isNumber(n.Y) {
			f.change("term", n, y)
		}
	case token.SUB:
		f.change("term", n, x)
	case token.MUL:
		f.change("factor", n, x)
		f.change("factor", n, y)
	case token.QUO:
		f.change("divisor", n, x)
		if !isNumber(n.Y) {
			f.change("divisor", n, x+"/(("+y+")-1)")
		}
	}
}

func isNumber(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && (lit.Kind == token.INT || lit.Kind == token.FLOAT)
}

// call adds the slips of a call.
func (f *finder) call(n *ast.CallExpr) {
	name := f.text(n.Fun)
	if c, ok := calls[name]; ok {
		if c.is == "" && len(n.Args) == 1 {
			f.change(c.kind, n, "("+f.text(n.Args[0])+")")
		} else {
			f.changeIn(c.kind, n, n.Fun.Pos(), n.Fun.End(), c.is)
		}
	}
	switch {
	case name == "math.NaN":
		f.change("zero", n, "0.")
	case name == "math.Inf" && len(n.Args) == 1:
		f.change("zero", n, "0.")
		if _, negative := n.Args[0].(*ast.UnaryExpr); !negative {
			f.change("sign", n, "math.Inf(-1)")
		}
	}
}
