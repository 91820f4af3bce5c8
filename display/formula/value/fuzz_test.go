package value

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"github.com/mercer-go/mercer/display/formula/number"
)

// FuzzOperations runs a program of operations on a stack in floating point, exactly, and in a tower. What fits in one field fits
// in the others, and where the exact result is of ordinary size and well conditioned it is near the floating-point one.
func FuzzOperations(f *testing.F) {
	f.Add([]byte{0, 3, 1, 20, 21, 22})
	f.Add([]byte{2, 2, 23, 30, 24, 31, 25})
	f.Add([]byte{5, 6, 7, 21, 21, 40, 41, 42, 43})
	for op := byte(0); op < 60; op++ {
		f.Add([]byte{2, 2, op})
		f.Add([]byte{1, 1, op, 0, op})
		f.Add([]byte{2, 1, op, 3, op, op})
		f.Add([]byte{8, 9, op})
	}
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) > 40 {
			return
		}
		a := execute(fl, program)
		b := execute(ra, program)
		c := execute(du, program)
		for i := range min(len(a), len(b), len(c)) {
			if a[i].shape == "" || b[i].shape == "" || c[i].shape == "" {
				return // no value in one of them: what follows is another program
			}
			if a[i].shape != c[i].shape || a[i].shape != b[i].shape {
				t.Fatalf("step %d of %v: %s, exactly %s, in a tower %s", i, program, a[i].shape, b[i].shape, c[i].shape)
			}
			if !near(a[i].numbers, b[i].numbers) {
				t.Logf("step %d of %v: %v, exactly %v", i, program, a[i].numbers, b[i].numbers)
				return // ill-conditioned: shapes are compared up to here only
			}
		}
	})
}

// near is for vectors of numbers; also true where one is too large to compare.
func near(a, b []float64) bool {
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-6*(1+math.Abs(b[i])) {
			return false
		}
	}
	return true
}

// step is what a step of a program left on the stack: the shape and the numbers of the result, or "" and nothing if it has no value.
type step struct {
	shape   string
	numbers []float64
}

// execute runs a program; codes below 16 push a value, the others are operations on what is on top.
func execute[T any](o *Ops[T], program []byte) []step {
	var stack []Value[T]
	var steps []step
	pop := func() Value[T] {
		if len(stack) == 0 {
			return o.Int(1)
		}
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		return v
	}
	for _, code := range program {
		if code < 16 {
			stack = append(stack, operand(o, code))
			continue
		}
		v, err := operation(o, code, pop)
		if err != nil || size(v) > 200 {
			steps = append(steps, step{shape: shapeOf(err)})
			stack = append(stack, o.Int(2))
			continue
		}
		if digits(v) > 2000 {
			return steps // exact numbers grow without end where a program squares again and again
		}
		stack = append(stack, v)
		steps = append(steps, step{v.Shape(), numbersOf(o, v)})
	}
	return steps
}

// shapeOf is the message of an operation that does not fit, which is the same in every field, or "" for one without a value.
func shapeOf(err error) string {
	var shape *ShapeError
	var index *IndexError
	if errors.As(err, &shape) || errors.As(err, &index) {
		return err.Error()
	}
	return ""
}

func size[T any](v Value[T]) int {
	n := len(v.A)
	for _, x := range v.Items {
		n += 1 + size(x)
	}
	return n
}

// digits is the largest number of bits of the exact numbers of a value.
func digits[T any](v Value[T]) int {
	bits := 0
	for _, x := range append([]T{v.N}, v.A...) {
		if r, ok := any(x).(*big.Rat); ok && r != nil {
			bits = max(bits, r.Num().BitLen(), r.Denom().BitLen())
		}
	}
	for _, x := range v.Items {
		bits = max(bits, digits(x))
	}
	return bits
}

func numbersOf[T any](o *Ops[T], v Value[T]) []float64 {
	x := o.floats(v.A)
	if v.Kind == Number {
		x = append(x, o.F.Value(v.N))
	}
	return x
}

func operand[T any](o *Ops[T], code byte) Value[T] {
	r := func(p, q int64) T { return o.F.Rat(big.NewRat(p, q)) }
	return []Value[T]{o.Int(2), o.Vector(r(1, 2), r(-3, 1)), o.Matrix(2, 2, []T{r(2, 1), r(1, 2), r(1, 2), r(1, 1)}),
		o.Identity(r(3, 1)), o.Ones(r(1, 1)), o.Row(r(1, 1), r(2, 1)), o.Matrix(2, 3, []T{r(1, 1), r(0, 1), r(2, 1), r(-1, 1), r(1, 3), r(1, 1)}),
		o.Number(r(-1, 2)), o.SetOf(o.Int(1), o.Int(2)), o.SetOf(o.Int(2), o.Int(3)), o.Tuple(o.Int(1), o.Vector(r(1, 1))), o.Bool(true),
		o.Family(0, o.Int(1), o.Int(2)), o.Int(0), o.Matrix(2, 2, []T{r(1, 1), r(2, 1), r(2, 1), r(4, 1)}), o.PolynomialOf(r(1, 1), r(2, 1))}[code]
}

func operation[T any](o *Ops[T], code byte, pop func() Value[T]) (Value[T], error) {
	unary := []func(Value[T]) (Value[T], error){o.Neg, o.Inverse, o.Det, o.Trace, o.Transpose, o.Rank, o.Diag, o.Frobenius, o.NormSquared,
		o.Eigenvalues, o.Spectral, o.Factorial, o.PositivePart, o.Size, o.Power,
		func(a Value[T]) (Value[T], error) { return o.Norm(a, 1) },
		func(a Value[T]) (Value[T], error) { return o.Norm(a, math.Inf(1)) },
		func(a Value[T]) (Value[T], error) { return o.At(a, 1) },
		func(a Value[T]) (Value[T], error) { return o.At(a, 1, 2) },
		func(a Value[T]) (Value[T], error) { return o.RowOf(a, 1) },
		func(a Value[T]) (Value[T], error) { return o.ColumnOf(a, 2) },
		func(a Value[T]) (Value[T], error) { return o.Call(number.Abs, a) },
	}
	binary := []func(a, b Value[T]) (Value[T], error){o.Add, o.Sub, o.Mul, o.Div, o.Dot, o.Outer, o.Hadamard, o.Kron, o.Solve, o.Pow, o.Max, o.Min,
		o.Binom, o.Union, o.Intersection, o.Difference, func(a, b Value[T]) (Value[T], error) { return o.Product(a, b) },
		func(a, b Value[T]) (Value[T], error) { return o.Apply(a, b) },
		func(a, b Value[T]) (Value[T], error) { return o.Block([][]Value[T]{{a, b}, {b, a}}) },
		func(a, b Value[T]) (Value[T], error) { return o.Block([][]Value[T]{{a}, {b}}) },
		o.compared(o.Equal), o.compared(o.Proportional), o.ordered(o.Compare), o.ordered(o.Loewner)}
	k := int(code-16) % (len(unary) + len(binary))
	if k < len(unary) {
		return unary[k](pop())
	}
	b := pop()
	return binary[k-len(unary)](pop(), b)
}

// compared makes an operation of a comparison, whose outcome may differ between fields.
func (o *Ops[T]) compared(f func(a, b Value[T]) (Difference, error)) func(a, b Value[T]) (Value[T], error) {
	return func(a, b Value[T]) (Value[T], error) {
		_, err := f(a, b)
		return o.Int(1), err
	}
}

func (o *Ops[T]) ordered(f func(a, b Value[T]) (Order, error)) func(a, b Value[T]) (Value[T], error) {
	return func(a, b Value[T]) (Value[T], error) {
		_, err := f(a, b)
		return o.Int(1), err
	}
}
