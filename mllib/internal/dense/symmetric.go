package dense

const symmetricBase = 64 // order of the symmetric blocks that are not split

// syrk adds alpha·A·Aᵀ to the entries of C on and below the diagonal: two blocks on the diagonal, by recursion, and the product beside them.
func (e engine) syrk(alpha float64, a, c view) {
	if c.rows <= symmetricBase {
		e.addLower(c, func(whole view) { e.gemm(alpha, a, a.t(), whole) })
		return
	}
	h := half(c.rows)
	c11, _, c21, c22 := c.quarter(h)
	e.gemm(alpha, a.below(h), a.above(h).t(), c21)
	e.both(c.rows*c.rows*a.cols/4, func(e engine) { e.syrk(alpha, a.above(h), c11) }, func(e engine) { e.syrk(alpha, a.below(h), c22) })
}

// syr2k adds alpha·(A·Bᵀ + B·Aᵀ) to the entries of C on and below the diagonal.
func (e engine) syr2k(alpha float64, a, b, c view) {
	if c.rows <= symmetricBase {
		e.addLower(c, func(whole view) {
			e.gemm(alpha, a, b.t(), whole)
			e.gemm(alpha, b, a.t(), whole)
		})
		return
	}
	h := half(c.rows)
	c11, _, c21, c22 := c.quarter(h)
	e.gemm(alpha, a.below(h), b.above(h).t(), c21)
	e.gemm(alpha, b.below(h), a.above(h).t(), c21)
	e.both(c.rows*c.rows*a.cols/2, func(e engine) { e.syr2k(alpha, a.above(h), b.above(h), c11) },
		func(e engine) { e.syr2k(alpha, a.below(h), b.below(h), c22) })
}

// addLower calls add for a copy of C, of which it takes the entries on and below the diagonal.
func (e engine) addLower(c view, add func(whole view)) {
	piece, giveBack := borrow(c.rows * c.rows)
	defer giveBack()
	whole := rowMajor(piece, c.rows, c.rows, c.rows)
	clear(piece)
	for i := range c.rows {
		c.part(i, 0, 1, i+1).readRow(0, whole.row(i)[:i+1])
	}
	add(whole)
	for i := range c.rows {
		whole.part(i, 0, 1, i+1).copyTo(c.part(i, 0, 1, i+1))
	}
}

// symm adds alpha·A·B to C, where A is symmetric and its entries above the diagonal do not count.
func (e engine) symm(alpha float64, a, b, c view) {
	if a.rows <= symmetricBase {
		e.symmWhole(alpha, a, b, c)
		return
	}
	h := half(a.rows)
	a11, _, a21, a22 := a.quarter(h)
	e.symm(alpha, a11, b.above(h), c.above(h))
	e.gemm(alpha, a21.t(), b.below(h), c.above(h))
	e.gemm(alpha, a21, b.above(h), c.below(h))
	e.symm(alpha, a22, b.below(h), c.below(h))
}

// symmWhole is symm by a copy of A with the entries above the diagonal.
func (e engine) symmWhole(alpha float64, a, b, c view) {
	piece, giveBack := borrow(a.rows * a.rows)
	defer giveBack()
	whole := rowMajor(piece, a.rows, a.rows, a.rows)
	for i := range a.rows {
		a.part(i, 0, 1, i+1).copyTo(whole.part(i, 0, 1, i+1))
		a.part(i, 0, 1, i).t().copyTo(whole.part(0, i, i, 1))
	}
	e.gemm(alpha, whole, b, c)
}
