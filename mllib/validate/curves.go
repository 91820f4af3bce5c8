package validate

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/learn"
)

// LearningCurve trains on the first n observations of train, for each n of sizes, and returns what these models lose on test: the share of
// wrong labels, or the mean squared error. The order of train matters: data.Set.Split has shuffled it, SplitStratified keeps the order of the
// data, and Shuffled mends that. One curve is one sample: average those of several splits.
//
//	known, unseen, err := s.SplitStratified(.5, src)
//	…
//	known, err = known.Shuffled(src)
//	…
//	losses, err := validate.LearningCurve(known, unseen, []int{50, 100, 200}, discriminant.NearestMean{})
//
// LearningCurve returns an error that wraps input.ErrEmpty without data, sizes, learner or a model, input.ErrParam for a size outside 1..n
// and for twenty observations or more whose order depends on their targets: classes in blocks or
// mostly to one side, responses that rise or fall,
// input.ErrShape for a model that predicts another number of targets, or that of the data's Check or of Fit.
//
// Curriculum: B1e.
func LearningCurve[T learn.Target, M learn.Model[T]](train, test learn.Data[T], sizes []int, learner learn.Learner[T, M]) ([]float64, error) {
	losses, err := learningCurve(train, test, sizes, learner)
	if err != nil {
		return nil, fmt.Errorf("validate: learning curve: %w", err)
	}
	return losses, nil
}

func learningCurve[T learn.Target, M learn.Model[T]](train, test learn.Data[T], sizes []int, learner learn.Learner[T, M]) ([]float64, error) {
	if train == nil || test == nil || len(sizes) == 0 || input.IsNil(learner) {
		return nil, input.Errorf(input.ErrEmpty, "train, test, sizes, learner", "want data, at least one size, and a method with its parameters")
	}
	gap, err := gaps(train)
	if err != nil {
		return nil, err
	}
	testGap, err := gaps(test)
	if err != nil {
		return nil, err
	}
	x, y := train.Pairs()
	for _, n := range sizes {
		if err := input.Param(n >= 1 && n <= len(y), "sizes", n, fmt.Sprintf("1..%d, the number of observations", len(y))); err != nil {
			return nil, err
		}
	}
	if slices.Min(sizes) < len(y) && isOrdered(y) {
		return nil, input.Param(false, "train", "observations whose order depends on their targets", "them in random order: train.Shuffled(src)")
	}
	testX, testY := test.Pairs()
	losses, learners := make([]float64, len(sizes)), learn.Apart(learner, len(sizes))
	err = parallel.Try(len(sizes), func(k int) error {
		model, err := learn.Fit(learners[k], x.Slice(0, sizes[k], 0, x.RawMatrix().Cols), y[:sizes[k]])
		if err != nil {
			err = inData(gap, x, nil, err)
		} else if losses[k], err = usualOf(model, testX, testY); err != nil {
			err = inData(testGap, testX, nil, err)
		}
		if err != nil {
			return fmt.Errorf("n = %d: %w", sizes[k], err)
		}
		return nil
	})
	return losses, err
}

// Curve is what ValidationCurve found: a list of candidates with their losses on the data they were trained on and on unseen ones.
type Curve[L any] struct {
	Candidates  []L
	Train, Test []Losses // Train[c] and Test[c] of Candidates[c], by folds

	warnings []string
}

// Warnings are those of the cross-validations, see CrossValidation.Warnings.
func (c *Curve[L]) Warnings() []string {
	if c == nil {
		return nil
	}
	return c.warnings
}

// ValidationCurve cross-validates every candidate, usually a method with growing values of one parameter, and returns what its models lose on
// the training and on the test data of their folds. Where both lose much the method is too rigid for the data, where they differ it fits what is
// accidental. The errors are those of Choose.
func ValidationCurve[T learn.Target, M learn.Model[T], L learn.Learner[T, M]](s learn.Data[T], folds []Fold, candidates []L) (*Curve[L], error) {
	if len(candidates) == 0 {
		return nil, fmt.Errorf("validate: validation curve: %w", input.Errorf(input.ErrEmpty, "candidates", "got none"))
	}
	curve := &Curve[L]{Candidates: candidates, Train: make([]Losses, len(candidates)), Test: make([]Losses, len(candidates))}
	for c, learner := range candidates {
		cv, err := crossValidate(s, folds, nil, learn.Learner[T, M](learner))
		if err == nil {
			curve.Test[c], curve.warnings = cv.Losses, cv.warnings
			curve.Train[c], err = cv.onTraining(s)
		}
		if err != nil {
			return nil, fmt.Errorf("validate: validation curve: candidate %d: %w", c, err)
		}
	}
	return curve, nil
}

// onTraining returns what the models lose on what they were trained on.
func (cv *CrossValidation[T, M]) onTraining(s learn.Data[T]) (Losses, error) {
	x, y := s.Pairs()
	losses := make(Losses, len(cv.Folds))
	err := parallel.Try(len(cv.Folds), func(k int) error {
		trainX, trainY, err := learn.Take(x, y, cv.Folds[k].Train)
		if err == nil {
			losses[k], err = usualOf(cv.Models[k], trainX, trainY)
		}
		return err
	})
	return losses, err
}
