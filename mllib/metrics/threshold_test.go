package metrics

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
)

// TestAtThreshold: by hand, a score at the threshold is positive.
func TestAtThreshold(t *testing.T) {
	scores, truth := []float64{-1, 0, .5, .5, 2}, []int{1, 2, 1, 2, 2}
	for _, c := range []struct {
		name           string
		t              float64
		missed, alarms int
	}{{"below all", math.Inf(-1), 0, 2}, {"at a score", .5, 1, 1}, {"above a score", .500001, 2, 0}, {"above all", math.Inf(1), 3, 0}} {
		if missed, alarms, err := AtThreshold(scores, truth, 2, c.t); missed != c.missed || alarms != c.alarms || err != nil {
			t.Errorf("%s: got %d, %d, %v, want %d, %d", c.name, missed, alarms, err, c.missed, c.alarms)
		}
	}
}

// TestAtThresholdROC: at each threshold the counts are those of the ROC.
func TestAtThresholdROC(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	scores, truth := make([]float64, 60), make([]int, 60)
	for i := range scores {
		truth[i] = i % 3 / 2
		scores[i] = math.Round(4*r.NormFloat64()) / 4 // with ties
	}
	roc, err := NewROC(scores, truth, 1)
	if err != nil {
		t.Fatal(err)
	}
	for k, threshold := range roc.Threshold[1:] {
		missed, alarms, err := AtThreshold(scores, truth, 1, threshold)
		if err != nil || math.Abs(float64(missed)-20*(1-roc.TPR[k+1])) > 1e-9 || math.Abs(float64(alarms)-40*roc.FPR[k+1]) > 1e-9 {
			t.Errorf("threshold %g: got %d missed, %d alarms, %v, want %g, %g", threshold, missed, alarms, err, 20*(1-roc.TPR[k+1]), 40*roc.FPR[k+1])
		}
	}
}

func TestAtThresholdRefuses(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name   string
		scores []float64
		truth  []int
		t      float64
		want   error
	}{
		{"nothing", nil, nil, 0, input.ErrEmpty}, {"few scores", []float64{1}, []int{1, 0}, 0, input.ErrShape},
		{"NaN score", []float64{nan}, []int{1}, 0, input.ErrNotFinite}, {"NaN threshold", []float64{1}, []int{1}, nan, input.ErrParam},
	} {
		if _, _, err := AtThreshold(c.scores, c.truth, 1, c.t); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
}
