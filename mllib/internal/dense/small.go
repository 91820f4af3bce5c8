package dense

import "math"

// smallWork is the number of multiplications up to which packing does not pay.
const smallWork = 16 * 16 * 16

// tinyWork is the number of multiplications up to which a loop over the entries is fastest.
const tinyWork = 4 * 4 * 4

// gemmPlain adds alpha·A·B to C entry by entry: the definition of the product.
func gemmPlain(alpha float64, a, b, c view) {
	for i := range c.rows {
		for j := range c.cols {
			entry := &c.data[i*c.down+j*c.right]
			for p := 0; p < a.cols; p += depth {
				sum := 0.0
				for q := p; q < min(p+depth, a.cols); q++ {
					sum = math.FMA(a.at(i, q), b.at(q, j), sum)
				}
				*entry = math.FMA(alpha, sum, *entry)
			}
		}
	}
}

// gemmByRows adds alpha·A·B to C row by row, without copies of A and B that lie row by row: for small products, and for those
// with a vector.
func (s instructions) gemmByRows(alpha float64, a, b, c view) {
	switch {
	case !b.byRows():
		s.gemmCopied(alpha, a, b, c)
	case !a.byRows():
		var column [depth]float64
		for p := 0; p < a.cols; p += depth {
			weights := column[:min(depth, a.cols-p)]
			for i := range c.rows {
				a.part(i, p, 1, len(weights)).readRow(0, weights)
				s.addProduct(alpha, weights, b.below(p), c.row(i))
			}
		}
	default:
		for p := 0; p < a.cols; p += depth {
			for i := range c.rows {
				s.addProduct(alpha, a.row(i)[p:min(p+depth, a.cols)], b.below(p), c.row(i))
			}
		}
	}
}

// addProduct adds alpha times the product of a row of at most depth weights and B to the row c.
func (s instructions) addProduct(alpha float64, weights []float64, b view, c []float64) {
	var sums [64]float64
	for j := 0; j < len(c); j += len(sums) {
		sum := sums[:min(len(sums), len(c)-j)]
		clear(sum)
		s.addRows(weights, b.data[j:], b.down, sum)
		addScaled(c[j:j+len(sum)], alpha, sum)
	}
}

// narrow is the number of columns up to which a long C is computed as its transpose, so that vectors are full.
const narrow = 8

// gemmNarrow adds alpha·A·B to C by way of a copy of its transpose.
func (e engine) gemmNarrow(alpha float64, a, b, c view) {
	numbers, giveBack := borrow(c.rows * c.cols)
	defer giveBack()
	wide := rowMajor(numbers, c.cols, c.rows, c.rows)
	c.t().copyTo(wide)
	e.gemm(alpha, b.t(), a.t(), wide)
	wide.copyTo(c.t())
}

// gemmCopied is gemmByRows for a B that lies column by column, a piece of which is copied at a time.
func (s instructions) gemmCopied(alpha float64, a, b, c view) {
	const width = 64
	piece, giveBack := borrow(min(width, b.cols) * min(b.rows, depth))
	defer giveBack()
	for j := 0; j < b.cols; j += width {
		n := min(width, b.cols-j)
		for p := 0; p < b.rows; p += depth {
			k := min(depth, b.rows-p)
			rows := rowMajor(piece, k, n, n)
			b.part(p, j, k, n).copyTo(rows)
			s.gemmByRows(alpha, a.part(0, p, a.rows, k), rows, c.columns(j, j+n))
		}
	}
}

// addScaled adds alpha·x to y.
func addScaled(y []float64, alpha float64, x []float64) {
	for i, v := range x {
		y[i] = math.FMA(alpha, v, y[i])
	}
}
