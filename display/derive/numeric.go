package derive

import "math"

// Integral is ∫ f over [a, b] by adaptive Simpson quadrature, exact to about 1e-11 relative for smooth f; an end may be
// infinite, where f must fall off. It is NaN where f is.
func Integral(f func(x float64) float64, a, b float64) float64 {
	switch {
	case a > b:
		return -Integral(f, b, a)
	case math.IsInf(a, 0) || math.IsInf(b, 0):
		// x = sinh(s) reaches 1e6 at s = 14.5 and keeps the tails of densities smooth.
		g := func(s float64) float64 { return f(math.Sinh(s)) * math.Cosh(s) }
		return Integral(g, math.Asinh(max(a, -1e6)), math.Asinh(min(b, 1e6)))
	}
	const pieces = 16
	sum, h := 0.0, (b-a)/pieces
	for i := range pieces {
		lo := a + h*float64(i)
		sum += newSimpson(f, lo, lo+h).refine(f, 1e-12*max(1, math.Abs(sum)), 24)
	}
	return sum
}

// simpson is Simpson's rule on an interval.
type simpson struct{ a, b, fa, fm, fb float64 }

func newSimpson(f func(float64) float64, a, b float64) simpson {
	return simpson{a, b, f(a), f((a + b) / 2), f(b)}
}

func (s simpson) sum() float64 { return (s.b - s.a) / 6 * (s.fa + 4*s.fm + s.fb) }

// refine halves the interval until the halves agree with the whole, at most depth times.
//
// Reference: J. N. Lyness, Notes on the adaptive Simpson quadrature routine (1969).
func (s simpson) refine(f func(float64) float64, tol float64, depth int) float64 {
	m := (s.a + s.b) / 2
	left := simpson{s.a, m, s.fa, f((s.a + m) / 2), s.fm}
	right := simpson{m, s.b, s.fm, f((m + s.b) / 2), s.fb}
	whole, halves := s.sum(), left.sum()+right.sum()
	if d := halves - whole; depth == 0 || !(math.Abs(d) > 15*tol) {
		return halves + d/15
	}
	return left.refine(f, tol/2, depth-1) + right.refine(f, tol/2, depth-1)
}

// Derivative is f′(x) by central differences of two steps, extrapolated (Richardson); its error is about 1e-10 for a
// smooth f whose values and derivatives are of size 1.
func Derivative(f func(x float64) float64, x float64) float64 {
	h := 1e-3 * max(1, math.Abs(x))
	central := func(h float64) float64 { return (f(x+h) - f(x-h)) / (2 * h) }
	return (4*central(h/2) - central(h)) / 3
}

// Gradient is the gradient of f at x, entry by entry as Derivative.
func Gradient(f func(x []float64) float64, x []float64) []float64 {
	g := make([]float64, len(x))
	at := append([]float64(nil), x...)
	for i := range x {
		g[i] = Derivative(func(t float64) float64 {
			at[i] = t
			v := f(at)
			at[i] = x[i]
			return v
		}, x[i])
	}
	return g
}
