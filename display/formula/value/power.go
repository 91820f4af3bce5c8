package value

import (
	"math"
	"math/bits"

	"github.com/mercer-go/mercer/display/formula/number"
)

// Pow is a^b: the power of numbers, integer powers of a square matrix, and its powers 1/2 and -1/2 if it is symmetric and positive
// semidefinite.
func (o *Ops[T]) Pow(a, b Value[T]) (Value[T], error) {
	if b.Kind == Number && (a.Kind == Number || a.Kind == Identity) {
		y, err := o.F.Pow(a.N, b.N)
		a.N = y
		return a, err
	}
	if b.Kind != Number || a.Kind != Matrix || a.Rows != a.Cols {
		return Value[T]{}, misfit("the power", a, b)
	}
	if n, ok := o.Integer(b); ok {
		return o.intPow(a, n)
	}
	switch o.F.Value(b.N) {
	case 0.5:
		root, _, err := o.roots(a)
		return root, err
	case -0.5:
		_, inverse, err := o.roots(a)
		if err == nil && inverse.A == nil {
			err = ErrSingular
		}
		return inverse, err
	}
	return Value[T]{}, misfit("this power (the integers and ±1/2 are known)", a, b)
}

// maxPower bounds the power of a matrix.
const maxPower = 10000

func (o *Ops[T]) intPow(a Value[T], n int) (Value[T], error) {
	if n > maxPower || n < -maxPower {
		return Value[T]{}, &number.Error{Op: "power of a matrix", At: float64(n), Err: number.ErrOverflow}
	}
	if f, ok := o.F.(interface{ HasPower(a T, n int) bool }); ok {
		for _, x := range a.A {
			if !f.HasPower(x, n) {
				return Value[T]{}, &number.Error{Op: "power of a matrix", At: float64(n), Err: number.ErrInexact}
			}
		}
	}
	if n < 0 {
		inverse, err := o.Inverse(a)
		if err != nil {
			return Value[T]{}, err
		}
		a, n = inverse, -n
	}
	if n == 0 {
		return o.IdentityOf(a.Rows), nil
	}
	if err := o.Spend(2*bits.Len(uint(n))*a.Rows*a.Rows*a.Rows, len(a.A)); err != nil {
		return Value[T]{}, err
	}
	result := a
	for n--; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = o.denseMul(result, a)
		}
		if n > 1 {
			a = o.denseMul(a, a)
		}
	}
	return result, nil
}

// roots are A^(1/2) and A^(-1/2) of a symmetric positive semidefinite matrix; the second has no entries if A is singular.
func (o *Ops[T]) roots(a Value[T]) (root, inverse Value[T], err error) {
	if err := o.checkSymmetric(a); err != nil {
		return root, inverse, err
	}
	switch {
	case o.isDiagonal(a):
		return o.diagonalRoots(a)
	case o.F.Exact():
		return root, inverse, &number.Error{Op: "root of a matrix", At: o.F.Value(a.A[0]), Err: number.ErrInexact}
	case o.allConstant(a.A):
		return o.floatRoots(a)
	}
	return o.iteratedRoots(a)
}

func (o *Ops[T]) isDiagonal(a Value[T]) bool {
	zero := o.F.Int(0)
	for i, x := range a.A {
		if i/a.Cols != i%a.Cols && (o.F.Cmp(x, zero) != 0 || !o.F.IsConstant(x)) {
			return false
		}
	}
	return true
}

func (o *Ops[T]) allConstant(a []T) bool {
	for _, x := range a {
		if !o.F.IsConstant(x) {
			return false
		}
	}
	return true
}

func (o *Ops[T]) diagonalRoots(a Value[T]) (root, inverse Value[T], err error) {
	root, inverse = o.scalarMatrix(o.F.Int(0), a.Rows), o.scalarMatrix(o.F.Int(0), a.Rows)
	for i := 0; i < len(a.A); i += a.Rows + 1 {
		if o.F.Cmp(a.A[i], o.F.Int(0)) < 0 {
			return root, inverse, ErrNotPositive
		}
		if root.A[i], err = o.F.Call(number.Sqrt, a.A[i]); err != nil {
			return root, inverse, err
		}
	}
	for i := 0; i < len(a.A); i += a.Rows + 1 {
		x, err := o.F.Div(o.F.Int(1), root.A[i])
		if err != nil {
			return root, Value[T]{}, nil
		}
		inverse.A[i] = x
	}
	return root, inverse, nil
}

// floatRoots is by the eigenvalues, so that semidefinite matrices have a root.
func (o *Ops[T]) floatRoots(a Value[T]) (root, inverse Value[T], err error) {
	n := a.Rows
	lambda, v := jacobi(o.floats(a.A), n)
	largest := max(lambda[0], -lambda[n-1])
	if lambda[n-1] < -1e-12*largest {
		return root, inverse, ErrNotPositive
	}
	spectral := func(f func(x float64) float64) Value[T] {
		b := make([]T, n*n)
		for i := range n {
			for j := range n {
				sum := 0.0
				for k, x := range lambda {
					sum += f(max(x, 0)) * v[i*n+k] * v[j*n+k]
				}
				b[i*n+j] = o.F.Float(sum)
			}
		}
		return o.Matrix(n, n, b)
	}
	if lambda[n-1] > 1e-15*float64(n)*largest {
		inverse = spectral(func(x float64) float64 { return 1 / math.Sqrt(x) })
	}
	return spectral(math.Sqrt), inverse, nil
}

// iteratedRoots is the iteration of Denman and Beavers, Y ← (Y + Z⁻¹)/2, Z ← (Z + Y⁻¹)/2 from Y = A, Z = I, whose limits are
// A^(1/2) and A^(-1/2). Every step is rational in A, so that nilpotent parts converge with it: each step beyond the limit of the
// real part doubles the order of derivatives that are right.
func (o *Ops[T]) iteratedRoots(a Value[T]) (root, inverse Value[T], err error) {
	lambda, _ := jacobi(o.floats(a.A), a.Rows)
	if lambda[a.Rows-1] <= 1e-12*lambda[0] {
		return root, inverse, ErrSingular // the root has no derivative there
	}
	y, z := a, o.IdentityOf(a.Rows)
	const afterLimit = 5
	for left, steps := afterLimit, 0; left > 0; steps++ {
		before := y
		if y, z, err = o.rootStep(y, z); err != nil {
			return root, inverse, err
		}
		if o.moved(before.A, y.A) && steps < 100 {
			left = afterLimit
		} else {
			left--
		}
	}
	return y, z, nil
}

func (o *Ops[T]) rootStep(y, z Value[T]) (Value[T], Value[T], error) {
	overY, err := o.Inverse(y)
	if err != nil {
		return y, z, err
	}
	overZ, err := o.Inverse(z)
	if err != nil {
		return y, z, err
	}
	return o.mean(y, overZ), o.mean(z, overY), nil
}

// mean is (a + b)/2.
func (o *Ops[T]) mean(a, b Value[T]) Value[T] {
	half := o.F.Float(0.5)
	c := make([]T, len(a.A))
	for i, x := range a.A {
		c[i] = o.F.Mul(half, o.F.Add(x, b.A[i]))
	}
	return o.Matrix(a.Rows, a.Cols, c)
}

// moved reports whether the real parts differ by more than rounding.
func (o *Ops[T]) moved(a, b []T) bool {
	size, change := 0.0, 0.0
	for i, x := range a {
		size = max(size, math.Abs(o.F.Value(b[i])))
		change = max(change, math.Abs(o.F.Value(x)-o.F.Value(b[i])))
	}
	return change > 1e-8*size // the next step squares it
}
