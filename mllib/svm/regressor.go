package svm

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/smo"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Regressor holds the parameters of support vector regression. It finds f(x) = Σ β_i K(x_i, x) + b with
//
//	minimise ½‖w‖² + Σ C_i ξ_i,  ξ_i = max(0, |y_i − f(x_i)| − ε)
//
// by way of the dual problem: maximise Σ y_i β_i − ε Σ |β_i| − ½‖w‖² subject to |β_i| ≤ C_i, Σ β_i = 0. In other texts β_i = α_i − α_i*, or α_i⁺ − α_i⁻. The mean of the losses with the
// penalty λ‖w‖² is the same with C = 1/(2nλ).
//
// In the form Squares, ½Σ C_i ξ_i² takes the place of Σ C_i ξ_i, and |β_i| = C_i ξ_i has no bound; with ε = 0 that is ridge regression. In the form Share, ε is found: at most the share ν of the observations is outside the tube, and at least that share has β_i ≠ 0 unless ε = 0. Its objective has C ν ε Σ w_i beside the others.
//
// Options.Tolerance is in units of half the range of the targets.
//
// Reference: Nussbaum, section 7.3 (where no offset is printed: NoIntercept); A. Smola and B. Schölkopf, A tutorial on support vector regression (2004). Curriculum: N7.3b, V9.3a, V9.3b.
type Regressor struct {
	Form        Form           // Price, Squares or Share
	C           float64        // what a unit of slack costs, of Squares twice what a squared unit costs; positive; 0 means 1
	Epsilon     float64        // of Price and Squares: the half width ε >= 0 of the tube
	Nu          float64        // of Share: ν in (0, 1]
	Kernel      kernels.Kernel // the zero value is the inner product
	NoIntercept bool           // fix b = 0; not with Share
	Options
}

// Fit fits the function to the n×d matrix X and n targets y. The errors are those of Classifier.Fit, as far as they concern a regression.
func (p Regressor) Fit(x mat.Matrix, y []float64) (*RegressionModel, error) { return p.fit(x, y, nil) }

// FitWeighted is Fit with a weight w_i >= 0 for each row, by which C_i is multiplied.
func (p Regressor) FitWeighted(x mat.Matrix, y, w []float64) (*RegressionModel, error) {
	if w == nil {
		w = []float64{}
	}
	return p.fit(x, y, w)
}

func (p Regressor) fit(x mat.Matrix, y, w []float64) (*RegressionModel, error) {
	o, err := pointsOf(p.Kernel, x, !p.NoIntercept, p.Form != Share)
	if err != nil {
		return nil, fmt.Errorf("svm: regression fit: %w", err)
	}
	m, err := p.machine(o, y, w)
	if err != nil {
		return nil, err
	}
	return &RegressionModel{RegressionMachine: *m, Kernel: p.Kernel, X: rowsOf(x, m.Support())}, nil
}

// FitGram fits a function to the n×n Gram matrix of n observations and their targets; Kernel is not used. The errors are those of Fit, and those of input.Symmetric.
func (p Regressor) FitGram(gram mat.Matrix, y []float64) (*RegressionMachine, error) {
	o, err := gramOf(gram)
	if err != nil {
		return nil, fmt.Errorf("svm: regression fit: %w", err)
	}
	return p.machine(o, y, nil)
}

func (p Regressor) machine(o observations, y, w []float64) (*RegressionMachine, error) {
	t, err := p.task(o, y, w)
	if err != nil {
		return nil, fmt.Errorf("svm: regression fit: %w", err)
	}
	m, err := p.solve(t)
	if err != nil {
		return nil, fmt.Errorf("svm: regression fit: %w", err)
	}
	return m, nil
}

// targets is what a regression is solved for.
type targets struct {
	observations
	y, bounds []float64
	options   smo.Options
}

func (p Regressor) task(o observations, y, w []float64) (*targets, error) {
	n := len(o.diagonal)
	share := p.Form == Share
	errs := []error{
		p.Kernel.Check(), p.Options.check("Regressor"), input.Vector("y", y, n),
		input.Param(p.Form == Price || p.Form == Squares || share, "Regressor.Form", p.Form, "price, squares or share"),
		input.Param(p.C >= 0 && !math.IsInf(p.C, 1), "Regressor.C", p.C, "a number >= 0"),
		input.Param(p.Epsilon >= 0 && !math.IsInf(p.Epsilon, 1) && (!share || p.Epsilon == 0), "Regressor.Epsilon", p.Epsilon, "a number >= 0, and none with the form share"),
		input.Param(share && p.Nu > 0 && p.Nu <= 1 || !share && p.Nu == 0, "Regressor.Nu", p.Nu, "a number in (0, 1] with the form share, and none without"),
		input.Param(!share || !p.NoIntercept, "Regressor.NoIntercept", p.NoIntercept, "an offset with the form share"),
	}
	if w != nil {
		errs = append(errs, input.Vector("w", w, n))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	c := orOne(p.C)
	t := &targets{observations: o, y: slices.Clone(y), bounds: slices.Repeat([]float64{c}, n)}
	for i, v := range w {
		if v < 0 || math.IsInf(c*v, 1) {
			return nil, input.Param(false, fmt.Sprintf("w[%d]", i), v, "a number >= 0, whose product with C is finite")
		}
		t.bounds[i] = c * v
	}
	if floats.Sum(t.bounds) == 0 {
		return nil, input.Errorf(input.ErrParam, "w", "all weights are 0")
	}
	return t, nil
}

func (p Regressor) solve(t *targets) (*RegressionMachine, error) {
	t.options = p.forSize(len(t.y), t.newton() && p.Form != Share)
	t.options.Tolerance *= slices.Max(t.y)/2 - slices.Min(t.y)/2
	var m *RegressionMachine
	if p.Form == Share {
		if m = t.share(p.Nu); m.Epsilon <= t.options.Tolerance {
			m.Epsilon = 0
		}
	} else {
		m = t.tube(p, nil)
	}
	var by float64
	m.W, by = t.plane(m.W, m.Beta, !p.NoIntercept)
	m.shift(by)
	return m, errors.Join(finite(m.F), finite(m.Beta), finiteObjectives(m.Form, m.Report.Gap, m.Primal(), m.Dual()))
}

// tube solves the problem with a given half width, from a start, or from 0.
func (t *targets) tube(p Regressor, start []float64) *RegressionMachine {
	n := len(t.y)
	q := program{linear: make([]float64, n), tube: p.Epsilon, lower: make([]float64, n), upper: slices.Clone(t.bounds), free: !p.NoIntercept, start: start}
	if p.Form == Squares {
		q.ridge = make([]float64, n)
		for i, c := range t.bounds {
			q.ridge[i], q.upper[i] = ridge(c)
		}
	}
	floats.ScaleTo(q.linear, -1, t.y)
	floats.ScaleTo(q.lower, -1, q.upper)
	r := t.observations.solve(q, t.options)
	m := &RegressionMachine{Form: p.Form, Beta: r.Beta, Bounds: t.bounds, Y: t.y, F: r.F, W: r.w, Epsilon: p.Epsilon, NoIntercept: p.NoIntercept, Report: report(r.Result)}
	if q.free {
		m.moveOffset(r.offset())
		m.findOffsets()
		m.shift(r.shift)
	}
	return m
}

// share solves the problem with the half width as a variable, by steps of two where these see what they do.
func (t *targets) share(nu float64) *RegressionMachine {
	size := 0.0
	for i, v := range t.diagonal {
		size = max(size, math.Abs(v)*t.bounds[i])
	}
	if 4*0x1p-52*size <= t.options.Tolerance {
		m := t.shareBySteps(nu)
		if m.Report.Stop == Converged || m.Report.Iterations >= t.options.MaxIter {
			return m
		}
	}
	return t.shareByTubes(nu)
}

// shareByTubes looks for the half width with which Σ|β_i|, by which the least value falls as a tube grows, is ν Σ C_i. It falls itself; where it jumps over that, a mean of the solutions on both sides
// has it. If it is less without a tube, there is none.
func (t *targets) shareByTubes(nu float64) *RegressionMachine {
	sum, steps := nu*floats.Sum(t.bounds), 0
	at := func(epsilon float64, from *RegressionMachine) (*RegressionMachine, float64) {
		var start []float64
		if from != nil && math.Abs(floats.Sum(from.Beta)) <= 1e-14*floats.Norm(from.Beta, 1) {
			start = from.Beta
		}
		m := t.tube(Regressor{Form: Share, Epsilon: epsilon}, start)
		m.W, _ = t.plane(m.W, m.Beta, true)
		steps += m.Report.Iterations
		return m, floats.Norm(m.Beta, 1) - sum
	}
	low, over := at(0, nil)
	if over <= 1e-10*sum {
		return low
	}
	high, under := at(slices.Max(t.y)/2-slices.Min(t.y)/2, nil)
	for try := 0; try < 60 && high.Epsilon-low.Epsilon > 1e-14*high.Epsilon && over > 1e-10*sum && under < -1e-10*sum; try++ {
		epsilon := low.Epsilon/2 + high.Epsilon/2
		if secant := low.Epsilon + (high.Epsilon-low.Epsilon)*(over/(over-under)); try%2 == 0 && secant > low.Epsilon && secant < high.Epsilon {
			epsilon = secant
		}
		if m, v := at(epsilon, high); v > 0 {
			low, over = m, v
		} else {
			high, under = m, v
		}
	}
	m := low.mean(high, over/(over-under))
	m.Report.Iterations = steps
	return m
}

// mean is a part of another machine and the rest of this one.
func (m *RegressionMachine) mean(other *RegressionMachine, part float64) *RegressionMachine {
	r := *m
	if part > .5 {
		r.Report = other.Report
	}
	r.Report.Gap = max(m.Report.Gap, other.Report.Gap)
	between := func(a, b float64) float64 { return a + part*(b-a) }
	mix := func(a, b []float64) []float64 {
		if a == nil || b == nil {
			return nil
		}
		c := make([]float64, len(a))
		for i := range c {
			c[i] = between(a[i], b[i])
		}
		return c
	}
	r.Beta, r.F, r.W = mix(m.Beta, other.Beta), mix(m.F, other.F), mix(m.W, other.W)
	r.B, r.Epsilon = between(m.B, other.B), between(m.Epsilon, other.Epsilon)
	r.Offsets = [2]float64{between(m.Offsets[0], other.Offsets[0]), between(m.Offsets[1], other.Offsets[1])}
	return &r
}

// shareBySteps has the sum of the positive β_i and that of the negative ones at half of ν Σ C_i. Each observation has a variable for
// either sign, and F + b is y − ε where the first is between its bounds, y + ε where the second is.
func (t *targets) shareBySteps(nu float64) *RegressionMachine {
	n := len(t.y)
	q := smo.Problem{Groups: []int{0, n, 2 * n}, Lower: make([]float64, 2*n), Upper: make([]float64, 2*n), Start: make([]float64, 2*n)}
	q.Linear, q.Diagonal = make([]float64, 2*n), slices.Concat(t.diagonal, t.diagonal)
	order := make([]int, 2*n)
	left := nu * floats.Sum(t.bounds) / 2
	for i, c := range t.bounds {
		order[i], order[n+i] = i, i
		q.Upper[i], q.Lower[n+i] = c, -c
		q.Linear[i], q.Linear[n+i] = -t.y[i], -t.y[i]
		take := min(c, left)
		left -= take
		q.Start[i], q.Start[n+i] = take, -take
	}
	q.Matrix = reorder(t.matrix, order, nil)
	first := t.options
	first.MaxIter = firstSteps(first, 2*n)
	r := smo.Solve(q, first)
	middle := func(g int) float64 { return (r.Level[g][0] + r.Level[g][1]) / 2 }
	m := &RegressionMachine{Form: Share, Beta: make([]float64, n), Bounds: t.bounds, Y: t.y, F: r.F[:n:n], Epsilon: max(0, (middle(1)-middle(0))/2), Report: report(r)}
	for i := range n {
		m.Beta[i] = r.Beta[i] + r.Beta[n+i]
	}
	m.moveOffset(-(middle(0) + middle(1)) / 2)
	m.Offsets = [2]float64{m.B, m.B}
	return m
}
