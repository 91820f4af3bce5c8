package logistic

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ErrCollinear is wrapped by the errors of fits without penalty whose coefficients are not unique: a column of X is constant, or
// a linear combination of others, or there are fewer observations than coefficients.
var ErrCollinear = errors.New("columns are linearly dependent")

// Iterate is one point of the trace of a fit.
type Iterate struct {
	Theta         []float64 // the coefficients, in the order of Likelihood
	LogLikelihood float64   // L, the sum over the observations, minus the penalty
	Gradient      float64   // norm of the gradient of L minus the penalty
	Halvings      int       // how often the step that led here was halved
}

// solution is what a solver found.
type solution struct {
	theta  []float64
	report Report
	trace  []Iterate
	factor *mat.Cholesky // of the scaled Hessian at theta, nil if the solver has none
	scale  []float64     // its scale: H = S A S with A factored

	covariance [][]float64 // of the coefficients, nil where there is none; stdErr are the roots of its diagonal
	stdErr     []float64
}

// newton minimises l with Newton's method from theta (nil for 0), halving a step until it lowers f. It stops where the step's length, measured in
// standard errors, √(gᵀH⁻¹g) for the gradient and the Hessian of the sum, is at most tol; that measure does not depend on
// the units of the columns. Weights are scaled to a mean of 1 for it, so that their size does not decide when a fit ends.
//
// On large data the Hessian is most of the work, and far from the maximum a rough one does: it is taken from every few rows
// until a step is shorter than half a standard error. From there on one exact Hessian is kept as long as each step that it
// gives is at most a tenth of the one before.
type newton struct {
	l          *Likelihood
	tol        float64
	maxIter    int
	trace      bool
	theta, g   []float64
	prob       []float64
	now        evaluation
	trial, dir []float64
	trialG     []float64
	exact      bool    // the factor is that of an exact Hessian
	fresh      bool    // which has given one step so far
	before     float64 // the decrement before the last one
	solution
}

func (p newton) run() (solution, error) {
	dim := p.l.Dim()
	if p.theta == nil {
		p.theta = make([]float64, dim)
	}
	p.g, p.dir, p.trial, p.trialG = make([]float64, dim), make([]float64, dim), make([]float64, dim), make([]float64, dim)
	p.prob = make([]float64, p.l.N*p.l.blocks())
	p.now = p.l.evaluate(p.theta, p.g, p.prob)
	p.record(0)
	err := p.iterate()
	p.report.finish(p.l, p.now.value, p.g)
	p.solution.theta = p.theta
	if p.large() {
		p.factor = nil // it belongs to an earlier point
	}
	return p.solution, err
}

func (p *newton) iterate() error {
	for p.report.Iterations = 0; ; p.report.Iterations++ {
		if err := p.refresh(); err != nil {
			if p.report.Iterations == 0 {
				return err
			}
			p.report.Stop = NoProgress
			return nil
		}
		p.solve()
		p.before = p.report.Decrement
		decrease := floats.Dot(p.g, p.dir)
		p.report.Decrement = math.Sqrt(max(float64(p.l.N)*decrease, 0))
		switch {
		case p.report.Decrement <= p.tol && p.exact:
			p.report.Stop = Converged
			return nil
		case p.report.Iterations == p.maxIter:
			p.report.Stop = IterationLimit
			return nil
		}
		halvings, ok := p.step(decrease)
		if !ok {
			p.report.Stop = NoProgress
			if p.report.Decrement < 1e-6 {
				p.report.Stop = Converged
			}
			return nil
		}
		p.record(halvings)
		if p.report.Separation = p.separation(); p.report.Separation != nil {
			p.report.Iterations++
			p.report.Stop = QuasiSeparated
			if p.report.Separation.Complete {
				p.report.Stop = Separated
			}
			return nil
		}
	}
}

func (p *newton) large() bool { return p.l.N >= 100*p.l.Dim() && p.l.N*p.l.D >= 1<<16 }

// refresh makes the factor of a Hessian that is good enough for the next step.
func (p *newton) refresh() error {
	last := p.report.Decrement
	switch {
	case p.large() && !p.exact && (p.report.Iterations == 0 || last > .5 && (p.before == 0 || last < .7*p.before)):
		if p.factorize(p.l.hessian(p.prob, p.l.N/(40*p.l.Dim()))) == nil {
			return nil
		}
	case p.large() && p.exact && (last < .1*p.before || p.fresh && last < .5):
		p.fresh = false
		return nil
	}
	p.exact, p.fresh = true, true
	return p.factorize(p.l.hessian(p.prob, 1))
}

// factorize scales h to a unit diagonal and factors it. Where the columns are dependent it returns an error that names one.
func (p *newton) factorize(h *mat.SymDense) error {
	dim := h.SymmetricDim()
	p.scale = make([]float64, dim)
	raw := h.RawSymmetric()
	if p.l.Coding == Symmetric {
		p.l.pin(raw.Data)
	}
	for j := range p.scale {
		p.scale[j] = math.Sqrt(raw.Data[j*dim+j])
		switch {
		case p.scale[j] == 0:
			return p.l.collinear(j, "is 0 everywhere, or its squares underflow")
		case !finite(p.scale[j]):
			return input.Errorf(input.ErrNotFinite, "X", "%s is so large that its squares overflow", p.l.column(j))
		}
	}
	for i := range dim {
		for j := i; j < dim; j++ {
			raw.Data[i*dim+j] /= p.scale[i] * p.scale[j]
		}
	}
	p.factor = &mat.Cholesky{}
	if !p.factor.Factorize(h) || p.factor.Cond() > 1e14 {
		return p.l.collinear(worstPivot(h), "is a linear combination of others, up to rounding")
	}
	return nil
}

// pin adds the square of the sum of the coefficients over the classes to f (its Hessian). The sum is 0 along the whole run,
// so the minimum of f, which leaves that sum open, becomes unique and is the one that Coding promises.
func (l *Likelihood) pin(h []float64) {
	m, width := l.blocks(), l.width()
	dim := m * width
	for j := range width {
		size := h[j*dim+j]
		for a := range m {
			for b := a; b < m; b++ {
				h[(a*width+j)*dim+b*width+j] += size
			}
		}
	}
}

func (l *Likelihood) collinear(j int, how string) error {
	return input.Errorf(ErrCollinear, "X", "%s %s (n = %d, d = %d; a Ridge penalty makes the fit unique)", l.column(j), how, l.N, l.D)
}

// column names the column of coefficient j.
func (l *Likelihood) column(j int) string {
	if j%l.width() == l.D {
		return "the intercept's column of ones"
	}
	return fmt.Sprintf("column %d", j%l.width())
}

// worstPivot returns the column with the smallest pivot of a Cholesky factorisation of h.
func worstPivot(h *mat.SymDense) int {
	dim := h.SymmetricDim()
	a := mat.DenseCopyOf(h)
	worst, smallest := 0, math.Inf(1)
	for k := range dim {
		pivot := a.At(k, k)
		if pivot < smallest {
			worst, smallest = k, pivot
		}
		if pivot <= 0 {
			break
		}
		for i := k + 1; i < dim; i++ {
			floats.AddScaled(a.RawRowView(i)[k+1:], -a.At(i, k)/pivot, a.RawRowView(k)[k+1:])
		}
	}
	return worst
}

// solve writes H⁻¹g into dir.
func (p *newton) solve() {
	floats.DivTo(p.dir, p.g, p.scale)
	v := mat.NewVecDense(len(p.dir), p.dir)
	// The factor was checked when it was made; a poor condition shows in the line search.
	_ = p.factor.SolveVecTo(v, v)
	floats.Div(p.dir, p.scale)
}

// step moves along -dir, halving until f falls.
func (p *newton) step(decrease float64) (halvings int, ok bool) {
	size := 1.0
	for halvings = range 60 {
		floats.AddScaledTo(p.trial, p.theta, -size, p.dir)
		e := p.l.evaluate(p.trial, p.trialG, p.prob)
		slack := 1e-15 * (1 + math.Abs(p.now.value))
		if e.value <= p.now.value-1e-4*size*decrease+slack {
			if slices.Equal(p.theta, p.trial) {
				return halvings, false
			}
			p.theta, p.trial, p.g, p.trialG, p.now = p.trial, p.theta, p.trialG, p.g, e
			return halvings, true
		}
		size /= 2
	}
	return halvings, false
}

func (p *newton) record(halvings int) {
	if !p.trace {
		return
	}
	n := p.l.Weight
	p.solution.trace = append(p.solution.trace, Iterate{Theta: slices.Clone(p.theta), LogLikelihood: -n * p.now.value, Gradient: n * floats.Norm(p.g, 2), Halvings: halvings})
}

// separation looks for a direction of unbounded likelihood.
func (p *newton) separation() *Separation {
	switch {
	case p.l.Ridge > 0:
		return nil
	case p.now.margin > 0:
		return &Separation{Complete: true, Direction: slices.Clone(p.theta)}
	case p.report.Iterations < 5 || p.report.Decrement < 1e-7: // too early, or all but there
		return nil
	}
	direction := slices.Clone(p.dir)
	floats.Scale(-1, direction)
	return p.l.recession(direction)
}
