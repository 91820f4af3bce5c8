package components

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/mercer-go/mercer/mllib/internal/lanczos"
	"github.com/mercer-go/mercer/mllib/la"
)

// smallest is the ratio of the singular values of which the vectors are still good to eleven digits: in AᵀA it is squared, and vectors are found to 1e-13 of the largest.
const smallest = 1e-3

// leading returns the wanted largest singular values of the n×d matrix A, decreasing, and their right singular vectors, the columns of a d×wanted matrix oriented as
// those of la.SVD. Lanczos' method on AᵀA finds their space; the singular values of A within it have the digits that those of AᵀA have lost. It is not ok where the method
// does not converge, nor where a singular value is so small beside the largest that AᵀA knows too little of its vector.
func leading(a *mat.Dense, wanted int) (σ []float64, directions *mat.Dense, ok bool) {
	_, d := a.Dims()
	result, ok := lanczos.Problem{N: d, Wanted: wanted, Apply: gramOperator(a)}.Solve()
	if !ok {
		return nil, nil, false
	}
	space := result.Vectors.T()
	_, σ, turn := la.SVD(la.Mul(a, space))
	if σ[wanted-1] < smallest*σ[0] {
		return nil, nil, false
	}
	directions = la.Mul(space, turn)
	la.Orient(directions)
	return σ, directions, true
}

// gramOperator multiplies AᵀA with vectors without making it.
func gramOperator(a *mat.Dense) lanczos.Operator {
	n, d := a.Dims()
	return func(to, from []float64) {
		k := len(from) / d
		in, out := general(k, d, from), general(k, d, to)
		seen := general(k, n, make([]float64, k*n))
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, in, a.RawMatrix(), 0, seen)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, seen, a.RawMatrix(), 0, out)
	}
}

func general(rows, cols int, data []float64) blas64.General {
	return blas64.General{Rows: rows, Cols: cols, Stride: cols, Data: data}
}

// squares is the sum of the squares of the entries, row by row.
func squares(a *mat.Dense) float64 {
	n, _ := a.Dims()
	sum := 0.0
	for i := range n {
		norm := blas64.Nrm2(blas64.Vector{N: len(a.RawRowView(i)), Data: a.RawRowView(i), Inc: 1})
		sum = math.FMA(norm, norm, sum)
	}
	return sum
}
