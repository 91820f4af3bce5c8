package logistic

import "github.com/mercer-go/mercer/mllib/special"

// This file names the functions of the logistic model as the field does; they are those of package special.

// Sigmoid is special.Sigmoid, the logistic function l(t) = e^t/(1+e^t). Curriculum: N6.3a, S4a.
func Sigmoid(t float64) float64 { return special.Sigmoid(t) }

// Logit is special.Logit, log(p/(1-p)), the inverse of Sigmoid. Curriculum: N6.3a.
func Logit(p float64) float64 { return special.Logit(p) }

// LogSigmoid is special.LogSigmoid, log l(t) with full relative accuracy for every t.
func LogSigmoid(t float64) float64 { return special.LogSigmoid(t) }

// Log1pExp is special.Log1pExp, log(1+e^t) without overflow.
func Log1pExp(t float64) float64 { return special.Log1pExp(t) }

// LogSumExp is special.LogSumExp of its arguments, and -Inf without any. Curriculum: Y12a.
func LogSumExp(z ...float64) float64 { return special.LogSumExp(z) }

// SoftmaxTo is special.SoftmaxTo: it writes the probabilities e^(z_k)/Σ e^(z_l) into dst and returns LogSumExp(z). Curriculum: Y12a.
func SoftmaxTo(dst, z []float64) float64 { return special.SoftmaxTo(dst, z) }
