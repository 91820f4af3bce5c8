package value

import (
	"errors"

	"github.com/mercer-go/mercer/display/formula/number"
)

// This file has functions and laws that are data, so that they are carried from one field to another as every value.

// Form is what the Ref of a Func says when the function is data.
type Form uint8

// A Table has Items (x, f(x)). A Polynomial has the coefficients A, of x⁰ first. A Ridge is a function on ℝ^d with Items Q, b, c, a, w:
// f(x) = xᵀQx/2 + bᵀx + c + a cos(wᵀx), a CubicRidge the same with (wᵀx)³.
const (
	Table Form = iota
	Polynomial
	Ridge
	CubicRidge
)

// ErrNoImage is an argument at which a table has no value.
var ErrNoImage = errors.New("the function is not defined there")

// TableOf is the function from the i-th argument to the i-th image.
func (o *Ops[T]) TableOf(args, images []Value[T]) Value[T] {
	f := Value[T]{Kind: Func, Ref: Table, Items: make([]Value[T], len(args))}
	for i, x := range args {
		f.Items[i] = o.Tuple(x, images[i])
	}
	return f
}

// PolynomialOf has the coefficients c, of x⁰ first.
func (o *Ops[T]) PolynomialOf(c ...T) Value[T] { return Value[T]{Kind: Func, Ref: Polynomial, A: c} }

// LawOf gives weights to the items of a finite set.
func (o *Ops[T]) LawOf(items []Value[T], weights []T) Value[T] {
	return Value[T]{Kind: Law, Items: items, A: weights}
}

// Apply is f(x, …) for a function that is data, and p(x) for a law, which is 0 for what is not among its items. Several arguments are
// one tuple.
func (o *Ops[T]) Apply(f Value[T], args ...Value[T]) (Value[T], error) {
	if len(args) == 0 {
		return Value[T]{}, misfit1("the value without an argument", f)
	}
	x := args[0]
	if len(args) > 1 {
		x = o.Tuple(args...)
	}
	if f.Kind == Law {
		return o.weight(f, x), nil
	}
	form, ok := f.Ref.(Form)
	switch {
	case f.Kind != Func || !ok:
		return Value[T]{}, misfit("the value", f, x)
	case form == Table:
		return o.lookUp(f, x)
	case form == Polynomial && x.Kind == Number:
		return o.Number(o.horner(f.A, x.N)), nil
	case form >= Ridge && x.Kind == Vector:
		return o.ridge(f, form, x)
	}
	return Value[T]{}, misfit("the value", f, x)
}

func (o *Ops[T]) weight(law, x Value[T]) Value[T] {
	for i, item := range law.Items {
		if o.Same(item, x) {
			return o.Number(law.A[i])
		}
	}
	return o.Int(0)
}

func (o *Ops[T]) lookUp(f, x Value[T]) (Value[T], error) {
	for _, pair := range f.Items {
		if o.Same(pair.Items[0], x) {
			return pair.Items[1], nil
		}
	}
	return Value[T]{}, ErrNoImage
}

func (o *Ops[T]) horner(c []T, x T) T {
	sum := o.F.Int(0)
	for i := len(c) - 1; i >= 0; i-- {
		sum = o.F.Add(o.F.Mul(sum, x), c[i])
	}
	return sum
}

// ridge is the value of a Ridge or CubicRidge.
func (o *Ops[T]) ridge(f Value[T], form Form, x Value[T]) (Value[T], error) {
	q, b, c, a, w := f.Items[0], f.Items[1], f.Items[2], f.Items[3], f.Items[4]
	if len(b.A) != len(x.A) {
		return Value[T]{}, misfit("the value", f, x)
	}
	half, err := o.F.Div(o.F.Dot(x.A, o.matmul(q, x)), o.F.Int(2))
	if err != nil {
		return Value[T]{}, err
	}
	wave := o.F.Dot(w.A, x.A)
	if form == CubicRidge {
		wave = o.F.Mul(wave, o.F.Mul(wave, wave))
	} else if wave, err = o.F.Call(number.Cos, wave); err != nil {
		return Value[T]{}, err
	}
	sum := o.F.Add(o.F.Add(half, o.F.Dot(b.A, x.A)), c.N)
	return o.Number(o.F.Add(sum, o.F.Mul(a.N, wave))), nil
}
