package quadrature

import "math"

// levels is how often the step is halved.
const levels = 3

// trapezoid is the trapezoidal rule with the steps 1/4, 1/8, 1/16, 1/32. For an analytic integrand each halving doubles the number of
// right digits; ok says that this was so and tol is reached.
func (p *piece) trapezoid(tol float64) (e estimate, ok bool, err error) {
	var sum, size, uncertainty float64
	for _, s := range p.first {
		sum, size, uncertainty = sum+s.y, size+math.Abs(s.y), uncertainty+s.uncertainty
	}
	step, last, before := coarse, sum*coarse, math.Inf(1)
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
		change := math.Abs(e.value-last) / e.size
		converges := change <= math.Pow(before, 1.5) && before < 0.01
		if change <= tol/10 || converges && math.Pow(change, 1.5) <= tol {
			if converges {
				change = math.Pow(change, 1.5)
			}
			e.err = change*e.size + rounding
			return e, true, nil
		}
		last, before = e.value, change
	}
	return e, e.size == 0, nil
}
