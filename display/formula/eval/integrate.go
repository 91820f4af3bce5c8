package eval

import (
	"errors"
	"math"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/quadrature"
	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/display/formula/value"
)

// linear splits a number of a field into floating-point coefficients and joins them again, so that it can be integrated one
// coefficient after another. Exact fields have none.
type linear[T any] struct {
	split func(x T) []float64
	join  func(c []float64) T
}

// integral integrates over its variables, the first of the text innermost. Bounds that depend on a variable by which is
// differentiated are no matter: the integrand is moved to a fixed range by arithmetic in the field.
func (m *machine[T]) integral(n *integral) value.Value[T] {
	if m.linear.split == nil {
		m.inexact(n, "integrals are computed in floating point")
	}
	defer func(close, inside bool) { m.close, m.inside = close, inside }(m.close, m.inside) // single points do not matter
	m.inside = true
	if m.side != nil && !m.side.Muted {
		m.side.Muted = true
		defer func() { m.side.Muted = false }()
	}
	if n.plane > 1 {
		return m.plane(n)
	}
	if n.isSpace() {
		return m.ops.Number(m.overLines(n))
	}
	return m.ops.Number(m.integrateFrom(n, len(n.slots)-1))
}

// integrateFrom integrates over the variables 0 to k, given those after.
func (m *machine[T]) integrateFrom(n *integral, k int) T {
	if k < 0 {
		v := m.eval(n.body)
		if v.Kind != value.Number {
			m.fail(n.body, "%s is a %s, an integral is of a number", m.source(n.body), v.Shape())
		}
		return v.N
	}
	slot := n.slots[k]
	before := m.frame[slot]
	defer func() { m.frame[slot] = before }()
	return m.integrate(n, n.los[k], n.his[k], func(x T) T {
		m.frame[slot] = m.ops.Number(x)
		return m.integrateFrom(n, k-1)
	})
}

// integrate is the integral of f between two bounds, nil or infinite ones included.
func (m *machine[T]) integrate(n *integral, lo, hi node, f func(x T) T) T {
	from, sign := m.limit(lo, -1)
	to, sign2 := m.limit(hi, 1)
	one := m.f.Int(1)
	switch {
	case sign == 0 && sign2 == 0:
		width := m.f.Sub(to, from)
		return m.f.Mul(width, m.quadrature(n, 0, 1, m.breaks(n, from, width), func(u float64) T {
			return f(m.f.Add(from, m.f.Mul(width, m.f.Float(u))))
		}))
	case sign == 0 && sign2 > 0:
		return m.quadrature(n, 0, math.Inf(1), m.breaks(n, from, one), func(u float64) T { return f(m.f.Add(from, m.f.Float(u))) })
	case sign < 0 && sign2 == 0:
		return m.quadrature(n, 0, math.Inf(1), m.breaks(n, to, m.f.Neg(one)), func(u float64) T { return f(m.f.Sub(to, m.f.Float(u))) })
	case sign < 0 && sign2 > 0:
		zero := m.f.Int(0)
		return m.quadrature(n, math.Inf(-1), math.Inf(1), m.breaks(n, zero, one), func(u float64) T { return f(m.f.Float(u)) })
	}
	m.fail(n, "the bounds of the integral are infinite in the wrong order")
	return one
}

// limit is a bound, or the sign of an infinite one; a missing one is infinite as by default.
func (m *machine[T]) limit(n node, sign int) (x T, infinity int) {
	switch {
	case n == nil:
		return m.f.Int(0), sign
	case !infinite(n):
		return m.number(n), 0
	}
	if u, ok := n.(*unary); ok && u.op == "-" {
		return m.f.Int(0), -1
	}
	return m.f.Int(0), 1
}

// breaks are the places u at which from + width·u is a number of the point that the integrand uses: there densities have their
// peaks and piecewise functions their kinks.
func (m *machine[T]) breaks(n *integral, from, width T) []float64 {
	a, w := m.f.Value(from), m.f.Value(width)
	var list []float64
	add := func(x T) {
		if u := (m.f.Value(x) - a) / w; len(list) < 16 && u-u == 0 {
			list = append(list, u)
		}
	}
	var visit func(x node)
	visit = func(x node) {
		walk(x, func(x node) bool {
			switch x := x.(type) {
			case *slot:
				if v := m.frame[x.index]; v.Kind == value.Number {
					add(v.N)
				} else if v.Kind == value.Vector && len(v.A) <= 8 {
					for _, c := range v.A {
						add(c)
					}
				}
			case *use:
				if len(list) < 16 {
					visit(x.def.body)
				}
			case *literal:
				add(m.literal(x).N)
			}
			return true
		})
	}
	visit(n.body)
	return list
}

// Integrals in several variables aim at a relative error of nestedTol, with nestedMax evaluations for each variable; what they reach is
// in their estimate. Where that is not enough the point has no value, as where an integral diverges.
const (
	nestedTol = 1e-7
	nestedMax = 4000

	// nestedMost bounds the evaluations in all.
	nestedMost = 400_000
)

// quadrature integrates one coefficient after another. The errors of inner integrals are integrated with them.
func (m *machine[T]) quadrature(n *integral, lo, hi float64, breaks []float64, f func(u float64) T) T {
	kept, coefficients := m.err, 1
	branch, outermost := m.branch, m.nested == 0
	m.nested++
	defer func() { m.nested, m.branch = m.nested-1, branch }()
	if outermost {
		m.asked = 0
	}
	options := quadrature.Options{Breaks: breaks, Branch: func() uint64 { return m.branch }, Uncertainty: func() float64 { return m.err }}
	isNested := n.plane > 1 || len(n.slots) > 1
	if isNested { // the work is a product: digits that are not needed would multiply it
		options.Tol, options.Max = nestedTol, nestedMax
	}
	var total []float64
	ends := newEnds(lo, hi)
	for k := 0; k < coefficients; k++ {
		at := func(u float64) (float64, error) {
			m.err, m.branch = 0, 0
			if m.asked++; isNested && m.asked > nestedMost {
				return 0, quadrature.ErrDivergent
			}
			x, fits := within(ends, u, f)
			if !fits {
				return 0, nil
			}
			c := m.linear.split(x)
			coefficients = max(coefficients, len(c))
			if k >= len(c) {
				return 0, nil
			}
			return c[k], nil
		}
		r, err := quadrature.Integrate(at, lo, hi, options)
		if !outermost && errors.Is(err, quadrature.ErrDivergent) && r.Err > 0 { // how much that matters is seen outside
			err = nil
		}
		if err == nil {
			r.Err += ends.tails(at, r.Value)
		}
		if err != nil {
			panic(fault{&syntax.Error{Text: m.p.Text, Span: n.span, Msg: m.source(n) + ": " + err.Error()}, err})
		}
		total = append(total, r.Value)
		kept += r.Err
	}
	m.err = kept
	return m.joined(total)
}

// visitSlots visits the slots that a node and the definitions in it use.
func visitSlots(n node, visit func(slot int)) {
	walk(n, func(x node) bool {
		switch x := x.(type) {
		case *slot:
			visit(x.index)
		case *use:
			visitSlots(x.def.body, visit)
		case *call:
			visitSlots(x.def.body, visit)
		}
		return true
	})
}

// NewFloat is a machine in floating point.
func NewFloat(p *Program) Machine[float64] {
	side := &number.Side{}
	field := number.Tower[float64]{Base: number.Float{}, Side: side}
	m, above := withTower[float64, *number.Dual[float64]](p, number.Float{}, field, side)
	m.linear = linear[float64]{func(x float64) []float64 { return []float64{x} }, func(c []float64) float64 { return c[0] }}
	above.linear = linear[*number.Dual[float64]]{field.Coefficients, field.Of}
	return m
}

// IsDivergent says that an evaluation ended since an integral has no value.
func IsDivergent(err error) bool {
	return errors.Is(err, quadrature.ErrDivergent) || errors.Is(err, quadrature.ErrUndefined)
}
