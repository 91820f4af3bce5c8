package primal

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file has the linear systems of Newton steps.

// vector is one of (w, b).
type vector struct {
	w []float64
	b float64
}

func (v vector) times(u vector) float64 { return floats.Dot(v.w, u.w) + float64(v.b*u.b) }

// direction is the Newton step −H⁻¹g, H = I + Σ bends_i (x_i, 1)(x_i, 1)ᵀ over the observations inside, where the 1 of b is not in I. The system is of order d + 1, or of as many as there are
// observations inside, if these are fewer.
func (s *solver) direction(g vector) (vector, bool) {
	if len(s.inside) < s.d {
		return s.fewInside(g)
	}
	order := s.d
	if s.Free {
		order++
	}
	h := mat.NewSymDense(order, nil)
	for j := range s.d {
		h.SetSym(j, j, 1)
	}
	roots := make([]float64, len(s.bends))
	for k, c := range s.bends {
		roots[k] = math.Sqrt(c)
	}
	block := mat.NewDense(min(strip, len(roots)), order, nil)
	for lo := 0; lo < len(roots); lo += strip {
		hi := min(len(roots), lo+strip)
		part := block.Slice(0, hi-lo, 0, order).(*mat.Dense)
		s.pick(part, s.inside[lo:hi], roots[lo:hi])
		blas64.Syrk(blas.Trans, 1, part.RawMatrix(), 1, h.RawSymmetric())
	}
	right := append(append([]float64(nil), g.w...), g.b)[:order]
	floats.Scale(-1, right)
	d, ok := solveSteadily(h, right)
	if !ok {
		return vector{}, false
	}
	step := vector{w: d[:s.d:s.d]}
	if s.Free {
		step.b = d[s.d]
	}
	return step, true
}

// fewInside solves for u = bends·(change of f) of the observations inside: (XXᵀ + 1/bends) u − b 1 = −X g_w and 1ᵀu = −g_b; the step of w is −g_w − Xᵀu.
func (s *solver) fewInside(g vector) (vector, bool) {
	m := len(s.inside)
	step := vector{w: make([]float64, s.d)}
	floats.AddScaled(step.w, -1, g.w)
	if m == 0 {
		step.b = -g.b / s.stiffest()
		return step, true
	}
	ones := make([]float64, m)
	floats.AddConst(1, ones)
	x := mat.NewDense(m, s.d, nil)
	s.pick(x, s.inside, ones)
	k := mat.NewSymDense(m, nil)
	k.SymOuterK(1, x)
	for a, c := range s.bends {
		k.SetSym(a, a, k.At(a, a)+1/c)
	}
	if s.Ridge != nil {
		return s.fewPaying(x, k)
	}
	right := make([]float64, m)
	mat.NewVecDense(m, right).MulVec(x, mat.NewVecDense(s.d, step.w))
	u, ok := solveSteadily(k, right)
	if ok && s.Free {
		var one []float64
		if one, ok = solveSteadily(k, ones); ok {
			step.b = -(g.b + floats.Sum(u)) / floats.Sum(one)
			floats.AddScaled(u, step.b, one)
		}
	}
	if !ok {
		return vector{}, false
	}
	back := mat.NewVecDense(s.d, nil)
	back.MulVec(x.T(), mat.NewVecDense(m, u))
	floats.Sub(step.w, back.RawVector().Data)
	return step, true
}

// fewPaying is the step to where those inside, whose rows and whose matrix XXᵀ + 1/bends are given, and nobody else, pay for squares: β there solves (XXᵀ + 1/bends) β + b 1 = z and 1ᵀβ = 0, and w is
// Xᵀβ. It is found from z, for the gradient may be so large beside w that a step from it would be rounding.
func (s *solver) fewPaying(x *mat.Dense, k *mat.SymDense) (vector, bool) {
	right, ones := make([]float64, len(s.inside)), make([]float64, len(s.inside))
	for a, i := range s.inside {
		right[a], ones[a] = -s.Linear[i]-math.Copysign(s.Tube, s.beta[i]), 1
	}
	beta, ok := solveSteadily(k, right)
	step := vector{w: make([]float64, s.d)}
	if ok && s.Free {
		var one []float64
		if one, ok = solveSteadily(k, ones); ok {
			b := floats.Sum(beta) / floats.Sum(one)
			floats.AddScaled(beta, -b, one)
			step.b = b - s.b
		}
	}
	if !ok {
		return vector{}, false
	}
	mat.NewVecDense(s.d, step.w).MulVec(x.T(), mat.NewVecDense(len(beta), beta))
	floats.Sub(step.w, s.w)
	return step, true
}

// stiffest is the largest second derivative of a rounded loss, and 1 where there is none.
func (s *solver) stiffest() float64 {
	c := floats.Max(s.prices)
	if s.Ridge == nil {
		c /= s.width
	}
	if c > 0 {
		return c
	}
	return 1
}

// solveSteadily solves a system with a positive definite matrix. One that rounding has made indefinite gets a larger diagonal.
func solveSteadily(h *mat.SymDense, right []float64) ([]float64, bool) {
	n := len(right)
	var factor mat.Cholesky
	for more := 0.0; !factor.Factorize(h); more = max(1e-15, 10*more) {
		if more > 1e-3 {
			return nil, false
		}
		for j := range n {
			h.SetSym(j, j, h.At(j, j)*(1+more))
		}
	}
	d := make([]float64, n)
	if err := factor.SolveVecTo(mat.NewVecDense(n, d), mat.NewVecDense(n, right)); err != nil {
		if _, bad := err.(mat.Condition); !bad {
			return nil, false
		}
	}
	for _, v := range d {
		if v-v != 0 {
			return nil, false
		}
	}
	return d, true
}
