package likelihood

import (
	"math"

	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
)

// equalShape: laws that concentrate as their shape grows.
func equalShape(s *sample, theta []float64, free []bool) string {
	if s.squares > 1e-24*s.n*s.mean*s.mean || !free[0] || !free[1] {
		return ""
	}
	if s.low < s.high {
		return "the relative spread of the observations is below 1e-12, and rounding leaves too few digits of it"
	}
	return "all observations are equal, to rounding, and the likelihood grows without bound as the law concentrates there"
}

// equalWeibull: with the scale known, too, equal observations at it have no best shape.
func equalWeibull(s *sample, theta []float64, free []bool) string {
	if free[0] && !free[1] && (s.low == theta[1] && s.high == theta[1]) {
		return "all observations are equal to the scale, and the likelihood grows without bound with the shape"
	}
	return equalShape(s, theta, free)
}

// fill is theta with other numbers where it is free.
func fill(theta []float64, free []bool, numbers ...float64) []float64 {
	out := make([]float64, len(theta))
	for j := range out {
		out[j] = theta[j]
		if free[j] {
			out[j] = numbers[j]
		}
	}
	return out
}

// gammaStart is an approximate solution of log a - ψ(a) = log mean - mean of logs (T. Minka, Estimating a Gamma distribution, 2002).
func gammaStart(s *sample, theta []float64, free []bool) [][]float64 {
	d := max(math.Log(s.mean)-s.sumLog/s.n, 1e-15)
	if s.tight {
		d = s.gaps[0]
	}
	shape := (3 - d + math.Sqrt((d-3)*(d-3)+24*d)) / (12 * d)
	switch {
	case !free[0]:
		shape = theta[0]
	case !free[1]:
		shape = s.mean / theta[1]
	}
	return [][]float64{fill(theta, free, shape, s.mean/shape)}
}

func gammaAt(s *sample, theta []float64, derivatives bool) jet {
	a, scale := theta[0], theta[1]
	if a >= large {
		return gammaLarge(s, a, scale)
	}
	sum, l := s.n*s.mean, math.Log(scale)
	g, _ := math.Lgamma(a)
	j := jet{value: (a-1)*s.sumLog - sum/scale - s.n*(a*l+g)}
	if derivatives {
		j.slope = [2]float64{s.sumLog - s.n*(l+special.Digamma(a)), (sum/scale - s.n*a) / scale}
		j.bend = [3]float64{-s.n * special.Trigamma(a), -s.n / scale, (s.n*a - 2*sum/scale) / (scale * scale)}
	}
	return j
}

func gammaInformation(t []float64) [3]float64 {
	return [3]float64{special.Trigamma(t[0]), 1 / t[1], t[0] / (t[1] * t[1])}
}

// betaStart has the mean and the variance of the observations.
func betaStart(s *sample, theta []float64, free []bool) [][]float64 {
	variance := s.squares / s.n
	both := max(s.mean*(1-s.mean)/max(variance, 1e-300)-1, 1e-3)
	return [][]float64{fill(theta, free, s.mean*both, (1-s.mean)*both)}
}

func betaAt(s *sample, theta []float64, derivatives bool) jet {
	a, b := theta[0], theta[1]
	if a+b >= large {
		return betaLarge(s, a, b)
	}
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	lab, _ := math.Lgamma(a + b)
	j := jet{value: (a-1)*s.sumLog + (b-1)*s.sumRests - s.n*(la+lb-lab)}
	if derivatives {
		both := special.Digamma(a + b)
		j.slope = [2]float64{s.sumLog - s.n*(special.Digamma(a)-both), s.sumRests - s.n*(special.Digamma(b)-both)}
		for i, v := range betaInformation(theta) {
			j.bend[i] = -s.n * v
		}
	}
	return j
}

func betaInformation(t []float64) [3]float64 {
	both := special.Trigamma(t[0] + t[1])
	return [3]float64{special.Trigamma(t[0]) - both, -both, special.Trigamma(t[1]) - both}
}

// weibullStart: log x has the standard deviation π/(√6·shape) and the mean log scale - γ/shape.
func weibullStart(s *sample, theta []float64, free []bool) [][]float64 {
	mean, squares := s.sumLog/s.n, 0.0
	for _, v := range s.logs {
		squares += (v - mean) * (v - mean)
	}
	shape := math.Pi / math.Sqrt(6*max(squares/s.n, 1e-20))
	if !free[0] {
		shape = theta[0]
	}
	return [][]float64{fill(theta, free, shape, math.Exp(mean+euler/shape))}
}

const euler = 0.57721566490153286061

// weibullAt: with u = log(x/scale) and w = (x/scale)^shape the log density is log shape - log x + shape·u - w.
func weibullAt(s *sample, theta []float64, derivatives bool) jet {
	k, scale := theta[0], theta[1]
	l, w := math.Log(scale), s.scratch[:len(s.logs)]
	for i, y := range s.logs {
		w[i] = k * (y - l)
	}
	special.ExpTo(w, w)
	sumU := s.sumLog - s.n*l
	sumW := floats.Sum(w)
	j := jet{value: s.n*math.Log(k) - s.sumLog + k*sumU - sumW}
	if !derivatives {
		return j
	}
	sumUW, sumUUW := 0.0, 0.0
	for i, y := range s.logs {
		u := y - l
		uw := u * w[i]
		sumUW += uw
		sumUUW += float64(u * uw)
	}
	j.slope = [2]float64{s.n/k + sumU - sumUW, k / scale * (sumW - s.n)}
	j.bend = [3]float64{-s.n/k/k - sumUUW, (sumW - s.n + k*sumUW) / scale, -k / scale / scale * (sumW - s.n + k*sumW)}
	return j
}

func weibullInformation(t []float64) [3]float64 {
	k, scale, c := t[0], t[1], 1-euler
	return [3]float64{(math.Pi*math.Pi/6 + c*c) / (k * k), -c / scale, k * k / (scale * scale)}
}
