// Package erm minimises the empirical risk over a finite class of rules, as the theory states it: any rules, any observations, any loss.
//
//	type pair struct{ X float64; Y int }
//	cuts := la.Grid(0, 4, 9)                                   // the class: rules 1{x ≥ t}
//	m, err := erm.Minimise(cuts, sample, func(t float64, z pair) float64 {
//		return erm.ZeroOne((z.X >= t) == (z.Y == 1))
//	})
//	t, risk := m.Rule(), m.Risk()                              // the first minimiser, and its empirical risk
//	sup, at, err := m.Deviation(truth)                         // sup over the class of |empirical risk - true risk|
//
// For classifiers with a method Predict and data in a matrix, [Classifiers] does the same with the 0-1 loss; [Stumps] is the class of rules that
// look at one column. Rules on a line, all thresholds of it, have a faster way: discriminant.NewSplits. Of two classes that are not finite the minimiser is found exactly:
// [Switches] on a line, and [Hyperplanes].
//
// Files: erm.go the minimiser, stump.go decision stumps, switches.go rules on the line with few changes of label, hyperplanes.go hyperplanes through observations.
package erm

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Model is a finite class with the empirical risk of each of its rules.
type Model[H any] struct {
	Class []H       // the rules, in the order given
	Risks []float64 // the mean loss of each on the sample
	Best  int       // position of the first rule of least risk
	N     int       // observations
}

// ZeroOne returns the 0-1 loss: 0 for a right decision, 1 for a wrong one.
func ZeroOne(right bool) float64 {
	if right {
		return 0
	}
	return 1
}

// Minimise computes the empirical risk (1/n) Σ loss(h, z_i) of every rule of the class, in O(|class|·n). The errors wrap input.ErrEmpty for an
// empty class or sample or no loss, and input.ErrNotFinite for a risk that is not finite.
//
// Curriculum: B2.2.1d, N11.1a, S7.2a, Y15a.
func Minimise[H, Z any](class []H, sample []Z, loss func(h H, z Z) float64) (*Model[H], error) {
	if len(class) == 0 || len(sample) == 0 || loss == nil {
		return nil, fmt.Errorf("erm: %w", input.Errorf(input.ErrEmpty, "class, sample, loss", "got %d rules and %d observations, want at least one of both, and a loss", len(class), len(sample)))
	}
	return minimise(class, len(sample), func(h H) (float64, error) {
		sum := 0.0
		for _, z := range sample {
			sum += loss(h, z)
		}
		return sum, nil
	})
}

// Classifier is a rule that predicts the labels of the rows of X.
type Classifier interface {
	Predict(x mat.Matrix) ([]int, error)
}

// Classifiers computes the share of errors of every classifier of the class on the rows of X with the labels y. The errors are those of
// the classifiers, with their position, and errors that wrap input.ErrEmpty, ErrShape or ErrNotFinite.
func Classifiers[C Classifier](class []C, x mat.Matrix, y []int) (*Model[C], error) {
	n, _, err := input.Matrix("X", x)
	switch {
	case err == nil && len(y) != n:
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	case err == nil && len(class) == 0:
		err = input.Errorf(input.ErrEmpty, "class", "got no rules")
	}
	if err != nil {
		return nil, fmt.Errorf("erm: %w", err)
	}
	return minimise(class, n, func(h C) (float64, error) { return mistakes(h, x, y) })
}

func mistakes(h Classifier, x mat.Matrix, y []int) (float64, error) {
	if input.IsNil(h) {
		return 0, input.Errorf(input.ErrEmpty, "class", "got nil")
	}
	predicted, err := h.Predict(x)
	if err == nil && len(predicted) != len(y) {
		err = input.Errorf(input.ErrShape, "class", "%d labels are predicted for %d rows", len(predicted), len(y))
	}
	if err != nil {
		return 0, err
	}
	wrong := 0.0
	for i, v := range predicted {
		wrong += ZeroOne(v == y[i])
	}
	return wrong, nil
}

func minimise[H any](class []H, n int, sum func(h H) (float64, error)) (*Model[H], error) {
	m := &Model[H]{Class: class, Risks: make([]float64, len(class)), N: n}
	for k, h := range class {
		s, err := sum(h)
		if err == nil && s-s != 0 {
			err = input.Errorf(input.ErrNotFinite, "loss", "the sum of the losses is %v", s)
		}
		if err != nil {
			return nil, fmt.Errorf("erm: rule %d: %w", k, err)
		}
		m.Risks[k] = s / float64(n)
		if m.Risks[k] < m.Risks[m.Best] {
			m.Best = k
		}
	}
	return m, nil
}

// whole tells whether the model is one that a function of this package made.
func (m *Model[H]) whole() bool {
	return m != nil && len(m.Class) == len(m.Risks) && m.Best >= 0 && m.Best < len(m.Risks)
}

// Rule returns the first rule of least empirical risk; the zero value for a model that is nil or has no such rule.
func (m *Model[H]) Rule() (h H) {
	if m.whole() {
		h = m.Class[m.Best]
	}
	return h
}

// Risk returns the least empirical risk; NaN for a model that is nil or has no rule of this risk.
func (m *Model[H]) Risk() float64 {
	if !m.whole() {
		return math.NaN()
	}
	return m.Risks[m.Best]
}

// Minimisers returns the positions of all rules of least empirical risk; nil for a model that is nil or has none.
func (m *Model[H]) Minimisers() []int {
	if !m.whole() {
		return nil
	}
	var at []int
	for k, r := range m.Risks {
		if r == m.Risk() {
			at = append(at, k)
		}
	}
	return at
}

// Deviation returns sup |R̂(h) - R(h)| over the class, for the true risk R, and the position where it is reached. Half of the excess risk of a
// minimiser is at most this: R(ĥ) - min R ≤ 2 sup |R̂ - R|. It returns an error that wraps input.ErrEmpty without a function and input.ErrNotFinite for a true
// risk that is not finite.
//
// Curriculum: N11.1b, B2.4i.
func (m *Model[H]) Deviation(truth func(h H) float64) (sup float64, at int, err error) {
	if truth == nil {
		return 0, 0, fmt.Errorf("erm: deviation: %w", input.Errorf(input.ErrEmpty, "truth", "got nil, want a function"))
	}
	for k, h := range m.Class {
		d := math.Abs(m.Risks[k] - truth(h))
		if d-d != 0 {
			return 0, 0, fmt.Errorf("erm: deviation: %w", input.Errorf(input.ErrNotFinite, "truth", "rule %d has the true risk %v", k, truth(h)))
		}
		if d > sup {
			sup, at = d, k
		}
	}
	return sup, at, nil
}
