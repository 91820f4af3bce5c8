package descent

import (
	"errors"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
)

// walk is what GradientDescent and LBFGS share: a point, the gradient there, when to stop, and what to keep of the way.
type walk struct {
	f        Function
	cost     int // gradients of terms in one gradient of f
	tol      float64
	maxSteps int
	every    int // Record
	b, g     []float64
	result   Result
}

func newWalk(f Function, start []float64, tol float64, maxSteps, every int) walk {
	w := walk{f: f, cost: 1, tol: tol, maxSteps: maxSteps, every: every, b: slices.Clone(start), g: make([]float64, len(start))}
	if sum, ok := f.(Sum); ok {
		w.cost = sum.Len()
	}
	return w
}

// checkLimits checks the parameters that both methods have.
func checkLimits(name string, tol float64, maxSteps, record int) error {
	return errors.Join(
		input.Param(tol >= 0 && finite(tol), name+"Tol", tol, "a positive number, or 0 for 1e-8"),
		input.Param(maxSteps >= 0, name+"MaxSteps", maxSteps, "a number >= 0"),
		input.Param(record >= 0, name+"Record", record, "a number >= 0"),
	)
}

// mover is what differs.
type mover interface {
	// move takes a step to a new b and writes the gradient there into g. It returns false, and stays, where no step lowers f.
	move() (eta float64, ok bool)
	value() float64 // f(b)
	broken() bool   // the point or its value is no finite number
	counted() int   // gradients of terms until b, as in Point
}

// run moves m, which holds w and has its first gradient, until there is a reason to stop.
func (w *walk) run(m mover) *Result {
	report := &w.result.Report
	w.note(m, 0, false)
	for eta := 0.0; ; {
		report.Norm = floats.Norm(w.g, 2)
		stop, done := w.reason(m)
		if !done {
			if next, ok := m.move(); ok {
				eta = next
			} else {
				stop, done = NoDescent, true
			}
		}
		if done {
			w.note(m, eta, true)
			w.result.B, w.result.Value = w.b, m.value()
			if report.Stop = stop; !finite(w.result.Value) {
				report.Stop = Diverged
			}
			return &w.result
		}
		report.Steps++
		w.note(m, eta, false)
	}
}

// reason returns why the walk must stop at b, if it must.
func (w *walk) reason(m mover) (Stop, bool) {
	report := w.result.Report
	switch {
	case !finite(report.Norm) || m.broken():
		return Diverged, true
	case report.Norm <= w.tol:
		return SmallGradient, true
	}
	return StepLimit, report.Steps == w.maxSteps
}

// note keeps the point if its turn has come, or at the end, once.
func (w *walk) note(m mover, eta float64, end bool) {
	step := w.result.Report.Steps
	if w.every == 0 || step%w.every != 0 && !end {
		return
	}
	if k := len(w.result.History); k > 0 && w.result.History[k-1].Step == step {
		return
	}
	w.result.History = append(w.result.History, Point{Step: step, Gradients: m.counted(), Eta: eta, Value: m.value(), Norm: floats.Norm(w.g, 2), B: slices.Clone(w.b)})
}

// gradient writes the gradient at b into g and counts it.
func (w *walk) gradient() {
	w.f.Gradient(w.g, w.b)
	w.result.Report.Gradients += w.cost
}
