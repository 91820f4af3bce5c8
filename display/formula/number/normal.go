package number

import "math"

// normalDensity is φ(x) = exp(-x²/2)/√(2π). The square is split so that its rounding does not grow in the tails.
func normalDensity(x float64) float64 {
	square := x * x
	rest := math.FMA(x, x, -square)
	if math.IsInf(square, 0) || math.IsNaN(rest) {
		return 0
	}
	return math.Exp(-square/2) * (1 - rest/2) / math.Sqrt(2*math.Pi)
}

// The last bits of 1/√2 beyond the float64, so that x/√2 is known to twice the digits.
const sqrtHalfRest = -4.833646656726456726e-17

// normalCDF is Φ(x) = erfc(-x/√2)/2, of full relative precision in the lower tail: the rounding of x/√2 is made good by the
// derivative, for it is multiplied by x² there.
func normalCDF(x float64) float64 {
	y := -x * (math.Sqrt2 / 2)
	tail := math.Erfc(y) / 2
	rest := math.FMA(-x, math.Sqrt2/2, -y) - x*sqrtHalfRest
	if math.Abs(y) > 30 || math.IsNaN(rest) {
		return tail
	}
	return tail - rest*math.Exp(-y*y)/math.Sqrt(math.Pi)
}

// normalQuantile is the x with Φ(x) = p for 0 < p < 1.
func normalQuantile(p float64) float64 {
	if p > 0.5 {
		return -normalQuantile(1 - p) // 1 - p is exact
	}
	x := math.Sqrt2 * math.Erfinv(2*p-1)
	if p < 0.02 {
		x = -math.Sqrt(-2 * math.Log(p))
	}
	return normalNewton(x, math.Log(p), p)
}

// normalNewton solves log Φ(x) = log p. The logarithm of Φ is concave, so that steps from the left do not overshoot by much;
// six are enough from the starting values of normalQuantile, the limit is for safety.
func normalNewton(x, logP, p float64) float64 {
	for range 20 {
		cdf := normalCDF(x)
		if cdf == 0 { // below the smallest p: come nearer
			x *= 0.99
			continue
		}
		step := math.Log(cdf/p) * cdf / normalDensity(x)
		x -= step
		if math.Abs(step) <= 3e-16*math.Abs(x) {
			break
		}
	}
	return x
}
