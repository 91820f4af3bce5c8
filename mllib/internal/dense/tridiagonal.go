package dense

const panelWidth = 32 // columns that are reduced before the rest of the matrix follows

// tridiagonalize reduces a symmetric matrix A, which lies row by row and whose entries above the diagonal do not count, to a tridiagonal
// matrix QᵀAQ with the given diagonal and off-diagonal. Q is a product of reflectors, and their vectors come to lie above the diagonal of A.
//
// Half of the work is one product of the matrix with a vector for each column; the other half is done for a panel of columns at a time:
// A -= V·Wᵀ + W·Vᵀ, which is one product of depth 2·panelWidth.
//
// Reference: J. Dongarra, S. Hammarling and D. Sorensen, Block reduction of matrices to condensed forms for eigenvalue computations (1989).
func (e engine) tridiagonalize(a view, diagonal, off []float64) reflectors {
	n := a.rows
	taus := make([]float64, max(0, n-1))
	numbers, giveBack := borrow(4*panelWidth*n + symMemory(n))
	defer giveBack()
	for first := 0; first < n; first += panelWidth {
		p := newPanel(a.part(first, first, n-first, n-first), numbers)
		for j := range p.width {
			diagonal[first+j] = p.update(e, j)
			if first+j < n-1 {
				off[first+j], taus[first+j] = p.reflect(e, j)
			}
		}
		p.finish(e)
	}
	return reflectors{vectors: a, shift: 1, taus: taus}
}

// panel is what is known of the first columns of a symmetric matrix A while they are reduced. The reduced matrix is A - V·Wᵀ - W·Vᵀ.
type panel struct {
	a       view // of which only columns is changed before finish
	width   int
	columns view // width×n: the first columns of A, as rows
	vwv     view // the rows of Vᵀ, Wᵀ and once more Vᵀ
	v, w    view
	memory  []float64
}

func newPanel(a view, numbers []float64) *panel {
	n := a.rows
	width := min(panelWidth, n)
	memory := shelf{numbers}
	p := &panel{a: a, width: width, columns: memory.matrix(width, n), vwv: memory.matrix(3*width, n)}
	p.v, p.w, p.memory = p.vwv.above(width), p.vwv.part(width, 0, width, n), memory.rest
	a.columns(0, width).t().copyTo(p.columns)
	return p
}

// update applies the reflectors before column j to it, and returns its entry on the diagonal.
func (p *panel) update(e engine, j int) float64 {
	column := p.columns.row(j)[j:]
	p.subtract(e, j, j, p.v.data[j:], p.w.data[j:], p.columns.down, column)
	return column[0]
}

// subtract subtracts from x the combination of rows of V and W of which those of W are weighted with numbers of V and the other way round:
// the numbers of row i are v[i*stride] and w[i*stride]. x begins at column from.
func (p *panel) subtract(e engine, count, from int, v, w []float64, stride int, x []float64) {
	if count == 0 {
		return
	}
	var byV, byW [panelWidth]float64
	for i := range count {
		byV[i], byW[i] = -v[i*stride], -w[i*stride]
	}
	e.set.addRows(byV[:count], p.w.data[from:], p.w.down, x)
	e.set.addRows(byW[:count], p.v.data[from:], p.v.down, x)
}

// reflect makes the reflector of column j and, with it, column j of V and W.
func (p *panel) reflect(e engine, j int) (beta, tau float64) {
	from := j + 1
	x := p.columns.row(j)[from:]
	beta, tau = e.set.reflect(x)
	v, w := p.v.row(j), p.w.row(j)
	clear(v[:from])
	copy(v[from:], x)
	w = w[from:]
	if tau == 0 {
		clear(w)
		return beta, tau
	}
	e.symv(p.a.part(from, from, len(x), len(x)), x, w, p.memory)
	var ofV, ofW [panelWidth]float64
	if j > 0 {
		e.set.inner(x, p.v.data[from:], p.v.down, ofV[:j])
		e.set.inner(x, p.w.data[from:], p.w.down, ofW[:j])
	}
	p.subtract(e, j, from, ofV[:], ofW[:], 1, w)
	scaleBy(w, tau)
	addScaled(w, -tau/2*e.set.dot(w, x), x)
	return beta, tau
}

// finish updates the rest of the matrix, and stores the vectors above its diagonal.
func (p *panel) finish(e engine) {
	n, k := p.a.rows, p.width
	p.v.copyTo(p.vwv.below(2 * k))
	if n > k {
		vw, wv := p.vwv.above(2*k).columns(k, n), p.vwv.below(k).columns(k, n)
		e.gemmRegion(-1, vw.t(), wv, lowerOf(p.a.part(k, k, n-k, n-k)))
	}
	for j := range k {
		copy(p.a.row(j)[j+1:], p.v.row(j)[j+1:])
	}
}
