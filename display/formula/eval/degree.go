package eval

import (
	"math"

	"github.com/mercer-go/mercer/display/formula/value"
)

// Degree bounds the degrees of numerator and denominator of a rational function. All entries of a vector or a matrix share one
// denominator.
type Degree struct{ Num, Den int }

// A false identity a = b of rational functions holds at a random point only where the polynomial that is their difference times
// their denominators vanishes. After Schwartz (1980) and Zippel (1979) that has at most the chance degree/|S| if the coordinates are
// drawn evenly from a set S.

// Degree bounds the degree of a formula as a function of the coordinates of the point, of which variable v has degree of(v). It is
// evaluated at the present point of the machine, which must have values for the sizes and ranges. ok is false where the formula is
// no rational function of one form: where it compares, rounds, or applies other functions.
func (m *machine[T]) Degree(f *Formula, of func(v *Var) Degree) (d Degree, ok bool) {
	g := &degrees[T]{m: m, of: map[int]Degree{}}
	for _, v := range m.p.Vars {
		g.of[v.slot] = of(v)
	}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case fault, notRational:
			d, ok = Degree{}, false
		default:
			panic(p)
		}
	}()
	m.steps = 0
	return g.degree(f.root), true
}

// EqualDegree bounds the degree of the polynomial whose zeros are the points at which two rational functions agree.
func EqualDegree(a, b Degree) int { return max(clip(a.Num+b.Den), clip(b.Num+a.Den), 1) }

type notRational struct{}

// degrees bounds degrees; of has those of the slots.
type degrees[T any] struct {
	m  *machine[T]
	of map[int]Degree
}

// clip keeps degrees from overflowing.
func clip(n int) int { return min(max(n, 0), math.MaxInt32) }

func plusDegree(a, b Degree) Degree {
	if a.Den == 0 && b.Den == 0 {
		return Degree{max(a.Num, b.Num), 0}
	}
	return Degree{clip(max(a.Num+b.Den, b.Num+a.Den)), clip(a.Den + b.Den)}
}

func timesDegree(a, b Degree) Degree { return Degree{clip(a.Num + b.Num), clip(a.Den + b.Den)} }

// repeated bounds a sum (or, with product, a product) of k terms.
func (d Degree) repeated(k int, product bool) Degree {
	if k <= 0 {
		return Degree{}
	}
	if product {
		return Degree{clip(k * d.Num), clip(k * d.Den)}
	}
	return Degree{clip(d.Num + (k-1)*d.Den), clip(k * d.Den)}
}

// maxDegreeSteps bounds the work for a degree, for which definitions are looked into again at each use.
const maxDegreeSteps = 1_000_000

func (g *degrees[T]) degree(n node) Degree {
	if g.m.steps++; g.m.steps > maxDegreeSteps {
		panic(notRational{})
	}
	switch n := n.(type) {
	case *literal, *unsized:
		return Degree{}
	case *slot:
		return g.of[n.index]
	case *use:
		return g.degree(n.def.body)
	case *call:
		return g.call(n)
	case *unary:
		return g.degree(n.x)
	case *transpose:
		return g.degree(n.x)
	case *binary:
		return g.binary(n)
	case *inner:
		return timesDegree(g.degree(n.x), g.degree(n.y))
	case *power:
		return g.power(n)
	case *index:
		return g.degree(n.x)
	case *absolute:
		return g.determinant(n.x)
	case *builtin:
		return g.builtin(n)
	case *tuple:
		return g.common(n.items)
	case *blocks:
		return g.common(inside(n))
	case *big_:
		return g.big(n)
	case *table:
		return g.over(&n.bind, n.body, false)
	case *pick:
		return g.common(inside(n)[1:])
	case *apply:
		return g.apply(n)
	}
	panic(notRational{})
}

func (g *degrees[T]) call(n *call) Degree {
	kept := make([]Degree, len(n.args))
	args := make([]Degree, len(n.args))
	values := make([]value.Value[T], len(n.args))
	for i, a := range n.args {
		args[i], values[i] = g.degree(a), g.m.eval(a)
	}
	before := make([]value.Value[T], len(n.args))
	for i, k := range n.def.params {
		kept[i], before[i] = g.of[k], g.m.frame[k]
		g.of[k], g.m.frame[k] = args[i], values[i]
	}
	d := g.degree(n.def.body)
	for i, k := range n.def.params {
		g.of[k], g.m.frame[k] = kept[i], before[i]
	}
	return d
}

// apply is the degree of a table or a law at a place, or of a product.
func (g *degrees[T]) apply(n *apply) Degree {
	fn := g.m.eval(n.fn)
	switch {
	case fn.Kind == value.Law || fn.Kind == value.Func && fn.Ref == value.Table:
		return g.degree(n.fn)
	case !callable(fn) && n.exp == nil:
		return timesDegree(g.degree(n.fn), g.degree(n.args[0]))
	}
	panic(notRational{})
}

func (g *degrees[T]) binary(n *binary) Degree {
	x, y := g.degree(n.x), g.degree(n.y)
	switch n.op {
	case "+", "-":
		return plusDegree(x, y)
	case "/":
		return timesDegree(x, Degree{y.Den, y.Num})
	case "", `\cdot`, `\times`, `\odot`, `\circ`, `\otimes`:
		return timesDegree(x, y)
	}
	panic(notRational{})
}

func (g *degrees[T]) power(n *power) Degree {
	if q, ok := n.x.(*norm); ok && isTwo(n.exp) && q.p == nil && !q.infinite {
		return g.degree(q.x).repeated(2, true)
	}
	k := g.m.integer(n.exp)
	d := g.degree(n.x)
	if k < 0 {
		x := g.m.eval(n.x)
		if x.Kind == value.Matrix {
			r := x.Rows
			d = Degree{clip(d.Den + (r-1)*d.Num), clip(r * d.Num)}
		} else {
			d = Degree{d.Den, d.Num}
		}
		k = -k
	}
	return d.repeated(k, true)
}

// determinant is the degree of |A|; of a number there is none.
func (g *degrees[T]) determinant(n node) Degree {
	x := g.m.eval(n)
	if x.Kind != value.Matrix {
		panic(notRational{})
	}
	return g.degree(n).repeated(x.Rows, true)
}

func (g *degrees[T]) builtin(n *builtin) Degree {
	switch {
	case n.fn.op == determinant:
		return g.determinant(n.args[0])
	case n.fn.op == trace:
		return g.degree(n.args[0])
	case n.fn.op == diagonal:
		return g.common(n.args)
	}
	panic(notRational{})
}

// common bounds entries that share a denominator.
func (g *degrees[T]) common(list []node) Degree {
	var d Degree
	for _, n := range list {
		if n != nil {
			d = plusDegree(d, g.degree(n))
		}
	}
	return d
}

func (g *degrees[T]) big(n *big_) Degree {
	if n.op != `\sum` && n.op != `\prod` {
		panic(notRational{})
	}
	return g.over(&n.bind, n.body, n.op == `\prod`)
}

// over bounds a sum or product over a binder by its term with the largest degrees. A condition in the point's values would make it
// piecewise; one in bound numbers only does not.
func (g *degrees[T]) over(b *binder, body node, product bool) Degree {
	for _, r := range b.ranges {
		if g.degreeOfRange(r) {
			panic(notRational{})
		}
	}
	var worst Degree
	count := 0
	g.m.each(b, func() bool {
		d := g.degree(body)
		worst = Degree{max(worst.Num, d.Num), max(worst.Den, d.Den)}
		count++
		return true
	})
	if b.cond != nil && g.depends(b.cond) {
		panic(notRational{})
	}
	return worst.repeated(count, product)
}

// degreeOfRange says that a range depends on the values of the point.
func (g *degrees[T]) degreeOfRange(n node) bool {
	if _, ok := n.(*extent); ok {
		return false
	}
	return g.depends(n)
}

// depends says that a node depends on the values of the point.
func (g *degrees[T]) depends(n node) bool {
	found := false
	walk(n, func(n node) bool {
		switch n := n.(type) {
		case *slot:
			found = found || g.of[n.index] != Degree{}
		case *use, *call, *closure, *random:
			found = true
		}
		return !found
	})
	return found
}
