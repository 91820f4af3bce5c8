package descent

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
)

// Stochastic holds the parameters of stochastic gradient descent on f = (1/n) Σ g_i: b ← b - η_t ∇g_i(b), with the index i
// drawn anew in each step. A drawn step is on average the step of gradient descent, and costs 1/n of it.
//
// Reference: B. T. Polyak and A. B. Juditsky, Acceleration of stochastic approximation by averaging (1992), for Averaging.
// Curriculum: Y15b, Y15c, Y16a.
type Stochastic struct {
	Schedule  Schedule    // sizes of the steps
	Sampling  Sampling    // which term is drawn; the zero value is Uniform
	Batch     int         // terms whose mean gradient makes one step, 1..n; 0 means 1
	Steps     int         // steps to take, >= 0; 0 means 10 passes, 10n/Batch steps rounded up
	Averaging Averaging   // which point the run returns
	Record    int         // every how many steps a point goes into the history, with its value and full gradient; 0 means no history
	Src       rand.Source `json:"-"` // source of the draws; not needed for Cyclic
}

// Minimize takes the steps from start, which it does not modify. The cost is Batch terms a step; each point of the history costs a
// value and a gradient of f. A run stops early only where it diverges.
//
// The errors are those of GradientDescent.Minimize; they wrap input.ErrParam also where Src is missing and
// input.ErrEmpty for a sum without terms.
func (p Stochastic) Minimize(f Sum, start []float64) (*Result, error) {
	err := checkStart(f, start)
	if err == nil {
		err = p.check(f.Len())
	}
	if err != nil {
		return nil, fmt.Errorf("descent: stochastic: %w", err)
	}
	r := &stochasticRun{Stochastic: p.withDefaults(f.Len()), f: f, b: slices.Clone(start)}
	r.term, r.gradient = make([]float64, len(start)), make([]float64, len(start))
	if p.Src != nil {
		r.rnd = rand.New(p.Src)
	}
	if p.Sampling != Uniform {
		r.order = make([]int, f.Len())
		for i := range r.order {
			r.order[i] = i
		}
	}
	if p.Averaging != LastPoint {
		r.mean = slices.Clone(start)
	}
	return r.run(), nil
}

func (p Stochastic) check(n int) error {
	const name = "Stochastic."
	if n <= 0 {
		return input.Errorf(input.ErrEmpty, "f", "got a sum of %d terms", n)
	}
	return errors.Join(
		p.Schedule.check(name+"Schedule."),
		p.Sampling.Check(name+"Sampling"),
		p.Averaging.Check(name+"Averaging"),
		input.Param(p.Batch >= 0 && p.Batch <= n, name+"Batch", p.Batch, fmt.Sprintf("a number in 1..%d, or 0 for 1", n)),
		input.Param(p.Steps >= 0, name+"Steps", p.Steps, "a number >= 0"),
		input.Param(p.Record >= 0, name+"Record", p.Record, "a number >= 0"),
		input.Param(p.Src != nil || p.Sampling == Cyclic, name+"Src", nil, "a source of randomness"),
	)
}

func (p Stochastic) withDefaults(n int) Stochastic {
	p.Schedule = p.Schedule.withDefaults()
	if p.Batch == 0 {
		p.Batch = 1
	}
	if p.Steps == 0 {
		p.Steps = (10*n + p.Batch - 1) / p.Batch
	}
	return p
}

type stochasticRun struct {
	Stochastic
	f              Sum
	rnd            *rand.Rand
	order          []int // of the current pass
	drawn          int   // terms drawn
	b              []float64
	mean           []float64 // the average so far, nil for LastPoint
	averaged       int       // iterates in it
	term, gradient []float64
	result         Result
}

func (r *stochasticRun) run() *Result {
	r.record(0, 0)
	report := &r.result.Report
	report.Stop = StepLimit
	for t := range r.Steps {
		eta := r.Schedule.At(t)
		r.step(eta)
		report.Steps++
		if !finite(r.b...) {
			report.Stop = Diverged
		}
		if report.Stop == Diverged || r.Record > 0 && (report.Steps%r.Record == 0 || report.Steps == r.Steps) {
			r.record(report.Steps, eta)
		}
		if report.Stop == Diverged {
			break
		}
	}
	report.Gradients = r.drawn
	r.result.B = slices.Clone(r.point())
	r.result.Value = r.f.Value(r.result.B)
	r.f.Gradient(r.gradient, r.result.B)
	if report.Norm = floats.Norm(r.gradient, 2); !finite(report.Norm, r.result.Value) {
		report.Stop = Diverged
	}
	return &r.result
}

// step moves b and keeps the average.
func (r *stochasticRun) step(eta float64) {
	clear(r.gradient)
	for range r.Batch {
		r.f.Term(r.term, r.b, r.draw())
		floats.Add(r.gradient, r.term)
	}
	floats.AddScaled(r.b, -eta/float64(r.Batch), r.gradient)
	if r.mean == nil || r.Averaging == SecondHalf && r.result.Report.Steps < r.Steps/2 {
		return
	}
	r.averaged++
	for j, v := range r.b {
		r.mean[j] += (v - r.mean[j]) / float64(r.averaged)
	}
}

func (r *stochasticRun) draw() int {
	n := r.f.Len()
	at := r.drawn % n
	r.drawn++
	if r.Sampling == Uniform {
		return r.rnd.IntN(n)
	}
	if at == 0 && r.Sampling == Shuffled {
		r.rnd.Shuffle(n, func(i, j int) { r.order[i], r.order[j] = r.order[j], r.order[i] })
	}
	return r.order[at]
}

// point is what the run would return now.
func (r *stochasticRun) point() []float64 {
	if r.averaged > 0 {
		return r.mean
	}
	return r.b
}

func (r *stochasticRun) record(step int, eta float64) {
	if r.Record == 0 {
		return
	}
	b := slices.Clone(r.point())
	r.f.Gradient(r.gradient, b)
	r.result.History = append(r.result.History, Point{Step: step, Gradients: r.drawn, Eta: eta, Value: r.f.Value(b), Norm: floats.Norm(r.gradient, 2), B: b})
}
