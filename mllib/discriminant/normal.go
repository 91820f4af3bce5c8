package discriminant

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/bayes"
	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// This file is what both models are: a mixture of normal laws whose parts have labels.

// law returns the classes as a mixture of laws, which share one factor.
func (m *LinearModel) law() (*dist.MVMixture, error) {
	if err := m.whole(); err != nil {
		return nil, err
	}
	first, err := dist.NewMVNormal(m.Means[0], m.Cov)
	if err != nil {
		return nil, err
	}
	law := &dist.MVMixture{Weights: m.Priors}
	for _, mean := range m.Means {
		law.Parts = append(law.Parts, first.Around(mean))
	}
	return law, nil
}

// law returns the classes as a mixture of laws.
func (m *QuadraticModel) law() (*dist.MVMixture, error) {
	if err := m.whole(); err != nil {
		return nil, err
	}
	law := &dist.MVMixture{Weights: m.Priors}
	for k, mean := range m.Means {
		part, err := dist.NewMVNormal(mean, m.Covs[k])
		if err != nil {
			return nil, fmt.Errorf("covariance of class %d: %w", m.Classes[k], err)
		}
		law.Parts = append(law.Parts, part)
	}
	return law, nil
}

// joint returns log(π_k g_k(x)) for the rows of X and all classes of a law.
func joint(what string, law *dist.MVMixture, err error, x mat.Matrix) (*mat.Dense, error) {
	var logs *mat.Dense
	if err == nil {
		logs, err = law.LogJoint(x)
	}
	if err == nil {
		err = finiteScores(logs)
	}
	if err != nil {
		return nil, fmt.Errorf("discriminant: %s: %w", what, err)
	}
	return logs, nil
}

// LogJoint returns the n×K matrix of log(π_k g_k(x)) for the rows x of X, with the normal densities g_k. The errors are those of
// Scores. Curriculum: S3b, S3c.
func (m *LinearModel) LogJoint(x mat.Matrix) (*mat.Dense, error) {
	law, err := m.law()
	return joint("log joint density", law, err, x)
}

// LogJoint returns the n×K matrix of log(π_k g_k(x)) for the rows x of X, with the normal densities g_k. The errors are those of
// Scores. Curriculum: S3b, S3c.
func (m *QuadraticModel) LogJoint(x mat.Matrix) (*mat.Dense, error) {
	return m.joint("log joint density", x)
}

// LogDensity returns the log density of X at the rows of the matrix, log Σ_k π_k g_k(x). The errors are those of LogJoint.
func (m *LinearModel) LogDensity(x mat.Matrix) ([]float64, error) { return logSum(m.LogJoint(x)) }

// LogDensity returns the log density of X at the rows of the matrix, log Σ_k π_k g_k(x). The errors are those of LogJoint.
func (m *QuadraticModel) LogDensity(x mat.Matrix) ([]float64, error) { return logSum(m.LogJoint(x)) }

// draw returns n observations of a law whose parts have these labels.
func draw(law *dist.MVMixture, classes []int, n int, src rand.Source) (*data.Set, error) {
	x, y, err := law.Sample(n, src)
	if err != nil {
		return nil, fmt.Errorf("discriminant: draw: %w", err)
	}
	for i, part := range y {
		y[i] = classes[part]
	}
	return &data.Set{Name: "normal classes", X: x, Y: y}, nil
}

// Draw returns n >= 1 independent observations of the model: a class by the priors, then a point of its normal law, μ + L z with the
// Cholesky factor L of the covariance. It returns an error that wraps input.ErrParam for n < 1, n·d > 2^31 or without src.
//
// Curriculum: Y9a.
func (m *LinearModel) Draw(n int, src rand.Source) (*data.Set, error) {
	law, err := m.law()
	if err != nil {
		return nil, fmt.Errorf("discriminant: draw: %w", err)
	}
	return draw(law, m.Classes, n, src)
}

// Draw returns n >= 1 independent observations of the model, as LinearModel.Draw does, with the same errors. Curriculum: Y11a.
func (m *QuadraticModel) Draw(n int, src rand.Source) (*data.Set, error) {
	law, err := m.law()
	if err != nil {
		return nil, fmt.Errorf("discriminant: draw: %w", err)
	}
	return draw(law, m.Classes, n, src)
}

// NormalClasses returns label, mean and covariance matrix of each class, in plain types, for figures (figure.ClassEllipses).
// They are nil for a model that this package did not make.
func (m *LinearModel) NormalClasses() (labels []int, means [][]float64, covs [][][]float64) {
	if m.whole() != nil {
		return nil, nil, nil
	}
	for range m.Means {
		covs = append(covs, m.Cov.Rows())
	}
	return m.Classes, m.Means, covs
}

// NormalClasses returns label, mean and covariance matrix of each class, in plain types, for figures (figure.ClassEllipses).
// They are nil for a model that this package did not make.
func (m *QuadraticModel) NormalClasses() (labels []int, means [][]float64, covs [][][]float64) {
	if m.whole() != nil {
		return nil, nil, nil
	}
	for _, c := range m.Covs {
		covs = append(covs, c.Rows())
	}
	return m.Classes, m.Means, covs
}

// OnLine returns the same law for d = 1, so that bayes.Rule, bayes.Risk, bayes.Excess and the other functions of laws on the line take it: a rule
// that was learned under another law has its exact risk there. Class k there is position k in Classes. It returns an error that wraps
// input.ErrShape for another dimension or a model that this package did not make.
//
// Curriculum: N2.2g, S2h.
func (m *LinearModel) OnLine() (bayes.Classes, error) {
	law, err := m.law()
	return onLine(law, err)
}

// OnLine returns the same law for d = 1, as LinearModel.OnLine does.
func (m *QuadraticModel) OnLine() (bayes.Classes, error) {
	law, err := m.law()
	return onLine(law, err)
}

func onLine(law *dist.MVMixture, err error) (bayes.Classes, error) {
	if err == nil && law.Parts[0].Dim() != 1 {
		err = input.Errorf(input.ErrShape, "model", "observations have %d numbers, want one", law.Parts[0].Dim())
	}
	if err != nil {
		return bayes.Classes{}, fmt.Errorf("discriminant: on the line: %w", err)
	}
	line := bayes.Classes{Prior: slices.Clone(law.Weights)}
	for _, p := range law.Parts {
		line.Density = append(line.Density, dist.Normal{Mu: p.Mean[0], Sigma: p.L[0]})
	}
	return line, nil
}

// whole checks what both models have: as many labels and means as priors, means of one length, priors that are probabilities, and covariance
// matrices that fit. A model that was put together by hand or read from JSON need not be so.
func whole(classes []int, priors []float64, means [][]float64, cov func(k int) dist.Sym) error {
	if len(means) == 0 || len(priors) != len(means) || len(classes) != len(means) {
		return input.Errorf(input.ErrShape, "model", "it has %d classes, %d priors and %d means; Fit or New make a model", len(classes), len(priors), len(means))
	}
	if err := input.Increasing("model", classes); err != nil {
		return err
	}
	for k, m := range means {
		if p := priors[k]; !(p > 0 && p <= 1+1e-9) {
			return input.Errorf(input.ErrParam, "model", "class number %d has the prior %v", k, p)
		}
		if s := cov(k); len(m) != len(means[0]) || s.N != len(m) || len(s.Data) != s.N*s.N {
			return input.Errorf(input.ErrShape, "model", "class number %d has a mean of length %d and a %d×%d covariance with %d entries", k, len(m), s.N, s.N, len(s.Data))
		}
	}
	return nil
}
