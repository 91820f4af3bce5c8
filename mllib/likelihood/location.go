package likelihood

import (
	"math"

	"github.com/mercer-go/mercer/mllib/special"
)

// terms sets, for standardised observations z, the log density φ(z) of the standard law, its slope φ' and φ”; other than z, the slices may be scratch on entry.
type terms func(z, value, slope, bend []float64)

// standard is the log likelihood of a law with location m and scale s, Σ φ((x - m)/s) - log s.
func standard(t terms) func(s *sample, theta []float64, derivatives bool) jet {
	return func(s *sample, theta []float64, _ bool) jet {
		m, scale, n := theta[0], theta[1], len(s.z)
		z := make([]float64, n)
		for i, v := range s.z {
			z[i] = (v - m) / scale
		}
		value, slope, bend := s.scratch[:n], s.scratch[n:2*n], s.scratch[2*n:]
		t(z, value, slope, bend)
		j := jet{value: -s.n * math.Log(scale)}
		for i, v := range z {
			zb := v * bend[i]
			j.value += value[i]
			j.slope[0] -= slope[i]
			j.slope[1] -= float64(v*slope[i]) + 1
			j.bend[0] += bend[i]
			j.bend[1] += slope[i] + zb
			j.bend[2] += 1 + float64(v*(slope[i]+slope[i]+zb))
		}
		for i := range j.slope {
			j.slope[i] /= scale
		}
		for i := range j.bend {
			j.bend[i] /= scale * scale
		}
		return j
	}
}

func cauchyTerm(z, value, slope, bend []float64) {
	for i, v := range z {
		square := v * v
		q := 1 + square
		value[i] = square
		slope[i] = -2 * v / q
		bend[i] = -2 * (1 - square) / q / q
	}
	special.Log1pTo(value, value)
	for i, v := range value {
		value[i] = -math.Log(math.Pi) - v
		if math.IsInf(z[i]*z[i], 1) { // far out, where the square overflows
			a := math.Abs(z[i])
			value[i], slope[i], bend[i] = -math.Log(math.Pi)-2*math.Log(a), -2/z[i], 2/a/a
		}
	}
}

// logisticTerm: φ = -|z| - 2·log(1 + e^-|z|), whose slope is -tanh(z/2).
func logisticTerm(z, value, slope, bend []float64) {
	for i, v := range z {
		value[i], slope[i] = -math.Abs(v), v/2
	}
	special.Log1pExpTo(bend, value)
	special.TanhTo(slope, slope)
	for i, t := range slope {
		value[i] -= 2 * bend[i]
		slope[i], bend[i] = -t, -(1-t)*(1+t)/2
	}
}

// gumbelTerm: φ = -z - e^-z.
func gumbelTerm(z, value, slope, bend []float64) {
	for i, v := range z {
		bend[i] = -v
	}
	special.ExpTo(bend, bend)
	for i, e := range bend {
		value[i], slope[i], bend[i] = -z[i]-e, e-1, -e
	}
}

func gumbelInformation(t []float64) [3]float64 {
	c, square := 1-euler, t[1]*t[1]
	return [3]float64{1 / square, -c / square, (math.Pi*math.Pi/6 + c*c) / square}
}

// half: of Cauchy laws, half of the observations at one point are enough to have the likelihood grow, or not come to its bound, as the scale shrinks.
//
// Reference: J. Copas, On the unimodality of the likelihood for the Cauchy distribution, Biometrika 62 (1975).
func half(s *sample, theta []float64, free []bool) string {
	if !free[1] {
		return ""
	}
	most, run := 0, 0
	for i, v := range s.z {
		if i == 0 || v != s.z[i-1] {
			run = 0
		}
		run++
		if free[0] || v == theta[0] {
			most = max(most, run)
		}
	}
	if 2*most < len(s.z) {
		return ""
	}
	return "half of the observations or more are equal, and no scale > 0 is best"
}

// cauchyStart: with location and scale free there is one maximum; with the scale known there may be many, and the search begins at the peaks among the quantiles.
func cauchyStart(s *sample, theta []float64, free []bool) [][]float64 {
	scale := (s.quantile(.75) - s.quantile(.25)) / 2
	if scale <= 0 {
		scale = s.apart(s.quantile(.5)) / s.n
	}
	middle := fill(theta, free, s.quantile(.5), scale)
	if !free[0] || free[1] {
		return [][]float64{middle}
	}
	return append([][]float64{middle}, peaks(s, theta)...)
}

// mostPlaces is how many places are looked at for peaks.
const mostPlaces = 200

// peaks are, of the observations (or quantiles of more than 200) and the places half way between them, those that have a likelihood as location that is not below that of their neighbours.
func peaks(s *sample, theta []float64) [][]float64 {
	observations := s.z
	if len(observations) > mostPlaces {
		observations = make([]float64, mostPlaces)
		for i := range observations {
			observations[i] = s.quantile(float64(i) / (mostPlaces - 1))
		}
	}
	var places, values []float64
	for i, at := range observations {
		if i > 0 {
			places = append(places, observations[i-1]/2+at/2)
		}
		places = append(places, at)
	}
	for _, at := range places {
		values = append(values, standard(cauchyTerm)(s, []float64{at, theta[1]}, false).value)
	}
	var out [][]float64
	for i, v := range values {
		if (i == 0 || v >= values[i-1]) && (i+1 == len(values) || v >= values[i+1]) {
			out = append(out, []float64{places[i], theta[1]})
		}
	}
	return out
}

func logisticStart(s *sample, theta []float64, free []bool) [][]float64 {
	return [][]float64{fill(theta, free, s.mean, math.Sqrt(3*s.squares/s.n)/math.Pi)}
}

func gumbelStart(s *sample, theta []float64, free []bool) [][]float64 {
	scale := math.Sqrt(6*s.squares/s.n) / math.Pi
	return [][]float64{fill(theta, free, s.mean-euler*scale, scale)}
}
