package svm

import (
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Model is a machine with its kernel and its support vectors, so that it predicts from points. It is plain data: it goes through JSON and back. Of
// a linear kernel the JSON form has w and no X, of which nothing is asked where there is w.
type Model struct {
	Machine
	Kernel kernels.Kernel
	X      [][]float64 // the support vectors, in the order of Support

	learn.Named
}

// Scores returns f(x) for each row of X. The errors are those of kernels.Kernel.Cross, and one that wraps input.ErrShape for a model that Fit did not make.
//
// Curriculum: S5.3c, S6.3e, B3.2.2f.
func (m *Model) Scores(x mat.Matrix) ([]float64, error) {
	e, err := m.expansion()
	if err != nil {
		return nil, fmt.Errorf("svm: scores: %w", err)
	}
	return e.scores(x)
}

// Predict returns the label of each row of X by the sign of its score. The errors are those of Scores.
func (m *Model) Predict(x mat.Matrix) ([]int, error) {
	s, err := m.Scores(x)
	if err != nil {
		return nil, err
	}
	return m.labels(s), nil
}

// expansion is f, from a model that is whole.
func (m *Model) expansion() (expansion, error) {
	if m == nil {
		return expansion{}, input.NoModel("svm.Model")
	}
	if err := m.ready(); err != nil {
		return expansion{}, err
	}
	return expand(m.Kernel, m.X, chosen(m.signed(), m.Support()), m.W, m.B)
}

func chosen(v []float64, those []int) []float64 {
	part := make([]float64, len(those))
	for k, i := range those {
		part[k] = v[i]
	}
	return part
}

// Hyperplane returns w and b of a machine with the linear kernel. The error wraps input.ErrParam for another kernel.
func (m *Model) Hyperplane() (linear.Hyperplane, error) {
	e, err := m.expansion()
	if err == nil && !isLinear(m.Kernel) {
		err = input.Errorf(input.ErrParam, "model", "its kernel is %v: only of a linear one is f = 0 a hyperplane of points", m.Kernel)
	}
	if err != nil {
		return linear.Hyperplane{}, fmt.Errorf("svm: hyperplane: %w", err)
	}
	return e.plane(), nil
}

// Coefficients are those of Hyperplane, and nil for other kernels.
func (m *Model) Coefficients(features ...string) *learn.Coefficients {
	h, err := m.Hyperplane()
	if err != nil || len(h.W) == 0 {
		return nil
	}
	about := fmt.Sprintf("score ⟨w, x⟩ + b: margin %.5g, %d support vectors of %d observations", m.Margin(), len(m.Support()), len(m.Alpha))
	return learn.NewCoefficients(about, learn.Names(features, m.FeatureNames), learn.Column{Name: "coefficient", W: h.W, B: h.B})
}

// Table shows the coefficients of a machine with the linear kernel; it is empty for other kernels.
func (m *Model) Table() (caption string, columns []string, rows [][]any) {
	return m.Coefficients().Table()
}

// expansion is Σ β_k K(z_k, ·) + b.
type expansion struct {
	kernel kernels.Kernel
	points *mat.Dense // nil for a constant
	beta   []float64
	w      []float64 // of the linear kernel
	b      float64
}

func expand(k kernels.Kernel, points [][]float64, beta, w []float64, b float64) (expansion, error) {
	e := expansion{kernel: k, beta: beta, w: w, b: b}
	saved := w != nil && len(points) == 0 // read from JSON
	if len(points) != len(beta) && !saved || isLinear(k) != (w != nil) {
		return e, input.Errorf(input.ErrShape, "model", "it has %d support vectors, %d coefficients and w of %d numbers; Fit makes a model", len(points), len(beta), len(w))
	}
	for i, z := range points {
		if len(z) == 0 || len(z) != len(points[0]) || w != nil && len(z) != len(w) {
			return e, input.Errorf(input.ErrShape, "model", "support vector %d has %d numbers, the first has %d; Fit makes a model", i, len(z), len(points[0]))
		}
		if w != nil {
			continue
		}
		if e.points == nil {
			e.points = mat.NewDense(len(points), len(z), nil)
		}
		e.points.SetRow(i, z)
	}
	return e, nil
}

// plane is f of the linear kernel.
func (e expansion) plane() linear.Hyperplane {
	return linear.Hyperplane{W: append([]float64(nil), e.w...), B: e.b}
}

// scores computes some thousand rows at a time, so that the kernels of all rows with all support vectors need not be held at once.
func (e expansion) scores(x mat.Matrix) ([]float64, error) {
	if e.w != nil {
		f, err := linear.Hyperplane{W: e.w, B: e.b}.Scores(x)
		if err != nil {
			return nil, fmt.Errorf("svm: scores: %w", err)
		}
		return f, nil
	}
	if e.points == nil { // w = 0
		n, _, err := input.Matrix("X", x)
		all := make([]float64, n)
		floats.AddConst(e.b, all)
		return all, err
	}
	_, d := e.points.Dims()
	if err := input.Columns("X", x, d); err != nil {
		return nil, fmt.Errorf("svm: scores: %w", err)
	}
	n, _ := x.Dims()
	const size = 4096
	all := make([]float64, 0, n)
	for p := range parallel.Pieces(n, size) {
		cross, err := e.kernel.Cross(part(x, p*size, min(n, (p+1)*size)), e.points)
		if err != nil {
			return nil, fmt.Errorf("svm: scores: %w", err)
		}
		some, err := scores(cross, e.beta, e.b)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// part is a copy of some rows of a matrix.
func part(x mat.Matrix, lo, hi int) *mat.Dense {
	_, d := x.Dims()
	rows := mat.NewDense(hi-lo, d, nil)
	for i := lo; i < hi; i++ {
		mat.Row(rows.RawRowView(i-lo), i, x)
	}
	return rows
}
