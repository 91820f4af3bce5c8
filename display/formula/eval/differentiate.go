package eval

import (
	"math"
	"math/big"
	"slices"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
)

// This file differentiates: a derivative is evaluated in the tower over the field, with an ε at the variable. A derivative
// inside of a derivative takes the next ε of the same tower.

// NewRational is a machine in exact rational arithmetic. What has no rational value is a Fault with the cause number.ErrInexact.
func NewRational(p *Program) Machine[*big.Rat] {
	side := &number.Side{}
	rational := number.Rational{Spent: new(int)}
	m, above := withTower[*big.Rat, *number.Dual[*big.Rat]](p, rational, number.Tower[*big.Rat]{Base: rational, Side: side}, side)
	m.spent, above.spent = rational.Spent, rational.Spent
	return m
}

// NewBalls is a machine over numbers with a radius, which tells what is so from what rounding makes of it. Its functions are those of the
// elementary kind; integrals and functions in Go are a Fault with the cause number.ErrInexact. It gives up after limit operations at a point.
func NewBalls(p *Program, field *number.Balls, limit int) Machine[*number.Ball] {
	side := &number.Side{}
	m, above := withTower[*number.Ball, *number.Dual[*number.Ball]](p, field, number.Tower[*number.Ball]{Base: field, Side: side}, side)
	m.most, above.most = limit, limit
	return m
}

// tower is number.Tower[T] with its numbers *number.Dual[T] as a type of their own. The compiler makes one machine for all numbers
// that are pointers, but of a type that generic code names through T it makes another for each T: half as much again is linked.
type tower[T, D any] interface {
	number.Field[D]
	Constant(x T) D
	Real(a D) T
	Seed(a D, level int) D
	Part(a D, level int) D
	Parts(a D) []float64
}

// withTower makes a machine, and the one over its tower that it differentiates in.
func withTower[T, D any](p *Program, f number.Field[T], field tower[T, D], side *number.Side) (base *machine[T], above *machine[D]) {
	base, above = newMachine(p, f), newMachine[D](p, field)
	above.meter, above.ops.Meter = base.meter, base.meter
	t := &differentiator[T, D]{field: field, m: above, side: side}
	above.side = side
	above.differentiate = t.derive
	base.differentiate = func(body node, by []variable) value.Value[T] {
		for i, v := range base.frame {
			above.frame[i] = value.Convert(v, field.Constant)
		}
		clear(above.memo)
		above.steps, above.err, above.close = base.steps, 0, base.close
		if above.watch = nil; base.watch != nil {
			above.watch = func(n node, x D, kind borderKind) { base.watch(n, field.Real(x), kind) }
		}
		v := value.Convert(t.sided(body, by), field.Real)
		base.steps, base.err, base.close = above.steps, base.err+above.err, above.close
		return v
	}
	return base, above
}

// differentiator differentiates in a tower.
type differentiator[T, D any] struct {
	field tower[T, D]
	m     *machine[D]
	level int // the next ε that is free

	side  *number.Side
	top   int            // the ε of the derivative that is outermost
	inner value.Value[D] // of it: the body with all ε
}

// sided is the derivative of a body by the variables, from both sides: where numbers are ordered by the side, the parts must be the same from
// both, and the value that of the place itself, else there is a kink or a jump and no derivative.
func (t *differentiator[T, D]) sided(body node, by []variable) value.Value[D] {
	right, parts := t.from(1, body, by)
	if !t.side.Met {
		return right
	}
	_, left := t.from(-1, body, by)
	_, here := t.from(0, body, by)
	for i, x := range parts {
		if len(left) != len(parts) || len(here) != len(parts) || !samePart(x[0], here[i][0]) || !slices.EqualFunc(x, left[i], samePart) {
			panic(fault{&syntax.Error{Text: t.m.p.Text, Span: body.where(), Msg: t.m.source(body) + " has a kink or a jump here: no derivative"}, number.ErrKink})
		}
	}
	return right
}

// from is the derivative from one side, and the parts of the numbers of the body.
func (t *differentiator[T, D]) from(dir int, body node, by []variable) (v value.Value[D], parts [][]float64) {
	clear(t.m.memo)
	t.side.Dir, t.side.Met = dir, false
	t.level, t.top = 0, len(by)
	v = t.derive(body, by)
	entries := t.inner.A
	if t.inner.Kind == value.Number {
		entries = []D{t.inner.N}
	}
	for _, x := range entries {
		p := make([]float64, 1<<len(by))
		copy(p, t.field.Parts(x))
		parts = append(parts, p)
	}
	return v, parts
}

func samePart(x, y float64) bool { return math.Abs(x-y) <= 1e-9*(1+math.Abs(x)+math.Abs(y)) }

// derive is the derivative of a body by the variables, one after another.
func (t *differentiator[T, D]) derive(body node, by []variable) value.Value[D] {
	if len(by) == 0 {
		v := t.m.eval(body)
		if t.level == t.top {
			t.inner = v
		}
		return v
	}
	m, level, v := t.m, t.level, by[0]
	if level >= number.MaxLevels {
		m.fail(body, "derivatives are computed up to order %d", number.MaxLevels)
	}
	kept, memos := m.frame[v.slot], m.memo
	m.frame[v.slot] = t.seeded(body, v, level)
	m.memo = make([]memo[D], len(memos))
	t.level++
	result := t.derive(body, by[1:])
	t.level--
	m.frame[v.slot], m.memo = kept, memos
	return value.Convert(result, func(x D) D { return t.field.Part(x, level) })
}

// seeded is the value of a variable with ε at its number, or at one entry.
func (t *differentiator[T, D]) seeded(n node, v variable, level int) value.Value[D] {
	x := t.m.frame[v.slot]
	if v.entry == nil {
		if x.Kind != value.Number {
			t.m.fail(n, "the variable is a %s: \\nabla_x with its name as index is the derivative by a vector or a matrix", x.Shape())
		}
		x.N = t.field.Seed(x.N, level)
		return x
	}
	k := t.m.position(n, x, v.entry)
	x.A = append([]D{}, x.A...)
	x.A[k] = t.field.Seed(x.A[k], level)
	return x
}

// position is where an entry of a vector or a matrix lies.
func (m *machine[T]) position(n node, x value.Value[T], entry []node) int {
	var subs []int
	for _, e := range entry {
		if e == nil {
			m.fail(n, "a derivative is by one entry")
		}
		subs = append(subs, m.integer(e))
	}
	switch {
	case (x.Kind == value.Vector || x.Kind == value.Row) && len(subs) == 1 && subs[0] >= 1 && subs[0] <= len(x.A):
		return subs[0] - 1
	case x.Kind == value.Matrix && len(subs) == 2 && subs[0] >= 1 && subs[0] <= x.Rows && subs[1] >= 1 && subs[1] <= x.Cols:
		return (subs[0]-1)*x.Cols + subs[1] - 1
	}
	m.fail(n, "the variable is a %s and has no such entry", x.Shape())
	return 0
}

// gradient is ∇: the derivatives by the number, or by each entry of the vector or matrix in a slot; of order 2 the Hessian.
func (m *machine[T]) gradient(n *gradient) value.Value[T] {
	x := m.frame[n.slot]
	if x.Kind == value.Number {
		by := []variable{{slot: n.slot}, {slot: n.slot}}
		return m.differentiate(n.body, by[:n.order])
	}
	if !x.Dense() {
		m.fail(n, "the variable is a %s: a gradient is by a number, a vector or a matrix", x.Shape())
	}
	if n.order == 2 {
		return m.hessian(n, x)
	}
	list := make([]T, len(x.A))
	for k := range list {
		list[k] = m.partial(n, variable{n.slot, entryOf(n, x, k)})
	}
	x.A = list
	return x
}

func (m *machine[T]) hessian(n *gradient, x value.Value[T]) value.Value[T] {
	if x.Kind != value.Vector {
		m.fail(n, "a second derivative is by a number or a vector, this is a %s", x.Shape())
	}
	d := len(x.A)
	h := make([]T, d*d)
	for i := range d {
		for j := i; j < d; j++ {
			h[i*d+j] = m.partial(n, variable{n.slot, entryOf(n, x, i)}, variable{n.slot, entryOf(n, x, j)})
			h[j*d+i] = h[i*d+j]
		}
	}
	return m.ops.Matrix(d, d, h)
}

func (m *machine[T]) partial(n *gradient, by ...variable) T {
	v := m.differentiate(n.body, by)
	if v.Kind != value.Number {
		m.fail(n.body, "%s is a %s: a gradient is of a number", m.source(n.body), v.Shape())
	}
	return v.N
}

// entryOf is the index of entry k.
func entryOf[T any](n node, x value.Value[T], k int) []node {
	a := at{n.where()}
	if x.Kind == value.Matrix {
		return []node{integer(a, int64(k/x.Cols+1)), integer(a, int64(k%x.Cols+1))}
	}
	return []node{integer(a, int64(k+1))}
}

// inexact ends the evaluation with what has no value in an exact field.
func (m *machine[T]) inexact(n node, what string) {
	panic(fault{&syntax.Error{Text: m.p.Text, Span: n.where(), Msg: what}, number.ErrInexact})
}
