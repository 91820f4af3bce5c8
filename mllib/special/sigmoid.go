package special

import "math"

// Sigmoid returns the logistic function 1/(1+e^(-t)), in [0, 1]. Near t = -745 and below it is 0, from t = 37 on it is 1: where that
// loses too much, use LogSigmoid. Curriculum: N6.3a, S4a.
func Sigmoid(t float64) float64 {
	if t >= 0 {
		return 1 / (1 + math.Exp(-t))
	}
	e := math.Exp(t)
	return e / (1 + e)
}

// Logit returns log(p/(1-p)), the inverse of Sigmoid: -Inf at 0, +Inf at 1, NaN outside [0, 1]. Near p = 1 the argument itself has lost
// digits; then carry log p and log(1-p) and take their difference. Curriculum: N6.3a.
func Logit(p float64) float64 { return log(p) - math.Log1p(-p) }

// LogSigmoid returns -log(1+e^(-t)), with full relative accuracy for every t; the logarithm of 1-Sigmoid(t) is LogSigmoid(-t).
func LogSigmoid(t float64) float64 { return -Log1pExp(-t) }

// Log1pExp returns log(1+e^t) without overflow.
func Log1pExp(t float64) float64 {
	if t > 0 {
		return t + math.Log1p(math.Exp(-t))
	}
	return math.Log1p(math.Exp(t))
}
