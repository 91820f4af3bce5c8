package conquer

import (
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/gonum"
)

// Bidiagonal overwrites the diagonal d of an upper bidiagonal matrix by its singular values, in decreasing order, and returns singular vectors, the
// rows of two matrices. The off-diagonal e, one shorter than d, is overwritten too. It is not ok where QR iterations do not converge, as for
// NaN.
//
// The problem is that of Tridiagonal for the squares of the singular values, without squares: differences of squares are products.
//
// Reference: M. Gu and S. Eisenstat, A divide-and-conquer algorithm for the bidiagonal SVD (1995).
func Bidiagonal(m Machine, d, e []float64) (left, right Matrix, ok bool) {
	return bidiagonal(m, d, e, leafOrder)
}

func bidiagonal(m Machine, d, e []float64, leaf int) (left, right Matrix, ok bool) {
	n := len(d)
	exponent := scalePart(d, e)
	c := &chain{
		leaf: leaf, d: d, e: append(slices.Clone(e), 0), left: NewMatrix(n, n), right: NewMatrix(n+1, n+1), packed: make([]float64, (n+1)*(n+1)),
		ofLeft: make([]float64, n*n), ofRight: make([]float64, n*n),
	}
	order, ok := c.solve(m, 0, n)
	if !ok {
		return Matrix{}, Matrix{}, false
	}
	slices.Reverse(order)
	left = sorted(m, c.left, order, c.ofLeft)
	right = sorted(m, c.right, order, c.ofRight)
	permute(d, order)
	scale(d, exponent)
	return left, right, true
}

// chain is an upper bidiagonal matrix with a column of zeros behind. Its part lo, ..., hi-1 has these rows and one column more, hi; so every part has the
// same form, and a last right vector for the singular value 0 that it does not list. The singular values of a part come to stand in that
// part of d, in any order, the vectors in the rows and columns of left and right that belong to it, and the last one in row hi of right.
type chain struct {
	leaf            int // the order up to which a part is not halved
	d, e            []float64
	left, right     Matrix
	packed          []float64 // the vectors of two halves before they are merged
	ofLeft, ofRight []float64 // coefficients of the new vectors
}

// solve finds singular values and vectors of the part lo, ..., hi-1, and returns the order of the values. Row mid joins two parts.
func (c *chain) solve(m Machine, lo, hi int) (order []int, ok bool) {
	size := hi - lo
	if size <= c.leaf {
		return c.solveLeaf(lo, hi)
	}
	mid := lo + size/2
	var first, second []int
	var okF, okS bool
	m.Both(size*size*size/2, func(m Machine) { first, okF = c.solve(m, lo, mid) }, func(m Machine) { second, okS = c.solve(m, mid+1, hi) })
	if !okF || !okS {
		return nil, false
	}
	return c.merge(m, lo, mid, hi, append(first, second...)), true
}

// solveLeaf solves a part by QR iterations, after rotations of its columns that make the last one 0 and the others a lower bidiagonal matrix.
func (c *chain) solveLeaf(lo, hi int) (order []int, ok bool) {
	n := hi - lo
	d, e := c.d[lo:hi], slices.Clone(c.e[lo:hi])
	right := c.right.Part(lo, lo, n+1, n+1)
	for i := range n + 1 {
		right.Row(i)[i] = 1
	}
	if n == 0 {
		return nil, true
	}
	for i := range n {
		r, cos, sin := direction(d[i], e[i])
		d[i] = r
		if i+1 < n {
			e[i], d[i+1] = sin*d[i+1], cos*d[i+1]
		}
		rotate(right.Row(i), right.Row(i+1), cos, sin)
	}
	columns, work := make([]float64, n*n), make([]float64, 4*n)
	for i := range n {
		columns[i*n+i] = 1
	}
	if !(gonum.Implementation{}).Dbdsqr(blas.Lower, n, n+1, n, 0, d, e[:n-1], right.Data, right.Stride, columns, n, nil, 1, work) {
		return nil, false
	}
	for i := range n {
		row := c.left.Row(lo + i)[lo:hi]
		for j := range row {
			row[j] = columns[j*n+i]
		}
		order = append(order, hi-1-i)
	}
	return order, true
}
