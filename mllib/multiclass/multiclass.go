// Package multiclass makes classifiers of K classes from classifiers of two.
//
//	m, err := multiclass.OneAgainstRest(train.X, train.Y, func(x mat.Matrix, y []int) (*linear.Hyperplane, error) {
//		p, err := perceptron.Rosenblatt{Average: true, MaxEpochs: 5}.Fit(x, y)
//		if err != nil {
//			return nil, err
//		}
//		return p.Average, nil
//	})
//	y, err := m.Predict(test.X)
package multiclass

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// Scorer is a classifier of two classes whose score is positive for the label +1, such as a linear.Hyperplane and all models that have
// one inside.
type Scorer interface {
	Scores(x mat.Matrix) ([]float64, error)
}

// Model holds one classifier for each class and votes for the class of the highest score. It is plain data if its parts are.
type Model[S Scorer] struct {
	Classes []int     // labels in increasing order
	Parts   []S       // Parts[k] tells class k, with positive scores, from all others
	Tie     label.Tie // of equal highest scores Positive takes the last class, Negative the first
}

// OneAgainstRest calls fit once for each class, with the label +1 for the observations of that class and -1 for all others. Labels y are
// any integers. Scores are compared as they are, so they should have the same unit for all classes: of the perceptron, which fixes no unit
// for its weights, it is what the field does all the same.
//
// The errors are those of fit, with the class, and errors that wrap input.ErrEmpty, ErrShape, ErrNotFinite or ErrOneClass.
//
// Curriculum: N1.1a.
func OneAgainstRest[S Scorer](x mat.Matrix, y []int, fit func(x mat.Matrix, y []int) (S, error)) (*Model[S], error) {
	if err := check(x, y, fit == nil); err != nil {
		return nil, fmt.Errorf("multiclass: one against rest: %w", err)
	}
	m := &Model[S]{Classes: label.Distinct(y)}
	signs := make([]int, len(y))
	for _, class := range m.Classes {
		for i, v := range y {
			signs[i] = -1
			if v == class {
				signs[i] = 1
			}
		}
		part, err := fit(x, signs)
		if err != nil {
			return nil, fmt.Errorf("multiclass: class %d against the rest: %w", class, err)
		}
		if input.IsNil(part) {
			return nil, fmt.Errorf("multiclass: class %d against the rest: %w", class, input.Errorf(input.ErrEmpty, "fit", "it returned no model"))
		}
		m.Parts = append(m.Parts, part)
	}
	return m, nil
}

func check(x mat.Matrix, y []int, noFit bool) error {
	n, _, err := input.Matrix("X", x)
	switch {
	case err != nil:
		return err
	case len(y) != n:
		return input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	case noFit:
		return input.Errorf(input.ErrEmpty, "fit", "got nil, want a function")
	case len(label.Distinct(y)) < 2:
		return input.Errorf(input.ErrOneClass, "y", "all labels are %d", y[0])
	}
	return nil
}

// Scores returns the n×K matrix of the scores of the parts for the rows of X. The errors are those of the parts, with the class, and
// errors that wrap input.ErrShape for a model that OneAgainstRest did not make and input.ErrNotFinite for a score that is NaN.
func (m *Model[S]) Scores(x mat.Matrix) (*mat.Dense, error) {
	if len(m.Parts) < 2 || len(m.Parts) != len(m.Classes) {
		return nil, fmt.Errorf("multiclass: %w", input.Errorf(input.ErrShape, "model", "it has %d parts for %d classes", len(m.Parts), len(m.Classes)))
	}
	n, _, err := input.Matrix("X", x)
	if err != nil {
		return nil, fmt.Errorf("multiclass: %w", err)
	}
	scores := mat.NewDense(n, len(m.Parts), nil)
	for k, part := range m.Parts {
		s, err := part.Scores(x)
		if err == nil && len(s) != n {
			err = input.Errorf(input.ErrShape, "model", "it has %d scores for %d rows", len(s), n)
		}
		if err != nil {
			return nil, fmt.Errorf("multiclass: class %d: %w", m.Classes[k], err)
		}
		for i, v := range s {
			if math.IsNaN(v) {
				return nil, fmt.Errorf("multiclass: class %d: %w", m.Classes[k], input.Errorf(input.ErrNotFinite, "X", "row %d has the score NaN", i))
			}
		}
		scores.SetCol(k, s)
	}
	return scores, nil
}

// Predict returns the label of the highest score for each row of X. The errors are those of Scores.
func (m *Model[S]) Predict(x mat.Matrix) ([]int, error) {
	scores, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	n, _ := scores.Dims()
	y := make([]int, n)
	for i := range y {
		best, row := 0, scores.RawRowView(i)
		for k, s := range row {
			if s > row[best] || s == row[best] && m.Tie == label.Positive {
				best = k
			}
		}
		y[i] = m.Classes[best]
	}
	return y, nil
}
