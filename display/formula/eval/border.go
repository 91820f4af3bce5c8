package eval

import (
	"math"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/value"
)

// This file lists the borders of a formula: the numbers that it computes on the way whose zeros are where it may have no value, a kink or a jump.
// They are noted while it is evaluated, so that those in definitions and under big operators are among them. Random points miss their zeros; who
// knows the borders can look for them.

// Border is such a number at the present point.
type Border[T any] struct {
	Key   BorderKey
	Value T
	Hole  bool // where it is 0 there is no value: a denominator, the argument of a logarithm, the cosine of a tangent
	Sharp bool // where it is 0 there may be a jump, or a kink of what is differentiated, that no number beside it tells
}

// BorderKey tells the borders of a formula apart: the same one has the same key at all points.
type BorderKey struct {
	n   node
	nth int
}

// mostBorders bounds how many are noted of one formula, and of one place in it.
const (
	mostBorders = 64
	mostOfPlace = 8
)

// Borders evaluates a formula at the present point and lists its borders; where it has no value, those met before.
func (m *machine[T]) Borders(f *Formula) []Border[T] {
	var list []Border[T]
	m.watch = func(n node, x T, kind borderKind) {
		nth := 1
		for _, b := range list {
			if b.Key.n == n {
				nth++
			}
		}
		if len(list) < mostBorders && nth <= mostOfPlace {
			list = append(list, Border[T]{BorderKey{n, nth}, x, kind == hole, kind == sharp})
		}
	}
	clear(m.memo)
	_, _ = m.Eval(f)
	m.watch = nil
	clear(m.memo)
	return list
}

// TakeForEqual has comparisons take numbers for equal that differ by no more than so much, until it is called with 0.
func (m *machine[T]) TakeForEqual(difference float64) { m.equalUpTo = difference }

// borderKind is what happens at a border.
type borderKind uint8

const (
	bend  borderKind = iota // a kink, or a comparison that goes over
	hole                    // no value
	sharp                   // a jump, or a kink of what is differentiated
)

// note notes a border x at node n.
func (m *machine[T]) note(n node, x T, kind borderKind) {
	if m.watch == nil || m.nested > 0 {
		return
	}
	if m.side != nil && kind == bend {
		kind = sharp // of what is differentiated
	}
	m.watch(n, x, kind)
}

// noteFactors notes a border that is the value of node n, and the factors that it is made of, which may change their sign where a square does not.
func (m *machine[T]) noteFactors(n node, x T, kind borderKind) {
	m.note(n, x, kind)
	watch := m.watch
	if m.nested > 0 {
		return
	}
	m.watch = nil
	m.factors(n, func(n node, x T) {
		m.watch = watch
		m.note(n, x, kind)
		m.watch = nil
	})
	m.watch = watch
}

// factors notes the factors of a number.
func (m *machine[T]) factors(n node, note func(node, T)) {
	for _, part := range factorsOf(n) {
		if x := m.eval(part); x.Kind == value.Number {
			note(part, x.N)
			m.factors(part, note)
		}
	}
}

// factorsOf are the nodes of which one is 0 where n is 0.
func factorsOf(n node) []node {
	switch n := n.(type) {
	case *binary:
		switch n.op {
		case "", `\cdot`, `\times`:
			return []node{n.x, n.y}
		case "/":
			return []node{n.x}
		}
	case *unary:
		return []node{n.x}
	case *power:
		return []node{n.x}
	case *absolute:
		return []node{n.x}
	case *root:
		return []node{n.x}
	case *use:
		return factorsOf(n.def.body)
	}
	return nil
}

// borderOf notes the border of an elementary function of x at node n.
func (m *machine[T]) borderOf(n node, f number.Func, x T) {
	switch f {
	case number.Abs, number.Sqrt:
		m.noteFactors(argumentOf(n), x, bend)
	case number.Sign:
		m.noteFactors(argumentOf(n), x, sharp)
	case number.Log:
		m.noteFactors(argumentOf(n), x, hole)
	case number.Tan:
		if c, err := m.f.Call(number.Cos, x); err == nil {
			m.note(n, c, hole)
		}
	case number.Floor, number.Ceil:
		m.note(n, m.beyondInteger(x), sharp)
	}
}

// argumentOf is what a function of one number at node n is applied to.
func argumentOf(n node) node {
	switch n := n.(type) {
	case *builtin:
		return n.args[len(n.args)-1]
	case *absolute:
		return n.x
	case *root:
		return n.x
	}
	return n
}

// beyondInteger is by how much x is above the nearest integer.
func (m *machine[T]) beyondInteger(x T) T {
	half, _ := m.f.Div(m.f.Int(1), m.f.Int(2))
	if whole, err := m.f.Call(number.Floor, m.f.Add(x, half)); err == nil {
		return m.f.Sub(x, whole)
	}
	return x
}

// powerBorder notes the base of a negative or fractional power, and the determinant of a matrix that is inverted.
func (m *machine[T]) powerBorder(n *power, x, exp value.Value[T]) {
	if exp.Kind != value.Number {
		return
	}
	k := m.f.Value(exp.N)
	switch {
	case x.Kind == value.Matrix && k < 0:
		if det, err := m.ops.Det(x); err == nil {
			m.note(n, det.N, hole)
		}
	case x.Kind == value.Number && k < 0:
		m.noteFactors(n.x, x.N, hole)
	case x.Kind == value.Number && k != math.Trunc(k):
		m.noteFactors(n.x, x.N, bend)
	}
}
