package number

import "math"

// bernoulli are B_2, B_4, … of the asymptotic series of the polygamma functions.
var bernoulli = [...]float64{1. / 6, -1. / 30, 1. / 42, -1. / 30, 5. / 66, -691. / 2730, 7. / 6, -3617. / 510,
	43867. / 798, -174611. / 330, 854513. / 138, -236364091. / 2730}

// polygamma is the n-th derivative of ψ at x, which is no pole: the recurrence up to an argument where the asymptotic series
// (Abramowitz and Stegun 6.3.18 and 6.4.11) is exact to rounding. It is NaN for x below -1000, where Γ is 0.
func polygamma(n int, x float64) float64 {
	if x < -1000 {
		return math.NaN()
	}
	sign, factorial := -1.0, math.Gamma(float64(n)+1) // (-1)^(n+1), n!
	if n%2 == 1 {
		sign = 1
	}
	sum := 0.0
	for ; x < float64(15+n); x++ {
		sum += sign * factorial * math.Pow(x, -float64(n+1))
	}
	return sum + asymptoticPolygamma(n, x)*sign
}

// asymptoticPolygamma is (-1)^(n+1) ψ⁽ⁿ⁾(x) for x ≥ 15 + n.
func asymptoticPolygamma(n int, x float64) float64 {
	if n == 0 {
		sum := math.Log(x) - 1/(2*x)
		for k, b := range bernoulli {
			m := float64(2 * (k + 1))
			sum -= b / (m * math.Pow(x, m))
		}
		return -sum
	}
	term := math.Gamma(float64(n)) * math.Pow(x, -float64(n)) // (n-1)!/xⁿ
	sum := term + term*float64(n)/(2*x)
	term *= float64(n) / (x * x) * float64(n+1) / 2 // (n+1)!/(2! x^(n+2))
	for k, b := range bernoulli {
		sum += b * term
		m := float64(2 * (k + 1))
		term *= (m + float64(n)) * (m + float64(n) + 1) / ((m + 1) * (m + 2) * x * x)
	}
	return sum
}
