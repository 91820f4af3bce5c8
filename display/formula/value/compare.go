package value

import (
	"math"
)

// Difference is how far two values are from equal. Over an exact field Equal alone decides.
type Difference struct {
	Equal            bool    // no entry differs at all
	Deviation, Scale float64 // the largest |a - b| and the largest |a|, |b| of the entries; +Inf, 0 for sets and truth values that differ
}

// Equal compares values of one shape: numbers, vectors, matrices, truth values, tuples and families item by item, sets.
func (o *Ops[T]) Equal(a, b Value[T]) (Difference, error) {
	a, b = o.Resolve(a, b)
	d := Difference{Equal: true}
	switch {
	case a.Kind != b.Kind:
		return d, misfit("the comparison", a, b)
	case a.Kind == Number || a.Sizeless():
		o.add(&d, a.N, b.N)
	case a.Dense() && a.Rows == b.Rows && a.Cols == b.Cols:
		for i, x := range a.A {
			o.add(&d, x, b.A[i])
		}
	case a.Kind == Truth:
		d = yes(a.Truth == b.Truth)
	case a.Kind == Set:
		if err := o.spendPairs(a, b); err != nil {
			return d, err
		}
		d = yes(len(a.Items) == len(b.Items) && o.subset(a, b))
	case a.Kind == Tuple || a.Kind == Family:
		return o.equalItems(a, b)
	default:
		return d, misfit("the comparison", a, b)
	}
	return d, nil
}

func (o *Ops[T]) equalItems(a, b Value[T]) (Difference, error) {
	d := Difference{Equal: true}
	if len(a.Items) != len(b.Items) {
		return d, misfit("the comparison", a, b)
	}
	for i, x := range a.Items {
		e, err := o.Equal(x, b.Items[i])
		if err != nil {
			return d, err
		}
		d = Difference{d.Equal && e.Equal, max(d.Deviation, e.Deviation), max(d.Scale, e.Scale)}
	}
	return d, nil
}

// yes is the difference of things that are equal or not.
func yes(equal bool) Difference {
	if equal {
		return Difference{Equal: true}
	}
	return Difference{Deviation: math.Inf(1)}
}

// add takes a pair of entries into account. NaN is a deviation of +Inf.
func (o *Ops[T]) add(d *Difference, x, y T) {
	u, v := o.F.Value(x), o.F.Value(y)
	d.Scale = max(d.Scale, math.Abs(u), math.Abs(v))
	if o.F.Cmp(x, y) == 0 && u == u && v == v {
		return
	}
	off := math.Abs(o.F.Value(o.F.Sub(x, y)))
	if off != off {
		off = math.Inf(1)
	}
	d.Equal = false
	d.Deviation = max(d.Deviation, off, math.SmallestNonzeroFloat64)
}

// Order is how far a is below b. Over an exact field Sign alone decides.
type Order struct {
	Sign         int     // of the slack
	Slack, Scale float64 // the least b - a and the largest |a|, |b| of the entries
}

// Compare is a ≤ b: of numbers, or of vectors and matrices entry by entry, one of which may be a number. NaN has slack -Inf.
func (o *Ops[T]) Compare(a, b Value[T]) (Order, error) {
	a, b = o.Resolve(a, b)
	if a.Kind == Number && b.Dense() {
		a = Value[T]{Kind: b.Kind, Rows: b.Rows, Cols: b.Cols, A: repeat(a.N, len(b.A))}
	} else if b.Kind == Number && a.Dense() {
		b = Value[T]{Kind: a.Kind, Rows: a.Rows, Cols: a.Cols, A: repeat(b.N, len(a.A))}
	}
	order := Order{Sign: 1, Slack: math.Inf(1)}
	switch {
	case a.Kind != b.Kind || a.Rows != b.Rows || a.Cols != b.Cols:
		return order, misfit("the comparison", a, b)
	case a.Kind == Number || a.Sizeless() && a.Kind != Identity:
		o.below(&order, a.N, b.N)
	case a.Dense():
		for i, x := range a.A {
			o.below(&order, x, b.A[i])
		}
	default:
		return order, misfit("the comparison", a, b)
	}
	return order, nil
}

func (o *Ops[T]) below(order *Order, x, y T) {
	u, v := o.F.Value(x), o.F.Value(y)
	order.Scale = max(order.Scale, math.Abs(u), math.Abs(v))
	if u != u || v != v {
		order.Sign, order.Slack = -1, math.Inf(-1)
		return
	}
	order.Sign = min(order.Sign, o.F.Order(y, x))
	order.Slack = min(order.Slack, o.F.Value(o.F.Sub(y, x)))
}

// Loewner is a ⪯ b of symmetric matrices: the slack is the least eigenvalue of b - a, the sign 1 where b - a is positive definite, 0
// where it is semidefinite. A number stands for no matrix but 0, which stands for the zero matrix.
func (o *Ops[T]) Loewner(a, b Value[T]) (Order, error) {
	a, b = o.zeroMatrix(a, b), o.zeroMatrix(b, a)
	if (a.Kind == Identity || a.Kind == Number) && a.Kind == b.Kind {
		a.Kind, b.Kind = Number, Number
		return o.Compare(a, b)
	}
	d, err := o.Sub(b, a)
	if err != nil {
		return Order{}, misfit("the comparison", a, b)
	}
	if err := o.checkSymmetric(d); err != nil {
		return Order{}, err
	}
	values := o.floats(d.A)
	order := Order{}
	for _, v := range []Value[T]{a, b} {
		for _, x := range v.A {
			order.Scale = max(order.Scale, math.Abs(o.F.Value(x)))
		}
	}
	for _, x := range values {
		if x-x != 0 {
			return Order{Sign: -1, Slack: math.Inf(-1), Scale: order.Scale}, nil
		}
	}
	lambda, _ := jacobi(values, d.Rows)
	order.Slack = lambda[d.Rows-1]
	order.Sign = o.definite(d, order.Slack)
	return order, nil
}

// zeroMatrix is the zero matrix for a number 0 beside a matrix.
func (o *Ops[T]) zeroMatrix(a, like Value[T]) Value[T] {
	if a.Kind != Number || o.F.Cmp(a.N, o.F.Int(0)) != 0 {
		return a
	}
	switch {
	case like.Kind == Identity:
		a.Kind = Identity
	case like.Kind == Matrix && like.Rows == like.Cols:
		return o.scalarMatrix(a.N, like.Rows)
	}
	return a
}

// definite is 1, 0 or -1 as d is positive definite, semidefinite or neither; in floating point by its least eigenvalue.
func (o *Ops[T]) definite(d Value[T], least float64) int {
	zero := o.F.Int(0)
	if !o.F.Exact() {
		return o.F.Cmp(o.F.Float(least), zero)
	}
	a, n := append([]T(nil), d.A...), d.Rows
	for done := make([]bool, n); ; {
		p := o.diagonalPivot(a, done)
		if p < 0 {
			return o.restDefinite(a, done)
		}
		if o.F.Cmp(a[p*n+p], zero) < 0 {
			return -1
		}
		done[p] = true
		for i := range n {
			if factor, err := o.F.Div(a[i*n+p], a[p*n+p]); err == nil && !done[i] {
				o.subtract(a[i*n:(i+1)*n], a[p*n:(p+1)*n], factor)
			}
		}
	}
}

// diagonalPivot is the first index that is not done and whose diagonal entry is not 0, or -1.
func (o *Ops[T]) diagonalPivot(a []T, done []bool) int {
	n := len(done)
	for i := range n {
		if !done[i] && o.F.Cmp(a[i*n+i], o.F.Int(0)) != 0 {
			return i
		}
	}
	return -1
}

// restDefinite judges what remains when its diagonal is 0: it must be 0 altogether.
func (o *Ops[T]) restDefinite(a []T, done []bool) int {
	n, result := len(done), 1
	for i := range n {
		for j := range n {
			if done[i] || done[j] {
				continue
			}
			result = min(result, 0)
			if o.F.Cmp(a[i*n+j], o.F.Int(0)) != 0 {
				return -1
			}
		}
	}
	return result
}

// Proportional is a ∝ b for vectors, rows or matrices of one shape: whether a = c·b for some number c. The deviation is
// that of a from its projection to b.
func (o *Ops[T]) Proportional(a, b Value[T]) (Difference, error) {
	a, b = o.Resolve(a, b)
	if a.Kind == Number && b.Kind == Number {
		return Difference{Equal: true}, nil
	}
	if !a.Dense() || a.Kind != b.Kind || a.Rows != b.Rows || a.Cols != b.Cols {
		return Difference{}, misfit("the comparison", a, b)
	}
	factor, err := o.F.Div(o.F.Dot(a.A, b.A), o.F.Dot(b.A, b.A))
	if err != nil { // b is 0
		factor = o.F.Int(0)
	}
	c, err := o.scale(factor, b)
	if err != nil {
		return Difference{}, err
	}
	return o.Equal(a, c)
}
