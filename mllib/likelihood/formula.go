package likelihood

import "math"

// equal says why a law with location and scale has no maximum for equal observations.
func equal(s *sample, theta []float64, free []bool) string {
	if !free[1] || s.low != s.high || !free[0] && s.low != theta[0] {
		return ""
	}
	return "all observations are equal, and the likelihood grows without bound as the scale shrinks to 0"
}

func noWidth(s *sample, theta []float64, free []bool) string {
	low, high := s.low, s.high
	if !free[0] {
		low = theta[0]
	}
	if !free[1] {
		high = theta[1]
	}
	switch {
	case low > s.low || high < s.high:
		return "an observation lies outside of what is known"
	case low == high:
		return "all observations are equal, and the likelihood grows without bound as the ends come together"
	}
	return ""
}

func zeros(s *sample, theta []float64, free []bool) string {
	if s.high > 0 {
		return ""
	}
	return "all observations are 0, and the likelihood grows without bound with the rate"
}

// The formulas set what is free of theta to the maximum, and report whether it lies at the border of what is possible.

func normalFormula(s *sample, theta []float64, free []bool) bool {
	if free[0] {
		theta[0] = s.mean
	}
	if free[1] {
		d := s.mean - theta[0]
		theta[1] = s.squares/s.n + d*d
	}
	return false
}

func normalAt(s *sample, theta []float64, derivatives bool) jet {
	m, v := theta[0], theta[1]
	d := s.mean - m
	q := s.squares + s.n*d*d
	j := jet{value: -s.n/2*math.Log(2*math.Pi*v) - q/(2*v)}
	if derivatives {
		j.slope = [2]float64{s.n * d / v, (q/v - s.n) / (2 * v)}
		j.bend = [3]float64{-s.n / v, -s.n * d / (v * v), (s.n/2 - q/v) / (v * v)}
	}
	return j
}

func normalInformation(t []float64) [3]float64 { return [3]float64{1 / t[1], 0, 1 / (2 * t[1] * t[1])} }

func bernoulliFormula(s *sample, theta []float64, _ []bool) bool {
	theta[0] = s.mean
	return s.mean == 0 || s.mean == 1
}

// xlog is x·log y, 0 where x is.
func xlog(x, y float64) float64 {
	if x == 0 {
		return 0
	}
	return x * math.Log(y)
}

// odds is a·log p + b·log(1-p) with its derivatives.
func odds(a, b, p float64) jet {
	return jet{xlog(a, p) + xlog(b, 1-p), [2]float64{a/p - b/(1-p)}, [3]float64{-a/p/p - b/(1-p)/(1-p)}}
}

func bernoulliAt(s *sample, theta []float64, _ bool) jet {
	ones := math.Round(s.n * s.mean)
	return odds(ones, s.n-ones, theta[0])
}

func geometricFormula(s *sample, theta []float64, _ []bool) bool {
	theta[0] = 1 / s.mean
	return s.mean == 1
}

func geometricAt(s *sample, theta []float64, _ bool) jet { return odds(s.n, s.n*(s.mean-1), theta[0]) }

func poissonFormula(s *sample, theta []float64, _ []bool) bool {
	theta[0] = s.mean
	return s.mean == 0
}

func poissonAt(s *sample, theta []float64, _ bool) jet {
	rate, sum := theta[0], s.n*s.mean
	return jet{xlog(sum, rate) - s.n*rate - s.constant, [2]float64{sum/rate - s.n}, [3]float64{-sum / rate / rate}}
}

func exponentialFormula(s *sample, theta []float64, _ []bool) bool {
	theta[0] = 1 / s.mean
	return false
}

func exponentialAt(s *sample, theta []float64, _ bool) jet {
	rate := theta[0]
	return jet{s.n * (math.Log(rate) - rate*s.mean), [2]float64{s.n * (1/rate - s.mean)}, [3]float64{-s.n / rate / rate}}
}

// laplaceFormula: of an even number of observations each point between the two in the middle is a maximum, and their mean is taken.
func laplaceFormula(s *sample, theta []float64, free []bool) bool {
	if free[0] {
		theta[0] = s.quantile(.5)
	}
	if free[1] {
		theta[1] = s.apart(theta[0]) / s.n
	}
	return false
}

// apart is Σ |z - m|.
func (s *sample) apart(m float64) (sum float64) {
	for _, v := range s.z {
		sum += math.Abs(v - m)
	}
	return sum
}

func laplaceAt(s *sample, theta []float64, _ bool) jet {
	return jet{value: -s.n*math.Log(2*theta[1]) - s.apart(theta[0])/theta[1]}
}

func uniformFormula(s *sample, theta []float64, free []bool) bool {
	if free[0] {
		theta[0] = s.low
	}
	if free[1] {
		theta[1] = s.high
	}
	return false
}

func uniformAt(s *sample, theta []float64, _ bool) jet {
	if theta[0] > s.low || theta[1] < s.high {
		return jet{value: math.Inf(-1)}
	}
	return jet{value: -s.n * math.Log(theta[1]-theta[0])}
}
