package network

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// Weighted is a network with its weights, and how they were found.
type Weighted struct {
	Net    Net
	Theta  []float64 // θ; Net.Split makes matrices of it
	Curve  []Epoch   `json:",omitempty"` // of the training, in order
	Report Report    // how it ended
}

// Model is a network for labels. It is plain data: it goes through JSON and back. One put together by hand needs Net, Theta and Classes.
type Model struct {
	Weighted
	Classes []int     // labels in increasing order, one for each output
	Tie     label.Tie // as in Classifier
}

// RegressionModel is a network with one output. It is plain data: it goes through JSON and back.
type RegressionModel struct{ Weighted }

// whole refuses models that Fit did not make.
func (m *Model) whole() error {
	if m == nil {
		return input.NoModel("network.Model")
	}
	if len(m.Classes) < 2 || len(m.Classes) != m.Net.Outputs {
		return input.Errorf(input.ErrShape, "model", "it has %d classes and %d outputs; Fit makes a model", len(m.Classes), m.Net.Outputs)
	}
	if err := m.Tie.Check("model.Tie"); err != nil {
		return err
	}
	return input.Increasing("model.Classes", m.Classes)
}

// Posteriors returns the n×K matrix of the outputs of the rows of X, in the order of Classes: of a softmax, probabilities. The errors wrap input.ErrEmpty (also for a nil model), ErrShape (also for
// a model that Fit did not make) or ErrNotFinite (also where they overflow).
func (m *Model) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	psi, _, err := m.run(x)
	return psi, err
}

// Scores returns the n×K matrix of the scores t, of which the outputs are a function. The errors are those of Posteriors.
func (m *Model) Scores(x mat.Matrix) (*mat.Dense, error) {
	_, scores, err := m.run(x)
	return scores, err
}

func (m *Model) run(x mat.Matrix) (psi, scores *mat.Dense, err error) {
	if err := m.whole(); err != nil {
		return nil, nil, fmt.Errorf("network: %w", err)
	}
	all, scores, err := m.Net.run(m.Theta, x, false)
	if err != nil {
		return nil, nil, fmt.Errorf("network: %w", err)
	}
	return all[0], scores, nil
}

// Predict returns the label with the largest score for each row of X, of equal ones that of Tie. The errors are those of Posteriors.
func (m *Model) Predict(x mat.Matrix) ([]int, error) {
	scores, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	n, _ := scores.Dims()
	labels := make([]int, n)
	for i := range labels {
		labels[i] = m.Classes[label.Largest(scores.RawRowView(i), m.Tie)]
	}
	return labels, nil
}

// Predict returns ψ for each row of X. The errors are those of Model.Posteriors.
func (m *RegressionModel) Predict(x mat.Matrix) ([]float64, error) {
	if m == nil {
		return nil, fmt.Errorf("network: %w", input.NoModel("network.RegressionModel"))
	}
	if m.Net.Outputs != 1 {
		return nil, fmt.Errorf("network: %w", input.Errorf(input.ErrShape, "model", "it has %d outputs; Fit makes a model", m.Net.Outputs))
	}
	all, _, err := m.Net.run(m.Theta, x, false)
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	return slices.Clone(all[0].RawMatrix().Data), nil
}
