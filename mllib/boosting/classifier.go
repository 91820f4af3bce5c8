package boosting

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/mat"
)

// GradientClassifier is gradient boosting of two classes by the logistic or the exponential loss, and of K classes by the logistic loss of their softmax. Leaves get one step of Newton's method.
type GradientClassifier struct {
	Gradient
	Loss Loss      // Logistic, or Exponential for two classes; the zero value means Logistic
	Tie  label.Tie // of classes with equal posteriors Positive takes the last, Negative the first
}

// GradientModel is what it learns. It is plain data: it goes through JSON and back.
type GradientModel struct {
	Stages
	Classes []int // labels in increasing order
	Loss    Loss
	Tie     label.Tie
}

var _ learn.Chance[int, *GradientModel] = GradientClassifier{}

// Source and WithSource are those of learn.Chance.
func (p GradientClassifier) Source() rand.Source { return p.Src }

// WithSource returns a copy that draws from src.
func (p GradientClassifier) WithSource(src rand.Source) learn.Learner[int, *GradientModel] {
	p.Src = src
	return p
}

// Fit learns from the n×d matrix X and n labels y, any integers of at least two classes. The errors wrap input.ErrEmpty (also where Src is needed), ErrShape, ErrNotFinite, ErrOneClass or ErrParam (also for the exponential loss with
// more than two classes).
func (p GradientClassifier) Fit(x mat.Matrix, y []int) (*GradientModel, error) {
	return p.fit(x, y, nil)
}

// FitWeighted is Fit with a finite weight >= 0 for each row, with weight in at least two classes. The errors are those of Fit; input.ErrParam also for weights out of range.
func (p GradientClassifier) FitWeighted(x mat.Matrix, y []int, weights []float64) (*GradientModel, error) {
	return p.fit(x, y, append([]float64{}, weights...))
}

func (p GradientClassifier) fit(x mat.Matrix, y []int, weights []float64) (*GradientModel, error) {
	err := errors.Join(p.check(x, len(y), weights), p.Loss.Check("Loss"), p.Tie.Check("Tie"))
	if err != nil {
		return nil, fmt.Errorf("boosting: %w", err)
	}
	if p.Loss == Squares {
		p.Loss = Logistic
	}
	weights = ones(weights, len(y))
	m := &GradientModel{Classes: classesWithWeight(y, weights), Loss: p.Loss, Tie: p.Tie}
	switch k := len(m.Classes); {
	case k < 2:
		err = input.Errorf(input.ErrOneClass, "y", "all labels of rows with weight are %d", m.Classes[0])
	case k > 2 && p.Loss == Exponential:
		err = input.Errorf(input.ErrParam, "Loss", "the exponential loss is for two classes, got %d", k)
	}
	if err != nil {
		return nil, fmt.Errorf("boosting: %w", err)
	}
	m.Stages = *p.Gradient.fit(x, m.problem(y, weights))
	return m, nil
}

func classesWithWeight(y []int, weights []float64) []int {
	var some []int
	for i, l := range y {
		if weights[i] > 0 {
			some = append(some, l)
		}
	}
	return label.Distinct(some)
}

// problem is the loss with its data. A label without weight counts as the first class, and nothing.
func (m *GradientModel) problem(y []int, weights []float64) problem {
	k := len(m.Classes)
	class, counts, total := make([]int, len(y)), make([]float64, k), 0.0
	for i, l := range y {
		for c := range m.Classes {
			if m.Classes[c] == l {
				class[i] = c
			}
		}
		counts[class[i]] += weights[i]
		total += weights[i]
	}
	for c := range counts {
		counts[c] /= total
	}
	switch {
	case k > 2:
		return softmaxLoss(class, weights, counts, total)
	case m.Loss == Exponential:
		return signLoss(m.Loss, class, weights, math.Log(counts[1]/counts[0])/2, total)
	}
	return signLoss(m.Loss, class, weights, math.Log(counts[1]/counts[0]), total)
}

// width is how many numbers f has.
func (m *GradientModel) width() int {
	if len(m.Classes) == 2 {
		return 1
	}
	return len(m.Classes)
}

// Scores returns f(x) for each row of X, positive for the second of two classes. The errors wrap input.ErrEmpty (also for a nil model), ErrShape (also for a model that Fit did not make), ErrNotFinite, or ErrParam for other than two classes.
func (m *GradientModel) Scores(x mat.Matrix) ([]float64, error) {
	var f []float64
	err := m.staged(x, func(values *mat.Dense) {
		if len(m.Classes) == 2 {
			f = values.RawMatrix().Data
		}
	})
	if err == nil && f == nil {
		err = fmt.Errorf("boosting: %w", input.Errorf(input.ErrParam, "model", "it has %d classes, and scores have two", len(m.Classes)))
	}
	return f, err
}

// Posteriors returns the n×K matrix of the probabilities of the classes, in the order of Classes. The errors are those of Scores, but for ErrParam.
func (m *GradientModel) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	var p *mat.Dense
	err := m.staged(x, func(values *mat.Dense) { p = values })
	if err != nil {
		return nil, err
	}
	return m.posteriors(p), nil
}

func (m *GradientModel) posteriors(values *mat.Dense) *mat.Dense {
	n, _ := values.Dims()
	out := mat.NewDense(n, len(m.Classes), nil)
	for i := range n {
		f := values.RawRowView(i)
		switch {
		case len(f) > 1:
			out.SetRow(i, special.Softmax(f))
		case m.Loss == Exponential:
			out.SetRow(i, []float64{special.Sigmoid(-2 * f[0]), special.Sigmoid(2 * f[0])})
		default:
			out.SetRow(i, []float64{special.Sigmoid(-f[0]), special.Sigmoid(f[0])})
		}
	}
	return out
}

// Predict returns the most probable label of each row of X. The errors are those of Posteriors.
func (m *GradientModel) Predict(x mat.Matrix) ([]int, error) {
	p, err := m.Posteriors(x)
	if err != nil {
		return nil, err
	}
	return m.labels(p), nil
}

func (m *GradientModel) labels(p *mat.Dense) []int {
	n, _ := p.Dims()
	y := make([]int, n)
	for i := range y {
		y[i] = m.Classes[label.Largest(p.RawRowView(i), m.Tie)]
	}
	return y
}

// StagedErrors returns the share of wrong labels of the first m rounds, for each m from 1 on. The errors are those of Posteriors, and one that wraps input.ErrShape for other than one label for each row.
func (m *GradientModel) StagedErrors(x mat.Matrix, y []int) ([]float64, error) {
	n, _, err := input.Shape("X", x)
	if err == nil && n != len(y) {
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	}
	if err != nil {
		return nil, fmt.Errorf("boosting: %w", err)
	}
	var errs []float64
	err = m.staged(x, func(values *mat.Dense) {
		wrong := 0
		for i, l := range m.labels(m.posteriors(values)) {
			if l != y[i] {
				wrong++
			}
		}
		errs = append(errs, float64(wrong)/float64(n))
	})
	return errs, err
}

func (m *GradientModel) staged(x mat.Matrix, f func(values *mat.Dense)) error {
	if m == nil {
		return input.NoModel("boosting.GradientModel")
	}
	err := errors.Join(input.Increasing("model.Classes", m.Classes), m.Loss.Check("model.Loss"), m.Tie.Check("model.Tie"))
	if err == nil && len(m.Classes) < 2 {
		err = input.Errorf(input.ErrShape, "model", "it has %d classes; Fit makes a model", len(m.Classes))
	}
	if err == nil {
		err = m.stages(x, m.width(), func(_ int, values *mat.Dense) { f(values) })
	}
	if err != nil {
		return fmt.Errorf("boosting: %w", err)
	}
	return nil
}
