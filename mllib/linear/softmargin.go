package linear

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
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
	f := newSlacks(x, y, price)
	θ, steps, err := f.minimise(make([]float64, d+1), limit)
	if err != nil {
		return nil, fmt.Errorf("linear: soft margin: %w", err)
	}
	m := &SoftMarginModel{Slack: make([]float64, n), Steps: steps}
	m.Objective = f.slacks(m.Slack, θ)
	m.W, m.B = θ[:d:d], θ[d]-floats.Dot(θ[:d], f.origin)
	return m, nil
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

// slacks is the objective as a function of θ = (w, b), for rows around their mean: the intercept is free, so the origin may be anywhere,
// and there the matrix of a Newton step is best conditioned.
type slacks struct {
	z      *mat.Dense // n×(d+1): rows y_i·(x_i - origin, 1)
	origin []float64
	price  float64
}

func newSlacks(x mat.Matrix, y []int, price float64) slacks {
	n, d := x.Dims()
	f := slacks{z: mat.NewDense(n, d+1, nil), origin: make([]float64, d), price: price}
	for i := range n {
		row := f.z.RawRowView(i)
		mat.Row(row[:d], i, x)
		floats.AddScaled(f.origin, 1/float64(n), row[:d])
	}
	for i := range n {
		row := f.z.RawRowView(i)
		floats.Sub(row[:d], f.origin)
		row[d] = 1
		floats.Scale(float64(y[i]), row)
	}
	return f
}

// slacks writes ξ to dst and returns the objective.
func (f slacks) slacks(dst, θ []float64) float64 {
	w := θ[:len(θ)-1]
	for i := range dst {
		dst[i] = max(0, 1-floats.Dot(f.z.RawRowView(i), θ))
	}
	return floats.Dot(w, w)/2 + f.price*floats.Dot(dst, dst)/2
}

// newton returns the step to the minimum of the quadratic function that holds where the same observations have a slack as in ξ, and the
// derivative of the objective along it.
func (f slacks) newton(θ, ξ []float64) (step []float64, slope float64, err error) {
	d := len(θ) - 1
	hessian, gradient := mat.NewSymDense(d+1, nil), slices.Clone(θ)
	gradient[d] = 0
	for j := range d {
		hessian.SetSym(j, j, 1)
	}
	short := 0
	for i, s := range ξ {
		if s > 0 {
			floats.AddScaled(gradient, -f.price*s, f.z.RawRowView(i))
			short++
		}
	}
	if short*d < 1<<14 {
		for i, s := range ξ {
			if s > 0 {
				hessian.SymRankOne(hessian, f.price, mat.NewVecDense(d+1, f.z.RawRowView(i)))
			}
		}
	} else {
		hessian.AddSym(hessian, f.product(ξ, short))
	}
	if hessian.At(d, d) == 0 { // nobody has a slack: the intercept does not matter here
		hessian.SetSym(d, d, 1)
	}
	var factor mat.Cholesky
	if !factor.Factorize(hessian) {
		return nil, 0, input.Errorf(input.ErrNotFinite, "X", "too large: its squares overflow or drown the penalty")
	}
	step = make([]float64, d+1)
	if err := factor.SolveVecTo(mat.NewVecDense(d+1, step), mat.NewVecDense(d+1, gradient)); err != nil || floats.HasNaN(step) {
		return nil, 0, input.Errorf(input.ErrNotFinite, "X", "too large: its squares overflow or drown the penalty")
	}
	floats.Scale(-1, step)
	return step, floats.Dot(gradient, step), nil
}

// product is price·Zᵀ·Z of the rows with a slack, as many as short.
func (f slacks) product(ξ []float64, short int) *mat.SymDense {
	_, width := f.z.Dims()
	rows := mat.NewDense(short, width, nil)
	k := 0
	for i, s := range ξ {
		if s > 0 {
			rows.SetRow(k, f.z.RawRowView(i))
			k++
		}
	}
	var p mat.SymDense
	p.SymOuterK(f.price, rows.T())
	return &p
}

// minimise takes Newton steps from θ, each halved until the objective falls, until a full step leads to a point where the same
// observations have a slack, which is then the minimum, or the objective cannot fall any more in floating point.
func (f slacks) minimise(θ []float64, limit int) ([]float64, int, error) {
	n, _ := f.z.Dims()
	ξ, next := make([]float64, n), make([]float64, n)
	value := f.slacks(ξ, θ)
	for steps := 1; steps <= limit; steps++ {
		step, slope, err := f.newton(θ, ξ)
		if err != nil {
			return nil, steps, err
		}
		to := slices.Clone(θ)
		floats.Add(to, step)
		reached := f.slacks(next, to)
		same := slices.EqualFunc(ξ, next, func(a, b float64) bool { return (a > 0) == (b > 0) })
		if same || -slope <= 1e-15*value {
			return to, steps, nil
		}
		for t := .5; !(reached <= value+1e-4*2*t*slope) && t > 1e-12; t /= 2 {
			copy(to, θ)
			floats.AddScaled(to, t, step)
			reached = f.slacks(next, to)
		}
		θ, value = to, reached
		ξ, next = next, ξ
	}
	return nil, limit, fmt.Errorf("no minimum within SoftMargin.MaxSteps = %d", limit)
}
