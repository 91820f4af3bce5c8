package metrics

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
)

// MeanSquaredError returns the mean of the squared differences of predictions and truth, in the squared unit of both. It returns an error that
// wraps input.ErrEmpty for no numbers, input.ErrShape for unequal numbers of them, and input.ErrNotFinite for a number that is not finite or a
// mean that overflows.
func MeanSquaredError(predicted, truth []float64) (float64, error) {
	return meanOf("mean squared error", predicted, truth, func(d float64) float64 { return d * d })
}

// MeanAbsoluteError returns the mean of the absolute differences of predictions and truth, in the unit of both. The errors are those of
// MeanSquaredError.
func MeanAbsoluteError(predicted, truth []float64) (float64, error) {
	return meanOf("mean absolute error", predicted, truth, math.Abs)
}

// RSquared returns the share of the variance of the truth that the predictions explain, 1 - Σ(truth-predicted)²/Σ(truth-mean)²: 1 for
// perfect ones, 0 for those that say the mean everywhere, less for worse ones. The errors are those of MeanSquaredError, and one that
// wraps input.ErrParam for a constant truth, which leaves nothing to explain.
func RSquared(predicted, truth []float64) (float64, error) {
	predicted, truth = enlarged(predicted, truth)
	left, err := MeanSquaredError(predicted, truth)
	if err != nil {
		return 0, err
	}
	mean := 0.0
	for _, v := range truth {
		mean += v / float64(len(truth))
	}
	all := 0.0
	for _, v := range truth {
		all += (v - mean) * (v - mean) / float64(len(truth))
	}
	if !(all > 0) || math.IsInf(all, 0) {
		return 0, fmt.Errorf("metrics: R²: %w", input.Errorf(input.ErrParam, "truth", "its variance is %v, want a positive number", all))
	}
	return 1 - left/all, nil
}

// enlarged multiplies both by a power of two where their squares would underflow, which R² does not depend on.
func enlarged(predicted, truth []float64) (p, t []float64) {
	largest := 0.0
	for _, list := range [][]float64{predicted, truth} {
		for _, v := range list {
			largest = max(largest, math.Abs(v))
		}
	}
	if !(largest > 0 && largest < 0x1p-400) {
		return predicted, truth
	}
	times := func(list []float64) []float64 {
		out := make([]float64, len(list))
		for i, v := range list {
			out[i] = math.Ldexp(v, -math.Ilogb(largest))
		}
		return out
	}
	return times(predicted), times(truth)
}

func meanOf(what string, predicted, truth []float64, loss func(difference float64) float64) (float64, error) {
	if len(truth) == 0 {
		return 0, fmt.Errorf("metrics: %s: %w", what, input.Errorf(input.ErrEmpty, "truth", "got no numbers"))
	}
	err := input.Vector("predicted", predicted, len(truth))
	if err == nil {
		err = input.Vector("truth", truth, len(truth))
	}
	if err != nil {
		return 0, fmt.Errorf("metrics: %s: %w", what, err)
	}
	sum := 0.0
	for i, v := range truth {
		sum += loss(predicted[i] - v)
	}
	mean := sum / float64(len(truth))
	if math.IsInf(mean, 0) {
		return 0, fmt.Errorf("metrics: %s: %w", what, input.Errorf(input.ErrNotFinite, "predicted", "the mean overflows"))
	}
	return mean, nil
}
