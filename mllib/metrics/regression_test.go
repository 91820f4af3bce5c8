package metrics_test

import (
	"errors"
	"math"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/metrics"
)

// TestRegressionByHand: scikit-learn's documented examples of mean_squared_error, mean_absolute_error and r2_score.
func TestRegressionByHand(t *testing.T) {
	predicted, truth := []float64{2.5, 0, 2, 8}, []float64{3, -.5, 2, 7}
	for name, c := range map[string]struct {
		of   func(predicted, truth []float64) (float64, error)
		want float64
	}{
		"squared":  {metrics.MeanSquaredError, .375},
		"absolute": {metrics.MeanAbsoluteError, .5},
		"R²":       {metrics.RSquared, .9486081370449679},
	} {
		if got, err := c.of(predicted, truth); err != nil || math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%s: got %v (%v), want %v", name, got, err, c.want)
		}
		for what, bad := range map[string]struct {
			predicted, truth []float64
			want             error
		}{
			"nothing":  {nil, nil, input.ErrEmpty},
			"lengths":  {predicted[:3], truth, input.ErrShape},
			"NaN":      {[]float64{math.NaN()}, []float64{1}, input.ErrNotFinite},
			"infinite": {[]float64{1}, []float64{math.Inf(1)}, input.ErrNotFinite},
		} {
			if _, err := c.of(bad.predicted, bad.truth); !errors.Is(err, bad.want) {
				t.Errorf("%s, %s: got %v, want %v", name, what, err, bad.want)
			}
		}
	}
	if _, err := metrics.RSquared([]float64{1, 2}, []float64{3, 3}); !errors.Is(err, input.ErrParam) {
		t.Errorf("a constant truth: got %v", err)
	}
	if _, err := metrics.MeanSquaredError([]float64{1e200}, []float64{-1e200}); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("overflow: got %v", err)
	}
}
