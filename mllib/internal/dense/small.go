package dense

import "math"

// smallWork is the number of multiplications up to which packing does not pay.
const smallWork = 16 * 16 * 16

// tinyWork is the number of multiplications up to which a loop over the entries is fastest.
const tinyWork = 4 * 4 * 4

// gemmPlain adds alpha·A·B to C entry by entry: the definition of the product.
func gemmPlain(alpha float64, a, b, c view) {
	if a.cols == 0 {
		return
	}
	for i := range c.rows {
		row := a.data[i*a.down:]
		for j := range c.cols {
			column, entry := b.data[j*b.right:], &c.data[i*c.down+j*c.right]
			for p := 0; p < a.cols; p += depth {
				sum := 0.0
				for q := p; q < min(p+depth, a.cols); q++ {
					sum = math.FMA(row[q*a.right], column[q*b.down], sum)
				}
				*entry = math.FMA(alpha, sum, *entry)
			}
		}
	}
}

// gemmByRows adds alpha·A·B to C row by row, without copies of A and B: for small products, and for those with a vector.
func (s instructions) gemmByRows(alpha float64, a, b view, c target) {
	if a.byRows() {
		s.addProducts(alpha, a, b, c, nil)
		return
	}
	var weights [depth]float64
	s.addProducts(alpha, a, b, c, weights[:])
}

// addProducts is gemmByRows with memory for a row of A, if A lies column by column.
func (s instructions) addProducts(alpha float64, a, b view, c target, memory []float64) {
	for p := 0; p < a.cols; p += depth {
		k := min(depth, a.cols-p)
		for i := range c.rows {
			lo, hi := c.span(i)
			if lo == hi {
				continue
			}
			var weights []float64
			if memory == nil {
				weights = a.row(i)[p : p+k]
			} else {
				weights = memory[:k]
				a.part(i, p, 1, k).readRow(0, weights)
			}
			s.addProduct(alpha, weights, b.part(p, lo, k, hi-lo), c.row(i)[lo:hi])
		}
	}
}

// addProduct adds alpha times the product of a row of at most depth weights and the rows of B that they weight to the row c.
func (s instructions) addProduct(alpha float64, weights []float64, b view, c []float64) {
	var sums [64]float64
	for j := 0; j < len(c); j += len(sums) {
		sum := sums[:min(len(sums), len(c)-j)]
		clear(sum)
		if b.byRows() {
			s.addRows(weights, b.data[j:], b.down, sum)
		} else {
			s.addDots(weights, b.data[j*b.right:], b.right, sum)
		}
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

// addScaled adds alpha·x to y.
func addScaled(y []float64, alpha float64, x []float64) {
	for i, v := range x {
		y[i] = math.FMA(alpha, v, y[i])
	}
}
