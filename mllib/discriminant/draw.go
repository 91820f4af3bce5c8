package discriminant

import (
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Draw returns n >= 1 independent observations of the model: a class by the priors, then a point of its normal law, μ + L z with the
// Cholesky factor L of the covariance. It returns an error that wraps input.ErrParam for n < 1, n·d > 2^31 or without src.
//
// Curriculum: Y9a.
func (m *LinearModel) Draw(n int, src rand.Source) (*data.Set, error) {
	if m == nil {
		return nil, input.NoModel("discriminant.LinearModel")
	}
	return draw(n, src, m.Classes, m.Priors, m.Means, func(int) Sym { return m.Cov })
}

// Draw returns n >= 1 independent observations of the model, as LinearModel.Draw does, with the same errors. Curriculum: Y11a.
func (m *QuadraticModel) Draw(n int, src rand.Source) (*data.Set, error) {
	if m == nil {
		return nil, input.NoModel("discriminant.QuadraticModel")
	}
	return draw(n, src, m.Classes, m.Priors, m.Means, m.cov)
}

func draw(n int, src rand.Source, classes []int, priors []float64, means [][]float64, cov func(k int) Sym) (*data.Set, error) {
	if src == nil {
		return nil, fmt.Errorf("discriminant: draw: %w", input.Param(false, "src", nil, "a source of randomness"))
	}
	if err := whole(priors, means, cov); err != nil {
		return nil, fmt.Errorf("discriminant: draw: %w", err)
	}
	if len(classes) != len(priors) {
		return nil, fmt.Errorf("discriminant: draw: %w", input.Errorf(input.ErrShape, "model", "it has %d classes and %d priors", len(classes), len(priors)))
	}
	if err := input.Size("n", n, len(means[0])); err != nil {
		return nil, fmt.Errorf("discriminant: draw: %w", err)
	}
	d, factors := len(means[0]), make([]*factor, len(classes))
	for k := range factors {
		var err error
		if factors[k], err = newFactor("covariance", cov(k), nil); err != nil {
			return nil, fmt.Errorf("discriminant: draw: %w", err)
		}
	}
	rnd := rand.New(src)
	s := &data.Set{Name: "normal classes", X: mat.NewDense(n, d, nil), Y: make([]int, n)}
	z := make([]float64, d)
	for i := range n {
		k := choose(priors, rnd.Float64())
		s.Y[i] = classes[k]
		for j := range z {
			z[j] = rnd.NormFloat64()
		}
		factors[k].shape(s.Row(i), z, means[k])
	}
	return s, nil
}

// choose returns the class in whose part of [0, 1) u lies.
func choose(priors []float64, u float64) int {
	for k, p := range priors[:len(priors)-1] {
		if u < p {
			return k
		}
		u -= p
	}
	return len(priors) - 1
}

// shape writes mean + L z into x.
func (f *factor) shape(x, z, mean []float64) {
	for i := range x {
		sum := mean[i]
		for j := range i + 1 {
			sum += f.lower[i*f.d+j] * z[j]
		}
		x[i] = sum
	}
}
