package boosting

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// GradientRegressor is gradient boosting with squared errors: each tree is fitted to what is left.
type GradientRegressor struct{ Gradient }

// GradientRegression is what it learns. It is plain data: it goes through JSON and back.
type GradientRegression struct{ Stages }

var _ learn.Chance[float64, *GradientRegression] = GradientRegressor{}

// Source and WithSource are those of learn.Chance.
func (p GradientRegressor) Source() rand.Source { return p.Src }

// WithSource returns a copy that draws from src.
func (p GradientRegressor) WithSource(src rand.Source) learn.Learner[float64, *GradientRegression] {
	p.Src = src
	return p
}

// Fit learns from the n×d matrix X and targets y. The errors wrap input.ErrEmpty (also where Src is needed), ErrShape, ErrNotFinite (also where sums of squares overflow) or ErrParam.
func (p GradientRegressor) Fit(x mat.Matrix, y []float64) (*GradientRegression, error) {
	return p.fit(x, y, nil)
}

// FitWeighted is Fit with a finite weight >= 0 for each row. The errors are those of Fit; input.ErrParam also for weights out of range.
func (p GradientRegressor) FitWeighted(x mat.Matrix, y, weights []float64) (*GradientRegression, error) {
	return p.fit(x, y, append([]float64{}, weights...))
}

func (p GradientRegressor) fit(x mat.Matrix, y, weights []float64) (*GradientRegression, error) {
	err := errors.Join(p.check(x, len(y), weights), input.Vector("y", y, len(y)), checkSquares(y))
	if err != nil {
		return nil, fmt.Errorf("boosting: %w", err)
	}
	weights = ones(weights, len(y))
	mean, total := y[0], 0.0
	for _, w := range weights {
		total += w
	}
	for i, v := range y {
		mean += weights[i] / total * (v - y[0])
	}
	loss := func(f [][]float64) float64 {
		sum := 0.0
		for i, v := range y {
			d := v - f[0][i]
			sum += float64(weights[i] * d * d)
		}
		return sum / total
	}
	return &GradientRegression{*p.Gradient.fit(x, problem{n: len(y), width: 1, weights: weights, start: []float64{mean}, loss: loss,
		slope: func(f [][]float64, _ int, target []float64) {
			for i, v := range y {
				target[i] = v - f[0][i]
			}
		},
		step: func(_ [][]float64, _ int, target []float64, i int) (over, by float64) { return target[i], 1 }})}, nil
}

// checkSquares refuses targets whose distances have squares that overflow in a sum, or vanish.
func checkSquares(y []float64) error {
	if squares.Lost(y, 1, len(y), 1) {
		return input.Errorf(input.ErrNotFinite, "y", "squares underflow: no two of them are 1e-150 apart; scale them")
	}
	sum := 0.0
	for _, v := range y {
		d := v - y[0]
		sum += d * d
	}
	if !(sum*float64(len(y)) <= 1e300) {
		return input.Errorf(input.ErrNotFinite, "y", "the sum of its squares overflows")
	}
	return nil
}

// ones are the weights, or 1 for each row without any.
func ones(weights []float64, n int) []float64 {
	if weights != nil {
		input.Temper(weights)
		return weights
	}
	weights = make([]float64, n)
	for i := range weights {
		weights[i] = 1
	}
	return weights
}

// Predict returns f(x) for each row of X. The errors wrap input.ErrEmpty (also for a nil model), ErrShape (also for a model that Fit did not make) or ErrNotFinite.
func (m *GradientRegression) Predict(x mat.Matrix) ([]float64, error) {
	var y []float64
	err := m.staged(x, func(f []float64) { y = f })
	return y, err
}

// StagedErrors returns the mean squared error of the first m rounds, for each m from 1 on. The errors are those of Predict, and those that wrap input.ErrShape for other than one target for each row and ErrNotFinite for targets,
// also where the squares of errors overflow.
func (m *GradientRegression) StagedErrors(x mat.Matrix, y []float64) ([]float64, error) {
	if m == nil {
		return nil, input.NoModel("boosting.GradientRegression")
	}
	n, _, err := input.Shape("X", x)
	if err == nil && n != len(y) {
		err = input.Errorf(input.ErrShape, "y", "got %d targets for the %d rows of X", len(y), n)
	}
	if err == nil {
		err = input.Vector("y", y, n)
	}
	if err != nil {
		return nil, fmt.Errorf("boosting: %w", err)
	}
	var errs []float64
	err = m.staged(x, func(f []float64) {
		sum := 0.0
		for i, v := range f {
			sum += (y[i] - v) * (y[i] - v)
		}
		errs = append(errs, sum/float64(len(y)))
	})
	if err == nil {
		if err = input.Vector("errors of the rounds", errs, len(errs)); err != nil {
			err = fmt.Errorf("boosting: %w", err)
		}
	}
	if err != nil {
		return nil, err
	}
	return errs, nil
}

func (m *GradientRegression) staged(x mat.Matrix, f func(values []float64)) error {
	if m == nil {
		return input.NoModel("boosting.GradientRegression")
	}
	if err := m.stages(x, 1, func(_ int, values *mat.Dense) { f(values.RawMatrix().Data) }); err != nil {
		return fmt.Errorf("boosting: %w", err)
	}
	return nil
}
