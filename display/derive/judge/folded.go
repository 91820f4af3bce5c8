package judge

import (
	"math"
	"math/big"
	"slices"

	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
)

// This file computes what no letter of the text stands in, and writes some things that have two
// names by one, so that what is to be shown is recognised behind 0!, cos 0, sums of one term, ln.

// constants computes them in formulas of a text.
type constants struct {
	text     string
	declared map[string]bool // names of the text that are no constants
}

// folded is a formula with its constants computed.
func (t constants) folded(x syntax.Expr) syntax.Expr {
	if x == nil || isPlain(x) {
		return x
	}
	if n := t.constant(x); n != nil {
		return n
	}
	switch e := syntax.Replaced(x, t.folded).(type) {
	case *syntax.Big:
		return t.foldedBig(e)
	case *syntax.Cases:
		if c := e.Cases[0]; c.Cond != nil && t.isTrue(c.Cond) {
			return bracketed(c.Value)
		}
		return e
	case *syntax.Power:
		if inner, ok := syntax.Unbracketed(e.X).(*syntax.Power); ok && isTop(e.Exp) && isTop(inner.Exp) {
			return inner.X
		}
		return e
	case *syntax.Inner:
		row := &syntax.Power{Span: e.Span, X: bracketed(e.X), Exp: &syntax.Name{Text: `\top`}}
		return &syntax.Binary{Span: e.Span, X: row, Y: bracketed(e.Y)}
	case *syntax.Index:
		if norm, ok := e.X.(*syntax.Norm); ok && len(e.Sub) == 1 && syntax.Canon(e.Sub[0]) == "2" {
			return norm
		}
		return e
	case *syntax.Apply:
		if syntax.Canon(e.Fun) == `\ln` {
			log := *e
			log.Fun = &syntax.Name{Text: `\log`}
			return &log
		}
		return e
	case *syntax.Binary:
		if e.Op == `\times` && (isNumeral(e.X) || isNumeral(e.Y)) {
			return &syntax.Binary{Span: e.Span, X: e.X, Y: e.Y}
		}
		return e
	default:
		return e
	}
}

func isNumeral(x syntax.Expr) bool { _, ok := x.(*syntax.Number); return ok }

func isTop(x syntax.Expr) bool { return syntax.Canon(x) == `\top` }

// bracketed is a formula in brackets.
func bracketed(x syntax.Expr) syntax.Expr {
	return &syntax.Paren{Span: x.Where(), Items: []syntax.Expr{x}}
}

// isPlain tells whether there is nothing in a formula to compute.
func isPlain(x syntax.Expr) bool {
	switch x.(type) {
	case *syntax.Name, *syntax.Number, *syntax.Dots:
		return true
	}
	return false
}

// foldedBig is a sum or the like whose body does not change with the letter that it binds.
func (t constants) foldedBig(e *syntax.Big) syntax.Expr {
	if len(e.Bind.Names) != 1 || e.Bind.Cond != nil || mentions(e.Body, e.Bind.Names[0]) {
		return e
	}
	body := bracketed(e.Body)
	switch e.Op {
	case `\max`, `\min`, `\sup`, `\inf`, `\forall`, `\exists`:
		return body
	case `\sum`, `\prod`:
		one := *e
		one.Op, one.Body = `\sum`, &syntax.Number{Span: e.Span, Text: "1"}
		count, ok := t.valueOf(&one)
		switch {
		case !ok || count != math.Trunc(count):
		case e.Op == `\sum`:
			return &syntax.Binary{Span: e.Span, X: inDigits(e.Span, big.NewRat(int64(count), 1)), Y: body}
		case count == 1:
			return body
		}
	}
	return e
}

// mentions tells whether a name stands in a formula where no inner operator binds it.
func mentions(x syntax.Expr, name syntax.Expr) (found bool) {
	letter := syntax.Canon(name)
	binds := func(names []syntax.Expr) bool {
		return slices.ContainsFunc(names, func(n syntax.Expr) bool { return syntax.Canon(n) == letter })
	}
	syntax.Walk(x, func(c syntax.Expr) bool {
		switch e := c.(type) {
		case *syntax.Big:
			if binds(e.Bind.Names) {
				return false
			}
		case *syntax.Integral:
			if binds(e.Vars) {
				return false
			}
		case *syntax.Name:
			found = found || e.Text == letter
		}
		return !found
	})
	return found
}

// constant is the number that a formula is without any declaration, or nil. A number that is no
// short fraction stays as it is written.
func (t constants) constant(x syntax.Expr) syntax.Expr {
	v, ok := t.valueOf(x)
	if !ok || v-v != 0 {
		return nil
	}
	for q := 1.; q <= 1000; q++ {
		if p := math.Round(v * q); math.Abs(v-p/q) <= 1e-13*max(1, math.Abs(v)) && math.Abs(p) < 1e15 {
			return inDigits(x.Where(), big.NewRat(int64(p), int64(q)))
		}
	}
	return nil
}

// inDigits writes a rational number.
func inDigits(at syntax.Span, r *big.Rat) syntax.Expr {
	size := new(big.Rat).Abs(r)
	var x syntax.Expr = &syntax.Number{Span: at, Text: size.Num().String()}
	if !size.IsInt() {
		x = &syntax.Frac{Span: at, X: x, Y: &syntax.Number{Span: at, Text: size.Denom().String()}}
	}
	if r.Sign() < 0 {
		x = bracketed(&syntax.Unary{Span: at, Op: "-", X: x})
	}
	return x
}

// valueOf is the value of a formula that is a number without any declaration.
func (t constants) valueOf(x syntax.Expr) (float64, bool) {
	v, ok := t.evaluated(x)
	return v.N, ok && v.Kind == value.Number
}

// isTrue tells whether a statement is true without any declaration.
func (t constants) isTrue(x syntax.Expr) bool {
	v, ok := t.evaluated(x)
	return ok && v.Kind == value.Truth && v.Truth
}

// mostForConstant bounds the evaluation of a constant, in some thousands of operations.
const mostForConstant = 20

func (t constants) evaluated(x syntax.Expr) (v value.Value[float64], ok bool) {
	if t.mentionsDeclared(x) {
		return v, false
	}
	alone := &syntax.Chain{Span: x.Where(), First: x}
	doc := &syntax.Document{Text: t.text, Items: []syntax.Item{alone}}
	p, err := eval.Compile(doc, eval.Names{})
	if err != nil || len(p.Vars) > 0 {
		return v, false
	}
	chain, ok := p.Parts[0].(*eval.Chain)
	if !ok {
		return v, false
	}
	m, steps := eval.NewFloat(p), 0
	m.StopWhen(func() bool { steps++; return steps > mostForConstant })
	r, err := m.Eval(chain.First)
	return r.Value, err == nil
}

// declares notes the names that stand in a declaration.
func (t constants) declares(x syntax.Expr) {
	syntax.Walk(x, func(c syntax.Expr) bool {
		if n, ok := c.(*syntax.Name); ok && n.Text != "e" && n.Text != `\pi` {
			t.declared[n.Text] = true
		}
		return true
	})
}

// mentionsDeclared tells at a glance whether a declared name stands in a formula that no operator
// binds there.
func (t constants) mentionsDeclared(x syntax.Expr) (found bool) {
	var bound []string
	syntax.Walk(x, func(c syntax.Expr) bool {
		switch e := c.(type) {
		case *syntax.Big:
			for _, n := range e.Bind.Names {
				bound = append(bound, syntax.Canon(n))
			}
		case *syntax.Integral:
			for _, n := range e.Vars {
				bound = append(bound, syntax.Canon(n))
			}
		case *syntax.Name:
			found = found || t.declared[e.Text] && !slices.Contains(bound, e.Text)
		}
		return !found
	})
	return found
}

// isConstantName tells whether a name needs no declaration.
func (t constants) isConstantName(n *syntax.Name) bool {
	switch n.Text {
	case `\top`, `\infty`, "*", "+", "-":
		return true
	}
	_, ok := t.evaluated(n)
	return ok
}
