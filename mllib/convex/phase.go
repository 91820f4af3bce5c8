package convex

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file asks linear programs whether there is a feasible point, a strictly feasible one, and a direction in which the objective falls without end.

const phaseTolerance = 1e-9

// phaseOne solves: maximise t subject to Gx + t ≤ h, Ax = b, t ≤ 1. The end of the verdict's X is t, that of its Lambda the multiplier of t ≤ 1.
func (f form) phaseOne() *verdict {
	m := len(f.h)
	one := form{n: f.n + 1, p: mat.NewDense(f.n+1, f.n+1, nil), q: make([]float64, f.n+1), h: append(append([]float64(nil), f.h...), 1), b: f.b}
	one.q[f.n] = -1
	one.g = mat.NewDense(m+1, f.n+1, nil)
	for i := range m {
		one.g.SetRow(i, append(append([]float64(nil), f.g.RawRowView(i)...), 1))
	}
	one.g.Set(m, f.n, 1)
	if f.a != nil {
		one.a = mat.NewDense(len(f.b), f.n+1, nil)
		for i := range f.b {
			one.a.SetRow(i, append(append([]float64(nil), f.a.RawRowView(i)...), 0))
		}
	}
	return one.minimum(phaseTolerance, 200, false)
}

// descent solves: minimise qᵀd subject to Gd ≤ 0, Ad = 0, Pd = 0, |d_j| ≤ 1.
func (f form) descent() *verdict {
	n, m := f.n, len(f.h)
	d := form{n: n, p: mat.NewDense(n, n, nil), q: f.q, h: make([]float64, m+2*n), b: make([]float64, n+len(f.b))}
	d.g, d.a = mat.NewDense(m+2*n, n, nil), mat.NewDense(n+len(f.b), n, nil)
	for i := range m {
		d.g.SetRow(i, f.g.RawRowView(i))
	}
	for j := range n {
		d.g.Set(m+2*j, j, 1)
		d.g.Set(m+2*j+1, j, -1)
		d.h[m+2*j], d.h[m+2*j+1] = 1, 1
		d.a.SetRow(j, f.p.RawRowView(j))
	}
	for i := range f.b {
		d.a.SetRow(n+i, f.a.RawRowView(i))
	}
	return d.minimum(phaseTolerance, 200, false)
}

// proves reports whether multipliers are a contradiction: Gᵀλ + Aᵀν cancels and hᵀλ + bᵀν does not, beside the largest of their terms. Units of rows that are far apart can hide that they do not.
func (f form) proves(lambda, nu []float64) bool {
	left, value := f.combined(lambda, nu)
	return left <= 1e-9 && value < -1e-13
}

// proveThin reports whether multipliers prove that no point satisfies all rows strictly: both Gᵀλ + Aᵀν and hᵀλ + bᵀν cancel.
func (f form) proveThin(lambda, nu []float64) bool {
	left, value := f.combined(lambda, nu)
	return left <= 1e-6 && value <= 1e-6
}

// combined is the largest entry of Gᵀλ + Aᵀν, and hᵀλ + bᵀν, both beside the largest of their terms. The largest multiplier is 1.
func (f form) combined(lambda, nu []float64) (left, value float64) {
	sums, sizes, largest := make([]float64, f.n), make([]float64, f.n), 0.0
	add := func(m *mat.Dense, right, multipliers []float64) {
		for i, l := range multipliers {
			for j, v := range m.RawRowView(i) {
				sums[j] += float64(v * l)
				sizes[j] = max(sizes[j], math.Abs(v*l), 1e-11*math.Abs(v))
			}
			value += float64(right[i] * l)
			largest = max(largest, math.Abs(right[i]*l))
		}
	}
	add(f.g, f.h, lambda)
	add(f.a, f.b, nu)
	for j, sum := range sums {
		if sum != 0 {
			left = max(left, math.Abs(sum)/sizes[j])
		}
	}
	if value != 0 {
		value /= largest
	}
	return left, value
}

// why returns the error of a program that was not solved, from what phase one says: a proof that there is no solution, or else ErrAccuracy.
func (f form) why(v, one *verdict, u units) error {
	if v.nu != nil || v.lambda != nil {
		return infeasible(v.lambda, v.nu, u)
	}
	if one.nu != nil || one.lambda != nil { // a row that the equations decide
		return infeasible(one.lambda[:len(f.h)], one.nu, u)
	}
	if !one.solved(1e-7) {
		return notReached(v)
	}
	if one.X[f.n] < -1e-8 {
		return infeasible(one.Lambda[:len(f.h)], one.Nu, u)
	}
	direction := v.direction
	if direction == nil {
		if d := f.descent(); d.solved(1e-7) && floats.Dot(f.q, d.X) < -1e-8 {
			direction = d.X
		}
	}
	if direction == nil {
		return notReached(v)
	}
	along := u.pointOut(direction)
	if top := floats.Norm(along, math.Inf(1)); top > 0 && !math.IsInf(top, 0) {
		floats.Scale(1/top, along)
	}
	e := &Unbounded{X: u.pointOut(one.X[:f.n]), Direction: along}
	if err := whole(e.X, e.Direction); err != nil {
		return err
	}
	if curves(f.p, direction) { // beside numbers that are larger by so much that what it costs does not show
		return notReached(v)
	}
	return e
}

// curves reports whether dᵀPd is more than what rounding leaves of terms that cancel.
func curves(p *mat.Dense, d []float64) bool {
	sum, largest := 0.0, 0.0
	for i, row := range d {
		for j, column := range d {
			term := row * p.At(i, j) * column
			sum += term
			largest = max(largest, math.Abs(term))
		}
	}
	return sum > 1e-6*largest
}

// infeasible brings a contradiction to the units of the program, its largest number 1.
func infeasible(lambda, nu []float64, u units) error {
	u.cost = 0
	e := &Infeasible{}
	e.Lambda, e.Nu = u.multipliersOut(lambda, nu)
	if top := math.Max(floats.Norm(e.Lambda, math.Inf(1)), floats.Norm(e.Nu, math.Inf(1))); top > 0 && !math.IsInf(top, 0) {
		floats.Scale(1/top, e.Lambda)
		floats.Scale(1/top, e.Nu)
	}
	if err := whole(e.Lambda, e.Nu); err != nil {
		return err
	}
	return e
}

func notReached(v *verdict) error {
	return fmt.Errorf("convex: %w: after %d steps the conditions are off by %.2g, relative to the data", ErrAccuracy, v.steps, v.off)
}

// errNoProof is the error of a program whose rounded form contradicts itself, where it does not.
var errNoProof = fmt.Errorf("convex: %w: it seems to have no feasible point, but rounding hides a proof", ErrAccuracy)

func isAccuracy(err error) bool { return errors.Is(err, ErrAccuracy) }

// Interior answers Slater's question.
type Interior struct {
	Strict bool      // whether some x has Gx < h, strictly in each row, and Ax = b
	X      []float64 // a feasible point; strictly so if Strict
	Slack  float64   // min (h − Gx)_i at X; +Inf if there are no inequalities
	// Lambda and Nu prove that there is no strictly feasible point: λ ≥ 0, λ ≠ 0, Gᵀλ + Aᵀν = 0 and hᵀλ + bᵀν = 0. They are nil if Strict.
	Lambda, Nu []float64
}

// Slater looks for a strictly feasible point, by a linear program: the largest slack, in rows brought to size 1, that all rows can have together, at most 1. It returns
// an *Infeasible error if there is not even a feasible point, and the other errors of Solve. (With affine constraints a feasible point suffices for strong duality; a
// strictly feasible one keeps the multipliers λ bounded, too.)
//
// Curriculum: N7.0d, N7.0k, Y24b, Y26c.
func (p QP) Slater() (*Interior, error) {
	f, err := p.check()
	if err != nil {
		return nil, err
	}
	g, u := f.unitless(0)
	one := g.phaseOne()
	if one.nu != nil || one.lambda != nil || one.solved(1e-7) && one.X[f.n] < -1e-8 {
		err := g.why(&verdict{}, one, u)
		if none, ok := err.(*Infeasible); ok && !f.proves(none.Lambda, none.Nu) {
			return nil, errNoProof
		}
		return nil, err
	}
	if !one.solved(1e-7) {
		return nil, notReached(one)
	}
	s := &Interior{X: u.pointOut(one.X[:f.n]), Slack: math.Inf(1)}
	for _, v := range f.slacks(s.X) {
		s.Slack = min(s.Slack, v)
	}
	slack := []float64{s.Slack}
	if f.g == nil {
		slack = nil
	}
	if err := whole(s.X, slack); err != nil {
		return nil, err
	}
	if s.Strict = one.X[f.n] > 1e-8 || f.strictly(s.X); !s.Strict {
		if f.breaks(s.X, u) {
			return nil, errRowLost
		}
		var e *Infeasible
		if err := infeasible(one.Lambda[:len(f.h)], one.Nu, u); !errors.As(err, &e) {
			return nil, err
		}
		if !f.proveThin(e.Lambda, e.Nu) {
			return nil, errRowLost
		}
		s.Lambda, s.Nu = e.Lambda, e.Nu
	}
	return s, nil
}
