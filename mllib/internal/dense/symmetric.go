package dense

const symmetricBase = 64 // order of the symmetric blocks that are not split

// syrk adds alpha·A·Aᵀ to the entries of C on and below the diagonal.
func (e engine) syrk(alpha float64, a, c view) {
	if c.rows > 0 && a.cols > 0 && alpha != 0 {
		e.gemmRegion(alpha, a, a.t(), lowerOf(c))
	}
}

// syr2k adds alpha·(A·Bᵀ + B·Aᵀ) to the entries of C on and below the diagonal.
func (e engine) syr2k(alpha float64, a, b, c view) {
	if c.rows > 0 && a.cols > 0 && alpha != 0 {
		e.gemmRegion(alpha, a, b.t(), lowerOf(c))
		e.gemmRegion(alpha, b, a.t(), lowerOf(c))
	}
}

// lowerOf is the part of C on and below the diagonal or, if C lies column by column, the same numbers as a part of its transpose.
func lowerOf(c view) target {
	if c.byRows() {
		return target{view: c, region: lowerEntries}
	}
	return target{view: c.t(), region: upperEntries}
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
