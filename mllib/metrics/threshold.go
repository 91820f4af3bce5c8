package metrics

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
)

// AtThreshold counts the mistakes of the rule that calls an observation positive if its score is at least t: the positive ones
// that are missed, and the false alarms, the others that are called positive. With unequal costs the best threshold is that of the least
// sum of costs, among the scores and one number above them all (+Inf is allowed). It returns an error that wraps input.ErrEmpty,
// input.ErrShape, input.ErrNotFinite (for scores), input.ErrLabel (truth has two other labels, but not the positive one), or input.ErrParam if t is NaN.
func AtThreshold(scores []float64, truth []int, positive int, t float64) (missed, alarms int, err error) {
	if len(truth) == 0 {
		err = input.Errorf(input.ErrEmpty, "truth", "got no labels")
	} else if err = input.Vector("scores", scores, len(truth)); err == nil {
		err = errors.Join(input.Param(t == t, "t", t, "a number"), occurs("truth", positive, truth))
	}
	if err != nil {
		return 0, 0, fmt.Errorf("metrics: at threshold: %w", err)
	}
	for i, s := range scores {
		switch {
		case truth[i] == positive && s < t:
			missed++
		case truth[i] != positive && s >= t:
			alarms++
		}
	}
	return missed, alarms, nil
}

// occurs refuses a positive label that does not occur although two others do: then it is no matter of a small sample, but another label than
// was meant.
func occurs(argument string, positive int, labels []int) error {
	for _, y := range labels {
		if y == positive {
			return nil
		}
	}
	if have := label.Distinct(labels); len(have) > 1 {
		return input.Errorf(input.ErrLabel, argument, "it has the labels %v, but not %d", have[:min(len(have), 10)], positive)
	}
	return nil
}
