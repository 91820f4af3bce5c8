package dense

import "math"

// smallWork is the number of multiplications up to which packing does not pay.
const smallWork = 16 * 16 * 16

// tinyWork is the number of multiplications up to which a loop over the entries is fastest.
const tinyWork = 4 * 4 * 4

// gemmPlain adds alpha·A·B to C entry by entry: the definition of the product.
func gemmPlain(alpha float64, a, b, c view) {
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
func (s instructions) gemmByRows(alpha float64, a, b, c view) {
	if !a.byRows() {
		s.gemmByColumns(alpha, a, b, c)
		return
	}
	for p := 0; p < a.cols; p += depth {
		block := b.below(p)
		for i := range c.rows {
			s.addProduct(alpha, a.row(i)[p:min(p+depth, a.cols)], block, c.row(i))
		}
	}
}

// gemmByColumns is gemmByRows for an A that lies column by column.
func (s instructions) gemmByColumns(alpha float64, a, b, c view) {
	var weights [depth]float64
	for p := 0; p < a.cols; p += depth {
		block, row := b.below(p), weights[:min(depth, a.cols-p)]
		for i := range c.rows {
			a.part(i, p, 1, len(row)).readRow(0, row)
			s.addProduct(alpha, row, block, c.row(i))
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
