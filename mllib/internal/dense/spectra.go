package dense

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
)

// smallSpectrum is the order up to which eigenproblems are left to gonum's QL and QR iterations, which are as fast there.
const smallSpectrum = 32

// Dsyev overwrites w by the eigenvalues of a symmetric matrix of order n, given by the triangle uplo of a, in increasing order. With
// lapack.EVCompute the columns of a become orthonormal eigenvectors, in the same order; else a is overwritten by what is of no use. It
// reports false, and w and a hold nothing, if a has NaN or infinities or the iterations of a part do not converge. Up to order 32, it is gonum's.
func (l LAPACK) Dsyev(jobz lapack.EVJob, uplo blas.Uplo, n int, a []float64, lda int, w, work []float64, lwork int) (ok bool) {
	if n <= smallSpectrum || lwork == -1 {
		return l.Implementation.Dsyev(jobz, uplo, n, a, lda, w, work, lwork)
	}
	if jobz != lapack.EVNone && jobz != lapack.EVCompute {
		panic("dense: jobz is neither lapack.EVNone nor lapack.EVCompute")
	}
	v := operand("A", false, a, n, n, lda)
	if len(w) < n {
		panic(fmt.Sprintf("dense: w has length %d, want at least n = %d", len(w), n))
	}
	if upper(uplo) {
		v.mirror()
	}
	for i := range n {
		if !finite(v.row(i)[:i+1]) {
			return false
		}
	}
	return machine.eigen(v, w[:n], jobz == lapack.EVCompute)
}

func finite(x []float64) bool {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
