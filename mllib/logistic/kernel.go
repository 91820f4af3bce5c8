package logistic

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// KernelModel is a fitted nonparametric logistic regression with its kernel and the observations, so that it predicts from points. It is plain data: it goes through
// JSON and back.
type KernelModel struct {
	Kernel kernels.Kernel
	X      [][]float64 // the n observations x_i of f = Σ α_i K(·, x_i)
	SmoothModel
}

// Fit fits the n×d matrix X, one observation in each row, and n labels y with the kernel of the parameters: FitGram with the Gram matrix of X. The errors are those of FitGram and of
// kernels.Kernel.Gram. A kernel that is not positive definite may be refused, with input.ErrParam.
//
//	m, err := logistic.Smooth{Kernel: kernels.Gaussian(.5), Lambda: .1}.Fit(X, y)
//
// Curriculum: N6.3g, N6.3h.
func (p Smooth) Fit(x mat.Matrix, y []int) (*KernelModel, error) {
	gram, err := p.Kernel.Gram(x)
	if err != nil {
		return nil, fmt.Errorf("logistic: smooth fit: %w", err)
	}
	s, err := p.FitGram(gram, y)
	if err != nil {
		return nil, err
	}
	m := &KernelModel{Kernel: p.Kernel, SmoothModel: *s}
	for i := range len(y) {
		m.X = append(m.X, mat.Row(nil, i, x))
	}
	return m, nil
}

// Scores returns f(x) + B for each row of X. The errors are those of kernels.Kernel.Cross, and one that wraps input.ErrShape for a model that Fit did not make.
func (m *KernelModel) Scores(x mat.Matrix) ([]float64, error) {
	return inPieces(m, x, (*SmoothModel).Scores)
}

// Posterior returns P(second class | x) for each row of X. The errors are those of Scores.
func (m *KernelModel) Posterior(x mat.Matrix) ([]float64, error) {
	return inPieces(m, x, (*SmoothModel).Posterior)
}

// Predict returns the more probable label for each row of X. The errors are those of Scores.
func (m *KernelModel) Predict(x mat.Matrix) ([]int, error) {
	return inPieces(m, x, (*SmoothModel).Predict)
}

// inPieces asks the model about some thousand rows of X at a time, so that the kernels of all rows with all observations need not be held at once.
func inPieces[T any](m *KernelModel, x mat.Matrix, of func(m *SmoothModel, cross mat.Matrix) ([]T, error)) ([]T, error) {
	if m == nil {
		return nil, input.NoModel("logistic.KernelModel")
	}
	own, err := m.observations()
	if err == nil {
		err = input.Columns("X", x, len(m.X[0]))
	}
	if err != nil {
		return nil, fmt.Errorf("logistic: scores: %w", err)
	}
	n, _ := x.Dims()
	const size = 4096
	all := make([]T, 0, n)
	for p := range parallel.Pieces(n, size) {
		cross, err := m.Kernel.Cross(rows(x, p*size, min(n, (p+1)*size)), own)
		if err != nil {
			return nil, fmt.Errorf("logistic: scores: %w", err)
		}
		part, err := of(&m.SmoothModel, cross)
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	return all, nil
}

// observations are those of the model as a matrix.
func (m *KernelModel) observations() (*mat.Dense, error) {
	if len(m.X) == 0 || len(m.X) != len(m.Alpha) || len(m.X[0]) == 0 {
		return nil, input.Errorf(input.ErrShape, "model", "it has %d observations and %d coefficients; Fit makes a model", len(m.X), len(m.Alpha))
	}
	d := len(m.X[0])
	x := mat.NewDense(len(m.X), d, nil)
	for i, row := range m.X {
		if len(row) != d {
			return nil, input.Errorf(input.ErrShape, "model", "observation %d has %d numbers, observation 0 has %d", i, len(row), d)
		}
		x.SetRow(i, row)
	}
	return x, nil
}

// rows is a copy of some rows of a matrix.
func rows(x mat.Matrix, lo, hi int) mat.Matrix {
	data, stride := input.Rows(x)
	_, d := x.Dims()
	part := mat.NewDense(hi-lo, d, nil)
	for i := lo; i < hi; i++ {
		part.SetRow(i-lo, data[i*stride:i*stride+d])
	}
	return part
}
