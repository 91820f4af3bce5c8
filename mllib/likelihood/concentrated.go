package likelihood

import (
	"math"

	"github.com/mercer-go/mercer/mllib/special"
)

// This file has the gamma and the beta law where they concentrate: where log Γ and its derivatives are differences of far larger numbers, which lose the digits of what is left. They are
// taken by Stirling's formula, whose large parts have been cancelled by hand, and means of logarithms by what they have less than the logarithm of the mean. The search goes by a size and the place of the mean, not by
// two parameters whose estimates all but determine each other.

// large is from which shape, or sum of a and b, on a law is concentrated. Below it what is lost is of the order of other rounding.
const large = 100

// chart is other coordinates of both parameters of a law.
type chart struct {
	in  func(s *sample, theta []float64) []float64
	out func(s *sample, eta []float64) []float64
	at  func(s *sample, theta, eta []float64, expected bool) jet // log likelihood with its derivatives by the coordinates; expected: bend is minus the expected information
}

// concentrate finds how much less the mean of log z, and of log(1-z) of a beta law, is than the logarithm of the mean.
func (s *sample) concentrate(law Law) {
	share := s.mean
	if law == Beta {
		share = 1 - s.mean
	}
	s.gaps = [2]float64{math.Log(s.mean) - s.sumLog/s.n, math.Log1p(-s.mean) - s.sumRests/s.n}
	if s.tight = s.squares*large <= s.n*s.mean*share; !s.tight {
		return
	}
	s.gaps = [2]float64{}
	for _, v := range s.z {
		d := v - s.mean
		s.gaps[0] += excess(d/s.mean, v/s.mean) / s.n
		if law == Beta {
			s.gaps[1] += excess(-d/(1-s.mean), (1-v)/(1-s.mean)) / s.n
		}
	}
}

// excess returns e - log(1+e), given 1+e = ratio, too, which has the digits that e loses near -1.
func excess(e, ratio float64) float64 {
	if e < -.5 {
		return e - math.Log(ratio)
	}
	if math.Abs(e) > .1 {
		return e - math.Log1p(e)
	}
	sum, power := 0.0, -e
	for k := 2.0; k < 40; k++ {
		power *= -e
		sum += power / k
		if math.Abs(power) <= 1e-17*sum {
			break
		}
	}
	return sum
}

// gammaLarge is gammaAt for a large shape: with ρ = log(mean of z / mean of the law) and g the gap, that of one observation is
// ½ log(a/2π) - μ(a) - log(mean) - (a-1)·g - a·(e^ρ - 1 - ρ).
func gammaLarge(s *sample, a, scale float64) jet {
	ρ := math.Log(s.mean / scale / a)
	return jet{value: s.gammaValue(a, ρ),
		slope: [2]float64{s.n * (ρ - s.gaps[0] + special.DigammaRest(a)), s.n * a * math.Expm1(ρ) / scale},
		bend:  [3]float64{-s.n * special.Trigamma(a), -s.n / scale, (s.n*a - 2*s.n*s.mean/scale) / (scale * scale)}}
}

func (s *sample) gammaValue(a, ρ float64) float64 {
	e := math.Expm1(ρ)
	return s.n * (math.Log(a/(2*math.Pi))/2 - special.StirlingRest(a) - math.Log(s.mean) - (a-1)*s.gaps[0] - a*excess(e, 1+e))
}

// gammaChart is log shape and ρ.
var gammaChart = &chart{
	in: func(s *sample, theta []float64) []float64 {
		return []float64{math.Log(theta[0]), math.Log(s.mean / theta[1] / theta[0])}
	},
	out: func(s *sample, eta []float64) []float64 {
		a := math.Exp(eta[0])
		return []float64{a, s.mean * math.Exp(-eta[1]) / a}
	},
	at: func(s *sample, theta, eta []float64, expected bool) jet {
		a, ρ := theta[0], eta[1]
		e, bend := math.Expm1(ρ), a*a*special.TrigammaRest(a)
		slope := [2]float64{a * (special.DigammaRest(a) - s.gaps[0] - excess(e, 1+e)), -a * e}
		j := jet{value: s.gammaValue(a, ρ), slope: slope, bend: [3]float64{slope[0] - bend, slope[1], slope[1] - a}}
		if expected {
			j.bend = [3]float64{-bend, 0, -a}
		}
		return j.times(s.n)
	},
}

// times multiplies the derivatives.
func (j jet) times(n float64) jet {
	for i := range j.slope {
		j.slope[i] *= n
	}
	for i := range j.bend {
		j.bend[i] *= n
	}
	return j
}

// betaLarge is betaAt for a large sum of a and b. With m the mean of z, what a and b have of their sum is off it by the shares e of themselves.
func betaLarge(s *sample, a, b float64) jet {
	off := math.FMA(s.mean, b, -(1-s.mean)*a)
	e := [2]float64{off / a, -off / b}
	both := special.DigammaRest(a + b)
	j := jet{value: s.betaValue(a, b, e)}
	for i, p := range [2]float64{a, b} {
		j.slope[i] = s.n * (e[i] - excess(e[i], s.betaRatio(a, b)[i]) - s.gaps[i] + special.DigammaRest(p) - both)
	}
	for i, v := range betaInformation([]float64{a, b}) {
		j.bend[i] = -s.n * v
	}
	return j
}

// betaRatio is the mean of z by that of the law, and of 1-z.
func (s *sample) betaRatio(a, b float64) [2]float64 {
	return [2]float64{s.mean * ((a + b) / a), (1 - s.mean) * ((a + b) / b)}
}

func (s *sample) betaValue(a, b float64, e [2]float64) float64 {
	ratio := s.betaRatio(a, b)
	far := a*excess(e[0], ratio[0]) + b*excess(e[1], ratio[1])
	rest := special.StirlingRest(a) + special.StirlingRest(b) - special.StirlingRest(a+b)
	size := (math.Log(a/(a+b)) + math.Log(b/(2*math.Pi))) / 2
	return s.n * (size - rest - math.Log(s.mean) - math.Log1p(-s.mean) - (a-1)*s.gaps[0] - (b-1)*s.gaps[1] - far)
}

// betaChart is log(a+b), and by how much the log odds of the mean of the law are above those of the mean of z.
var betaChart = &chart{
	in: func(s *sample, theta []float64) []float64 {
		return []float64{math.Log(theta[0] + theta[1]), math.Log(theta[0]/theta[1]) - math.Log(s.mean) + math.Log1p(-s.mean)}
	},
	out: func(s *sample, eta []float64) []float64 {
		both, t := math.Exp(eta[0]), math.Exp(eta[1])
		odds := s.mean*t + (1 - s.mean)
		return []float64{both * s.mean * t / odds, both * (1 - s.mean) / odds}
	},
	at: func(s *sample, theta, eta []float64, expected bool) jet {
		a, b, t := theta[0], theta[1], eta[1]
		e := [2]float64{(1 - s.mean) * math.Expm1(-t), s.mean * math.Expm1(t)}
		ratio := s.betaRatio(a, b)
		w, both := a/(a+b)*b, a+b
		share := (a - b) / both // 2π-1
		ga, gb, ra, rb := special.DigammaRest(a), special.DigammaRest(b), special.TrigammaRest(a), special.TrigammaRest(b)
		slope := [2]float64{a*(ga-s.gaps[0]-excess(e[0], ratio[0])) + b*(gb-s.gaps[1]-excess(e[1], ratio[1])) - both*special.DigammaRest(both),
			w * (ga - gb - s.gaps[0] + s.gaps[1] - t)}
		j := jet{value: s.betaValue(a, b, e), slope: slope, bend: [3]float64{both*both*special.TrigammaRest(both) - a*a*ra - b*b*rb, -w * (a*ra - b*rb), -w * (1 + (ra+rb)*w)}}
		if !expected {
			for i, more := range [3]float64{slope[0], slope[1], -slope[1] * share} {
				j.bend[i] += more
			}
		}
		return j.times(s.n)
	},
}
