package judge

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/display/formula/domain"
	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/value"
)

// This file tells violations from rounding, and looks for a simple point among those that refute a line.

// violated tells whether a claim does not hold at a point, within its tolerance; an inequality also relative to its sides, however
// small they are, other than 0 and what is left where numbers cancel.
func (f finding) violated() bool {
	if f.holds && f.scale == -f.slack && eval.IsResidue(f.scale) {
		return false
	}
	return f.err == nil && f.finite && (!f.holds || f.order && f.slack < -relativeSlack*f.scale)
}

// relativeSlack is by how much an inequality may fail relative to its sides, which may both be tiny.
const relativeSlack = 1e-7

// nudges are the relative changes of coordinates by which errors of rounding are told from what is true at the points nearby too. The
// smallest change the last digits of an intermediate result, the largest those of 1 + x for a small x. There are many, since a hunt
// that tries thousands of points finds some where several roundings agree.
var nudges = [...]float64{1.0 / (1 << 44), 1.0 / (1 << 32), 1.0 / (1 << 20)}

const nudgings = 24

// confirmed tells whether a violation is more than rounding: exact arithmetic or numbers with a radius say so, or, where neither has the
// functions, the violations at points next to it are nearly the same; then numbers so large or small that one may vanish beside another
// decide nothing. The finding is the most certain one. The machine stays at the spot.
func (j *judge) confirmed(c *checked, at spot, f finding) (finding, bool) {
	if j.setExact(at); !j.isConstrained() {
		if holds, ok, _ := c.findExact(j.exact); ok {
			if f.holds = holds; holds {
				f.units, f.slack = 0, max(f.slack, 0) // the rest was rounding
			} else {
				f.values = j.exactSides(c)
			}
			return f, !holds
		}
	}
	sure, how := j.certainly(c, at, precisions[:]...)
	if how == decided {
		return sure, sure.err == nil && sure.violated()
	}
	if f.holds = false; how == undecided {
		return f, sure.tie && j.isTie(c, at)
	}
	if f.order && !f.equality && math.Abs(f.slack) <= 1e-14*f.scale {
		return f, f.slack == 0 && isSimple(at) // a strict inequality, and no rounding in sight
	}
	largest := farthest
	if c.uncertain {
		largest = farthestUncertain
	}
	return f, !isExtreme(at, largest) && j.persists(c, at, f)
}

// isTie reports whether both sides of a strict inequality, or of ≠, which are equal to all digits at
// a spot, are clearly apart at points beside it. Then they are equal there: what comes near to
// equality without reaching it, as the hyperbolic tangent far out, does so over a wide range.
func (j *judge) isTie(c *checked, at spot) bool {
	if isExtreme(at, farthest) {
		return false
	}
	defer j.back(at)
	r := rand.New(rand.NewPCG(7, 8))
	for range nudgings {
		if _, ok, err := j.build(at.row, movedAside(at, r)); err != nil || !ok {
			continue
		}
		j.float.moved()
		g := c.find(j.float)
		if g.err == nil && (math.Abs(g.slack) > seenAside*g.scale || g.apart > seenAside) {
			return true
		}
	}
	return false
}

// persists tells whether the violations at points next to a spot are nearly the same.
func (j *judge) persists(c *checked, at spot, f finding) bool {
	defer j.back(at)
	r := rand.New(rand.NewPCG(7, 7))
	for k := range nudgings {
		_, ok, err := j.build(at.row, nudged(at, r, nudges[k%len(nudges)]))
		if err != nil || !ok {
			continue
		}
		j.float.moved()
		if g := c.find(j.float); g.err != nil || !g.finite || !near(f, g) {
			return false
		}
	}
	return true
}

// isExtreme tells whether a number at the point is beyond the largest, or below 10⁻⁵ and not 0.
func isExtreme(at spot, largest float64) bool {
	var extreme func(v value.Value[float64]) bool
	number := func(x float64) bool {
		a := math.Abs(x)
		return a > largest || a > 0 && a < 1e-5
	}
	extreme = func(v value.Value[float64]) bool {
		return v.Kind == value.Number && number(v.N) || slices.ContainsFunc(v.A, number) || slices.ContainsFunc(v.Items, extreme)
	}
	return slices.ContainsFunc(at.values, extreme)
}

// How large numbers may be where only the points around tell a violation from rounding: of the functions that have no value with radii,
// integrals miss their peaks far out.
const (
	farthest          = 1e4
	farthestUncertain = 100
)

// near tells whether a violation g beside f is the same one.
func near(f, g finding) bool {
	switch {
	case f.equality && f.units > 1:
		return math.Abs(f.units-g.units) < f.units/4
	case f.order && f.slack < 0:
		return math.Abs(f.slack-g.slack) < -f.slack/4
	}
	return !g.holds
}

// back sets the machine to a spot again.
func (j *judge) back(at spot) {
	j.set(at)
	j.float.moved()
}

// nudged moves all coordinates a little.
func nudged(at spot, r *rand.Rand, size float64) chooser {
	return func(i int, _ domain.Domain) (domain.Point, bool) {
		p := at.coords[i].Clone()
		for k := range p.X {
			p.X[k] *= 1 + size*(2*r.Float64()-1)
		}
		return p, true
	}
}

// movedAside moves all coordinates by a visible step.
func movedAside(at spot, r *rand.Rand) chooser {
	return func(i int, _ domain.Domain) (domain.Point, bool) {
		p := at.coords[i].Clone()
		for k, x := range p.X {
			p.X[k] += aside * max(1, math.Abs(x)) * (2*r.Float64() - 1)
		}
		return p, true
	}
}

// isSimple tells whether all coordinates are small multiples of one half.
func isSimple(at spot) bool {
	for _, p := range at.coords {
		for _, x := range p.X {
			if 2*x != math.Trunc(2*x) || math.Abs(x) > 16 {
				return false
			}
		}
	}
	return true
}

// simpler is a point with short coordinates near the spot that refutes the claim as well, if there is one. The machine stays at the spot
// given.
func (j *judge) simpler(c *checked, at spot, f finding) (spot, finding) {
	defer j.back(at)
	for _, unit := range []float64{1, 2, 10, 100} {
		short, ok, err := j.build(at.row, rounded_(at, unit))
		if err != nil || !ok {
			continue
		}
		j.float.moved()
		g := c.find(j.float)
		if short.origin = at.origin; g.violated() {
			if g, violated := j.confirmed(c, short, g); violated {
				return short, g
			}
		}
	}
	return at, f
}

// rounded_ rounds all coordinates to multiples of 1/unit.
func rounded_(at spot, unit float64) chooser {
	return func(i int, _ domain.Domain) (domain.Point, bool) {
		p := at.coords[i].Clone()
		for k := range p.X {
			p.X[k] = math.Round(p.X[k]*unit) / unit
		}
		return p, true
	}
}
