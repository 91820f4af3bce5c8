package forest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/grove"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Regressor grows random forests of regression trees, whose prediction is the mean of those of the trees.
//
// Reference: as Classifier.
type Regressor struct {
	Growth
	Features int // columns that are drawn for each cut, 1..d; 0 means ⌊d/3⌋, at least 1, and d is bagging of trees
}

// RegressionModel is a forest of regression trees. It is plain data: it goes through JSON and back.
type RegressionModel struct{ Ensemble }

var _ learn.Chance[float64, *RegressionModel] = Regressor{}

// Source and WithSource are those of learn.Chance.
func (p Regressor) Source() rand.Source { return p.Src }

// WithSource returns a copy that draws from src.
func (p Regressor) WithSource(src rand.Source) learn.Learner[float64, *RegressionModel] {
	p.Src = src
	return p
}

// Fit grows a forest from the rows of the n×d matrix X with targets y. The errors wrap input.ErrEmpty (also without Src), ErrShape, ErrNotFinite (also where sums of squares overflow) or ErrParam.
func (p Regressor) Fit(x mat.Matrix, y []float64) (*RegressionModel, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight for each row, as Classifier.FitWeighted.
func (p Regressor) FitWeighted(x mat.Matrix, y, weights []float64) (*RegressionModel, error) {
	return p.fit(x, y, append([]float64{}, weights...))
}

func (p Regressor) fit(x mat.Matrix, y, weights []float64) (*RegressionModel, error) {
	rows, err := p.Growth.check(x, len(y), p.Features, weights)
	if err = errors.Join(err, input.Vector("y", y, len(y)), checkSquares(y)); err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	input.Temper(weights)
	_, d := rows.Dims()
	l := lot{Growth: p.Growth, x: rows, weights: weights, limits: grove.Growth{Depth: p.Depth, MinSplit: p.MinSplit, MinLeaf: p.MinLeaf, Features: or(p.Features, max(1, d/3))},
		task: grove.Task{Number: y}, wrong: func(row int, value []float64) float64 { return (y[row] - value[0]) * (y[row] - value[0]) }}
	grown, bags := l.grow()
	m := &RegressionModel{*grown}
	if !p.AllRows {
		m.OutOfBag = ballot{n: len(y), learners: len(m.Trees), width: 1, weight: weightsOf(weights),
			seen: func(b, row int) bool { return bags[b][row] > 0 },
			add:  func(b, row int, sum []float64) { sum[0] += m.Trees[b].Value(rows.RawRowView(row))[0] },
			loss: func(row int, sum []float64, learners float64) float64 {
				d := y[row] - sum[0]/learners
				return d * d
			}}.count(p.Trace)
	}
	return m, nil
}

// checkSquares refuses targets whose distances have squares that overflow in a sum, or vanish.
func checkSquares(y []float64) error {
	if squares.Lost(y, 1, len(y), 1) {
		return input.Errorf(input.ErrNotFinite, "y", "squares underflow: no two of them are 1e-150 apart; scale them")
	}
	sum, size := 0.0, 0.0
	for _, v := range y {
		d := v - y[0]
		sum += d * d
		size = max(size, math.Abs(v))
	}
	if !(sum*float64(len(y)) <= 1e300) {
		return input.Errorf(input.ErrNotFinite, "y", "the sum of its squares overflows")
	}
	if !(size*float64(len(y)) <= 1e300) {
		return input.Errorf(input.ErrNotFinite, "y", "its sum overflows")
	}
	return nil
}

// Predict returns the mean of the trees for each row of X. The errors are those of Model.Posteriors.
func (m *RegressionModel) Predict(x mat.Matrix) ([]float64, error) {
	if m == nil {
		return nil, input.NoModel("forest.RegressionModel")
	}
	n, _, err := input.Shape("X", x)
	if err = errors.Join(m.check(1), err); err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	y := make([]float64, n)
	if err := m.leaves(x, func(row, _ int, value []float64) { y[row] += value[0] }); err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	for i := range y {
		y[i] /= float64(len(m.Trees))
	}
	return y, nil
}
