package eval

import (
	"math"

	"github.com/mercer-go/mercer/display/formula/value"
)

// statement evaluates what is true or false, and what depends on it.
func (m *machine[T]) statement(n node) value.Value[T] {
	switch n := n.(type) {
	case *compare:
		return m.ops.Bool(m.compare(n))
	case *logic:
		return m.ops.Bool(m.logic(n))
	case *indicator:
		if m.truth(n.cond) {
			return m.ops.Number(m.f.Int(1))
		}
		return m.ops.Number(m.f.Int(0))
	}
	c := n.(*cases)
	for i, cond := range c.conds {
		if cond == nil || m.truth(cond) {
			return m.eval(c.values[i])
		}
	}
	m.fail(n, "none of the cases holds here")
	return value.Value[T]{}
}

func (m *machine[T]) logic(n *logic) bool {
	x := m.truth(n.x)
	switch n.op {
	case `\neg`:
		return !x
	case `\land`:
		return x && m.truth(n.y)
	case `\lor`:
		return x || m.truth(n.y)
	case `\implies`:
		return !x || m.truth(n.y)
	}
	return x == m.truth(n.y) // \iff
}

func (m *machine[T]) compare(n *compare) bool {
	before := n.x
	var x value.Value[T]
	known := false // x is the value of before
	for i, op := range n.ops {
		next := n.ys[i]
		if holds, ok := m.compareRoots(op, before, next); ok {
			if !holds {
				return false
			}
			before, known = next, false
			continue
		}
		if !known {
			x, known = m.eval(before), true
		}
		if s, ok := next.(*interval); ok && (op == `\in` || op == `\notin`) {
			if m.inInterval(x, before, s) != (op == `\in`) {
				return false
			}
			continue
		}
		y := m.eval(next)
		if !m.relate(n, op, x, y, before, next) {
			return false
		}
		x, before = y, next
	}
	return true
}

// relate decides one relation.
func (m *machine[T]) relate(n node, op string, x, y value.Value[T], nx, ny node) bool {
	if x.Kind == value.Number && y.Kind == value.Number {
		if m.watch != nil {
			m.note(ny, m.f.Sub(x.N, y.N), bend)
		}
		if holds, ok := m.order(op, m.compareNumbers(x.N, y.N)); ok {
			return holds
		}
	}
	m.noteElements(x, y, ny)
	r, err := m.Relate(op, x, y)
	if err != nil {
		m.must(n, x, err, nx, ny)
	}
	return m.decide(r)
}

// noteElements notes the borders of x ∈ y: what x has beyond each number in a set.
func (m *machine[T]) noteElements(x, y value.Value[T], ny node) {
	if m.watch == nil || x.Kind != value.Number || y.Kind != value.Set {
		return
	}
	for _, item := range y.Items {
		if item.Kind == value.Number {
			m.note(ny, m.f.Sub(x.N, item.N), bend)
		}
	}
}

func (m *machine[T]) order(op string, c int) (holds, ok bool) {
	switch op {
	case "=":
		return c == 0, true
	case `\ne`:
		return c != 0, true
	case "<":
		return c < 0, true
	case `\le`:
		return c <= 0, true
	case ">":
		return c > 0, true
	case `\ge`:
		return c >= 0, true
	}
	return false, false
}

// rounding is the relative difference up to which two floating-point numbers count as equal.
const rounding = 1e-9

// compareNumbers orders two numbers. In floating point numbers within rounding are equal; where they are not the same, the
// machine notes that the comparison was close. Inside of an integral a strip of that width would be left out, and they are compared as they are.
func (m *machine[T]) compareNumbers(x, y T) int {
	c := m.f.Order(x, y)
	m.decided(c)
	if m.f.Exact() || m.inside || c == 0 && !m.tiny {
		return c
	}
	a, b := m.f.Value(x), m.f.Value(y)
	if a == b && c != 0 {
		return c // by the side from which a derivative comes
	}
	if m.equalUpTo > 0 && math.Abs(a-b) <= m.equalUpTo {
		return 0
	}
	m.close = m.close || m.tiny && math.Abs(a) < underflow && math.Abs(b) < underflow
	if math.Abs(a-b) <= rounding*(math.Abs(a)+math.Abs(b)) {
		m.close = true
		return 0
	}
	m.close = m.close || (a == 0 || b == 0) && IsResidue(a-b)
	return c
}

func (m *machine[T]) inInterval(x value.Value[T], nx node, s *interval) bool {
	if x.Kind != value.Number {
		m.fail(nx, "%s is a %s, an interval has numbers", m.source(nx), x.Shape())
	}
	above, below := true, true
	if !infinite(s.lo) {
		lo := m.number(s.lo)
		if m.watch != nil {
			m.note(s.lo, m.f.Sub(x.N, lo), bend)
		}
		c := m.compareNumbers(x.N, lo)
		above = c > 0 || c == 0 && !s.openLo
	}
	if !infinite(s.hi) {
		hi := m.number(s.hi)
		if m.watch != nil {
			m.note(s.hi, m.f.Sub(x.N, hi), bend)
		}
		c := m.compareNumbers(x.N, hi)
		below = c < 0 || c == 0 && !s.openHi
	}
	return above && below
}

// infinite says that a bound is \infty or -\infty.
func infinite(n node) bool {
	if u, ok := n.(*unary); ok {
		n = u.x
	}
	_, ok := n.(*infinity)
	return ok
}
