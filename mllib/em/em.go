package em

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
)

// ErrDecreased is returned where a step lowered the log likelihood by more than rounding: it is no step of EM.
var ErrDecreased = errors.New("a step lowered the log likelihood")

// Problem is a likelihood that is raised by steps.
type Problem interface {
	// LogLikelihood of what was seen, at θ.
	LogLikelihood(theta []float64) float64
	// Step sets next to what one E-step and one M-step make of theta, without changing theta.
	Step(next, theta []float64)
}

// Algorithm holds when a run ends.
//
// Reference: Dempster, Laird and Rubin, Maximum likelihood from incomplete data via the EM algorithm (1977). Curriculum: V12a.
type Algorithm struct {
	MaxIter int     // limit of the steps, >= 1; 0 means 10000
	Tol     float64 // a run ends with a step that changes no parameter by more than Tol·(1 + |θ_j|), >= 0; 0 means 1e-10
	Trace   bool    // keep the parameters of each step
}

// Result is where a run ended.
type Result struct {
	Theta         []float64
	LogLikelihood []float64 // at the start and after each step; it never falls by more than rounding
	Report        Report
	Trace         [][]float64 // the start and each step, if it was asked for
}

// Report says how a run ended.
type Report struct {
	Stop       Stop
	Iterations int     // steps
	Change     float64 // max |Δθ_j|/(1 + |θ_j|) of the last step
	// Rate is the ratio of the lengths of the last two steps that are well above rounding: near a maximum the distance to it shrinks by this factor. 0 where there were too few.
	Rate float64
}

// String says in one line how a run ended.
func (r Report) String() string {
	return fmt.Sprintf("%v after %d steps, the last of which changed %.1g; rate %.4f", r.Stop, r.Iterations, r.Change, r.Rate)
}

// Stop is the reason why a run ended.
type Stop = enum.Of[stops]

const (
	Converged      Stop = iota // a step changed no more than Tol
	IterationLimit             // MaxIter steps were made
)

type stops struct{}

func (stops) Names() (string, []string) {
	return "em.Stop", []string{Converged: "converged", IterationLimit: "iteration limit"}
}

func (a Algorithm) check() error {
	return errors.Join(input.Param(a.MaxIter >= 0, "Algorithm.MaxIter", a.MaxIter, "a number >= 0"),
		input.Param(a.Tol >= 0 && a.Tol < math.Inf(1), "Algorithm.Tol", a.Tol, "a number >= 0"))
}

func (a Algorithm) withDefaults() Algorithm {
	if a.MaxIter == 0 {
		a.MaxIter = 10000
	}
	if a.Tol == 0 {
		a.Tol = 1e-10
	}
	return a
}

// Run makes steps from start on. It returns an error that wraps input.ErrParam for the limits, input.ErrEmpty for no problem or start, input.ErrNotFinite where the start, a step or the log
// likelihood is not finite (as where it grows without bound), and ErrDecreased. Reaching MaxIter is not an error.
func (a Algorithm) Run(p Problem, start []float64) (*Result, error) {
	r, err := a.run(p, start)
	if err != nil {
		return nil, fmt.Errorf("em: run: %w", err)
	}
	return r, nil
}

func (a Algorithm) run(p Problem, start []float64) (*Result, error) {
	err := a.check()
	if input.IsNil(p) {
		err = errors.Join(err, input.Errorf(input.ErrEmpty, "problem", "got nil"))
	}
	if len(start) == 0 {
		err = errors.Join(err, input.Errorf(input.ErrEmpty, "start", "got no parameters"))
	}
	err = errors.Join(err, input.Vector("start", start, len(start)))
	if err != nil {
		return nil, err
	}
	a = a.withDefaults()
	r := &Result{Theta: slices.Clone(start), Report: Report{Stop: IterationLimit}}
	if err := r.take(p, a.Trace); err != nil {
		return nil, err
	}
	for r.Report.Iterations < a.MaxIter && r.Report.Stop != Converged {
		next := make([]float64, len(start))
		p.Step(next, r.Theta)
		change := distance(next, r.Theta)
		r.rate(change)
		r.Theta = next
		r.Report.Iterations++
		if err := r.take(p, a.Trace); err != nil {
			return nil, err
		}
		if change <= a.Tol {
			r.Report.Stop = Converged
		}
	}
	return r, nil
}

// take enters the parameters that a step led to, and verifies that the step was one of EM.
func (r *Result) take(p Problem, trace bool) error {
	step := r.Report.Iterations
	if err := input.Vector("parameters", r.Theta, len(r.Theta)); err != nil {
		return fmt.Errorf("after step %d: %w", step, err)
	}
	v := p.LogLikelihood(r.Theta)
	if v-v != 0 {
		return input.Errorf(input.ErrNotFinite, "log likelihood", "it is %v after step %d, at %.4g", v, step, r.Theta)
	}
	if step > 0 {
		if last := r.LogLikelihood[step-1]; v < last-1e-9*(1+math.Abs(last)) {
			return fmt.Errorf("%w: step %d, from %.12g to %.12g", ErrDecreased, step, last, v)
		}
	}
	r.LogLikelihood = append(r.LogLikelihood, v)
	if trace {
		r.Trace = append(r.Trace, slices.Clone(r.Theta))
	}
	return nil
}

// rate follows how steps shrink as long as rounding does not show.
func (r *Result) rate(change float64) {
	last := r.Report.Change
	if r.Report.Iterations > 0 && change > 1e-10 && last > 0 {
		r.Report.Rate = change / last
	}
	r.Report.Change = change
}

// distance is max |a_j - b_j|/(1 + |b_j|).
func distance(a, b []float64) (d float64) {
	for j, v := range a {
		d = max(d, math.Abs(v-b[j])/(1+math.Abs(b[j])))
	}
	return d
}
