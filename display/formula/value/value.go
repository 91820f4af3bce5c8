package value

import (
	"fmt"
	"strconv"

	"github.com/mercer-go/mercer/display/formula/number"
)

// Kind is what a value is.
type Kind uint8

// The kinds. A column of numbers is a Vector, its transpose a Row; a Row times a Vector is a Number. Identity is c·I and Ones is
// c·𝟏, OnesRow c·𝟏ᵀ, of no size yet.
const (
	Number Kind = iota
	Vector
	Row
	Matrix
	Identity
	Ones
	OnesRow
	Truth
	Set
	Tuple
	Family
	Func
	Law
)

// Value is a value over a field with numbers T. The zero Value is not valid.
type Value[T any] struct {
	Kind       Kind
	Truth      bool       // of a Truth
	N          T          // the Number, or the factor c of Identity, Ones and OnesRow
	A          []T        // the entries of Vector, Row and, row by row, Matrix
	Rows, Cols int        // of Vector (n×1), Row (1×n) and Matrix
	Items      []Value[T] // of Set (distinct, in the order in which they were met), Tuple and Family
	First      int        // the index of the first item of a Family
	Ref        any        // what a Func or a Law is, for the evaluator
}

// Ops are the operations over a field.
type Ops[T any] struct {
	F     number.Field[T]
	Meter *Meter // of their work; nil: none
}

// Number is the value of a number.
func (o *Ops[T]) Number(x T) Value[T] { return Value[T]{Kind: Number, N: x} }

// Int is the number n.
func (o *Ops[T]) Int(n int) Value[T] { return o.Number(o.F.Int(int64(n))) }

// Bool is a truth value.
func (o *Ops[T]) Bool(b bool) Value[T] { return Value[T]{Kind: Truth, Truth: b} }

// Vector has the components a, which it keeps.
func (o *Ops[T]) Vector(a ...T) Value[T] {
	return Value[T]{Kind: Vector, A: a, Rows: len(a), Cols: 1}
}

// Row has the entries a, which it keeps.
func (o *Ops[T]) Row(a ...T) Value[T] { return Value[T]{Kind: Row, A: a, Rows: 1, Cols: len(a)} }

// Matrix has rows×cols entries, row by row, which it keeps. It panics if their number is another.
func (o *Ops[T]) Matrix(rows, cols int, a []T) Value[T] {
	if len(a) != rows*cols {
		panic("value: Matrix: the number of entries is not rows×cols")
	}
	return Value[T]{Kind: Matrix, A: a, Rows: rows, Cols: cols}
}

// Identity is c·I of no size yet; IdentityOf is I_n.
func (o *Ops[T]) Identity(c T) Value[T] { return Value[T]{Kind: Identity, N: c} }

// IdentityOf is the n×n identity.
func (o *Ops[T]) IdentityOf(n int) Value[T] { return o.scalarMatrix(o.F.Int(1), n) }

// Ones is c·𝟏 of no size yet; OnesOf is 𝟏_n.
func (o *Ops[T]) Ones(c T) Value[T] { return Value[T]{Kind: Ones, N: c} }

// OnesOf is the vector of n ones.
func (o *Ops[T]) OnesOf(n int) Value[T] { return o.Vector(repeat(o.F.Int(1), n)...) }

// Unit is the i-th unit vector of n components, i from 1.
func (o *Ops[T]) Unit(n, i int) (Value[T], error) {
	if i < 1 || i > n {
		return Value[T]{}, &IndexError{Index: i, First: 1, Last: n, Of: fmt.Sprintf("the unit vectors of %s", count(n, "component"))}
	}
	a := repeat(o.F.Int(0), n)
	a[i-1] = o.F.Int(1)
	return o.Vector(a...), nil
}

// Tuple is (a, b, …).
func (o *Ops[T]) Tuple(items ...Value[T]) Value[T] { return Value[T]{Kind: Tuple, Items: items} }

// Family has items whose indices begin with first.
func (o *Ops[T]) Family(first int, items ...Value[T]) Value[T] {
	return Value[T]{Kind: Family, Items: items, First: first}
}

// scalarMatrix is c·I of size n.
func (o *Ops[T]) scalarMatrix(c T, n int) Value[T] {
	a := repeat(o.F.Int(0), n*n)
	for i := range n {
		a[i*n+i] = c
	}
	return o.Matrix(n, n, a)
}

func repeat[T any](x T, n int) []T {
	a := make([]T, n)
	for i := range a {
		a[i] = x
	}
	return a
}

// Dense reports whether the value has entries: a vector, a row or a matrix.
func (v Value[T]) Dense() bool { return v.Kind == Vector || v.Kind == Row || v.Kind == Matrix }

// Sizeless reports whether the value is a multiple of I, 𝟏 or 𝟏ᵀ of no size yet.
func (v Value[T]) Sizeless() bool { return v.Kind == Identity || v.Kind == Ones || v.Kind == OnesRow }

// Shape is the kind with its size, in words: "3×3 matrix", "vector with 2 components".
func (v Value[T]) Shape() string {
	switch v.Kind {
	case Vector:
		return "vector with " + count(len(v.A), "component")
	case Row:
		return "row with " + count(len(v.A), "entry")
	case Matrix:
		return fmt.Sprintf("%d×%d matrix", v.Rows, v.Cols)
	case Set:
		return "set with " + count(len(v.Items), "element")
	case Tuple:
		return "tuple of " + strconv.Itoa(len(v.Items))
	case Family:
		return "family of " + count(len(v.Items), "member")
	}
	return v.Kind.String()
}

// String is the name of the kind.
func (k Kind) String() string {
	return [...]string{"number", "vector", "row", "matrix", "multiple of I", "multiple of 𝟏", "multiple of 𝟏ᵀ", "truth value",
		"set", "tuple", "family", "function", "law"}[k]
}

// count is like "1 entry", "2 entries".
func count(n int, noun string) string {
	switch {
	case n == 1:
	case noun[len(noun)-1] == 'y':
		noun = noun[:len(noun)-1] + "ies"
	default:
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// Integer is the value of a number that is an integer below 2⁵³.
func (o *Ops[T]) Integer(v Value[T]) (int, bool) {
	if v.Kind != Number {
		return 0, false
	}
	x := o.F.Value(v.N)
	n := int(x)
	return n, float64(n) == x && x < 1<<53 && x > -1<<53 && o.F.Cmp(v.N, o.F.Int(int64(n))) == 0
}
