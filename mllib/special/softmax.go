package special

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/elementary"
)

// undefined fills dst with NaN.
func undefined(dst []float64) {
	for j := range dst {
		dst[j] = math.NaN()
	}
}

// LogSumExp returns log Σ e^(z_k) without overflow or underflow, and -Inf for no z. A term that is the largest by far does not swallow the
// others: LogSumExp of (0, -40) is 4.2e-18. Curriculum: Y12a.
func LogSumExp(z []float64) float64 {
	top, rest := topRest(z)
	if math.IsInf(top, 0) {
		return top
	}
	return top + log1p(rest)
}

func log1p(x float64) float64 {
	one := [1]float64{x}
	elementary.Log1p(one[:], one[:])
	return one[0]
}

// log is math.Log, which on amd64 gives -709.1 for all numbers below 2.2e-308.
func log(x float64) float64 {
	const smallNormal = 0x1p-1022
	if !(x > 0 && x < smallNormal) {
		return math.Log(x)
	}
	one := [1]float64{x}
	elementary.Log(one[:], one[:])
	return one[0]
}

// topRest returns the largest z and Σ e^(z_k-top) over all others. It is -Inf and 0 for no z.
func topRest(z []float64) (top, rest float64) {
	top, at := largest(z)
	if math.IsInf(top, 0) {
		return top, 0
	}
	var some [32]float64
	for lo := 0; lo < len(z); lo += len(some) {
		part := some[:min(len(some), len(z)-lo)]
		for k := range part {
			part[k] = z[lo+k] - top
		}
		if at >= lo && at < lo+len(part) {
			part[at-lo] = math.Inf(-1)
		}
		elementary.Exp(part, part)
		for _, v := range part {
			rest += v
		}
	}
	return top, rest
}

// largest returns the largest z and its index: the first one of several, the last NaN if there is one, and -Inf and -1 for nothing but -Inf.
func largest(z []float64) (top float64, at int) {
	top, at = math.Inf(-1), -1
	for k, v := range z {
		if v > top || v != v {
			top, at = v, k
		}
	}
	return top, at
}

// Softmax returns the probabilities e^(z_k)/Σ e^(z_l). They are NaN where z has a NaN, a +Inf, or nothing but -Inf. Curriculum: Y12a.
func Softmax(z []float64) []float64 {
	p := make([]float64, len(z))
	SoftmaxTo(p, z)
	return p
}

// SoftmaxTo writes the probabilities e^(z_k)/Σ e^(z_l) into dst, which may be z itself, and returns LogSumExp(z). dst has the
// length of z, or the probabilities are NaN; so they are where z has a NaN, a +Inf, or nothing but -Inf. Curriculum: Y12a.
func SoftmaxTo(dst, z []float64) float64 {
	if len(dst) != len(z) {
		undefined(dst)
		return LogSumExp(z)
	}
	top := lower(dst, z)
	elementary.Exp(dst, dst)
	sum := share(dst)
	if math.IsInf(top, 0) {
		return top
	}
	return top + math.Log(sum)
}

// lower writes z minus the largest z into dst, and returns the largest.
func lower(dst, z []float64) float64 {
	top := math.Inf(-1)
	for _, v := range z {
		top = max(top, v)
	}
	for k, v := range z {
		dst[k] = v - top
	}
	return top
}

// share divides p by its sum, and returns the sum.
func share(p []float64) float64 {
	sum := 0.0
	for _, v := range p {
		sum += v
	}
	for k := range p {
		p[k] /= sum
	}
	return sum
}

// LogSoftmaxTo writes z_k - log Σ e^(z_l) into dst, which may be z itself; dst is as in SoftmaxTo. A probability near 1 keeps its
// distance from 1: of (0, -40) the first logarithm is -4.2e-18.
func LogSoftmaxTo(dst, z []float64) {
	top, rest := topRest(z)
	if len(dst) != len(z) || math.IsInf(top, 0) {
		undefined(dst)
		return
	}
	more := log1p(rest)
	for k, v := range z {
		dst[k] = v - top - more
	}
}
