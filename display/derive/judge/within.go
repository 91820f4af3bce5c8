package judge

import (
	"cmp"
	"math"
	"slices"

	"github.com/mercer-go/mercer/display/formula/domain"
	"github.com/mercer-go/mercer/display/formula/eval"
)

// This file hunts within assumptions and premises: downhill with the slack of an inequality, and where a condition stands in the way along it, by
// projected gradients. A search along single coordinates stops at a round border before it comes to its lowest point.
//
// Reference: J. Rosen, The gradient projection method for nonlinear programming, part II (1961).

// within is a descent: the conditions are statements that stay true, and the goal is the margin by which a claim holds.
type within struct {
	j          *judge
	c          *checked
	conditions []*eval.Formula
	goal       func() (float64, bool) // at the point to which the machine is set
	left       int                    // evaluations
	best       spot                   // where the goal was smallest
}

// Bounds: coordinates, starts, iterations of each.
const (
	mostWithin   = 12
	withinStarts = 4
	withinTurns  = 40
)

// huntWithin hunts for a point that violates an inequality, or the conclusion of an implication, within what is assumed.
func (j *judge) huntWithin(c *checked) error {
	if c.done || j.coordinates() > mostWithin || j.isConstrained() {
		return nil
	}
	switch {
	case len(c.open) > 0 && len(j.p.Assumptions) > 0:
		return j.descendWithin(c, j.p.Assumptions, func() (float64, bool) {
			f := c.find(j.float)
			return f.slack, f.err == nil && f.order && f.finite
		})
	case isArrowRel(c.rels) && c.sides[1].Statement():
		conclusion := c.sides[1]
		return j.descendWithin(c, append(slices.Clone(j.p.Assumptions), c.sides[0]), func() (float64, bool) {
			x, err := j.m.Margin(conclusion)
			return x, err == nil && math.Abs(x) < unclear/1e3
		})
	}
	return nil
}

// descendWithin goes downhill from the best of the drawn points.
func (j *judge) descendWithin(c *checked, conditions []*eval.Formula, goal func() (float64, bool)) error {
	w := &within{j: j, c: c, conditions: conditions, goal: goal, left: j.s.hunt}
	var from []openSpot
	for _, at := range j.spots[:min(4*withinStarts*withinStarts, len(j.spots))] {
		if g, x, ok := w.look(at.row, at.coords); ok && least(g) > 0 {
			from = append(from, openSpot{at, 0, x})
		}
	}
	slices.SortStableFunc(from, func(a, b openSpot) int { return cmp.Compare(a.slack, b.slack) })
	for _, at := range from[:min(withinStarts, len(from))] {
		if c.done || w.left <= 0 {
			return nil
		}
		w.descend(at.spot)
		if !c.done {
			w.polish()
		}
		if !c.done {
			w.noteTie()
		}
	}
	return nil
}

// look sets the machine to a place, wherever it is, and has the margins of the conditions there, and the goal.
func (w *within) look(row int, places []domain.Point) (margins []float64, goal float64, ok bool) {
	if w.left--; w.left < 0 {
		return nil, 0, false
	}
	at, _, err := w.j.build(row, func(i int, _ domain.Domain) (domain.Point, bool) { return places[i].Clone(), true })
	if err != nil || slices.ContainsFunc(at.values, isMissing) {
		return nil, 0, false
	}
	w.j.float.moved()
	for _, c := range w.conditions {
		x, err := w.j.m.Margin(c)
		if err != nil || x != x {
			return nil, 0, false
		}
		margins = append(margins, x)
	}
	goal, ok = w.goal()
	return margins, goal, ok
}

func least(margins []float64) float64 {
	x := math.Inf(1)
	for _, m := range margins {
		x = min(x, m)
	}
	return x
}

// slope is how the conditions and the goal change with each coordinate.
type slope struct {
	margins [][]float64
	goal    []float64
}

// slopes are the differences to places beside, divided by the way.
func (w *within) slopes(row int, places []domain.Point, margins []float64, goal float64) (s slope, ok bool) {
	s.margins = make([][]float64, len(margins))
	for i := range places {
		for k, x := range places[i].X {
			h := 1e-7 * max(1, math.Abs(x))
			places[i].X[k] = x + h
			g, v, ok := w.look(row, places)
			places[i].X[k] = x
			if !ok {
				return s, false
			}
			s.goal = append(s.goal, (v-goal)/h)
			for n := range margins {
				s.margins[n] = append(s.margins[n], (g[n]-margins[n])/h)
			}
		}
	}
	return s, true
}

// along is the direction downhill that leaves no condition that is nearly at its border.
func (s slope) along(margins []float64, near float64) []float64 {
	d := make([]float64, len(s.goal))
	for k, x := range s.goal {
		d[k] = -x
	}
	var normals [][]float64
	for n, g := range s.margins {
		if length := norm(g); length > 0 && margins[n] < near*length && dot(d, g) < 0 {
			normal := slices.Clone(g)
			for _, other := range normals {
				add(normal, -dot(normal, other), other)
			}
			if l := norm(normal); l > 1e-9*length {
				scale(normal, 1/l)
				normals = append(normals, normal)
				add(d, -dot(d, normal), normal)
			}
		}
	}
	return d
}

// descend goes downhill from a spot.
func (w *within) descend(from spot) {
	places, size := clonePlaces(from.coords), 0.3
	margins, goal, ok := w.look(from.row, places)
	w.best = from
	for turn := 0; ok && turn < withinTurns && size > 1e-11 && !w.c.done; turn++ {
		s, known := w.slopes(from.row, places, margins, goal)
		if !known {
			break
		}
		d := s.along(margins, size)
		length := norm(d)
		if length <= 1e-12*norm(s.goal) || length == 0 {
			size *= 0.1
			continue
		}
		scale(d, 1/length)
		moved := false
		for ; size > 1e-11 && !moved; size *= 0.4 {
			next := w.back(from.row, places, d, size, s)
			g, v, ok := w.look(from.row, next)
			if moved = ok && least(g) >= 0 && v < goal; moved {
				places, margins, goal = next, g, v
				w.judge(from.row, places)
			}
		}
		if moved {
			size *= 4
		}
	}
	w.best = spot{coords: places, row: from.row, origin: hunted}
}

// back is the place a step along d, brought back to where the conditions hold along their slopes.
func (w *within) back(row int, places []domain.Point, d []float64, size float64, s slope) []domain.Point {
	next := clonePlaces(places)
	shift(next, size, d)
	for range 4 {
		g, _, _ := w.look(row, next)
		if g == nil || least(g) >= 0 {
			return next
		}
		for n, x := range g {
			if l := dot(s.margins[n], s.margins[n]); x < 0 && l > 0 {
				shift(next, -x*(1+1e-9)/l, s.margins[n])
			}
		}
	}
	return next
}

// judge refutes the claim if it is false at a place.
func (w *within) judge(row int, places []domain.Point) {
	f, at, ok, err := w.j.findAt(w.c, row, places)
	if err == nil && ok && f.err == nil && !w.j.refutes(w.c, at, f) && f.order && f.scale > 0 && !tooSmall(f) && !f.violated() && f.ratio() > w.c.ratio {
		w.c.ratio, w.c.best = f.ratio(), at
	}
}

// polish tries places with few decimals near to the end, down to the eighth, and towards the inside of the conditions.
func (w *within) polish() {
	for unit := 1.0; unit <= 1e8 && !w.c.done; unit *= 10 {
		for _, inwards := range []bool{false, true} {
			places := clonePlaces(w.best.coords)
			for _, p := range places {
				for k, x := range p.X {
					if p.X[k] = math.Round(x*unit) / unit; inwards {
						p.X[k] = math.Trunc(x*unit) / unit
					}
				}
			}
			f, at, ok, err := w.j.findAt(w.c, w.best.row, places)
			if err == nil && ok && f.err == nil && w.j.refutesSimple(w.c, at, f) {
				return
			}
		}
	}
}

// tieDigits is the difference up to which both sides of a strict inequality are equal to all digits that a descent has.
const tieDigits = 1e-9

// noteTie notes a flaw where a descent ends at the border of a condition, which belongs to it, and a strict inequality is an equation to all digits
// there: it cannot be told from one.
func (w *within) noteTie() {
	j, c := w.j, w.c
	if c.variant != nil || len(c.step.Flaws) > 0 || !j.isInside(w.best) {
		return
	}
	if margins, goal, ok := w.look(w.best.row, w.best.coords); !ok || math.Abs(goal) > tieDigits || least(margins) > tieDigits {
		return
	}
	j.m.TakeForEqual(tieDigits)
	defer j.m.TakeForEqual(0)
	for _, a := range j.p.Assumptions {
		if r, err := j.m.Eval(a); err != nil || !r.Value.Truth {
			return
		}
	}
	j.float.moved()
	f := c.find(j.float)
	strict := isArrowRel(c.rels) && f.err == nil && !f.holds
	if !isArrowRel(c.rels) {
		strict = c.isStrict()
	}
	if at, ok, err := j.build(w.best.row, func(i int, _ domain.Domain) (domain.Point, bool) { return w.best.coords[i].Clone(), true }); strict && err == nil && ok {
		c.step.Flaws = append(c.step.Flaws, equalFlaw(j.words(at)))
	}
	j.float.moved()
}

// isInside tells whether all numbers of a spot can be moved a little within the domains: so that it is not at an open end.
func (j *judge) isInside(at spot) bool {
	at, _, err := j.build(at.row, func(i int, _ domain.Domain) (domain.Point, bool) { return at.coords[i].Clone(), true })
	if err != nil {
		return false
	}
	for i, v := range j.p.Vars {
		if v.Bound {
			continue
		}
		d, err := j.domainOf(v)
		if err != nil || d.Coordinates() > 0 && !domain.IsFree(d) {
			return false
		}
		if d.Coordinates() == 0 {
			continue
		}
		for k := range entries(&at.values[i]) {
			for _, way := range []float64{-1e-6, 1e-6} {
				moved := cloned(at.values[i])
				*entries(&moved)[k] += way
				if !d.Contains(moved) {
					return false
				}
			}
		}
	}
	return true
}
