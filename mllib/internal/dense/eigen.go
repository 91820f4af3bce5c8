package dense

import (
	"math"

	"github.com/mercer-go/mercer/mllib/internal/conquer"
)

// eigen overwrites values by the eigenvalues of a symmetric matrix A, in increasing order, and, if vectors holds, the columns of A by orthonormal
// eigenvectors. A lies row by row, its entries above the diagonal do not count, and none of the others is NaN or infinite; A is overwritten in any case.
// It is not ok where iterations do not converge.
//
// A is reduced to a tridiagonal matrix, whose eigenproblem is solved by divide and conquer; the vectors follow by the reflectors of the reduction.
func (e engine) eigen(a view, values []float64, vectors bool) (ok bool) {
	n := a.rows
	exponent := scaleLowerToUnit(a)
	off := make([]float64, n)
	q := e.tridiagonalize(a, values, off[:n-1])
	if !vectors {
		ok = conquer.Values(values, off[:n-1])
	} else {
		var z conquer.Matrix
		if z, ok = conquer.Tridiagonal(conqueror{e}, values, off[:n-1]); ok {
			rows := rowMajor(z.Data, n, n, z.Stride)
			q.applyTo(e, rows)
			rows.transposeTo(a)
		}
	}
	for i, v := range values {
		values[i] = math.Ldexp(v, exponent)
	}
	return ok
}

// scaleLowerToUnit divides the entries on and below the diagonal by a power of 2 such that the largest is about 1, and returns its exponent: squares of
// entries then neither overflow nor get lost.
func scaleLowerToUnit(a view) int {
	size := 0.0
	for i := range a.rows {
		size = max(size, maxAbs(a.row(i)[:i+1]))
	}
	_, exponent := math.Frexp(size)
	if exponent != 0 {
		for i := range a.rows {
			scaleByPower(a.row(i)[:i+1], -exponent)
		}
	}
	return exponent
}

// maxAbs is the largest absolute value, and NaN if one of the numbers is NaN.
func maxAbs(x []float64) float64 {
	most := 0.0
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	return most
}

// scaleByPower multiplies by a power of 2, in two steps, for the power itself may overflow.
func scaleByPower(x []float64, exponent int) {
	first := exponent / 2
	a, b := math.Ldexp(1, first), math.Ldexp(1, exponent-first)
	for i, v := range x {
		x[i] = v * a * b
	}
}

// conqueror does the work of divide and conquer with an engine.
type conqueror struct{ engine }

func (c conqueror) Multiply(to, a, b conquer.Matrix) {
	v := rowMajor(to.Data, to.Rows, to.Cols, to.Stride)
	v.scale(0)
	c.gemm(1, rowMajor(a.Data, a.Rows, a.Cols, a.Stride), rowMajor(b.Data, b.Rows, b.Cols, b.Stride), v)
}

func (c conqueror) Rows(n, work int, f func(lo, hi int)) {
	const granule = 16
	c.forWork(n*work).each((n+granule-1)/granule, func(i int) { f(i*granule, min(n, (i+1)*granule)) })
}

func (c conqueror) Both(work int, f, g func(conquer.Machine)) {
	e := c.forWork(work)
	if e.workers < 2 {
		f(c)
		g(c)
		return
	}
	rest := max(1, e.workers/2)
	e.each(2, func(i int) {
		if i == 0 {
			f(conqueror{engine{c.set, e.workers - rest}})
		} else {
			g(conqueror{engine{c.set, rest}})
		}
	})
}
