package network

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Regressor fits a network with one output by least squares. The zero value, with a source, has no hidden layer: a linear function. The squared error is that of the
// targets as they are: they should be of size 1 or so, for the usual rates mean such ones.
//
// Curriculum: N8.0b, N8.0d, N8.0g.
type Regressor struct {
	Hidden []Layer
	Rows   int    // as Classifier.Rows
	Output Output // Identity, or Bernoulli for targets between 0 and 1; the zero value is Identity
	Training
}

var _ learn.Chance[float64, *RegressionModel] = Regressor{}

// Source returns Src: Regressor is a learn.Chance.
func (r Regressor) Source() rand.Source { return r.Src }

// WithSource returns the same parameters with another source.
func (r Regressor) WithSource(src rand.Source) learn.Learner[float64, *RegressionModel] {
	r.Src = src
	return r
}

// Net returns the network for d columns; Net.Check tells what is wrong with it.
func (r Regressor) Net(d int) Net {
	return Net{In: pictures(r.Rows, d), Hidden: r.Hidden, Outputs: 1, Output: r.Output}
}

// checkTargets refuses targets that Bernoulli outputs cannot come near to.
func (r Regressor) checkTargets(y []float64) error {
	for i, v := range y {
		if r.Output == Bernoulli && (v < 0 || v > 1) {
			return input.Errorf(input.ErrParam, "y", "entry %d is %v, want targets in [0, 1] for outputs that are bernoulli", i, v)
		}
	}
	return nil
}

// Fit learns from the n×d matrix X and the n targets y. Cost and errors are those of Classifier.Fit, but for those of labels.
func (r Regressor) Fit(x mat.Matrix, y []float64) (*RegressionModel, error) {
	rows, d, err := input.Matrix("X", x)
	if err == nil {
		err = errors.Join(input.Vector("y", y, rows), checkRows(r.Rows, d), r.Output.Check("Output"),
			input.Param(r.Output != Softmax, "Output", r.Output, "identity or bernoulli"))
	}
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	if err := r.checkTargets(y); err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	n := r.Net(d)
	data, stride := input.Rows(x)
	end, err := r.Training.fit(n, head{r.Output, SquaredError, 1}, sample{x: data, stride: stride, y: y, n: rows})
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	return &RegressionModel{Weighted{Net: n, Theta: end.theta, Curve: end.curve, Report: end.report}}, nil
}
