package density

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/joint"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// Classifier is kernel density classification: an estimate for each class, put into Bayes' formula with the shares of the classes. The bandwidth is chosen for each class by itself.
//
// Reference: Yan, "Kernel density classifier"; T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning (2009), section 6.6. Curriculum: Y31a, Y43a.
type Classifier struct {
	Density     KDE       // how each class is estimated
	Priors      []float64 // positive, sum 1, in the order of the classes; nil means the class shares n_k/n
	EqualPriors bool      // 1/K for every class, whatever their shares
	Tie         label.Tie // of classes with equal largest scores Positive takes the last, Negative the first
}

// ClassifierModel is a density for each class, and their priors. It is plain data: it goes through JSON and back.
type ClassifierModel struct {
	Classes   []int       // labels in increasing order
	Priors    []float64   // π_k
	Densities []*KDEModel // f̂_k
	Tie       label.Tie
}

// Fit estimates the density of each class from the rows of the n×d matrix X with labels y, any integers. The errors are those of KDE.Fit, which name the class, and errors that wrap input.ErrShape
// or input.ErrOneClass for y and input.ErrParam for a field.
func (p Classifier) Fit(x mat.Matrix, y []int) (*ClassifierModel, error) {
	n, d, err := input.Matrix("X", x)
	var classes []int
	var rows [][]int
	if err == nil {
		classes, rows, err = joint.Classes(y, n)
	}
	err = errors.Join(err, p.Density.check(d), joint.CheckPriors(p.Priors, p.EqualPriors, len(classes)), p.Tie.Check("Tie"))
	if err != nil {
		return nil, fmt.Errorf("density: classifier: %w", err)
	}
	m := &ClassifierModel{Classes: classes, Tie: p.Tie}
	counts := make([]float64, len(classes))
	for k, r := range rows {
		counts[k] = float64(len(r))
		f, err := p.Density.Fit(joint.Take(x, r))
		if err != nil {
			return nil, fmt.Errorf("density: classifier: class %d: %w", classes[k], err)
		}
		m.Densities = append(m.Densities, f)
	}
	m.Priors = joint.Priors(p.Priors, p.EqualPriors, counts)
	return m, nil
}

// Scores returns the n×K matrix of log(π_k f̂_k(x)) for the rows x of X, -Inf where a density is 0; a row in which all are gets log π_k. The errors wrap input.ErrEmpty, ErrShape or ErrNotFinite for X, the latter also for a row at which the logarithms of densities
// overflow, and input.ErrShape, ErrParam or ErrSingular for a model that Fit did not make. The other methods have the same errors.
//
// Curriculum: Y31a, Y43a.
func (m *ClassifierModel) Scores(x mat.Matrix) (*mat.Dense, error) {
	scores, err := m.scores(x)
	if err != nil {
		return nil, fmt.Errorf("density: classifier: %w", err)
	}
	return scores, nil
}

func (m *ClassifierModel) scores(x mat.Matrix) (*mat.Dense, error) {
	if m == nil {
		return nil, input.NoModel("density.ClassifierModel")
	}
	if err := joint.Model("ClassifierModel", m.Classes, m.Priors, len(m.Densities)); err != nil {
		return nil, err
	}
	n, _, err := input.Matrix("X", x)
	if err != nil {
		return nil, err
	}
	scores, positive := mat.NewDense(n, len(m.Classes), nil), false
	for k, f := range m.Densities {
		logs, err := f.logProbs(x)
		if err != nil {
			return nil, err
		}
		positive = positive || isTailed(f.Kernel)
		for i, v := range logs {
			scores.Set(i, k, v+math.Log(m.Priors[k]))
		}
	}
	return scores, joint.Settle(scores, m.Priors, !positive)
}

// Posteriors returns the n×K matrix of π_k f̂_k(x) / Σ π_l f̂_l(x), computed from logarithms. Where all densities are 0, as kernels on the unit ball have it, they are the priors.
func (m *ClassifierModel) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	scores, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	return joint.Posteriors(scores), nil
}

// LogPosteriors returns the logarithms of Posteriors.
func (m *ClassifierModel) LogPosteriors(x mat.Matrix) (*mat.Dense, error) {
	scores, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	return joint.LogPosteriors(scores), nil
}

// Predict returns the label of the largest score for each row of X.
func (m *ClassifierModel) Predict(x mat.Matrix) ([]int, error) {
	scores, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	return joint.Labels(scores, m.Classes, m.Tie), nil
}
