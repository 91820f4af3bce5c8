package derive

import "fmt"

// Chain is a chain of expressions, each related to the one before. Line, Vector and Matrix begin one; its methods
// continue it and return it.
type Chain[P, V any] struct {
	steps []step[P, V]
}

// step is one expression, how it is related to the one before, and why.
type step[P, V any] struct {
	rel    relation
	latex  string
	f      func(p P) V
	reason string
	tol    float64 // own tolerance; 0 for that of the derivation
	own    bool
}

func begin[P, V any](d *Derivation[P], latex string, f func(p P) V) *Chain[P, V] {
	c := &Chain[P, V]{steps: []step[P, V]{{rel: first, latex: latex, f: f}}}
	d.parts = append(d.parts, c)
	return c
}

func (c *Chain[P, V]) then(rel relation, latex string, f func(p P) V, reason string) *Chain[P, V] {
	c.steps = append(c.steps, step[P, V]{rel: rel, latex: latex, f: f, reason: reason})
	return c
}

// Eq states that the expression equals the one before.
func (c *Chain[P, V]) Eq(latex string, f func(p P) V, reason string) *Chain[P, V] {
	return c.then(equal, latex, f, reason)
}

// Le states that the expression before is at most this one; for vectors and matrices entry by entry.
func (c *Chain[P, V]) Le(latex string, f func(p P) V, reason string) *Chain[P, V] {
	return c.then(atMost, latex, f, reason)
}

// Ge states that the expression before is at least this one.
func (c *Chain[P, V]) Ge(latex string, f func(p P) V, reason string) *Chain[P, V] {
	return c.then(atLeast, latex, f, reason)
}

// Lt states that the expression before is less than this one, without a tolerance.
func (c *Chain[P, V]) Lt(latex string, f func(p P) V, reason string) *Chain[P, V] {
	return c.then(less, latex, f, reason)
}

// Gt states that the expression before is greater than this one, without a tolerance.
func (c *Chain[P, V]) Gt(latex string, f func(p P) V, reason string) *Chain[P, V] {
	return c.then(greater, latex, f, reason)
}

// Approx states that the expression equals the one before within a tolerance of its own, relative and absolute, as for
// quadrature, finite differences and Monte Carlo.
func (c *Chain[P, V]) Approx(latex string, f func(p P) V, tol float64, reason string) *Chain[P, V] {
	c.then(approx, latex, f, reason)
	last := &c.steps[len(c.steps)-1]
	last.tol, last.own = tol, true
	return c
}

// evaluate implements part: a line for each expression.
func (c *Chain[P, V]) evaluate(points []P, tol float64) []line {
	lines := make([]line, len(c.steps))
	for i, s := range c.steps {
		lines[i] = line{rel: s.rel, latex: s.latex, reason: s.reason, ok: true, tol: tol}
		if s.own {
			lines[i].tol = s.tol
		}
		why := ""
		switch {
		case s.f == nil:
			why = "the function of this line is nil"
		case s.own && !(s.tol >= 0 && s.tol < 1):
			why = "the tolerance of this line is not in [0, 1)"
		}
		if why != "" {
			lines[i].refute("", "", why)
			return lines[:i+1]
		}
	}
	for k, p := range points {
		c.at(k, p, lines)
	}
	return lines
}

// at evaluates the chain at point k and notes in lines what holds there.
func (c *Chain[P, V]) at(k int, p P, lines []line) {
	var before []float64
	var shape string
	for i, s := range c.steps {
		now, nowShape := entries(s.f(p))
		switch {
		case !allFinite(now) || len(now) == 0 && i == 0:
			lines[i].refutePoint(k, p, before, now, "the value is not finite")
		case i > 0 && nowShape != shape:
			lines[i].refutePoint(k, p, before, now, fmt.Sprintf("the shapes differ: %s and %s", shape, nowShape))
		case i > 0:
			lines[i].compare(k, p, before, now)
		}
		before, shape = now, nowShape
	}
}
