package quadrature

import "math"

// levels is how often the step is halved.
const levels = 3

// trapezoid is the trapezoidal rule with the steps 1/4, 1/8, 1/16, 1/32; ok says that a halving of the step has changed the result by no
// more than tol. For an analytic integrand each halving doubles the number of right digits, so that the error is much smaller than
// the change, by which it is estimated: a small jump that two steps happen to see alike is still within it as a rule.
func (p *piece) trapezoid(tol float64) (e estimate, ok bool, err error) {
	var sum, size, uncertainty float64
	for _, s := range p.first {
		sum, size, uncertainty = sum+s.y, size+math.Abs(s.y), uncertainty+s.uncertainty
	}
	step, last := coarse, sum*coarse
	for range levels {
		for t := (math.Ceil(p.lo/step-0.5) + 0.5) * step; t < p.hi; t += step {
			s, inside, err := p.at(t)
			if err != nil {
				return e, false, err
			}
			if inside {
				sum, size, uncertainty = sum+s.y, size+math.Abs(s.y), uncertainty+s.uncertainty
			}
		}
		step /= 2
		e = estimate{value: sum * step, size: size * step}
		rounding := 1e-15*e.size + uncertainty*step + p.tails
		if e.size == 0 {
			continue
		}
		change := math.Abs(e.value - last)
		if change <= tol*e.size+negligible {
			e.err = change + rounding
			return e, true, nil
		}
		last = e.value
	}
	return e, e.size == 0, nil
}
