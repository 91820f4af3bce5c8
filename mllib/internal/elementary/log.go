package elementary

import "math"

const (
	ln2Short     = 0x1.62e42fefa38p-1   // log 2 in so few bits that its product with an exponent is exact,
	ln2ShortRest = 0x1.ef35793c7673p-45 // and what it lacks
	sqrtHalf     = 0x3fe6a09e667f3bcd   // the bits of √(1/2)
	mantissa     = 1<<52 - 1            // the bits of the digits
	fromSqrtHalf = one - sqrtHalf       // what moves √(1/2) to 1
	twice52      = 0x433 << 52          // the bits of 2^52,
	biased52     = 1<<52 + 1023         // and 2^52 + 1023
	smallNormal  = 0x1p-1022            // the smallest number with all its digits
	whole        = 0x1p54               // from here on 1 + x is x
	exponents    = 0xfff << 52          // the bits of sign and exponent
	reciprocal   = 2046 << 52           // minus an exponent's bits: those of the reciprocal power of 2
	sign         = 1 << 63              // the bit of the sign
	magnitude    = 1<<63 - 1            // the other bits
)

// logTail are the coefficients of (log((1+s)/(1-s)) - 2s)/s³ in s², for |s| ≤ (√2-1)/(√2+1), to 2^-58 of 2s.
var logTail = [...]float64{
	0x1.5555555555562p-1, 0x1.999999998e244p-2, 0x1.2492493667bf6p-2, 0x1.c71c5ab969ddcp-3, 0x1.7464936c2aabep-3,
	0x1.39ca6e8beff26p-3, 0x1.2d7f72242123cp-3,
}

func log(x float64) float64 {
	v, bias := x, float64(biased52)
	if x < smallNormal {
		v, bias = x*whole, biased52+54
	}
	bits := math.Float64bits(v) + fromSqrtHalf
	k, m := split(bits, bias)
	return logEnds(logarithm(k, m-1, 0), x)
}

// split returns k and m with √(1/2) ≤ m < √2, for a number 2^k·m > 0 with all its digits, from its bits + fromSqrtHalf.
func split(bits uint64, bias float64) (k, m float64) {
	return math.Float64frombits(bits>>52|twice52) - bias, math.Float64frombits(bits&mantissa + sqrtHalf)
}

// logarithm returns k·log 2 + log(1+f) + rest: f is exact, and with s = f/(2+f) its logarithm is f - f²/2 + s·(f²/2 + s²·logTail(s²)), of which
// the sum of the first and the largest term of k·log 2 is kept in two numbers.
func logarithm(k, f, rest float64) float64 {
	s := f / (2 + f)
	z := float64(s * s)
	c := &logTail
	p := math.FMA(math.FMA(math.FMA(c[6], z, c[5]), z, c[4]), z, c[3])
	p = math.FMA(math.FMA(math.FMA(p, z, c[2]), z, c[1]), z, c[0])
	tail := float64(z * p)
	half := float64(.5 * f)
	top := math.FMA(k, ln2Short, f)
	low := math.FMA(k, ln2ShortRest, math.FMA(k, ln2Short, -top)+f) + rest
	low = math.FMA(s, float64(half*f)+tail, low)
	return top + math.FMA(-half, f, low)
}

// logEnds is the logarithm of x, given that of the positive finite numbers.
func logEnds(y, x float64) float64 {
	switch {
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case !(x < math.Inf(1)):
		return x
	}
	return y
}

// log1p returns log(1+x). What is lost in 1+x, as a multiple of the same power of 2 as m, is added to m - 1; and what is lost there, to the end.
func log1p(x float64) float64 {
	u := 1 + x
	v := u - 1
	c := (1 - (u - v)) + (x - v)
	bits := math.Float64bits(u) + fromSqrtHalf
	k, m := split(bits, biased52)
	p := 0.0
	if x < whole {
		p = math.Float64frombits(reciprocal - bits&exponents)
	}
	g := m - 1
	f := math.FMA(c, p, g)
	y := logEnds(logarithm(k, f, math.FMA(c, p, g-f)), u)
	return math.Float64frombits(math.Float64bits(y) | math.Float64bits(x)&sign)
}
