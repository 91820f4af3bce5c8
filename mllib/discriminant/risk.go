package discriminant

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/linear"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/floats"
)

// RiskOf returns the exact probability that a linear rule errs on an observation of this model of two classes: the rule votes for
// class 1 (position in Classes) where the score of h is >= 0, for class 0 else.
//
//	R = π_0 Φ((⟨w, μ_0⟩ + b)/s) + π_1 Φ(-(⟨w, μ_1⟩ + b)/s),  s² = wᵀΣw
//
// A zero w is a constant rule. It returns an error that wraps input.ErrParam if the model has not two classes, and input.ErrShape or
// ErrNotFinite for a bad h or one with which the risk overflows.
//
// Curriculum: Y10c, N4c.
func (m *LinearModel) RiskOf(h linear.Hyperplane) (float64, error) {
	law, err := m.law()
	return riskOf(law, err, h)
}

// RiskOf returns the exact probability that a linear rule errs on an observation of this model of two classes, as LinearModel.RiskOf
// does, with the same errors; each class has its own s² = wᵀΣ_k w.
func (m *QuadraticModel) RiskOf(h linear.Hyperplane) (float64, error) {
	law, err := m.law()
	return riskOf(law, err, h)
}

func riskOf(law *dist.MVMixture, err error, h linear.Hyperplane) (float64, error) {
	if err == nil {
		err = twoClasses(len(law.Parts))
	}
	if err == nil {
		err = input.Vector("h.W", h.W, law.Parts[0].Dim())
	}
	if err == nil {
		err = input.Vector("h.B", []float64{h.B}, 1)
	}
	if err != nil {
		return 0, fmt.Errorf("discriminant: risk: %w", err)
	}
	if size := h.Norm(); size > 1e100 || size < 1e-100 { // the same rule, without overflow and underflow
		h = h.Unit()
	}
	risk := 0.0
	for k, sign := range []float64{1, -1} {
		part, prior := law.Parts[k], law.Weights[k]
		score := floats.Dot(h.W, part.Mean) + h.B
		s := math.Sqrt(part.Cov.Quadratic(h.W, h.W))
		switch {
		case s > 0:
			risk += prior * special.Phi(sign*score/s)
		case (score >= 0) == (k == 0):
			risk += prior
		}
	}
	if risk-risk != 0 {
		return 0, fmt.Errorf("discriminant: risk: %w", input.Errorf(input.ErrNotFinite, "h", "its score of a mean or its variance overflows"))
	}
	return risk, nil
}

// BayesRisk returns the error probability of the Bayes rule of two classes with one covariance matrix,
//
//	R* = π_0 Φ(-Δ/2 + ℓ/Δ) + π_1 Φ(-Δ/2 - ℓ/Δ),  ℓ = log(π_1/π_0)
//
// with the Mahalanobis distance Δ of the means; min(π_0, π_1) if they are equal. It returns an error that wraps input.ErrParam if
// the model has not two classes.
//
// Curriculum: S3d, Y9e, N4a.
func (m *LinearModel) BayesRisk() (float64, error) {
	err := m.whole()
	if err == nil {
		err = twoClasses(len(m.Classes))
	}
	if err != nil {
		return 0, fmt.Errorf("discriminant: Bayes risk: %w", err)
	}
	delta, log := m.Distance(0, 1), math.Log(m.Priors[1]/m.Priors[0])
	if math.IsNaN(delta) {
		return 0, fmt.Errorf("discriminant: Bayes risk: %w", input.Errorf(input.ErrSingular, "model", "the distance of its means is not defined"))
	}
	if delta == 0 {
		return min(m.Priors[0], m.Priors[1]), nil
	}
	return m.Priors[0]*special.Phi(-delta/2+log/delta) + m.Priors[1]*special.Phi(-delta/2-log/delta), nil
}

// BayesRisk returns the error probability of the Bayes rule of two classes on the line, from the roots of δ_1 - δ_0. It returns an error
// that wraps input.ErrParam for another number of classes or dimensions: there is no closed form then.
//
// Curriculum: S3g, Y11c.
func (m *QuadraticModel) BayesRisk() (float64, error) {
	err := m.whole()
	if err == nil {
		err = twoClasses(len(m.Classes))
	}
	if err == nil {
		err = input.Param(len(m.Means[0]) == 1, "model", fmt.Sprint(len(m.Means[0]), " dimensions"), "1: no closed form is known for more")
	}
	if err != nil {
		return 0, fmt.Errorf("discriminant: Bayes risk: %w", err)
	}
	m = m.around(m.Means[0][0])
	q, err := m.Boundary(1, 0)
	if err != nil {
		return 0, err
	}
	roots := q.Roots()
	risk := 0.0
	for piece := range len(roots) + 1 {
		lo, hi := math.Inf(-1), math.Inf(1)
		if piece > 0 {
			lo = roots[piece-1]
		}
		if piece < len(roots) {
			hi = roots[piece]
		}
		loser := 0
		if q.Value([]float64{inside(lo, hi)}) < 0 {
			loser = 1
		}
		risk += m.Priors[loser] * m.interval(loser, lo, hi)
	}
	return risk, nil
}

// around returns the law of X - c for a model on the line: the same risk, and no digits lost far from 0.
func (m *QuadraticModel) around(c float64) *QuadraticModel {
	moved := *m
	moved.Means = nil
	for _, mean := range m.Means {
		moved.Means = append(moved.Means, []float64{mean[0] - c})
	}
	return &moved
}

// interval returns the probability that class k of a model on the line gives to [lo, hi], without cancellation in a tail.
func (m *QuadraticModel) interval(k int, lo, hi float64) float64 {
	s := math.Sqrt(m.Covs[k].Data[0])
	a, b := (lo-m.Means[k][0])/s, (hi-m.Means[k][0])/s
	if a > 0 {
		a, b = -b, -a
	}
	return special.Phi(b) - special.Phi(a)
}

// inside returns a point of the open interval.
func inside(lo, hi float64) float64 {
	switch {
	case math.IsInf(lo, -1) && math.IsInf(hi, 1):
		return 0
	case math.IsInf(lo, -1):
		return hi - 1 - math.Abs(hi)
	case math.IsInf(hi, 1):
		return lo + 1 + math.Abs(lo)
	}
	return lo + (hi-lo)/2
}

func twoClasses(k int) error {
	return input.Param(k == 2, "model", fmt.Sprint(k, " classes"), "2")
}
