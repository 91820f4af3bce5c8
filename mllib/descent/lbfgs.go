package descent

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
)

// LBFGS holds the parameters of the limited-memory BFGS method: the gradient is multiplied by an estimate of the inverse
// Hessian, made from the last few changes of the point and of the gradient. It needs a fraction of the steps of gradient
// descent and, unlike Newton's method, no second derivatives.
//
// Reference: J. Nocedal and S. Wright, Numerical Optimization (2006), algorithms 7.4 and 7.5; weak Wolfe conditions by bisection, as in
// A. S. Lewis and M. L. Overton, Nonsmooth optimization via quasi-Newton methods (2013).
type LBFGS struct {
	Memory   int     // changes kept, >= 1; 0 means 15
	Tol      float64 // stop where ‖∇f‖ <= Tol, >= 0; 0 means 1e-8
	MaxSteps int     // >= 0; 0 means 1000
	Noise    float64 // error of the values of f, >= 0: a step may raise f by so much; 0 means that of rounding, 1e-15·|f|
	Record   int     // every how many steps a point goes into the history (the start and the end always do); 0 means no history
}

// Minimize descends from start, which it does not modify. Its cost is a value and a gradient for each trial, about one trial a step.
// The errors are those of GradientDescent.Minimize.
func (p LBFGS) Minimize(f Function, start []float64) (*Result, error) {
	if err := errors.Join(checkStart(f, start), p.check()); err != nil {
		return nil, fmt.Errorf("descent: l-bfgs: %w", err)
	}
	p = p.withDefaults()
	d := len(start)
	r := &lbfgsRun{walk: newWalk(f, start, p.Tol, p.MaxSteps, p.Record), keep: p.Memory, noise: p.Noise, dir: make([]float64, d), nextB: make([]float64, d), nextG: make([]float64, d)}
	r.here = r.at(r.b, r.g)
	return r.run(r), nil
}

func (p LBFGS) check() error {
	const name = "LBFGS."
	return errors.Join(
		input.Param(p.Memory >= 0, name+"Memory", p.Memory, "a number >= 0"),
		input.Param(p.Noise >= 0 && finite(p.Noise), name+"Noise", p.Noise, "a number >= 0"),
		checkLimits(name, p.Tol, p.MaxSteps, p.Record),
	)
}

func (p LBFGS) withDefaults() LBFGS {
	if p.Memory == 0 {
		p.Memory = 15
	}
	if p.Tol == 0 {
		p.Tol = 1e-8
	}
	if p.MaxSteps == 0 {
		p.MaxSteps = 1000
	}
	return p
}

// change is one remembered step: s of the point, y of the gradient, rho = 1/⟨s, y⟩.
type change struct {
	s, y       []float64
	rho, alpha float64
}

type lbfgsRun struct {
	walk
	keep              int // changes to remember
	noise             float64
	dir, nextB, nextG []float64
	here              float64 // f(b)
	memory            []change
}

func (r *lbfgsRun) move() (eta float64, ok bool) {
	r.direction()
	return r.search()
}

func (r *lbfgsRun) value() float64 { return r.here }

func (r *lbfgsRun) broken() bool { return !finite(r.here) }

func (r *lbfgsRun) counted() int { return r.result.Report.Gradients }

// at returns f(b) and writes the gradient.
func (r *lbfgsRun) at(b, g []float64) float64 {
	r.result.Report.Gradients += r.cost
	r.result.Report.Values++
	if joint, ok := r.f.(Joint); ok {
		return joint.ValueGradient(g, b)
	}
	r.f.Gradient(g, b)
	return r.f.Value(b)
}

// direction writes the estimate of the inverse Hessian times -g into dir.
func (r *lbfgsRun) direction() {
	copy(r.dir, r.g)
	for i := range slices.Backward(r.memory) {
		m := &r.memory[i]
		m.alpha = m.rho * floats.Dot(m.s, r.dir)
		floats.AddScaled(r.dir, -m.alpha, m.y)
	}
	scale := 1 / max(1, floats.Norm(r.g, 2))
	if k := len(r.memory); k > 0 {
		last := r.memory[k-1]
		scale = 1 / (last.rho * floats.Dot(last.y, last.y))
	}
	floats.Scale(-scale, r.dir)
	for _, m := range r.memory {
		floats.AddScaled(r.dir, -m.alpha-m.rho*floats.Dot(m.y, r.dir), m.s)
	}
}

// search finds a step with the weak Wolfe conditions by doubling and bisection, takes it and remembers the change. ok is
// false if rounding leaves no such step, or one so short that noise would hide what it gains.
func (r *lbfgsRun) search() (eta float64, ok bool) {
	slope := floats.Dot(r.g, r.dir)
	slack := max(r.noise, 1e-15*math.Abs(r.here))
	low, high := 0.0, 0.0
	eta = 1
	for range 60 {
		floats.AddScaledTo(r.nextB, r.b, eta, r.dir)
		value := r.at(r.nextB, r.nextG)
		switch {
		case !(value <= r.here+1e-4*eta*slope+slack):
			high = eta
		case floats.Dot(r.nextG, r.dir) < .9*slope:
			low = eta
		default:
			r.remember()
			r.b, r.nextB, r.g, r.nextG, r.here = r.nextB, r.b, r.nextG, r.g, value
			return eta, true
		}
		eta = (low + high) / 2
		if high == 0 {
			eta = 2 * low
		}
		if high > 0 && -eta*slope < r.noise {
			break
		}
	}
	return eta, false
}

func (r *lbfgsRun) remember() {
	var m change
	if len(r.memory) == r.keep {
		m = r.memory[0]
		copy(r.memory, r.memory[1:])
		r.memory = r.memory[:len(r.memory)-1]
	} else {
		m.s, m.y = make([]float64, len(r.b)), make([]float64, len(r.b))
	}
	floats.SubTo(m.s, r.nextB, r.b)
	floats.SubTo(m.y, r.nextG, r.g)
	if sy := floats.Dot(m.s, m.y); sy > 0 {
		m.rho = 1 / sy
		r.memory = append(r.memory, m)
	}
}
