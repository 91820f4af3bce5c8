package eval

import (
	"errors"
	"math"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/quadrature"
	"github.com/mercer-go/mercer/display/formula/value"
)

// This file integrates over the whole of ℝ^d: what is smooth and has few peaks by a lattice, the rest by one variable after another, in the
// coordinates in which the peak is round.

// overSpace is the integral of a body over d variables that run over the line; set gives them their values.
func (m *machine[T]) overSpace(n *integral, d int, centers [][]float64, set func(x []float64)) T {
	inner := 0.0
	s, err := quadrature.Space(func(x []float64) (c []float64, err error) {
		kept := m.err
		defer func() { m.err, inner = kept, max(inner, m.err-kept) }()
		defer recoverNumber(&err)
		set(x)
		return m.linear.split(m.number(n.body)), nil
	}, d, centers, quadrature.Options{Tol: latticeTol})
	if err == nil {
		m.err += s.Err + inner
		return m.joined(s.Values)
	}
	frame := s.Frame
	if frame == nil {
		frame = quadrature.Plain(make([]float64, d))
	}
	u := make([]float64, d)
	var over func(k int) T
	over = func(k int) T {
		if k < 0 {
			set(frame.Place(u))
			return m.number(n.body)
		}
		return m.quadrature(n, math.Inf(-1), math.Inf(1), beside(frame, centers, k), func(x float64) T {
			u[k] = x
			return over(k - 1)
		})
	}
	return m.f.Mul(m.f.Float(frame.Volume), over(d-1))
}

// latticeTol is the relative difference of two lattices up to which they agree.
const latticeTol = 1e-10

// recoverNumber makes an error of what has no value in floating-point numbers, as far out where they are too large.
func recoverNumber(err *error) {
	p := recover()
	if p == nil {
		return
	}
	f, ok := p.(fault)
	var why *number.Error
	if !ok || !errors.As(f.cause, &why) {
		panic(p)
	}
	*err = f.cause
}

// beside are the coordinates of the centers that are off the origin of the frame.
func beside(frame *quadrature.Frame, centers [][]float64, k int) []float64 {
	var list []float64
	for _, c := range centers {
		if u := frame.Coordinates(c)[k]; math.Abs(u) > 3 && math.Abs(u) < 1e6 && len(list) < 3 {
			list = append(list, u)
		}
	}
	return list
}

// joined is a number with the coefficients, filled up to a power of two.
func (m *machine[T]) joined(c []float64) T {
	for len(c)&(len(c)-1) != 0 {
		c = append(c, 0)
	}
	return m.linear.join(c)
}

// plane is ∫_{ℝ^d} f(x) dx, x a vector.
func (m *machine[T]) plane(n *integral) value.Value[T] {
	slot := n.slots[0]
	before := m.frame[slot]
	defer func() { m.frame[slot] = before }()
	return m.ops.Number(m.overSpace(n, n.plane, m.centers(n), func(x []float64) {
		entries := make([]T, len(x))
		for k, y := range x {
			entries[k] = m.f.Float(y)
		}
		m.frame[slot] = m.ops.Vector(entries...)
	}))
}

// overLines is an integral over several variables, all from -∞ to ∞.
func (m *machine[T]) overLines(n *integral) T {
	before := make([]value.Value[T], len(n.slots))
	for k, slot := range n.slots {
		before[k] = m.frame[slot]
	}
	defer func() {
		for k, slot := range n.slots {
			m.frame[slot] = before[k]
		}
	}()
	return m.overSpace(n, len(n.slots), nil, func(x []float64) {
		for k, slot := range n.slots {
			m.frame[slot] = m.ops.Number(m.f.Float(x[k]))
		}
	})
}

// isSpace tells whether an integral is over several variables, all from -∞ to ∞.
func (n *integral) isSpace() bool {
	for k := range n.slots {
		if !isInfinite(n.los[k], "-") || !isInfinite(n.his[k], "") {
			return false
		}
	}
	return len(n.slots) > 1
}

// isInfinite tells whether a bound is missing or ∞ with a sign.
func isInfinite(n node, sign string) bool {
	if u, ok := n.(*unary); ok && n != nil {
		return u.op == sign && infinite(u.x)
	}
	return n == nil || sign == "" && infinite(n)
}

// centers are the places at which an integrand over the plane may have its peaks: the vectors that it uses.
func (m *machine[T]) centers(n *integral) [][]float64 {
	var found [][]float64
	visitSlots(n.body, func(slot int) {
		if v := m.frame[slot]; slot != n.slots[0] && v.Kind == value.Vector && len(v.A) == n.plane && len(found) < 8 {
			c := make([]float64, n.plane)
			for k, x := range v.A {
				c[k] = m.f.Value(x)
			}
			found = append(found, c)
		}
	})
	return found
}
