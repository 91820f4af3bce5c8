package value

import (
	"math"

	"github.com/mercer-go/mercer/display/formula/number"
)

// Norm is the p-norm of a vector or row, 1 ≤ p ≤ ∞ (also 0 < p < 1, no norm), of a number its absolute value. Of a matrix it is
// the operator norm for p = 1 (largest column sum), 2 (largest singular value) and ∞ (largest row sum).
func (o *Ops[T]) Norm(a Value[T], p float64) (Value[T], error) {
	switch {
	case a.Kind == Number || a.Kind == Identity:
		x, err := o.F.Call(number.Abs, a.N)
		return o.Number(x), err
	case a.Sizeless():
		return Value[T]{}, ErrNoSize
	case !a.Dense():
		return Value[T]{}, misfit1("the norm", a)
	case a.Kind == Matrix:
		return o.operatorNorm(a, p)
	}
	return o.vectorNorm(a.A, p)
}

func (o *Ops[T]) vectorNorm(a []T, p float64) (Value[T], error) {
	switch {
	case p == 2:
		x, err := o.F.Call(number.Sqrt, o.F.Dot(a, a))
		return o.Number(x), err
	case math.IsInf(p, 1):
		return o.largestAbs(a)
	case !(p > 0):
		return Value[T]{}, &number.Error{Op: "norm of index", At: p, Err: number.ErrDomain}
	}
	sum := o.F.Int(0)
	for _, x := range a {
		y, err := o.F.Call(number.Abs, x)
		if err == nil && p != 1 {
			y, err = o.F.Pow(y, o.F.Float(p))
		}
		if err != nil {
			return Value[T]{}, err
		}
		sum = o.F.Add(sum, y)
	}
	if p == 1 {
		return o.Number(sum), nil
	}
	inverse, err := o.F.Div(o.F.Int(1), o.F.Float(p))
	if err != nil {
		return Value[T]{}, err
	}
	x, err := o.F.Pow(sum, inverse)
	return o.Number(x), err
}

func (o *Ops[T]) largestAbs(a []T) (Value[T], error) {
	best := o.F.Int(0)
	for i, x := range a {
		y, err := o.F.Call(number.Abs, x)
		if err != nil {
			return Value[T]{}, err
		}
		if i == 0 || o.F.Order(y, best) > 0 {
			best = y
		}
	}
	return o.Number(best), nil
}

func (o *Ops[T]) operatorNorm(a Value[T], p float64) (Value[T], error) {
	switch {
	case p == 2:
		return o.Spectral(a)
	case p == 1:
		a = o.Matrix(a.Cols, a.Rows, transposed(a))
	case !math.IsInf(p, 1):
		return Value[T]{}, misfit1("this norm (of a matrix 1, 2, ∞ and F are known)", a)
	}
	sums := make([]T, a.Rows)
	for i := range sums {
		sum, err := o.vectorNorm(a.A[i*a.Cols:(i+1)*a.Cols], 1)
		if err != nil {
			return Value[T]{}, err
		}
		sums[i] = sum.N
	}
	return o.largestAbs(sums)
}

// Frobenius is the root of the sum of the squares of all entries.
func (o *Ops[T]) Frobenius(a Value[T]) (Value[T], error) {
	switch {
	case a.Sizeless():
		return Value[T]{}, ErrNoSize
	case !a.Dense():
		return Value[T]{}, misfit1("the Frobenius norm", a)
	}
	return o.vectorNorm(a.A, 2)
}

// NormSquared is the sum of the squares of all entries: exact where the norm is not rational.
func (o *Ops[T]) NormSquared(a Value[T]) (Value[T], error) {
	switch {
	case a.Kind == Number:
		return o.Number(o.F.Mul(a.N, a.N)), nil
	case a.Sizeless():
		return Value[T]{}, ErrNoSize
	case !a.Dense():
		return Value[T]{}, misfit1("the norm", a)
	}
	return o.Number(o.F.Dot(a.A, a.A)), nil
}

// Spectral is the largest singular value of a matrix.
func (o *Ops[T]) Spectral(a Value[T]) (Value[T], error) {
	if a.Kind != Matrix {
		return Value[T]{}, misfit1("the spectral norm", a)
	}
	t := o.Matrix(a.Cols, a.Rows, transposed(a))
	if a.Rows < a.Cols {
		t, a = a, t
	}
	gram, err := o.product(t, a)
	if err != nil {
		return Value[T]{}, err
	}
	square, err := o.Eigenvalue(gram, 1)
	if err != nil {
		return Value[T]{}, err
	}
	x, err := o.F.Call(number.Sqrt, o.nonnegative(square.N))
	return o.Number(x), err
}

// nonnegative is x, or 0 for a negative number that is one by rounding.
func (o *Ops[T]) nonnegative(x T) T {
	if zero := o.F.Int(0); o.F.Cmp(x, zero) < 0 {
		return zero
	}
	return x
}
