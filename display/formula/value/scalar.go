package value

import (
	"math"
	"math/big"

	"github.com/mercer-go/mercer/display/formula/number"
)

// Call is f of a number.
func (o *Ops[T]) Call(f number.Func, a Value[T]) (Value[T], error) {
	if a.Kind != Number {
		return Value[T]{}, misfit1(f.String(), a)
	}
	y, err := o.F.Call(f, a.N)
	return o.Number(y), err
}

// Max is the larger number, the first of two equal ones.
func (o *Ops[T]) Max(a, b Value[T]) (Value[T], error) { return o.choose("the maximum", a, b, -1) }

// Min is the smaller number, the first of two equal ones.
func (o *Ops[T]) Min(a, b Value[T]) (Value[T], error) { return o.choose("the minimum", a, b, 1) }

// choose is b where a compares to b as given, else a.
func (o *Ops[T]) choose(op string, a, b Value[T], as int) (Value[T], error) {
	if a.Kind != Number || b.Kind != Number {
		return Value[T]{}, misfit(op, a, b)
	}
	if o.F.Order(a.N, b.N) == as {
		return b, nil
	}
	return a, nil
}

// PositivePart is max(a, 0), entry by entry.
func (o *Ops[T]) PositivePart(a Value[T]) (Value[T], error) {
	zero := o.F.Int(0)
	return o.Map("the positive part", a, func(x T) (T, error) {
		if o.F.Order(x, zero) < 0 {
			return zero, nil
		}
		return x, nil
	})
}

// maxFactorial bounds n of n!; 170! is the largest in floating point.
const maxFactorial = 2000

// Factorial is n! of an integer 0 ≤ n ≤ 2000 (170 in floating point).
func (o *Ops[T]) Factorial(a Value[T]) (Value[T], error) {
	n, ok := o.Integer(a)
	switch {
	case a.Kind != Number:
		return Value[T]{}, misfit1("the factorial", a)
	case !ok || n < 0:
		return Value[T]{}, &number.Error{Op: "factorial", At: o.F.Value(a.N), Err: number.ErrDomain}
	case n > maxFactorial || n > 170 && !o.F.Exact():
		return Value[T]{}, &number.Error{Op: "factorial", At: float64(n), Err: number.ErrOverflow}
	}
	product := o.F.Int(1)
	for k := 2; k <= n; k++ {
		product = o.F.Mul(product, o.F.Int(int64(k)))
	}
	return o.Number(product), nil
}

// Binom is the binomial coefficient n(n-1)…(n-k+1)/k! for any number n and an integer k; it is 0 for k < 0.
func (o *Ops[T]) Binom(n, k Value[T]) (Value[T], error) {
	m, ok := o.Integer(k)
	switch {
	case n.Kind != Number || k.Kind != Number:
		return Value[T]{}, misfit("the binomial coefficient", n, k)
	case ok && m > maxFactorial:
		return Value[T]{}, &number.Error{Op: "binomial coefficient below", At: float64(m), Err: number.ErrOverflow}
	case !ok:
		return Value[T]{}, &number.Error{Op: "binomial coefficient below", At: o.F.Value(k.N), Err: number.ErrDomain}
	case m < 0:
		return o.Int(0), nil
	}
	if whole, ok := o.Integer(n); ok && o.F.IsConstant(n.N) && whole >= m && whole-m < m {
		m = whole - m
	}
	if err := o.Spend(1+m/4, 0); err != nil { // digits of large integers counted
		return Value[T]{}, err
	}
	if whole, ok := o.Integer(n); ok && o.F.Exact() && whole >= 0 && o.F.IsConstant(n.N) {
		return o.Number(o.F.Rat(new(big.Rat).SetInt(new(big.Int).Binomial(int64(whole), int64(m))))), nil
	}
	product := o.F.Int(1)
	for j := range m {
		top := o.F.Mul(product, o.F.Sub(n.N, o.F.Int(int64(j))))
		q, err := o.F.Div(top, o.F.Int(int64(j+1)))
		if err != nil {
			return Value[T]{}, err
		}
		product = q
	}
	if o.F.Exact() || !ok {
		return o.Number(product), nil
	}
	return o.Number(product), o.finite("binomial coefficient", product)
}

// finite refuses what has overflowed.
func (o *Ops[T]) finite(op string, x T) error {
	if v := o.F.Value(x); math.IsInf(v, 0) || math.IsNaN(v) {
		return &number.Error{Op: op, At: v, Err: number.ErrOverflow}
	}
	return nil
}
