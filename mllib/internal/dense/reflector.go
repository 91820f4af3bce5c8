package dense

import "math"

// reflect makes the reflector H = I - τ·v·vᵀ with v[0] = 1 that takes x to (β, 0, ..., 0), and overwrites x by v. Where x is that already, τ is 0.
func (s instructions) reflect(x []float64) (beta, tau float64) {
	alpha := x[0]
	x[0] = 1
	rest := x[1:]
	square := s.square(rest)
	if square == 0 && zeros(rest) {
		return alpha, 0
	}
	const tiny = 0x1p-400 // the square of less is inexact
	if math.Abs(alpha) < tiny && square < tiny*tiny {
		const up = 0x1p600
		x[0] = alpha * up
		scaleBy(rest, up)
		beta, tau = s.reflect(x)
		return beta / up, tau
	}
	beta = -math.Copysign(math.Sqrt(math.FMA(alpha, alpha, square)), alpha)
	tau = (beta - alpha) / beta
	s.divide(rest, alpha-beta)
	return beta, tau
}

// square is the product of x with itself.
func (s instructions) square(x []float64) float64 { return s.dot(x, x) }

// dot is the product of two vectors.
func (s instructions) dot(x, y []float64) float64 {
	var sum [1]float64
	s.inner(x, y, len(y), sum[:])
	return sum[0]
}

func zeros(x []float64) bool {
	for _, v := range x {
		if v != 0 {
			return false
		}
	}
	return true
}

// reflectors are the reflectors H₀, H₁, ... of a product Q = H₀·H₁·…: row i of vectors holds that of H_i from column i+shift on, where it is 1.
type reflectors struct {
	vectors view
	shift   int
	taus    []float64
}

const reflectorBlock = 96 // reflectors that are applied together, a multiple of the widths of tiles

// applyTo overwrites rows z by the transposes of Q·zᵀ. Blocks of reflectors are I - VTVᵀ with a triangle T, so that nearly all work is in products.
//
// Reference: R. Schreiber and C. Van Loan, A storage-efficient WY representation for products of Householder transformations (1989).
func (r reflectors) applyTo(e engine, z view) {
	if len(r.taus) == 0 || z.rows == 0 {
		return
	}
	numbers, giveBack := borrow(reflectorBlock * (2*z.cols + z.rows + 2*reflectorBlock))
	defer giveBack()
	for first := (len(r.taus) - 1) / reflectorBlock * reflectorBlock; first >= 0; first -= reflectorBlock {
		r.applyBlock(e, block{first, min(reflectorBlock, len(r.taus)-first), false}, z, &shelf{numbers})
	}
}

// shelf hands out pieces of memory.
type shelf struct{ rest []float64 }

func (s *shelf) matrix(rows, cols int) view {
	v := rowMajor(s.rest[:rows*cols:rows*cols], rows, cols, cols)
	s.rest = s.rest[rows*cols:]
	return v
}

// block is count reflectors from the first on, or their transposes.
type block struct {
	first, count int
	transposed   bool
}

// applyBlock applies a block to rows z: Z -= (ZV)·(TᵀVᵀ), with T for Tᵀ if it is transposed.
func (r reflectors) applyBlock(e engine, b block, z view, memory *shelf) {
	first, count := b.first, b.count
	from := first + r.shift
	n := z.cols - from
	v, tv := memory.matrix(count, n), memory.matrix(count, n)
	for j := range count {
		row := v.row(j)
		clear(row[:j])
		row[j] = 1
		r.vectors.part(first+j, from+j+1, 1, n-j-1).copyTo(v.part(j, j+1, 1, n-j-1))
	}
	t := r.triangle(e, first, v, memory)
	clear(tv.data)
	e.gemm(1, t.maybeT(!b.transposed), v, tv)
	part, products := z.columns(from, z.cols), memory.matrix(z.rows, count)
	clear(products.data)
	e.gemm(1, part, v.t(), products)
	e.gemm(-1, products, tv, part)
}

// triangle is T of the block whose vectors are the rows of v: column j is -τ_j·T·Vᵀv_j above the diagonal, and τ_j on it.
func (r reflectors) triangle(e engine, first int, v view, memory *shelf) view {
	count := v.rows
	t, gram := memory.matrix(count, count), memory.matrix(count, count)
	clear(t.data)
	clear(gram.data)
	e.gemm(1, v, v.t(), gram)
	for j := range count {
		tau := r.taus[first+j]
		t.set(j, j, tau)
		for i := range j {
			t.set(i, j, -tau*e.set.dot(t.row(i)[i:j], gram.row(j)[i:j]))
		}
	}
	return t
}
