package validate

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// CrossValidation is what CrossValidate found. Index k counts the folds, i the observations.
type CrossValidation[T learn.Target, M learn.Model[T]] struct {
	Folds     []Fold
	Models    []M    // Models[k] was trained on Folds[k].Train
	Predicted []T    // of each observation, by the one model that has not seen it
	Losses    Losses // Losses[k] on Folds[k].Test: the share of wrong labels, or the mean squared error

	warnings []string
}

// Warnings returns a sentence for each class that the test data of a fold have and its training
// data lack, so that the fold's model cannot predict it; it is nil for most folds. The table of the
// cross-validation shows them, and mllib.Must writes them to the standard error.
func (c *CrossValidation[T, M]) Warnings() []string {
	if c == nil {
		return nil
	}
	return c.warnings
}

// CrossValidate trains learner on the training data of each fold and predicts its test data. Each observation is test data of exactly one
// fold, as KFold makes them. Folds are worked on side by side; the result does not depend on how many are.
//
// It returns an error that wraps input.ErrEmpty without data, folds, learner or a model, input.ErrParam for folds with observations outside
// the data, whose test data do not divide them, or whose training data lack a class of the test
// data by no accident, as those of sorted data can (see Warnings for a few such observations),
// input.ErrShape for a model that predicts another number of targets, or that of
// the data's Check or of Fit, with the number of the first fold that failed. A panic of the learner or its model goes on as an error that says the
// fold, too.
//
// X may hold NaN, a missing value, where the learner takes it, as tree.Classifier with MissingSide does, or a pipeline whose preparation fills
// the gaps of each fold.
//
// Reference: M. Stone, Cross-validatory choice and assessment of statistical predictions, JRSS B 36 (1974), 111-147.
func CrossValidate[T learn.Target, M learn.Model[T]](s learn.Data[T], folds []Fold, learner learn.Learner[T, M]) (*CrossValidation[T, M], error) {
	cv, err := crossValidate(s, folds, nil, learner)
	if err != nil {
		return nil, fmt.Errorf("validate: cross-validation: %w", err)
	}
	return cv, nil
}

// CrossValidateWeighted is CrossValidate with a finite weight >= 0 for each observation, by which the learner fits and the losses are means: the weight of the wrong labels as a share of that of all, or the weighted mean
// squared error. The errors are those of CrossValidate; input.ErrShape also for another number of weights, input.ErrNotFinite, and input.ErrParam for a negative weight and for a fold whose test data have none.
func CrossValidateWeighted[T learn.Target, M learn.Model[T]](s learn.Data[T], folds []Fold, weights []float64, learner learn.Weighted[T, M]) (*CrossValidation[T, M], error) {
	if weights == nil {
		weights = []float64{}
	}
	cv, err := crossValidate(s, folds, weights, learn.Learner[T, M](learner))
	if err != nil {
		return nil, fmt.Errorf("validate: cross-validation: %w", err)
	}
	return cv, nil
}

// crossValidate has weights or nil; with weights the learner is a learn.Weighted.
func crossValidate[T learn.Target, M learn.Model[T]](s learn.Data[T], folds []Fold, weights []float64, learner learn.Learner[T, M]) (*CrossValidation[T, M], error) {
	err := check(s, folds, learner)
	if err == nil && weights != nil {
		err = checkWeights(s, folds, weights)
	}
	if err != nil {
		return nil, err
	}
	gap, err := gaps(s)
	if err != nil {
		return nil, err
	}
	x, y := s.Pairs()
	warnings, err := untrained(y, folds)
	if err != nil {
		return nil, err
	}
	cv := &CrossValidation[T, M]{warnings: warnings, Folds: folds, Models: make([]M, len(folds)), Predicted: make([]T, len(y)), Losses: make(Losses, len(folds))}
	learners := learn.Apart(learner, len(folds))
	err = parallel.Try(len(folds), func(k int) (err error) {
		defer inPanic("fold", k)
		if cv.Models[k], cv.Losses[k], err = oneFold(x, y, gap, weights, folds[k], learners[k], cv.Predicted); err != nil {
			err = fmt.Errorf("fold %d: %w", k, err)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return cv, nil
}

// check checks the arguments of a cross-validation.
func check[T learn.Target, M learn.Model[T]](s learn.Data[T], folds []Fold, learner learn.Learner[T, M]) error {
	switch {
	case s == nil:
		return input.Errorf(input.ErrEmpty, "s", "got nil, want data")
	case len(folds) == 0:
		return input.Errorf(input.ErrEmpty, "folds", "got none")
	case input.IsNil(learner):
		return input.Errorf(input.ErrEmpty, "learner", "got nil, want a method with its parameters")
	}
	if _, err := gaps(s); err != nil {
		return err
	}
	var tested []int
	for _, fold := range folds {
		tested = append(tested, fold.Test...)
	}
	_, y := s.Pairs()
	return input.Permutation("test data of the folds", tested, len(y))
}

// oneFold trains on a fold and writes what the model predicts for its test data into predicted. gap
// is that of gaps.
func oneFold[T learn.Target, M learn.Model[T]](x *mat.Dense, y []T, gap error, weights []float64, fold Fold, learner learn.Learner[T, M], predicted []T) (model M, loss float64, err error) {
	trainX, trainY, err := learn.Take(x, y, fold.Train)
	if err != nil {
		return model, 0, err
	}
	if weights == nil {
		model, err = learn.Fit(learner, trainX, trainY)
	} else {
		model, err = fitWeighted(learner, trainX, trainY, at(weights, fold.Train))
	}
	if err != nil {
		return model, 0, inData(gap, x, fold.Train, err)
	}
	testX, testY, err := learn.Take(x, y, fold.Test)
	if err != nil {
		return model, 0, err
	}
	said, err := learn.Predict(model, testX)
	if err != nil {
		return model, 0, inData(gap, x, fold.Test, err)
	}
	for k, i := range fold.Test {
		predicted[i] = said[k]
	}
	if weights != nil {
		return model, usualWeighted(said, testY, at(weights, fold.Test)), nil
	}
	loss, err = usual(said, testY)
	return model, loss, err
}

// By returns another loss of the models, each on the test data of its fold. The data are those of CrossValidate. It returns an
// error that wraps input.ErrShape for data of another size and input.ErrEmpty without a loss, or that of loss, with the number of the fold;
// a loss that is NaN is one that wraps input.ErrNotFinite.
func (cv *CrossValidation[T, M]) By(s learn.Data[T], loss Loss[T, M]) (Losses, error) {
	if cv == nil {
		return nil, fmt.Errorf("validate: loss by folds: %w", input.NoModel("validate.CrossValidation"))
	}
	if s == nil || loss == nil {
		return nil, fmt.Errorf("validate: loss by folds: %w", input.Errorf(input.ErrEmpty, "s, loss", "got nil"))
	}
	x, y := s.Pairs()
	if _, err := gaps(s); err != nil {
		return nil, fmt.Errorf("validate: loss by folds: %w", err)
	}
	if len(y) != len(cv.Predicted) {
		return nil, fmt.Errorf("validate: loss by folds: %w", input.Errorf(input.ErrShape, "s", "got %d observations, want the %d of the cross-validation", len(y), len(cv.Predicted)))
	}
	losses := make(Losses, len(cv.Folds))
	for k, fold := range cv.Folds {
		testX, testY, err := learn.Take(x, y, fold.Test)
		if err == nil {
			losses[k], err = lossOf(k, loss, cv.Models[k], testX, testY)
		}
		if err == nil && math.IsNaN(losses[k]) {
			err = input.Errorf(input.ErrNotFinite, "loss", "it is NaN")
		}
		if err != nil {
			return nil, fmt.Errorf("validate: loss by folds: fold %d: %w", k, err)
		}
	}
	return losses, nil
}

// lossOf calls the loss for fold k.
func lossOf[T learn.Target, M learn.Model[T]](k int, loss Loss[T, M], model M, x *mat.Dense, y []T) (float64, error) {
	defer inPanic("fold", k)
	return loss(model, x, y)
}
