package network

import (
	"math"

	"github.com/mercer-go/mercer/mllib/special"
)

// activate writes σ(v) into dst for each number of v; dst has the length of v and may be v. An activation without a name gives NaN.
//
// Curriculum: N8.0c, N8.0e.
func activate(a Activation, dst, v []float64) {
	switch a {
	case ReLU:
		for i, t := range v {
			dst[i] = max(0, t)
		}
	case Logistic:
		special.SigmoidTo(dst, v)
	case Tanh:
		special.TanhTo(dst, v)
	case Sigmoid:
		for i, t := range v {
			dst[i] = t / 2
		}
		special.TanhTo(dst, dst)
	case Arctan:
		for i, t := range v {
			dst[i] = 2 / math.Pi * math.Atan(t)
		}
	case Gauss:
		for i, t := range v {
			dst[i] = math.Erf(t / math.Sqrt2)
		}
	case Threshold:
		for i, t := range v {
			dst[i] = threshold(t)
		}
	case Linear:
		copy(dst, v)
	}
}

func threshold(t float64) float64 {
	switch {
	case t > 0:
		return 1
	case t <= 0:
		return -1
	}
	return t
}

// needsSums reports whether slope needs what the units were given, and not only what they gave.
func needsSums(a Activation) bool { return a == Arctan || a == Gauss }

// slope multiplies delta by σ', given what the units gave, out, and, where needsSums says so, what they were given, v.
func slope(a Activation, delta, out, v []float64) {
	switch a {
	case ReLU:
		for i, z := range out { // delta or 0, without a branch
			bits := int64(math.Float64bits(z))
			delta[i] = math.Float64frombits(math.Float64bits(delta[i]) & uint64((bits|-bits)>>63))
		}
	case Logistic:
		for i, z := range out {
			delta[i] *= z * (1 - z)
		}
	case Tanh:
		for i, z := range out {
			delta[i] *= (1 - z) * (1 + z)
		}
	case Sigmoid:
		for i, z := range out {
			delta[i] *= (1 - z) * (1 + z) / 2
		}
	case Arctan:
		for i, t := range v[:len(delta)] {
			delta[i] *= 2 / math.Pi / (1 + float64(t*t))
		}
	case Gauss:
		for i, t := range v[:len(delta)] {
			delta[i] *= math.Sqrt(2/math.Pi) * math.Exp(-t*t/2)
		}
	case Threshold:
		clear(delta)
	}
}

// Of returns σ(v), for figures and formulas; NaN for an activation without a name.
func Of(a Activation, v float64) float64 {
	if a.Check("") != nil {
		return math.NaN()
	}
	one := [1]float64{v}
	activate(a, one[:], one[:])
	return one[0]
}

// Slope returns σ'(v), 0 at the kink of ReLU and of Threshold everywhere; NaN for an activation without a name.
func Slope(a Activation, v float64) float64 {
	if a.Check("") != nil {
		return math.NaN()
	}
	one := [1]float64{1}
	slope(a, one[:], []float64{Of(a, v)}, []float64{v})
	return one[0]
}

// apply is the function of the outputs on rows of scores.
func apply(o Output, scores []float64, outputs int) {
	switch o {
	case Softmax:
		special.SoftmaxRows(scores, outputs)
	case Bernoulli:
		special.SigmoidTo(scores, scores)
	}
}
