package regression

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// At returns f at m points from the m×n matrix of K(x, x_i) for points x and the observations x_i, and the m×q matrix of the values of the free functions, nil for none. The errors
// wrap input.ErrEmpty, ErrShape or ErrNotFinite.
func (r *Representer) At(cross, free mat.Matrix) ([]float64, error) {
	f, err := r.at(cross, free)
	if err != nil {
		return nil, fmt.Errorf("regression: representer: %w", err)
	}
	return f, nil
}

// At is Representer.At. The errors are its own, and one that wraps input.ErrEmpty for a nil model.
func (m *KernelModel) At(cross, free mat.Matrix) ([]float64, error) {
	if m == nil {
		return nil, fmt.Errorf("regression: kernel: %w", input.NoModel("regression.KernelModel"))
	}
	return m.Representer.At(cross, free)
}

func (r *Representer) at(cross, free mat.Matrix) ([]float64, error) {
	if r == nil {
		return nil, input.NoModel("regression.Representer")
	}
	if len(r.Alpha) == 0 {
		return nil, input.Errorf(input.ErrShape, "model", "it has no coefficients; Fit makes a model")
	}
	if err := input.Columns("cross", cross, len(r.Alpha)); err != nil {
		return nil, err
	}
	m, _ := cross.Dims()
	f := make([]float64, m)
	if len(r.Beta) > 0 {
		if err := input.Columns("free", free, len(r.Beta)); err != nil {
			return nil, err
		}
		if rows, _ := free.Dims(); rows != m {
			return nil, input.Errorf(input.ErrShape, "free", "got %d rows, cross has %d", rows, m)
		}
		addProduct(f, free, r.Beta)
	} else if !input.IsNil(free) {
		return nil, input.Errorf(input.ErrShape, "free", "the model has no free functions")
	}
	addProduct(f, cross, r.Alpha)
	for i, v := range f {
		if !finite(v) {
			return nil, input.Errorf(input.ErrNotFinite, "cross", "row %d has the prediction %v", i, v)
		}
	}
	return f, nil
}

// addProduct adds Ac to f.
func addProduct(f []float64, a mat.Matrix, c []float64) {
	data, stride := input.Rows(a)
	for i := range f {
		f[i] += floats.Dot(data[i*stride:i*stride+len(c)], c)
	}
}

// Predict returns f(x) for each row of X. The errors are those of kernels.Kernel.Cross, and one that wraps input.ErrShape for a model that Fit did not make.
func (m *KernelModel) Predict(x mat.Matrix) ([]float64, error) {
	f, err := m.predict(x)
	if err != nil {
		return nil, fmt.Errorf("regression: kernel predict: %w", err)
	}
	return f, nil
}

// predict works on some thousand rows at a time, so that the kernels of all rows with all observations need not be held at once.
func (m *KernelModel) predict(x mat.Matrix) ([]float64, error) {
	own, err := m.observations()
	if err != nil {
		return nil, err
	}
	_, d := own.Dims()
	if err := input.Columns("X", x, d); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	data, stride := input.Rows(x)
	const size = 2048
	f := make([]float64, 0, n)
	for p := range parallel.Pieces(n, size) {
		lo, hi := p*size, min(n, (p+1)*size)
		rows := mat.NewDense(hi-lo, d, nil)
		for i := lo; i < hi; i++ {
			rows.SetRow(i-lo, data[i*stride:i*stride+d])
		}
		cross, err := m.Kernel.Cross(rows, own)
		if err != nil {
			return nil, err
		}
		part, err := m.at(cross, m.freeValues(rows))
		if err != nil {
			return nil, err
		}
		f = append(f, part...)
	}
	return f, nil
}

// freeValues are 1, x_1, …, x_d for each row, as far as they are free.
func (m *KernelModel) freeValues(x *mat.Dense) mat.Matrix {
	if m.Free == FreeNone {
		return nil
	}
	n, _ := x.Dims()
	t := mat.NewDense(n, len(m.Beta), nil)
	for i := range n {
		t.Set(i, 0, 1)
		copy(t.RawRowView(i)[1:], x.RawRowView(i))
	}
	return t
}

// observations are those of the model as a matrix.
func (m *KernelModel) observations() (*mat.Dense, error) {
	if m == nil {
		return nil, input.NoModel("regression.KernelModel")
	}
	if len(m.X) == 0 || len(m.X) != len(m.Alpha) || len(m.X[0]) == 0 {
		return nil, input.Errorf(input.ErrShape, "model", "it has %d observations and %d coefficients; Fit makes a model", len(m.X), len(m.Alpha))
	}
	d := len(m.X[0])
	if free := []int{FreeNone: 0, FreeConstant: 1, FreeLinear: d + 1}; m.Free.Check("model") != nil || len(m.Beta) != free[m.Free] {
		return nil, input.Errorf(input.ErrShape, "model", "it has %d coefficients of free functions (%v); Fit makes a model", len(m.Beta), m.Free)
	}
	x := mat.NewDense(len(m.X), d, nil)
	for i, row := range m.X {
		if len(row) != d {
			return nil, input.Errorf(input.ErrShape, "model", "observation %d has %d numbers, observation 0 has %d", i, len(row), d)
		}
		x.SetRow(i, row)
	}
	return x, nil
}

// Diagnose looks at the observations that the model was fitted to, X and y as Fit had them, none of weight 0, at the cost of a fit. The shortcut of LeaveOneOut is exact; Standardised and Cook are nil. The error
// wraps input.ErrShape for other observations than those of the fit, and what Fit returns.
func (m *KernelModel) Diagnose(x mat.Matrix, y []float64) (*Diagnostics, error) {
	return m.DiagnoseWeighted(x, y, nil)
}

// DiagnoseWeighted is Diagnose for a model of FitWeighted with these weights, all positive.
func (m *KernelModel) DiagnoseWeighted(x mat.Matrix, y, w []float64) (*Diagnostics, error) {
	d, err := m.diagnose(x, y, w)
	if err != nil {
		return nil, fmt.Errorf("regression: kernel diagnose: %w", err)
	}
	return d, nil
}

func (m *KernelModel) diagnose(x mat.Matrix, y, w []float64) (*Diagnostics, error) {
	own, err := m.observations()
	if err != nil {
		return nil, err
	}
	if n, _, err := input.Matrix("X", x); err != nil {
		return nil, err
	} else if n != len(m.X) || !mat.Equal(own, x) {
		return nil, input.Errorf(input.ErrShape, "X", "these are not the %d observations that the model was fitted to", len(m.X))
	}
	again, s, err := KernelRidge{Kernel: m.Kernel, Lambda: m.Lambda, Free: m.Free}.fit(own, y, w)
	if err != nil {
		return nil, err
	}
	if len(again.Alpha) != len(y) {
		return nil, input.Errorf(input.ErrParam, "w", "a weight is 0, and the model has the others alone")
	}
	d := &Diagnostics{}
	for i, v := range s.inverse() {
		left := s.noise[i] * v // 1 − leverage
		if v == 0 {
			return nil, input.Errorf(ErrRank, "X", "row %d has the leverage %v, nothing else determines the model there", i, 1-left)
		}
		a := again.Alpha[i]
		d.Residuals, d.Leverages, d.LeaveOneOut = append(d.Residuals, s.noise[i]*a), append(d.Leverages, 1-left), append(d.LeaveOneOut, a/v)
	}
	return d, nil
}
