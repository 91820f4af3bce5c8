package special

import "math"

// ChiSquareTail returns P(X > x) for a χ² law with k > 0 degrees of freedom, which need not be whole, to a relative accuracy of 1e-13
// for k up to 10⁴. It is 1 for x ≤ 0 and NaN for other k.
func ChiSquareTail(x, k float64) float64 { return math.Exp(LogChiSquareTail(x, k)) }

// LogChiSquareTail returns log P(X > x) for a χ² law with k > 0 degrees of freedom, also where the probability itself is 0 as a number.
//
// Reference: W. Gautschi, A computational procedure for incomplete gamma functions, ACM TOMS 5 (1979): a series below the mean, a
// continued fraction above.
func LogChiSquareTail(x, k float64) float64 {
	switch {
	case !(k > 0) || math.IsInf(k, 0) || math.IsNaN(x):
		return math.NaN()
	case x <= 0:
		return 0
	case math.IsInf(x, 1):
		return math.Inf(-1)
	}
	a, y := k/2, x/2
	// y^a e^(-y) / Γ(a+1)
	factor := -deviance(a, y) - stirlingError(a) - math.Log(2*math.Pi*a)/2
	if y < a+1 {
		return math.Log1p(-math.Exp(factor + math.Log(lowerSeries(a, y))))
	}
	return factor + math.Log(a) + math.Log(upperFraction(a, y))
}

// lowerSeries returns Σ_n y^n / ((a+1)…(a+n)), for y < a+1.
func lowerSeries(a, y float64) float64 {
	sum, term := 1.0, 1.0
	for n := 1.0; term > 1e-17*sum; n++ {
		term *= y / (a + n)
		sum += term
	}
	return sum
}

// upperFraction returns Γ(a, y) y^(-a) e^y, for y ≥ a+1, by the continued fraction 1/(y+1-a- 1(1-a)/(y+3-a- 2(2-a)/(y+5-a- …))),
// evaluated by Lentz's method.
func upperFraction(a, y float64) float64 {
	const tiny = 1e-300
	b := y + 1 - a
	c, d := 1/tiny, 1/b
	h := d
	for n := 1.0; n < 1e6; n++ {
		an := -n * (n - a)
		b += 2
		d = 1 / nonzero(an*d+b, tiny)
		c = nonzero(b+an/c, tiny)
		h *= d * c
		if math.Abs(d*c-1) < 1e-16 {
			break
		}
	}
	return h
}

func nonzero(v, tiny float64) float64 {
	if math.Abs(v) < tiny {
		return tiny
	}
	return v
}
