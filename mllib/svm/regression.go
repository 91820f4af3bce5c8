package svm

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// RegressionMachine is the solution of the dual problem of a Regressor, whatever the observations are. It is plain data. Lists have one entry for each of the n
// observations.
type RegressionMachine struct {
	Form    Form      // the problem that it solves
	Beta    []float64 // β_i
	Bounds  []float64 // C_i, what |β_i| is at most, and in the form Squares the price of ½ξ_i²
	Y       []float64 // the targets
	F       []float64 // f(x_i) = Σ_j β_j K(x_j, x_i) + b
	B       float64   // b, the middle of Offsets
	W       []float64 // w = Σ β_i x_i of the linear kernel, for points; nil else
	Epsilon float64   // ε, the half width of the tube
	// Offsets is the interval of all b that are optimal with this w: a point where some |β_i| lies strictly between 0 and C_i. Without an offset it is [0, 0].
	Offsets     [2]float64
	NoIntercept bool // b is fixed
	Report      Report
}

// RegressionModel is a machine with its kernel and its support vectors, so that it predicts from points. It is plain data: it goes through JSON and back.
type RegressionModel struct {
	RegressionMachine
	Kernel kernels.Kernel
	X      [][]float64 // the support vectors, in the order of Support

	learn.Named
}

// TubePosition is where an observation lies beside the tube |y − f(x)| ≤ ε, by its β_i.
type TubePosition = enum.Of[tubePositions]

const (
	InTube  TubePosition = iota // β_i = 0: in the tube or on its border; removing it changes nothing
	OnTube                      // 0 < |β_i| < C_i: exactly on its border
	OffTube                     // |β_i| = C_i (of Squares C_i ξ_i): outside, or on its border
)

type tubePositions struct{}

func (tubePositions) Names() (string, []string) {
	return "svm.TubePosition", []string{InTube: "in the tube", OnTube: "on its border", OffTube: "outside"}
}

func (m *RegressionMachine) ready() error {
	if m == nil {
		return input.NoModel("svm.RegressionMachine")
	}
	n := len(m.Beta)
	if n == 0 || len(m.Y) != n || len(m.F) != n || len(m.Bounds) != n {
		return input.Errorf(input.ErrShape, "model", "it has %d coefficients and %d targets; Fit makes a model", n, len(m.Y))
	}
	return nil
}

// Predict returns f for m new observations, of which cross holds the m×n kernel values with those that the machine was fitted to. The errors wrap input.ErrShape and
// ErrNotFinite.
func (m *RegressionMachine) Predict(cross mat.Matrix) ([]float64, error) {
	err := m.ready()
	if err == nil {
		err = input.Columns("cross", cross, len(m.Beta))
	}
	if err != nil {
		return nil, fmt.Errorf("svm: predict: %w", err)
	}
	return scores(cross, m.Beta, m.B)
}

// Predict returns f(x) for each row of X. The errors are those of kernels.Kernel.Cross, and one that wraps input.ErrShape for a model that Fit did not make.
func (m *RegressionModel) Predict(x mat.Matrix) ([]float64, error) {
	e, err := m.expansion()
	if err != nil {
		return nil, fmt.Errorf("svm: predict: %w", err)
	}
	return e.scores(x)
}

func (m *RegressionModel) expansion() (expansion, error) {
	if m == nil {
		return expansion{}, input.NoModel("svm.RegressionModel")
	}
	if err := m.ready(); err != nil {
		return expansion{}, err
	}
	return expand(m.Kernel, m.X, chosen(m.Beta, m.Support()), m.W, m.B)
}

// Coefficients are w and b of a machine with the linear kernel, and nil for other kernels.
func (m *RegressionModel) Coefficients(features ...string) *learn.Coefficients {
	e, err := m.expansion()
	if err != nil || e.w == nil {
		return nil
	}
	about := fmt.Sprintf("f(x) = ⟨w, x⟩ + b: tube ± %.5g, %d support vectors of %d observations", m.Epsilon, len(m.Support()), len(m.Beta))
	return learn.NewCoefficients(about, learn.Names(features, m.FeatureNames), learn.Column{Name: "coefficient", W: e.plane().W, B: m.B})
}

// Table shows the coefficients of a machine with the linear kernel; it is empty for other kernels.
func (m *RegressionModel) Table() (caption string, columns []string, rows [][]any) {
	return m.Coefficients().Table()
}

// shift takes a number from b that f has by way of other coordinates of the points.
func (m *RegressionMachine) shift(by float64) {
	m.B -= by
	m.Offsets[0] -= by
	m.Offsets[1] -= by
}

// moveOffset changes b.
func (m *RegressionMachine) moveOffset(b float64) {
	b += 0
	for i, f := range m.F {
		m.F[i] = f - m.B + b
	}
	m.B = b
}

// findOffsets finds the offsets that are optimal with w, where no β_i says that there is one only, and takes their middle.
func (m *RegressionMachine) findOffsets() {
	m.Offsets = [2]float64{m.B, m.B}
	if m.Form == Squares && len(m.Support()) > 0 {
		return
	}
	low, high := math.Inf(-1), math.Inf(1)
	for i, at := range m.Positions() {
		b := m.Y[i] - (m.F[i] - m.B) // with which f(x_i) = y_i
		switch {
		case at == OnTube:
			return
		case at == InTube:
			low, high = max(low, b-m.Epsilon), min(high, b+m.Epsilon)
		case m.Beta[i] > 0:
			high = min(high, b-m.Epsilon)
		default:
			low = max(low, b+m.Epsilon)
		}
	}
	if low < high && !math.IsInf(high-low, 0) {
		m.Offsets = [2]float64{low, high}
		m.moveOffset(low/2 + high/2)
	}
}

// Positions says where each observation lies. |β_i| within 1e-8 of 0, relative to the largest, or of C_i, relative to it, is taken for that.
func (m *RegressionMachine) Positions() []TubePosition {
	if m.ready() != nil {
		return nil
	}
	largest := floats.Norm(m.Beta, math.Inf(1))
	at := make([]TubePosition, len(m.Beta))
	for i, b := range m.Beta {
		switch a := math.Abs(b); {
		case a <= 1e-8*largest && (m.Form == Squares || a <= 1e-8*m.Bounds[i]):
			at[i] = InTube
		case a < m.Bounds[i]*(1-1e-8) && m.Form != Squares:
			at[i] = OnTube
		default:
			at[i] = OffTube
		}
	}
	return at
}

// Support are the observations with β_i ≠ 0, the support vectors, in increasing order: all outside the tube, possibly some on its border, none inside.
//
// Curriculum: N7.3b (which prints those outside only).
func (m *RegressionMachine) Support() []int {
	if m.ready() != nil {
		return nil
	}
	var support []int
	for i, b := range m.Beta {
		if b != 0 {
			support = append(support, i)
		}
	}
	return support
}

// Slacks returns ξ_i = max(0, |y_i − f(x_i)| − ε), the ε-insensitive losses. Curriculum: N7.3a, V9.3a.
func (m *RegressionMachine) Slacks() []float64 {
	if m.ready() != nil {
		return nil
	}
	xi := make([]float64, len(m.F))
	for i, f := range m.F {
		xi[i] = max(0, math.Abs(m.Y[i]-f)-m.Epsilon)
	}
	return xi
}

// NormSquared is ‖w‖² = Σ β_i (f(x_i) − b), not below 0. Like the other numbers it is NaN for a machine that Fit did not make.
func (m *RegressionMachine) NormSquared() float64 {
	if m.ready() != nil {
		return math.NaN()
	}
	if m.W != nil {
		return floats.Dot(m.W, m.W)
	}
	sum := 0.0
	for i, b := range m.Beta {
		sum += b * (m.F[i] - m.B)
	}
	return max(0, sum)
}

// Primal is the objective ½‖w‖² + Σ C_i ξ_i, in the form Squares ½‖w‖² + ½Σ C_i ξ_i².
func (m *RegressionMachine) Primal() float64 {
	half := m.NormSquared() / 2
	switch {
	case math.IsNaN(half):
		return half
	case m.Form == Squares:
		return half + paidSquares(m.Bounds, m.Slacks())
	}
	return half + floats.Dot(m.Bounds, m.Slacks())
}

// Dual is the objective Σ y_i β_i − ε Σ |β_i| − ½‖w‖² of the dual problem, in the form Squares less ½Σ β_i²/C_i. It is at most Primal.
func (m *RegressionMachine) Dual() float64 {
	v := -m.NormSquared() / 2
	if math.IsNaN(v) {
		return v
	}
	for i, b := range m.Beta {
		v += m.Y[i]*b - m.Epsilon*math.Abs(b)
	}
	if m.Form == Squares {
		v -= costOfAlpha(m.Bounds, m.Beta)
	}
	return v
}

// Gap is Primal − Dual, by how much the objective exceeds the minimum at most.
func (m *RegressionMachine) Gap() float64 { return m.Primal() - m.Dual() }

// KKT returns the residuals of the optimality conditions, with the residual y_i − f(x_i) in the direction of β_i in the place of the margin: |β_i| is α_i, and the border of
// the tube that of the margin.
//
// Curriculum: V9.3b.
func (m *RegressionMachine) KKT() KKT {
	var k KKT
	if m.ready() != nil {
		return broken()
	}
	xi := m.Slacks()
	for i, b := range m.Beta {
		a := math.Abs(b)
		if m.Form == Squares {
			k.SlackComplementary = max(k.SlackComplementary, math.Abs(m.Bounds[i]*xi[i]-a))
		} else {
			k.SlackComplementary = max(k.SlackComplementary, math.Abs((m.Bounds[i]-a)*xi[i]))
			k.DualFeasibility = max(k.DualFeasibility, a-m.Bounds[i])
		}
		k.Complementarity = max(k.Complementarity, a*math.Abs(m.Epsilon+xi[i]-math.Copysign(1, b)*(m.Y[i]-m.F[i])))
		k.Stationarity += b
	}
	if k.Stationarity = math.Abs(k.Stationarity); m.NoIntercept {
		k.Stationarity = 0
	}
	return k
}
