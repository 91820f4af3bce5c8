package value

import (
	"math"
	"math/bits"
	"slices"

	"github.com/mercer-go/mercer/display/formula/number"
)

// symmetryTol is the relative difference of a_ij and a_ji that passes as rounding.
const symmetryTol = 1e-9

// checkSymmetric refuses what is no symmetric matrix, or too large for what is done with one.
func (o *Ops[T]) checkSymmetric(a Value[T]) error {
	if a.Kind != Matrix || a.Rows != a.Cols {
		return misfit1("the eigenvalues", a)
	}
	size := 0.0
	for _, x := range a.A {
		size = max(size, math.Abs(o.F.Value(x)))
	}
	n := a.Rows
	for i := range n {
		for j := range i {
			x, y := a.A[i*n+j], a.A[j*n+i]
			if o.F.Exact() && o.F.Cmp(x, y) != 0 || math.Abs(o.F.Value(x)-o.F.Value(y)) > symmetryTol*size {
				return ErrNotSymmetric
			}
		}
	}
	return o.spendEigenvalues(n)
}

// floats are the values of numbers.
func (o *Ops[T]) floats(a []T) []float64 {
	x := make([]float64, len(a))
	for i := range a {
		x[i] = o.F.Value(a[i])
	}
	return x
}

// Eigenvalues of a symmetric matrix, descending, as a vector. With derivatives each must be simple (else ErrMultiple); over an exact
// field those of diagonal and 2×2 matrices are known, else number.ErrInexact.
func (o *Ops[T]) Eigenvalues(a Value[T]) (Value[T], error) {
	if a.Kind == Identity {
		return Value[T]{}, ErrNoSize
	}
	if err := o.checkSymmetric(a); err != nil {
		return Value[T]{}, err
	}
	if o.F.Exact() {
		return o.exactEigenvalues(a)
	}
	lambda, v := jacobi(o.floats(a.A), a.Rows)
	result := make([]T, a.Rows)
	for k, x := range lambda {
		result[k] = o.F.Float(x)
	}
	if o.allConstant(a.A) {
		return o.Vector(result...), nil
	}
	for k := range lambda {
		x, err := o.refined(a, lambda, v, k)
		if err != nil {
			return Value[T]{}, err
		}
		result[k] = x
	}
	return o.Vector(result...), nil
}

// Eigenvalue is the k-th eigenvalue of a symmetric matrix in descending order, k from 1, or from -1 backwards: -1 is the least.
func (o *Ops[T]) Eigenvalue(a Value[T], k int) (Value[T], error) {
	if err := o.checkSymmetric(a); err != nil {
		return Value[T]{}, err
	}
	if k < 0 {
		k += a.Rows + 1
	}
	if k < 1 || k > a.Rows {
		return Value[T]{}, &IndexError{Index: k, First: 1, Last: a.Rows, Of: "the eigenvalues of a " + a.Shape()}
	}
	if o.F.Exact() || o.allConstant(a.A) {
		all, err := o.Eigenvalues(a)
		if err != nil {
			return Value[T]{}, err
		}
		return o.Number(all.A[k-1]), nil
	}
	lambda, v := jacobi(o.floats(a.A), a.Rows)
	x, err := o.refined(a, lambda, v, k-1)
	return o.Number(x), err
}

// exactEigenvalues of diagonal matrices and, where the discriminant is a square, of 2×2 ones.
func (o *Ops[T]) exactEigenvalues(a Value[T]) (Value[T], error) {
	n := a.Rows
	if !o.isDiagonal(a) && n == 2 {
		f := o.F
		half := f.Float(0.5)
		mid, gap := f.Mul(half, f.Add(a.A[0], a.A[3])), f.Mul(half, f.Sub(a.A[0], a.A[3]))
		root, err := f.Call(number.Sqrt, f.Add(f.Mul(gap, gap), f.Mul(a.A[1], a.A[2])))
		if err != nil {
			return Value[T]{}, err
		}
		return o.Vector(f.Add(mid, root), f.Sub(mid, root)), nil
	}
	if !o.isDiagonal(a) {
		return Value[T]{}, &number.Error{Op: "eigenvalues", At: o.F.Value(a.A[0]), Err: number.ErrInexact}
	}
	lambda := make([]T, n)
	for i := range n {
		lambda[i] = a.A[i*n+i]
	}
	slices.SortStableFunc(lambda, func(x, y T) int { return o.F.Cmp(y, x) })
	return o.Vector(lambda...), nil
}

// refined is the k-th eigenvalue with its derivatives: Newton's method for Av = λv, vᵀv = 1 from the eigenpair of the real part.
// Each step doubles the order of nilpotent parts that are right. The system
//
//	(A - λI) δ - v μ = (λI - A) v,   vᵀδ = (1 - vᵀv)/2
//
// is regular when λ is simple.
func (o *Ops[T]) refined(a Value[T], lambda, vectors []float64, k int) (T, error) {
	n := a.Rows
	scale := max(math.Abs(lambda[0]), math.Abs(lambda[n-1]))
	for j, x := range lambda {
		if j != k && math.Abs(x-lambda[k]) <= 1e-10*scale {
			return o.F.Int(0), ErrMultiple
		}
	}
	l, v := o.F.Float(lambda[k]), make([]T, n)
	for i := range v {
		v[i] = o.F.Float(vectors[i*n+k])
	}
	for range 1 + bits.Len(number.MaxLevels) {
		step, err := o.Solve(o.bordered(a, l, v), o.residual(a, l, v))
		if err != nil {
			return l, err
		}
		for i := range v {
			v[i] = o.F.Add(v[i], step.A[i])
		}
		l = o.F.Add(l, step.A[n])
	}
	return l, nil
}

// bordered is [A - λI, -v; vᵀ, 0].
func (o *Ops[T]) bordered(a Value[T], l T, v []T) Value[T] {
	n := a.Rows
	b := make([]T, 0, (n+1)*(n+1))
	for i := range n {
		for j := range n {
			x := a.A[i*n+j]
			if i == j {
				x = o.F.Sub(x, l)
			}
			b = append(b, x)
		}
		b = append(b, o.F.Neg(v[i]))
	}
	b = append(b, v...)
	return o.Matrix(n+1, n+1, append(b, o.F.Int(0)))
}

// residual is ((λI - A)v, (1 - vᵀv)/2).
func (o *Ops[T]) residual(a Value[T], l T, v []T) Value[T] {
	n := a.Rows
	r := make([]T, 0, n+1)
	for i := range n {
		r = append(r, o.F.Sub(o.F.Mul(l, v[i]), o.F.Dot(a.A[i*n:(i+1)*n], v)))
	}
	rest := o.F.Sub(o.F.Int(1), o.F.Dot(v, v))
	return o.Vector(append(r, o.F.Mul(o.F.Float(0.5), rest))...)
}
