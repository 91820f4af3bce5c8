package vc

import (
	"math"
	"math/bits"

	"github.com/mercer-go/mercer/mllib/special"
)

// This file has sums of binomial coefficients, and their logarithms, for any number of points.

// Sauer returns Σ_{i<=v} C(n, i), the most parts of n points in a class of dimension v; it is 2ⁿ for v >= n, +Inf where it overflows, and NaN for a negative argument. From
// 2⁵³ on it is rounded.
//
// Reference: N. Sauer, On the density of families of sets, Journal of Combinatorial Theory A 13 (1972). Curriculum: N11.1o, B2.4.1d.
func Sauer(n, v int) float64 {
	switch {
	case n < 0 || v < 0:
		return math.NaN()
	case v >= n:
		return math.Ldexp(1, min(n, 1024))
	}
	sum, c := 0.0, 1.0
	for i := 0; i <= v && !math.IsInf(sum, 1); i++ {
		sum += c
		c = nextBinomial(c, n, i)
	}
	return sum
}

// nextBinomial returns C(n, i+1), given C(n, i); below 2⁵³ it is exact.
func nextBinomial(c float64, n, i int) float64 {
	if c < 1<<53 {
		high, low := bits.Mul64(uint64(c), uint64(n-i))
		if high <= uint64(i) {
			q, _ := bits.Div64(high, low, uint64(i+1)) // it divides
			return float64(q)
		}
	}
	return c * (float64(n-i) / float64(i+1))
}

// mostSummed is up to how many binomial coefficients logarithms are summed.
const mostSummed = 1 << 16

// mostPlaces is how far from the largest coefficient more of them are summed.
const mostPlaces = 1 << 20

// LogSauer returns the logarithm of Sauer, also where that overflows, for a number n of points that need not be whole. It is NaN for n < 0, v < 0 or NaN. Of the sum of more than 2¹⁶ coefficients
// it takes those up to 2²⁰ places from the largest: its relative error is below 1e-11 for all n.
func LogSauer(n float64, v int) float64 {
	switch {
	case !(n >= 0) || v < 0:
		return math.NaN()
	case float64(v) >= n:
		return n * math.Ln2
	case v > 0 && math.IsInf(n, 1):
		return n
	case v > mostSummed:
		return logSauerFar(n, float64(v))
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

// logSauerFar sums from the largest coefficient on, in units of it, to both sides.
func logSauerFar(n, v float64) float64 {
	top := min(v, math.Floor(n/2))
	sum, term := 1.0, 1.0
	for k := 0.0; k < mostPlaces && k < top && term > 1e-18*sum; k++ {
		term *= (top - k) / (n - top + k + 1)
		sum += term
	}
	term = 1
	for k := 0.0; k < mostPlaces && top+k < v && term > 1e-18*sum; k++ {
		term *= (n - top - k) / (top + k + 1)
		sum += term
	}
	return logBinomial(n, top) + math.Log(sum)
}

// logBinomial returns log C(n, k) for 0 < k < n by Stirling's formula, its large parts cancelled.
func logBinomial(n, k float64) float64 {
	l := n - k
	ratio := math.Log(n / k)
	rest := special.StirlingRest(n) - special.StirlingRest(k) - special.StirlingRest(l)
	return float64(k*ratio) - float64(l*math.Log1p(-k/n)) + (ratio-math.Log(l)-math.Log(2*math.Pi))/2 + rest
}

// Cover returns 2·Σ_{i<=d} C(n-1, i), the number of parts that half-spaces cut from n points in general position in d dimensions, their shatter
// coefficient. Divided by 2ⁿ it is the probability that n tossed labels are linearly separable. It is NaN for n < 1 or d < 0, and +Inf where it overflows.
//
// Reference: T. Cover, Geometrical and statistical properties of systems of linear inequalities, IEEE Transactions on Electronic Computers 14 (1965).
// Curriculum: B2.3.1a, N11.1r.
func Cover(n, d int) float64 {
	if n < 1 {
		return math.NaN()
	}
	return 2 * Sauer(n-1, d)
}
