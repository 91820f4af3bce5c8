package special

import "math"

// BinomialTail returns P(X ≥ k) for the number X of successes in n ≥ 0 independent trials of probability p in [0, 1], to a relative
// accuracy of 1e-11 for n up to 10⁶, where it is above 1e-300. It is 1 for k ≤ 0, 0 for k > n, and NaN for other n or p. The lower tail P(X ≤ k) is
// BinomialTail(n-k, n, 1-p), with 1-p given as exactly as it is known.
func BinomialTail(k, n int, p float64) float64 { return math.Exp(LogBinomialTail(k, n, p)) }

// LogBinomialTail returns log P(X ≥ k), also where the probability itself is 0 as a number.
func LogBinomialTail(k, n int, p float64) float64 {
	switch {
	case n < 0 || !(p >= 0 && p <= 1):
		return math.NaN()
	case k <= 0:
		return 0
	case k > n || p == 0:
		return math.Inf(-1)
	case p == 1:
		return 0
	}
	if float64(k) > float64(n)*p {
		return logUpper(k, n, p, 1-p)
	}
	return math.Log1p(-math.Exp(logUpper(n-k+1, n, 1-p, p))) // 1 - P(X ≤ k-1), a sum from the other end
}

// logUpper returns log Σ_{j≥k} of the binomial probabilities, for k above the mean, where they fall faster than any power. q is 1-p.
func logUpper(k, n int, p, q float64) float64 {
	sum, term := 1.0, 1.0
	for j := k; j < n && term > 1e-18*sum; j++ {
		term *= float64(n-j) / float64(j+1) * (p / q)
		sum += term
	}
	return logBinomial(float64(k), float64(n), p, q) + math.Log(sum)
}

// logBinomial returns the logarithm of C(n, k) p^k q^(n-k) for 0 < k ≤ n.
func logBinomial(k, n, p, q float64) float64 {
	if k == n {
		return n * logOf(p, q)
	}
	return StirlingRest(n) - StirlingRest(k) - StirlingRest(n-k) - deviance(k, n*p) - deviance(n-k, n*q) +
		math.Log(n/(2*math.Pi*k*(n-k)))/2
}

// logOf returns log p, where 1-p = q is the more exact of the two if it is small.
func logOf(p, q float64) float64 {
	if q < .5 {
		return math.Log1p(-q)
	}
	return log(p)
}
