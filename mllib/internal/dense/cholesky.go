package dense

import "math"

// cholesky overwrites the entries on and above the diagonal of a symmetric matrix A by those of U, with A = UᵀU. It reports false, and leaves
// the rest unfinished, if A is not positive definite.
//
// With halves, A₁₁ = U₁₁ᵀU₁₁, U₁₂ = U₁₁⁻ᵀA₁₂ and A₂₂ - U₁₂ᵀU₁₂ = U₂₂ᵀU₂₂, so that nearly all work is in products.
func (e engine) cholesky(a view) bool {
	if a.rows <= triangleBase {
		if a.byRows() {
			return e.set.choleskyRows(a)
		}
		return e.set.choleskyCopied(a)
	}
	a11, a12, _, a22 := a.quarter(half(a.rows))
	if !e.cholesky(a11) {
		return false
	}
	e.solve(triangle{view: a11.t(), lower: true}, a12)
	e.syrk(-1, a12.t(), a22.t())
	return e.cholesky(a22)
}

// choleskyCopied is cholesky for a matrix that lies column by column, on a copy.
func (s instructions) choleskyCopied(a view) bool {
	ok := true // of order 0
	s.onRows(a, func(rows view) { ok = s.choleskyRows(rows) })
	return ok
}

// choleskyRows is cholesky row by row: the rows above, weighted by their entries in column i, are subtracted from row i.
func (s instructions) choleskyRows(a view) bool {
	var weights [triangleBase]float64
	for i := range a.rows {
		for k := range i {
			weights[k] = -a.at(k, i)
		}
		row := a.row(i)[i:]
		if i > 0 {
			s.addRows(weights[:i], a.data[i:], a.down, row)
		}
		if !(row[0] > 0) {
			return false
		}
		row[0] = math.Sqrt(row[0])
		s.divide(row[1:], row[0])
	}
	return true
}
