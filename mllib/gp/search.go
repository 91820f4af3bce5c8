package gp

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/mllib/descent"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Search says how to look for the parameters of largest evidence: by descent.LBFGS in their logarithms, between bounds. Parameters are those of
// kernels.Kernel.Parameters, by the names that these have, and "Noise". A noise of 0 stays 0.
//
// The evidence can have several maxima: Restarts begin elsewhere. Reference: Rasmussen and Williams (2006), section 5.4.1.
type Search struct {
	Fixed    []string              // parameters that stay as they are
	Bounds   map[string][2]float64 // the least and the largest value of a parameter, 0 < least <= largest
	Within   float64               // the bounds of all others are the value given divided and multiplied by this number > 1; 0 means 1e5
	Restarts int                   // further starts, their logarithms uniform between the bounds, drawn from Src; >= 0
	Tol      float64               // stop where the gradient by the logarithms has at most this length; 0 means 1e-5
	MaxSteps int                   // of each start; 0 means 200
}

// SearchReport says how a search went.
type SearchReport struct {
	Starts   []Start  // the parameters given, then the restarts
	Best     int      // which start led to the largest evidence
	AtBounds []string // parameters that ended at one of their bounds, but for 1 % of the value
}

// Start is one start of a search.
type Start struct {
	From, To    []float64 // values of the parameters, in the order of Evidence.Parameters
	LogEvidence float64   // at To
	Failed      string    // why the evidence is not defined at From; empty if it is
	Report      descent.Report
}

// String says in one line how the search went.
func (r *SearchReport) String() string {
	if r == nil || r.Best < 0 || r.Best >= len(r.Starts) {
		return "no search"
	}
	text := fmt.Sprintf("start %d of %d is best: %v", r.Best+1, len(r.Starts), r.Starts[r.Best].Report)
	if len(r.AtBounds) > 0 {
		text += "; at a bound: " + strings.Join(r.AtBounds, ", ")
	}
	return text
}

func (s *Search) check(where string, all []kernels.Parameter, src rand.Source) error {
	if s == nil {
		return nil
	}
	name := where + "Search."
	errs := []error{
		input.Param(s.Within == 0 || s.Within > 1 && finite(s.Within), name+"Within", s.Within, "a number > 1, or 0 for 1e5"),
		input.Param(s.Restarts >= 0, name+"Restarts", s.Restarts, "a number >= 0"),
		input.Param(s.Restarts <= 0 || src != nil, where+"Src", src, "a source of randomness for Search.Restarts"),
		input.Param(s.Tol >= 0 && finite(s.Tol), name+"Tol", s.Tol, "a positive number, or 0 for 1e-5"),
		input.Param(s.MaxSteps >= 0, name+"MaxSteps", s.MaxSteps, "a number >= 0"),
	}
	known := map[string]float64{}
	for _, p := range all {
		known[p.Name] = p.Value
	}
	for _, f := range s.Fixed {
		_, ok := known[f]
		errs = append(errs, input.Param(ok, name+"Fixed", f, names(all)))
	}
	for _, f := range slices.Sorted(maps.Keys(s.Bounds)) {
		b, v := s.Bounds[f], known[f]
		errs = append(errs, input.Param(v > 0, name+"Bounds", f, names(all)),
			input.Param(0 < b[0] && b[0] <= b[1] && finite(b[1]), name+"Bounds", b, "0 < least <= largest"),
			input.Param(v == 0 || b[0] <= v && v <= b[1], name+"Bounds", b, fmt.Sprintf("bounds around %s = %v, where the search begins", f, v)))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	free := len(s.newClimb(0, all, nil).free)
	return input.Param(free > 0, where+"Search", free, "at least one parameter that is not fixed")
}

func names(all []kernels.Parameter) string {
	var list []string
	for _, p := range all {
		list = append(list, p.Name)
	}
	return fmt.Sprintf("one of the parameters %q", list)
}

// climb is one search. value returns the evidence at values of the parameters, and its derivatives by their logarithms.
type climb struct {
	start  []kernels.Parameter
	bounds [][2]float64 // of all parameters; equal ones of those that are fixed
	free   []int        // which are not
	value  func(values []float64) (log float64, gradient []float64, err error)
	noise  float64 // error of the values
	failed error   // the first value that was not defined
}

// evidenceNoise is the rounding of the evidence for each observation, where the covariance is as ill-conditioned as is usual. Its gradient has more digits, by which a search goes on.
const evidenceNoise = 1e-11

func (s *Search) newClimb(n int, all []kernels.Parameter, value func([]float64) (float64, []float64, error)) *climb {
	c := &climb{start: all, value: value, noise: evidenceNoise * float64(n)}
	within := s.Within
	if within == 0 {
		within = 1e5
	}
	for i, p := range all {
		b := [2]float64{max(p.Value/within, 0x1p-1000), min(p.Value*within, 0x1p1000)}
		if own, ok := s.Bounds[p.Name]; ok {
			b = own
		}
		if slices.Contains(s.Fixed, p.Name) {
			b = [2]float64{p.Value, p.Value}
		}
		if c.bounds = append(c.bounds, b); b[0] < b[1] {
			c.free = append(c.free, i)
		}
	}
	return c
}

// run climbs from all starts and returns the best values. Where the evidence is defined at no start, the error is that of the first one.
func (s *Search) run(c *climb, src rand.Source) ([]float64, *SearchReport, error) {
	report := &SearchReport{Best: -1}
	var first error
	var rnd *rand.Rand
	if s.Restarts > 0 {
		rnd = rand.New(src)
	}
	for k := range 1 + s.Restarts {
		from := make([]float64, len(c.start))
		for i, p := range c.start {
			from[i] = p.Value
			if b := c.bounds[i]; k > 0 && b[0] < b[1] {
				from[i] = inside(b, rnd.Float64())
			}
		}
		start, err := s.climb(c, from)
		if k == 0 {
			first = err
		}
		report.Starts = append(report.Starts, start)
		if err == nil && (report.Best < 0 || start.LogEvidence > report.Starts[report.Best].LogEvidence) {
			report.Best = k
		}
	}
	if report.Best < 0 {
		return nil, nil, first
	}
	best := report.Starts[report.Best].To
	for _, i := range c.free {
		if b := c.bounds[i]; best[i] <= b[0]*1.01 || best[i] >= b[1]/1.01 {
			report.AtBounds = append(report.AtBounds, c.start[i].Name)
		}
	}
	return best, report, nil
}

// inside is the number whose logarithm divides that of the bounds in a share.
func inside(b [2]float64, share float64) float64 {
	return min(b[1], max(b[0], math.Exp((1-share)*math.Log(b[0])+share*math.Log(b[1]))))
}

// climb climbs from one start.
func (s *Search) climb(c *climb, from []float64) (Start, error) {
	start := Start{From: from, To: from}
	tol, steps := s.Tol, s.MaxSteps
	if tol == 0 {
		tol = 1e-5
	}
	if steps == 0 {
		steps = 200
	}
	c.failed = nil
	r, err := descent.LBFGS{Tol: tol, MaxSteps: steps, Noise: c.noise}.Minimize(c, c.coordinates(from))
	if err == nil && math.IsInf(r.Value, 1) {
		err = c.failed
	}
	if err != nil {
		start.Failed = err.Error()
		return start, err
	}
	start.To, start.LogEvidence, start.Report = c.values(r.B), -r.Value, r.Report
	return start, nil
}

// A coordinate b of the descent stands for log θ = middle + half·sin(b/half), which keeps between the bounds: as log θ itself moves in the middle, ever less near
// the bounds.
func (c *climb) span(i int) (middle, half float64) {
	low, high := math.Log(c.bounds[i][0]), math.Log(c.bounds[i][1])
	return (low + high) / 2, (high - low) / 2
}

// coordinates of values. A value on a bound would not move, so it begins a little beside.
func (c *climb) coordinates(values []float64) []float64 {
	b := make([]float64, len(c.free))
	for k, i := range c.free {
		middle, half := c.span(i)
		b[k] = half * math.Asin(max(-.999, min(.999, (math.Log(values[i])-middle)/half)))
	}
	return b
}

func (c *climb) values(b []float64) []float64 {
	values := make([]float64, len(c.start))
	for i, p := range c.start {
		values[i] = p.Value
	}
	for k, i := range c.free {
		middle, half := c.span(i)
		values[i] = min(c.bounds[i][1], max(c.bounds[i][0], math.Exp(middle+half*math.Sin(b[k]/half))))
	}
	return values
}

// Value is minus the evidence, +Inf where it is not defined.
func (c *climb) Value(b []float64) float64 {
	return c.ValueGradient(make([]float64, len(b)), b)
}

// Gradient is that of Value.
func (c *climb) Gradient(dst, b []float64) { c.ValueGradient(dst, b) }

// ValueGradient gives both.
func (c *climb) ValueGradient(dst, b []float64) float64 {
	log, gradient, err := c.value(c.values(b))
	if err == nil && !(finite(log) && finite(floats.Norm(gradient, 1))) {
		err = input.Errorf(input.ErrNotFinite, "X, y", "the evidence is %v, its derivatives %v", log, gradient)
	}
	if err != nil {
		if c.failed == nil {
			c.failed = err
		}
		clear(dst)
		return math.Inf(1)
	}
	for k, i := range c.free {
		_, half := c.span(i)
		dst[k] = -gradient[i] * math.Cos(b[k]/half)
	}
	return -log
}

// tables are the matrices that a search fills again and again: of a kernel, and of its derivatives.
func tables(n, parameters int) (gram *mat.SymDense, by []*mat.SymDense, err error) {
	if err := input.Size("X", n, n); err != nil {
		return nil, nil, err
	}
	for range parameters {
		by = append(by, mat.NewSymDense(n, nil))
	}
	return mat.NewSymDense(n, nil), by, nil
}

// searched returns the parameters of largest evidence.
func (p Regression) searched(d *observations) (Regression, *SearchReport, error) {
	gram, by, err := tables(len(d.y), len(p.Kernel.Parameters()))
	if err != nil {
		return p, nil, err
	}
	c := p.Search.newClimb(len(d.y), p.parameters(), func(values []float64) (float64, []float64, error) {
		at, err := p.with(values)
		if err != nil {
			return 0, nil, err
		}
		if err := at.Kernel.GradientTo(gram, by, d.x); err != nil {
			return 0, nil, err
		}
		m, err := at.given(d, gram)
		if err == nil {
			err = m.checkNumbers()
		}
		if err != nil {
			return 0, nil, err
		}
		return m.LogEvidence, m.slopes(by), nil
	})
	values, report, err := p.Search.run(c, p.Src)
	if errors.Is(err, errNoFactor) {
		err = p.explain(d)
	}
	if err != nil {
		return p, nil, err
	}
	p, err = p.with(values)
	return p, report, err
}
