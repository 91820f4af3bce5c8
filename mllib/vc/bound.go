package vc

import "math"

// This file holds what a shatter coefficient says by the theorem as the course has it; sauer.go has the coefficients, theorem.go the other forms.

// Tail returns 8·s·exp(-nε²/32), which the probability that some set of a class has a share of the sample off by more than ε from its probability does
// not exceed, for the logarithm of the shatter coefficient s = s(n). It may be above 1, where it says nothing. It is NaN for n < 1, ε < 0 or NaN.
//
// Curriculum: N11.1j, N11.1h, B2.4g.
func Tail(logS float64, n int, epsilon float64) float64 {
	if n < 1 || !(epsilon >= 0) {
		return math.NaN()
	}
	return 8 * math.Exp(logS-float64(n)*epsilon*epsilon/32)
}

// Radius returns the ε at which Tail is alpha: √(32/n·(log s + log(8/α))). With probability 1-α all shares are within it. It is NaN for n < 1, alpha outside (0, 1], or logS < 0, which no class with a set in it has.
//
// Curriculum: N11.2a.
func Radius(logS float64, n int, alpha float64) float64 {
	if n < 1 || !(alpha > 0 && alpha <= 1) || !(logS >= 0) {
		return math.NaN()
	}
	return math.Sqrt(32 / float64(n) * (logS + logOver(8, alpha)))
}

// logOver is log(c/α), also where c/α overflows.
func logOver(c, alpha float64) float64 {
	if q := c / alpha; !math.IsInf(q, 1) {
		return math.Log(q)
	}
	return math.Log(c) - math.Log(alpha)
}
