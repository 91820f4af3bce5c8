package metrics

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
)

// AtThreshold counts the mistakes of the rule that calls an observation positive if its score is at least t: the positive ones
// that are missed, and the false alarms, the others that are called positive. With unequal costs the best threshold is that of the least
// sum of costs, among the scores and one number above them all (+Inf is allowed). It returns an error that wraps input.ErrEmpty,
// input.ErrShape, input.ErrNotFinite (for scores), or input.ErrParam if t is NaN.
func AtThreshold(scores []float64, truth []int, positive int, t float64) (missed, alarms int, err error) {
	if len(truth) == 0 {
		err = input.Errorf(input.ErrEmpty, "truth", "got no labels")
	} else if err = input.Vector("scores", scores, len(truth)); err == nil {
		err = input.Param(t == t, "t", t, "a number")
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
