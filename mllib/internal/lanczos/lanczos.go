// Package lanczos finds the few largest eigenvalues of a symmetric matrix, and their vectors, from products of the matrix with some vectors at a time.
//
// It is the block method of Lanczos with a basis that is kept orthogonal and restarted from its best vectors. The blocks read the matrix once for several
// vectors, and find eigenvalues that are equal. The start is the same for every matrix of one order, so that results depend on the matrix alone.
//
// Sources: J. Cullum and W. Donath, A block generalization of the symmetric s-step Lanczos algorithm (1974); K. Wu and H. Simon, Thick-restart Lanczos method for large
// symmetric eigenvalue problems (2000).
package lanczos

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Operator multiplies a symmetric matrix of order n with some vectors: row r of to becomes the product with row r of from. Both lie row by row, n numbers each.
type Operator func(to, from []float64)

// Problem says what is wanted.
type Problem struct {
	N       int // order of the matrix
	Wanted  int // number of eigenvalues, the largest ones
	Block   int // vectors in a product; 0 means Wanted + 2, at most 16
	Basis   int // vectors that are kept at most; 0 means the larger of 12 blocks and 3 times what is wanted
	MaxIter int // products with a block; 0 means 400
	Apply   Operator
}

// tolerance is that of ‖Av − θv‖, relative to the largest eigenvalue in absolute value.
const tolerance = 1e-13

// Result is what Solve found.
type Result struct {
	Values  []float64  // the largest eigenvalues, decreasing
	Vectors *mat.Dense // orthonormal, its rows
	Least   float64    // the least number xᵀAx of a unit vector x that was seen: not below the least eigenvalue
}

// Solve finds the largest eigenvalues. It is not ok where they did not converge, or the numbers are not finite.
func (p Problem) Solve() (result Result, ok bool) {
	if p.Block == 0 {
		p.Block = min(p.Wanted+2, 16)
	}
	if p.Basis == 0 {
		p.Basis = max(12*p.Block, 3*p.Wanted+2*p.Block)
	}
	if p.MaxIter == 0 {
		p.MaxIter = 400
	}
	if p.N <= p.Basis+p.Block {
		return p.whole()
	}
	r := newRun(p)
	for range p.MaxIter {
		if !r.extend() {
			return Result{}, false
		}
		if r.solved() {
			return r.result(), true
		}
		if r.size+p.Block > p.Basis {
			r.restart()
		}
	}
	return Result{}, false
}

// whole solves a small problem from all of the matrix.
func (p Problem) whole() (result Result, ok bool) {
	a, unit := mat.NewDense(p.N, p.N, nil), mat.NewDense(p.N, p.N, nil)
	for i := range p.N {
		unit.Set(i, i, 1)
	}
	p.Apply(a.RawMatrix().Data, unit.RawMatrix().Data)
	θ, s, ok := symmetric(a)
	if !ok {
		return Result{}, false
	}
	result = Result{Vectors: mat.NewDense(p.Wanted, p.N, nil), Least: θ[0]}
	for k := range p.Wanted {
		at := p.N - 1 - k
		result.Values = append(result.Values, θ[at])
		result.Vectors.SetRow(k, mat.Col(nil, at, s))
	}
	return result, true
}

// symmetric returns eigenvalues, increasing, and vectors, columns, of a matrix that is symmetric but for rounding.
func symmetric(a mat.Matrix) (values []float64, vectors *mat.Dense, ok bool) {
	n, _ := a.Dims()
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			sym.SetSym(i, j, a.At(i, j)/2+a.At(j, i)/2)
		}
	}
	if sum := mat.Sum(sym); math.IsNaN(sum) || math.IsInf(sum, 0) {
		return nil, nil, false
	}
	var e mat.EigenSym
	if !e.Factorize(sym, true) {
		return nil, nil, false
	}
	vectors = new(mat.Dense)
	e.VectorsTo(vectors)
	return e.Values(nil), vectors, true
}

// run holds the basis Q, whose rows are orthonormal, and T = QAQᵀ.
type run struct {
	Problem
	rnd   *rand.Rand
	size  int        // vectors of the basis that were multiplied
	basis []float64  // Basis + Block rows; those behind size are the next block
	t     *mat.Dense // of the vectors that were multiplied
	tail  *mat.Dense // coefficients of what the products have outside of the basis: Block × Basis, in the next block

	least float64    // the least eigenvalue of T that was seen
	θ     []float64  // those of T, increasing
	s     *mat.Dense // and its vectors, columns
}

func newRun(p Problem) *run {
	r := &run{Problem: p, least: math.Inf(1), rnd: rand.New(rand.NewPCG(0x1a9c205, uint64(p.N)))}
	r.basis = make([]float64, (p.Basis+p.Block)*p.N)
	r.t, r.tail = mat.NewDense(p.Basis, p.Basis, nil), mat.NewDense(p.Block, p.Basis, nil)
	first := r.rows(0, p.Block)
	for i := range first {
		first[i] = r.rnd.NormFloat64()
	}
	r.orthonormalize(nil)
	return r
}

// rows are vectors of the basis.
func (r *run) rows(from, count int) []float64 { return r.basis[from*r.N : (from+count)*r.N] }

func (r *run) matrix(data []float64) blas64.General {
	return blas64.General{Rows: len(data) / r.N, Cols: r.N, Stride: r.N, Data: data}
}

// extend multiplies the next block and makes the one after it.
func (r *run) extend() bool {
	b := r.Block
	product := make([]float64, b*r.N)
	r.Apply(product, r.rows(r.size, b))
	if sum := floats.Sum(product); math.IsNaN(sum) || math.IsInf(sum, 0) {
		return false
	}
	r.size += b
	inside := mat.NewDense(b, r.size, nil)
	for range 2 { // twice is enough
		r.project(product, inside)
	}
	for i := range b {
		for j := range r.size {
			at := r.size - b + i
			r.t.Set(at, j, inside.At(i, j))
			r.t.Set(j, at, inside.At(i, j))
		}
	}
	copy(r.rows(r.size, b), product)
	r.tail.Zero()
	r.orthonormalize(func(i, j int, v float64) { r.tail.Set(i, r.size-b+j, v) })
	return true
}

// project takes from the vectors what they have in the basis, and adds the coefficients to inside.
func (r *run) project(vectors []float64, inside *mat.Dense) {
	q, v := r.matrix(r.rows(0, r.size)), r.matrix(vectors)
	c := blas64.General{Rows: v.Rows, Cols: q.Rows, Stride: q.Rows, Data: make([]float64, v.Rows*q.Rows)}
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, v, q, 0, c)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, c, q, 1, v)
	inside.Add(inside, mat.NewDense(c.Rows, c.Cols, c.Data))
}

// orthonormalize makes the vectors of the next block orthonormal, one after another. coefficient, if any, is told that vector j had v times the new vector i. A vector that depends on
// those before it is replaced by a random one, with coefficient 0.
func (r *run) orthonormalize(coefficient func(i, j int, v float64)) {
	told := func(i, j int, v float64) {
		if coefficient != nil {
			coefficient(i, j, v)
		}
	}
	for j := range r.Block {
		v := r.rows(r.size+j, 1)
		before := floats.Norm(v, 2)
		for range 2 {
			for i := range j {
				w := r.rows(r.size+i, 1)
				c := blas64.Dot(r.vector(v), r.vector(w))
				blas64.Axpy(-c, r.vector(w), r.vector(v))
				told(i, j, c)
			}
		}
		norm := floats.Norm(v, 2)
		if norm <= 1e-13*before || norm < 1e-300 || norm <= 1e-15*r.scale() {
			r.replace(v, j)
			continue
		}
		told(j, j, norm)
		floats.Scale(1/norm, v)
		if norm < before/8 { // what it had of the basis was rounding, and has grown with it
			r.purify(v, j)
		}
	}
}

func (r *run) vector(v []float64) blas64.Vector { return blas64.Vector{N: r.N, Inc: 1, Data: v} }

// scale is the size of T, for what counts as rounding.
func (r *run) scale() float64 {
	largest := 0.0
	for i := range r.size {
		largest = max(largest, math.Abs(r.t.At(i, i)))
	}
	return largest
}

// replace makes vector j of the next block a random direction that the basis and the vectors before it do not have.
func (r *run) replace(v []float64, j int) {
	for i := range v {
		v[i] = r.rnd.NormFloat64()
	}
	r.purify(v, j)
}

// purify takes from vector j of the next block what it has of the basis and of the vectors before it, and makes it a unit vector again.
func (r *run) purify(v []float64, j int) {
	for range 3 {
		for i := range r.size + j {
			w := r.rows(i, 1)
			blas64.Axpy(-blas64.Dot(r.vector(v), r.vector(w)), r.vector(w), r.vector(v))
		}
		floats.Scale(1/floats.Norm(v, 2), v)
	}
}

// solved finds the eigenvalues of T and tells whether the wanted ones are those of A.
func (r *run) solved() bool {
	if r.size < r.Wanted {
		return false
	}
	var ok bool
	if r.θ, r.s, ok = symmetric(r.t.Slice(0, r.size, 0, r.size)); !ok {
		return false
	}
	size := max(math.Abs(r.θ[0]), math.Abs(r.θ[r.size-1]))
	var rest mat.Dense
	rest.Mul(r.tail.Slice(0, r.Block, 0, r.size), r.s)
	for k := range r.Wanted {
		if !(mat.Norm(rest.ColView(r.size-1-k), 2) <= tolerance*size) {
			return false
		}
	}
	return true
}

// best returns the vectors of the count largest eigenvalues of T, in decreasing order, in the coordinates of A.
func (r *run) best(count int) *mat.Dense {
	pick := mat.NewDense(count, r.size, nil)
	for k := range count {
		for i := range r.size {
			pick.Set(k, i, r.s.At(i, r.size-1-k))
		}
	}
	out := mat.NewDense(count, r.N, nil)
	out.Mul(pick, mat.NewDense(r.size, r.N, r.rows(0, r.size)))
	return out
}

// restart keeps the best vectors and the next block.
func (r *run) restart() {
	keep := min(r.Wanted+r.Block, r.size-r.Block)
	keep = max(keep, min(r.Basis/2, r.size-r.Block))
	kept := r.best(keep)
	next := append([]float64(nil), r.rows(r.size, r.Block)...)
	copy(r.rows(0, keep), kept.RawMatrix().Data)
	copy(r.rows(keep, r.Block), next)
	r.t.Zero()
	for k := range keep {
		r.t.Set(k, k, r.θ[r.size-1-k])
	}
	r.size = keep
}

func (r *run) result() Result {
	out := Result{Vectors: r.best(r.Wanted), Least: r.least}
	for k := range r.Wanted {
		out.Values = append(out.Values, r.θ[r.size-1-k])
	}
	return out
}
