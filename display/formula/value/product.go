package value

// Mul is the product as it is written: of a number and anything with entries, of matrices, vectors and rows that fit, where a
// row times a vector is a number and a vector times a row is a matrix.
func (o *Ops[T]) Mul(a, b Value[T]) (Value[T], error) {
	switch {
	case a.Kind == Number && b.Kind == Number:
		return o.Number(o.F.Mul(a.N, b.N)), nil
	case a.Kind == Number:
		return o.scale(a.N, b)
	case b.Kind == Number:
		return o.scale(b.N, a)
	case a.Sizeless() || b.Sizeless():
		return o.sizelessMul(a, b)
	case !a.Dense() || !b.Dense() || a.Cols != b.Rows || a.Kind == b.Kind && a.Kind != Matrix:
		return Value[T]{}, misfit("the product", a, b)
	}
	return o.product(a, b)
}

// product is the product of values that fit, unless it takes too long.
func (o *Ops[T]) product(a, b Value[T]) (Value[T], error) {
	if err := o.spendProduct(a, b); err != nil {
		return Value[T]{}, err
	}
	return o.denseMul(a, b), nil
}

// denseMul is the product of values that fit.
func (o *Ops[T]) denseMul(a, b Value[T]) Value[T] {
	if a.Kind == Row && b.Kind == Vector {
		return o.Number(o.F.Dot(a.A, b.A))
	}
	kind := Matrix
	switch {
	case a.Kind == Row:
		kind = Row
	case b.Kind == Vector:
		kind = Vector
	}
	return Value[T]{Kind: kind, A: o.matmul(a, b), Rows: a.Rows, Cols: b.Cols}
}

// matmul is the entries of a·b, row by row.
func (o *Ops[T]) matmul(a, b Value[T]) []T {
	c := make([]T, a.Rows*b.Cols)
	column := b.A
	if b.Cols > 1 {
		column = make([]T, b.Rows)
	}
	for j := range b.Cols {
		if b.Cols > 1 {
			for k := range column {
				column[k] = b.A[k*b.Cols+j]
			}
		}
		for i := range a.Rows {
			c[i*b.Cols+j] = o.F.Dot(a.A[i*a.Cols:(i+1)*a.Cols], column)
		}
	}
	return c
}

// sizelessMul is a product with c·I, c·𝟏 or c·𝟏ᵀ.
func (o *Ops[T]) sizelessMul(a, b Value[T]) (Value[T], error) {
	switch {
	case a.Kind == Identity && (b.Sizeless() && b.Kind != OnesRow || b.Kind == Vector || b.Kind == Matrix):
		return o.scale(a.N, b)
	case b.Kind == Identity && (a.Sizeless() && a.Kind != Ones || a.Kind == Row || a.Kind == Matrix):
		return o.scale(b.N, a)
	case a.Kind == OnesRow && b.Dense() && b.Kind != Row:
		return o.denseMul(o.Row(repeat(a.N, b.Rows)...), b), nil
	case b.Kind == Ones && a.Dense() && a.Kind != Vector:
		return o.denseMul(a, o.Vector(repeat(b.N, a.Cols)...)), nil
	case a.Kind == OnesRow && b.Kind == Ones, a.Kind == Ones && (b.Kind == OnesRow || b.Kind == Row),
		a.Kind == Vector && b.Kind == OnesRow:
		return Value[T]{}, ErrNoSize
	}
	return Value[T]{}, misfit("the product", a, b)
}

// Dot is ⟨a, b⟩: the product of numbers, Σ a_i b_i of vectors or rows, Σ a_ij b_ij of matrices.
func (o *Ops[T]) Dot(a, b Value[T]) (Value[T], error) {
	if a.Kind == Number && b.Kind == Number {
		return o.Mul(a, b)
	}
	if a.Sizeless() && b.Sizeless() {
		return Value[T]{}, ErrNoSize
	}
	a, b = o.Resolve(a, b)
	if !a.Dense() || !b.Dense() || len(a.A) != len(b.A) || (a.Kind == Matrix) != (b.Kind == Matrix) || a.Kind == Matrix && a.Rows != b.Rows {
		return Value[T]{}, misfit("the inner product", a, b)
	}
	return o.Number(o.F.Dot(a.A, b.A)), nil
}

// Outer is a bᵀ of two vectors.
func (o *Ops[T]) Outer(a, b Value[T]) (Value[T], error) {
	if a.Kind != Vector || b.Kind != Vector {
		return Value[T]{}, misfit("the outer product", a, b)
	}
	return o.product(a, o.Row(b.A...))
}

// Transpose is aᵀ; of a number the number.
func (o *Ops[T]) Transpose(a Value[T]) (Value[T], error) {
	switch a.Kind {
	case Number, Identity:
		return a, nil
	case Vector:
		return o.Row(a.A...), nil
	case Row:
		return o.Vector(a.A...), nil
	case Ones:
		a.Kind = OnesRow
		return a, nil
	case OnesRow:
		a.Kind = Ones
		return a, nil
	case Matrix:
		return o.Matrix(a.Cols, a.Rows, transposed(a)), nil
	}
	return Value[T]{}, misfit1("the transpose", a)
}

func transposed[T any](a Value[T]) []T {
	c := make([]T, 0, len(a.A))
	for j := range a.Cols {
		for i := range a.Rows {
			c = append(c, a.A[i*a.Cols+j])
		}
	}
	return c
}

// Kron is the Kronecker product a ⊗ b: of matrices, of vectors, of rows.
func (o *Ops[T]) Kron(a, b Value[T]) (Value[T], error) {
	if a.Sizeless() || b.Sizeless() {
		return Value[T]{}, ErrNoSize
	}
	if !a.Dense() || !b.Dense() {
		return Value[T]{}, misfit("the Kronecker product", a, b)
	}
	if err := o.Spend(len(a.A)*len(b.A), len(a.A)*len(b.A)); err != nil {
		return Value[T]{}, err
	}
	c := make([]T, 0, len(a.A)*len(b.A))
	for i := range a.Rows * b.Rows {
		for j := range a.Cols * b.Cols {
			x, y := a.A[i/b.Rows*a.Cols+j/b.Cols], b.A[i%b.Rows*b.Cols+j%b.Cols]
			c = append(c, o.F.Mul(x, y))
		}
	}
	kind := Matrix
	if a.Kind == b.Kind {
		kind = a.Kind
	}
	return Value[T]{Kind: kind, A: c, Rows: a.Rows * b.Rows, Cols: a.Cols * b.Cols}, nil
}
