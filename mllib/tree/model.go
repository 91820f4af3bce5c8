package tree

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Model is a classification tree. It is plain data: it goes through JSON and back.
type Model struct {
	Tree
	Classes []int     // labels in increasing order
	Tie     label.Tie // as in Classifier
}

// RegressionModel is a regression tree. It is plain data: it goes through JSON and back.
type RegressionModel struct{ Tree }

// Predict returns the label that has the most weight in the leaf of each row of X. The errors wrap input.ErrEmpty (also for a nil model), ErrShape (also for a model that Fit did not
// make) or ErrNotFinite.
func (m *Model) Predict(x mat.Matrix) ([]int, error) {
	leaf, err := m.Leaf(x)
	if err != nil {
		return nil, err
	}
	of, labels := make([]int, len(m.Nodes)), make([]int, len(leaf))
	for i, n := range m.Nodes {
		of[i] = m.Classes[label.Largest(n.Counts, m.Tie)]
	}
	for i, l := range leaf {
		labels[i] = of[l]
	}
	return labels, nil
}

// Posteriors returns the n×K matrix of the shares that the classes have in the leaf of each row of X. The errors are those of Predict.
func (m *Model) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	leaf, err := m.Leaf(x)
	if err != nil {
		return nil, err
	}
	out := mat.NewDense(len(leaf), len(m.Classes), nil)
	for i, l := range leaf {
		floats.ScaleTo(out.RawRowView(i), 1/m.Nodes[l].Weight, m.Nodes[l].Counts)
	}
	return out, nil
}

// Leaf returns the position in Nodes of the leaf of each row of X. The errors are those of Predict.
func (m *Model) Leaf(x mat.Matrix) ([]int, error) {
	if err := m.whole(); err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	leaf, err := m.leaves(x)
	if err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	return leaf, nil
}

// whole refuses models that Fit did not make.
func (m *Model) whole() error {
	if m == nil {
		return input.NoModel("tree.Model")
	}
	if err := m.Tree.whole(); err != nil {
		return err
	}
	if len(m.Classes) < 2 {
		return input.Errorf(input.ErrShape, "model", "it has %d classes; Fit makes a model", len(m.Classes))
	}
	for i, n := range m.Nodes {
		if err := input.Vector(fmt.Sprintf("model.Nodes[%d].Counts", i), n.Counts, len(m.Classes)); err != nil {
			return err
		}
		if !(n.Weight > 0) || floats.Min(n.Counts) < 0 || math.Abs(floats.Sum(n.Counts)/n.Weight-1) > 1e-6 {
			return input.Errorf(input.ErrShape, "model", "node %d has the weight %v and the counts %v", i, n.Weight, n.Counts)
		}
	}
	return input.Increasing("model.Classes", m.Classes)
}

// Predict returns the mean of the leaf of each row of X. The errors are those of Model.Predict.
func (m *RegressionModel) Predict(x mat.Matrix) ([]float64, error) {
	leaf, err := m.Leaf(x)
	if err != nil {
		return nil, err
	}
	y := make([]float64, len(leaf))
	for i, l := range leaf {
		y[i] = m.Nodes[l].Value
	}
	return y, nil
}

// Leaf returns the position in Nodes of the leaf of each row of X. The errors are those of Predict.
func (m *RegressionModel) Leaf(x mat.Matrix) ([]int, error) {
	if err := m.whole(); err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	leaf, err := m.leaves(x)
	if err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	return leaf, nil
}

func (m *RegressionModel) whole() error {
	if m == nil {
		return input.NoModel("tree.RegressionModel")
	}
	return m.Tree.whole()
}
