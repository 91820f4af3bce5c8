// Package quadrature integrates functions of one and several real variables in floating point, with an estimate of the error.
//
//	r, err := quadrature.Integrate(f, 0, math.Inf(1), quadrature.Options{})
//	// r.Value ± r.Err
//
// The range is cut at the breaks that the caller knows, and a line without breaks, if it must be, at 0. Each piece is mapped to the line by a double exponential
// transformation, which pushes endpoints, their singularities and the tails away to infinity; the trapezoidal rule is then tried
// with smaller and smaller steps, and where it does not converge at once, for the integrand has kinks or jumps, the piece is
// halved adaptively with the Gauss-Kronrod rule of 15 points. Where the caller tells the branches by which values come about, kinks and jumps
// are found and cut at first. So the cost is some 100 evaluations for a smooth piece and a few
// thousand for one with jumps.
//
// The functions are only asked at finite points within the range, never at its ends. A peak that is narrow, and far from every break
// and from 0, can be missed: name its place in Options.Breaks.
//
// Files: quadrature.go what is asked, transform.go the transformations, trapezoid.go and kronrod.go the two rules, cuts.go kinks, nested.go several
// variables, space.go and peak.go the whole of ℝ^d.
//
// References: H. Takahasi and M. Mori, Double exponential formulas for numerical integration (1974); R. Piessens et al., QUADPACK (1983).
package quadrature

import (
	"errors"
	"math"
	"sort"
)

// Options of an integration. The zero value asks for a relative error of 1e-10 with at most 200,000 evaluations.
type Options struct {
	Tol float64 // the error aimed at, relative to the integral of |f|; 1e-10 for 0
	Max int     // the largest number of evaluations; 200,000 for 0
	// Uncertainty, if not nil, is that of the last value of the integrand, as where it is an integral itself.
	Uncertainty func() float64
	// Branch, if not nil, tells by which branches the last value of the integrand came about: where it changes, the range is cut.
	Branch func() uint64
	Breaks []float64 // where the integrand has kinks, jumps, singularities or peaks, in any order, also beyond the range
}

// Result is an integral.
type Result struct {
	Value       float64
	Err         float64 // an estimate of |Value - integral|, on the safe side as a rule
	Evaluations int
}

// The reasons why there is no integral.
var (
	ErrDivergent = errors.New("the integral does not converge to six digits with the evaluations allowed")
	ErrUndefined = errors.New("the integrand is not a finite number")
	ErrBounds    = errors.New("a bound of the integral is not a number")
)

const (
	defaultTol = 1e-10
	defaultMax = 200_000
	// acceptable is the relative error up to which a result is given although it misses Tol.
	acceptable = 1e-6
	// negligible is an absolute error that never matters: without it the tails of an outer integral, where the inner ones lose their
	// digits near the smallest floating-point numbers, would count as divergent.
	negligible = 1e-200
)

// Integrate is the integral of f from a to b, which may be infinite; for a > b it is minus that from b to a. An error of f ends it
// and is returned, unless it happens far out in a tail that is 0 to rounding, and so is a value that is not finite (ErrUndefined).
// Where the error estimate is above 1e-6 of the integral of |f| the result comes with ErrDivergent.
func Integrate(f func(x float64) (float64, error), a, b float64, o Options) (Result, error) {
	in := newIntegrator(o)
	v, err := in.integrate(func(x float64) (float64, float64, error) {
		y, err := f(x)
		if o.Uncertainty != nil && err == nil {
			return y, o.Uncertainty(), nil
		}
		return y, 0, err
	}, a, b, in.tol)
	return v.checked(in, err)
}

// integrator is what the integrations of one call share.
type integrator struct {
	tol    float64
	left   int // evaluations
	max    int
	breaks []float64
	branch func() uint64 // or nil
	cuts   int           // found where the branch changes
}

func newIntegrator(o Options) *integrator {
	in := &integrator{tol: o.Tol, max: o.Max, branch: o.Branch, breaks: append([]float64(nil), o.Breaks...)}
	if !(in.tol > 0) {
		in.tol = defaultTol
	}
	if in.max <= 0 {
		in.max = defaultMax
	}
	in.left = in.max
	sort.Float64s(in.breaks)
	return in
}

// integrand gives its value and the uncertainty of its value.
type integrand func(x float64) (y, uncertainty float64, err error)

// estimate is an integral with its error, and the integral of |f|.
type estimate struct{ value, err, size float64 }

func (e estimate) plus(f estimate) estimate {
	return estimate{e.value + f.value, e.err + f.err, e.size + f.size}
}

func (e estimate) minus(f estimate) estimate {
	return estimate{e.value - f.value, e.err - f.err, e.size - f.size}
}

// checked is the result, or why it is none.
func (e estimate) checked(in *integrator, err error) (Result, error) {
	if err == nil && e.err > acceptable*e.size+negligible {
		err = ErrDivergent
	}
	return Result{e.value, e.err, in.max - max(in.left, 0)}, err
}

func (in *integrator) integrate(f integrand, a, b, tol float64) (estimate, error) {
	switch {
	case math.IsNaN(a) || math.IsNaN(b):
		return estimate{}, ErrBounds
	case a > b:
		e, err := in.integrate(f, b, a, tol)
		e.value = -e.value
		return e, err
	case a == b:
		return estimate{}, nil
	}
	var total estimate
	ends := in.pieces(a, b)
	if len(ends) == 2 && math.IsInf(a, -1) && math.IsInf(b, 1) {
		e, cuts, ok, err := in.line(f, tol)
		if ok || err != nil {
			return e, err
		}
		if cuts != nil {
			return in.between(f, a, b, cuts, tol)
		}
		ends = []float64{a, 0, b}
	}
	for i := 1; i < len(ends); i++ {
		e, err := in.piece(f, ends[i-1], ends[i], tol)
		if err != nil {
			return estimate{}, err
		}
		total = total.plus(e)
	}
	return total, nil
}

// line tries a whole line at once, or tells where it is to be cut. A narrow peak, or an integrand that is not defined far out on one side, makes it fail.
func (in *integrator) line(f integrand, tol float64) (e estimate, cuts []float64, ok bool, err error) {
	p := newPiece(in, f, math.Inf(-1), math.Inf(1))
	if p.findTails() != nil {
		return e, nil, false, nil // the two halves tell why
	}
	if cuts, err = p.cuts(); err != nil || cuts != nil {
		return e, cuts, false, err
	}
	e, ok, err = p.trapezoid(tol)
	return e, nil, ok && e.err <= acceptable*e.size+negligible, err
}

// pieces are the ends of the pieces between a and b.
func (in *integrator) pieces(a, b float64) []float64 {
	ends := []float64{a}
	for _, x := range in.breaks {
		if a < x && x < b && x != ends[len(ends)-1] && !math.IsInf(x, 0) {
			ends = append(ends, x)
		}
	}
	return append(ends, b)
}

// piece integrates over one piece: a first attempt by the trapezoidal rule, a second by bisection.
func (in *integrator) piece(f integrand, a, b, tol float64) (estimate, error) {
	p := newPiece(in, f, a, b)
	if err := p.findTails(); err != nil {
		return estimate{}, err
	}
	cuts, err := p.cuts()
	if err != nil {
		return estimate{}, err
	}
	if cuts != nil {
		return in.between(f, a, b, cuts, tol)
	}
	if e, ok, err := p.trapezoid(tol); ok || err != nil {
		return e, err
	}
	return p.bisect(tol)
}

// between integrates from cut to cut.
func (in *integrator) between(f integrand, a, b float64, cuts []float64, tol float64) (total estimate, err error) {
	for _, end := range append(cuts, b) {
		if end <= a {
			continue
		}
		e, err := in.piece(f, a, end, tol)
		if err != nil {
			return total, err
		}
		total, a = total.plus(e), end
	}
	return total, nil
}
