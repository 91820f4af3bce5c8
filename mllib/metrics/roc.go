package metrics

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
)

// ROC is the receiver operating characteristic of scores: for each threshold t the shares of the negative and of the positive
// observations with a score >= t. The first point is (0, 0), above all scores; each different score adds one.
//
// Curriculum: N2.1c.
type ROC struct {
	Threshold []float64 // decreasing; the first is the largest score, at which (0, 0) stands for "above it"
	FPR, TPR  []float64 // false and true positive rate, from 0 to 1
}

// NewROC returns the curve of scores; positive is the label with large scores, and all other labels of truth are negative. It returns an error
// that wraps input.ErrEmpty, input.ErrShape, input.ErrNotFinite, or input.ErrOneClass if one kind is missing.
func NewROC(scores []float64, truth []int, positive int) (*ROC, error) {
	pos, err := checkScores(scores, truth, positive)
	if err != nil {
		return nil, fmt.Errorf("metrics: ROC: %w", err)
	}
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	r := &ROC{Threshold: []float64{scores[order[0]]}, FPR: []float64{0}, TPR: []float64{0}}
	neg, tp, fp := len(scores)-pos, 0, 0
	for k, i := range order {
		if truth[i] == positive {
			tp++
		} else {
			fp++
		}
		if k+1 == len(order) || scores[order[k+1]] != scores[i] {
			r.Threshold = append(r.Threshold, scores[i])
			r.FPR = append(r.FPR, float64(fp)/float64(neg))
			r.TPR = append(r.TPR, float64(tp)/float64(pos))
		}
	}
	return r, nil
}

// AUC returns the area under the curve: the probability that a positive observation has a larger score than a negative one, where
// equal scores count half. It is NaN for a curve that NewROC did not make.
func (r *ROC) AUC() float64 {
	if r == nil || len(r.FPR) == 0 || len(r.TPR) != len(r.FPR) {
		return math.NaN()
	}
	area := 0.0
	for i := 1; i < len(r.FPR); i++ {
		area += (r.FPR[i] - r.FPR[i-1]) * (r.TPR[i] + r.TPR[i-1]) / 2
	}
	return area
}

// AUC returns the area under the ROC of scores. The errors are those of NewROC.
func AUC(scores []float64, truth []int, positive int) (float64, error) {
	r, err := NewROC(scores, truth, positive)
	if err != nil {
		return 0, err
	}
	return r.AUC(), nil
}

// checkScores returns how many observations are positive.
func checkScores(scores []float64, truth []int, positive int) (pos int, err error) {
	if len(truth) == 0 {
		return 0, input.Errorf(input.ErrEmpty, "truth", "got no labels")
	}
	if err := input.Vector("scores", scores, len(truth)); err != nil {
		return 0, err
	}
	for _, y := range truth {
		if y == positive {
			pos++
		}
	}
	if pos == 0 || pos == len(truth) {
		return 0, input.Errorf(input.ErrOneClass, "truth", "%d of %d labels are %d, want some of both kinds", pos, len(truth), positive)
	}
	return pos, nil
}
