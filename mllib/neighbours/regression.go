package neighbours

import (
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// Regression predicts the mean of the targets of the K nearest observations. The fields are those of KNN.
//
// Reference: L. Györfi, M. Kohler, A. Krzyżak and H. Walk, A Distribution-Free Theory of Nonparametric Regression (2002), chapter 6.
// Curriculum: N9.1e, N9.2d.
type Regression struct {
	K       int            // observations whose targets count, 1 to n; 0 means 1
	Kernel  kernels.Kernel `json:",omitzero"`
	Weights Weights        `json:",omitzero"` // of the targets; the zero value is Uniform
	Way     Way            `json:",omitzero"`
}

// RegressionModel is the observations and how many of them count. It is plain data: it goes through JSON and back.
type RegressionModel struct {
	K       int
	X       [][]float64    // n rows of equal length
	Y       []float64      // their targets
	Kernel  kernels.Kernel `json:",omitzero"`
	Weights Weights        `json:",omitzero"`
	Way     Way            `json:",omitzero"`
}

// Fit keeps a copy of the n×d matrix X and of the n targets y. The errors are those of KNN, and wrap input.ErrNotFinite for targets that are not finite.
func (p Regression) Fit(x mat.Matrix, y []float64) (*RegressionModel, error) {
	s, k, err := fit(x, len(y), p.K, p.Kernel, p.Weights, p.Way)
	if err == nil {
		err = input.Vector("y", y, len(y))
	}
	if err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	return &RegressionModel{K: k, X: s.x, Y: slices.Clone(y), Kernel: p.Kernel, Weights: p.Weights.clone(), Way: p.Way}, nil
}

// Predict returns, for each row of X, the weighted mean of the targets of its K nearest observations. The errors wrap input.ErrEmpty, ErrShape or ErrNotFinite (also where the sum of targets
// overflows).
func (m *RegressionModel) Predict(x mat.Matrix) ([]float64, error) {
	if err := m.check(x); err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	n, _ := x.Dims()
	means := make([]float64, n)
	s := space{x: m.X, kernel: m.Kernel}
	f := s.finder(m.Way, n)
	defer f.done()
	err := f.each(x, m.K, func() func(int, *nearest) {
		weights := make([]float64, m.K)
		return func(i int, near *nearest) {
			m.Weights.to(weights, f.distances(near))
			means[i] = mean(weights, near.index, m.Y)
		}
	})
	if err == nil {
		err = input.Vector("means of y", means, n)
	}
	if err != nil {
		return nil, fmt.Errorf("neighbours: %w", err)
	}
	return means, nil
}

// mean is Σwy/Σw over some targets.
func mean(w []float64, some []int, y []float64) float64 {
	sum, weight := 0.0, 0.0
	for j, i := range some {
		sum += float64(w[j] * y[i])
		weight += w[j]
	}
	return sum / weight
}

func (m *RegressionModel) check(x mat.Matrix) error {
	if m == nil {
		return input.NoModel("neighbours.RegressionModel")
	}
	s := space{x: m.X, kernel: m.Kernel}
	if err := s.check(len(m.Y), m.K, m.Weights, m.Way); err != nil {
		return err
	}
	return s.points(x)
}
