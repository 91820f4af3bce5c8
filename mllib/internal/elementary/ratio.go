package elementary

import "math"

// tanh returns (1-e)/(1+e) for e = e^(-2|x|), with the sign of x.
func tanh(x float64) float64 {
	y := -2 * math.Abs(x)
	if y < tanhOne {
		y = tanhOne
	}
	k, r, tail := reduce(y)
	p := power(math.Float64bits(k))
	whole, first := 1-p, float64(p*r)
	s := whole - first
	e := ((1 - whole) - p) + ((whole - s) - first) - float64(p*tail)
	high := s + e
	low := (s - high) + e
	d := 2 - high
	q := divide(high, low, d, ((2-d)-high)-low)
	return math.Float64frombits(math.Float64bits(q) | math.Float64bits(x)&sign)
}

// sigmoid returns 1/(1+e) for t ≥ 0 and e/(1+e) for t < 0, where e = e^(-|t|).
func sigmoid(t float64) float64 {
	if t < smallest {
		return 0
	}
	y := -math.Abs(t)
	if y < smallest {
		y = smallest
	}
	k, r, tail := reduce(y)
	s := 1 + r
	e := (r - (s - 1)) + tail
	high := s + e
	low := (s - high) + e
	j := k
	if j < shift-100 { // 1 + e is 1 to far more than its digits
		j = shift - 100
	}
	p := power(math.Float64bits(j))
	a := float64(high * p)
	d := 1 + a
	rest := ((1 - d) + a) + float64(low*p)
	if !(t < 0) {
		k, high, low = shift, 1, 0
	}
	return scale(divide(high, low, d, rest), k)
}

// divide returns (a+b)/(c+d), for b and d of the size of the rounding of a and c.
func divide(a, b, c, d float64) float64 {
	inverse := 1 / c
	q := float64(a * inverse)
	return math.FMA(math.FMA(-q, c, a)+math.FMA(-q, d, b), inverse, q)
}

const tanhOne = -44 // (1-e)/(1+e) for e = e^(-44) rounds to 1
