package dense

// qr reduces a matrix A, whose columns are the rows of a, at most as many as they are long, to an upper triangle QᵀA: its column j is the
// beginning of row j. Q is a product of reflectors, and their vectors come to lie behind.
func (e engine) qr(a view) reflectors {
	n, m := a.rows, a.cols
	q := reflectors{vectors: a, taus: make([]float64, n)}
	numbers, giveBack := borrow(panelWidth * (2*m + n + 2*panelWidth))
	defer giveBack()
	for first := 0; first < n; first += panelWidth {
		width := min(panelWidth, n-first)
		e.qrPanel(a.part(first, first, width, m-first), q.taus[first:])
		if rest := n - first - width; rest > 0 {
			q.applyBlock(e, block{first, width, true}, a.below(first+width), &shelf{numbers})
		}
	}
	return q
}

// qrPanel is qr for few columns, one by one.
func (e engine) qrPanel(a view, taus []float64) {
	for j := range a.rows {
		x := a.row(j)[j:]
		beta, tau := e.set.reflect(x)
		taus[j] = tau
		if below := a.rows - j - 1; below > 0 && tau != 0 {
			rest := a.part(j+1, j, below, len(x))
			var weights [panelWidth]float64
			e.set.inner(x, rest.data, rest.down, weights[:below])
			for i := range below {
				e.set.addRows([]float64{-tau * weights[i]}, x, len(x), rest.row(i))
			}
		}
		x[0] = beta
	}
}
