package elementary

import "math"

const (
	invLn2  = 0x1.71547652b82fep+0
	ln2     = 0x1.62e42fefa39efp-1  // the nearest number to log 2,
	ln2Rest = 0x1.abc9e3b39803fp-56 // and what it lacks

	// shift + n, for a whole n of less than 2^51, has n + 2^13 in its lowest bits; adding shift rounds to a whole number.
	shift = 0x1.8p52 + 0x1p13

	largest  = 710    // e^x is infinite from here on,
	smallest = -745.2 // and 0 below
)

// expTail are the coefficients of (e^r - 1 - r)/r² for |r| ≤ log(2)/2, to 2^-57 of e^r.
var expTail = [...]float64{
	0x1.0000000000004p-1, 0x1.555555555550ep-3, 0x1.555555555231fp-5, 0x1.1111111125635p-7, 0x1.6c16c17f25a10p-10,
	0x1.a01a012cdaefep-13, 0x1.a019a61980e34p-16, 0x1.71df30be520ebp-19, 0x1.28a365dbb018cp-22, 0x1.ad588aff2840ap-26,
}

// Below smallest nothing is computed: processors take long over numbers that are too small.
func exp(x float64) float64 {
	if x < smallest {
		return 0
	}
	if x > largest {
		x = largest
	}
	k, r, tail := reduce(x)
	s := 1 + r
	return scale(s+((r-(s-1))+tail), k)
}

// reduce writes e^x as 2^n·(1 + r + tail) with |r| ≤ log(2)/2 and returns k = shift + n, r and tail. The first difference is exact, the second
// one is rounded to r, and tail has what was lost.
func reduce(x float64) (k, r, tail float64) {
	k = math.FMA(x, invLn2, shift)
	n := k - shift
	h := math.FMA(-n, ln2, x)
	r = math.FMA(-n, ln2Rest, h)
	lost := math.FMA(-n, ln2Rest, h-r)
	c := &expTail
	p := math.FMA(math.FMA(math.FMA(c[9], r, c[8]), r, c[7]), r, c[6])
	p = math.FMA(math.FMA(math.FMA(p, r, c[5]), r, c[4]), r, c[3])
	p = math.FMA(math.FMA(math.FMA(p, r, c[2]), r, c[1]), r, c[0])
	return k, r, math.FMA(float64(r*r), p, lost)
}

// scale returns v·2^n, rounded once, for k = shift + n with -1080 < n ≤ 1024 and 1/2 < |v| < 2: by two powers of 2, since one would not
// reach.
func scale(v, k float64) float64 {
	bits := math.Float64bits(k)
	half := bits >> 1
	return v * power(half) * power(bits-half)
}

// power returns 2^n for the n in the lowest twelve bits, a signed number of at most 1023.
func power(bits uint64) float64 { return math.Float64frombits(bits<<52 + one) }

// one are the bits of 1.
const one = 0x3ff << 52
