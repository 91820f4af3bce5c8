package logistic

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/descent"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/linear"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/mat"
)

// Binary holds the parameters of logistic regression with two classes: P(second class | x) = l(⟨w, x⟩ + b), with (w, b) from
// conditional maximum likelihood. The zero value is the plain maximum likelihood estimate by Newton's method.
//
// Reference: Nussbaum, section 6.3; a course chapter on linear classification, section 4; Yan, logistic regression.
// Curriculum: N6.3a, N6.3f, S4a-d, Y13.
type Binary struct {
	Intercept Intercept // the zero value is FreeIntercept
	Ridge     float64   // λ >= 0: λ‖w‖²/2 is subtracted from the log-likelihood; scikit-learn's C is 1/λ
	Balance   Balance   // the zero value is Unbalanced
	// ClassWeights are weights >= 0 by label, 1 for a label that it does not hold: what a mistake costs in one class beside another. Each
	// label must occur in y. They multiply the weights that Balance gives.
	ClassWeights map[int]float64
	Tie          label.Tie // class of a score of 0: Positive is the second one (p >= 1/2), Negative the first (p > 1/2 for the second; Nussbaum)
	Solver       Solver    // the zero value is Automatic; all lead to the same maximum, see Tol
	// Tol is where Newton (length of the step in standard errors; 0 means 1e-10), LBFGS (norm of the gradient of the average, for columns
	// of mean square 1; 0 means 1e-9) and Gradient (norm of the gradient of the average; 0 means 1e-8) stop. Where Automatic takes LBFGS, 0 means
	// 1e-4·√(d/n), or 1e-4 for more columns than rows: the gradient is then ten thousand times smaller than what chance makes of it, and the
	// coefficients are some thousandth of their standard errors from the maximum.
	Tol        float64
	MaxIter    int                     // 0 means 100 (Newton), 1000 (LBFGS), 10,000 (Gradient)
	Descent    descent.GradientDescent // for Gradient; a Step of 0 means 1/Likelihood.Smoothness()
	Stochastic descent.Stochastic      // for Stochastic; it needs a source
	Trace      bool                    // keep the iterates, see Model.Trace
}

// Model is a fitted logistic regression with two classes. It is plain data: it goes through JSON and back.
type Model struct {
	linear.Hyperplane               // the log-odds of the second class are ⟨W, x⟩ + B
	Classes           label.Classes // the two labels in increasing order
	Tie               label.Tie     // class of a score of 0, as in Binary
	// StdErr holds the standard errors of W, and of B at the end (no such entry with NoIntercept), and Covariance their
	// estimated covariance matrix: the inverse of the observed information. Weights of rows enter as counts: of a fit whose weights are
	// none, these numbers are not the errors of its coefficients. Both are nil with a penalty, with weights of classes, or where there
	// is no maximum.
	StdErr     []float64
	Covariance [][]float64
	Trace      []Iterate // the iterates, if they were asked for
	Report     Report    // how the fit ended

	learn.Named
}

// Source returns the source of Stochastic: Binary is a learn.Chance.
func (p Binary) Source() rand.Source { return p.Stochastic.Src }

// WithSource returns the same parameters with another source.
func (p Binary) WithSource(src rand.Source) learn.Learner[int, *Model] {
	p.Stochastic.Src = src
	return p
}

// Fit maximises the likelihood on the n×d matrix X and the n labels y, any two integers. The cost of an iteration of Newton is O(nd²).
// Newton's fit does not depend on the units of the columns without a penalty, nor on their origins with FreeIntercept.
//
// Where the classes are separated and there is no penalty, there is no maximum: the model then holds the last iterate, and
// Report.Stop is Separated or QuasiSeparated. That and a limit of iterations are no errors.
//
// Fit returns an error that wraps input.ErrEmpty, ErrShape, ErrNotFinite (also where squares overflow or underflow), ErrOneClass (y is constant), ErrLabel (y has more than two
// classes), ErrParam (a parameter is out of range), ErrCollinear (Newton without penalty, where the coefficients are not
// unique) or ErrDiverged (descent with too large steps).
func (p Binary) Fit(x mat.Matrix, y []int) (*Model, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight w_i >= 0 for each row: the terms of the log-likelihood are multiplied by them, so that a row of weight 3
// counts as three equal rows and one of weight 0 as none. The ridge penalty stays as it is. The errors are those of Fit, and those of
// Likelihood.Weighted.
func (p Binary) FitWeighted(x mat.Matrix, y []int, w []float64) (*Model, error) {
	return p.fit(x, y, given(w))
}

func (p Binary) fit(x mat.Matrix, y []int, w []float64) (*Model, error) {
	s := settings{solver: p.Solver, tol: p.Tol, maxIter: p.MaxIter, trace: p.Trace, gradient: p.Descent, stochastic: p.Stochastic,
		weights: classWeights{p.Balance, p.ClassWeights}}
	l, err := NewLikelihood(x, y, p.Intercept, Reference, p.Ridge)
	if err == nil {
		l, err = s.weights.apply(l, w)
	}
	if err == nil && len(l.Classes) > 2 {
		err = input.Errorf(input.ErrLabel, "y", "got %d classes, want 2 (Softmax takes more)", len(l.Classes))
	}
	if err := errors.Join(err, s.check("Binary."), p.Tie.Check("Binary.Tie")); err != nil {
		return nil, fmt.Errorf("logistic: binary fit: %w", err)
	}
	r, err := s.solve(l)
	if err != nil {
		return nil, fmt.Errorf("logistic: binary fit: %w", err)
	}
	m := &Model{Hyperplane: linear.Hyperplane{W: r.theta[:l.D:l.D]}, Classes: l.Classes, Tie: p.Tie, Trace: r.trace, Report: r.report}
	if l.width() > l.D {
		m.B = r.theta[l.D]
	}
	m.Covariance, m.StdErr = r.covariance, r.stdErr
	return m, nil
}

// Predict returns the more probable label of each row of X, by the sign of its score. The errors are those of
// linear.Hyperplane.Scores, and one that wraps input.ErrShape for a model that Fit did not make.
func (m *Model) Predict(x mat.Matrix) ([]int, error) {
	if m == nil {
		return nil, input.NoModel("logistic.Model")
	}
	if err := twoLabels(m.Classes); err != nil {
		return nil, fmt.Errorf("logistic: predict: %w", err)
	}
	signs, err := m.Classify(x, m.Tie)
	if err != nil {
		return nil, fmt.Errorf("logistic: predict: %w", err)
	}
	y, err := m.Classes.Decode(signs, label.Signed)
	if err != nil {
		return nil, fmt.Errorf("logistic: predict: %w", err)
	}
	return y, nil
}

// twoLabels refuses a model that was put together by hand or read from JSON and has not two labels.
func twoLabels(classes label.Classes) error {
	if len(classes) != 2 {
		return input.Errorf(input.ErrShape, "model", "it has %d classes, want 2; Fit makes a model", len(classes))
	}
	return input.Increasing("model", classes)
}

// Posterior returns P(second class | x) for each row of X. The errors are those of Predict.
func (m *Model) Posterior(x mat.Matrix) ([]float64, error) {
	if m == nil {
		return nil, input.NoModel("logistic.Model")
	}
	p, err := m.Scores(x)
	if err = errors.Join(twoLabels(m.Classes), err); err != nil {
		return nil, fmt.Errorf("logistic: probabilities: %w", err)
	}
	special.SigmoidTo(p, p)
	return p, nil
}

// Posteriors returns the n×2 matrix of P(class | x) in the order of Classes, as the models of K classes do. The errors are those of
// Posterior.
func (m *Model) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	if m == nil {
		return nil, input.NoModel("logistic.Model")
	}
	scores, err := m.Scores(x)
	if err = errors.Join(twoLabels(m.Classes), err); err != nil {
		return nil, fmt.Errorf("logistic: probabilities: %w", err)
	}
	p := mat.NewDense(len(scores), 2, nil)
	pairs := p.RawMatrix().Data
	for i, s := range scores {
		pairs[2*i], pairs[2*i+1] = -s, s
	}
	special.SigmoidTo(pairs, pairs)
	return p, nil
}

// LogLikelihood returns Σ log P(y_i | x_i) of other data. The errors are those of Predict; they wrap input.ErrShape and
// ErrLabel where y does not fit to X or has other labels than the model.
func (m *Model) LogLikelihood(x mat.Matrix, y []int) (float64, error) {
	if m == nil {
		return 0, input.NoModel("logistic.Model")
	}
	s, err := m.Scores(x)
	if err == nil {
		err = twoLabels(m.Classes)
	}
	if err == nil && len(y) != len(s) {
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), len(s))
	}
	if err != nil {
		return 0, fmt.Errorf("logistic: log-likelihood: %w", err)
	}
	sum := 0.0
	for i, s := range s {
		switch y[i] {
		case m.Classes[1]:
			sum += LogSigmoid(s)
		case m.Classes[0]:
			sum += LogSigmoid(-s)
		default:
			return 0, fmt.Errorf("logistic: log-likelihood: %w", input.Errorf(input.ErrLabel, "y", "label %d is %d, the model has %v", i, y[i], m.Classes))
		}
	}
	return sum, nil
}
