package la

import (
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// This file asks methods that take the rows of a matrix about one point.

// At returns what a method that takes rows says of the one point x, and panics with its error:
//
//	la.At(m.Predict, 1, .5)      // a label
//	la.At(m.LogDensity, x...)    // a number
func At[T any](method func(x mat.Matrix) ([]T, error), x ...float64) T {
	if method == nil {
		fail("At", "the method is nil")
	}
	values, err := method(point(x))
	if err != nil {
		panic(err)
	}
	if len(values) == 0 {
		fail("At", "the method returned no value for the point %v", x)
	}
	return values[0]
}

// RowAt is At for methods that return a row of numbers for each point, one for each class:
//
//	la.RowAt(m.Posteriors, 1, .5)    // P(Y = k | X = (1, ½)) for all k
//	la.RowAt(m.Scores, x...)         // the discriminant functions δ_k(x)
func RowAt(method func(x mat.Matrix) (*mat.Dense, error), x ...float64) []float64 {
	if method == nil {
		fail("RowAt", "the method is nil")
	}
	rows, err := method(point(x))
	if err != nil {
		panic(err)
	}
	if input.IsNil(rows) || rows.IsEmpty() {
		fail("RowAt", "the method returned no row for the point %v", x)
	}
	return rows.RawRowView(0)
}

// point is the matrix with the one row x. Without coordinates it is empty, which the method refuses.
func point(x []float64) mat.Matrix {
	if len(x) == 0 {
		return &mat.Dense{}
	}
	return mat.NewDense(1, len(x), x)
}
