package special

import "math"

// ChiSquareTail returns P(X > x) for a χ² law with k > 0 degrees of freedom, which need not be whole, to a relative accuracy of 1e-12
// for k up to 10⁴, where it is above 1e-300. It is 1 for x ≤ 0 and for k = +Inf, and NaN for other k.
func ChiSquareTail(x, k float64) float64 { return math.Exp(LogChiSquareTail(x, k)) }

// LogChiSquareTail returns log P(X > x) for a χ² law with k > 0 degrees of freedom, also where the probability itself is 0 as a number.
//
// Reference: W. Gautschi, A computational procedure for incomplete gamma functions, ACM TOMS 5 (1979): a series below the mean, a
// continued fraction above.
func LogChiSquareTail(x, k float64) float64 {
	switch {
	case !(k > 0) || math.IsNaN(x) || math.IsInf(k, 1) && math.IsInf(x, 1):
		return math.NaN()
	case x <= 0 || math.IsInf(k, 1):
		return 0
	case math.IsInf(x, 1):
		return math.Inf(-1)
	}
	a, y := k/2, x/2
	switch {
	case k < 1:
		return logFew(x, k)
	case k > 1e10:
		return logMany(a, y)
	}
	// y^a e^(-y) / Γ(a+1)
	factor := -deviance(a, y) - StirlingRest(a) - math.Log(2*math.Pi*a)/2
	if y < a+1 {
		return math.Log1p(-math.Exp(factor + math.Log(lowerSeries(a, y))))
	}
	return factor + math.Log(a) + math.Log(upperFraction(a, y))
}

// logFew is LogChiSquareTail for k < 1, where nearly all of the probability can lie near 0. With a = k/2 and y = x/2 it is
// -expm1(g) - e^g·a·Σ_{n≥1} (-y)^n/(n!(n+a)) for small y, where e^g = y^a/Γ(1+a).
func logFew(x, k float64) float64 {
	a, y := k/2, x/2
	g := a*(log(x)-math.Ln2) - logGamma1p(a)
	if y >= 1.5 {
		return g - y + log(k) - math.Ln2 + math.Log(upperFraction(a, y))
	}
	sum, term := 0.0, 1.0
	for n := 1.0; math.Abs(term) > 1e-18*math.Abs(sum) && n < 100; n++ {
		term *= -y / n
		sum += term / (n + a)
	}
	lower := math.Exp(g) * (1 + a*sum)
	if lower < .5 {
		return math.Log1p(-lower)
	}
	slope := log(x) - math.Ln2 + euler // g/a, for small a
	if k > 1e-20 {
		slope = math.Expm1(g) / a
	}
	return log(k) - math.Ln2 + math.Log(-slope-math.Exp(g)*sum)
}

const euler = 0.57721566490153286061

// logGamma1p returns log Γ(1+a) for 0 < a < 1, also where 1+a is 1 as a number.
func logGamma1p(a float64) float64 {
	rounded := 1 + a
	l, _ := math.Lgamma(rounded)
	return l - euler*(a-(rounded-1))
}

// logMany is LogChiSquareTail for k > 10¹⁰, by the first two terms of an expansion about the normal law.
//
// Reference: N. Temme, The asymptotic expansion of the incomplete gamma functions, SIAM J. Math. Anal. 10 (1979).
func logMany(a, y float64) float64 {
	d := deviance(a, y)
	s := math.Copysign(math.Sqrt(2*d), y-a)
	eta := s / math.Sqrt(a)
	c := 1/(y/a-1) - 1/eta
	if math.Abs(eta) < 1e-3 {
		c = -1./3 + eta*(1./12-eta*2/135)
	}
	normal := LogPhi(-s)
	return normal + math.Log1p(c*math.Exp(-d-(math.Log(2*math.Pi)+math.Log(a))/2-normal))
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
