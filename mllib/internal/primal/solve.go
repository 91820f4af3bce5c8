package primal

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/smo"
	"gonum.org/v1/gonum/floats"
)

// Solution is β with the plane that it belongs to.
type Solution struct {
	smo.Result           // Iterations are Newton steps; F is ⟨w, x_i − mean⟩
	W          []float64 // w, which is Σ β_i x_i up to rounding of that sum
	B          float64   // where f = ⟨w, x − mean⟩ + B has the objective that the gap is of
	Mean       []float64 // of the rows; nil and 0 where there is no offset
}

// solver holds the state of an iteration.
type solver struct {
	Problem
	smo.Options
	rows
	scale  float64   // of f: half the range of the targets
	prices []float64 // C_i, the larger bound of |β_i|; with Ridge 1/r_i

	centre []float64 // β of the round before
	width  float64   // of the part of the losses that is rounded, in units of f
	w      []float64
	b      float64
	f      []float64 // ⟨w, x_i − mean⟩ + b
	beta   []float64
	inside []int     // observations whose β_i changes with f_i
	bends  []float64 // −∂β_i/∂f_i of these
	steps  int
	part   float64 // of what is left to do, up to which a round leaves the gradient

	value float64 // the last primal objective
	best  Solution
	off   float64 // how far best is from what is asked for: the larger one of Gap and, in its unit, the part of the primal objective by which the dual one is below it
}

const (
	narrower = 3   // a round's width is that part of the last one's, or less, down to its third power, where the mean slack is less than that
	patience = 12  // rounds without a better result, once the width is that of the mean slack
	mostIn   = 200 // Newton steps of a round

	mostRounds = 100
	most       = 1e-2 // part of the gap that a round leaves in the gradient
)

// Solve solves a problem, whose slices it does not change.
func Solve(p Problem, o smo.Options) Solution {
	n := len(p.Linear)
	s := &solver{Problem: p, Options: o, rows: newRows(p.X, p.Free), scale: scale(p.Linear)}
	s.w, s.f, s.beta, s.centre, s.prices = make([]float64, s.d), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		if s.prices[i] = max(p.Upper[i], -p.Lower[i]); s.prices[i] > 0 && p.Ridge != nil {
			s.prices[i] = 1 / p.Ridge[i]
		}
	}
	s.rounds()
	s.best.Mean = s.mean
	return s.best
}

// scale is half the range of the targets, or their size.
func scale(targets []float64) float64 {
	low, high := floats.Min(targets), floats.Max(targets)
	if v := high/2 - low/2; v > 0 {
		return v
	}
	if high != 0 {
		return math.Abs(high)
	}
	return 1
}

// rounds minimises with ever narrower roundings of the losses.
func (s *solver) rounds() {
	s.width = 2 * s.scale
	total := floats.Sum(s.prices)
	s.value = s.scale * total
	s.off, s.part = math.Inf(1), most
	why := smo.Rounding
	for idle, round := 0, 0; idle < patience && round < mostRounds; idle, round = idle+1, round+1 {
		before := s.steps
		exact := s.minimise()
		if s.steps == before && !exact && s.part > 1e-16 { // what is left does not show in the objective: observations of small price
			s.part /= 100
			idle--
			continue
		}
		copy(s.centre, s.beta)
		r, gap := s.result()
		off := max(r.Gap, gap*s.scale)
		if off < s.off/2 || s.width > s.value/total {
			idle = 0
		}
		if off <= s.off || s.best.Beta == nil {
			s.best, s.off = r, off
		}
		if s.off <= s.Tolerance {
			why = smo.Converged
			break
		}
		if s.steps >= s.MaxIter {
			why = smo.IterationLimit
			break
		}
		if s.Ridge != nil && exact { // the losses are not rounded
			break
		}
		if exact { // the minimum was found as far as rounding allows, which is further with wider roundings
			s.width *= narrower * narrower
		} else {
			s.width = max(s.width/(narrower*narrower*narrower), min(s.width/narrower, s.value/total))
		}
	}
	s.best.Stop, s.best.Iterations = why, s.steps
	if why != smo.Converged { // the levels may agree where the objectives do not; a dual objective is at least 0, that of zeros
		off := s.scale
		if s.off < off { // not NaN, where the dual objective overflows
			off = s.off
		}
		s.best.Gap = max(s.best.Gap, off)
	}
}

// minimise takes Newton steps to the minimum of the objective with rounded losses. It returns whether that was reached as far as rounding allows, or only as far as is of use.
func (s *solver) minimise() (exact bool) {
	s.scores(s.f, s.w)
	floats.AddConst(s.b, s.f)
	df := make([]float64, s.n)
	g := s.update()
	for last := s.steps + mostIn; s.steps < min(last, s.MaxIter) && !s.near(g, s.part); {
		d, ok := s.direction(g)
		if !ok {
			return true
		}
		slope := g.times(d)
		if !(slope < 0) || math.IsInf(slope, 0) {
			return true
		}
		s.steps++
		s.scores(df, d.w)
		floats.AddConst(d.b, df)
		t := s.search(d, df, slope)
		floats.AddScaled(s.w, t, d.w)
		s.b += float64(t * d.b)
		floats.AddScaled(s.f, t, df)
		g = s.update()
		if t == 0 || -slope <= 1e-16*s.value {
			return !s.near(g, most)
		}
	}
	return false
}

// near reports whether a gradient is so small beside a part of the gap that this is due to the width: what is left is the difference of w and Σ β_i x_i in the objectives, and what Σ β_i costs.
func (s *solver) near(g vector, part float64) bool {
	left := floats.Dot(g.w, g.w)/2 + math.Abs(floats.Dot(g.w, s.w)) + float64(math.Abs(g.b)*s.scale)
	return left <= part*min(max(s.off, s.Tolerance)/s.scale, 1)*s.value
}

// response is β_i as f_i asks for it, and by how much it falls as f_i grows: the β that maximises
//
//	β(z_i − f_i) − ε|β| − (width/C_i) (β − centre_i)²/2  between its bounds, or with Ridge  β(z_i − f_i) − ε|β| − r_i β²/2.
func (s *solver) response(i int, f float64) (beta, bend float64) {
	c := s.prices[i]
	if c == 0 {
		return 0, 0
	}
	from := 0.0
	if s.Ridge == nil {
		c /= s.width
		from = s.centre[i]
	}
	v := soft(from-float64(c*(s.Linear[i]+f)), c*s.Tube)
	switch {
	case v >= s.Upper[i]:
		return s.Upper[i], 0
	case v <= s.Lower[i]:
		return s.Lower[i], 0
	case v == 0 && s.Tube > 0:
		return 0, 0
	}
	return v, c
}

// update finds all β_i for f, and returns the gradient of the objective.
func (s *solver) update() vector {
	s.inside, s.bends = nil, s.bends[:0]
	for i, f := range s.f {
		var bend float64
		if s.beta[i], bend = s.response(i, f); bend > 0 {
			s.inside, s.bends = append(s.inside, i), append(s.bends, bend)
		}
	}
	g := vector{w: s.sum(s.beta)}
	for j, w := range s.w {
		g.w[j] = w - g.w[j]
	}
	if s.Free {
		g.b = -floats.Sum(s.beta)
	}
	return g
}

// search is the length of a step along which the objective has nearly its minimum: its derivative grows with the length, and is a tenth of that at the start at most.
func (s *solver) search(d vector, df []float64, slope float64) float64 {
	linear, square := floats.Dot(s.w, d.w), floats.Dot(d.w, d.w)
	derivative := func(t float64) float64 {
		v := linear + float64(t*square)
		for i, a := range df {
			beta, _ := s.response(i, s.f[i]+float64(t*a))
			v -= float64(beta * a)
		}
		return v
	}
	low, high, left, right := 0.0, 1.0, slope, derivative(1)
	for right < .1*slope && high < 1e30 {
		low, left = high, right
		high *= 4
		right = derivative(high)
	}
	t, at := high, right
	for side := 0; math.Abs(at) > -.1*slope && high-low > 1e-12*high; {
		if t = (float64(low*right) - float64(high*left)) / (right - left); !(t > low && t < high) {
			t = low/2 + high/2
		}
		if at = derivative(t); at < 0 {
			if low, left = t, at; side < 0 {
				right /= 2
			}
			side = -1
		} else {
			if high, right = t, at; side > 0 {
				left /= 2
			}
			side = 1
		}
	}
	return t
}
