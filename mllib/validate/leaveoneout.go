// Package validate estimates how well a learning method predicts: from the training data alone, and, with test data, how that grows with them.
package validate

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Classifier is a fitted model that predicts labels, one for each row of X.
type Classifier interface {
	Predict(x mat.Matrix) ([]int, error)
}

// LeaveOneOut trains once without each of the n >= 2 observations and tells which of them the model without it gets wrong; the
// leave-one-out error is the share of true entries. fit trains a model; its first error ends the work. The cost is
// n fits.
//
// LeaveOneOut returns an error that wraps input.ErrEmpty for fewer than two observations, without fit or a model, input.ErrShape for a
// model that predicts another number of labels, or that of data.Set.Check or of fit.
//
// Reference: Vetcha, chapter 4. Curriculum: V4g.
func LeaveOneOut(s *data.Set, fit func(x *mat.Dense, y []int) (Classifier, error)) (wrong []bool, err error) {
	err = s.Check()
	if err == nil && (s.Len() < 2 || fit == nil) {
		err = input.Errorf(input.ErrEmpty, "s, fit", "want at least two observations and a function that fits")
	}
	if err != nil {
		return nil, fmt.Errorf("validate: leave one out: %w", err)
	}
	wrong = make([]bool, s.Len())
	for i := range wrong {
		rest, err := s.Without(i)
		if err != nil {
			return nil, fmt.Errorf("validate: leave one out: %w", err)
		}
		one, err := s.Take([]int{i})
		if err != nil {
			return nil, fmt.Errorf("validate: leave one out: %w", err)
		}
		y, err := fitPredict(rest, one, fit)
		if err != nil {
			return nil, fmt.Errorf("validate: leave out observation %d: %w", i, err)
		}
		wrong[i] = y[0] != s.Y[i]
	}
	return wrong, nil
}

// fitPredict returns the labels that a model of the training data gives the test data, one for each.
func fitPredict(train, test *data.Set, fit func(x *mat.Dense, y []int) (Classifier, error)) ([]int, error) {
	model, err := fit(train.X, train.Y)
	if err != nil {
		return nil, err
	}
	if input.IsNil(model) {
		return nil, input.Errorf(input.ErrEmpty, "fit", "it returned no model")
	}
	y, err := model.Predict(test.X)
	if err == nil && len(y) != test.Len() {
		err = input.Errorf(input.ErrShape, "fit", "the model predicts %d labels for %d rows", len(y), test.Len())
	}
	return y, err
}
