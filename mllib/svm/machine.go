package svm

import (
	"fmt"
	"math"
	"strconv"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Machine is the solution of the dual problem: what a machine is, whatever the observations are. It is plain data. Lists have one entry for each of the n observations.
//
// α need not be unique, w is. Where several α have the same w, this is the one that the iteration came to; OtherAlpha tells.
type Machine struct {
	Classes label.Classes // the two labels in increasing order
	Tie     label.Tie     // class of a score of 0
	Form    Form          // the problem that it solves; Hard also for an infinite price
	Y       []int         // −1 for the first class, +1 for the second
	Alpha   []float64     // α_i
	Bounds  []float64     // C_i, what α_i is at most, and in the form Squares the price of ½ξ_i²; nil in the form Hard
	F       []float64     // f(x_i) = Σ_j α_j y_j K(x_j, x_i) + b
	B       float64       // b, the middle of Offsets
	W       []float64     // w = Σ α_i y_i x_i of the linear kernel, for points; nil else
	// Offsets is the interval of all b that are optimal with this w: a point where some α_i lies strictly between its bounds. Without an offset it is [0, 0].
	// Curriculum: N7.1c, B3.2.2h, S6.3b, Y29c, Y30c.
	Offsets     [2]float64
	NoIntercept bool // b is fixed
	// C is the price of a unit of slack of which this is the solution: that of the parameters; of Hard the largest α_i, from where on the price does not matter; of Share 1/ρ;
	// of Budget the multiplier of the budget.
	C      float64
	Report Report
}

// ready refuses what Fit did not make.
func (m *Machine) ready() error {
	if m == nil {
		return input.NoModel("svm.Machine")
	}
	n := len(m.Alpha)
	if n == 0 || len(m.Y) != n || len(m.F) != n || m.Bounds != nil && len(m.Bounds) != n || m.Bounds == nil && m.Form == Squares || len(m.Classes) != 2 {
		return input.Errorf(input.ErrShape, "model", "it has %d coefficients, %d labels and %d classes; Fit makes a model", n, len(m.Y), len(m.Classes))
	}
	return nil
}

// finite refuses a solution that overflowed: f or α.
func finite(solution []float64) error {
	for i, v := range solution {
		if v-v != 0 {
			return input.Errorf(input.ErrNotFinite, "X", "the solution is %v at observation %d: the price and the kernel are so large that sums overflow", v, i)
		}
	}
	return nil
}

// finiteObjectives refuses a solution whose objectives overflow, or will. With squares of slacks and a kernel that is not positive definite there may be no least value.
func finiteObjectives(form Form, gap, primal, dual float64) error {
	if gap < 1e150 && primal-primal == 0 && dual-dual == 0 {
		return nil
	}
	why := "the price and the kernel are so large that sums overflow"
	if form == Squares {
		why += ", or the kernel is not positive definite and the objective has no bound"
	}
	return input.Errorf(input.ErrNotFinite, "X", "the objectives are %v and %v: %s", primal, dual, why)
}

// Scores returns f for m new observations, of which cross holds the m×n kernel values with those that the machine was fitted to. The errors wrap input.ErrShape
// and ErrNotFinite.
func (m *Machine) Scores(cross mat.Matrix) ([]float64, error) {
	err := m.ready()
	if err == nil {
		err = input.Columns("cross", cross, len(m.Alpha))
	}
	if err != nil {
		return nil, fmt.Errorf("svm: scores: %w", err)
	}
	return scores(cross, m.signed(), m.B)
}

// Predict returns the labels of new observations by the sign of their scores. The errors are those of Scores.
func (m *Machine) Predict(cross mat.Matrix) ([]int, error) {
	s, err := m.Scores(cross)
	if err != nil {
		return nil, err
	}
	return m.labels(s), nil
}

// scores multiplies kernel values by coefficients and adds b.
func scores(cross mat.Matrix, beta []float64, b float64) ([]float64, error) {
	n, _ := cross.Dims()
	f := make([]float64, n)
	mat.NewVecDense(n, f).MulVec(cross, mat.NewVecDense(len(beta), beta))
	for i := range f {
		if f[i] += b; f[i]-f[i] != 0 {
			return nil, fmt.Errorf("svm: scores: %w", input.Errorf(input.ErrNotFinite, "X", "row %d has the score %v", i, f[i]))
		}
	}
	return f, nil
}

func (m *Machine) labels(scores []float64) []int {
	y := make([]int, len(scores))
	for i, s := range scores {
		y[i] = m.Classes[(label.Sign(s, m.Tie)+1)/2]
	}
	return y
}

// signed is β_i = α_i y_i.
func (m *Machine) signed() []float64 {
	beta := make([]float64, len(m.Alpha))
	for i, a := range m.Alpha {
		beta[i] = a * float64(m.Y[i])
	}
	return beta
}

// Slacks returns ξ_i = max(0, 1 − y_i f(x_i)), the hinge losses. Curriculum: N7.1a, N7.2b, S6.1a, Y29a.
func (m *Machine) Slacks() []float64 {
	if m.ready() != nil {
		return nil
	}
	xi := make([]float64, len(m.F))
	for i, f := range m.F {
		xi[i] = max(0, 1-float64(m.Y[i])*f)
	}
	return xi
}

// NormSquared is ‖w‖² = Σ α_i y_i (f(x_i) − b), not below 0. Like the other numbers it is NaN for a model that Fit did not make.
func (m *Machine) NormSquared() float64 {
	if m.ready() != nil {
		return math.NaN()
	}
	if m.W != nil {
		return floats.Dot(m.W, m.W)
	}
	sum := 0.0
	for i, a := range m.Alpha {
		if a != 0 {
			sum += a * float64(m.Y[i]) * (m.F[i] - m.B)
		}
	}
	return max(0, sum)
}

// Norm is ‖w‖.
func (m *Machine) Norm() float64 { return math.Sqrt(m.NormSquared()) }

// Margin is 1/‖w‖, half of the distance of the two borders f = ±1 in the feature space; of Hard it is the least distance of an observation from the border f = 0. It is
// infinite for w = 0.
//
// Curriculum: N7.0c, S5.1d, S5.3d, Y20a.
func (m *Machine) Margin() float64 { return 1 / m.Norm() }

// DualMargin is the margin from the dual variables alone, (Σ α_i − Σ C_i ξ_i)^(−1/2): at the optimum it is Margin. The second sum is 0 in the form Hard, and Σ C_i ξ_i² in the form
// Squares.
//
// Curriculum: S5.3d, S6.3c (which prints Σ α_i²), Y28b.
func (m *Machine) DualMargin() float64 {
	paid := m.Paid()
	if paid > 0 && m.Form == Squares {
		paid *= 2
	}
	return 1 / math.Sqrt(m.sum()-paid)
}

// sum is Σ α_i.
func (m *Machine) sum() float64 {
	if m.ready() != nil {
		return math.NaN()
	}
	return floats.Sum(m.Alpha)
}

// Paid is Σ C_i ξ_i, what slack costs, in the form Squares ½Σ C_i ξ_i². It is 0 in the form Hard.
func (m *Machine) Paid() float64 {
	if m.ready() != nil {
		return math.NaN()
	}
	if m.Bounds == nil {
		return 0
	}
	xi := m.Slacks()
	if m.Form == Squares {
		return paidSquares(m.Bounds, xi)
	}
	return floats.Dot(m.Bounds, xi)
}

// paidSquares is ½Σ C_i ξ_i².
func paidSquares(prices, xi []float64) float64 {
	sum := 0.0
	for i, c := range prices {
		sum += float64(c * xi[i] * xi[i])
	}
	return sum / 2
}

// costOfAlpha is ½Σ α_i²/C_i, what the dual objective is less in the form Squares.
func costOfAlpha(prices, alpha []float64) float64 {
	sum := 0.0
	for i, c := range prices {
		if c > 0 {
			sum += float64(alpha[i] * (alpha[i] / c))
		}
	}
	return sum / 2
}

// Primal is the objective, ½‖w‖² and Paid.
func (m *Machine) Primal() float64 { return m.NormSquared()/2 + m.Paid() }

// Dual is the objective Σ α_i − ½‖w‖² of the dual problem, in the form Squares less ½Σ α_i²/C_i. It is at most Primal.
//
// Curriculum: N7.0h, S5.2d, S6.2f, V6.2c, Y26a.
func (m *Machine) Dual() float64 {
	dual := m.sum() - m.NormSquared()/2
	if dual == dual && m.Form == Squares {
		dual -= costOfAlpha(m.Bounds, m.Alpha)
	}
	return dual
}

// Gap is Primal − Dual, by how much the objective exceeds the minimum at most. In the form Hard that holds as far as the slacks are 0, see KKT.
//
// Curriculum: Y24a.
func (m *Machine) Gap() float64 { return m.Primal() - m.Dual() }

func format(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
