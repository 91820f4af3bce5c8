package judge

import (
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/mercer-go/mercer/display/formula/eval"
	"github.com/mercer-go/mercer/display/formula/value"
)

// This file evaluates claims in rational arithmetic. A false identity of rational functions holds at a random point only where the
// polynomial that is the difference of its sides times their denominators is zero, which after Schwartz (1980) and Zippel (1979) has at
// most the chance degree/2^bits for coordinates that are one of 2^bits numbers.

const (
	exactPoints = 4  // rational points
	exactBits   = 32 // of each coordinate

	strictPoints = 2 // of those for lines that are not rational
)

// exactly evaluates the claims at rational points.
func (j *judge) exactly() error {
	r := rand.New(rand.NewPCG(j.s.seed, 2))
	want := exactPoints
	if j.isSettled() {
		want = min(want, max(1, len(j.at)))
	}
	got, rejected := 0, false
	for try := 0; got < want && try < 50*exactPoints; try++ {
		at, ok, err := j.exactPoint(r, try)
		if err != nil {
			if isInexact(err) {
				return nil // some variable or assumption is not rational
			}
			return err
		}
		if !ok {
			rejected = true
			continue
		}
		got++
		for _, c := range j.claims {
			j.noteExact(c, at)
		}
	}
	for _, c := range j.claims {
		c.settleExact(rejected || j.isSettled())
		if c.exactly > 0 && c.step.Degree == 0 && isEquation(c.rels) {
			j.exactCorners(c)
		}
	}
	return nil
}

// mostExact bounds the operations of exact arithmetic at corner cases.
const mostExact = 200_000

// exactCorners decides an equation that is none of rational functions at the corner cases, where it may be false though it is true at random
// points: so that nothing was decided by a tolerance only where the mark says exact.
func (j *judge) exactCorners(c *checked) {
	special := j.cornerSpots
	if j.whole {
		special = j.spots
	}
	for _, at := range special {
		if c.done {
			return
		}
		if j.exact.steps > mostExact || j.isConstrained() {
			c.byTolerance = true
			return
		}
		j.setExact(at)
		holds, ok, err := c.findExact(j.exact)
		switch {
		case ok && !holds:
			j.set(at)
			j.float.moved()
			c.counter(j.counter(at, c.values(j.float), 0))
		case err != nil && isInexact(err):
			c.byTolerance = true
		}
	}
}

func isEquation(rels []string) bool { return len(rels) == 1 && rels[0] == "=" }

// exactPoint sets both machines to a rational point.
func (j *judge) exactPoint(r *rand.Rand, try int) (at spot, ok bool, err error) {
	at = spot{values: make([]value.Value[float64], len(j.p.Vars)), coords: nil, origin: "an exact point"}
	if len(j.at) > 0 {
		at.row = try % len(j.at)
	}
	j.useRow(at.row)
	for i, v := range j.p.Vars {
		x := rational(j.fixed[v.Name])
		if !v.Bound {
			d, err := j.p.Domain(v, j.m, j.exact.m)
			if err != nil {
				return at, false, err
			}
			if x, err = d.Exact(r, exactBits); err != nil {
				return at, false, err
			}
		}
		j.exact.m.Set(v, x)
		at.values[i] = value.Convert(x, nearest)
		j.m.Set(v, at.values[i])
	}
	j.exact.moved()
	j.float.moved()
	return j.exactlyAllowed(at)
}

func nearest(x *big.Rat) float64 {
	f, _ := x.Float64()
	return f
}

// exactlyAllowed tells whether the assumptions hold at the present rational point.
func (j *judge) exactlyAllowed(at spot) (spot, bool, error) {
	for _, a := range j.p.Assumptions {
		r, err := j.exact.eval(a)
		if err != nil && isInexact(err) {
			return at, false, err
		}
		if err != nil || !r.Value.Truth {
			return at, false, nil
		}
	}
	return at, true, nil
}

// noteExact decides a claim at the present rational point.
func (j *judge) noteExact(c *checked, at spot) {
	if c.done || c.variant != nil {
		return
	}
	holds, ok, err := c.findExact(j.exact)
	switch {
	case err != nil && isInexact(err):
		c.inexact = true
		if c.strictly++; c.strictly > strictPoints {
			return
		}
		if values, off := j.strictly(c); off > 0 {
			c.counter(j.counter(at, values, off))
		}
	case !ok: // no value there: the points in floating point tell whether that refutes it
	case !holds:
		c.counter(j.counter(at, c.values(j.float), 0))
	default:
		c.exactly++
		c.noteDegree(j)
	}
}

// noteDegree bounds the degree of an identity at the present point.
func (c *checked) noteDegree(j *judge) {
	if !isEquation(c.rels) {
		return
	}
	free := 0
	of := func(v *eval.Var) eval.Degree {
		d := v.Degree(j.m)
		free = max(free, d.Num, d.Den)
		return d
	}
	left, ok := j.m.Degree(c.sides[0], of)
	right, ok2 := j.m.Degree(c.sides[1], of)
	if !ok || !ok2 || free == 0 {
		c.noDegree = true
		return
	}
	c.degree = max(c.degree, eval.EqualDegree(left, right))
}

// settleExact writes what was found into the step. A chance is stated only where no rational point was rejected.
func (c *checked) settleExact(rejected bool) {
	if c.inexact || c.done || c.exactly == 0 {
		return
	}
	c.step.ExactPoints = c.exactly
	if c.degree == 0 || c.noDegree || rejected {
		return
	}
	c.step.Degree = c.degree
	c.step.Chance = int(math.Floor(float64(c.exactly) * (exactBits - math.Log2(float64(c.degree)))))
}
