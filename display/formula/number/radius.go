package number

import (
	"math"
	"math/big"
)

// radius is a bound m·2^e, 1/2 ≤ m < 1, of an error; 0 has m = 0. All operations round up.
type radius struct {
	m float64
	e int
}

// upwards makes good the rounding of one operation.
const upwards = 1 + 1.0/(1<<50)

// bound is x·2^e, rounded up.
func bound(x float64, e int) radius {
	m, k := math.Frexp(x * upwards)
	return radius{m, e + k}
}

// powerOf2 is 2^e.
func powerOf2(e int) radius { return radius{0.5, e + 1} }

// above bounds |x|, within a factor 2.
func above(x *big.Float) radius {
	if x.Sign() == 0 {
		return radius{}
	}
	return powerOf2(x.MantExp(nil))
}

func (r radius) plus(s radius) radius {
	if r.m == 0 || s.m != 0 && r.e < s.e {
		r, s = s, r
	}
	if s.m == 0 {
		return r
	}
	return bound(r.m+math.Ldexp(s.m, max(s.e-r.e, -100)), r.e)
}

func (r radius) times(s radius) radius { return bound(r.m*s.m, r.e+s.e) }

// over is r/s for s > 0 that is a lower bound.
func (r radius) over(s radius) radius { return bound(r.m/s.m, r.e-s.e) }

// root bounds √r.
func (r radius) root() radius { return bound(math.Sqrt(math.Ldexp(r.m, r.e&1)), (r.e-r.e&1)/2) }

// float is the number, +Inf where it is too large.
func (r radius) float() float64 { return math.Ldexp(r.m, max(min(r.e, 1100), -1100)) }

// below is a positive number below |x| - r, at least |x|/4; ok is false where there is none.
func below(x *big.Float, r radius) (least radius, ok bool) {
	if x == nil || x.Sign() == 0 {
		return radius{}, false
	}
	e := x.MantExp(nil) // |x| ≥ 2^(e-1)
	if r.m != 0 && r.e >= e-1 {
		return radius{}, false
	}
	return powerOf2(e - 2), true
}
