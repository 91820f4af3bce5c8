package likelihood

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ErrNoMaximum is returned where a likelihood has no maximum: it grows without bound, or its bound lies infinitely far away.
var ErrNoMaximum = errors.New("the likelihood has no maximum")

// Function is a log likelihood of a vector of parameters.
type Function interface {
	// At returns ℓ(θ), and sets score to its gradient and information to the matrix by which a step divides: -∇²ℓ(θ) for Newton's method, its expectation for Fisher's
	// scoring. Where θ is not allowed it returns -Inf.
	At(theta, score []float64, information *mat.SymDense) float64
}

// Newton maximises a Function by steps θ + t·(information)⁻¹·score. A matrix that is not positive definite is made so by adding to its diagonal, and t is halved from 1
// on until ℓ grows as it must (Armijo's rule), so that no step lowers it. A search ends where a whole step would gain no more than Tol, half of the decrement
// scoreᵀ·(information)⁻¹·score, which is in units of the log likelihood and does not depend on those of θ.
//
// Reference: S. Boyd and L. Vandenberghe, Convex Optimization (2004), 9.5. Curriculum: V11.1b.
type Newton struct {
	MaxIter int     // limit of the steps, >= 1; 0 means 200
	Tol     float64 // >= 0; 0 means 1e-18
	Trace   bool    // keep all steps
}

// Maximum is where a search ended.
type Maximum struct {
	Theta         []float64
	LogLikelihood float64
	Score         []float64 // the gradient, which is 0 up to rounding at a maximum
	Information   dist.Sym  // the matrix of the Function, k×k
	Report        Report
	Trace         []Step // the start and each step, if it was asked for
}

// Step is one point of a search.
type Step struct {
	Theta         []float64
	LogLikelihood float64
	Decrement     float64 // scoreᵀ·(information)⁻¹·score
}

// Report says how a search ended.
type Report struct {
	Stop       Stop
	Iterations int     // steps
	Decrement  float64 // at the end
	Maxima     int     // different maxima that the starts of a fit led to, of which the highest is kept; 1 where a formula gives it
}

// String says in one line how a search ended.
func (r Report) String() string {
	if r.Stop == Formula {
		return r.Stop.String()
	}
	text := fmt.Sprintf("%v after %d steps, decrement %.1g", r.Stop, r.Iterations, r.Decrement)
	if r.Maxima > 1 {
		text += fmt.Sprintf(", the highest of %d maxima", r.Maxima)
	}
	return text
}

// Stop is the reason why a search ended.
type Stop = enum.Of[stops]

const (
	Converged      Stop = iota // a step gains no more than Tol
	Formula                    // there was no search
	IterationLimit             // MaxIter steps were made
	Stuck                      // no step along the direction raises ℓ, though the slope says that one should: the derivatives are wrong, or rounding hides the gain
)

type stops struct{}

func (stops) Names() (string, []string) {
	return "likelihood.Stop", []string{Converged: "converged", Formula: "by a formula", IterationLimit: "iteration limit", Stuck: "stuck"}
}

// point is where a search is.
type point struct {
	theta, score []float64
	info         *mat.SymDense
	value        float64
}

// Maximise searches from start. It returns an error that wraps input.ErrEmpty or input.ErrNotFinite for the start, also where ℓ is not finite there, input.ErrParam for
// the parameters, and ErrNoMaximum where ℓ becomes infinite, or is flat where nothing is left to gain, as far away with the separated data of a logistic regression. It stops at a local maximum, as every search by steps; reaching MaxIter is not an error.
func (p Newton) Maximise(f Function, start []float64) (*Maximum, error) {
	m, err := p.maximise(f, start)
	if err != nil {
		return nil, fmt.Errorf("likelihood: newton: %w", err)
	}
	return m, nil
}

func (p Newton) check() error {
	return errors.Join(input.Param(p.MaxIter >= 0, "Newton.MaxIter", p.MaxIter, "a number >= 0"),
		input.Param(p.Tol >= 0 && p.Tol < math.Inf(1), "Newton.Tol", p.Tol, "a number >= 0"))
}

func (p Newton) maximise(f Function, start []float64) (*Maximum, error) {
	err := p.check()
	if input.IsNil(f) {
		err = errors.Join(err, input.Errorf(input.ErrEmpty, "f", "got nil, want a Function"))
	}
	if len(start) == 0 {
		err = errors.Join(err, input.Errorf(input.ErrEmpty, "start", "got no parameters"))
	} else {
		err = errors.Join(err, input.Vector("start", start, len(start)))
	}
	if err != nil {
		return nil, err
	}
	if p.MaxIter == 0 {
		p.MaxIter = 200
	}
	if p.Tol == 0 {
		p.Tol = 1e-18
	}
	at := evaluate(f, slices.Clone(start))
	if !usable(at) {
		return nil, input.Errorf(input.ErrNotFinite, "start", "the log likelihood or its derivatives are not finite at %v", start)
	}
	return p.climb(f, at)
}

func evaluate(f Function, theta []float64) *point {
	k := len(theta)
	at := &point{theta: theta, score: make([]float64, k), info: mat.NewSymDense(k, nil)}
	at.value = f.At(theta, at.score, at.info)
	return at
}

// usable reports whether value, score and information are finite.
func usable(at *point) bool {
	sum := at.value - at.value + floats.Sum(at.score) - floats.Sum(at.score)
	for _, v := range at.info.RawSymmetric().Data {
		sum += v - v
	}
	return sum == 0
}

// climb makes steps until nothing is left to gain.
func (p Newton) climb(f Function, at *point) (*Maximum, error) {
	m := &Maximum{Report: Report{Stop: IterationLimit, Maxima: 1}}
	for {
		step, decrement, definite := direction(at)
		if p.Trace {
			m.Trace = append(m.Trace, Step{slices.Clone(at.theta), at.value, decrement})
		}
		m.Report.Decrement = decrement
		next, halvings := advance(f, at, step, decrement)
		if next != nil && math.IsInf(next.value, 1) {
			return nil, fmt.Errorf("%w: it is infinite at %.3g", ErrNoMaximum, next.theta)
		}
		if next != nil && slices.Equal(next.theta, at.theta) {
			next = nil // the step was halved until it vanished
		}
		done := decrement <= 2*p.Tol
		if done && (!definite || long(at.theta, step)) {
			return nil, fmt.Errorf("%w, or no single one: at %.3g nothing is left to gain, and the information is singular", ErrNoMaximum, at.theta)
		}
		if done || next == nil || m.Report.Iterations >= p.MaxIter {
			m.Report.Stop = reason(done, next == nil, decrement, at.value)
			if next != nil && done && halvings == 0 {
				at = next // one more step costs nothing, and is exact to rounding
			}
			m.Theta, m.LogLikelihood, m.Score, m.Information = at.theta, at.value, at.score, dist.NewSym(at.info)
			return m, nil
		}
		at = next
		m.Report.Iterations++
	}
}

// reason why a search ends; a gain that rounding hides is as good as none.
func reason(done, stuck bool, decrement, value float64) Stop {
	switch {
	case done || stuck && decrement < 1e-9*(1+math.Abs(value)):
		return Converged
	case stuck:
		return Stuck
	}
	return IterationLimit
}

// long reports whether a step moves a parameter by more than a thousandth of it.
func long(theta, step []float64) bool {
	for j, v := range step {
		if math.Abs(v) > 1e-3*(1+math.Abs(theta[j])) {
			return true
		}
	}
	return false
}

// direction solves information · step = score, with as much added to the diagonal as makes it positive definite, and returns scoreᵀ·step and whether it was so.
func direction(at *point) (step []float64, decrement float64, definite bool) {
	k := len(at.theta)
	size := 0.0
	for j := range k {
		size = max(size, math.Abs(at.info.At(j, j)), math.Abs(at.score[j])*1e-8)
	}
	for more := 0.0; ; more = max(10*more, 1e-8) {
		shifted := mat.NewSymDense(k, nil)
		shifted.CopySym(at.info)
		for j := range k {
			d := at.info.At(j, j)
			shifted.SetSym(j, j, d+more*max(math.Abs(d), 1e-8*size))
		}
		law, err := dist.NewMVNormal(make([]float64, k), shifted) // whose Cholesky factor does not depend on units
		if err != nil && more < 1e20 {
			continue
		}
		step = slices.Clone(at.score)
		if err == nil {
			law.Solve(step)
		}
		return step, floats.Dot(step, at.score), more == 0
	}
}

// advance goes along the step, half as far each time, until ℓ has grown by a ten-thousandth of what the slope promises, or by nothing that rounding would show. It returns
// nil where no part of the step will do.
func advance(f Function, at *point, step []float64, decrement float64) (*point, int) {
	noise := 1e-14 * (1 + math.Abs(at.value))
	for halvings := range 60 {
		t := math.Ldexp(1, -halvings)
		theta := slices.Clone(at.theta)
		floats.AddScaled(theta, t, step)
		next := evaluate(f, theta)
		if math.IsInf(next.value, 1) {
			return next, halvings
		}
		if !usable(next) {
			continue
		}
		gain := next.value - at.value
		if gain >= 1e-4*t*decrement && gain > 0 || decrement < noise && gain >= -noise {
			return next, halvings
		}
	}
	return nil, 60
}
