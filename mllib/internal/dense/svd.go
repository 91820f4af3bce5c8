package dense

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/conquer"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/gonum"
)

// svd overwrites values by the singular values of an m×n matrix A with m >= n, in decreasing order. The columns of u and v, if they have any, become
// singular vectors: n or m of length m and n of length n. No number of A is NaN or infinite; A may be overwritten. It is not ok where
// iterations do not converge.
//
// A is reduced to a bidiagonal matrix, whose problem is solved by divide and conquer; the vectors follow by the reflectors of the reduction. Of a tall
// matrix it is the triangle of its QR factors that is reduced.
func (e engine) svd(a view, values []float64, u, v view) (ok bool) {
	m, n := a.rows, a.cols
	exponent := scaleToUnit(a)
	var q reflectors
	if 5*m >= 8*n {
		columns := rowMajor(make([]float64, n*m), n, m, m)
		a.transposeTo(columns)
		q = e.qr(columns)
		a = triangleOf(columns)
	} else if !a.byRows() {
		rows := rowMajor(make([]float64, m*n), m, n, n)
		a.t().transposeTo(rows)
		a = rows
	}
	off := make([]float64, n)
	left, right := e.bidiagonalize(a, values, off[:n-1])
	if u.cols == 0 && v.cols == 0 { // by the quotient-difference algorithm, which stops at 100 units of rounding, as in LAPACK
		ok = gonum.Implementation{}.Dbdsqr(blas.Upper, n, 0, 0, 0, values, off[:n-1], nil, 1, nil, 1, nil, 1, make([]float64, 4*n))
	} else {
		var ofU, ofV conquer.Matrix
		if ofU, ofV, ok = conquer.Bidiagonal(conqueror{e}, values, off[:n-1]); ok {
			e.backwards(u, ofU, left, q)
			e.backwards(v, ofV, right)
		}
	}
	scaleByPower(values, exponent)
	return ok
}

// backwards sets the columns of to to the vectors, the rows of a matrix, after the reflectors were applied to them, one product after another; if there
// are more columns, to orthonormal ones beside them. Before a product, the vectors are filled up with zeros to its length.
func (e engine) backwards(to view, vectors conquer.Matrix, products ...reflectors) {
	if to.cols == 0 {
		return
	}
	rows := rowMajor(make([]float64, to.cols*to.rows), to.cols, to.rows, to.rows)
	rowMajor(vectors.Data, vectors.Rows, vectors.Cols, vectors.Stride).copyTo(rows.part(0, 0, vectors.Rows, vectors.Cols))
	for i := vectors.Rows; i < to.cols; i++ {
		rows.set(i, i, 1)
	}
	for _, q := range products {
		if q.vectors.cols > 0 {
			q.applyTo(e, rows.columns(0, q.vectors.cols))
		}
	}
	rows.transposeTo(to)
}

// triangleOf is the triangle that qr left in rows.
func triangleOf(columns view) view {
	n := columns.rows
	r := rowMajor(make([]float64, n*n), n, n, n)
	for j := range n {
		columns.part(j, 0, 1, j+1).t().copyTo(r.part(0, j, j+1, 1))
	}
	return r
}

// scaleToUnit divides a matrix by a power of 2 such that the largest entry is about 1, and returns its exponent.
func scaleToUnit(a view) int {
	if !a.byRows() {
		a = a.t()
	}
	size := 0.0
	for i := range a.rows {
		size = max(size, maxAbs(a.row(i)))
	}
	_, exponent := math.Frexp(size)
	if exponent != 0 {
		for i := range a.rows {
			scaleByPower(a.row(i), -exponent)
		}
	}
	return exponent
}
