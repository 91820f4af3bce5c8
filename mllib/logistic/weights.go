package logistic

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
)

// This file weighs observations: their terms of the log-likelihood are multiplied by a number >= 0, so that an observation of weight 3
// counts as three equal ones, and one of weight 0 as none.

// Weighted returns the likelihood of the same observations with the weights w >= 0, by which those that l has are multiplied. Averages divide
// by the sum of the weights. Observations of weight 0 are left out, and with them classes that have no others.
//
// The errors wrap input.ErrShape (w has not N entries, or l was not made by NewLikelihood), ErrNotFinite (also where the sum overflows),
// ErrParam (a negative weight, only zeros, or a sum below 1e-308) and ErrOneClass (of what is left).
func (l *Likelihood) Weighted(w []float64) (*Likelihood, error) {
	v, err := l.weighted(w)
	if err != nil {
		return nil, fmt.Errorf("logistic: weights: %w", err)
	}
	return v, nil
}

func (l *Likelihood) weighted(w []float64) (*Likelihood, error) {
	if !l.made() {
		return nil, input.NoModel("logistic.Likelihood")
	}
	if err := input.Weights("w", w, l.N); err != nil {
		return nil, err
	}
	out := *l
	out.weights = slices.Clone(w)
	if l.weights != nil {
		floats.Mul(out.weights, l.weights)
	}
	if slices.Contains(out.weights, 0) {
		if err := out.dropZeros(); err != nil {
			return nil, err
		}
	}
	if out.Weight = floats.Sum(out.weights); math.IsInf(out.Weight, 1) {
		return nil, input.Errorf(input.ErrNotFinite, "w", "the sum of the weights overflows")
	}
	if math.IsInf(1/out.Weight, 1) {
		return nil, input.Errorf(input.ErrParam, "w", "the sum of the weights is %v, so small that shares of it overflow; multiply them", out.Weight)
	}
	return &out, nil
}

// dropZeros leaves out the observations of weight 0.
func (l *Likelihood) dropZeros() error {
	var x, weights []float64
	var y []int
	for i, w := range l.weights {
		if w > 0 {
			x = append(x, l.x[i*l.stride:i*l.stride+l.D]...)
			y = append(y, l.Classes[l.class[i]])
			weights = append(weights, w)
		}
	}
	if len(y) == 0 {
		return input.Errorf(input.ErrParam, "w", "all weights are 0")
	}
	codes, classes, err := label.Encode(y, label.ZeroBased)
	l.Classes, l.N, l.class = classes, len(y), codes
	l.x, l.stride, l.weights = x, l.D, weights
	return err
}

// weight is that of observation i.
func (l *Likelihood) weight(i int) float64 {
	if l.weights == nil {
		return 1
	}
	return l.weights[i]
}

// classWeights are the weights of classes that Binary and Softmax have.
type classWeights struct {
	balance Balance
	byLabel map[int]float64
}

func (c classWeights) any() bool { return c.balance != Unbalanced || len(c.byLabel) > 0 }

func (c classWeights) check(name string) error { return c.balance.Check(name + "Balance") }

// apply returns l with the weights of rows (nil for 1 each) times those of their classes.
func (c classWeights) apply(l *Likelihood, rows []float64) (*Likelihood, error) {
	if rows == nil && !c.any() {
		return l, nil
	}
	l, err := l.weighted(orOnes(rows, l.N))
	if err != nil || !c.any() {
		return l, err
	}
	ofClass := make([]float64, len(l.Classes))
	for k := range ofClass {
		ofClass[k] = 1
	}
	for y, v := range c.byLabel {
		k := slices.Index(l.Classes, y)
		switch {
		case k < 0:
			return nil, input.Errorf(input.ErrLabel, "ClassWeights", "label %d is none of those of the observations, %v", y, l.Classes)
		case !(v >= 0 && finite(v)):
			return nil, input.Param(false, fmt.Sprintf("ClassWeights[%d]", y), v, "a number >= 0")
		}
		ofClass[k] = v
	}
	if c.balance == Balanced {
		floats.Mul(ofClass, l.balancing())
	}
	all := make([]float64, l.N)
	for i, k := range l.class {
		all[i] = ofClass[k]
	}
	return l.weighted(all)
}

// balancing returns for each class the share 1/K that it is to have of the weight, by the share that it has.
func (l *Likelihood) balancing() []float64 {
	have := make([]float64, len(l.Classes))
	for i, k := range l.class {
		have[k] += l.weight(i)
	}
	for k, v := range have {
		have[k] = l.Weight / (float64(len(have)) * v)
	}
	return have
}

// given returns the weights that a caller gave: none at all are no weights of 1 each, as the fits without weights have.
func given(w []float64) []float64 {
	if w == nil {
		return []float64{}
	}
	return w
}

func orOnes(w []float64, n int) []float64 {
	if w != nil {
		return w
	}
	w = make([]float64, n)
	for i := range w {
		w[i] = 1
	}
	return w
}
