// Package multiclass makes classifiers of K classes from classifiers of two.
//
//	m, err := multiclass.OneAgainstRest(logistic.Binary{Ridge: 1}).Fit(train.X, train.Y)
//	y, err := m.Predict(test.X)
//
// One against rest fits K classifiers and takes the class of the highest score; one against one fits one for each pair of classes, which vote.
package multiclass

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Scorer is a classifier of two classes whose score is positive for the label +1, such as a linear.Hyperplane and all models that have
// one inside.
type Scorer interface {
	learn.Model[int]
	Scores(x mat.Matrix) ([]float64, error)
}

// Rest are the parameters of one against rest: K classifiers, each of which tells one class from all others.
type Rest[S Scorer] struct {
	Each learn.Learner[int, S] // learns from the labels +1, for the observations of the class, and -1 for all others; what it has for a label, as weights of classes, is for these
	Tie  label.Tie             // of equal highest scores Positive takes the last class, Negative the first
}

// OneAgainstRest is one against rest with a method for two classes, with its parameters.
func OneAgainstRest[S Scorer](each learn.Learner[int, S]) Rest[S] { return Rest[S]{Each: each} }

// Model holds one classifier for each class and votes for the class of the highest score. It is plain data if its parts are.
type Model[S Scorer] struct {
	Classes []int     // labels in increasing order
	Parts   []S       // Parts[k] tells class k, with positive scores, from all others
	Tie     label.Tie // as in Rest
}

// Fit fits the classifiers of the classes, side by side. Labels y are any integers. Scores are compared as they are, so they should
// have the same unit for all classes: of the perceptron, which fixes no unit for its weights, it is what the field does all the same.
//
// The errors are those of the method, with the class, and errors that wrap input.ErrEmpty, ErrShape, ErrNotFinite, ErrOneClass or
// ErrParam.
//
// Curriculum: N1.1a.
func (p Rest[S]) Fit(x mat.Matrix, y []int) (*Model[S], error) {
	if err := p.check(x, y); err != nil {
		return nil, fmt.Errorf("multiclass: one against rest: %w", err)
	}
	m := &Model[S]{Classes: label.Distinct(y), Tie: p.Tie}
	m.Parts = make([]S, len(m.Classes))
	each := learn.Apart(p.Each, len(m.Classes))
	err := parallel.Try(len(m.Classes), func(k int) (err error) {
		if m.Parts[k], err = learn.Fit(each[k], x, against(m.Classes[k], y)); err != nil {
			err = fmt.Errorf("multiclass: class %d against the rest: %w", m.Classes[k], err)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return m, nil
}

// against labels the observations of a class +1 and all others -1.
func against(class int, y []int) []int {
	signs := slices.Repeat([]int{-1}, len(y))
	for i, v := range y {
		if v == class {
			signs[i] = 1
		}
	}
	return signs
}

func (p Rest[S]) check(x mat.Matrix, y []int) error {
	n, _, err := input.Shape("X", x)
	switch {
	case err != nil:
		return err
	case len(y) != n:
		return input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	case input.IsNil(p.Each):
		return input.Errorf(input.ErrEmpty, "Each", "got nil, want a method with its parameters")
	case len(label.Distinct(y)) < 2:
		return input.Errorf(input.ErrOneClass, "y", "all labels are %d", y[0])
	}
	return p.Tie.Check("Tie")
}

// Scores returns the n×K matrix of the scores of the parts for the rows of X. The errors are those of the parts, with the class, and
// errors that wrap input.ErrShape for a model that Fit did not make and input.ErrNotFinite for a score that is NaN.
func (m *Model[S]) Scores(x mat.Matrix) (*mat.Dense, error) {
	if m == nil {
		return nil, input.NoModel("multiclass.Model")
	}
	if len(m.Parts) < 2 || len(m.Parts) != len(m.Classes) {
		return nil, fmt.Errorf("multiclass: %w", input.Errorf(input.ErrShape, "model", "it has %d parts for %d classes", len(m.Parts), len(m.Classes)))
	}
	n, _, err := input.Shape("X", x)
	if err := errors.Join(input.Increasing("model", m.Classes), err); err != nil {
		return nil, fmt.Errorf("multiclass: %w", err)
	}
	scores := mat.NewDense(n, len(m.Parts), nil)
	for k, part := range m.Parts {
		s, err := scoresOf(part, x, n)
		if err != nil {
			return nil, fmt.Errorf("multiclass: class %d: %w", m.Classes[k], err)
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
		y[i] = m.Classes[label.Largest(scores.RawRowView(i), m.Tie)]
	}
	return y, nil
}
