package perceptron

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

// Rosenblatt holds the parameters of the perceptron training algorithm; the zero value is the textbook algorithm with an
// intercept, start 0 and learning rate 1, which runs through the data in their order until a pass makes no mistake.
//
// Reference: Nussbaum, algorithm of chapter 3 (Intercept: RadiusStep); Banisch, Algorithm 1 (NoIntercept, TiePositive); Vetcha,
// chapter 4 (NoIntercept, TieNegative); Yan, slides on the perceptron (FirstMistake or RandomMistake).
// Curriculum: N3d, B2.1.1a, V4c, Y18b.
type Rosenblatt struct {
	Eta       float64   // learning rate η > 0; 0 means 1. From start 0 it only rescales (W, B)
	Intercept Intercept // how b learns
	Order     Order     // which observation is next
	Tie       Tie       // whether a score of 0 is a mistake
	// Sequence is the order of the observations within a pass, a permutation of 0..n-1; nil means 0, 1, ..., n-1. It
	// serves Cyclic and FirstMistake.
	Sequence []int
	W0       []float64 // start of w, length d; nil means 0
	B0       float64   // start of b; must be 0 with NoIntercept
	// MaxEpochs limits the passes over the data of Cyclic and Shuffled; 0 means 1000.
	MaxEpochs int
	// MaxUpdates limits the updates; 0 means n times MaxEpochs, which only FirstMistake and RandomMistake can reach.
	MaxUpdates int
	// IgnoreCycles goes on when the state (w, b) comes back, though the run then never ends. The orders without chance
	// notice that otherwise and stop.
	IgnoreCycles bool
	Trace        bool // keep every update, see Model.Trace
	Pocket       bool // keep the best (w, b) so far, see Model.Pocket; costs O(nd) per update
	Average      bool // average (w, b) over all steps, see Model.Average
	// Src is the source of randomness of Shuffled and RandomMistake, which need one. Fit advances it.
	Src rand.Source `json:"-"`
}

// Source returns Src: Rosenblatt is a learn.Chance.
func (p Rosenblatt) Source() rand.Source { return p.Src }

// WithSource returns the same parameters with another source.
func (p Rosenblatt) WithSource(src rand.Source) learn.Learner[int, *Model] {
	p.Src = src
	return p
}

// Fit trains on the n×d matrix X, one observation per row, and the labels y in {-1, +1}. A constant y is allowed. Reaching a
// limit or cycling is not an error but a stop reason, see Model.Report. Fit returns the errors of input.Matrix and
// input.Signs, one that wraps input.ErrParam (or input.ErrShape for a vector of wrong length) for each parameter out of its range, and one that wraps
// input.ErrNotFinite if a squared norm of an observation or the weights overflow. It modifies neither X nor y.
func (p Rosenblatt) Fit(x mat.Matrix, y []int) (*Model, error) {
	r, err := p.newRun(x, y)
	if err != nil {
		return nil, fmt.Errorf("perceptron: fit: %w", err)
	}
	r.train()
	m := r.model()
	if err := m.overflow(); err != nil {
		return nil, fmt.Errorf("perceptron: fit: %w", err)
	}
	return m, nil
}

// withDefaults replaces the zero values that stand for defaults, for n observations.
func (p Rosenblatt) withDefaults(n int) Rosenblatt {
	if p.Eta == 0 {
		p.Eta = 1
	}
	if p.MaxEpochs == 0 {
		p.MaxEpochs = 1000
	}
	if p.MaxUpdates == 0 {
		p.MaxUpdates = math.MaxInt
		if p.MaxEpochs <= math.MaxInt/n {
			p.MaxUpdates = n * p.MaxEpochs
		}
	}
	if p.Sequence == nil {
		p.Sequence = make([]int, n)
		for i := range n {
			p.Sequence[i] = i
		}
	}
	return p
}

// check returns all that is wrong with the parameters for n observations in R^d.
func (p Rosenblatt) check(n, d int) error {
	const name = "Rosenblatt."
	random := p.Order == Shuffled || p.Order == RandomMistake
	errs := []error{
		input.Param(p.Eta >= 0 && !math.IsInf(p.Eta, 0), name+"Eta", p.Eta, "a positive number, or 0 for 1"),
		p.Intercept.Check(name + "Intercept"),
		p.Order.Check(name + "Order"),
		p.Tie.Check(name + "Tie"),
		input.Param(p.MaxEpochs >= 0, name+"MaxEpochs", p.MaxEpochs, "a number >= 0"),
		input.Param(p.MaxUpdates >= 0, name+"MaxUpdates", p.MaxUpdates, "a number >= 0"),
		input.Param(!math.IsNaN(p.B0) && !math.IsInf(p.B0, 0), name+"B0", p.B0, "a finite number"),
		input.Param(p.B0 == 0 || p.Intercept != NoIntercept, name+"B0", p.B0, "0 with NoIntercept"),
		input.Param(p.Src != nil || !random, name+"Src", nil, "a source of randomness for the order "+p.Order.String()),
	}
	if p.Sequence != nil {
		errs = append(errs, input.Permutation(name+"Sequence", p.Sequence, n))
	}
	if p.W0 != nil {
		errs = append(errs, input.Vector(name+"W0", p.W0, d))
	}
	return errors.Join(errs...)
}
