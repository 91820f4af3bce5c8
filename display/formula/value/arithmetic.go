package value

// Add is a + b for values of the same shape.
func (o *Ops[T]) Add(a, b Value[T]) (Value[T], error) { return o.combine("the sum", a, b, o.F.Add) }

// Sub is a - b for values of the same shape.
func (o *Ops[T]) Sub(a, b Value[T]) (Value[T], error) {
	return o.combine("the difference", a, b, o.F.Sub)
}

// combine applies f entry by entry.
func (o *Ops[T]) combine(op string, a, b Value[T], f func(x, y T) T) (Value[T], error) {
	if a.Kind == Number && b.Kind == Number {
		return o.Number(f(a.N, b.N)), nil
	}
	if a.Sizeless() && a.Kind == b.Kind {
		a.N = f(a.N, b.N)
		return a, nil
	}
	a, b = o.Resolve(a, b)
	if !a.Dense() || a.Kind != b.Kind || a.Rows != b.Rows || a.Cols != b.Cols {
		return Value[T]{}, misfit(op, a, b)
	}
	c := make([]T, len(a.A))
	for i, x := range a.A {
		c[i] = f(x, b.A[i])
	}
	a.A = c
	return a, nil
}

// Resolve gives a value of no size the size of the other one, where the two are of one kind otherwise: c·I beside a square matrix,
// c·𝟏 beside a vector.
func (o *Ops[T]) Resolve(a, b Value[T]) (Value[T], Value[T]) {
	switch {
	case a.Sizeless() && b.Dense():
		return o.sizeLike(a, b), b
	case b.Sizeless() && a.Dense():
		return a, o.sizeLike(b, a)
	}
	return a, b
}

func (o *Ops[T]) sizeLike(v, like Value[T]) Value[T] {
	switch {
	case v.Kind == Identity && like.Kind == Matrix && like.Rows == like.Cols:
		return o.scalarMatrix(v.N, like.Rows)
	case v.Kind == Ones && like.Kind == Vector:
		return o.Vector(repeat(v.N, like.Rows)...)
	case v.Kind == OnesRow && like.Kind == Row:
		return o.Row(repeat(v.N, like.Cols)...)
	}
	return v
}

// Neg is -a.
func (o *Ops[T]) Neg(a Value[T]) (Value[T], error) { return o.each("the negative", a, o.F.Neg) }

// scale is c·a, a no number.
func (o *Ops[T]) scale(c T, a Value[T]) (Value[T], error) {
	return o.each("a multiple", a, func(x T) T { return o.F.Mul(c, x) })
}

// each applies a linear f to the entries, or to the factor of a value of no size.
func (o *Ops[T]) each(op string, a Value[T], f func(x T) T) (Value[T], error) {
	switch {
	case a.Kind == Number || a.Sizeless():
		a.N = f(a.N)
		return a, nil
	case a.Dense():
		c := make([]T, len(a.A))
		for i, x := range a.A {
			c[i] = f(x)
		}
		a.A = c
		return a, nil
	}
	return Value[T]{}, misfit1(op, a)
}

// Map applies f to the number or to each entry of a vector, row or matrix.
func (o *Ops[T]) Map(op string, a Value[T], f func(x T) (T, error)) (Value[T], error) {
	if a.Sizeless() {
		return Value[T]{}, ErrNoSize
	}
	var failed error
	result, err := o.each(op, a, func(x T) T {
		y, err := f(x)
		if failed == nil {
			failed = err
		}
		return y
	})
	if err == nil {
		err = failed
	}
	return result, err
}

// Div is a/b, b a number.
func (o *Ops[T]) Div(a, b Value[T]) (Value[T], error) {
	if b.Kind != Number {
		return Value[T]{}, misfit("the quotient", a, b)
	}
	if a.Kind == Number {
		q, err := o.F.Div(a.N, b.N)
		return o.Number(q), err
	}
	var failed error
	result, err := o.each("a multiple", a, func(x T) T {
		q, err := o.F.Div(x, b.N)
		if err != nil {
			failed = err
		}
		return q
	})
	if err == nil {
		err = failed
	}
	return result, err
}

// Hadamard is the product entry by entry.
func (o *Ops[T]) Hadamard(a, b Value[T]) (Value[T], error) {
	if a.Kind == Number || b.Kind == Number {
		return Value[T]{}, misfit("the entrywise product", a, b)
	}
	if a.Kind == Identity && b.Kind == Identity || a.Kind == b.Kind || a.Dense() != b.Dense() {
		return o.combine("the entrywise product", a, b, o.F.Mul)
	}
	return Value[T]{}, misfit("the entrywise product", a, b)
}
