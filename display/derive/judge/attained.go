package judge

import (
	"math"

	"github.com/mercer-go/mercer/display/formula/domain"
)

// This file looks whether a strict inequality is an equation at a place that no floating-point number is, as sin x < 1 at π/2: the hunt comes
// as near to it as numbers go, and at each of these the inequality is true. What tells it from tanh x < 1, which comes near to equality
// only far out, and from 1 + x < eˣ for x ≠ 0, is that the slack has its minimum within the domain, and is 0 there to all digits.

const (
	aside         = 1e-4  // how far beside the minimum the slack is looked at
	seenAside     = 1e-11 // what counts there, relative to the sides at the beginning
	zeroSlack     = 1e-6  // what counts as 0, relative to the slack aside
	attainedTurns = 3
)

// noteAttained notes a flaw where both sides of a strict inequality are equal to all digits at a place of the domain.
func (j *judge) noteAttained(c *checked) {
	if c.done || c.variant != nil || c.uncertain || !c.isStrict() {
		return
	}
	for _, end := range append(c.ends, c.best) {
		if words, yes := j.attainedNear(c, end); yes {
			c.step.Flaws = append(c.step.Flaws, equalFlaw(words))
			return
		}
	}
}

// equalFlaw says where a strict inequality cannot be told from an equation.
func equalFlaw(words string) string {
	return "both sides are equal to all digits at " + words + ", where a strict inequality cannot be told from an equation; \\le or \\ge can"
}

// attainedNear looks near the end of a search, and tells in words where both sides are equal.
func (j *judge) attainedNear(c *checked, end spot) (words string, yes bool) {
	places, seen := clonePlaces(end.coords), math.Inf(1)
	for range attainedTurns {
		for i := range places {
			for k := range places[i].X {
				beside, inside := j.minimumAlong(c, end.row, places, i, k)
				if !inside {
					return "", false
				}
				seen = min(seen, beside)
			}
		}
	}
	f, at, ok, err := j.findAt(c, end.row, places)
	if err != nil || math.IsInf(seen, 1) || !ok || f.err != nil || math.Abs(f.slack) > zeroSlack*seen {
		return "", false
	}
	words = j.words(at)
	for _, p := range places { // the place itself may be one that is left out, as 0 is
		for k, x := range p.X {
			p.X[k] = math.Round(x*1e4) / 1e4
		}
	}
	_, _, ok, err = j.findAt(c, end.row, places)
	return words, err == nil && ok
}

// minimumAlong moves coordinate k of variable i to the minimum of the slack of a claim, by the parabola through three points, and returns the
// slack beside it, +Inf where it does not change along the coordinate. inside is false where there is no minimum, or one at the edge of the domain.
func (j *judge) minimumAlong(c *checked, row int, places []domain.Point, i, k int) (beside float64, inside bool) {
	x := places[i].X[k]
	by := aside * max(1, math.Abs(x))
	var slack [3]float64
	var at [3]spot
	scale := 0.0
	for n := range slack {
		places[i].X[k] = x + float64(n-1)*by
		f, there, ok, err := j.findAt(c, row, places)
		if err != nil || !ok || f.err != nil || !f.order {
			return 0, false
		}
		slack[n], at[n], scale = f.slack, there, max(scale, f.scale)
	}
	places[i].X[k] = x
	if way := distance(at[0], at[2]); way < distance(at[0], at[1]) || way < distance(at[1], at[2]) {
		return 0, false // the domain ends between them
	}
	switch left, right := slack[0] > seenAside*scale, slack[2] > seenAside*scale; {
	case !left && !right:
		return math.Inf(1), true
	case left != right:
		return 0, false
	}
	if bend := slack[0] - 2*slack[1] + slack[2]; bend > 0 {
		places[i].X[k] = x + by*(slack[0]-slack[2])/(2*bend)
	}
	return min(slack[0], slack[2]), true
}

// distance is how far the entries of two points are apart at most.
func distance(a, b spot) float64 {
	far := 0.0
	for i, v := range a.values {
		w := b.values[i]
		far = max(far, math.Abs(v.N-w.N))
		for k := range min(len(v.A), len(w.A)) {
			far = max(far, math.Abs(v.A[k]-w.A[k]))
		}
	}
	return far
}
