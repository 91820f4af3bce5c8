package network

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
)

// Training is how weights are found.
type Training struct {
	Method Method // the zero value is Adam
	Steps
	Batch      int       // rows of a batch; 0 means 200, and at most all. L-BFGS takes all rows
	Epochs     int       // passes through the rows at most, of L-BFGS steps; 0 means 200
	Decay      float64   // >= 0: Decay·‖W‖²/2 of all weights but the biases is added to the mean loss
	Validation float64   // share of the rows, in [0, 1), drawn at random, that are held out to decide when to stop; 0 means none. Not for L-BFGS
	Patience   int       // epochs without progress after which a fit stops; 0 means 10, Epochs or more that it never does. Not for L-BFGS
	Tol        float64   // >= 0: progress is a loss below the least by more than Tol; 0 means 1e-4. Of L-BFGS the norm of the gradient at which it stops; 0 means 1e-6
	Init       Init      // law of the start; the zero value is Usual
	Start      []float64 // θ to begin with, of the length of Net.Params; nil means a random one
	InOrder    bool      // batches are taken in the order of the rows; else rows are shuffled in each epoch

	// Src draws the start, the rows held out, and the orders, in this order; it is needed if one of them is drawn.
	Src rand.Source `json:"-"`
}

// Steps are the sizes of the steps of Adam and SGD.
type Steps struct {
	Rate     float64 // η > 0; 0 means 0.001 for Adam, 0.01 for SGD
	Momentum float64 // of SGD, in [0, 1): the share of the last step that is made again; the zero value is none
	Nesterov bool    // of SGD: the gradient step counts the momentum of the step that it makes
	First    float64 // of Adam, in (0, 1): how much of the mean gradient is kept in a step; 0 means 0.9
	Second   float64 // of Adam, in (0, 1): how much of the mean squared gradient is kept; 0 means 0.999
	Floor    float64 // of Adam, > 0: added to the root of the mean square; 0 means 1e-8
}

func (t Training) check(rows int) error {
	const name = "Training."
	draws := t.Start == nil || t.Method != LBFGS && (!t.InOrder || t.Validation > 0)
	err := errors.Join(
		t.Method.Check(name+"Method"), t.Init.Check(name+"Init"), t.Steps.check(name, t.Method),
		input.Param(t.Batch >= 0, name+"Batch", t.Batch, "a number >= 0"),
		input.Param(t.Epochs >= 0, name+"Epochs", t.Epochs, "a number >= 0"),
		input.Param(t.Patience >= 0, name+"Patience", t.Patience, "a number >= 0"),
		checkDecay(name+"Decay", t.Decay), checkDecay(name+"Tol", t.Tol),
		input.Param(t.Validation >= 0 && t.Validation < 1, name+"Validation", t.Validation, "a share in [0, 1)"),
		input.Param(t.Src != nil || !draws, name+"Src", nil, "a source of randomness"),
	)
	if t.Method == LBFGS {
		err = errors.Join(err,
			input.Param(t.Validation == 0, name+"Validation", t.Validation, "0 with L-BFGS"),
			input.Param(t.Batch == 0 || t.Batch == rows, name+"Batch", t.Batch, "0 with L-BFGS, which takes all rows"),
			input.Param(t.Patience == 0, name+"Patience", t.Patience, "0 with L-BFGS"))
	}
	if held := t.held(rows); err == nil && held >= rows {
		err = input.Param(false, name+"Validation", t.Validation, fmt.Sprintf("a share that leaves some of the %d rows", rows))
	}
	return err
}

func (s Steps) check(name string, m Method) error {
	share := func(field string, v float64) error {
		return input.Param(v >= 0 && v < 1, name+field, v, "a number in [0, 1)")
	}
	positive := func(field string, v float64) error {
		return input.Param(v >= 0 && !math.IsInf(v, 1), name+field, v, "a number >= 0")
	}
	return errors.Join(positive("Rate", s.Rate), share("Momentum", s.Momentum), share("First", s.First), share("Second", s.Second), positive("Floor", s.Floor),
		input.Param(m == SGD || s.Momentum == 0 && !s.Nesterov, name+"Momentum", s.Momentum, "none but for SGD"))
}

func (t Training) withDefaults(rows int) Training {
	number := func(v *float64, is float64) {
		if *v == 0 {
			*v = is
		}
	}
	number(&t.Rate, map[Method]float64{SGD: .01}[t.Method])
	number(&t.Rate, .001)
	number(&t.First, .9)
	number(&t.Second, .999)
	number(&t.Floor, 1e-8)
	number(&t.Tol, map[Method]float64{LBFGS: 1e-6}[t.Method])
	number(&t.Tol, 1e-4)
	if t.Batch == 0 {
		t.Batch = 200
	}
	t.Batch = min(t.Batch, rows)
	if t.Epochs == 0 {
		t.Epochs = 200
	}
	if t.Patience == 0 {
		t.Patience = 10
	}
	return t
}

// held is the number of rows held out, at least one where there are any.
func (t Training) held(rows int) int {
	if t.Validation == 0 {
		return 0
	}
	return max(1, int(math.Round(t.Validation*float64(rows))))
}

// sample is what is learned from: targets in rows of k numbers.
type sample struct {
	x      []float64
	stride int
	y      []float64
	n      int
}

// fitted is the end of a training.
type fitted struct {
	theta  []float64
	curve  []Epoch
	report Report
}

// fit finds θ.
func (t Training) fit(n Net, h head, s sample) (*fitted, error) {
	p, err := n.plan()
	if err == nil {
		err = errors.Join(h.check(), t.check(s.n), p.runnable())
	}
	for i, l := range n.Hidden {
		if err == nil && l.Activation == Threshold {
			err = input.Param(false, fmt.Sprintf("Hidden[%d].Activation", i), l.Activation, "one with a slope")
		}
	}
	if err == nil && t.Start != nil {
		err = input.Vector("Training.Start", t.Start, p.params)
	}
	if err != nil {
		return nil, err
	}
	t = t.withDefaults(s.n)
	theta := append([]float64(nil), t.Start...)
	if t.Start == nil {
		if theta, err = n.Start(t.Init, t.Src); err != nil {
			return nil, err
		}
	}
	if t.Method == LBFGS {
		return t.quasi(p, h, s, theta)
	}
	return t.epochs(p, h, s, theta)
}
