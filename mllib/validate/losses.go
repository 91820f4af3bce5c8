package validate

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/metrics"
	"github.com/mercer-go/mercer/mllib/simulate"
	"gonum.org/v1/gonum/mat"
)

// Losses are what a method lost in each fold, in their order; less is better.
type Losses []float64

// Estimate returns the mean of the folds with its standard error sd/√K. The folds share training data and are not independent, so the error
// is a rule of thumb: no estimate of it from one cross-validation is free of bias.
//
// Reference: Y. Bengio and Y. Grandvalet, No unbiased estimator of the variance of K-fold cross-validation, JMLR 5 (2004), 1089-1105.
func (l Losses) Estimate() simulate.Estimate { return simulate.Mean(l) }

// Mean returns the mean of the folds, NaN for none. A loss that is infinite makes it so.
func (l Losses) Mean() float64 {
	infinite := 0.0
	for _, v := range l {
		if math.IsInf(v, 0) {
			infinite += v
		}
	}
	if infinite != 0 {
		return infinite
	}
	return l.Estimate().Mean
}

// String returns "mean ± standard error".
func (l Losses) String() string { return l.Estimate().String() }

// Loss is a loss of one's own: what the predictions of model for the rows of X lose against y. Less is better; a score of which more is
// better is given with the other sign. It may be infinite, but not NaN.
type Loss[T learn.Target, M learn.Model[T]] func(model M, x mat.Matrix, y []T) (float64, error)

// usual is the share of wrong labels in classification, and the mean squared error in regression.
func usual[T learn.Target](predicted, y []T) (float64, error) {
	switch truth := any(y).(type) {
	case []int:
		return metrics.ErrorRate(any(predicted).([]int), truth)
	case []float64:
		return metrics.MeanSquaredError(any(predicted).([]float64), truth)
	}
	return 0, fmt.Errorf("validate: %w", input.Errorf(input.ErrParam, "y", "got %T, want []int or []float64", y))
}

// usualOf is usual as a Loss.
func usualOf[T learn.Target, M learn.Model[T]](model M, x mat.Matrix, y []T) (float64, error) {
	predicted, err := learn.Predict(model, x)
	if err != nil {
		return 0, err
	}
	return usual(predicted, y)
}
