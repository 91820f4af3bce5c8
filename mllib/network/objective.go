package network

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/descent"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Objective is f(θ) = (1/n) Σ_i loss_i(θ) + Decay·‖W‖²/2 with all weights W but the biases, over n observations. The sum R(θ) of a source is n times the mean. For a θ of
// another length than Net.Params its values are NaN. It has memory of its own, so one goroutine at a time may use it.
//
// Curriculum: N8.0d, N8.1b, N8.1d.
type Objective struct {
	pass      *pass
	head      head
	x, y      []float64
	stride, n int
	decay     float64
}

var (
	_ descent.Joint = (*Objective)(nil)
	_ descent.Sum   = (*Objective)(nil)
)

// Objective returns the objective for the rows of X and the n×Outputs targets Y: indicators, 1 for the class of a row and 0 for all others, numbers of a regression, or probabilities. It
// refers to X, which must not change while the objective is in use, and does not change it. The errors wrap input.ErrEmpty, ErrShape or ErrNotFinite for X and Y, and ErrParam for a loss that does not go with the outputs, targets of a
// cross-entropy that are no probabilities, or a decay that is negative, and those of Check.
func (n Net) Objective(loss Loss, x, y mat.Matrix, decay float64) (*Objective, error) {
	p, err := n.plan()
	if err != nil {
		return nil, fmt.Errorf("network: objective: %w", err)
	}
	o := &Objective{head: head{n.Output, loss, n.Outputs}, decay: decay}
	err = errors.Join(p.runnable(), o.head.check(), input.Columns("X", x, p.in.Units()), input.Columns("Y", y, n.Outputs), checkDecay("decay", decay))
	if err == nil {
		o.n, _ = x.Dims()
		if got, _ := y.Dims(); got != o.n {
			err = input.Errorf(input.ErrShape, "Y", "got %d rows for the %d of X", got, o.n)
		}
	}
	if err == nil {
		o.y = mat.DenseCopyOf(y).RawMatrix().Data
		for i := range o.n {
			err = errors.Join(err, o.head.checkTarget(o.y[i*n.Outputs:(i+1)*n.Outputs], i))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("network: objective: %w", err)
	}
	o.x, o.stride = input.Rows(x)
	o.pass = newPass(p, min(o.n, p.chunk), true)
	o.pass.extra[0].still = true
	return o, nil
}

func checkDecay(argument string, decay float64) error {
	return input.Param(decay >= 0 && !math.IsInf(decay, 1), argument, decay, "a number >= 0")
}

// Indicators returns the n×K matrix with 1 at the class of each label, of K classes in increasing order, and 0 elsewhere. Labels that are not among the classes give rows of 0.
func Indicators(y, classes []int) *mat.Dense {
	if len(y) == 0 || len(classes) == 0 {
		return &mat.Dense{}
	}
	at := make(map[int]int, len(classes))
	for k, c := range classes {
		at[c] = k
	}
	m := mat.NewDense(len(y), len(classes), nil)
	for i, label := range y {
		if k, ok := at[label]; ok {
			m.Set(i, k, 1)
		}
	}
	return m
}

func (o *Objective) fits(theta []float64) bool {
	return o != nil && o.pass != nil && len(theta) == o.pass.params
}

// Value returns f(θ).
func (o *Objective) Value(theta []float64) float64 {
	if !o.fits(theta) {
		return math.NaN()
	}
	loss, _ := o.pass.value(o.head, theta, o.x, o.stride, o.y, o.n)
	return loss/float64(o.n) + o.penalty(theta)
}

func (o *Objective) penalty(theta []float64) float64 {
	if o.decay == 0 {
		return 0
	}
	return float64(o.decay * o.pass.penalty(theta))
}

// Gradient writes ∇f(θ) into dst.
func (o *Objective) Gradient(dst, theta []float64) { o.ValueGradient(dst, theta) }

// ValueGradient returns f(θ) and writes ∇f(θ) into dst, by back-propagation.
func (o *Objective) ValueGradient(dst, theta []float64) float64 {
	if !o.fits(theta) || len(dst) != len(theta) {
		undefined(dst)
		return math.NaN()
	}
	loss, _ := o.lossGradient(dst, theta)
	return loss + o.penalty(theta)
}

// lossGradient writes ∇f(θ) into dst and returns the mean loss, without the penalty, and the number of wrong rows.
func (o *Objective) lossGradient(dst, theta []float64) (loss float64, wrong int) {
	loss, wrong = o.pass.gradient(o.head, theta, dst, o.x, o.stride, o.y, o.n)
	o.pass.addPenalty(dst, theta, o.decay)
	return loss / float64(o.n), wrong
}

func undefined(dst []float64) {
	for i := range dst {
		dst[i] = math.NaN()
	}
}

// Len returns the number of observations.
func (o *Objective) Len() int {
	if o == nil {
		return 0
	}
	return o.n
}

// Term writes the gradient of loss_i(θ) + Decay·‖W‖²/2 into dst, for 0 <= i < n.
func (o *Objective) Term(dst, theta []float64, i int) {
	if !o.fits(theta) || len(dst) != len(theta) || i < 0 || i >= o.n {
		undefined(dst)
		return
	}
	clear(dst)
	k := o.head.k
	o.pass.learn(o.head, theta, dst, o.x[i*o.stride:], o.stride, o.y[i*k:(i+1)*k], 1, 1)
	o.pass.addPenalty(dst, theta, o.decay)
}

// Wrong returns the share of observations whose largest target is not at the largest output, 0 for one output; NaN for a θ of another length.
func (o *Objective) Wrong(theta []float64) float64 {
	if !o.fits(theta) {
		return math.NaN()
	}
	_, wrong := o.pass.value(o.head, theta, o.x, o.stride, o.y, o.n)
	return float64(wrong) / float64(o.n)
}
