package dense

import "math"

// inverse overwrites the factor U of A = UᵀU, the entries on and above the diagonal, by those of A⁻¹.
//
// With halves and W = U₁₁⁻¹U₁₂, the blocks of A⁻¹ are (U₂₂ᵀU₂₂)⁻¹, −W(U₂₂ᵀU₂₂)⁻¹ and (U₁₁ᵀU₁₁)⁻¹ + W(U₂₂ᵀU₂₂)⁻¹Wᵀ. By the inverse of U it would take as many
// multiplications, fewer of them in products of large blocks.
func (e engine) inverse(a view) {
	if a.rows <= triangleBase {
		e.set.inverseSmall(a)
		return
	}
	a11, block, _, a22 := a.quarter(half(a.rows))
	e.solve(triangle{view: a11}, block)
	memory, giveBack := borrow(block.rows * block.cols)
	defer giveBack()
	w := rowMajor(memory, block.rows, block.cols, block.cols)
	block.copyTo(w)
	block.scale(0)
	e.inverse(a22)
	e.symm(-1, a22.t(), w.t(), block.t())
	e.inverse(a11)
	if a11.byRows() {
		e.gemmRegion(-1, block, w.t(), target{view: a11, region: upperEntries})
	} else {
		e.gemmRegion(-1, w, block.t(), target{view: a11.t(), region: lowerEntries})
	}
}

// inverseSmall is inverse by the inverse V of U: A⁻¹ = VVᵀ.
func (s instructions) inverseSmall(a view) {
	n := a.rows
	var memory [triangleBase * triangleBase]float64
	v := rowMajor(memory[:n*n], n, n, n)
	for i := range n {
		v.set(i, i, 1)
	}
	s.substitute(triangle{view: a}, v)
	for i := range n {
		for j := i; j < n; j++ {
			sum := 0.0
			for k, x := range v.row(i)[j:] {
				sum = math.FMA(x, v.row(j)[j+k], sum)
			}
			a.set(i, j, sum)
		}
	}
}
