package convex

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file is the predictor-corrector method for: minimise ½xᵀPx + qᵀx subject to Gx + s = h, s ≥ 0, where P and G have no common null direction, so that
// P + GᵀWG is positive definite for all positive weights W.
//
// Reference: S. Mehrotra, On the implementation of a primal-dual interior point method, SIAM Journal on Optimization 2 (1992); Nocedal and Wright, section 16.6; the start is that
// of L. Vandenberghe, The CVXOPT linear and quadratic cone program solvers (2010), section 5.3.

// iterate is a point of the method.
type iterate struct {
	x, s, lambda []float64
}

// walk is the method on one program.
type walk struct {
	form
	iterate
	rd, rp []float64 // Px + q + Gᵀλ and Gx + s − h
	chol   mat.Cholesky
	best   iterate
	least  float64 // what best leaves of the conditions
}

// interior walks until the conditions hold up to the tolerance, nothing is gained any more, or limit steps are done. It hands x to see after each step.
func (f form) interior(tolerance float64, limit int, see func(x []float64)) (best iterate, steps int) {
	w := &walk{form: f, least: math.Inf(1)}
	if !w.start() {
		return iterate{}, 0
	}
	for since := 0; steps < limit; steps++ {
		left := w.residual()
		if left < w.least {
			if left < w.least/2 {
				since = 0
			}
			w.least, w.best = left, w.copied()
		}
		if since++; w.least <= tolerance/100 || since > 15 || math.IsNaN(left) || !w.step() {
			break
		}
		see(w.x)
	}
	return w.best, steps
}

func (w *walk) copied() iterate {
	clone := func(v []float64) []float64 { return append([]float64(nil), v...) }
	return iterate{clone(w.x), clone(w.s), clone(w.lambda)}
}

// start solves the conditions with λ = −s instead of complementarity, and moves both to where they are positive.
func (w *walk) start() bool {
	m := len(w.h)
	if !w.factor(filled(m, 1)) {
		return false
	}
	right := product(w.g.T(), w.h)
	floats.Sub(right, w.q)
	w.x = w.solve(right)
	w.s = w.slacks(w.x)
	w.lambda = make([]float64, m)
	floats.ScaleTo(w.lambda, -1, w.s)
	lift(w.s)
	lift(w.lambda)
	return true
}

func lift(v []float64) {
	if low := floats.Min(v); low <= 1e-8*(1+floats.Norm(v, 2)) {
		floats.AddConst(1-low, v)
	}
}

// residual computes rd and rp, and returns the largest of what is left of the conditions.
func (w *walk) residual() float64 {
	curved := product(w.p, w.x)
	gap := floats.Dot(w.s, w.lambda)
	w.rd = w.linear(w.lambda, nil)
	floats.Add(w.rd, curved)
	w.rp = product(w.g, w.x)
	for i := range w.rp {
		w.rp[i] += w.s[i] - w.h[i]
	}
	value := floats.Dot(curved, w.x)/2 + floats.Dot(w.q, w.x)
	return max(floats.Norm(w.rd, math.Inf(1)), floats.Norm(w.rp, math.Inf(1)), gap/(1+math.Abs(value)))
}

// factor computes the Cholesky factor of P + GᵀWG.
func (w *walk) factor(weights []float64) bool {
	m, n := w.g.Dims()
	rows := mat.NewDense(m, n, nil)
	for i := range m {
		floats.ScaleTo(rows.RawRowView(i), math.Sqrt(weights[i]), w.g.RawRowView(i))
	}
	var k mat.SymDense
	k.SymOuterK(1, rows.T())
	for i := range n {
		for j := i; j < n; j++ {
			k.SetSym(i, j, k.At(i, j)+w.p.At(i, j))
		}
	}
	for lift := 1e-15; lift < 1e-3; lift *= 100 { // rounding may leave it short of positive definite
		if w.chol.Factorize(&k) {
			return true
		}
		for i := range n {
			k.SetSym(i, i, k.At(i, i)*(1+lift))
		}
	}
	return false
}

func (w *walk) solve(right []float64) []float64 {
	var x mat.VecDense
	if err := w.chol.SolveVecTo(&x, mat.NewVecDense(len(right), right)); err != nil {
		if _, poor := err.(mat.Condition); !poor {
			return filled(len(right), math.NaN())
		}
	}
	return x.RawVector().Data
}

// step predicts with complementarity 0, looks how far that goes, and corrects.
func (w *walk) step() bool {
	m := len(w.h)
	weights := make([]float64, m)
	for i := range weights {
		weights[i] = w.lambda[i] / w.s[i]
	}
	if !w.factor(weights) {
		return false
	}
	rc := make([]float64, m)
	floats.MulTo(rc, w.s, w.lambda)
	_, dsAhead, dlAhead := w.direction(rc)
	μ := floats.Dot(w.s, w.lambda) / float64(m)
	t := min(longest(w.s, dsAhead), longest(w.lambda, dlAhead))
	ahead := 0.0
	for i := range m {
		ahead += (w.s[i] + t*dsAhead[i]) * (w.lambda[i] + t*dlAhead[i])
	}
	σ := math.Pow(ahead/float64(m)/μ, 3)
	for i := range rc {
		rc[i] += dsAhead[i]*dlAhead[i] - σ*μ
	}
	dx, ds, dl := w.direction(rc)
	t = min(1, .995*min(longest(w.s, ds), longest(w.lambda, dl)))
	if !(t > 1e-12) {
		return false
	}
	floats.AddScaled(w.x, t, dx)
	floats.AddScaled(w.s, t, ds)
	floats.AddScaled(w.lambda, t, dl)
	return true
}

// direction solves P dx + Gᵀdλ = −rd, G dx + ds = −rp, λ ds + s dλ = −rc.
func (w *walk) direction(rc []float64) (dx, ds, dl []float64) {
	m := len(w.h)
	c := make([]float64, m)
	for i := range c {
		c[i] = (rc[i] - w.lambda[i]*w.rp[i]) / w.s[i]
	}
	right := product(w.g.T(), c)
	floats.Sub(right, w.rd)
	dx = w.solve(right)
	moved := product(w.g, dx)
	ds, dl = make([]float64, m), make([]float64, m)
	for i := range ds {
		ds[i] = -w.rp[i] - moved[i]
		dl[i] = (-rc[i] - w.lambda[i]*ds[i]) / w.s[i]
	}
	return dx, ds, dl
}

// longest returns the largest t ≤ 1/0.995 with v + t·dv ≥ 0.
func longest(v, dv []float64) float64 {
	t := 1 / .995
	for i, d := range dv {
		if d < 0 {
			t = min(t, -v[i]/d)
		}
	}
	return t
}
