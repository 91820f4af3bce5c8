// Package validate estimates how well a learning method predicts from the training data alone.
package validate

import (
	"errors"
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
// n fits. LeaveOneOut returns an error that wraps input.ErrEmpty for fewer than two observations.
//
// Reference: Vetcha, chapter 4. Curriculum: V4g.
func LeaveOneOut(s *data.Set, fit func(x *mat.Dense, y []int) (Classifier, error)) (wrong []bool, err error) {
	if s == nil || s.Len() < 2 {
		return nil, fmt.Errorf("validate: leave one out: %w", input.Errorf(input.ErrEmpty, "s", "want at least two observations"))
	}
	wrong = make([]bool, s.Len())
	for i := range wrong {
		rest, err := s.Without(i)
		if err != nil {
			return nil, fmt.Errorf("validate: leave one out: %w", err)
		}
		model, err := fit(rest.X, rest.Y)
		if err != nil {
			return nil, fmt.Errorf("validate: leave out observation %d: %w", i, err)
		}
		y, err := model.Predict(s.X.Slice(i, i+1, 0, s.X.RawMatrix().Cols))
		if err == nil && len(y) != 1 {
			err = errors.New("the model predicts more or less than one label for one row")
		}
		if err != nil {
			return nil, fmt.Errorf("validate: leave out observation %d: %w", i, err)
		}
		wrong[i] = y[0] != s.Y[i]
	}
	return wrong, nil
}
