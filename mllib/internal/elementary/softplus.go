package elementary

import "math"

// softplus returns max(t, 0) + log(1+e) for e = e^(-|t|).
func softplus(t float64) float64 {
	e := exp(-math.Abs(t))
	u := 1 + e
	c := e - (u - 1)
	bits := math.Float64bits(u) + fromSqrtHalf
	k, m := split(bits, biased52)
	p := math.Float64frombits(reciprocal - bits&exponents)
	g := m - 1
	f := math.FMA(c, p, g)
	y := logarithm(k, f, math.FMA(c, p, g-f))
	if t < 0 {
		return y
	}
	return t + y
}
