package quadrature

import (
	"math"
	"slices"
)

// piece is an integrand over one piece, as a function g of t on the line: g(t) = f(x(t)) x'(t). With u = (π/2) sinh t, x(t) is
//
//	(a + b)/2 + (b - a)/2 tanh u    on (a, b)
//	a + exp u                       on (a, ∞)
//	b - exp(-u)                     on (-∞, b)
//	sinh u                          on the line
type piece struct {
	in     *integrator
	f      integrand
	a, b   float64
	lo, hi float64  // the range of t on which g is finite
	tails  float64  // a bound for what is beyond
	from   float64  // the place of the first sample
	first  []sample // g at -…, -1/4, 0, 1/4, … in the range
}

// sample is g at a place.
type sample struct {
	y, uncertainty float64
	branch         uint64
}

// farthest is the largest |t|: there, distances from an end are below 1e-50.
const farthest = 5

func newPiece(in *integrator, f integrand, a, b float64) *piece {
	return &piece{in: in, f: f, a: a, b: b}
}

// place is x and x' at t. ok is false where x is at an end to rounding.
func (p *piece) place(t float64) (x, slope float64, ok bool) {
	u, growth := math.Pi/2*math.Sinh(t), math.Pi/2*math.Cosh(t)
	switch {
	case math.IsInf(p.a, -1) && math.IsInf(p.b, 1):
		x, slope = math.Sinh(u), math.Cosh(u)*growth
	case math.IsInf(p.b, 1):
		x, slope = p.a+math.Exp(u), math.Exp(u)*growth
	case math.IsInf(p.a, -1):
		x, slope = p.b-math.Exp(-u), math.Exp(-u)*growth
	default:
		width := p.b - p.a
		fromEnd := width / (1 + math.Exp(2*math.Abs(u)))
		x = p.a + fromEnd
		if u > 0 {
			x = p.b - fromEnd
		}
		slope = 2 * fromEnd * (1 - fromEnd/width) * growth
	}
	return x, slope, p.a < x && x < p.b
}

// at is g(t). ok is false where t is beyond the ends.
func (p *piece) at(t float64) (s sample, ok bool, err error) {
	x, slope, ok := p.place(t)
	if !ok {
		return sample{}, false, nil
	}
	if p.in.left--; p.in.left < 0 {
		return sample{}, true, ErrDivergent
	}
	y, uncertainty, err := p.f(x)
	if err != nil {
		return sample{}, true, err
	}
	if s.uncertainty = uncertainty * slope; p.in.branch != nil {
		s.branch = p.in.branch()
	}
	if y == 0 {
		return s, true, nil
	}
	s.y = y * slope
	if math.IsNaN(s.y) || math.IsInf(s.y, 0) {
		return s, true, ErrUndefined
	}
	return s, true, nil
}

// coarse is the step in which the range of t is explored.
const coarse = 0.25

// findTails finds how far to both sides the integrand is defined, keeps its values there, and bounds what is beyond.
func (p *piece) findTails() error {
	middle, _, err := p.at(0)
	if err != nil {
		return err
	}
	left, errLeft := p.explore(-coarse)
	right, errRight := p.explore(coarse)
	p.lo, p.hi = -coarse*float64(len(left)), coarse*float64(len(right))
	p.from = p.lo
	slices.Reverse(left)
	p.first = append(append(left, middle), right...)
	size := 0.0
	for _, s := range p.first {
		size += math.Abs(s.y) * coarse
	}
	if p.lo, err = p.end(p.lo, -coarse, p.first[0], size, errLeft); err != nil {
		return err
	}
	if p.hi, err = p.end(p.hi, coarse, p.first[len(p.first)-1], size, errRight); err != nil {
		return err
	}
	p.shrink()
	return nil
}

// shrink leaves out the ends of the range where all samples are 0 to rounding. They stay in the sum of the first step.
func (p *piece) shrink() {
	largest := 0.0
	for _, s := range p.first {
		largest = max(largest, math.Abs(s.y))
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for i, s := range p.first {
		if t := p.from + coarse*float64(i); math.Abs(s.y) > 1e-17*largest {
			lo, hi = min(lo, t), max(hi, t)
		}
	}
	if lo <= hi {
		p.lo, p.hi = max(p.lo, lo-coarse), min(p.hi, hi+coarse)
	}
}

// explore goes from 0 in steps as long as g has values, and returns them with the error that ended it.
func (p *piece) explore(step float64) (values []sample, err error) {
	for t := step; math.Abs(t) <= farthest; t += step {
		s, ok, err := p.at(t)
		if err != nil || !ok {
			return values, err
		}
		values = append(values, s)
	}
	return values, nil
}

// end is the end of the range of t, where t is the last place of the first samples. If the integrand has failed beyond it, then t is
// the end, or the failure counts, if what precedes it does not look like the end of a tail. Else the end is where x reaches
// its own.
func (p *piece) end(t, step float64, last sample, size float64, failed error) (float64, error) {
	if failed != nil {
		if math.Abs(t) < 1 || math.Abs(last.y) > acceptable*size {
			return t, failed
		}
		p.tails += math.Abs(last.y)
		return t, nil
	}
	for step /= 2; math.Abs(step) > 1e-3; step /= 2 {
		if _, _, ok := p.place(t + step); ok && math.Abs(t+step) < farthest {
			t += step
		}
	}
	s, ok, err := p.at(t)
	if ok && err == nil {
		p.tails += math.Abs(s.y)
	}
	return t, err
}
