// Package learn is the contract that the methods of mllib keep with whatever works on any of them, such as cross-validation.
//
// A method is a struct of parameters, used as a value, that learns a model from observations; the model predicts. Targets are labels (int)
// in classification and numbers (float64) in regression:
//
//	m, err := logistic.Binary{Ridge: 1}.Fit(x, y)   // x n×d, y []int
//	labels, err := m.Predict(x)
//
// What is written for any method takes a Learner, and finds out by itself of which targets and models:
//
//	cv, err := validate.CrossValidate(s, folds, logistic.Binary{Ridge: 1})
//
// A method of one's own is a type with these two methods, or By of a function. It may be called from several goroutines at a time.
package learn

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Target is what is predicted: a label of classification or a number of regression.
type Target interface{ int | float64 }

// Model is what was learned: it predicts one target for each row of X, the observations.
type Model[T Target] interface {
	Predict(x mat.Matrix) ([]T, error)
}

// Learner learns a model from the n×d matrix X, one observation in each row, and its n targets. Fit neither changes its arguments nor
// keeps a reference to them, and gives the same model for the same arguments and parameters.
type Learner[T Target, M Model[T]] interface {
	Fit(x mat.Matrix, y []T) (M, error)
}

// Func makes a Learner of a function.
type Func[T Target, M Model[T]] func(x mat.Matrix, y []T) (M, error)

// Fit calls the function. It returns an error that wraps input.ErrEmpty where there is none.
func (f Func[T, M]) Fit(x mat.Matrix, y []T) (M, error) {
	if f == nil {
		var none M
		return none, fmt.Errorf("learn: %w", input.Errorf(input.ErrEmpty, "Func", "got nil, want a function that fits"))
	}
	return f(x, y)
}

// Fit fits, and takes a fit without a model for an error that wraps input.ErrEmpty.
func Fit[T Target, M Model[T]](l Learner[T, M], x mat.Matrix, y []T) (M, error) {
	if input.IsNil(l) {
		var none M
		return none, input.Errorf(input.ErrEmpty, "learner", "got nil, want a method with its parameters")
	}
	m, err := l.Fit(x, y)
	if err == nil && input.IsNil(m) {
		err = input.Errorf(input.ErrEmpty, "learner", "%T returned no model", l)
	}
	return m, err
}

// Predict returns the predictions of a model for the rows of X, and an error that wraps input.ErrShape where it does not give one for each.
func Predict[T Target](m Model[T], x mat.Matrix) ([]T, error) {
	y, err := m.Predict(x)
	if n, _ := x.Dims(); err == nil && len(y) != n {
		err = input.Errorf(input.ErrShape, "model", "%T predicts %d targets for %d rows", m, len(y), n)
	}
	return y, err
}

// By is a Learner that fits by calling f:
//
//	cv, err := validate.CrossValidate(s, folds, learn.By(func(x mat.Matrix, y []int) (*linear.Hyperplane, error) { … }))
func By[T Target, M Model[T]](f func(x mat.Matrix, y []T) (M, error)) Func[T, M] { return f }

// Weighted is a Learner that can also be told how much each row counts: a weight of 2 as two equal rows, one of 0 as none. So a
// class all of whose weights are 0 is no class of the model.
type Weighted[T Target, M Model[T]] interface {
	Learner[T, M]
	FitWeighted(x mat.Matrix, y []T, weights []float64) (M, error)
}
