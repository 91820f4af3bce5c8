package dense

// bidiagonalize reduces an m×n matrix A with m >= n, which lies row by row, to an upper bidiagonal matrix UᵀAV with the given diagonal
// and off-diagonal. U and V are products of reflectors. The vectors of V come to lie in A, those of U in rows of their own.
//
// Like tridiagonalize it reduces a panel of columns and rows at a time, for each of which it needs two products of the matrix with a vector; the
// rest follows by A -= V·Yᵀ + X·Pᵀ, one product of depth 2·panelWidth.
//
// Reference: J. Dongarra, S. Hammarling and D. Sorensen, Block reduction of matrices to condensed forms for eigenvalue computations (1989).
func (e engine) bidiagonalize(a view, diagonal, off []float64) (u, v reflectors) {
	m, n := a.rows, a.cols
	u = reflectors{vectors: rowMajor(make([]float64, n*m), n, m, m), taus: make([]float64, n)}
	v = reflectors{vectors: a, shift: 1, taus: make([]float64, n-1)}
	numbers, giveBack := borrow(4 * panelWidth * (m + n))
	defer giveBack()
	for first := 0; first < n; first += panelWidth {
		p := newBands(a.part(first, first, m-first, n-first), numbers)
		for j := range p.width {
			i := first + j
			diagonal[i], u.taus[i] = p.reflectColumn(e, j)
			if i < n-1 {
				off[i], v.taus[i] = p.reflectRow(e, j)
			}
		}
		p.finish(e)
		for j := range p.width {
			copy(u.vectors.row(first + j)[first:], p.v.row(j))
		}
	}
	return u, v
}

// bands is what is known of the first columns and rows of an m×n matrix A while they are reduced. The reduced matrix is A - V·Yᵀ - X·Pᵀ, where
// the columns of V and P are the vectors of the reflectors on the left and on the right.
type bands struct {
	a       view // of which only the first rows are changed before finish
	width   int
	columns view // width×m: the first columns of A, as rows
	vx      view // rows of m numbers: V and X
	yp      view // rows of n numbers: Y and P
	v, x    view
	y, p    view
}

func newBands(a view, numbers []float64) *bands {
	m, n := a.rows, a.cols
	width := min(panelWidth, n)
	memory := shelf{numbers}
	b := &bands{a: a, width: width, columns: memory.matrix(width, m), vx: memory.matrix(2*width, m), yp: memory.matrix(2*width, n)}
	b.v, b.x = b.vx.above(width), b.vx.below(width)
	b.y, b.p = b.yp.above(width), b.yp.below(width)
	a.columns(0, width).transposeTo(b.columns)
	return b
}

// subtract subtracts the rows of v from the column from on, weighted with column j of weights, from dst.
func subtract(e engine, count int, weights view, j int, v view, from int, dst []float64) {
	if count == 0 || len(dst) == 0 {
		return
	}
	var w [panelWidth]float64
	for i := range count {
		w[i] = -weights.at(i, j)
	}
	e.set.addRows(w[:count], v.data[from:], v.down, dst)
}

// correct subtracts from dst the rows of w from the column to on, weighted with the products of x with the rows of v from the column from on: the part of
// a product with the reduced matrix that is not in A.
func correct(e engine, count int, x []float64, v view, from int, w view, to int, dst []float64) {
	if count == 0 || len(dst) == 0 {
		return
	}
	var weights [panelWidth]float64
	e.set.inner(x, v.data[from:], v.down, weights[:count])
	for i := range count {
		weights[i] = -weights[i]
	}
	e.set.addRows(weights[:count], w.data[to:], w.down, dst)
}

// reflectColumn makes the reflector of column j and column j of V and Y.
func (b *bands) reflectColumn(e engine, j int) (beta, tau float64) {
	column := b.columns.row(j)[j:]
	subtract(e, j, b.y, j, b.v, j, column)
	subtract(e, j, b.p, j, b.x, j, column)
	beta, tau = e.set.reflect(column)
	v := b.v.row(j)
	clear(v[:j])
	copy(v[j:], column)
	y := b.y.row(j)[j+1:]
	clear(y)
	if tau == 0 || len(y) == 0 {
		return beta, tau
	}
	e.addCombination(column, b.a.part(j, j+1, len(column), len(y)), y)
	correct(e, j, column, b.v, j, b.y, j+1, y)
	correct(e, j, column, b.x, j, b.p, j+1, y)
	scaleBy(y, tau)
	return beta, tau
}

// reflectRow makes the reflector of row j and column j of P and X.
func (b *bands) reflectRow(e engine, j int) (beta, tau float64) {
	row := b.a.row(j)[j+1:]
	subtract(e, j+1, b.v, j, b.y, j+1, row)
	subtract(e, j, b.x, j, b.p, j+1, row)
	beta, tau = e.set.reflect(row)
	p := b.p.row(j)
	clear(p[:j+1])
	copy(p[j+1:], row)
	x := b.x.row(j)[j+1:]
	clear(x)
	if tau == 0 || len(x) == 0 {
		return beta, tau
	}
	e.products(row, b.a.part(j+1, j+1, len(x), len(row)), x)
	correct(e, j+1, row, b.y, j+1, b.v, j+1, x)
	correct(e, j, row, b.p, j+1, b.x, j+1, x)
	scaleBy(x, tau)
	return beta, tau
}

// finish updates the rest of the matrix.
func (b *bands) finish(e engine) {
	m, n, k := b.a.rows, b.a.cols, b.width
	if n == k {
		return
	}
	e.gemm(-1, b.vx.columns(k, m).t(), b.yp.columns(k, n), b.a.part(k, k, m-k, n-k))
}

// addCombination adds the rows of a, weighted with x, to y, one row after another. Goroutines share the columns.
func (e engine) addCombination(x []float64, a view, y []float64) {
	const group = 8 // rows that are read side by side
	e.forWork(4*a.rows*a.cols).pieces(a.cols, 64, func(e engine, lo, hi int) {
		for i := 0; i < a.rows; i += group {
			n := min(group, a.rows-i)
			e.set.addRows(x[i:i+n], a.data[i*a.down+lo:], a.down, y[lo:hi])
		}
	})
}

// products sets y to the products of x with the rows of a. Goroutines share the rows.
func (e engine) products(x []float64, a view, y []float64) {
	e.forWork(4*a.rows*a.cols).pieces(a.rows, granule, func(e engine, lo, hi int) {
		e.set.inner(x, a.data[lo*a.down:], a.down, y[lo:hi])
	})
}
