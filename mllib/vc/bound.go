package vc

import "math"

// This file holds what a shatter coefficient says by the theorem as the course has it; theorem.go has the other forms.

// Sauer returns Σ_{i<=v} C(n, i), the most parts of n points in a class of dimension v; it is 2ⁿ for v >= n, and NaN for a negative argument. From
// 2⁵³ on it is rounded.
//
// Reference: N. Sauer, On the density of families of sets, Journal of Combinatorial Theory A 13 (1972). Curriculum: N11.1o, B2.4.1d.
func Sauer(n, v int) float64 {
	if n < 0 || v < 0 {
		return math.NaN()
	}
	sum, c := 0.0, 1.0
	for i := range min(n, v) + 1 {
		sum += c
		c *= float64(n-i) / float64(i+1)
		if c < 1<<52 {
			c = math.Round(c) // it is an integer
		}
	}
	return sum
}

// LogSauer returns the logarithm of Sauer, also where that overflows, for a number n of points that need not be whole. It is NaN for n < 0, v < 0 or NaN.
func LogSauer(n float64, v int) float64 {
	if !(n >= 0) || v < 0 {
		return math.NaN()
	}
	if float64(v) >= n {
		return n * math.Ln2
	}
	largest, terms := 0.0, make([]float64, v+1) // logarithms of the binomial coefficients
	for i := 1; i <= v; i++ {
		terms[i] = terms[i-1] + math.Log((n-float64(i)+1)/float64(i))
		largest = max(largest, terms[i])
	}
	sum := 0.0
	for _, t := range terms {
		sum += math.Exp(t - largest)
	}
	return largest + math.Log(sum)
}

// Cover returns 2·Σ_{i<=d} C(n-1, i), the number of parts that half-spaces cut from n points in general position in d dimensions, their shatter
// coefficient. Divided by 2ⁿ it is the probability that n tossed labels are linearly separable. It is NaN for n < 1 or d < 0.
//
// Reference: T. Cover, Geometrical and statistical properties of systems of linear inequalities, IEEE Transactions on Electronic Computers 14 (1965).
// Curriculum: B2.3.1a, N11.1r.
func Cover(n, d int) float64 {
	if n < 1 {
		return math.NaN()
	}
	return 2 * Sauer(n-1, d)
}

// Tail returns 8·s·exp(-nε²/32), which the probability that some set of a class has a share of the sample off by more than ε from its probability does
// not exceed, for the logarithm of the shatter coefficient s = s(n). It may be above 1, where it says nothing.
//
// Curriculum: N11.1j, N11.1h, B2.4g.
func Tail(logS float64, n int, epsilon float64) float64 {
	return 8 * math.Exp(logS-float64(n)*epsilon*epsilon/32)
}

// Radius returns the ε at which Tail is alpha: √(32/n·(log s + log(8/α))). With probability 1-α all shares are within it.
//
// Curriculum: N11.2a.
func Radius(logS float64, n int, alpha float64) float64 {
	return math.Sqrt(32 / float64(n) * (logS + math.Log(8/alpha)))
}
