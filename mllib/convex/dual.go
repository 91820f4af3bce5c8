package convex

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Dual returns the dual function d(λ, ν) = inf_x L(x, λ, ν). It is −∞ where L has no lower bound in x. For λ ≥ 0 and every ν it is at most the value of the program
// at any feasible x (weak duality), and it is concave. It is NaN where the lengths do not fit or the program is not whole. The cost is that of the eigenvalues of P.
//
// Curriculum: N7.0f, Y23a, Y23c, Y24a.
func (p QP) Dual(lambda, nu []float64) float64 {
	f, err := p.check()
	if err != nil || !f.fits(lambda, nu) {
		return math.NaN()
	}
	x, c := f.minimiser(lambda, nu)
	if x == nil {
		return math.Inf(-1)
	}
	return floats.Dot(c, x)/2 - floats.Dot(lambda, f.h) - floats.Dot(nu, f.b)
}

// Minimiser returns the x at which the infimum of L(x, λ, ν) is attained, that of least norm if there are several. It is nil where there is none, the lengths do not
// fit or the program is not whole.
func (p QP) Minimiser(lambda, nu []float64) []float64 {
	f, err := p.check()
	if err != nil || !f.fits(lambda, nu) {
		return nil
	}
	x, _ := f.minimiser(lambda, nu)
	return x
}

// minimiser solves Px = −c with c = q + Gᵀλ + Aᵀν, in the eigenvectors of P; x is nil if c has a part, larger than rounding makes it, where P is 0.
func (f form) minimiser(lambda, nu []float64) (x, c []float64) {
	c = f.linear(lambda, nu)
	size := floats.Norm(f.q, math.Inf(1)) + largestTerm(f.g, lambda) + largestTerm(f.a, nu)
	var eigen mat.EigenSym
	s := mat.NewSymDense(f.n, nil)
	for i := range f.n {
		for j := i; j < f.n; j++ {
			s.SetSym(i, j, f.p.At(i, j))
		}
	}
	if !eigen.Factorize(s, true) {
		return nil, c
	}
	var q mat.Dense
	eigen.VectorsTo(&q)
	values := eigen.Values(nil)
	zero := 1e-12 * float64(f.n) * values[f.n-1]
	along := product(q.T(), c)
	for i, v := range values {
		if v > zero {
			along[i] /= -v
		} else if math.Abs(along[i]) > 1e-10*size {
			return nil, c
		} else {
			along[i] = 0
		}
	}
	return product(&q, along), c
}

// largestTerm returns the largest |M_ij λ_i|.
func largestTerm(m *mat.Dense, lambda []float64) float64 {
	largest := 0.0
	for i, l := range lambda {
		largest = max(largest, floats.Norm(m.RawRowView(i), math.Inf(1))*math.Abs(l))
	}
	return largest
}
