package logistic

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/descent"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Softmax holds the parameters of logistic regression with K >= 2 classes: P(k | x) is proportional to exp(⟨w_k, x⟩ + b_k), with the
// coefficients from conditional maximum likelihood. With Reference coding w_0 = 0 and b_0 = 0 for the first class;
// Yan prints the index k of b in the sum of class 0's denominator, where it must run over the classes.
//
// Reference: Yan, logistic regression model. Curriculum: Y12a-c, Y13a-d.
type Softmax struct {
	Intercept    Intercept               // the zero value is FreeIntercept
	Coding       Coding                  // the zero value is Reference
	Ridge        float64                 // λ >= 0: λ Σ ‖w_k‖²/2, over the classes that have coefficients, is subtracted from the log-likelihood
	Balance      Balance                 // as Binary.Balance
	ClassWeights map[int]float64         // as Binary.ClassWeights
	Solver       Solver                  // Newton solves a system of (K-1)(d+1) equations in each iteration; LBFGS none
	Tol          float64                 // as Binary.Tol
	MaxIter      int                     // as Binary.MaxIter
	Descent      descent.GradientDescent // as Binary.Descent
	Stochastic   descent.Stochastic      // as Binary.Stochastic
	Trace        bool                    // keep the iterates, see SoftmaxModel.Trace
}

// SoftmaxModel is a fitted logistic regression with K classes. It is plain data: it goes through JSON and back.
type SoftmaxModel struct {
	Classes label.Classes // the K labels in increasing order
	W       [][]float64   // one w of length d for each class
	B       []float64     // one intercept for each class
	// StdErr holds the standard errors of the coefficients in the order of Likelihood, class by class without the first, and
	// Covariance their estimated covariance matrix. Both are nil with a penalty, with weights of classes, with Symmetric, or where there is
	// no maximum; for weights of rows see Model.StdErr.
	StdErr     []float64
	Covariance [][]float64
	Trace      []Iterate // the iterates, if they were asked for
	Report     Report    // how the fit ended

	learn.Named
}

// Source returns the source of Stochastic: Softmax is a learn.Chance.
func (p Softmax) Source() rand.Source { return p.Stochastic.Src }

// WithSource returns the same parameters with another source.
func (p Softmax) WithSource(src rand.Source) learn.Learner[int, *SoftmaxModel] {
	p.Stochastic.Src = src
	return p
}

// Fit maximises the likelihood on the n×d matrix X and the n labels y, any integers. The errors, and what it does
// where there is no maximum, are those of Binary.Fit, but for the number of classes.
func (p Softmax) Fit(x mat.Matrix, y []int) (*SoftmaxModel, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight w_i >= 0 for each row, as Binary.FitWeighted.
func (p Softmax) FitWeighted(x mat.Matrix, y []int, w []float64) (*SoftmaxModel, error) {
	return p.fit(x, y, given(w))
}

func (p Softmax) fit(x mat.Matrix, y []int, w []float64) (*SoftmaxModel, error) {
	s := settings{solver: p.Solver, tol: p.Tol, maxIter: p.MaxIter, trace: p.Trace, gradient: p.Descent, stochastic: p.Stochastic,
		weights: classWeights{p.Balance, p.ClassWeights}}
	l, err := NewLikelihood(x, y, p.Intercept, p.Coding, p.Ridge)
	if err == nil {
		l, err = s.weights.apply(l, w)
	}
	if err := errors.Join(err, s.check("Softmax.")); err != nil {
		return nil, fmt.Errorf("logistic: softmax fit: %w", err)
	}
	r, err := s.solve(l)
	if err != nil {
		return nil, fmt.Errorf("logistic: softmax fit: %w", err)
	}
	m := &SoftmaxModel{Classes: l.Classes, Trace: r.trace, Report: r.report}
	m.W, m.B = l.Split(r.theta)
	m.Covariance, m.StdErr = r.covariance, r.stdErr
	return m, nil
}

// Split returns the w and b of each class that θ stands for, zeros included, in new memory; nil for a θ of another length than Dim.
func (l *Likelihood) Split(theta []float64) (w [][]float64, b []float64) {
	if !l.fits(theta) {
		return nil, nil
	}
	b = make([]float64, len(l.Classes))
	for k := range l.Classes {
		row := make([]float64, l.D)
		if k >= l.first() {
			block := theta[(k-l.first())*l.width():][:l.width()]
			copy(row, block)
			if l.width() > l.D {
				b[k] = block[l.D]
			}
		}
		w = append(w, row)
	}
	return w, b
}

// Scores returns the n×K scores ⟨w_k, x⟩ + b_k of the rows of X. The errors are those of input.Columns, one that wraps
// input.ErrNotFinite where a score overflows, and one that wraps input.ErrShape for a model that Fit did not make.
func (m *SoftmaxModel) Scores(x mat.Matrix) (*mat.Dense, error) {
	if m == nil {
		return nil, input.NoModel("logistic.SoftmaxModel")
	}
	d := 0
	if len(m.W) > 0 {
		d = len(m.W[0])
	}
	err := input.Columns("X", x, d)
	if err == nil {
		err = m.whole()
	}
	if err != nil {
		return nil, fmt.Errorf("logistic: scores: %w", err)
	}
	n, _ := x.Dims()
	data, stride := input.Rows(x)
	out := mat.NewDense(n, len(m.W), nil)
	for i := range n {
		row := out.RawRowView(i)
		for k, w := range m.W {
			row[k] = floats.Dot(w, data[i*stride:i*stride+d]) + m.B[k]
			if !finite(row[k]) {
				return nil, fmt.Errorf("logistic: scores: %w", input.Errorf(input.ErrNotFinite, "X", "row %d has the score %v for class number %d", i, row[k], k))
			}
		}
	}
	return out, nil
}

// whole refuses a model that was put together by hand or read from JSON, and whose parts do not fit together.
func (m *SoftmaxModel) whole() error {
	if len(m.Classes) != len(m.W) || len(m.B) != len(m.W) {
		return input.Errorf(input.ErrShape, "model", "it has %d classes, %d coefficient vectors and %d intercepts; Fit makes a model", len(m.Classes), len(m.W), len(m.B))
	}
	for k, w := range m.W {
		if len(w) != len(m.W[0]) {
			return input.Errorf(input.ErrShape, "model", "class number %d has %d coefficients, number 0 has %d", k, len(w), len(m.W[0]))
		}
	}
	return input.Increasing("model", m.Classes)
}

// Posteriors returns the n×K matrix of P(k | x). The errors are those of Scores.
func (m *SoftmaxModel) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	p, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	special.SoftmaxRows(p.RawMatrix().Data, len(m.W))
	return p, nil
}

// Predict returns the most probable label of each row of X, the largest of them where several are. With Reference that is
// the class of the largest score if it is not negative, and else the first class (Yan, who takes the first at 0, too). The errors are those of
// Scores. Curriculum: Y12c.
func (m *SoftmaxModel) Predict(x mat.Matrix) ([]int, error) {
	s, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	y := make([]int, s.RawMatrix().Rows)
	for i := range y {
		y[i] = m.Classes[label.Largest(s.RawRowView(i), label.Positive)]
	}
	return y, nil
}
