package logistic

import "math"

// Sigmoid returns the logistic function l(t) = e^t/(1+e^t), in [0, 1]. Near t = -745 and below it is 0, from t = 37 on it is 1:
// where that loses too much, use LogSigmoid. Curriculum: N6.3a, S4a.
func Sigmoid(t float64) float64 {
	if t >= 0 {
		return 1 / (1 + math.Exp(-t))
	}
	e := math.Exp(t)
	return e / (1 + e)
}

// Logit returns log(p/(1-p)), the inverse of Sigmoid: -Inf at 0, +Inf at 1, NaN outside [0, 1]. Near p = 1 the argument itself has lost
// digits; then carry log p and log(1-p) and take their difference. Curriculum: N6.3a.
func Logit(p float64) float64 { return math.Log(p) - math.Log1p(-p) }

// LogSigmoid returns log l(t) = -log(1+e^(-t)), with full relative accuracy for every t; log(1-l(t)) is LogSigmoid(-t).
func LogSigmoid(t float64) float64 { return -Log1pExp(-t) }

// Log1pExp returns log(1+e^t) without overflow.
func Log1pExp(t float64) float64 {
	if t > 0 {
		return t + math.Log1p(math.Exp(-t))
	}
	return math.Log1p(math.Exp(t))
}

// undefined fills dst with NaN.
func undefined(dst []float64) {
	for j := range dst {
		dst[j] = math.NaN()
	}
}

// LogSumExp returns log Σ e^(z_k) without overflow, and -Inf for no z. Curriculum: Y12a.
func LogSumExp(z ...float64) float64 {
	top := math.Inf(-1)
	for _, v := range z {
		top = max(top, v)
	}
	if math.IsInf(top, 0) {
		return top
	}
	sum := 0.0
	for _, v := range z {
		sum += math.Exp(v - top)
	}
	return top + math.Log(sum)
}

// SoftmaxTo writes the probabilities e^(z_k)/Σ e^(z_l) into dst, which may be z itself, and returns LogSumExp(z). dst has the
// length of z, or the probabilities are NaN; so they are where z has a NaN, a +Inf, or nothing but -Inf. Curriculum: Y12a.
func SoftmaxTo(dst, z []float64) float64 {
	if len(dst) != len(z) {
		undefined(dst)
		return LogSumExp(z...)
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
	return top + math.Log(sum)
}
