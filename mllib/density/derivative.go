package density

import (
	"math"

	"github.com/mercer-go/mercer/mllib/special"
)

// derivative is the r-th derivative of f(t) = Σ w_i exp(-(t - u_i)²/2) at all points, for r <= 6.
func (l *line) derivative(t []float64, r int) []float64 {
	out := make([]float64, len(t))
	l.each(t, func(g group, points []int) {
		m := l.moments(g, len(points))
		if m == nil {
			for _, i := range points {
				out[i] = l.directDerivative(t[i], r)
			}
			return
		}
		c := make([][]float64, r+1)
		for j := range c {
			c[j] = taylor(m, j)
		}
		for _, i := range points {
			out[i] = leibniz(c, t[i]-g.middle, t[i]-l.u[g.near])
		}
	})
	return out
}

// leibniz is the r-th derivative of exp(-v²/2) G(τ), given the series of G and of its derivatives up to r.
func leibniz(c [][]float64, tau, v float64) float64 {
	r := len(c) - 1
	sum, binomial := 0.0, 1.0
	for j := r; j >= 0; j-- { // (r over j), from j = r down
		sum += float64(binomial * signedHermite(r-j, v) * horner(c[j], tau))
		binomial *= float64(j) / float64(r-j+1)
	}
	return sum * math.Exp(-v*v/2)
}

// signedHermite is h_r with (d/dv)^r exp(-v²/2) = h_r(v) exp(-v²/2): (-1)^r He_r(v).
func signedHermite(r int, v float64) float64 {
	before, now := 0.0, 1.0
	for k := range r {
		before, now = now, -v*now-float64(k)*before
	}
	return now
}

// directDerivative is the derivative term by term. Here what counts is its size beside that of the largest possible value, not beside the sum.
func (l *line) directDerivative(t float64, r int) float64 {
	lo, hi := l.window(t, 0, l.nearest(t))
	e := make([]float64, hi-lo)
	for i, u := range l.u[lo:hi] {
		e[i] = -(t - u) * (t - u) / 2
	}
	special.ExpTo(e, e)
	sum := 0.0
	for i, u := range l.u[lo:hi] {
		sum += float64(l.w[lo+i] * signedHermite(r, t-u) * e[i])
	}
	return sum
}
