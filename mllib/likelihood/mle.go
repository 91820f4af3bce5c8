package likelihood

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/enum"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// MLE holds what is to be estimated by maximum likelihood.
//
// Curriculum: V11.1a, V11.1b.
type MLE struct {
	Law   Law
	Known map[string]float64 // parameters that are not estimated, by their names; not all of them
	// Method is how the maximum is found; 0 is by a formula where the law has one, and else by Newton's method.
	Method Method
	Start  []float64 // where the search begins, all parameters of the law in order (known ones are not used); nil means an estimate by moments or quantiles
	Newton           // limits of the search, and whether its steps are kept
}

// Method is a way to find the maximum.
type Method = enum.Of[methods]

const (
	Automatic   Method = iota // a formula where the law has one, else NewtonSteps
	NewtonSteps               // Newton's method: steps divide by the observed information
	Scoring                   // Fisher's scoring: steps divide by the expected information, which is always positive definite
)

type methods struct{}

func (methods) Names() (string, []string) {
	return "likelihood.Method", []string{Automatic: "automatic", NewtonSteps: "newton", Scoring: "scoring"}
}

// problem is a law with what is known of its parameters and a sample.
type problem struct {
	MLE
	record
	*sample
	free  []bool
	theta []float64 // what is known, in the units of the sample
}

// Fit estimates the parameters from the observations x, n >= 1 numbers.
//
// A search goes by the logarithms of positive parameters and the log odds of probabilities, from one start, or for the location of Cauchy laws with a known scale, whose likelihood may have
// many maxima, from each peak among the observations (or 200 quantiles) and the places half way between; the highest maximum is kept, and Report.Maxima says how many there were.
//
// It returns an error that wraps input.ErrEmpty or input.ErrNotFinite for x, input.ErrValue for an observation that the law cannot give, input.ErrParam and input.ErrShape for
// what is wrong with the parameters, and ErrNoMaximum, which says why. It does not modify x.
func (p MLE) Fit(x []float64) (*Model, error) {
	q, err := p.prepare(x)
	if err != nil {
		return nil, fmt.Errorf("likelihood: fit: %w", err)
	}
	m, err := q.fit()
	if err != nil {
		return nil, fmt.Errorf("likelihood: fit: %v: %w", p.Law, err)
	}
	return m, nil
}

// prepare checks all arguments.
func (p MLE) prepare(x []float64) (*problem, error) {
	if err := errors.Join(p.Law.Check("MLE.Law"), p.Method.Check("MLE.Method"), p.Newton.check()); err != nil {
		return nil, err
	}
	s, sampleErr := newSample(p.Law, x)
	if err := errors.Join(sampleErr, p.checkKnown(), p.checkStart()); err != nil {
		return nil, err
	}
	q := &problem{MLE: p, record: table[p.Law], sample: s}
	for _, parameter := range q.parameters {
		v, known := p.Known[parameter.name]
		q.free, q.theta = append(q.free, !known), append(q.theta, s.inner(parameter, v))
	}
	if q.none != nil {
		if why := q.none(s, q.theta, q.free); why != "" {
			return nil, fmt.Errorf("%v: %w: %s", p.Law, ErrNoMaximum, why)
		}
	}
	return q, nil
}

// allows reports whether v is in the range of the parameter.
func (p parameter) allows(v float64) bool {
	finite := v-v == 0
	return finite && (p.kind == real || v > 0) && (p.kind != share || v < 1)
}

func (p parameter) wants() string {
	return []string{real: "a finite number", positive: "a finite number > 0", share: "a number between 0 and 1, these excluded"}[p.kind]
}

func (p MLE) checkKnown() error {
	names := make([]string, 0, len(p.Known))
	for name := range p.Known {
		names = append(names, name)
	}
	sort.Strings(names)
	parameters := table[p.Law].parameters
	var errs []error
	for _, name := range names {
		i := slices.IndexFunc(parameters, func(q parameter) bool { return q.name == name })
		if i < 0 {
			errs = append(errs, input.Errorf(input.ErrParam, "MLE.Known", "a %v law has no parameter %q, but %s", p.Law, name, strings.Join(p.names(), ", ")))
			continue
		}
		v := p.Known[name]
		errs = append(errs, input.Param(parameters[i].allows(v), "MLE.Known["+name+"]", v, parameters[i].wants()))
	}
	errs = append(errs, input.Param(len(names) < len(parameters), "MLE.Known", names, "not all parameters, for nothing is left to estimate"))
	return errors.Join(errs...)
}

func (p MLE) checkStart() error {
	r := table[p.Law]
	if r.kinks && p.Method != Automatic {
		return input.Errorf(input.ErrParam, "MLE.Method", "the likelihood of a %v law has no derivatives, and its maximum a formula", p.Law)
	}
	if p.Start == nil {
		return nil
	}
	if r.formula != nil && p.Method == Automatic {
		return input.Errorf(input.ErrParam, "MLE.Start", "the maximum of a %v law has a formula; Method says how to search all the same", p.Law)
	}
	if len(p.Start) != len(r.parameters) {
		return input.Errorf(input.ErrShape, "MLE.Start", "got %d numbers, want %s", len(p.Start), strings.Join(p.names(), ", "))
	}
	var errs []error
	for j, q := range r.parameters {
		errs = append(errs, input.Param(q.allows(p.Start[j]), "MLE.Start["+q.name+"]", p.Start[j], q.wants()))
	}
	return errors.Join(errs...)
}

// names are those of the parameters.
func (p MLE) names() (names []string) {
	for _, q := range table[p.Law].parameters {
		names = append(names, q.name)
	}
	return names
}

// fit finds the maximum and what is told of it.
func (q *problem) fit() (*Model, error) {
	theta := slices.Clone(q.theta)
	if q.formula != nil {
		border := q.formula(q.sample, theta, q.free)
		if q.Method == Automatic || border {
			return q.model(theta, Report{Stop: Formula, Maxima: 1}, nil, border)
		}
	}
	best, maxima, err := q.search(theta)
	if err != nil {
		return nil, err
	}
	theta = q.whole(best.Theta)
	best.Report.Maxima = maxima
	return q.model(theta, best.Report, best.Trace, false)
}

// search climbs from all starts, and returns the highest maximum and the number of different ones.
func (q *problem) search(formula []float64) (best *Maximum, maxima int, err error) {
	var found []*Maximum
	for _, start := range q.starts(formula) {
		m, climbErr := q.Newton.maximise(q, q.coordinates(start))
		if climbErr != nil {
			err = climbErr
			continue
		}
		if !slices.ContainsFunc(found, func(o *Maximum) bool { return same(o.Theta, m.Theta) }) {
			found = append(found, m)
		}
		if best == nil || m.LogLikelihood > best.LogLikelihood {
			best = m
		}
	}
	if best == nil {
		return nil, 0, err
	}
	return best, len(found), nil
}

func same(a, b []float64) bool {
	for i, v := range a {
		if math.Abs(v-b[i]) > 1e-6*(1+math.Abs(v)) {
			return false
		}
	}
	return true
}

// starts are all parameters in the units of the sample.
func (q *problem) starts(formula []float64) [][]float64 {
	if q.Start != nil {
		theta := slices.Clone(q.theta)
		for j, p := range q.parameters {
			if q.free[j] {
				theta[j] = q.inner(p, q.Start[j])
			}
		}
		return [][]float64{theta}
	}
	if q.start != nil {
		return q.start(q.sample, q.theta, q.free)
	}
	for j, p := range q.parameters { // beside the maximum, so that there is something to do
		if q.free[j] && p.kind != real {
			formula[j] *= .75
		}
	}
	return [][]float64{formula}
}

// coordinates are what the search goes by: of the free parameters the logarithm or log odds.
func (q *problem) coordinates(theta []float64) (eta []float64) {
	if q.charted() {
		return q.chart.in(q.sample, theta)
	}
	for j, p := range q.parameters {
		if !q.free[j] {
			continue
		}
		v := theta[j]
		switch p.kind {
		case positive:
			v = math.Log(v)
		case share:
			v = math.Log(v / (1 - v))
		}
		eta = append(eta, v)
	}
	return eta
}

// whole puts what is known and what the coordinates say together.
func (q *problem) whole(eta []float64) []float64 {
	if q.charted() {
		return q.chart.out(q.sample, eta)
	}
	theta := slices.Clone(q.theta)
	i := 0
	for j, p := range q.parameters {
		if !q.free[j] {
			continue
		}
		theta[j], _, _ = p.value(eta[i])
		i++
	}
	return theta
}

// charted reports whether the search goes by coordinates of their own.
func (q *problem) charted() bool { return q.chart != nil && q.tight && q.free[0] && q.free[1] }

// value is the parameter at a coordinate, with both derivatives.
func (p parameter) value(eta float64) (v, slope, bend float64) {
	switch p.kind {
	case positive:
		v = math.Exp(eta)
		return v, v, v
	case share:
		v = 1 / (1 + math.Exp(-eta))
		return v, v * (1 - v), v * (1 - v) * (1 - 2*v)
	}
	return eta, 1, 0
}

// At makes a problem a Function of the coordinates.
func (q *problem) At(eta, score []float64, information *mat.SymDense) float64 {
	if q.charted() {
		return q.atChart(eta, score, information)
	}
	theta, slope, bend := q.whole(eta), make([]float64, 0, 2), make([]float64, 0, 2)
	var index []int
	for j, p := range q.parameters {
		if !q.free[j] {
			continue
		}
		_, first, second := p.value(eta[len(index)])
		slope, bend, index = append(slope, first), append(bend, second), append(index, j)
		if p.kind != real && !(theta[j] > 0 && theta[j] < math.Inf(1)) {
			return math.Inf(-1)
		}
	}
	jet := q.at(q.sample, theta, true)
	var expected [3]float64
	if q.Method == Scoring {
		expected = q.expected(theta)
	}
	for a, i := range index {
		score[a] = jet.slope[i] * slope[a]
		for b, j := range index[:a+1] {
			v := -jet.bend[entry(i, j)] * slope[a] * slope[b]
			if a == b {
				v -= jet.slope[i] * bend[a]
			}
			if q.Method == Scoring {
				v = q.n * expected[entry(i, j)] * slope[a] * slope[b]
			}
			information.SetSym(a, b, v)
		}
	}
	return jet.value
}

// atChart is At in the coordinates of the chart.
func (q *problem) atChart(eta, score []float64, information *mat.SymDense) float64 {
	theta := q.whole(eta)
	for j, p := range q.parameters {
		if !p.allows(theta[j]) {
			return math.Inf(-1)
		}
	}
	jet := q.chart.at(q.sample, theta, eta, q.Method == Scoring)
	copy(score, jet.slope[:])
	for a := range score {
		for b := range a + 1 {
			information.SetSym(a, b, -jet.bend[entry(a, b)])
		}
	}
	return jet.value
}

// model puts everything into the units of the observations.
func (q *problem) model(theta []float64, r Report, trace []Step, border bool) (*Model, error) {
	m := &Model{Law: q.Law, Names: q.names(), Known: make([]bool, len(theta)), N: len(q.z), Report: r, Border: border}
	at := q.at(q.sample, theta, true)
	m.LogLikelihood = q.outer(at.value)
	for j, p := range q.parameters {
		m.Known[j] = !q.free[j]
		m.Theta = append(m.Theta, q.outerOf(p, theta[j]))
		if m.Known[j] {
			m.Theta[j] = q.MLE.Known[p.name]
		}
	}
	for _, s := range trace {
		outer := Step{LogLikelihood: q.outer(s.LogLikelihood), Decrement: s.Decrement}
		for j, v := range q.whole(s.Theta) {
			outer.Theta = append(outer.Theta, q.outerOf(q.parameters[j], v))
		}
		m.Trace = append(m.Trace, outer)
	}
	if !border && q.expected != nil {
		m.Expected = q.scaled(q.expected(theta), q.n)
		if !q.kinks {
			m.Observed = q.scaled(at.bend, -1)
		}
	}
	return m, m.finite()
}

// scaled is a matrix by its entries 00, 01, 11, times a factor, for parameters in the units of the observations.
func (q *problem) scaled(entries [3]float64, factor float64) dist.Sym {
	k := len(q.parameters)
	s := dist.ZeroSym(k)
	for i, a := range q.parameters {
		for j, b := range q.parameters {
			s.Data[i*k+j] = factor * entries[entry(i, j)] / q.power(a) / q.power(b)
		}
	}
	return s
}
