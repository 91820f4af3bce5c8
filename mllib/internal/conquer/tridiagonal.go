package conquer

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
)

// leafOrder is the order up to which a problem is solved by QL or QR iterations.
const leafOrder = 32

// Tridiagonal overwrites the diagonal d of a symmetric tridiagonal matrix by its eigenvalues, in increasing order, and returns orthonormal eigenvectors,
// the rows of a matrix. The off-diagonal e, one shorter than d, is overwritten too. It is not ok where QL iterations do not converge, as for NaN.
//
// Where an entry off the diagonal is negligible beside those on it, the matrix falls into parts that do not know of each other.
func Tridiagonal(m Machine, d, e []float64) (vectors Matrix, ok bool) {
	return tridiagonal(m, d, e, leafOrder)
}

func tridiagonal(m Machine, d, e []float64, leaf int) (vectors Matrix, ok bool) {
	n := len(d)
	t := tree{leaf: leaf, d: d, e: e, vectors: NewMatrix(n, n), packed: make([]float64, n*n), coefficients: make([]float64, n*n)}
	var order []int
	for lo := 0; lo < n; {
		hi := partEnd(d, e, lo)
		part, ok := t.solveScaled(m, lo, hi)
		if !ok {
			return Matrix{}, false
		}
		order = append(order, part...)
		lo = hi
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(d[i], d[j]) })
	permute(d, order)
	return sorted(m, t.vectors, order, t.packed), true
}

// partEnd is the end of the part that begins at lo.
func partEnd(d, e []float64, lo int) int {
	hi := lo + 1
	for hi < len(d) && !negligible(e[hi-1], d[hi-1], d[hi]) {
		hi++
	}
	return hi
}

// negligible tells whether e can be 0 without a loss that exceeds rounding.
func negligible(e, d1, d2 float64) bool {
	return math.Abs(e) <= unit*math.Sqrt(math.Abs(d1))*math.Sqrt(math.Abs(d2))
}

func compare(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// tree is a tridiagonal matrix that is halved until its parts are small. The eigenvalues of the part lo, ..., hi-1 come to stand in that part of d, in
// any order, and its eigenvectors in these rows and columns of vectors. Parts share no memory.
type tree struct {
	leaf         int // the order up to which a part is not halved
	d, e         []float64
	vectors      Matrix
	packed       []float64 // the vectors of two halves before they are merged
	coefficients []float64 // of the new vectors
}

// sorted is the matrix of the rows in the order given, as many columns of each.
func sorted(m Machine, v Matrix, order []int, memory []float64) Matrix {
	n := len(order)
	out := Matrix{memory[:n*n], n, n, n}
	m.Rows(n, n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			copy(out.Row(i), v.Row(order[i]))
		}
	})
	return out
}

// permute puts the numbers x in the order given.
func permute(x []float64, order []int) {
	old := slices.Clone(x)
	for i, from := range order {
		x[i] = old[from]
	}
}

// solveScaled solves a part that is scaled by a power of 2, so that no product of its entries is lost.
func (t *tree) solveScaled(m Machine, lo, hi int) (order []int, ok bool) {
	exponent := scalePart(t.d[lo:hi], t.e[lo:hi-1])
	order, ok = t.solve(m, lo, hi)
	scale(t.d[lo:hi], exponent)
	return order, ok
}

// scalePart divides a part by a power of 2, such that its largest entry is about 1, and returns the exponent.
func scalePart(d, e []float64) (exponent int) {
	size := 0.0
	for _, v := range d {
		size = max(size, math.Abs(v))
	}
	for _, v := range e {
		size = max(size, math.Abs(v))
	}
	_, exponent = math.Frexp(size)
	scale(d, -exponent)
	scale(e, -exponent)
	return exponent
}

func scale(x []float64, exponent int) {
	for i, v := range x {
		x[i] = math.Ldexp(v, exponent)
	}
}

// solve finds eigenvalues and vectors of the part lo, ..., hi-1, and returns the order of the eigenvalues.
//
// With ρ = |e| for the entry e between its halves, the part is the two halves, of whose diagonal entries beside e ρ is subtracted, plus
// ρ·v·vᵀ, where v is 1 and ±1 at these entries.
func (t *tree) solve(m Machine, lo, hi int) (order []int, ok bool) {
	if hi-lo <= t.leaf {
		return t.solveLeaf(lo, hi)
	}
	mid := lo + (hi-lo)/2
	e := t.e[mid-1]
	t.d[mid-1] -= math.Abs(e)
	t.d[mid] -= math.Abs(e)
	var left, right []int
	var okL, okR bool
	size := hi - lo
	m.Both(size*size*size/4, func(m Machine) { left, okL = t.solve(m, lo, mid) }, func(m Machine) { right, okR = t.solve(m, mid, hi) })
	if !okL || !okR {
		return nil, false
	}
	return t.merge(m, lo, mid, hi, e, append(left, right...)), true
}

// solveLeaf solves a part by QL iterations; its eigenvalues are in order.
func (t *tree) solveLeaf(lo, hi int) (order []int, ok bool) {
	n := hi - lo
	columns := make([]float64, n*n+2*n)
	e := make([]float64, n)
	copy(e, t.e[lo:hi-1])
	if !(gonum.Implementation{}).Dsteqr(lapack.EVTridiag, n, t.d[lo:hi], e, columns[:n*n], n, columns[n*n:]) {
		return nil, false
	}
	for i := range n {
		row := t.vectors.Row(lo + i)[lo:hi]
		for j := range row {
			row[j] = columns[j*n+i]
		}
		order = append(order, lo+i)
	}
	return order, true
}
