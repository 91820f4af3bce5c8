package dense

import "math"

// lu overwrites the m×n matrix A, which lies row by row, by the factors of PA = LU, with the ones on the diagonal of L left out. Row i was exchanged
// for row pivots[i] >= i, in the order of i; there are min(m, n) of them. It reports false if a pivot is 0, and goes on.
//
// The columns are halved: the left ones are factored, the right ones follow by a triangular system and a product, and what is left of them is
// factored.
//
// Reference: S. Toledo, Locality of reference in LU decomposition with partial pivoting (1997).
func (e engine) lu(a view, pivots []int) bool {
	n := min(a.rows, a.cols)
	if n <= triangleBase {
		ok := e.set.luPanel(a.columns(0, n), pivots)
		if n < a.cols {
			right := a.columns(n, a.cols)
			exchange(right, pivots)
			e.solve(triangle{view: a.part(0, 0, n, n), lower: true, unit: true}, right.above(n))
		}
		return ok
	}
	h := half(n)
	left, right := a.columns(0, h), a.columns(h, a.cols)
	ok := e.lu(left, pivots[:h])
	exchange(right, pivots[:h])
	e.solve(triangle{view: left.above(h), lower: true, unit: true}, right.above(h))
	e.gemm(-1, left.below(h), right.above(h), right.below(h))
	rest := pivots[h:]
	ok = e.lu(right.below(h), rest) && ok
	exchange(left.below(h), rest)
	for i := range rest {
		rest[i] += h
	}
	return ok
}

// exchange exchanges row i for row pivots[i], one i after another.
func exchange(a view, pivots []int) {
	for i, p := range pivots {
		if p == i {
			continue
		}
		x, y := a.row(i), a.row(p)
		for j, v := range x {
			x[j], y[j] = y[j], v
		}
	}
}

// luPanel is lu for a panel of at most triangleBase columns, which it copies so that each of them lies together.
func (s instructions) luPanel(a view, pivots []int) bool {
	numbers, giveBack := borrow(a.rows * a.cols)
	defer giveBack()
	columns := rowMajor(numbers, a.cols, a.rows, a.rows)
	a.t().copyTo(columns)
	ok := true
	for j := range a.cols {
		s.luColumn(columns, j)
		column := columns.row(j)
		p := j + largest(column[j:])
		pivots[j] = p
		if p != j {
			for k := range a.cols {
				c := columns.row(k)
				c[j], c[p] = c[p], c[j]
			}
		}
		if column[j] == 0 {
			ok = false
			continue
		}
		s.divide(column[j+1:], column[j])
	}
	columns.copyTo(a.t())
	return ok
}

// luColumn applies the columns before column j to it: first to the entries of U, one after another, then to all others at once.
func (s instructions) luColumn(columns view, j int) {
	var weights [triangleBase]float64
	column := columns.row(j)
	for i := range j {
		for k, v := range columns.row(i)[i+1 : j] {
			column[i+1+k] = math.FMA(-column[i], v, column[i+1+k])
		}
		weights[i] = -column[i]
	}
	if j > 0 {
		s.addRows(weights[:j], columns.data[j:], columns.down, column[j:])
	}
}

// largest is the index of the first number of largest absolute value.
func largest(x []float64) int {
	at, most := 0, math.Abs(x[0])
	for i, v := range x {
		if v := math.Abs(v); v > most {
			at, most = i, v
		}
	}
	return at
}
