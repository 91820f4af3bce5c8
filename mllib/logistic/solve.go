package logistic

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/descent"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
)

// Report says how a fit ended.
type Report struct {
	Stop          Stop        // the reason
	Solver        Solver      // the method that ran: for Automatic the one chosen
	Iterations    int         // steps taken
	LogLikelihood float64     // L at the coefficients, the sum over the observations, without the penalty
	Objective     float64     // L minus the penalty: what was maximised
	Gradient      float64     // norm of the gradient of Objective at the coefficients
	Decrement     float64     // Newton: length of the last step computed, in standard errors
	Separation    *Separation // the proof, if Stop is Separated or QuasiSeparated
}

// String says in one line how the fit ended.
func (r Report) String() string {
	return fmt.Sprintf("%v after %d iterations, log-likelihood %.6g", r.Stop, r.Iterations, r.LogLikelihood)
}

func (r *Report) finish(l *Likelihood, value float64, gradient []float64) {
	n := l.Weight
	r.Objective, r.Gradient = -n*value, n*floats.Norm(gradient, 2)
}

// settings are the parameters that Binary and Softmax share.
type settings struct {
	solver     Solver
	tol        float64
	maxIter    int
	trace      bool
	gradient   descent.GradientDescent
	stochastic descent.Stochastic
	weights    classWeights
	descentTol float64 // of LBFGS where tol is 0, see Binary.Tol; 0 means 1e-9
}

func (s settings) check(name string) error {
	return errors.Join(
		s.solver.Check(name+"Solver"),
		s.weights.check(name),
		input.Param(s.tol >= 0 && finite(s.tol), name+"Tol", s.tol, "a positive number, or 0 for the usual one"),
		input.Param(s.maxIter >= 0, name+"MaxIter", s.maxIter, "a number >= 0"),
	)
}

// solve minimises l and finds the covariance of the coefficients.
func (s settings) solve(l *Likelihood) (solution, error) {
	s, finish := s.choose(l)
	if s.solver == Newton || s.solver == LBFGS {
		if err := l.smallUnits(); err != nil {
			return solution{}, err
		}
	}
	var centre []float64
	if s.solver == Newton || finish {
		if dim := l.Dim(); dim > largestHessian {
			return solution{}, input.Param(false, "Solver", fmt.Sprintf("newton for %d coefficients", dim), fmt.Sprintf("l-bfgs for more than %d", largestHessian))
		}
		centre = l.centre()
	}
	here := l
	if centre != nil {
		here = l.around(centre)
	}
	r, err := s.solveHere(here, finish)
	if err != nil {
		return r, err
	}
	if centre != nil {
		r.back(l, centre)
	}
	for _, v := range append(slices.Clone(r.theta), r.report.LogLikelihood, r.report.Objective) {
		switch {
		case finite(v):
		case s.solver == Newton:
			return r, input.Errorf(input.ErrNotFinite, "X", "the numbers are so large or so small that coefficients or the likelihood overflow")
		default:
			return r, fmt.Errorf("after %d steps: %w", r.report.Iterations, ErrDiverged)
		}
	}
	return r, nil
}

// choose replaces Automatic, and tells whether Newton goes on where LBFGS ends.
func (s settings) choose(l *Likelihood) (chosen settings, finish bool) {
	if s.solver != Automatic {
		return s, false
	}
	if s.solver = Newton; l.Dim() > mostForNewton {
		s.solver, finish = LBFGS, l.Ridge == 0 && l.Dim() <= largestHessian
		s.descentTol = 1e-4 * math.Sqrt(min(1, float64(l.width())/float64(l.N)))
	}
	return s, finish
}

// mostForNewton is the number of coefficients up to which Automatic takes Newton's method: then it is the faster one, or needs some milliseconds.
const mostForNewton = 200

func (s settings) solveHere(l *Likelihood, finish bool) (r solution, err error) {
	if s.solver == Newton {
		r, err = s.newton(l, nil)
	} else {
		r, err = s.descend(l)
	}
	if err == nil && finish && (r.report.Stop == Converged || r.report.Stop == NoProgress) && l.margin(r.theta) <= 0 {
		r, err = s.goOn(l, r)
	}
	if err != nil {
		return r, err
	}
	r.report.Solver = s.solver
	r.report.LogLikelihood = r.report.Objective + l.Weight*l.penalty(r.theta)
	if l.Ridge == 0 && r.report.Separation == nil {
		if l.margin(r.theta) > 0 {
			r.report.Stop, r.report.Separation = Separated, &Separation{Complete: true, Direction: slices.Clone(r.theta)}
		}
	}
	if !s.weights.any() {
		r.covariance, r.stdErr = r.inference(l)
	}
	return r, nil
}

// newton minimises by Newton's method from the given coefficients, nil for 0.
func (s settings) newton(l *Likelihood, from []float64) (solution, error) {
	return newton{l: l, tol: or(s.tol, 1e-10), maxIter: or(s.maxIter, 100), trace: s.trace, theta: from}.run()
}

// goOn lets Newton's method go on where another solver ended.
func (s settings) goOn(l *Likelihood, r solution) (solution, error) {
	end, err := s.newton(l, r.theta)
	end.report.Iterations += r.report.Iterations
	if len(end.trace) > 0 {
		end.trace = append(r.trace, end.trace[1:]...)
	}
	return end, err
}

// margin is the smallest margin of the observations under θ.
func (l *Likelihood) margin(theta []float64) float64 { return l.evaluate(theta, nil, nil).margin }

// largestHessian is the largest number of coefficients for which second derivatives are computed: 128 MiB of them, and as much again for
// each strip of rows.
const largestHessian = 1 << 12

// or returns v, or the default where v is 0.
func or[T comparable](v, usual T) T {
	var zero T
	if v == zero {
		return usual
	}
	return v
}

func (s settings) descend(l *Likelihood) (solution, error) {
	r := solution{}
	found, last, err := s.minimize(l)
	if err != nil {
		return r, err
	}
	r.theta = found.B
	r.report.Iterations = found.Report.Steps
	switch found.Report.Stop {
	case descent.SmallGradient:
		r.report.Stop = Converged
	case descent.NoDescent: // the limit of rounding
		r.report.Stop = NoProgress
		if found.Report.Norm < 1e-6 {
			r.report.Stop = Converged
		}
	case descent.Diverged:
		return r, fmt.Errorf("after %d steps: %w", found.Report.Steps, ErrDiverged)
	default:
		r.report.Stop = IterationLimit
	}
	n := l.Weight
	for _, p := range found.History {
		r.trace = append(r.trace, Iterate{Theta: p.B, LogLikelihood: -n * p.Value, Gradient: n * p.Norm})
	}
	if !slices.Equal(last.theta, r.theta) {
		last.gradient = make([]float64, l.Dim())
		last.value = l.evaluate(r.theta, last.gradient, nil).value
	}
	r.report.finish(l, last.value, last.gradient)
	return r, nil
}

// ErrDiverged is wrapped by the errors of fits by descent whose steps are too large: the coefficients are no finite
// numbers any more.
var ErrDiverged = errors.New("the steps are too large")

// minimize also returns the point where value and gradient were computed last, if it knows.
func (s settings) minimize(l *Likelihood) (*descent.Result, end, error) {
	start := make([]float64, l.Dim())
	if s.solver == Stochastic {
		p := s.stochastic
		if s.trace && p.Record == 0 {
			p.Record = l.N
		}
		r, err := p.Minimize(l, start)
		return r, end{}, err
	}
	if s.solver == LBFGS {
		p := descent.LBFGS{Tol: or(s.tol, or(s.descentTol, 1e-9)), MaxSteps: s.maxIter}
		if s.trace {
			p.Record = 1
		}
		if r, last := l.viaCompact(p); r != nil {
			return r, last, nil
		}
		scaled, err := l.scaled(1)
		if err != nil {
			return nil, end{}, err
		}
		r, err := scaled.minimize(p, make([]float64, l.Dim()))
		return r, scaled.last, err
	}
	p := s.gradient
	if p.Step == 0 && p.Rule == descent.Constant {
		if p.Step = 1 / l.Smoothness(); !finite(p.Step) || p.Step == 0 {
			return nil, end{}, input.Errorf(input.ErrNotFinite, "X", "its squares overflow or underflow, so that no step is known")
		}
	}
	p.Tol, p.MaxSteps = or(p.Tol, s.tol), or(p.MaxSteps, s.maxIter)
	if s.trace && p.Record == 0 {
		p.Record = 1
	}
	r, err := p.Minimize(l, start)
	return r, end{}, err
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
