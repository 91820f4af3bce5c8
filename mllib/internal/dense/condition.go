package dense

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
)

// Dpocon estimates the reciprocal of the condition number of a positive definite matrix of order n in the 1-norm, which is anorm for the matrix itself,
// from the triangle uplo of its factor. It is what gonum's does, with triangular systems that are solved without watching for numbers that are too
// large; where one is, gonum's version computes the estimate.
func (l LAPACK) Dpocon(uplo blas.Uplo, n int, a []float64, lda int, anorm float64, work []float64, iwork []int) float64 {
	if n > triangleBase && anorm > 0 && fits(a, n, n, lda) && len(work) >= 3*n && len(iwork) >= n {
		v := operand("A", false, a, n, n, lda).maybeT(upper(uplo)) // the factor L of LLᵀ
		factor := triangle{view: v, lower: true}
		inverse, ok := l.inverseNorm(n, work, iwork, func(x view, _ bool) {
			machine.solve(factor, x)
			machine.solve(factor.t(), x)
		})
		if ok {
			return 1 / inverse / anorm
		}
	}
	return l.Implementation.Dpocon(uplo, n, a, lda, anorm, work, iwork)
}

// Dgecon is the same for a square matrix, in the 1-norm or the norm of the largest sum of a row, from its factors L and U.
func (l LAPACK) Dgecon(norm lapack.MatrixNorm, n int, a []float64, lda int, anorm float64, work []float64, iwork []int) float64 {
	known := norm == lapack.MaxColumnSum || norm == lapack.MaxRowSum
	if known && n > triangleBase && anorm > 0 && !math.IsInf(anorm, 1) && fits(a, n, n, lda) && len(work) >= 4*n && len(iwork) >= n {
		v := operand("A", false, a, n, n, lda)
		below, above := triangle{view: v, lower: true, unit: true}, triangle{view: v}
		inverse, ok := l.inverseNorm(n, work, iwork, func(x view, transposed bool) {
			if transposed == (norm == lapack.MaxRowSum) { // sums of rows are sums of columns of the transpose
				machine.solve(below, x)
				machine.solve(above, x)
				return
			}
			machine.solve(above.t(), x)
			machine.solve(below.t(), x)
		})
		if ok {
			return 1 / inverse / anorm
		}
	}
	return l.Implementation.Dgecon(norm, n, a, lda, anorm, work, iwork)
}

// Dlansy is a norm of the symmetric matrix of order n that the triangle uplo gives. The largest sum of a row or column, which condition numbers begin with, is
// gonum's to the last bit, with the sum of a row kept in a register.
func (l LAPACK) Dlansy(norm lapack.MatrixNorm, uplo blas.Uplo, n int, a []float64, lda int, work []float64) float64 {
	sums := norm == lapack.MaxColumnSum || norm == lapack.MaxRowSum
	if !sums || n <= triangleBase || !fits(a, n, n, lda) || len(work) < n {
		return l.Implementation.Dlansy(norm, uplo, n, a, lda, work)
	}
	work = work[:n]
	clear(work)
	above := upper(uplo)
	for i := range n {
		row, others := a[i*lda:][:i], work[:i]
		if above {
			row, others = a[i*lda+i+1:][:n-i-1], work[i+1:]
			work[i] += math.Abs(a[i*lda+i])
		}
		sum := work[i]
		for j, v := range row {
			v = math.Abs(v)
			sum += v
			others[j] += v
		}
		work[i] = sum
		if !above {
			work[i] += math.Abs(a[i*lda+i])
		}
	}
	largest := 0.0
	for _, sum := range work {
		largest = max(largest, sum) // NaN if one is
	}
	return largest
}

// inverseNorm estimates the 1-norm of an inverse from below, given what multiplies a column x by it or by its transpose. It reports false where a number
// is not finite, or all are 0.
//
// Reference: N. Higham, FORTRAN codes for estimating the one-norm of a real or complex matrix (1988).
func (l LAPACK) inverseNorm(n int, work []float64, signs []int, solve func(x view, transposed bool)) (norm float64, ok bool) {
	var kase int
	var state [3]int
	for {
		norm, kase = l.Dlacn2(n, work[n:2*n], work[:n], signs, norm, kase, &state)
		if kase == 0 {
			return norm, norm > 0 && !math.IsInf(norm, 1)
		}
		x := rowMajor(work, n, 1, 1)
		solve(x, kase == 2)
		if !finite(work[:n]) {
			return 0, false
		}
	}
}
