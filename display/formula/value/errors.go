package value

import (
	"errors"
	"fmt"
)

// ShapeError is an operation whose operands do not fit. A and B are shapes in words, B is "" for an operation on one value.
type ShapeError struct{ Op, A, B string }

// Error is like "a 3×3 matrix and a vector with 2 components do not fit in a product".
func (e *ShapeError) Error() string {
	if e.B == "" {
		return fmt.Sprintf("%s of a %s is not defined", e.Op, e.A)
	}
	return fmt.Sprintf("%s of a %s and a %s is not defined", e.Op, e.A, e.B)
}

// IndexError is an index beyond the first or last one.
type IndexError struct {
	Index, First, Last int
	Of                 string
}

// Error is like "index 4 of a vector with 3 components, which has 1 to 3".
func (e *IndexError) Error() string {
	return fmt.Sprintf("there is no index %d in %s: the indices are %d to %d", e.Index, e.Of, e.First, e.Last)
}

// The reasons why an operation that fits has no value here.
var (
	ErrSingular     = errors.New("the matrix is singular")
	ErrNotSymmetric = errors.New("the matrix is not symmetric")
	ErrNotPositive  = errors.New("the matrix is not positive semidefinite")
	ErrMultiple     = errors.New("a multiple eigenvalue has no derivative")
	ErrNoSize       = errors.New("the size is not known here; give it as an index, as in I_n or \\mathbf 1_n")
	ErrEmpty        = errors.New("the set is empty")
	ErrTooMany      = errors.New("the set is too large: at most 131,072 elements, or subsets of 16")
	ErrConvergence  = errors.New("the iteration does not converge")
)

func misfit[T any](op string, a, b Value[T]) error {
	return &ShapeError{Op: op, A: a.Shape(), B: b.Shape()}
}

func misfit1[T any](op string, a Value[T]) error { return &ShapeError{Op: op, A: a.Shape()} }
