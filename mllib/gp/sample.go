package gp

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// Sample draws n paths of the prior at the m rows of X, the rows of an n×m matrix: f with its prior mean, without noise. Rows of X may be equal. With the kernel
// Linear and the features √λ_j φ_j(x) as columns of X it draws Karhunen–Loève sums Σ √λ_j ξ_j φ_j(x).
//
// The error wraps input.ErrEmpty, ErrShape, ErrNotFinite, ErrParam (n < 1, no source, or a Trend, whose prior has no limits), or is one of kernels.Kernel.Gram.
//
// Curriculum: N6.4c, N6.4e, N6.4g, N6.4u.
func (p Regression) Sample(x mat.Matrix, n int, src rand.Source) (*mat.Dense, error) {
	err := errors.Join(p.check(), input.Param(p.Trend == NoTrend, "Regression.Trend", p.Trend, "none for a sample of the prior"))
	var gram *mat.SymDense
	if err == nil {
		gram, err = p.Kernel.Gram(x)
	}
	var paths *mat.Dense
	if err == nil {
		m := gram.SymmetricDim()
		mean := make([]float64, m)
		for i := range mean {
			mean[i] = p.Mean
		}
		paths, err = draw(n, mean, gram, largestVariance(gram), src)
	}
	if err != nil {
		return nil, fmt.Errorf("gp: sample: %w", err)
	}
	return paths, nil
}

func largestVariance(cov *mat.SymDense) float64 {
	most := 0.0
	for i := range cov.SymmetricDim() {
		most = max(most, cov.At(i, i))
	}
	return most
}

// draw draws n times from the normal law with a mean and a covariance, which it overwrites. The covariance need not have full rank: it is factored with pivots, PᵀΣP = UᵀU, down
// to the rounding of numbers of the size of scale.
func draw(n int, mean []float64, cov *mat.SymDense, scale float64, src rand.Source) (*mat.Dense, error) {
	m := len(mean)
	err := errors.Join(input.Size("n", n, m), input.Param(src != nil, "src", src, "a source of randomness"))
	if err != nil {
		return nil, err
	}
	pivots := make([]int, m)
	raw := cov.RawSymmetric()
	u, rank, _ := lapack64.Pstrf(raw, pivots, leastShare(m)*scale, make([]float64, 2*m))
	paths := mat.NewDense(n, m, nil)
	for i := range n {
		copy(paths.RawRowView(i), mean)
	}
	if rank == 0 {
		return paths, nil
	}
	for i := range rank {
		clear(u.Data[i*u.Stride : i*u.Stride+i])
	}
	normals, rnd := mat.NewDense(n, rank, nil), rand.New(src)
	for i := range n {
		row := normals.RawRowView(i)
		for j := range row {
			row[j] = rnd.NormFloat64()
		}
	}
	drawn := mat.NewDense(n, m, nil)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, normals.RawMatrix(), blas64.General{Rows: rank, Cols: m, Stride: u.Stride, Data: u.Data}, 0, drawn.RawMatrix())
	for i := range n {
		row := paths.RawRowView(i)
		for j, v := range drawn.RawRowView(i) {
			if row[pivots[j]] += v; !finite(row[pivots[j]]) {
				return nil, input.Errorf(input.ErrNotFinite, "X", "a path overflows at row %d", pivots[j])
			}
		}
	}
	return paths, nil
}
