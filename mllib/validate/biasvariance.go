package validate

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Decomposition is the expected squared error of a learner about the true function at each of some points, without the noise of a new observation, in units of y²:
// Errors[i] = SquaredBias[i] + Variance[i], but for rounding.
type Decomposition struct {
	Errors      []float64 // means of (prediction − truth)² over the samples
	SquaredBias []float64 // (mean prediction − truth)² minus Variance/repeats, which is its excess in the mean: unbiased, so it may be below 0
	Variance    []float64 // variances of the predictions, unbiased
}

// BiasVariance fits a learner to n >= 2 samples, which draw makes, and decomposes the squared errors of its predictions for the rows of X, where the true function has
// the values truth. Sample i is drawn with rand.NewPCG(seed, i), one after another, so the learner may draw numbers, too.
//
// The error wraps input.ErrEmpty, ErrShape, ErrNotFinite (also for an overflow) or ErrParam, or what draw or the learner returned.
func BiasVariance[M learn.Model[float64]](n int, seed uint64, l learn.Learner[float64, M], x mat.Matrix, truth []float64, draw func(r *rand.Rand) (x mat.Matrix, y []float64, err error)) (*Decomposition, error) {
	d, err := biasVariance(n, seed, l, x, truth, draw)
	if err != nil {
		return nil, fmt.Errorf("validate: bias and variance: %w", err)
	}
	return d, nil
}

func biasVariance[M learn.Model[float64]](n int, seed uint64, l learn.Learner[float64, M], x mat.Matrix, truth []float64, draw func(r *rand.Rand) (x mat.Matrix, y []float64, err error)) (*Decomposition, error) {
	rows, _, err := input.Matrix("X", x)
	if err == nil {
		err = input.Vector("truth", truth, rows)
	}
	if err = errors.Join(err, input.Param(n >= 2, "n", n, "at least 2")); err != nil {
		return nil, err
	}
	if draw == nil {
		return nil, input.Errorf(input.ErrEmpty, "draw", "it is nil")
	}
	mean, d := make([]float64, rows), &Decomposition{Errors: make([]float64, rows), SquaredBias: make([]float64, rows), Variance: make([]float64, rows)}
	for k := range n {
		predicted, err := ofSample(k, seed, l, x, draw)
		if err != nil {
			return nil, fmt.Errorf("sample %d: %w", k, err)
		}
		for i, v := range predicted {
			e := v - truth[i]
			step := e - mean[i]
			mean[i] += step / float64(k+1)
			d.Variance[i] += float64(step * (e - mean[i]))
			d.Errors[i] += float64(e*e) / float64(n)
		}
	}
	for i, bias := range mean {
		d.Variance[i] /= float64(n - 1)
		d.SquaredBias[i] = float64(bias*bias) - d.Variance[i]/float64(n)
		if v := d.Errors[i] + d.Variance[i] + d.SquaredBias[i]; math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, input.Errorf(input.ErrNotFinite, "X", "the squared errors in row %d overflow", i)
		}
	}
	return d, nil
}

// ofSample returns the predictions for the rows of X by the model of sample k.
func ofSample[M learn.Model[float64]](k int, seed uint64, l learn.Learner[float64, M], x mat.Matrix, draw func(r *rand.Rand) (x mat.Matrix, y []float64, err error)) ([]float64, error) {
	defer inPanic("sample", k)
	sx, sy, err := draw(rand.New(rand.NewPCG(seed, uint64(k))))
	if err != nil {
		return nil, err
	}
	m, err := learn.Fit(l, sx, sy)
	if err != nil {
		return nil, err
	}
	return learn.Predict(m, x)
}
