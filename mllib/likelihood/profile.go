package likelihood

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/special"
)

// Profile returns, for each of the values of a parameter, the largest log likelihood with that value: max ℓ over the other parameters, -Inf where the value is impossible. The errors are those of
// Fit, and one that wraps input.ErrParam for a name that the law does not have, or that is known, and input.ErrNotFinite for the values, also where the other
// parameters overflow.
func (p MLE) Profile(x []float64, parameter string, values []float64) ([]float64, error) {
	q, err := p.prepare(x)
	if err == nil {
		err = errors.Join(p.checkFree(parameter), input.Vector("values", values, len(values)))
	}
	if err != nil {
		return nil, fmt.Errorf("likelihood: profile: %w", err)
	}
	out := make([]float64, len(values))
	for i, v := range values {
		out[i], err = q.profile(parameter, v)
		if err == nil && math.IsNaN(out[i]) {
			err = input.Errorf(input.ErrNotFinite, "values", "the likelihood overflows")
		}
		if err != nil {
			return nil, fmt.Errorf("likelihood: profile: at %s = %v: %w", parameter, v, err)
		}
	}
	return out, nil
}

// checkFree returns an error for a name that is not that of a parameter to be estimated.
func (p MLE) checkFree(parameter string) error {
	_, known := p.Known[parameter]
	return input.Param(slices.Contains(p.names(), parameter) && !known, "parameter", fmt.Sprintf("%q", parameter), fmt.Sprintf("one of %q that is not known", p.names()))
}

// profile is the largest log likelihood with one parameter given.
func (q *problem) profile(parameter string, v float64) (float64, error) {
	j := slices.Index(q.names(), parameter)
	if !q.parameters[j].allows(v) && !(q.parameters[j].kind == share && (v == 0 || v == 1)) && !(q.Law == Poisson && v == 0) {
		return math.Inf(-1), nil
	}
	p := q.MLE
	p.Known = maps.Clone(p.Known)
	if p.Known == nil {
		p.Known = map[string]float64{}
	}
	p.Known[parameter] = v
	p.Trace, p.Start, p.Method = false, nil, Automatic
	fixed := &problem{MLE: p, record: q.record, sample: q.sample, free: slices.Clone(q.free), theta: slices.Clone(q.theta)}
	fixed.free[j], fixed.theta[j] = false, q.inner(q.parameters[j], v)
	if q.Law == Uniform && uniformAt(q.sample, fixed.ends(), false).value == math.Inf(-1) {
		return math.Inf(-1), nil // an observation lies outside
	}
	if !slices.Contains(fixed.free, true) {
		return q.outer(q.at(q.sample, fixed.theta, false).value), nil
	}
	return fixed.largest()
}

// ends are those of a uniform law, where they are free at the observations.
func (q *problem) ends() []float64 {
	theta := slices.Clone(q.theta)
	uniformFormula(q.sample, theta, q.free)
	return theta
}

// largest is the largest log likelihood, +Inf where there is none.
func (q *problem) largest() (float64, error) {
	if q.none != nil && q.none(q.sample, q.theta, q.free) != "" {
		return math.Inf(1), nil
	}
	if q.formula != nil {
		theta := slices.Clone(q.theta)
		q.formula(q.sample, theta, q.free)
		return q.outer(q.at(q.sample, theta, false).value), nil
	}
	best, _, err := q.search(nil)
	if err != nil {
		return 0, err
	}
	return q.outer(best.LogLikelihood), nil
}

// Interval returns the values of a parameter around its estimate whose profile is at most z²/2 below the maximum, z = Φ⁻¹((1+level)/2): for many observations they hold the parameter with
// the probability level, in whatever units or function of it one asks. An end is infinite, or at the border of the range, where the profile never falls so far. The errors are
// those of Profile, and one that wraps input.ErrParam for a level that is not between 0 and 1, and ErrNotRegular for uniform laws.
//
// Reference: S. Wilks, The large-sample distribution of the likelihood ratio (1938).
func (p MLE) Interval(x []float64, parameter string, level float64) (low, high float64, err error) {
	low, high, err = p.interval(x, parameter, level)
	if err != nil {
		return 0, 0, fmt.Errorf("likelihood: interval: %w", err)
	}
	return low, high, nil
}

func (p MLE) interval(x []float64, parameter string, level float64) (low, high float64, err error) {
	q, err := p.prepare(x)
	if err == nil {
		err = errors.Join(p.checkFree(parameter), checkLevel(level))
	}
	if err == nil && q.expected == nil {
		err = fmt.Errorf("%v: %w", p.Law, ErrNotRegular)
	}
	if err != nil {
		return 0, 0, err
	}
	m, err := q.fit()
	if err != nil {
		return 0, 0, err
	}
	z := special.PhiInv((1 + level) / 2)
	s := side{problem: q, name: parameter, least: m.LogLikelihood - z*z/2, kind: q.parameters[slices.Index(m.Names, parameter)].kind}
	at := m.Theta[slices.Index(m.Names, parameter)]
	step := s.first(m, at)
	if low, err = s.end(at, -step); err != nil {
		return 0, 0, err
	}
	high, err = s.end(at, step)
	return low, high, err
}

// side looks for an end of an interval.
type side struct {
	*problem
	name  string
	least float64
	kind  kind
}

// first is a step of about a standard error, in the coordinate of the parameter.
func (s side) first(m *Model, at float64) float64 {
	j := slices.Index(m.Names, s.name)
	se, err := m.StandardErrors()
	if err != nil || !(se[j] > 0) {
		return 1
	}
	_, slope, _ := parameter{kind: s.kind}.value(s.coordinate(at))
	return se[j] / slope
}

func (s side) coordinate(v float64) float64 {
	switch s.kind {
	case positive:
		return math.Log(v)
	case share:
		return math.Log(v) - math.Log1p(-v)
	}
	return v
}

// at is the profile at a coordinate, less what is asked for.
func (s side) at(eta float64) (float64, error) {
	v, _, _ := parameter{kind: s.kind}.value(eta)
	value, err := s.profile(s.name, v)
	return value - s.least, err
}

// end goes on by doubled steps until the profile is below the least, and looks between.
func (s side) end(from, step float64) (float64, error) {
	inside, limit := s.coordinate(from), 0.0
	if math.IsInf(inside, 0) { // from the border inwards
		if math.Signbit(inside) == math.Signbit(step) {
			return from, nil
		}
		inside = math.Copysign(50, inside)
		if s.kind == positive {
			inside = math.Log(1e-300)
		}
		step = math.Copysign(1, step)
	}
	above, err := s.at(inside)
	if err != nil {
		return 0, err
	}
	for outside := inside + step; ; outside += step {
		v, err := s.at(outside)
		if err != nil {
			return 0, err
		}
		if v < 0 {
			return s.between(inside, outside, above, v)
		}
		above = v
		inside = outside
		step *= 2
		if limit++; limit > 60 || s.kind != real && math.Abs(outside) > 700 {
			v, _, _ := parameter{kind: s.kind}.value(math.Copysign(math.Inf(1), step))
			return v, nil
		}
	}
}

// between finds where the profile is what is asked for, by the secant and, where that is slow, by halves (the method of Illinois).
func (s side) between(inside, outside, above, below float64) (float64, error) {
	last := 0.0 // the sign of the value before
	for range 200 {
		middle := inside + (outside-inside)*(above/(above-below))
		if !(math.Abs(above) < math.Inf(1) && math.Abs(below) < math.Inf(1)) || middle == inside || middle == outside {
			middle = inside + (outside-inside)/2
		}
		v, err := s.at(middle)
		if err != nil {
			return 0, err
		}
		if math.Abs(v) <= 1e-11 || math.Abs(outside-inside) <= 1e-14*math.Abs(middle) {
			inside = middle
			break
		}
		if v < 0 {
			outside, below = middle, v
			if last < 0 {
				above /= 2
			}
		} else {
			inside, above = middle, v
			if last > 0 {
				below /= 2
			}
		}
		last = v
	}
	v, _, _ := parameter{kind: s.kind}.value(inside)
	return v, nil
}
