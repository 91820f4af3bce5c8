package forest

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
)

// VarianceOfMean returns the variance ρσ² + (1-ρ)σ²/b of the mean of b predictions with variance σ² and pairwise correlation ρ. It is NaN for a negative variance, b < 1, and a correlation
// that b variables cannot have: below -1/(b-1) or above 1.
//
// Curriculum: Y50a.
func VarianceOfMean(variance, rho float64, b int) float64 {
	if !(variance >= 0) || b < 1 || !(rho <= 1) || b > 1 && !(rho >= -1/float64(b-1)) {
		return math.NaN()
	}
	return rho*variance + (1-rho)/float64(b)*variance
}

// Correlation measures σ² and ρ of VarianceOfMean at a point: runs[r][b] is what learner b says there after training on the r-th of several independent training sets. The variance is the mean
// of the variances of the learners, ρ the mean of the covariances of all pairs by it. The errors wrap input.ErrEmpty (fewer than two runs or learners), ErrShape, ErrNotFinite (also of squares that overflow or underflow), or ErrValue if no
// prediction varies.
//
// Curriculum: Y50b.
func Correlation(runs [][]float64) (variance, rho float64, err error) {
	if len(runs) < 2 || len(runs[0]) < 2 {
		return 0, 0, fmt.Errorf("forest: correlation: %w", input.Errorf(input.ErrEmpty, "runs", "got %d, want two or more, of two or more learners", len(runs)))
	}
	learners := len(runs[0])
	mean, err := means(runs, learners)
	if err != nil {
		return 0, 0, fmt.Errorf("forest: correlation: %w", err)
	}
	sums, squares := 0.0, 0.0 // of the distances: (Σ_b)², and Σ_b ²
	for _, run := range runs {
		sum := 0.0
		for b, v := range run {
			d := v - mean[b]
			sum += d
			squares += d * d
		}
		sums += sum * sum
	}
	variance = squares / float64(learners*(len(runs)-1))
	if variance < 0x1p-960 {
		return 0, 0, fmt.Errorf("forest: correlation: %w", input.Errorf(input.ErrNotFinite, "runs", "the squares of their distances underflow; scale them"))
	}
	rho = (sums - squares) / (squares * float64(learners-1))
	if math.IsInf(variance, 0) || math.IsNaN(rho) || math.IsInf(rho, 0) {
		return 0, 0, fmt.Errorf("forest: correlation: %w", input.Errorf(input.ErrNotFinite, "runs", "the sum of their squares overflows"))
	}
	return variance, rho, nil
}

// means are those of the learners; it is an error if none of them varies.
func means(runs [][]float64, learners int) ([]float64, error) {
	mean := make([]float64, learners)
	for r, run := range runs {
		if err := input.Vector(fmt.Sprintf("runs[%d]", r), run, learners); err != nil {
			return nil, err
		}
		for b, v := range run {
			mean[b] += v / float64(len(runs))
		}
	}
	varies := false
	for b := range mean {
		if alike(runs, b) {
			mean[b] = runs[0][b] // and not a mean of equal numbers, which is rounded
		} else {
			varies = true
		}
	}
	if !varies {
		return nil, input.Errorf(input.ErrValue, "runs", "the predictions do not vary")
	}
	return mean, nil
}

// alike tells whether learner b says the same in all runs.
func alike(runs [][]float64, b int) bool {
	for _, run := range runs {
		if run[b] != runs[0][b] {
			return false
		}
	}
	return true
}
