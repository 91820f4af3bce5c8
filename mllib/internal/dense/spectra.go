package dense

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
)

// smallSpectrum is the order up to which eigenvectors and singular values are left to gonum's QL and QR iterations, which are as fast there.
const smallSpectrum = 32

// Dsyev overwrites w by the eigenvalues of a symmetric matrix of order n, given by the triangle uplo of a, in increasing order. With
// lapack.EVCompute the columns of a become orthonormal eigenvectors, in the same order; else a is overwritten by what is of no use. It
// reports false, and w and a hold nothing, if a has NaN or infinities or the iterations of a part do not converge. Up to order 32, eigenvectors are gonum's,
// unless rows have no entries of usual size: then gonum's iterations can give infinities. Those for values alone can panic.
func (l LAPACK) Dsyev(jobz lapack.EVJob, uplo blas.Uplo, n int, a []float64, lda int, w, work []float64, lwork int) (ok bool) {
	if n == 0 || lwork == -1 {
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
	if n <= smallSpectrum && jobz == lapack.EVCompute && usual(v) {
		return l.Implementation.Dsyev(jobz, uplo, n, a, lda, w, work, lwork)
	}
	return machine.eigen(v, w[:n], jobz == lapack.EVCompute)
}

// usual tells whether each row of a symmetric matrix, of which the entries above the diagonal do not count, is 0 or has a largest entry of usual size.
func usual(a view) bool {
	for i := range a.rows {
		size := maxAbs(a.row(i)[:i+1])
		for j := i + 1; j < a.rows; j++ {
			size = max(size, math.Abs(a.at(j, i)))
		}
		if size != 0 && (size < 1e-100 || size > 1e100) {
			return false
		}
	}
	return true
}

func finite(x []float64) bool {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// Dgesvd overwrites s by the min(m, n) singular values of the m×n matrix A, in decreasing order. The columns of u become left singular vectors and
// the rows of vt right ones: all of them with lapack.SVDAll, min(m, n) with lapack.SVDStore, none with lapack.SVDNone; gonum has no
// lapack.SVDOverwrite either. A is overwritten. It reports false, and the results hold nothing, if A has NaN or infinities or the iterations of a part do
// not converge. Up to min(m, n) = 32, it is gonum's, but for that refusal.
func (l LAPACK) Dgesvd(jobU, jobVT lapack.SVDJob, m, n int, a []float64, lda int, s, u []float64, ldu int, vt []float64, ldvt int, work []float64, lwork int) (ok bool) {
	few := min(m, n)
	if few == 0 || lwork == -1 || jobU == lapack.SVDOverwrite || jobVT == lapack.SVDOverwrite {
		return l.Implementation.Dgesvd(jobU, jobVT, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork)
	}
	va := operand("A", false, a, m, n, lda)
	if !finiteRows(va) {
		return false
	}
	if few <= smallSpectrum {
		return l.Implementation.Dgesvd(jobU, jobVT, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork)
	}
	if len(s) < few {
		panic(fmt.Sprintf("dense: s has length %d, want at least min(m, n) = %d", len(s), few))
	}
	vu, vv := view{rows: m}, view{rows: n}
	if count := vectorCount("jobU", jobU, m, few); count > 0 {
		vu = operand("U", false, u, m, count, ldu)
	}
	if count := vectorCount("jobVT", jobVT, n, few); count > 0 {
		vv = operand("VT", false, vt, count, n, ldvt).t()
	}
	if m < n {
		return machine.svd(va.t(), s[:few], vv, vu)
	}
	return machine.svd(va, s[:few], vu, vv)
}

func finiteRows(a view) bool {
	for i := range a.rows {
		if !finite(a.row(i)) {
			return false
		}
	}
	return true
}

// vectorCount is the number of singular vectors of a length that a job asks for.
func vectorCount(name string, job lapack.SVDJob, length, few int) int {
	switch job {
	case lapack.SVDAll:
		return length
	case lapack.SVDStore:
		return few
	case lapack.SVDNone:
		return 0
	}
	panic(fmt.Sprintf("dense: %s is %q, want lapack.SVDAll, lapack.SVDStore or lapack.SVDNone", name, job))
}
