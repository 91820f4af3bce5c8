package spline

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Kind is what a spline is made of, and with it the derivative that is penalised. The zero value is Cubic.
type Kind = enum.Of[kinds]

const (
	Cubic  Kind = iota // cubics with two continuous derivatives; the penalty is ∫f''²
	Linear             // straight lines, continuous; the penalty is ∫f'²
)

type kinds struct{}

func (kinds) Names() (string, []string) {
	return "spline.Kind", []string{Cubic: "cubic", Linear: "linear"}
}

// orderOf is the order of the derivative in the penalty.
func orderOf(k Kind) int {
	if k == Linear {
		return 1
	}
	return 2
}

// Choice is how λ is chosen. The zero value is GCV.
type Choice = enum.Of[choices]

const (
	GCV              Choice = iota // the λ of least generalised cross-validation, (RSS/n)/(1 − DF/n)²
	LeaveOneOut                    // of the least mean of w_i(y_i − f)², each f fitted without observation i
	Likelihood                     // of the largest marginal likelihood: f is a path of (integrated) Brownian motion, σ² is chosen with λ, constants and slopes have a flat prior (REML)
	DegreesOfFreedom               // the λ at which the trace of the hat matrix is DF
	Given                          // Lambda
)

type choices struct{}

func (choices) Names() (string, []string) {
	return "spline.Choice", []string{GCV: "gcv", LeaveOneOut: "leave one out", Likelihood: "likelihood", DegreesOfFreedom: "degrees of freedom", Given: "given"}
}

// Smoothing holds the parameters of a smoothing spline.
//
// Reference: P. J. Green and B. W. Silverman, Nonparametric Regression and Generalized Linear Models (1994), chapter 2; G. Wahba, Spline Models for Observational Data (1990), sections
// 1.3, 4.3 and 4.8. Curriculum: N6.2e, N6.2p, N6.2v (Lambda = n·λ of there).
type Smoothing struct {
	Kind   Kind    // Cubic or Linear
	Pinned bool    // f(0) = 0, and f'(0) = 0 for Cubic; all x are positive then
	Choose Choice  // how λ is chosen
	Lambda float64 // λ >= 0 for Given, 0 interpolates; otherwise 0
	DF     float64 // for DegreesOfFreedom: more than 0 if Pinned, 1 for Linear, 2 for Cubic, and less than the number of different x; otherwise 0
}

var _ learn.Learner[float64, *Model] = Smoothing{}

// Fit fits the n×1 matrix X and the n targets y, at a cost of O(n) for each λ that is tried and O(n log n) for sorting. See the package comment for equal x.
//
// The error wraps input.ErrEmpty, ErrShape (lengths that do not match, several columns, fewer different x than it takes: 1 for Linear and with Pinned, 2 for Cubic, and one more where
// λ is chosen), ErrNotFinite (also where a result overflows or underflows), ErrParam, or ErrValue for points that are nearer to each other than 2⁻²⁰⁰ times the range of x
// and, with Pinned, for x <= 0.
func (p Smoothing) Fit(x mat.Matrix, y []float64) (*Model, error) { return p.FitWeighted(x, y, nil) }

// FitWeighted is Fit with a weight w_i >= 0 for each row, or nil for equal ones. Weights are precisions: y_i has the variance σ²/w_i. The errors are those of Fit, and
// one that wraps input.ErrParam for a negative weight, if all are 0, or if one is more than 2²⁰⁰ times another.
func (p Smoothing) FitWeighted(x mat.Matrix, y, w []float64) (*Model, error) {
	m, err := p.fit(x, y, w)
	if err != nil {
		return nil, fmt.Errorf("spline: smoothing: %w", err)
	}
	return m, nil
}

func (p Smoothing) fit(x mat.Matrix, y, w []float64) (*Model, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	s, err := p.scale(x, y, w)
	if err != nil {
		return nil, err
	}
	lambda, report, err := p.choose(s)
	if err != nil {
		return nil, err
	}
	var out solution
	s.solve(lambda, &out, true)
	return p.model(s, &out, report)
}

// scale checks the data and brings them to the units of the problem.
func (p Smoothing) scale(x mat.Matrix, y, w []float64) (*scaled, error) {
	c, err := column(x)
	if err != nil {
		return nil, err
	}
	fewest := max(1, p.null())
	if p.Choose != Given {
		fewest = p.null() + 1
	}
	points, err := gather(c, y, w, fewest)
	if err != nil {
		return nil, err
	}
	return newScaled(p.Kind, p.Pinned, points)
}

// null is the dimension of the functions that cost nothing.
func (p Smoothing) null() int {
	if p.Pinned {
		return 0
	}
	return orderOf(p.Kind)
}

func (p Smoothing) check() error {
	errs := []error{p.Kind.Check("Smoothing.Kind"), p.Choose.Check("Smoothing.Choose")}
	if p.Choose == Given {
		errs = append(errs, input.Param(p.Lambda >= 0 && finite(p.Lambda), "Smoothing.Lambda", p.Lambda, "a number >= 0"))
	} else {
		errs = append(errs, input.Param(p.Lambda == 0, "Smoothing.Lambda", p.Lambda, "0, for it is chosen (Choose: spline.Given takes it)"))
	}
	if p.Choose == DegreesOfFreedom {
		errs = append(errs, input.Param(p.DF > float64(p.null()) && finite(p.DF), "Smoothing.DF", p.DF, fmt.Sprintf("a number > %d", p.null())))
	} else {
		errs = append(errs, input.Param(p.DF == 0, "Smoothing.DF", p.DF, "0 (Choose: spline.DegreesOfFreedom takes it)"))
	}
	return errors.Join(errs...)
}
