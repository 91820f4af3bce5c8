package syntax

import (
	"fmt"
	"strings"
)

// SExpr is the tree as text, for tests and messages to developers: (+ x (^ y 2)).
func SExpr(x Expr) string {
	switch x := x.(type) {
	case nil:
		return "nil"
	case *Number:
		return x.Text
	case *Name:
		return x.Text
	case *Dots:
		return "…"
	case *Index:
		return head("_", append([]Expr{x.X}, x.Sub...)...)
	case *Power:
		return head("^", x.X, x.Exp)
	case *Prime:
		return head(strings.Repeat("'", x.N), x.X)
	case *Unary:
		return head(x.Op, x.X)
	case *Factorial:
		return head("!", x.X)
	case *Binary:
		if x.Op == "" {
			return head("*", x.X, x.Y)
		}
		return head(x.Op, x.X, x.Y)
	case *Apply:
		return head("apply"+x.Bracket, append([]Expr{x.Fun}, x.Args...)...)
	case *Compare:
		s := "(compare " + SExpr(x.X)
		for _, l := range x.Rest {
			s += " " + l.Op + " " + SExpr(l.Y)
		}
		return s + ")"
	case *Logic:
		return head(x.Op, x.X, x.Y)
	}
	return bracketSExpr(x)
}

func bracketSExpr(x Expr) string {
	switch x := x.(type) {
	case *Frac:
		return head("frac", x.X, x.Y)
	case *Binom:
		return head("binom", x.X, x.Y)
	case *Sqrt:
		if x.N != nil {
			return head("root", x.N, x.X)
		}
		return head("sqrt", x.X)
	case *Paren:
		return head("paren", x.Items...)
	case *Abs:
		return head("abs", x.X)
	case *Norm:
		return head("norm", x.X)
	case *Inner:
		return head("inner", x.X, x.Y)
	case *Floor:
		return head("floor", x.X)
	case *Ceil:
		return head("ceil", x.X)
	case *Interval:
		name := map[[2]bool]string{{false, false}: "[]", {true, false}: "(]", {false, true}: "[)", {true, true}: "]["}
		return head(name[[2]bool{x.OpenLo, x.OpenHigh}], x.Lo, x.Hi)
	case *Set:
		return head("set", x.Items...)
	case *Builder:
		return "(set-of " + SExpr(x.Item) + " " + binderSExpr(x.Bind) + ")"
	case *Matrix:
		s := "(matrix"
		if x.Det {
			s = "(det-matrix"
		}
		for _, row := range x.Rows {
			s += " " + head("row", row...)
		}
		return s + ")"
	case *Cases:
		s := "(cases"
		for _, c := range x.Cases {
			s += " " + head("case", c.Value, c.Cond)
		}
		return s + ")"
	}
	return operatorSExpr(x)
}

func operatorSExpr(x Expr) string {
	switch x := x.(type) {
	case *Big:
		return "(" + x.Op + " " + binderSExpr(x.Bind) + " " + SExpr(x.Body) + ")"
	case *Integral:
		s := `(\int`
		if x.Lo != nil {
			s += " " + head("from", x.Lo, x.Hi)
		}
		if x.Over != nil {
			s += " " + head("over", x.Over)
		}
		return s + " " + SExpr(x.Body) + " " + head("d", x.Vars...) + ")"
	case *Diff:
		return "(diff " + SExpr(x.Of) + " " + head("by", x.By...) + ")"
	case *Nabla:
		s := fmt.Sprintf(`(\nabla%s`, strings.Repeat("²", x.Order-1))
		if x.By != nil {
			s += " " + head("by", x.By)
		}
		return s + " " + SExpr(x.Of) + ")"
	case *Indicator:
		return head("indicator", x.Cond)
	case *Prob:
		s := "(" + x.Op
		if x.Law != nil {
			s += " " + head("law", x.Law)
		}
		s += " " + head("of", x.Args...)
		if x.Given != nil {
			s += " " + head("given", x.Given)
		}
		return s + ")"
	}
	return fmt.Sprintf("(unknown %T)", x)
}

func binderSExpr(b Binder) string {
	s := head("bind", b.Names...)
	s = s[:len(s)-1]
	if b.Lo != nil {
		s += " " + head("from", b.Lo, b.Hi)
	}
	if b.In != nil {
		s += " " + head("in", b.In)
	}
	if b.Cond != nil {
		s += " " + head("where", b.Cond)
	}
	return s + ")"
}

func head(name string, items ...Expr) string {
	s := "(" + name
	for _, x := range items {
		if x == nil {
			s += " nil"
			continue
		}
		s += " " + SExpr(x)
	}
	return s + ")"
}
