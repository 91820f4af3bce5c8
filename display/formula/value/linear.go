package value

import "math"

// This file is linear algebra by elimination, which is the same over every field: only the choice of the pivot differs.

// eliminator is a field with an elimination of its own, see number.Rational.Eliminate.
type eliminator[T any] interface {
	Eliminate(n, m int, a, b []T) (x []T, det T)
}

// Inverse is a⁻¹, of a number 1/a. ErrSingular where there is none.
func (o *Ops[T]) Inverse(a Value[T]) (Value[T], error) {
	switch {
	case a.Kind == Number || a.Kind == Identity:
		x, err := o.F.Div(o.F.Int(1), a.N)
		a.N = x
		return a, err
	case a.Kind == Matrix && a.Rows == a.Cols:
		return o.Solve(a, o.IdentityOf(a.Rows))
	}
	return Value[T]{}, misfit1("the inverse", a)
}

// Solve is a⁻¹ b for a square matrix a (or a number or c·I) and a vector or matrix b.
func (o *Ops[T]) Solve(a, b Value[T]) (Value[T], error) {
	if a.Kind == Number || a.Kind == Identity {
		return o.Div(b, o.Number(a.N))
	}
	if a.Kind == Matrix && a.Rows == a.Cols {
		switch b.Kind {
		case Identity:
			b = o.sizeLike(b, a)
		case Ones:
			b = o.Vector(repeat(b.N, a.Rows)...)
		}
	}
	if a.Kind != Matrix || a.Rows != a.Cols || (b.Kind != Vector && b.Kind != Matrix) || b.Rows != a.Rows {
		return Value[T]{}, misfit("the solution", a, b)
	}
	if err := o.spendElimination(a.Rows, b.Cols); err != nil {
		return Value[T]{}, err
	}
	if exact, ok := o.F.(eliminator[T]); ok {
		x, _ := exact.Eliminate(a.Rows, b.Cols, a.A, b.A)
		if x == nil {
			return Value[T]{}, ErrSingular
		}
		b.A = x
		return b, nil
	}
	e := o.newElimination(a)
	e.right = append([]T(nil), b.A...)
	e.m = b.Cols
	for k := range e.n {
		if _, ok := e.step(k, 0); !ok {
			return Value[T]{}, ErrSingular
		}
	}
	b.A = e.right
	return b, nil
}

// elimination is Gauss-Jordan elimination of the n×n matrix a beside the n×m matrix right.
type elimination[T any] struct {
	o     *Ops[T]
	n, m  int
	a     []T
	right []T
	scale []float64 // of each row of a as it was, or nil over an exact field
	odd   bool      // the number of exchanges of rows
}

func (o *Ops[T]) newElimination(a Value[T]) *elimination[T] {
	e := &elimination[T]{o: o, n: a.Rows, a: append([]T(nil), a.A...)}
	if o.F.Exact() {
		return e
	}
	e.scale = make([]float64, e.n)
	for i, x := range a.A {
		e.scale[i/e.n] = max(e.scale[i/e.n], math.Abs(o.F.Value(x)))
	}
	return e
}

// step makes column k the k-th unit vector in the rows from `from` on, and returns the pivot by which it has divided. It reports
// false if no row from k on has one: over an exact field an entry that is not 0, else one above the rounding of its row.
func (e *elimination[T]) step(k, from int) (pivot T, ok bool) {
	p := e.pivot(k)
	if p < 0 {
		return pivot, false
	}
	e.swap(k, p)
	pivot = e.a[k*e.n+k]
	inverse, err := e.o.F.Div(e.o.F.Int(1), pivot)
	if err != nil {
		return pivot, false
	}
	row, right := e.a[k*e.n+k:(k+1)*e.n], e.right[k*e.m:(k+1)*e.m]
	for j, x := range row {
		row[j] = e.o.F.Mul(x, inverse)
	}
	for j, x := range right {
		right[j] = e.o.F.Mul(x, inverse)
	}
	for i := from; i < e.n; i++ {
		if i != k {
			factor := e.a[i*e.n+k]
			e.o.subtract(e.a[i*e.n+k:(i+1)*e.n], row, factor)
			e.o.subtract(e.right[i*e.m:(i+1)*e.m], right, factor)
		}
	}
	return pivot, true
}

// subtract is row -= factor·other.
func (o *Ops[T]) subtract(row, other []T, factor T) {
	for j, x := range other {
		row[j] = o.F.Sub(row[j], o.F.Mul(factor, x))
	}
}

// pivot is the row from k on to exchange with row k, or -1.
func (e *elimination[T]) pivot(k int) int {
	best, at := 0.0, -1
	zero := e.o.F.Int(0)
	for i := k; i < e.n; i++ {
		x := e.a[i*e.n+k]
		if e.scale == nil {
			if e.o.F.Cmp(x, zero) != 0 {
				return i
			}
			continue
		}
		if size := math.Abs(e.o.F.Value(x)); size > 1e-15*float64(e.n)*e.scale[i] && size > best {
			best, at = size, i
		}
	}
	return at
}

func (e *elimination[T]) swap(i, j int) {
	if i == j {
		return
	}
	for k := range e.n {
		e.a[i*e.n+k], e.a[j*e.n+k] = e.a[j*e.n+k], e.a[i*e.n+k]
	}
	for k := range e.m {
		e.right[i*e.m+k], e.right[j*e.m+k] = e.right[j*e.m+k], e.right[i*e.m+k]
	}
	if e.scale != nil {
		e.scale[i], e.scale[j] = e.scale[j], e.scale[i]
	}
	e.odd = !e.odd
}

// Det is the determinant of a square matrix, of a number the number. Up to 4×4 it is expanded, which has derivatives at singular
// matrices, too; a larger singular one has determinant 0, and with derivatives it is ErrSingular.
func (o *Ops[T]) Det(a Value[T]) (Value[T], error) {
	switch {
	case a.Kind == Number:
		return a, nil
	case a.Kind == Identity:
		if o.F.IsConstant(a.N) && o.F.Cmp(a.N, o.F.Int(1)) == 0 {
			return o.Int(1), nil
		}
		return Value[T]{}, ErrNoSize
	case a.Kind != Matrix || a.Rows != a.Cols:
		return Value[T]{}, misfit1("the determinant", a)
	}
	if err := o.spendElimination(a.Rows, 0); err != nil {
		return Value[T]{}, err
	}
	if exact, ok := o.F.(eliminator[T]); ok {
		_, det := exact.Eliminate(a.Rows, 0, a.A, nil)
		return o.Number(det), nil
	}
	if a.Rows <= 4 {
		return o.Number(o.minor(a.A, a.Rows, 0, 0)), nil
	}
	return o.bigDet(a)
}

// minor expands the determinant of the rows from `row` on, without the columns whose bits are in used.
func (o *Ops[T]) minor(a []T, n, row int, used uint) T {
	if row == n {
		return o.F.Int(1)
	}
	sum, negative := o.F.Int(0), false
	for j := range n {
		if used&(1<<j) != 0 {
			continue
		}
		term := o.F.Mul(a[row*n+j], o.minor(a, n, row+1, used|1<<j))
		if negative {
			sum = o.F.Sub(sum, term)
		} else {
			sum = o.F.Add(sum, term)
		}
		negative = !negative
	}
	return sum
}

func (o *Ops[T]) bigDet(a Value[T]) (Value[T], error) {
	e := o.newElimination(a)
	det := o.F.Int(1)
	for k := range e.n {
		pivot, ok := e.step(k, k+1)
		if !ok {
			for _, x := range a.A {
				if !o.F.IsConstant(x) {
					return Value[T]{}, ErrSingular
				}
			}
			return o.Int(0), nil
		}
		det = o.F.Mul(det, pivot)
	}
	if e.odd {
		det = o.F.Neg(det)
	}
	return o.Number(det), nil
}

// Trace is the sum of the diagonal; of a number the number.
func (o *Ops[T]) Trace(a Value[T]) (Value[T], error) {
	switch {
	case a.Kind == Number:
		return a, nil
	case a.Kind == Identity:
		return Value[T]{}, ErrNoSize
	case a.Kind != Matrix || a.Rows != a.Cols:
		return Value[T]{}, misfit1("the trace", a)
	}
	sum := o.F.Int(0)
	for i := range a.Rows {
		sum = o.F.Add(sum, a.A[i*a.Cols+i])
	}
	return o.Number(sum), nil
}

// Rank is the number of pivots of an elimination with complete pivoting; in floating point a pivot counts that is above 1e-11 times
// the first. The rank of a vector is 0 or 1.
func (o *Ops[T]) Rank(a Value[T]) (Value[T], error) {
	if !a.Dense() {
		return Value[T]{}, misfit1("the rank", a)
	}
	if err := o.spendElimination(max(a.Rows, a.Cols), 0); err != nil {
		return Value[T]{}, err
	}
	rows := make([][]T, a.Rows)
	for i := range rows {
		rows[i] = append([]T(nil), a.A[i*a.Cols:(i+1)*a.Cols]...)
	}
	rank, first := 0, 0.0
	for ; rank < min(a.Rows, a.Cols); rank++ {
		i, j, size := o.largest(rows[rank:])
		if size <= 1e-11*first {
			break
		}
		first = max(first, size)
		rows[rank], rows[rank+i] = rows[rank+i], rows[rank]
		if err := o.clearBelow(rows[rank:], j); err != nil {
			return Value[T]{}, err
		}
	}
	return o.Int(rank), nil
}

// largest is the entry of largest size; over an exact field sizes are 0 or 1.
func (o *Ops[T]) largest(rows [][]T) (row, col int, size float64) {
	zero := o.F.Int(0)
	for i, r := range rows {
		for j, x := range r {
			s := math.Abs(o.F.Value(x))
			if o.F.Exact() {
				s = math.Abs(float64(o.F.Cmp(x, zero)))
			}
			if s > size {
				row, col, size = i, j, s
			}
		}
	}
	return row, col, size
}

// clearBelow makes column j 0 in all rows but the first.
func (o *Ops[T]) clearBelow(rows [][]T, j int) error {
	for _, r := range rows[1:] {
		factor, err := o.F.Div(r[j], rows[0][j])
		if err != nil {
			return err
		}
		o.subtract(r, rows[0], factor)
		r[j] = o.F.Int(0)
	}
	return nil
}
