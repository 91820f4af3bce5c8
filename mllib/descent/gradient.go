package descent

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
)

// GradientDescent holds the parameters of gradient descent, b ← b - η∇f(b).
//
// On an l-smooth f a constant step η < 2/l lowers f in every step, by η(1 - ηl/2)‖∇f‖² at least; on a convex one with
// η <= 1/l the gap to the minimum after t >= 1 steps is at most ‖b⁰ - b*‖²/(2ηt); on a μ-strongly convex one with
// η <= 2/(μ+l) the distance to the minimiser is at most (1 - ημ)^t of what it was.
//
// Reference: Y. Nesterov, Introductory Lectures on Convex Optimization (2004), sections 1.2.3 and 2.1.5. Curriculum: Y13c, Y14a-d.
type GradientDescent struct {
	Rule     Rule    // how the step is chosen; the zero value is Constant
	Step     float64 // η > 0, the first trial with Backtracking; 0 means 1
	Tol      float64 // stop where ‖∇f‖ <= Tol, >= 0; 0 means 1e-8
	MaxSteps int     // >= 0; 0 means 10,000
	Record   int     // every how many steps a point goes into the history (the start and the end always do); 0 means no history
}

// Minimize descends from start, which it does not modify. The cost is one gradient a step; Backtracking adds values, and so does
// the history, one for each of its points.
//
// Minimize returns an error that wraps input.ErrEmpty if f is nil or start is empty, input.ErrNotFinite if start has an
// entry that is no number, input.ErrShape if f has a method Dim that gives another length than that of start, and input.ErrParam
// for parameters out of range. A limit that was reached, and a step so large that
// the run diverges, are no errors: see Result.Report.
func (p GradientDescent) Minimize(f Function, start []float64) (*Result, error) {
	if err := errors.Join(checkStart(f, start), p.check()); err != nil {
		return nil, fmt.Errorf("descent: gradient descent: %w", err)
	}
	p = p.withDefaults()
	r := &gradientRun{walk: newWalk(f, start, p.Tol, p.MaxSteps, p.Record), rule: p.Rule, eta: p.Step, trial: make([]float64, len(start))}
	r.gradient()
	return r.run(r), nil
}

func checkStart(f Function, start []float64) error {
	if input.IsNil(f) {
		return input.Errorf(input.ErrEmpty, "f", "got nil, want a function")
	}
	if len(start) == 0 {
		return input.Errorf(input.ErrEmpty, "start", "got no coordinates")
	}
	d := len(start)
	if sized, ok := f.(interface{ Dim() int }); ok {
		d = sized.Dim()
	}
	return input.Vector("start", start, d)
}

func (p GradientDescent) check() error {
	const name = "GradientDescent."
	return errors.Join(
		p.Rule.Check(name+"Rule"),
		input.Param(p.Step >= 0 && finite(p.Step), name+"Step", p.Step, "a positive number, or 0 for 1"),
		checkLimits(name, p.Tol, p.MaxSteps, p.Record),
	)
}

func (p GradientDescent) withDefaults() GradientDescent {
	if p.Step == 0 {
		p.Step = 1
	}
	if p.Tol == 0 {
		p.Tol = 1e-8
	}
	if p.MaxSteps == 0 {
		p.MaxSteps = 10_000
	}
	return p
}

type gradientRun struct {
	walk
	rule  Rule
	eta   float64 // of the next step
	trial []float64
}

func (r *gradientRun) move() (eta float64, ok bool) {
	eta = r.eta
	if r.rule == Backtracking {
		if eta, ok = r.search(eta); !ok {
			return eta, false
		}
		r.eta = 2 * eta
	}
	floats.AddScaled(r.b, -eta, r.g)
	r.gradient()
	return eta, true
}

func (r *gradientRun) value() float64 { return r.f.Value(r.b) }

func (r *gradientRun) broken() bool { return !finite(r.b...) }

// counted leaves out the gradient at b itself, which serves the next step.
func (r *gradientRun) counted() int { return r.result.Report.Gradients - r.cost }

// search halves eta until the step lowers f by ½η‖∇f‖²; ok is false if rounding leaves no such step.
func (r *gradientRun) search(eta float64) (found float64, ok bool) {
	value, norm := r.f.Value(r.b), r.result.Report.Norm
	r.result.Report.Values++
	for range 80 {
		floats.AddScaledTo(r.trial, r.b, -eta, r.g)
		r.result.Report.Values++
		if v := r.f.Value(r.trial); v <= value-eta/2*norm*norm {
			return eta, true
		}
		eta /= 2
	}
	return eta, false
}
