package dense

import (
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// BLAS is gonum's BLAS with the products, triangular systems and symmetric updates of matrices of this package in place of its own. As
// BLAS has it, a beta of 0 overwrites C whatever it holds, with an alpha of 0 the other matrices are not read, and NaN and infinities take part
// in products, also with 0. Wrong arguments panic and name the argument.
type BLAS struct{ gonum.Implementation }

var _ blas.Float64 = BLAS{}

// Dgemm computes C = alpha·op(A)·op(B) + beta·C, where op(A) is m×k, op(B) k×n, and op is the identity or the transpose.
func (BLAS) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	va := operand("A", transposed(tA), a, m, k, lda)
	vb := operand("B", transposed(tB), b, k, n, ldb)
	vc := operand("C", false, c, m, n, ldc)
	vc.scale(beta)
	machine.gemm(alpha, va, vb, vc)
}

// Dsyrk computes the triangle uplo of C = alpha·op(A)·op(A)ᵀ + beta·C, where op(A) is n×k.
func (BLAS) Dsyrk(uplo blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	va := operand("A", transposed(tA), a, n, k, lda)
	vc := operand("C", false, c, n, n, ldc).maybeT(upper(uplo))
	vc.scaleLower(beta)
	machine.syrk(alpha, va, vc)
}

// Dsyr2k computes the triangle uplo of C = alpha·(op(A)·op(B)ᵀ + op(B)·op(A)ᵀ) + beta·C, where op(A) and op(B) are n×k.
func (BLAS) Dsyr2k(uplo blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	va := operand("A", transposed(tA), a, n, k, lda)
	vb := operand("B", transposed(tA), b, n, k, ldb)
	vc := operand("C", false, c, n, n, ldc).maybeT(upper(uplo))
	vc.scaleLower(beta)
	machine.syr2k(alpha, va, vb, vc)
}

// Dsymm computes C = alpha·A·B + beta·C or, on the right, alpha·B·A + beta·C, where A is symmetric, given by its triangle uplo, and
// B and C are m×n.
func (BLAS) Dsymm(side blas.Side, uplo blas.Uplo, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	onRight := right(side)
	va := square(onRight, a, m, n, lda).maybeT(upper(uplo))
	vb := operand("B", false, b, m, n, ldb)
	vc := operand("C", false, c, m, n, ldc)
	vc.scale(beta)
	if alpha != 0 && m > 0 && n > 0 {
		machine.symm(alpha, va, vb.maybeT(onRight), vc.maybeT(onRight))
	}
}

// Dtrsm overwrites the m×n matrix B with alpha·op(A)⁻¹·B or, on the right, alpha·B·op(A)⁻¹, where A is triangular. It does not check that
// A has an inverse.
func (BLAS) Dtrsm(side blas.Side, uplo blas.Uplo, tA blas.Transpose, diag blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	onRight := right(side)
	va := triangular(square(onRight, a, m, n, lda), uplo, tA, diag, onRight)
	vb := operand("B", false, b, m, n, ldb)
	vb.scale(alpha)
	if alpha != 0 && m > 0 && n > 0 {
		machine.solve(va, vb.maybeT(onRight))
	}
}

// Dtrmm overwrites the m×n matrix B with alpha·op(A)·B or, on the right, alpha·B·op(A), where A is triangular.
func (BLAS) Dtrmm(side blas.Side, uplo blas.Uplo, tA blas.Transpose, diag blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	onRight := right(side)
	va := triangular(square(onRight, a, m, n, lda), uplo, tA, diag, onRight)
	vb := operand("B", false, b, m, n, ldb)
	switch {
	case m == 0 || n == 0:
	case alpha == 0:
		vb.scale(0)
	default:
		machine.multiplyBy(va, alpha, vb.maybeT(onRight))
	}
}

// triangular is op(A), transposed once more if it stands on the right of B: then the transposes of both are computed with.
func triangular(a view, uplo blas.Uplo, tA blas.Transpose, diag blas.Diag, onRight bool) triangle {
	if diag != blas.Unit && diag != blas.NonUnit {
		panic(fmt.Sprintf("dense: diag is %q, want blas.Unit or blas.NonUnit", diag))
	}
	t := triangle{view: a, lower: !upper(uplo), unit: diag == blas.Unit}
	if transposed(tA) != onRight {
		return t.t()
	}
	return t
}

// square is the operand A of order m, or n if it stands on the right.
func square(onRight bool, a []float64, m, n, lda int) view {
	if onRight {
		m = n
	}
	return operand("A", false, a, m, m, lda)
}

// operand is the rows×cols matrix op(M) for a matrix M that lies row by row with the given stride.
func operand(name string, trans bool, data []float64, rows, cols, stride int) view {
	if trans {
		if !fits(data, cols, rows, stride) {
			panic(misfit(name, data, cols, rows, stride))
		}
		return view{data, rows, cols, 1, stride}
	}
	if !fits(data, rows, cols, stride) {
		panic(misfit(name, data, rows, cols, stride))
	}
	return view{data, rows, cols, stride, 1}
}

// fits tells whether the numbers hold a matrix that lies row by row.
func fits(data []float64, rows, cols, stride int) bool {
	return rows >= 0 && cols >= 0 && stride >= max(1, cols) && (rows == 0 || cols == 0 || len(data) >= (rows-1)*stride+cols)
}

// misfit says why they do not.
func misfit(name string, data []float64, rows, cols, stride int) string {
	switch {
	case rows < 0 || cols < 0:
		return fmt.Sprintf("dense: %s is %d×%d, want no negative number", name, rows, cols)
	case stride < max(1, cols):
		return fmt.Sprintf("dense: the stride of %s is %d, want at least its number of columns %d and 1", name, stride, cols)
	}
	return fmt.Sprintf("dense: %s has %d numbers, want %d rows of %d with stride %d", name, len(data), rows, cols, stride)
}

func transposed(t blas.Transpose) bool {
	switch t {
	case blas.NoTrans:
		return false
	case blas.Trans, blas.ConjTrans:
		return true
	}
	panic(fmt.Sprintf("dense: transpose is %q, want blas.NoTrans, blas.Trans or blas.ConjTrans", t))
}

func upper(u blas.Uplo) bool {
	if u != blas.Upper && u != blas.Lower {
		panic(fmt.Sprintf("dense: uplo is %q, want blas.Upper or blas.Lower", u))
	}
	return u == blas.Upper
}

func right(s blas.Side) bool {
	if s != blas.Left && s != blas.Right {
		panic(fmt.Sprintf("dense: side is %q, want blas.Left or blas.Right", s))
	}
	return s == blas.Right
}
