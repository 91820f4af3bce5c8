package bayes

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Estimator is a model that estimates the probabilities of the classes, such as those of discriminant.LDA and logistic.Softmax.
type Estimator interface {
	learn.Model[int]
	Posteriors(x mat.Matrix) (*mat.Dense, error) // one row for each row of X, one column for each label in increasing order
}

// Plug are the parameters of a plug-in rule: the Bayes rule under a loss, with estimates in the place of the posterior probabilities. PlugIn makes
// it.
//
// Curriculum: N2.2g, S2h, V2.2b.
type Plug[M Estimator] struct {
	Method learn.Learner[int, M] // estimates the posterior probabilities
	Loss   Loss                  // the zero value is the 0-1 loss
	Tie    Tie                   // which of equally good actions; the zero value is Largest
}

// PlugIn is the plug-in rule of a method under a loss:
//
//	rule, err := bayes.PlugIn(discriminant.LDA{}, bayes.Loss{Cost: [][]float64{{0, 10}, {1, 0}}}).Fit(X, y)
func PlugIn[M Estimator](method learn.Learner[int, M], loss Loss) Plug[M] {
	return Plug[M]{Method: method, Loss: loss}
}

// PluggedIn is a fitted plug-in rule. It is plain data if its model is. That the labels are those of the model is not seen when it predicts, for posteriors
// have no labels: Fit puts them there.
type PluggedIn[M Estimator] struct {
	Model   M     // estimates the posterior probabilities
	Classes []int // label of each action; an action beyond the classes, such as to reject, has the next larger number
	Loss    Loss  // what actions cost
	Tie     Tie   // as in Plug
}

// Fit fits the method. Labels y are any integers; row and column k of the loss are the class of position k among them in increasing order. The
// errors are those of the method, and errors that wrap input.ErrEmpty (no method), input.ErrOneClass, input.ErrShape, input.ErrNotFinite (the loss)
// or input.ErrParam.
func (p Plug[M]) Fit(x mat.Matrix, y []int) (*PluggedIn[M], error) {
	_, classes, err := label.Encode(y, label.ZeroBased)
	if err == nil {
		err = p.Loss.Check(len(classes))
	}
	if err := errors.Join(err, p.Tie.Check("PlugIn.Tie")); err != nil {
		return nil, fmt.Errorf("bayes: plug-in rule: %w", err)
	}
	model, err := learn.Fit(p.Method, x, y)
	if err != nil {
		return nil, fmt.Errorf("bayes: plug-in rule: %w", err)
	}
	labels := slices.Clone([]int(classes))
	for len(labels) < p.Loss.Actions(len(classes)) {
		labels = append(labels, labels[len(labels)-1]+1)
	}
	return &PluggedIn[M]{Model: model, Classes: labels, Loss: p.Loss, Tie: p.Tie}, nil
}

// Predict returns the action of least estimated cost for each row of X, as its label. The errors are those of the model, and errors that wrap
// input.ErrShape for a rule that Fit did not make, or input.ErrNotFinite where the costs are so large that a risk overflows.
func (m *PluggedIn[M]) Predict(x mat.Matrix) ([]int, error) {
	if m == nil {
		return nil, input.NoModel("bayes.PluggedIn")
	}
	if input.IsNil(m.Model) {
		return nil, fmt.Errorf("bayes: plug-in rule: %w", input.Errorf(input.ErrShape, "model", "there is none: Fit makes it"))
	}
	p, err := m.Model.Posteriors(x)
	if err != nil {
		return nil, fmt.Errorf("bayes: plug-in rule: %w", err)
	}
	n, classes := p.Dims()
	if err := m.check(classes); err != nil {
		return nil, fmt.Errorf("bayes: plug-in rule: %w", err)
	}
	y, risks := make([]int, n), make([]float64, m.Loss.Actions(classes))
	for i := range y {
		row := p.RawRowView(i)
		a := m.Loss.decide(m.Loss.risksTo(risks, row), row, m.Tie)
		if a < 0 {
			return nil, fmt.Errorf("bayes: plug-in rule: %w", input.Errorf(input.ErrNotFinite, "Loss", "the costs are so large that a risk at row %d overflows", i))
		}
		y[i] = m.Classes[a]
	}
	return y, nil
}

// check refuses a rule whose parts do not fit the posteriors of its model.
func (m *PluggedIn[M]) check(classes int) error {
	if err := m.Loss.Check(classes); err != nil {
		return err
	}
	if actions := m.Loss.Actions(classes); len(m.Classes) != actions {
		return input.Errorf(input.ErrShape, "model", "it has %d labels for %d actions; Fit makes a model", len(m.Classes), actions)
	}
	return input.Increasing("model", m.Classes)
}

// Source and WithSource are those of the method: the plug-in rule of a learn.Chance is one.
func (p Plug[M]) Source() rand.Source {
	if c, ok := p.Method.(learn.Chance[int, M]); ok {
		return c.Source()
	}
	return nil
}

// WithSource returns the same rule, its method with another source.
func (p Plug[M]) WithSource(src rand.Source) learn.Learner[int, *PluggedIn[M]] {
	if c, ok := p.Method.(learn.Chance[int, M]); ok {
		p.Method = c.WithSource(src)
	}
	return p
}
