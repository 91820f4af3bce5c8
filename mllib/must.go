package mllib

import "gonum.org/v1/gonum/mat"

// This file is for notebooks and examples, where an error should end the cell. README.md beside it ("Errors in a notebook") says when a cell
// needs none of it.

// Must returns value, or panics with err if that is not nil:
//
//	m := mllib.Must(perceptron.Rosenblatt{}.Fit(s.X, s.Y))
//
// A notebook gives it a short name in its first cell:
//
//	func must[T any](v T, err error) T { return mllib.Must(v, err) }
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Must2 is Must for two values.
func Must2[T, U any](first T, second U, err error) (T, U) {
	if err != nil {
		panic(err)
	}
	return first, second
}

// At returns what a method that takes rows says of the one point x, and panics with its error:
//
//	mllib.At(m.Predict, 1, .5)      // a label
//	mllib.At(m.LogDensity, x...)    // a number
func At[T any](method func(x mat.Matrix) ([]T, error), x ...float64) T {
	return Must(method(point(x)))[0]
}

// RowAt is At for methods that return a row of numbers for each point, one for each class:
//
//	mllib.RowAt(m.Posteriors, 1, .5)    // P(Y = k | X = (1, ½)) for all k
//	mllib.RowAt(m.Scores, x...)         // the discriminant functions δ_k(x)
func RowAt(method func(x mat.Matrix) (*mat.Dense, error), x ...float64) []float64 {
	return Must(method(point(x))).RawRowView(0)
}

// Plane returns a method that takes rows as a function of the plane, as figures want it, which panics with its errors:
//
//	display.NewFigure("…").Regions(mllib.Plane(m.Predict))
func Plane[T int | float64](method func(x mat.Matrix) ([]T, error)) func(x, y float64) float64 {
	return func(x, y float64) float64 { return float64(At(method, x, y)) }
}

// point is the matrix with the one row x. Without coordinates it is empty, which the method refuses.
func point(x []float64) mat.Matrix {
	if len(x) == 0 {
		return &mat.Dense{}
	}
	return mat.NewDense(1, len(x), x)
}
