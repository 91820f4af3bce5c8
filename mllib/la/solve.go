package la

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Solve returns A⁻¹b, the solution x of A x = b, for a square A. It panics where A is singular, or so nearly that no digit of x would be
// right (a condition number above 1e16). Units do not count: what is nearly singular only because rows or columns differ in size is solved.
func Solve(A mat.Matrix, b []float64) []float64 {
	n := square("Solve", A)
	if len(b) != n {
		fail("Solve", "A is %d×%d and b has length %d, want length %d", n, n, len(b), n)
	}
	x := make([]float64, n)
	solve("Solve", A, x, b)
	return x
}

// SolveM returns A⁻¹B, the solution X of A X = B, for a square A. It panics as Solve does.
func SolveM(A, B mat.Matrix) *mat.Dense {
	n := square("SolveM", A)
	if r, c := shape("SolveM", "B", B); r != n {
		fail("SolveM", "A is %d×%d and B is %d×%d, want %d rows in B", n, n, r, c, n)
	}
	finite("SolveM", A)
	var x mat.Dense
	if err := x.Solve(mat.DenseCopyOf(A), B); err != nil { // a copy, because gonum compares A with B, which Go refuses for two M
		return inUnits("SolveM", A, B, err)
	}
	return &x
}

// Inv returns A⁻¹. It panics as Solve does. For A⁻¹b take Solve, for xᵀA⁻¹y QuadInv: they are shorter and more exact.
func Inv(A mat.Matrix) *mat.Dense {
	n := square("Inv", A)
	finite("Inv", A)
	var x mat.Dense
	if err := x.Inverse(A); err != nil {
		return inUnits("Inv", A, I(n), err)
	}
	return &x
}

// solve sets x to A⁻¹b.
func solve(function string, A mat.Matrix, x, b []float64) {
	finite(function, A)
	n := len(x)
	if err := mat.NewVecDense(n, x).SolveVec(A, mat.NewVecDense(n, b)); err != nil {
		copy(x, mat.Col(nil, 0, inUnits(function, A, mat.NewVecDense(n, b), err)))
	}
}

// inUnits returns A⁻¹B for an A that gonum finds singular: by the matrix whose rows and columns are multiplied by powers of 2, such that the largest entries
// are about 1. It panics with what gonum said unless that one is far from singular.
func inUnits(function string, A, B mat.Matrix, gonum error) *mat.Dense {
	n, _ := A.Dims()
	a, b := mat.DenseCopyOf(A), mat.DenseCopyOf(B)
	for i := range n {
		k := exponent(a.RawRowView(i))
		scale(a.RawRowView(i), k)
		scale(b.RawRowView(i), k)
	}
	columns := make([]int, n)
	for j := range n {
		column := mat.Col(nil, j, a)
		columns[j] = exponent(column)
		scale(column, columns[j])
		a.SetCol(j, column)
	}
	var lu mat.LU
	lu.Factorize(a)
	const far = 1e13
	if !(lu.Cond() < far) {
		regular(function, n, gonum)
	}
	var x mat.Dense
	regular(function, n, lu.SolveTo(&x, false, b))
	for i := range n {
		scale(x.RawRowView(i), columns[i])
	}
	return &x
}

// exponent returns the k for which the largest entry of 2^k·x is about 1.
func exponent(x []float64) (k int) {
	_, k = math.Frexp(floats.Norm(x, math.Inf(1)))
	return -k
}

// scale multiplies x by 2^k.
func scale(x []float64, k int) {
	for i, v := range x {
		x[i] = math.Ldexp(v, k)
	}
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
	solve("QuadInv", A, z, y)
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
	finite("Det", A)
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
