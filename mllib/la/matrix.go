package la

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Row returns row i of A, counted from 0.
func Row(A mat.Matrix, i int) []float64 {
	if r, c := shape("Row", "the matrix", A); i < 0 || i >= r {
		fail("Row", "got row %d of a %d×%d matrix", i, r, c)
	}
	return mat.Row(nil, i, A)
}

// Col returns column j of A, counted from 0.
func Col(A mat.Matrix, j int) []float64 {
	if r, c := shape("Col", "the matrix", A); j < 0 || j >= c {
		fail("Col", "got column %d of a %d×%d matrix", j, r, c)
	}
	return mat.Col(nil, j, A)
}

// Rows returns all rows of A.
func Rows(A mat.Matrix) [][]float64 {
	r, _ := shape("Rows", "the matrix", A)
	rows := make([][]float64, r)
	for i := range rows {
		rows[i] = mat.Row(nil, i, A)
	}
	return rows
}

// DiagOf returns the diagonal of A.
func DiagOf(A mat.Matrix) []float64 {
	r, c := shape("DiagOf", "the matrix", A)
	d := make([]float64, min(r, c))
	for i := range d {
		d[i] = A.At(i, i)
	}
	return d
}

// Mul returns the product A B …. Of large matrices, all kinds are multiplied at the speed of dense ones; gonum's Mul takes minutes where both factors are
// triangular, or one is diagonal, banded or of a type of its own, because it asks for each entry again and again.
func Mul(A mat.Matrix, more ...mat.Matrix) *mat.Dense {
	_, c := shape("Mul", "argument 1", A)
	product := mat.DenseCopyOf(A)
	for k, b := range more {
		r, next := shape("Mul", fmt.Sprintf("argument %d", k+2), b)
		if r != c {
			rows, _ := product.Dims()
			first := fmt.Sprintf("argument %d", k+1)
			if k > 0 {
				first = fmt.Sprintf("the product of arguments 1 to %d", k+1)
			}
			fail("Mul", "%s is %d×%d and argument %d is %d×%d, want as many rows in the second as columns in the first", first, rows, c, k+2, r, next)
		}
		var p mat.Dense
		p.Mul(product, operand(product, b))
		product, c = &p, next
	}
	return product
}

// operand is B, as a dense matrix if gonum would ask it for each entry more than once and that would take long.
func operand(product *mat.Dense, b mat.Matrix) mat.Matrix {
	plain := b
	for t, ok := plain.(mat.Untransposer); ok; t, ok = plain.(mat.Untransposer) {
		plain = t.Untranspose()
	}
	switch plain.(type) {
	case *mat.Dense, *mat.SymDense, *mat.TriDense, *mat.VecDense:
		return b
	}
	const large = 1 << 15 // multiplications
	n, k := product.Dims()
	if _, m := b.Dims(); n*k*m < large {
		return b
	}
	return mat.DenseCopyOf(b)
}

// MulVec returns the vector A x.
func MulVec(A mat.Matrix, x []float64) []float64 {
	r, c := shape("MulVec", "A", A)
	if len(x) != c {
		fail("MulVec", "A is %d×%d and x has length %d, want length %d", r, c, len(x), c)
	}
	y := make([]float64, r)
	mat.NewVecDense(r, y).MulVec(A, mat.NewVecDense(c, x))
	return y
}

// AddM returns A + B + ….
func AddM(A mat.Matrix, more ...mat.Matrix) *mat.Dense {
	shape("AddM", "argument 1", A)
	sum := mat.DenseCopyOf(A)
	for k, b := range more {
		sameShape("AddM", A, b, k+2)
		sum.Add(sum, b)
	}
	return sum
}

// SubM returns A - B.
func SubM(A, B mat.Matrix) *mat.Dense {
	sameShape("SubM", A, B, 2)
	var d mat.Dense
	d.Sub(A, B)
	return &d
}

// ScaleM returns c·A.
func ScaleM(c float64, A mat.Matrix) *mat.Dense {
	shape("ScaleM", "the matrix", A)
	var s mat.Dense
	s.Scale(c, A)
	return &s
}

// MulElem returns the product of A and B entry by entry, A ∘ B.
func MulElem(A, B mat.Matrix) *mat.Dense {
	sameShape("MulElem", A, B, 2)
	var p mat.Dense
	p.MulElem(A, B)
	return &p
}

func sameShape(function string, a, b mat.Matrix, number int) {
	r, c := shape(function, "argument 1", a)
	if r2, c2 := shape(function, fmt.Sprintf("argument %d", number), b); r != r2 || c != c2 {
		fail(function, "argument 1 is %d×%d and argument %d is %d×%d, want equal shapes", r, c, number, r2, c2)
	}
}

// Quad returns the form xᵀ A y.
func Quad(x []float64, A mat.Matrix, y []float64) float64 {
	formShapes("Quad", x, A, y)
	return floats.Dot(x, MulVec(A, y))
}

func formShapes(function string, x []float64, a mat.Matrix, y []float64) {
	if r, c := shape(function, "A", a); len(x) != r || len(y) != c {
		fail(function, "x has length %d, A is %d×%d and y has length %d, want x of length %d and y of length %d", len(x), r, c, len(y), r, c)
	}
}

// Tr returns the trace of a square matrix.
func Tr(A mat.Matrix) float64 {
	square("Tr", A)
	return mat.Trace(A)
}

// NormM returns the Frobenius norm of A, the Euclidean norm of its entries.
func NormM(A mat.Matrix) float64 {
	r, _ := shape("NormM", "the matrix", A)
	if norm := mat.Norm(A, 2); norm > 1e-140 && norm < 1e140 {
		return norm
	}
	norms := make([]float64, r) // squares of entries may have overflowed or got lost
	for i := range norms {
		norms[i] = Norm(mat.Row(nil, i, A))
	}
	return Norm(norms)
}
