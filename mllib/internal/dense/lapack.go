package dense

import (
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
)

// LAPACK is gonum's LAPACK with the factorisations by Cholesky and by LU, inverses and condition numbers from these, the symmetric eigenproblem and the singular
// value decomposition of this package in place of its own.
type LAPACK struct{ gonum.Implementation }

var _ lapack.Float64 = LAPACK{}

// Dpotrf overwrites the triangle uplo of a positive definite matrix A of order n by that of its factor, A = UᵀU or A = LLᵀ. It reports false if
// A is not positive definite; the triangle then holds no factor. The other triangle stays as it is.
func (LAPACK) Dpotrf(uplo blas.Uplo, n int, a []float64, lda int) bool {
	return machine.cholesky(operand("A", false, a, n, n, lda).maybeT(!upper(uplo)))
}

// Dpotri overwrites the triangle uplo of a factor, A = UᵀU or A = LLᵀ, by that of A⁻¹. It reports false if the factor has a 0 on its diagonal, and then
// leaves it as it is. The other triangle stays as it is.
func (LAPACK) Dpotri(uplo blas.Uplo, n int, a []float64, lda int) bool {
	u := operand("A", false, a, n, n, lda).maybeT(!upper(uplo))
	for i := range n {
		if u.at(i, i) == 0 {
			return false
		}
	}
	machine.inverse(u)
	return true
}

// Dtrtri overwrites the triangle uplo of order n by its inverse. It reports false if the triangle has a 0 on its diagonal, and then leaves it as it is. The other
// triangle stays as it is, and with blas.Unit the diagonal, which counts as ones. Small triangles are inverted as gonum does it.
func (l LAPACK) Dtrtri(uplo blas.Uplo, diag blas.Diag, n int, a []float64, lda int) bool {
	if n <= 2*triangleBase {
		return l.Implementation.Dtrtri(uplo, diag, n, a, lda)
	}
	t := triangle{view: operand("A", false, a, n, n, lda), lower: !upper(uplo), unit: diag == blas.Unit}
	for i := range n {
		if !t.unit && t.at(i, i) == 0 {
			return false
		}
	}
	machine.invert(t)
	return true
}

// Dgetrf overwrites the m×n matrix A by L and U of PA = LU, L with ones on the diagonal, which are left out. Row i was exchanged for row
// pivots[i], in the order of i = 0, ..., min(m, n)-1. It reports false if U has a 0 on its diagonal.
func (LAPACK) Dgetrf(m, n int, a []float64, lda int, pivots []int) bool {
	v := operand("A", false, a, m, n, lda)
	if len(pivots) != min(m, n) {
		panic(fmt.Sprintf("dense: pivots has length %d, want min(m, n) = %d", len(pivots), min(m, n)))
	}
	if len(pivots) == 0 {
		return true
	}
	return machine.lu(v, pivots)
}
