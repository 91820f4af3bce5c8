package la

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Solve returns A⁻¹b, the solution x of A x = b, for a square A. It panics where A is singular, or so nearly that no digit of x would be
// right (a condition number above 1e16).
func Solve(A mat.Matrix, b []float64) []float64 {
	n := square("Solve", A)
	if len(b) != n {
		fail("Solve", "A is %d×%d and b has length %d, want length %d", n, n, len(b), n)
	}
	x := make([]float64, n)
	regular("Solve", n, mat.NewVecDense(n, x).SolveVec(A, mat.NewVecDense(n, b)))
	return x
}

// SolveM returns A⁻¹B, the solution X of A X = B, for a square A. It panics as Solve does.
func SolveM(A, B mat.Matrix) *mat.Dense {
	n := square("SolveM", A)
	if r, c := shape("SolveM", "B", B); r != n {
		fail("SolveM", "A is %d×%d and B is %d×%d, want %d rows in B", n, n, r, c, n)
	}
	var x mat.Dense
	regular("SolveM", n, x.Solve(mat.DenseCopyOf(A), B)) // a copy, because gonum compares A with B, which Go refuses for two M
	return &x
}

// Inv returns A⁻¹. It panics as Solve does. For A⁻¹b take Solve, for xᵀA⁻¹y QuadInv: they are shorter and more exact.
func Inv(A mat.Matrix) *mat.Dense {
	n := square("Inv", A)
	var x mat.Dense
	regular("Inv", n, x.Inverse(A))
	return &x
}

// regular panics where gonum says that a system has no solution with correct digits.
func regular(function string, n int, err error) {
	var condition mat.Condition
	switch {
	case err == nil:
	case errors.As(err, &condition):
		fail(function, "the %d×%d matrix is singular: its condition number is %.2g", n, n, float64(condition))
	default:
		fail(function, "%v", err)
	}
}

// QuadInv returns the form xᵀ A⁻¹ y, without the inverse: of a positive definite A by its Cholesky factor, so that
// QuadInv(x, A, x) is positive and QuadInv(x, A, y) equals QuadInv(y, A, x) to the last bit. It panics as Solve does.
func QuadInv(x []float64, A mat.Matrix, y []float64) float64 {
	formShapes("QuadInv", x, A, y)
	n := square("QuadInv", A)
	if l, ok := factor(A, n); ok {
		return floats.Dot(forward(l, x), forward(l, y))
	}
	z := make([]float64, n)
	regular("QuadInv", n, mat.NewVecDense(n, z).SolveVec(A, mat.NewVecDense(n, y)))
	return floats.Dot(x, z)
}

// factor returns the lower triangular L with A = L Lᵀ, row by row, unless A is not symmetric to the last bit or not safely positive
// definite. It is for the small matrices of formulas, where gonum's factorisation spends its time on memory.
func factor(a mat.Matrix, n int) (l []float64, ok bool) {
	l = make([]float64, n*n)
	for i := range n {
		for j := range i + 1 {
			v := a.At(i, j)
			if v != a.At(j, i) {
				return nil, false
			}
			s := v - floats.Dot(l[i*n:i*n+j], l[j*n:j*n+j])
			switch {
			case i != j:
				l[i*n+j] = s / l[j*n+j]
			case !(s > 1e-13*v):
				return nil, false
			default:
				l[i*n+i] = math.Sqrt(s)
			}
		}
	}
	return l, true
}

// forward returns L⁻¹x.
func forward(l, x []float64) []float64 {
	n := len(x)
	z := make([]float64, n)
	for i := range z {
		z[i] = (x[i] - floats.Dot(l[i*n:i*n+i], z[:i])) / l[i*n+i]
	}
	return z
}

// Det returns the determinant of a square matrix.
func Det(A mat.Matrix) float64 {
	square("Det", A)
	return mat.Det(A)
}

// LogDet returns log det A of a positive definite matrix, also where the determinant itself overflows or is 0 as a number.
func LogDet(A mat.Matrix) float64 { return cholesky("LogDet", A).LogDet() }

// Chol returns the lower triangular L with A = L Lᵀ of a positive definite matrix.
func Chol(A mat.Matrix) *mat.Dense {
	var l mat.TriDense
	cholesky("Chol", A).LTo(&l)
	return mat.DenseCopyOf(&l)
}
