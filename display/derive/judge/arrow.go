package judge

import (
	"cmp"
	"math"
	"slices"

	"github.com/mercer-go/mercer/display/derive/proof"
	"github.com/mercer-go/mercer/display/formula/domain"
	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/value"
)

// This file hunts for points that refute an equivalence, an implication or another statement: on the way from points where both sides are
// true to points where both are false, where the sides must change at once; and towards points where one side is true and the other false,
// by the margins of both.

// pairs is from how many pairs of points the way is halved, and halvings how often.
const (
	pairs    = 3
	halvings = 20
)

// noteSides keeps points where both sides of an arrow are true, or both false.
func (c *checked) noteSides(at spot, f finding) {
	if !isArrowRel(c.rels) || len(f.values) != 2 || f.values[0].Kind != value.Truth || f.values[1].Kind != value.Truth {
		return
	}
	switch p, q := f.values[0].Truth, f.values[1].Truth; {
	case p && q && len(c.bothTrue) < pairs:
		c.bothTrue = append(c.bothTrue, at)
	case !p && !q && len(c.bothFalse) < pairs:
		c.bothFalse = append(c.bothFalse, at)
	}
}

// huntArrow hunts for P true and Q false, and for \iff the other way too.
func (j *judge) huntArrow(c *checked) error {
	for k := range min(len(c.bothTrue), len(c.bothFalse)) {
		if err := j.halve(c, c.bothTrue[k], c.bothFalse[k]); err != nil || c.done {
			return err
		}
	}
	p, q := c.sides[0], c.sides[1]
	if err := j.huntMargins(c, p, q); err != nil || c.done || c.rels[0] != `\iff` {
		return err
	}
	return j.huntMargins(c, q, p)
}

// halve goes half the way again and again between a point where both sides are true and one where both are false: as long as the sides change
// at the same place there is no end to it, else it meets a point where only one has changed.
func (j *judge) halve(c *checked, yes, no spot) error {
	lo, hi := clonePlaces(yes.coords), clonePlaces(no.coords)
	if !slices.EqualFunc(lo, hi, func(a, b domain.Point) bool { return len(a.X) == len(b.X) }) {
		return nil // points of different dimensions have no way between them
	}
	for range halvings {
		middle := clonePlaces(lo)
		for i := range middle {
			for k := range middle[i].X {
				middle[i].X[k] = lo[i].X[k] + (hi[i].X[k]-lo[i].X[k])/2
			}
		}
		f, at, ok, err := j.findAt(c, yes.row, middle)
		if err != nil || !ok || j.refutes(c, at, f) {
			return err
		}
		switch {
		case f.err != nil || !f.finite || len(f.values) != 2: // so near that only rounding tells the sides apart
			return nil
		case f.values[0].Truth:
			lo = middle
		default:
			hi = middle
		}
	}
	return nil
}

// findAt evaluates a claim at a place; ok is false where that is no point.
func (j *judge) findAt(c *checked, row int, places []domain.Point) (f finding, at spot, ok bool, err error) {
	at, ok, err = j.build(row, func(i int, _ domain.Domain) (domain.Point, bool) { return places[i].Clone(), true })
	if err != nil || !ok {
		return f, at, false, err
	}
	at.origin = hunted
	j.float.moved()
	return c.find(j.float), at, true, nil
}

// Where a side is true at less than one in rareShare of the points, or where the domains have few coordinates, the hunt goes by margins.
const (
	rareShare      = 10
	fewCoordinates = 3
	marginStarts   = 2
)

// clearMargin is that from which on a statement is clearly false; a start where it is not false at all comes behind all others.
const (
	clearMargin = 1e-3
	unclear     = 1e9
)

// huntMargins hunts for points at which p is true and q false.
func (j *judge) huntMargins(c *checked, p, q *eval.Formula) error {
	if c.step.True*rareShare > c.tested && len(c.bothFalse) > 0 && j.coordinates() > fewCoordinates {
		return nil
	}
	goal := func(finding) float64 {
		x, err := j.m.Margin(p)
		y, err2 := j.m.Margin(q)
		if err != nil || err2 != nil {
			return math.Inf(1)
		}
		return max(-x, y)
	}
	start := func() float64 { // p is to become true where q is false by much; where q is true both would have to change
		y, err := j.m.Margin(q)
		if err != nil {
			return math.Inf(1)
		}
		if y >= 0 {
			return goal(finding{}) + unclear
		}
		return goal(finding{}) / -y
	}
	return j.huntGoal(c, start, goal, func(s *search) { j.rootBeside(s, p, q) })
}

// huntStatement hunts for points at which a statement is false.
func (j *judge) huntStatement(c *checked) error {
	margin := func(finding) float64 {
		x, err := j.m.Margin(c.sides[0])
		if err != nil {
			return math.Inf(1)
		}
		return x
	}
	return j.huntGoal(c, func() float64 { return margin(finding{}) }, margin, func(*search) {})
}

// huntGoal searches from the points where start is smallest, among some that were drawn, corner cases and some far out, for a small goal.
func (j *judge) huntGoal(c *checked, start func() float64, goal func(f finding) float64, end func(s *search)) error {
	var from []openSpot
	far := j.farSpots
	if c.uncertain {
		far = nil
	}
	for _, at := range slices.Concat(j.spots[:min(16, len(j.spots))], j.cornerSpots[:min(12, len(j.cornerSpots))], far) {
		j.set(at)
		j.float.moved()
		if g := start(); !math.IsInf(g, 1) {
			from = append(from, openSpot{at, 0, g})
		}
	}
	slices.SortStableFunc(from, func(a, b openSpot) int { return cmp.Compare(a.slack, b.slack) })
	near := slices.IndexFunc(from, func(at openSpot) bool { return !isExtreme(at.spot, farthestUncertain) })
	if near >= marginStarts { // one start at least is among numbers of usual size
		from[marginStarts-1] = from[near]
	}
	for _, at := range from[:min(marginStarts, len(from))] {
		s := &search{j: j, c: c, left: j.s.hunt / 10, goal: goal}
		if _, err := s.run(at.spot); err != nil || c.done {
			return err
		}
		if err := s.polish(); err != nil || c.done {
			return err
		}
		if end(s); c.done {
			return nil
		}
	}
	return nil
}

// coordinates is the number of real coordinates of all variables.
func (j *judge) coordinates() int {
	n := 0
	for _, p := range j.spots[0].coords {
		n += len(p.X)
	}
	return n
}

// rootBeside refutes an arrow where p is an equation that has a solution near the end of a search, and q is clearly false.
func (j *judge) rootBeside(s *search, p, q *eval.Formula) {
	falsity := func() float64 {
		y, err := j.m.Margin(q)
		if err != nil {
			return 0
		}
		return -y
	}
	at, ok := j.hasRoot(s, func() (float64, bool) { return j.m.Equation(p) }, falsity)
	if ok {
		truths := []value.Value[float64]{{Kind: value.Truth, Truth: p == s.c.sides[0]}, {Kind: value.Truth, Truth: q == s.c.sides[0]}}
		s.c.counter(j.counterNear(at, truths))
	}
}

// counterNear is a counterexample very near to a point.
func (j *judge) counterNear(at spot, values []value.Value[float64]) *proof.Counter {
	counter := j.counter(at, values, 0)
	counter.Point += " nearly"
	return counter
}

// hasRoot tells whether a continuous difference, which is nearly 0 at the end of a search, has a zero there, since it changes its sign with
// some coordinate, while something else, of which there is so much, is clearly so all around.
func (j *judge) hasRoot(s *search, difference func() (float64, bool), much func() float64) (at spot, ok bool) {
	_, at, ok, err := j.findAt(s.c, s.best.row, s.best.coords)
	if err != nil || !ok || j.isConstrained() {
		return at, false
	}
	if d, is := difference(); !is || math.Abs(d) > 1e-4 || much() <= clearMargin {
		return at, false
	}
	for i := range s.best.coords {
		for k := range s.best.coords[i].X {
			if j.changesSign(s, i, k, difference, much) {
				return at, true
			}
		}
	}
	return at, false
}

// crossing is a coordinate of the end of a search, k of variable i, with two places on the way along it where a difference has two signs.
type crossing struct {
	s      *search
	i, k   int
	lo, hi float64 // the coordinate
	below  bool    // the difference is negative at lo
}

// changesSign tells whether a difference changes its sign with coordinate k of variable i, from one side of the end of a search to the other.
func (j *judge) changesSign(s *search, i, k int, difference func() (float64, bool), much func() float64) bool {
	x := s.best.coords[i].X[k]
	way := 1e-4 * max(1, math.Abs(x))
	at := crossing{s: s, i: i, k: k, lo: x - way, hi: x + way}
	var sides [2]float64
	least := math.Inf(1)
	for side, x := range []float64{at.lo, at.hi} {
		d, is := at.look(j, x, difference)
		if !is || math.Abs(d) < 1e-9 || much() <= clearMargin {
			return false
		}
		sides[side], least = d, min(least, much())
	}
	at.below = sides[0] < 0
	return sides[0]*sides[1] < 0 && at.close(j, difference) && much() > max(clearMargin, least/2)
}

// look sets the machine to where the coordinate is x, and has the difference there.
func (at *crossing) look(j *judge, x float64, difference func() (float64, bool)) (float64, bool) {
	places := clonePlaces(at.s.best.coords)
	places[at.i].X[at.k] = x
	if _, _, ok, err := j.findAt(at.s.c, at.s.best.row, places); err != nil || !ok {
		return 0, false
	}
	return difference()
}

// halvingsToRoot are enough to come from one side to the last digit.
const halvingsToRoot = 60

// close sets the machine to the zero, as near as floating point comes to it. What is clearly so beside it may not be so there: of
// e^x = e^y, which is far from true where x is only near to y.
func (at *crossing) close(j *judge, difference func() (float64, bool)) bool {
	for range halvingsToRoot {
		middle := at.lo + (at.hi-at.lo)/2
		d, ok := at.look(j, middle, difference)
		switch {
		case !ok:
			return false
		case d == 0 || middle == at.lo || middle == at.hi:
			return true
		case (d < 0) == at.below:
			at.lo = middle
		default:
			at.hi = middle
		}
	}
	return true
}

// flatMargin is how much there is of what is so everywhere.
const flatMargin = 1

// huntEqual hunts for points at which two sides that should differ are equal.
func (j *judge) huntEqual(c *checked) error {
	difference := func() (float64, bool) {
		f := c.find(j.float)
		if f.err != nil || !f.finite || f.values[0].Kind != value.Number || f.values[1].Kind != value.Number {
			return 0, false
		}
		return f.values[0].N - f.values[1].N, true
	}
	apart := func(finding) float64 {
		if f := c.find(j.float); f.err == nil && f.finite {
			return f.apart
		}
		return math.Inf(1)
	}
	return j.huntGoal(c, func() float64 { return apart(finding{}) }, apart, func(s *search) {
		if at, ok := j.hasRoot(s, difference, func() float64 { return flatMargin }); ok {
			j.back(at)
			c.counter(j.counterNear(at, c.find(j.float).values))
		}
	})
}
