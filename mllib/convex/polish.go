package convex

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file takes a solution to rounding: with the rows known that are active, the conditions are one linear system. Where its matrix is singular, as with redundant rows,
// a slightly shifted one is solved, again and again with what is left.
//
// Reference: B. Stellato et al., OSQP: an operator splitting solver for quadratic programs (2020), section 4.

const shift = 1e-7

// polished returns the better one of a solution and what the linear system of its active rows makes of it, and which it was.
func (f form) polished(x, lambda, nu []float64) (solution, bool) {
	before := solution{X: x, Lambda: lambda, Nu: nu}
	active := []int{}
	for i, s := range f.slacks(x) {
		if lambda[i] > s {
			active = append(active, i)
		}
	}
	after, ok := f.onActive(before, active)
	if ok && f.off(after) < f.off(before) {
		return after, true
	}
	return before, false
}

// solution is a point with its multipliers.
type solution struct{ X, Lambda, Nu []float64 }

// off is the largest of what a solution leaves of the conditions, the gap apart, which follows from the others.
func (f form) off(s solution) float64 {
	k := f.kkt(s.X, s.Lambda, s.Nu)
	k.Gap = 0
	return k.Largest()
}

func (f form) onActive(from solution, active []int) (solution, bool) {
	k := f.system(active)
	size, _ := k.Dims()
	shifted := mat.DenseCopyOf(k)
	for i := range size {
		if i < f.n {
			shifted.Set(i, i, k.At(i, i)+shift)
		} else {
			shifted.Set(i, i, -shift)
		}
	}
	var lu mat.LU
	lu.Factorize(shifted)
	now := make([]float64, 0, size)
	now = append(now, from.X...)
	for _, i := range active {
		now = append(now, from.Lambda[i])
	}
	now = append(now, from.Nu...)
	left := f.left(k, now, active)
	for range 30 {
		var d mat.VecDense
		if err := lu.SolveVecTo(&d, false, mat.NewVecDense(size, left)); err != nil {
			if _, poor := err.(mat.Condition); !poor {
				break
			}
		}
		next := make([]float64, size)
		floats.AddTo(next, now, d.RawVector().Data)
		after := f.left(k, next, active)
		if !(floats.Norm(after, math.Inf(1)) < floats.Norm(left, math.Inf(1))) {
			break
		}
		now, left = next, after
	}
	return f.unpack(now, active), true
}

// system is the matrix of Px + Gₐᵀλₐ + Aᵀν = −q, Gₐx = hₐ, Ax = b.
func (f form) system(active []int) *mat.Dense {
	size := f.n + len(active) + len(f.b)
	k := mat.NewDense(size, size, nil)
	k.Slice(0, f.n, 0, f.n).(*mat.Dense).Copy(f.p)
	put := func(at int, row []float64) {
		for j, v := range row {
			k.Set(at, j, v)
			k.Set(j, at, v)
		}
	}
	for c, i := range active {
		put(f.n+c, f.g.RawRowView(i))
	}
	for i := range f.b {
		put(f.n+len(active)+i, f.a.RawRowView(i))
	}
	return k
}

func (f form) left(k *mat.Dense, now []float64, active []int) []float64 {
	r := product(k, now)
	for j := range r {
		want := 0.0
		switch c := j - f.n; {
		case c < 0:
			want = -f.q[j]
		case c < len(active):
			want = f.h[active[c]]
		default:
			want = f.b[c-len(active)]
		}
		r[j] = want - r[j]
	}
	return r
}

func (f form) unpack(now []float64, active []int) solution {
	s := solution{X: now[:f.n], Lambda: make([]float64, len(f.h)), Nu: now[f.n+len(active):]}
	for c, i := range active {
		s.Lambda[i] = max(0, now[f.n+c])
	}
	return s
}
