package tree

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"gonum.org/v1/gonum/mat"
)

// Regressor grows regression trees: cuts make the sum of the squared distances from the means of both sides as small as possible. The zero
// value grows until the targets of each leaf are equal.
//
// Reference: as Classifier. Curriculum: N9.3a, N9.3b.
type Regressor struct {
	Growth
	Alpha float64 // >= 0: Fit prunes by this price of a leaf, in units of the mean squared error; 0 leaves the tree as it has grown
}

// Fit grows a tree from the rows of the n×d matrix X with targets y. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite (also where sums of squares overflow) or
// ErrParam.
func (p Regressor) Fit(x mat.Matrix, y []float64) (*RegressionModel, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight for each row, as Classifier.FitWeighted.
func (p Regressor) FitWeighted(x mat.Matrix, y, weights []float64) (*RegressionModel, error) {
	return p.fit(x, y, append([]float64{}, weights...))
}

func (p Regressor) fit(x mat.Matrix, y, weights []float64) (*RegressionModel, error) {
	rows, err := p.rows(x, len(y), weights)
	err = errors.Join(err, input.Vector("y", y, len(y)), checkAlpha("Alpha", p.Alpha))
	if err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	t := &targets{number: make([]float64, len(rows.at)), weight: rows.weights}
	for k, i := range rows.at {
		t.number[k] = y[i]
	}
	if squares.Lost(t.number, 1, len(t.number), 1) {
		return nil, fmt.Errorf("tree: %w", input.Errorf(input.ErrNotFinite, "y", "squares underflow: no two of them are 1e-150 apart; scale them"))
	}
	grown, err := grow(p.Growth, rows, t)
	if err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	if risk := grown.Nodes[0].Risk; math.IsInf(risk, 0) || math.IsNaN(risk) {
		return nil, fmt.Errorf("tree: %w", input.Errorf(input.ErrNotFinite, "y", "the sum of its squares overflows"))
	}
	m := &RegressionModel{Tree: *grown}
	if p.Alpha > 0 {
		return m.Prune(p.Alpha)
	}
	return m, nil
}
