package eval

import (
	"math"

	"github.com/mercer-go/mercer/display/formula/value"
)

// This file measures by how much a statement is true: a search that makes the margin larger or smaller comes to where it changes.
//
// Reference: G. Fainekos, G. Pappas, Robustness of temporal logic specifications for continuous-time signals (2009), section 3.

// flat is the margin of what is true and has no measure.
const flat = 1e6

// Margin is by how much a statement is true at the present point, or, negative, false: of an inequality the difference of its sides, of an
// equation minus its absolute value, outside of a finite set the distance to it; "and" takes the least, "or" the largest. An error means that it has no value.
func (m *machine[T]) Margin(f *Formula) (x float64, err error) {
	defer m.recover(&err)
	m.steps, m.meter.Work = 0, 0
	return m.margin(f.root), nil
}

func (m *machine[T]) margin(n node) float64 {
	switch n := n.(type) {
	case *compare:
		return m.compareMargin(n)
	case *logic:
		return m.logicMargin(n)
	case *use:
		return m.margin(n.def.body)
	case *big_:
		if n.op == `\forall` || n.op == `\exists` {
			return m.quantifiedMargin(n)
		}
	}
	if m.truth(n) {
		return flat
	}
	return -flat
}

func (m *machine[T]) logicMargin(n *logic) float64 {
	x := m.margin(n.x)
	if n.op == `\neg` {
		return -x
	}
	y := m.margin(n.y)
	switch n.op {
	case `\land`:
		return min(x, y)
	case `\lor`:
		return max(x, y)
	case `\implies`:
		return max(-x, y)
	}
	return min(max(-x, y), max(x, -y)) // \iff
}

func (m *machine[T]) quantifiedMargin(n *big_) float64 {
	all := n.op == `\forall`
	total := math.Inf(-1)
	if all {
		total = math.Inf(1)
	}
	m.each(&n.bind, func() bool {
		if x := m.margin(n.body); all {
			total = min(total, x)
		} else {
			total = max(total, x)
		}
		return true
	})
	return max(min(total, flat), -flat)
}

func (m *machine[T]) compareMargin(n *compare) float64 {
	total := flat
	x, before := m.eval(n.x), n.x
	for i, op := range n.ops {
		if s, ok := n.ys[i].(*interval); ok && (op == `\in` || op == `\notin`) {
			y := m.intervalMargin(x, before, s)
			if op == `\notin` {
				y = -y
			}
			total = min(total, y)
			continue
		}
		y := m.eval(n.ys[i])
		total = min(total, m.relationMargin(n, op, x, y, before, n.ys[i]))
		x, before = y, n.ys[i]
	}
	return total
}

func (m *machine[T]) relationMargin(n node, op string, x, y value.Value[T], nx, ny node) float64 {
	r, err := m.Relate(op, x, y)
	if err != nil {
		m.must(n, x, err, nx, ny)
	}
	switch {
	case op == `\in` && !r.Holds:
		return -m.distance(x, y)
	case op == `\notin` && r.Holds:
		return m.distance(x, y)
	case r.Order:
		return r.Slack
	case r.Equality && x.Kind != value.Truth && x.Kind != value.Set && r.Negated:
		return r.Deviation
	case r.Equality && x.Kind != value.Truth && x.Kind != value.Set:
		return -r.Deviation
	case r.Holds:
		return flat
	}
	return -flat
}

// distance is how far x is from the nearest element of a set, at most flat.
func (m *machine[T]) distance(x, set value.Value[T]) float64 {
	least := flat
	for _, item := range set.Items {
		if d, err := m.ops.Equal(x, item); err == nil {
			least = min(least, d.Deviation)
		}
	}
	return least
}

func (m *machine[T]) intervalMargin(x value.Value[T], nx node, s *interval) float64 {
	if x.Kind != value.Number {
		m.fail(nx, "%s is a %s, an interval has numbers", m.source(nx), x.Shape())
	}
	margin, at := flat, m.f.Value(x.N)
	if !infinite(s.lo) {
		margin = min(margin, at-m.f.Value(m.number(s.lo)))
	}
	if !infinite(s.hi) {
		margin = min(margin, m.f.Value(m.number(s.hi))-at)
	}
	return margin
}

// Equation is the difference of the two sides of a formula that is one equation between numbers, at the present point; ok is false where it
// is none or has no value.
func (m *machine[T]) Equation(f *Formula) (difference float64, ok bool) {
	c, is := f.root.(*compare)
	if !is || len(c.ops) != 1 || c.ops[0] != "=" {
		return 0, false
	}
	var err error
	defer func() { ok = ok && err == nil }()
	defer m.recover(&err)
	m.steps, m.meter.Work = 0, 0
	x, y := m.eval(c.x), m.eval(c.ys[0])
	if x.Kind != value.Number || y.Kind != value.Number {
		return 0, false
	}
	return m.f.Value(x.N) - m.f.Value(y.N), true
}
