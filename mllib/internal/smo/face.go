package smo

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file takes steps of many coefficients at once. Steps of two go zigzag where prices are high and the classes overlap: the face on which the solution lies is soon found, the
// minimum on it is not. So, from time to time, all coefficients that are between their bounds go towards the minimum on that face, by a linear system, as far as the bounds allow.

const (
	patience = 20  // steps for each coefficient before the first time
	mostFree = 300 // coefficients that go at once
)

// face minimises over the coefficients between their bounds, if they are few. Where one comes to its bound, the others go on.
func (s *solver) face() {
	if s.Iterations < patience*len(s.Beta) {
		return
	}
	for range mostFree {
		var free []int
		for k, u := range s.up {
			if u == s.down[k] {
				free = append(free, k)
			}
		}
		if len(free) < 2 || len(free) > mostFree || !s.together(free) {
			return
		}
	}
}

// together moves the coefficients at some positions. It returns whether one of them came to its bound.
func (s *solver) together(free []int) bool {
	k, g := mat.NewSymDense(len(free), nil), make([]float64, len(free))
	for a, i := range free {
		row := s.rowOf(i)
		for b, j := range free[:a+1] {
			k.SetSym(a, b, row[j])
		}
		g[a] = s.f[i] + s.up[i]
	}
	d := s.towards(k, g, free)
	if d == nil {
		return false
	}
	slope := floats.Dot(g, d)
	v := mat.NewVecDense(len(d), d)
	t := -slope / mat.Inner(v, k, v)
	if !(slope < 0) || !(t > 0) {
		return false
	}
	reached := -1
	for a, i := range free {
		w := s.active[i]
		room := (s.above(w) - s.Beta[w]) / d[a]
		if d[a] < 0 {
			room = (s.below(w) - s.Beta[w]) / d[a]
		}
		if d[a] != 0 && room < t {
			t, reached = room, a
		}
	}
	if math.IsInf(t, 0) {
		return false
	}
	s.move(free, d, t, reached)
	return reached >= 0
}

// towards is the way to the minimum on the face, with the sums of the groups kept. A small multiple of the unit matrix is added to one that may be singular. It is nil where there is none.
func (s *solver) towards(k *mat.SymDense, g []float64, free []int) []float64 {
	n := len(free)
	a := mat.NewSymDense(n, nil)
	a.CopySym(k)
	for i := range n {
		a.SetSym(i, i, a.At(i, i)+1e-11*s.size)
	}
	var factor mat.Cholesky
	if !factor.Factorize(a) {
		return nil
	}
	d := make([]float64, n)
	if factor.SolveVecTo(mat.NewVecDense(n, d), mat.NewVecDense(n, g)) != nil && floats.HasNaN(d) {
		return nil
	}
	floats.Scale(-1, d)
	return s.keepSums(&factor, d, free)
}

// keepSums takes from a way what changes the sums of the groups, in the metric of the factor.
func (s *solver) keepSums(factor *mat.Cholesky, d []float64, free []int) []float64 {
	n, groups := len(free), len(s.cuts)-1
	if groups < 1 {
		return d
	}
	ones := mat.NewDense(n, groups, nil)
	for a, i := range free {
		for g := range groups {
			if i >= s.cuts[g] && i < s.cuts[g+1] {
				ones.Set(a, g, 1)
			}
		}
	}
	for g := groups - 1; g >= 0; g-- { // a group without free coefficients has no sum to keep
		if mat.Sum(ones.ColView(g)) == 0 {
			if groups == 1 {
				return nil
			}
			ones = mat.DenseCopyOf(ones.Slice(0, n, 1-g, 2-g))
			break
		}
	}
	var solved, small, lambda, change mat.Dense
	if err := factor.SolveTo(&solved, ones); err != nil && solved.IsEmpty() {
		return nil
	}
	small.Mul(ones.T(), &solved)
	_, c := ones.Dims()
	sums := mat.NewDense(c, 1, nil)
	sums.Mul(ones.T(), mat.NewDense(n, 1, d))
	if err := lambda.Solve(&small, sums); err != nil && lambda.IsEmpty() {
		return nil
	}
	change.Mul(&solved, &lambda)
	out := make([]float64, n)
	for a := range out {
		if out[a] = d[a] - change.At(a, 0); out[a]-out[a] != 0 {
			return nil
		}
	}
	for range 2 { // what rounding left of the sums
		for g := range c {
			one := ones.ColView(g)
			mean := mat.Dot(one, mat.NewVecDense(n, out)) / mat.Sum(one)
			for a := range out {
				out[a] -= mean * one.AtVec(a)
			}
		}
	}
	return out
}

// move goes t along a way; the one that reaches its bound is set to it.
func (s *solver) move(free []int, d []float64, t float64, reached int) {
	s.Iterations++
	s.exact = false
	for a, i := range free {
		w := s.active[i]
		before := s.Beta[w]
		end := s.above(w)
		if d[a] < 0 {
			end = s.below(w)
		}
		to := before + t*d[a]
		s.set(i, to, end, a == reached || d[a] > 0 && to >= end || d[a] < 0 && to <= end)
		row, by := s.rowOf(i), s.Beta[w]-before
		for k, v := range row {
			s.f[k] += float64(by * v)
		}
	}
}
