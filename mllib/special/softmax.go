package special

import "math"

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
	return top + math.Log1p(rest)
}

// topRest returns the largest z and Σ e^(z_k-top) over all others. It is -Inf and 0 for no z.
func topRest(z []float64) (top, rest float64) {
	top, at := math.Inf(-1), -1
	for k, v := range z {
		if v > top || v != v {
			top, at = v, k
		}
	}
	if math.IsInf(top, 0) {
		return top, 0
	}
	for k, v := range z {
		if k != at {
			rest += math.Exp(v - top)
		}
	}
	return top, rest
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
	top := math.Inf(-1)
	for _, v := range z {
		top = max(top, v)
	}
	sum := 0.0
	for k, v := range z {
		dst[k] = math.Exp(v - top)
		sum += dst[k]
	}
	for k := range dst {
		dst[k] /= sum
	}
	if math.IsInf(top, 0) {
		return top
	}
	return top + math.Log(sum)
}

// LogSoftmaxTo writes z_k - log Σ e^(z_l) into dst, which may be z itself; dst is as in SoftmaxTo. A probability near 1 keeps its
// distance from 1: of (0, -40) the first logarithm is -4.2e-18.
func LogSoftmaxTo(dst, z []float64) {
	top, rest := topRest(z)
	if len(dst) != len(z) || math.IsInf(top, 0) {
		undefined(dst)
		return
	}
	log := math.Log1p(rest)
	for k, v := range z {
		dst[k] = v - top - log
	}
}
