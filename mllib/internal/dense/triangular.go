package dense

import "math"

// triangle is a square matrix of which only the entries on one side of the diagonal count, and with unit not even the diagonal, which is 1
// then.
type triangle struct {
	view
	lower, unit bool
}

// t is the transpose.
func (a triangle) t() triangle { return triangle{a.view.t(), !a.lower, a.unit} }

// split splits the triangle into two triangles on the diagonal and the block beside them.
func (a triangle) split() (a11 triangle, block view, a22 triangle) {
	h := half(a.rows)
	v11, v12, v21, v22 := a.quarter(h)
	if a.lower {
		v12 = v21
	}
	return triangle{v11, a.lower, a.unit}, v12, triangle{v22, a.lower, a.unit}
}

const (
	triangleBase = 32 // order of the triangles that are not split
	granule      = 8  // pieces of columns for goroutines are multiples of it
)

// half is where a matrix of order n > triangleBase is split, after whole triangles of that order.
func half(n int) int { return (n/2 + triangleBase - 1) / triangleBase * triangleBase }

// solve overwrites B with A⁻¹B. The columns of B are independent of each other, so they are shared out among goroutines.
func (e engine) solve(a triangle, b view) {
	e.forWork(a.rows*a.rows*b.cols/2).pieces(b.cols, granule, func(e engine, lo, hi int) { e.solveIn(a, b.columns(lo, hi)) })
}

// solveIn is solve by recursion: two triangular systems of half the order and a product between them.
func (e engine) solveIn(a triangle, b view) {
	switch {
	case a.rows <= triangleBase && b.cols == 1:
		substituteOne(a, b)
		return
	case a.rows <= triangleBase:
		e.set.onRows(b, func(rows view) { e.set.substitute(a, rows) })
		return
	}
	a11, block, a22 := a.split()
	b1, b2 := b.above(a11.rows), b.below(a11.rows)
	if a.lower {
		e.solveIn(a11, b1)
		e.gemm(-1, block, b1, b2)
		e.solveIn(a22, b2)
		return
	}
	e.solveIn(a22, b2)
	e.gemm(-1, block, b2, b1)
	e.solveIn(a11, b1)
}

// substitute is forward or backward substitution, for a B that lies row by row: the rows that are known, weighted by a row of the triangle, are
// subtracted from the next one, which is divided by the entry on the diagonal.
func (s instructions) substitute(a triangle, b view) {
	var weights [triangleBase]float64
	for step := range a.rows {
		i, known, n := step, 0, step
		if !a.lower {
			i = a.rows - 1 - step
			known = i + 1
		}
		a.part(i, known, 1, n).readRow(0, weights[:n])
		for k := range n {
			weights[k] = -weights[k]
		}
		row := b.row(i)
		if n > 0 {
			s.addRows(weights[:n], b.data[known*b.down:], b.down, row)
		}
		if !a.unit {
			s.divide(row, a.at(i, i))
		}
	}
}

// substituteOne is substitute for a B of one column: a weighted row would be a single number.
func substituteOne(a triangle, b view) {
	for step := range a.rows {
		i, known, n := step, 0, step
		if !a.lower {
			i = a.rows - 1 - step
			known = i + 1
		}
		sum := b.data[i*b.down]
		for k := known; k < known+n; k++ {
			sum = math.FMA(-a.data[i*a.down+k*a.right], b.data[k*b.down], sum)
		}
		if !a.unit {
			sum /= a.at(i, i)
		}
		b.data[i*b.down] = sum
	}
}

// multiplyBy overwrites B with alpha·A·B, shared out like solve.
func (e engine) multiplyBy(a triangle, alpha float64, b view) {
	e.forWork(a.rows*a.rows*b.cols/2).pieces(b.cols, granule, func(e engine, lo, hi int) { e.multiplyIn(a, alpha, b.columns(lo, hi)) })
}

// multiplyIn is multiplyBy by recursion.
func (e engine) multiplyIn(a triangle, alpha float64, b view) {
	if a.rows <= triangleBase {
		e.set.onRows(b, func(rows view) { e.set.combine(a, alpha, rows) })
		return
	}
	a11, block, a22 := a.split()
	b1, b2 := b.above(a11.rows), b.below(a11.rows)
	if a.lower {
		e.multiplyIn(a22, alpha, b2)
		e.gemm(alpha, block, b1, b2)
		e.multiplyIn(a11, alpha, b1)
		return
	}
	e.multiplyIn(a11, alpha, b1)
	e.gemm(alpha, block, b2, b1)
	e.multiplyIn(a22, alpha, b2)
}

// combine is multiplyBy for a B that lies row by row: row i becomes alpha times the weighted sum of the rows that its row of the triangle
// names; those that others still need come later.
func (s instructions) combine(a triangle, alpha float64, b view) {
	var weights [triangleBase]float64
	for step := range a.rows {
		i, others, n := step, step+1, a.rows-1-step
		if a.lower {
			i = a.rows - 1 - step
			others = 0
		}
		a.part(i, others, 1, n).readRow(0, weights[:n])
		row := b.row(i)
		if !a.unit {
			scaleBy(row, a.at(i, i))
		}
		if n > 0 {
			s.addRows(weights[:n], b.data[others*b.down:], b.down, row)
		}
		if alpha != 1 {
			scaleBy(row, alpha)
		}
	}
}

// scaleBy multiplies the numbers of a row, also by 0, which keeps NaN.
func scaleBy(row []float64, by float64) {
	for j := range row {
		row[j] *= by
	}
}

// onRows calls f for a matrix that lies row by row as it is, and else for copies of pieces of its columns, which it writes back.
func (s instructions) onRows(b view, f func(rows view)) {
	if b.byRows() {
		f(b)
		return
	}
	const width = 64
	piece, giveBack := borrow(b.rows * width)
	defer giveBack()
	for j := 0; j < b.cols; j += width {
		part := b.columns(j, min(b.cols, j+width))
		rows := rowMajor(piece, part.rows, part.cols, part.cols)
		part.copyTo(rows)
		f(rows)
		rows.copyTo(part)
	}
}
