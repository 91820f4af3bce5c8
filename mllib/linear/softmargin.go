package linear

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/primal"
	"github.com/mercer-go/mercer/mllib/internal/smo"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// SoftMargin finds the hyperplane of largest margin for classes that overlap: observations may fall short of the margin 1 by a slack
// ξ_i = max(0, 1 - y_i(⟨w, x_i⟩ + b)), whose square is paid for,
//
//	minimise ½‖w‖² + (C/2) Σ ξ_i².
//
// It is the hyperplane of HardMargin, restricted to R^d, when observation i gets a coordinate of its own with the value y_i/√C. The
// objective is quadratic wherever the same observations have a slack; Newton's method goes from one such region to the next and ends
// at the minimum, to rounding accuracy. The answer depends on the units of the columns, as every Euclidean margin does.
//
// Reference: O. L. Mangasarian, A finite Newton method for classification, Optimization Methods and Software 17 (2002), 913-929.
// Curriculum: Y8b.
type SoftMargin struct {
	C        float64 // price of a squared slack, positive; 0 means 1
	MaxSteps int     // Newton steps; 0 means 100
}

// SoftMarginModel is the hyperplane with W and B on the scale on which the margin is 1. It is plain data.
type SoftMarginModel struct {
	Hyperplane
	Slack     []float64 // ξ_i of each observation; W = C Σ ξ_i y_i x_i and Σ ξ_i y_i = 0
	Objective float64   // ½‖W‖² + (C/2) Σ ξ_i²
	Steps     int       // Newton steps taken

	learn.Named
}

// Fit finds the hyperplane for the n×d matrix X and the labels y in {-1, +1}. A step costs O(nd² + d³). The errors are those of
// input.Matrix, input.Signs and input.BothSigns, errors that wrap input.ErrParam (a parameter out of range) or input.ErrNotFinite (data
// so large that squares overflow), and one that names MaxSteps if that many steps do not reach the minimum. It modifies neither X nor y.
func (p SoftMargin) Fit(x mat.Matrix, y []int) (*SoftMarginModel, error) {
	n, d, err := input.Matrix("X", x)
	if err == nil {
		err = p.check(y, n)
	}
	if err != nil {
		return nil, fmt.Errorf("linear: soft margin: %w", err)
	}
	price, limit := p.C, p.MaxSteps
	if price == 0 {
		price = 1
	}
	if limit == 0 {
		limit = 100
	}
	if largest := floats.Norm([]float64{mat.Max(x), mat.Min(x)}, math.Inf(1)); largest*largest*float64(d) > 1e150 {
		return nil, fmt.Errorf("linear: soft margin: %w", input.Errorf(input.ErrNotFinite, "X", "too large: its squares overflow"))
	}
	z, origin := centred(x)
	s := primal.Solve(squaredSlacks(z, y, price), smo.Options{MaxIter: limit})
	if s.Stop == smo.IterationLimit {
		return nil, fmt.Errorf("linear: soft margin: no minimum within SoftMargin.MaxSteps = %d", limit)
	}
	m := &SoftMarginModel{Slack: make([]float64, n), Steps: s.Iterations}
	for i, f := range s.F {
		m.Slack[i] = max(0, 1-float64(y[i])*(f+s.B))
	}
	m.W, m.B = s.W, s.B-floats.Dot(s.W, s.Mean)-floats.Dot(s.W, origin)
	m.Objective = floats.Dot(m.W, m.W)/2 + price*floats.Dot(m.Slack, m.Slack)/2
	return m, nil
}

// centred are the rows around their mean, and the mean.
func centred(x mat.Matrix) (z *mat.Dense, origin []float64) {
	n, d := x.Dims()
	z, origin = mat.DenseCopyOf(x), make([]float64, d)
	for i := range n {
		floats.AddScaled(origin, 1/float64(n), z.RawRowView(i))
	}
	for i := range n {
		floats.Sub(z.RawRowView(i), origin)
	}
	return z, origin
}

// squaredSlacks is the problem in β_i = C ξ_i y_i.
func squaredSlacks(x mat.Matrix, y []int, price float64) primal.Problem {
	n := len(y)
	p := primal.Problem{X: x, Linear: make([]float64, n), Lower: make([]float64, n), Upper: make([]float64, n), Ridge: make([]float64, n), Free: true}
	for i, sign := range y {
		p.Linear[i], p.Ridge[i] = -float64(sign), 1/price
		if sign > 0 {
			p.Upper[i] = math.Inf(1)
		} else {
			p.Lower[i] = math.Inf(-1)
		}
	}
	return p
}

func (p SoftMargin) check(y []int, n int) error {
	errs := []error{
		input.Signs("y", y, n),
		input.Param(p.C >= 0 && !math.IsInf(p.C, 1), "SoftMargin.C", p.C, "a number >= 0"),
		input.Param(p.MaxSteps >= 0, "SoftMargin.MaxSteps", p.MaxSteps, "a number >= 0"),
	}
	if errs[0] == nil {
		errs = append(errs, input.BothSigns("y", y))
	}
	return errors.Join(errs...)
}
