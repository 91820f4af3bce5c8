package boosting

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Stump learns a rule that looks at one column of X: one of two labels up to a threshold, one above. Of equal rules, up to 1e-12 of the weight, it takes that of the first column, and in it the smallest
// threshold. Thresholds are in the middle between two neighbouring values.
//
// Curriculum: N10.2g, Y53c, S8e.
type Stump struct {
	Criterion Criterion
}

// Criterion is what a stump makes as small as possible. The zero value is LeastError.
type Criterion = enum.Of[criteria]

const (
	LeastError Criterion = iota // the weight of the rows with wrong labels; the labels of both sides differ
	LeastGini                   // Gini's impurity of both sides, by weight, as trees do; each side has the label with more weight, of equal ones the second
)

type criteria struct{}

func (criteria) Names() (string, []string) {
	return "boosting.Criterion", []string{LeastError: "error", LeastGini: "gini"}
}

// StumpModel is a rule of one column. It is plain data.
type StumpModel struct {
	Dim         int     // columns of X
	Column      int     // the one that is looked at
	Threshold   float64 // numbers ≤ Threshold get the label Left, others Right
	Left, Right int
}

var _ learn.Weighted[int, *StumpModel] = Stump{}

// Fit learns from the n×d matrix X and n labels y of two classes, any integers. The errors wrap input.ErrEmpty, ErrShape, ErrNotFinite, ErrOneClass, ErrLabel (more than two
// classes) or ErrParam. Where all columns are constant, all rows get the label that has more weight.
func (p Stump) Fit(x mat.Matrix, y []int) (*StumpModel, error) {
	w := make([]float64, len(y))
	for i := range w {
		w[i] = 1
	}
	return p.FitWeighted(x, y, w)
}

// FitWeighted is Fit with a finite weight >= 0 for each row. The errors are those of Fit; input.ErrParam also for weights out of range.
func (p Stump) FitWeighted(x mat.Matrix, y []int, w []float64) (*StumpModel, error) {
	y = label.Counted(y, w)
	again, err := p.prepare(x, y)
	if err == nil {
		err = input.RowWeights(w, len(y))
	}
	if err != nil {
		return nil, fmt.Errorf("boosting: stump: %w", err)
	}
	return again(w, nil)
}

// prepare checks and sorts once for many fits.
func (p Stump) prepare(x mat.Matrix, y []int) (func(w []float64, says []int) (*StumpModel, error), error) {
	n, _, err := input.Matrix("X", x)
	if err == nil && len(y) != n {
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	}
	if err = errors.Join(err, p.Criterion.Check("Criterion")); err != nil {
		return nil, err
	}
	classes := label.Distinct(y)
	switch len(classes) {
	case 1:
		return nil, input.Errorf(input.ErrOneClass, "y", "all labels are %d", y[0])
	case 2:
		return newStumps(x, y, classes, p.Criterion).fit, nil
	}
	return nil, input.Errorf(input.ErrLabel, "y", "got %d classes, want two; tree.Classifier{Growth: tree.Growth{Depth: 1}} takes more", len(classes))
}

// Predict returns the label of each row of X. The errors wrap input.ErrEmpty (also for a nil model), ErrShape (also for a model that Fit did not make) or ErrNotFinite.
func (m *StumpModel) Predict(x mat.Matrix) ([]int, error) {
	if m == nil {
		return nil, input.NoModel("boosting.StumpModel")
	}
	if m.Column < 0 || m.Column >= m.Dim {
		return nil, fmt.Errorf("boosting: stump: %w", input.Errorf(input.ErrShape, "model", "it looks at column %d of %d; Fit makes a model", m.Column, m.Dim))
	}
	if err := input.Columns("X", x, m.Dim); err != nil {
		return nil, fmt.Errorf("boosting: stump: %w", err)
	}
	n, _ := x.Dims()
	data, stride := input.Rows(x)
	y := make([]int, n)
	for i := range y {
		y[i] = m.side(data[i*stride+m.Column])
	}
	return y, nil
}

// side is the label of a number of the column.
func (m *StumpModel) side(v float64) int {
	if v <= m.Threshold {
		return m.Left
	}
	return m.Right
}

// String returns the rule as a sentence.
func (m *StumpModel) String() string {
	if m == nil {
		return "no stump"
	}
	return fmt.Sprintf("%d if x%d ≤ %.6g, else %d", m.Left, m.Column+1, m.Threshold, m.Right)
}
