package dense

// invert overwrites a triangle by its inverse, which is a triangle on the same side.
//
// With halves, the block beside the diagonal becomes −A₁₁⁻¹·block·A₂₂⁻¹ (of a lower triangle −A₂₂⁻¹·block·A₁₁⁻¹), by a product with
// the first inverse and a triangular system. (With two systems the numbers in between would be of the size of A times the condition: more may overflow.)
func (e engine) invert(a triangle) {
	if a.rows <= triangleBase {
		e.set.invertSmall(a)
		return
	}
	a11, block, a22 := a.split()
	left, right := a11, a22
	if a.lower {
		left, right = a22, a11
	}
	e.invert(left)
	e.multiplyBy(left, -1, block)
	e.solve(right.t(), block.t())
	e.invert(right)
}

// invertSmall is invert by the system with the identity.
func (s instructions) invertSmall(a triangle) {
	n := a.rows
	var memory [triangleBase * triangleBase]float64
	v := rowMajor(memory[:n*n], n, n, n)
	for i := range n {
		v.set(i, i, 1)
	}
	s.substitute(a, v)
	for i := range n {
		lo, hi := i, n
		if a.lower {
			lo, hi = 0, i+1
		}
		for j := lo; j < hi; j++ {
			if i != j || !a.unit {
				a.set(i, j, v.at(i, j))
			}
		}
	}
}
