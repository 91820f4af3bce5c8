package discriminant

import (
	"errors"
	"math"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// This file finds Fisher's direction among features of which only the inner products are known. What the features span, less their mean, is as many-dimensional
// as the rank s of the centred Gram matrix. Its Cholesky factor with pivots chooses s observations one after another, each time the one whose feature is furthest from
// what those before it span, and has the coordinates of all n features in an orthonormal basis of the span. There Fisher's problem is one of s×s matrices.

// span is coordinates of n features around their mean.
type span struct {
	at     *mat.Dense // n×s: row i is that of observation i
	pivots []int      // the s observations that were chosen
}

// coordinates factors a Gram matrix.
func coordinates(gram *mat.SymDense) (*span, error) {
	n := gram.SymmetricDim()
	centred, _, err := kernels.Centre(gram)
	if err != nil {
		return nil, err
	}
	most, size := 0.0, 0.0 // of the diagonal after centring and before
	for i := range n {
		most, size = max(most, math.Abs(centred.At(i, i))), max(size, math.Abs(gram.At(i, i)))
	}
	factored := mat.NewSymDense(n, nil)
	factored.CopySym(centred)
	pivots := make([]int, n)
	u, rank, _ := lapack64.Pstrf(factored.RawSymmetric(), pivots, float64(n)*0x1p-52*size, make([]float64, 2*n))
	if rank == 0 && most <= float64(n)*0x1p-50*size {
		return nil, input.Errorf(input.ErrValue, "gram", "the features of all observations are the same")
	}
	f := &span{at: mat.NewDense(n, max(rank, 1), nil), pivots: pivots[:rank]}
	for j, i := range pivots {
		for r := range min(rank, j+1) {
			f.at.Set(i, r, u.Data[r*u.Stride+j])
		}
	}
	var again mat.Dense
	again.Mul(f.at, f.at.T())
	again.Sub(centred, &again)
	off := max(mat.Max(&again), -mat.Min(&again))
	// The rounding of n² entries gathers in the observation that is left to the last, for the rows of a centred matrix have the sum 0.
	if !(off <= max(1e-10, float64(n)*float64(n)*0x1p-48)*max(size, most)) {
		return nil, input.Errorf(input.ErrParam, "gram", "it is not positive semidefinite: no features have these inner products")
	}
	return f, nil
}

// direction returns a = (S + μI)⁻¹(m_1 − m_0) in coordinates, and what the model tells of it.
func (f *span) direction(classes, y []int, ridge float64) ([]float64, *GramFisherModel, error) {
	n, s := f.at.Dims()
	var mean [2][]float64
	var count [2]float64
	for k := range mean {
		mean[k] = make([]float64, s)
	}
	for i := range n {
		k := classOf(classes, y[i])
		count[k]++
		floats.Add(mean[k], f.at.RawRowView(i))
	}
	for k := range mean {
		floats.Scale(1/count[k], mean[k])
	}
	around := mat.DenseCopyOf(f.at)
	for i := range n {
		floats.Sub(around.RawRowView(i), mean[classOf(classes, y[i])])
	}
	away := floats.SubTo(make([]float64, s), mean[1], mean[0])
	rounding := float64(n) * 0x1p-52 * mat.Norm(f.at, math.Inf(1)) // of a coordinate
	if floats.Norm(away, 2) <= rounding {
		return nil, nil, input.Errorf(input.ErrValue, "gram", "the features of both classes have the same mean: no direction tells the classes apart")
	}
	if ridge == 0 && s > n-2 {
		return nil, nil, input.Errorf(input.ErrSingular, "gram", "the features span %d dimensions, their scatter within the classes at most %d: without a ridge a direction has no scatter at all", s, n-2)
	}
	scatter := mat.NewSymDense(s, nil)
	scatter.SymOuterK(1, around.T())
	for j := range s {
		v := scatter.At(j, j) + ridge
		if v <= float64(n)*rounding*rounding {
			return nil, nil, nearlySingular(ridge)
		}
		scatter.SetSym(j, j, v)
	}
	law, err := dist.NewMVNormal(make([]float64, s), scatter)
	if errors.Is(err, input.ErrSingular) {
		return nil, nil, nearlySingular(ridge)
	} else if err != nil {
		return nil, nil, input.Errorf(input.ErrNotFinite, "gram", "the scatter within the classes overflows: scale the kernel")
	}
	a := append([]float64(nil), away...)
	law.Solve(a)
	m := &GramFisherModel{Classes: classes, Lambda: floats.Dot(away, a), Norm2: floats.Dot(a, a), Rank: s, Ridge: ridge}
	// Where the scatter changes by its rounding δS, Λ changes by aᵀδSa.
	if lost := 0x1p-52 * mat.Norm(scatter, 2) * m.Norm2; lost > 1e-6*m.Lambda && !math.IsInf(lost, 0) {
		return nil, nil, nearlySingular(ridge)
	}
	var spread mat.VecDense
	spread.MulVec(around, mat.NewVecDense(s, a))
	m.Within = mat.Dot(&spread, &spread)
	return a, m, nil
}

// coefficients returns α of sum 0 with a = Σ α_i φ(x_i).
func (f *span) coefficients(a []float64) []float64 {
	n, s := f.at.Dims()
	chosen := mat.NewDense(s, s, nil) // row j is the chosen observation j, a lower triangle
	for j, i := range f.pivots {
		copy(chosen.RawRowView(j), f.at.RawRowView(i))
	}
	beta := append([]float64(nil), a...)
	blas64.Trsv(blas.Trans, blas64.Triangular{Uplo: blas.Lower, Diag: blas.NonUnit, N: s, Stride: s, Data: chosen.RawMatrix().Data}, blas64.Vector{N: s, Inc: 1, Data: beta})
	alpha := make([]float64, n)
	floats.AddConst(-floats.Sum(beta)/float64(n), alpha)
	for j, i := range f.pivots {
		alpha[i] += beta[j]
	}
	return alpha
}

// project returns the projections of the observations, around that of the mean.
func (f *span) project(a []float64) []float64 {
	n, s := f.at.Dims()
	z := mat.NewVecDense(n, nil)
	z.MulVec(f.at, mat.NewVecDense(s, a))
	return z.RawVector().Data
}
