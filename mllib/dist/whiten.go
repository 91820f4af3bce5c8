package dist

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// This file whitens many points at a time: a triangular system whose right sides are the points of a block.

// blockRows is how many points are a block. It is no power of two: the coordinates of a point would share few lines of the cache.
const blockRows = 248

// largeDim is the dimension from which the algebra of a block keeps all processors busy, so that blocks are not shared out.
const largeDim = 90

// block is some points on their way: column i of z is x - μ, then L⁻¹(x - μ), for point i.
type block struct {
	mean    []float64
	data    []float64 // the points, row by row with this stride
	stride  int
	z       blas64.General
	squares []float64 // lengths of the columns of z
}

// whitened calls use for blocks of the points of X, which has d columns; the first point of the block is point lo. Blocks run side by side where
// the dimension is small; where it is large, one larger block runs after another, each on all processors. The bits do not depend on it.
func (m *MVNormal) whitened(X mat.Matrix, use func(lo int, b *block)) {
	n, d := X.Dims()
	data, stride := input.Rows(X)
	run := func(from, to, size int, each func(b *block, f func(b *block, lo, hi int))) {
		b, size := &block{mean: m.Mean, stride: stride}, min(size, to-from)
		work, squares := make([]float64, d*size), make([]float64, size)
		for lo := from; lo < to; lo += size {
			count := min(size, to-lo)
			b.data, b.squares = data[lo*stride:], squares[:count]
			b.z = blas64.General{Rows: d, Cols: count, Stride: count, Data: work[:d*count]}
			each(b, (*block).centre)
			blas64.Trsm(blas.Left, blas.NoTrans, 1, m.lower(), b.z)
			each(b, (*block).measure)
			use(lo, b)
		}
	}
	if d < largeDim {
		parallel.Rows(n, 8*blockRows, func(_, lo, hi int) { run(lo, hi, blockRows, (*block).alone) })
	} else {
		run(0, n, 8*blockRows, (*block).shared)
	}
}

// alone does something with all points of the block, shared does it on all processors.
func (b *block) alone(f func(b *block, lo, hi int)) { f(b, 0, b.z.Cols) }

func (b *block) shared(f func(b *block, lo, hi int)) {
	parallel.Rows(b.z.Cols, blockRows, func(_, lo, hi int) { f(b, lo, hi) })
}

// centre writes x - μ for points lo..hi-1 into their columns, a line of the cache at a time.
func (b *block) centre(lo, hi int) {
	const line = 8
	for first := lo; first < hi; first += line {
		rows := min(line, hi-first)
		for j, mean := range b.mean {
			to, at := b.z.Data[j*b.z.Stride+first:][:rows], first*b.stride+j
			for i := range to {
				to[i] = b.data[at] - mean
				at += b.stride
			}
		}
	}
}

// measure computes the squared lengths of columns lo..hi-1, +Inf where they overflow.
func (b *block) measure(lo, hi int) {
	squares := b.squares[lo:hi]
	clear(squares)
	for j := range b.z.Rows {
		for i, v := range b.z.Data[j*b.z.Stride+lo:][:len(squares)] {
			squares[i] += float64(v * v)
		}
	}
	for i, q := range squares {
		if math.IsNaN(q) {
			squares[i] = math.Inf(1) // the difference of two infinities on the way
		}
	}
}

// logProbsTo writes constant - (x-μ)ᵀΣ⁻¹(x-μ)/2 for point i of X to dst[i*step].
func (m *MVNormal) logProbsTo(dst []float64, step int, constant float64, X mat.Matrix) {
	m.whitened(X, func(lo int, b *block) {
		for i, q := range b.squares {
			dst[(lo+i)*step] = constant - q/2
		}
	})
}

// Whiten returns the n×d matrix of L⁻¹(x - μ) for the rows x of X, in which the law is the standard normal one: lengths are Mahalanobis
// distances. The errors are those of LogProbs, and one that wraps input.ErrNotFinite where it overflows.
func (m *MVNormal) Whiten(X mat.Matrix) (*mat.Dense, error) {
	if err := m.takes(X); err != nil {
		return nil, fmt.Errorf("dist: whiten: %w", err)
	}
	n, d := X.Dims()
	out := mat.NewDense(n, d, nil)
	m.whitened(X, func(lo int, b *block) {
		for j := range d {
			for i, v := range b.z.Data[j*b.z.Stride:][:b.z.Cols] {
				out.Set(lo+i, j, v)
			}
		}
	})
	if _, _, err := input.Matrix("X", out); err != nil {
		return nil, fmt.Errorf("dist: whiten: %w", input.Errorf(input.ErrNotFinite, "X", "a row is so far from the mean that its coordinates overflow"))
	}
	return out, nil
}
