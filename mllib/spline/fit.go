package spline

import "math"

// solution is what the filters find for one λ, in the units of the problem.
type solution struct {
	lambda     float64
	gap, rho2  []float64 // of each point: y minus the value expected without it, and the precision of that value
	objective  float64   // Σ w r² + λ·penalty for the points, without the spread of equal x
	logDet     float64   // half the logarithm of the determinant in the likelihood
	slope      []float64 // at the points (Cubic) or behind them (Linear)
	second     []float64
	third      []float64     // behind the points
	firstThird float64       // between 0 and the first point, if pinned
	linear     []linearState // memory for both passes, which the next λ uses again
	cubic      []cubicState
}

// solve fills a solution for λ; full also finds derivatives.
func (s *scaled) solve(lambda float64, out *solution, full bool) {
	n := len(s.x)
	if out.gap == nil {
		out.gap, out.rho2 = make([]float64, n), make([]float64, n)
	}
	if full {
		out.slope, out.second, out.third = make([]float64, n), make([]float64, n), make([]float64, n)
	}
	out.lambda = lambda
	if s.kind == Linear {
		s.solveLinear(out, full)
	} else {
		s.solveCubic(out, full)
	}
}

// residual is y − f at a point, and value is f, both without the trend.
func (o *solution) residual(s *scaled, i int) float64 {
	if o.rho2[i] == 0 {
		return 0
	}
	return o.gap[i] * (o.rho2[i] / (o.rho2[i] + s.w[i]))
}

func (o *solution) value(s *scaled, i int) float64 { return s.rest[i] - o.residual(s, i) }

// fit of all observations: the sum of squared residuals, and of 1 − leverage.
func (o *solution) sums(s *scaled) (rss, left float64) {
	rss, left = s.spread, float64(s.n-len(s.x))
	for i, w := range s.w {
		share := o.rho2[i] / (o.rho2[i] + w)
		r := o.gap[i] * share
		rss += w * r * r
		left += share
	}
	return rss, left
}

// gcv is generalised cross-validation, n·RSS/(n − DF)², and 0 where no observations are left over.
func (o *solution) gcv(s *scaled) float64 {
	rss, left := o.sums(s)
	if left == 0 {
		return 0
	}
	n := float64(s.n)
	return rss / n * (n / left) * (n / left)
}

// logLikelihood is that of the observations, with the variance that makes it largest, up to the units of the data.
func (o *solution) logLikelihood(s *scaled) float64 {
	left := float64(s.n - s.free())
	sum := o.objective + s.spread
	if left == 0 || sum == 0 {
		return 0
	}
	return s.logW - o.logDet - left/2*(math.Log(2*math.Pi*sum/left)+1)
}

// penalty is ∫f'² or ∫f”².
func (o *solution) penalty(s *scaled) float64 {
	sum := 0.0
	if s.kind == Linear {
		if s.pinned {
			sum = o.value(s, 0) * o.value(s, 0) / s.origin
		}
		for i, h := range s.h {
			sum += h * o.slope[i] * o.slope[i]
		}
		return sum
	}
	square := func(h, a, b float64) float64 { return h / 3 * (a*a + a*b + b*b) }
	if s.pinned {
		sum = square(s.origin, o.second[0]-s.origin*o.firstThird, o.second[0])
	}
	for i, h := range s.h {
		sum += square(h, o.second[i], o.second[i+1])
	}
	return sum
}

// leaveOneOut is the mean of w(y − f)² of each observation, f fitted without it, in the units of gather, and 0 where that is not determined.
func (o *solution) leaveOneOut(s *scaled) float64 {
	sum := 0.0
	if s.singles == nil {
		for i, w := range s.w {
			if o.rho2[i] == 0 {
				return 0
			}
			sum += w * o.gap[i] * o.gap[i]
		}
		return sum / float64(s.n)
	}
	for _, single := range s.singles {
		e, ok := o.without(s, single)
		if !ok {
			return 0
		}
		sum += single.w * e * e
	}
	return sum / float64(s.n)
}

// single is one observation of a point.
type single struct {
	point int
	y, w  float64
}

// without is y minus f fitted without the observation, and whether there is such an f.
func (o *solution) without(s *scaled, one single) (gap float64, ok bool) {
	left := o.left(s, one)
	if left == 0 {
		return 0, false
	}
	if one.w == s.w[one.point] {
		return o.gap[one.point], true
	}
	return (one.y - s.y[one.point] + o.residual(s, one.point)) / left, true
}

// left is 1 − leverage of an observation.
func (o *solution) left(s *scaled, one single) float64 {
	rho2, w := o.rho2[one.point], s.w[one.point]
	return (rho2 + (w - one.w)) / (rho2 + w)
}
