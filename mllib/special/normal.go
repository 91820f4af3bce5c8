package special

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Phi returns Φ(x) = P(Z ≤ x) for a standard normal Z, to a relative 1e-15·(1+x²). It is 0 below x = -38.5.
//
// Curriculum: N4a, S3e.
func Phi(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// LogPhi returns log Φ(x), also where Φ(x) is 0 or 1 as a number, to a relative accuracy of 1e-14 for x ≤ 0 and that of Phi(-x) above.
func LogPhi(x float64) float64 {
	switch {
	case x > 0:
		return math.Log1p(-Phi(-x))
	case x > -30:
		return math.Log(Phi(x))
	case math.IsInf(x, -1):
		return x
	}
	// Φ(x) = φ(x)/|x| · (1 - 1/x² + 3/x⁴ - 15/x⁶ + …), Abramowitz and Stegun 26.2.12
	y := 1 / (x * x)
	series := -y * (1 - 3*y*(1-5*y*(1-7*y*(1-9*y))))
	return -x*x/2 - math.Log(-x) - math.Log(2*math.Pi)/2 + math.Log1p(series)
}

// PhiInv returns the x with Φ(x) = p: -Inf for 0, +Inf for 1, NaN outside [0, 1]. Near p = 1 the argument itself has lost digits: the
// quantile of an upper tail q is -PhiInv(q).
func PhiInv(p float64) float64 {
	if !(p >= 0 && p <= 1) {
		return math.NaN()
	}
	const smallNormal = 0x1p-1022
	if p == 0 || p >= smallNormal {
		return mathext.NormalQuantile(p)
	}
	x := mathext.NormalQuantile(smallNormal) // Newton's method for log Φ(x) = log p
	for range 5 {
		l := LogPhi(x)
		x -= (l - log(p)) / math.Exp(-x*x/2-math.Log(2*math.Pi)/2-l)
	}
	return x
}
