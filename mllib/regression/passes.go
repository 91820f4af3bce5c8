package regression

import (
	"runtime"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file holds the passes over the rows of a design. Memory is slower than arithmetic on few columns: then rows are not stored, but made anew from the data in each
// pass, a block of them that stays in the first cache.

// few tells whether to make the rows anew. With more columns a product of the whole matrix is faster.
func (g *design) few() bool { return g.d < 64 && g.rows == nil }

// block are some rows of a design, width numbers apart.
type block struct {
	lo, hi int
	rows   []float64
	width  int
}

func (b block) general(d int) blas64.General {
	return blas64.General{Rows: b.hi - b.lo, Cols: d, Stride: b.width, Data: b.rows}
}

// width is the length of rows that are made anew, with the target.
func (g *design) width() int { return (g.d + lanes.GramWidth) / lanes.GramWidth * lanes.GramWidth }

// blocks calls f for all rows, blocks of a piece in their order. Rows of few columns have the target behind them, and zeros up to a multiple of lanes.GramWidth.
func (g *design) blocks(f func(piece int, b block)) {
	parallel.Rows(g.n, pieceRows, func(piece, lo, hi int) {
		if !g.few() {
			step := cachedRows(g.d)
			var buffer []float64
			if g.rows == nil {
				buffer = make([]float64, step*g.d)
			}
			for ; lo < hi; lo += step {
				end := min(hi, lo+step)
				if g.rows != nil {
					buffer = g.rows[lo*g.d:]
				} else {
					g.shift(buffer, g.d, lo, end)
				}
				f(piece, block{lo, end, buffer[:(end-lo)*g.d], g.d})
			}
			return
		}
		width := g.width()
		buffer := make([]float64, blockRows(width)*width)
		for ; lo < hi; lo += len(buffer) / width {
			b := block{lo, min(hi, lo+len(buffer)/width), buffer, width}
			b.rows = buffer[:(b.hi-b.lo)*width]
			g.shift(b.rows, width, b.lo, b.hi)
			for i := b.lo; i < b.hi; i++ {
				b.rows[(i-b.lo)*width+g.d] = g.y[i]
			}
			f(piece, b)
		}
	})
}

// cachedRows is the number of rows that stay in the second cache between two looks at them: a multiple of 8.
func cachedRows(d int) int { return max(8, 1<<15/d/8*8) }

// gram returns AᵀA and Aᵀy for the rows A.
func (g *design) gram() (gram *mat.SymDense, pull []float64) {
	gram, pull = mat.NewSymDense(g.d, nil), make([]float64, g.d)
	switch {
	case g.rows != nil:
		blas64.Syrk(blas.Trans, 1, g.general(), 0, gram.RawSymmetric())
		g.addPull(pull, nil)
		return gram, pull
	case !g.few():
		g.gramByParts(gram, pull)
		return gram, pull
	}
	width, parts := g.width(), make([][]float64, parallel.Pieces(g.n, pieceRows))
	g.blocks(func(piece int, b block) {
		if parts[piece] == nil {
			parts[piece] = make([]float64, width*width)
		}
		lanes.AddGram(parts[piece], width, b.rows)
	})
	for _, part := range parts[1:] {
		floats.Add(parts[0], part)
	}
	for i := range g.d {
		copy(gram.RawSymmetric().Data[i*g.d+i:(i+1)*g.d], parts[0][i*width+i:])
		pull[i] = parts[0][i*width+g.d]
	}
	return gram, pull
}

// gramByParts adds AᵀA and Aᵀy to gram and pull, a part of the rows at a time, which stays in the second cache. The bits are those of one product of all rows, since parts are
// multiples of the depth that such a product takes at a time, and divide a piece.
func (g *design) gramByParts(gram *mat.SymDense, pull []float64) {
	const depth = 256
	size := depth * []int{1, 1, 2, 2, 4}[min(4, runtime.GOMAXPROCS(0))]
	rows, piece := memory.Borrow(size*g.d), make([]float64, g.d)
	defer memory.Return(rows)
	for lo := 0; lo < g.n; lo += size {
		hi := min(g.n, lo+size)
		parallel.Rows(hi-lo, shiftRows, func(_, from, to int) { g.shift(rows[from*g.d:], g.d, lo+from, lo+to) })
		part := blas64.General{Rows: hi - lo, Cols: g.d, Stride: g.d, Data: rows}
		blas64.Syrk(blas.Trans, 1, part, 1, gram.RawSymmetric())
		blas64.Gemv(blas.Trans, 1, part, vector(g.y[lo:hi]), 1, vector(piece))
		if hi%pieceRows == 0 || hi == g.n {
			floats.Add(pull, piece)
			clear(piece)
		}
	}
}

// pull returns the transpose of the rows times the residuals of w, and the sum of the squares of these.
func (g *design) pull(w []float64) (pull []float64, rss float64) {
	pull = make([]float64, g.d)
	return pull, g.addPull(pull, w)
}

// addPull adds the transpose of the rows times the residuals of w to pull, and returns the sum of the squares of these. No w at all stands for 0.
func (g *design) addPull(pull, w []float64) (rss float64) {
	pieces := parallel.Pieces(g.n, pieceRows)
	parts, squares := make([]float64, pieces*g.d), make([]float64, pieces)
	g.blocks(func(piece int, b block) {
		left := append([]float64(nil), g.y[b.lo:b.hi]...)
		rows, r := b.general(g.d), vector(left)
		if w != nil { // the residuals of 0 are the targets
			blas64.Gemv(blas.NoTrans, -1, rows, vector(w), 1, r)
		}
		blas64.Gemv(blas.Trans, 1, rows, r, 1, vector(parts[piece*g.d:(piece+1)*g.d]))
		squares[piece] += floats.Dot(left, left)
	})
	for p := range pieces {
		floats.Add(pull, parts[p*g.d:(p+1)*g.d])
	}
	return floats.Sum(squares)
}
