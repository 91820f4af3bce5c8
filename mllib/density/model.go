package density

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/la"
	"github.com/mercer-go/mercer/mllib/special"
	"gonum.org/v1/gonum/mat"
)

// KDEModel is a kernel density estimate: the observations, the kernel and the bandwidth matrix. It is plain data: it goes through JSON and back.
type KDEModel struct {
	Kernel  Kernel
	Dim     int       // d
	Points  []float64 // n×d observations, row by row
	Weights []float64 `json:",omitempty"` // n weights with sum 1; nil for equal ones
	H       dist.Sym  // d×d bandwidth matrix
}

// Len returns the number n of observations, 0 of a model that Fit did not make.
func (m *KDEModel) Len() int {
	if m == nil || m.Dim < 1 {
		return 0
	}
	return len(m.Points) / m.Dim
}

// Width returns h on the line, and the root of the first diagonal entry of H in R^d, NaN of a model that Fit did not make.
func (m *KDEModel) Width() float64 {
	if widths := m.Widths(); widths != nil {
		return widths[0]
	}
	return math.NaN()
}

// Widths returns the roots of the diagonal of H, nil of a model that Fit did not make.
func (m *KDEModel) Widths() []float64 {
	if m.Len() == 0 || m.H.N != m.Dim || len(m.H.Data) != m.Dim*m.Dim {
		return nil
	}
	return la.Map(math.Sqrt, la.DiagOf(m.H))
}

// whole checks that the model is one that Fit made, and returns its observations as they are summed.
func (m *KDEModel) whole() (*frame, error) {
	if m == nil {
		return nil, input.NoModel("density.KDEModel")
	}
	if m.Dim < 1 || len(m.Points) == 0 || len(m.Points)%m.Dim != 0 || m.Weights != nil && len(m.Weights) != m.Len() {
		return nil, input.Errorf(input.ErrShape, "model", "it has %d numbers of %d columns and %d weights; Fit makes a model", len(m.Points), m.Dim, len(m.Weights))
	}
	if err := m.Kernel.Check("Kernel"); err != nil {
		return nil, err
	}
	return newFrame(m)
}

// LogProbs returns log f̂(x) for the rows x of X, -Inf where the density is 0 and where distances overflow. They are right where densities underflow. The errors wrap input.ErrEmpty, ErrShape
// or ErrNotFinite for X, and input.ErrShape, ErrParam or ErrSingular for a model that Fit did not make.
func (m *KDEModel) LogProbs(x mat.Matrix) ([]float64, error) {
	logs, err := m.logProbs(x)
	if err != nil {
		return nil, fmt.Errorf("density: log densities: %w", err)
	}
	return logs, nil
}

func (m *KDEModel) logProbs(x mat.Matrix) ([]float64, error) {
	f, err := m.whole()
	if err != nil {
		return nil, err
	}
	if err := input.Columns("X", x, m.Dim); err != nil {
		return nil, err
	}
	at, err := f.move(x)
	if err != nil {
		return nil, err
	}
	return f.logs(at, false), nil
}

// Probs returns the densities f̂(x) for the rows x of X. The errors are those of LogProbs.
func (m *KDEModel) Probs(x mat.Matrix) ([]float64, error) {
	logs, err := m.LogProbs(x)
	if err != nil {
		return nil, err
	}
	special.ExpTo(logs, logs)
	return logs, nil
}

// LogProb returns log f̂ at the point with these d coordinates, NaN for another number of them or a model that Fit did not make. For many points LogProbs is faster by far.
func (m *KDEModel) LogProb(x ...float64) float64 {
	if m == nil || len(x) != m.Dim || len(x) == 0 {
		return math.NaN()
	}
	logs, err := m.logProbs(mat.NewDense(1, len(x), x))
	if err != nil {
		return math.NaN()
	}
	return logs[0]
}

// Prob returns f̂ at the point with these d coordinates; on the line, where a single point is cheap, it is the function to draw. NaN as LogProb.
func (m *KDEModel) Prob(x ...float64) float64 { return math.Exp(m.LogProb(x...)) }

// LeaveOneOut returns log f̂_(-i)(x_i): for each observation the logarithm of the density that the others give it, -Inf where that is 0. It returns an error that wraps input.ErrParam for less than two
// observations of positive weight, and those of LogProbs for a model that Fit did not make.
//
// Curriculum: Y36a.
func (m *KDEModel) LeaveOneOut() ([]float64, error) {
	f, err := m.whole()
	if err == nil {
		err = f.several()
	}
	if err != nil {
		return nil, fmt.Errorf("density: leave one out: %w", err)
	}
	logs := f.logs(f.points, true)
	for i := range logs {
		logs[i] -= math.Log1p(-f.weight(i))
	}
	return logs, nil
}
