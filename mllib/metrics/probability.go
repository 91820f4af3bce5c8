package metrics

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// LogLoss returns the mean of -log P[i][class[i]] for an n×K matrix of probabilities and the numbers 0..K-1 of the true classes. It
// is +Inf where a true class had the probability 0. It returns an error that wraps input.ErrEmpty, input.ErrShape,
// input.ErrNotFinite, input.ErrLabel, or input.ErrParam for rows that are not probabilities.
func LogLoss(P mat.Matrix, class []int) (float64, error) {
	if err := checkProbabilities(P, class); err != nil {
		return 0, fmt.Errorf("metrics: log loss: %w", err)
	}
	sum := 0.0
	for i, k := range class {
		sum -= math.Log(P.At(i, k))
	}
	return sum / float64(len(class)), nil
}

// Brier returns the mean of Σ_k (P[i][k] - 1{k = class[i]})². For two classes this is twice the mean of (p - y)² with p the probability
// of class 1, the form in which it is often given. The errors are those of LogLoss.
func Brier(P mat.Matrix, class []int) (float64, error) {
	if err := checkProbabilities(P, class); err != nil {
		return 0, fmt.Errorf("metrics: Brier: %w", err)
	}
	_, classes := P.Dims()
	sum := 0.0
	for i, y := range class {
		for k := range classes {
			e := P.At(i, k)
			if k == y {
				e--
			}
			sum += e * e
		}
	}
	return sum / float64(len(class)), nil
}

func checkProbabilities(P mat.Matrix, class []int) error {
	n, classes, err := input.Matrix("P", P)
	if err != nil {
		return err
	}
	if len(class) != n {
		return input.Errorf(input.ErrShape, "class", "got %d classes for the %d rows of P", len(class), n)
	}
	for i, y := range class {
		if y < 0 || y >= classes {
			return input.Errorf(input.ErrLabel, "class", "entry %d is %d, outside 0..%d", i, y, classes-1)
		}
		sum := 0.0
		for k := range classes {
			if p := P.At(i, k); p < 0 {
				return input.Errorf(input.ErrParam, "P", "row %d, column %d holds %v", i, k, p)
			}
			sum += P.At(i, k)
		}
		if math.Abs(sum-1) > 1e-9 {
			return input.Errorf(input.ErrParam, "P", "row %d has the sum %v, want 1", i, sum)
		}
	}
	return nil
}

// Bin is what happened to the observations whose predicted probability is in (Lo, Hi], the first bin with its end 0. JSON has
// no NaN: encoding/json refuses an empty bin.
type Bin struct {
	Lo, Hi    float64 // ends of the interval
	N         int     // observations
	Mean      float64 // mean of the predicted probabilities, NaN for an empty bin
	Frequency float64 // share of positive observations, NaN for an empty bin
}

// Calibration sorts probabilities p of the positive label into bins of equal width, 0 for 10 bins, and compares them with the share of
// positive labels. Well calibrated probabilities have equal Mean and Frequency, up to chance. It returns an error that
// wraps input.ErrEmpty, input.ErrShape, input.ErrNotFinite, input.ErrLabel (truth has two other labels, but not the positive one) or
// input.ErrParam (a p outside [0, 1], bins outside 0..2^20).
func Calibration(p []float64, truth []int, positive, bins int) ([]Bin, error) {
	if bins == 0 {
		bins = 10
	}
	if err := errors.Join(checkCalibration(p, truth, bins), occurs("truth", positive, truth)); err != nil {
		return nil, fmt.Errorf("metrics: calibration: %w", err)
	}
	all := make([]Bin, bins)
	for i, v := range p {
		b := &all[max(int(math.Ceil(v*float64(bins)))-1, 0)]
		b.N++
		b.Mean += v
		if truth[i] == positive {
			b.Frequency++
		}
	}
	for j := range all {
		b := &all[j]
		b.Lo, b.Hi = float64(j)/float64(bins), float64(j+1)/float64(bins)
		b.Mean, b.Frequency = b.Mean/float64(b.N), b.Frequency/float64(b.N)
	}
	return all, nil
}

func checkCalibration(p []float64, truth []int, bins int) error {
	if len(truth) == 0 {
		return input.Errorf(input.ErrEmpty, "truth", "got no labels")
	}
	if err := input.Vector("p", p, len(truth)); err != nil {
		return err
	}
	for i, v := range p {
		if v < 0 || v > 1 {
			return input.Errorf(input.ErrParam, "p", "entry %d is %v, want a probability", i, v)
		}
	}
	return input.Param(bins > 0 && bins <= 1<<20, "bins", bins, "a number in 0..2^20")
}

// CalibrationError returns Σ N/n |Mean - Frequency| over the bins that are not empty, NaN if all are.
func CalibrationError(bins []Bin) float64 {
	sum, n := 0.0, 0
	for _, b := range bins {
		if n += b.N; b.N > 0 {
			sum += float64(b.N) * math.Abs(b.Mean-b.Frequency)
		}
	}
	return sum / float64(n)
}
