package special

import "math"

// This file has what the densities of the gamma and the binomial law need for full accuracy: the product of large and small factors is taken in
// logarithms whose large parts have been cancelled by hand.
//
// Reference: C. Loader, Fast and accurate computation of binomial probabilities (2000).

// StirlingRest returns log Γ(x) - ((x-½) log x - x + ½ log 2π), what Stirling's formula leaves, about 1/(12x), for x > 0, to an absolute accuracy of 1e-15 for x < 16 and a relative one above,
// where log Γ itself has lost it. It is NaN for x <= 0.
func StirlingRest(x float64) float64 {
	if !(x > 0) {
		return math.NaN()
	}
	sum := 0.0
	for ; x < 16; x++ { // what one step of the recurrence Γ(x+2) = (x+1) Γ(x+1) changes
		sum += (x+.5)*math.Log1p(1/x) - 1
	}
	y := 1 / (x * x)
	return sum + (1./12-y*(1./360-y*(1./1260-y*(1./1680-y/1188))))/x
}

// deviance returns x log(x/m) + m - x, which is 0 for x = m, for x ≥ 0 and m > 0.
func deviance(x, m float64) float64 {
	if x == 0 {
		return m
	}
	d := (x - m) / m
	if math.Abs(d) > .1 {
		r := x / m
		ratio := math.Log(r)
		if r < 0x1p-1000 || r > 0x1p1000 { // r overflows or loses digits
			ratio = log(x) - log(m)
		}
		return x*ratio + m - x
	}
	// (1+d) log(1+d) - d = d²/2 - d³/6 + d⁴/12 - …
	sum, term := 0.0, d
	for k := 2.0; k < 60; k++ {
		term *= -d
		add := -term / (k * (k - 1))
		sum += add
		if math.Abs(add) <= 1e-17*math.Abs(sum) {
			break
		}
	}
	return m * sum
}
