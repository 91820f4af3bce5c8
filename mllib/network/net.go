package network

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Net is an architecture, as plain data. The outputs are a dense layer of their own after the hidden ones.
//
// Curriculum: N8.0a, N8.0b, N8.0g, N8.0h, N8.1a.
type Net struct {
	In      Shape   // of a row of X
	Hidden  []Layer // from the input on; none makes a perceptron, or multinomial logistic regression
	Outputs int     // >= 1; of a Softmax >= 2
	Output  Output  // what becomes of their scores; the zero value is Identity
}

// Size is what a layer counts.
type Size struct {
	Layer   string // in words
	Shape   string // how its units lie
	Units   int
	Links   int // terms of all weighted sums, biases included
	Weights int // free ones, biases included; shared ones once
}

// Check returns an error that wraps input.ErrParam for what is no network, or one of more than 2^31 weights.
func (n Net) Check() error {
	if _, err := n.plan(); err != nil {
		return fmt.Errorf("network: %w", err)
	}
	return nil
}

// Sizes returns the counts of the layers, the outputs last. The errors are those of Check.
func (n Net) Sizes() ([]Size, error) {
	p, err := n.plan()
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	sizes := make([]Size, len(p.stages))
	for i, s := range p.stages {
		sizes[i] = s.size()
	}
	sizes[len(sizes)-1].Layer = "outputs, " + n.Output.String()
	return sizes, nil
}

// Params returns the number of free weights, the length of θ; 0 for what Check refuses.
func (n Net) Params() int { return n.total(func(s Size) int { return s.Weights }) }

// Links returns the number of links; 0 for what Check refuses.
func (n Net) Links() int { return n.total(func(s Size) int { return s.Links }) }

func (n Net) total(of func(Size) int) int {
	sizes, _ := n.Sizes()
	sum := 0
	for _, s := range sizes {
		sum += of(s)
	}
	return sum
}

// Redundant returns the number of directions in which θ can be moved without a change of any output because of the softmax: the same weights and bias may be added to all outputs. It
// is one more than the units below the outputs, and 0 without a softmax or for what Check refuses.
//
// Curriculum: N8.1f.
func (n Net) Redundant() int {
	p, err := n.plan()
	if err != nil || n.Output != Softmax {
		return 0
	}
	return p.stages[len(p.stages)-1].seen + 1
}

// Weights are those of a layer. Row i of W and entry i of B belong to unit i; in a Shared layer row k of W to map k, and B has one entry for each map, or for each unit (Biases). The columns
// are the units that are seen; within a patch in the order of Shape.
type Weights struct {
	W [][]float64
	B []float64
}

// Split returns the weights of the layers in new memory. It returns an error that wraps input.ErrShape or input.ErrNotFinite for θ, and those of Check.
func (n Net) Split(theta []float64) ([]Weights, error) {
	p, err := n.plan()
	if err == nil {
		err = input.Vector("θ", theta, p.params)
	}
	if err != nil {
		return nil, fmt.Errorf("network: split: %w", err)
	}
	all := make([]Weights, len(p.stages))
	for i, s := range p.stages {
		w, b := s.of(theta)
		all[i].B = slices.Clone(b)
		for row := range slices.Chunk(slices.Clone(w), s.seen) {
			all[i].W = append(all[i].W, row)
		}
	}
	return all, nil
}

// Join is the inverse of Split. It returns an error that wraps input.ErrShape or input.ErrNotFinite and names the layer, and those of Check.
func (n Net) Join(layers ...Weights) ([]float64, error) {
	p, err := n.plan()
	if err == nil && len(layers) != len(p.stages) {
		err = input.Errorf(input.ErrShape, "layers", "got %d, want %d, the outputs included", len(layers), len(p.stages))
	}
	if err != nil {
		return nil, fmt.Errorf("network: join: %w", err)
	}
	theta := make([]float64, 0, p.params)
	for i, s := range p.stages {
		flat := slices.Concat(layers[i].W...)
		rows := s.weights / s.seen
		if len(layers[i].W) != rows {
			err = errors.Join(err, input.Errorf(input.ErrShape, fmt.Sprintf("layers[%d].W", i), "got %d rows, want %d", len(layers[i].W), rows))
		}
		for k, row := range layers[i].W {
			err = errors.Join(err, input.Vector(fmt.Sprintf("layers[%d].W[%d]", i, k), row, s.seen))
		}
		err = errors.Join(err, input.Vector(fmt.Sprintf("layers[%d].B", i), layers[i].B, s.biases))
		theta = append(append(theta, flat...), layers[i].B...)
	}
	if err != nil {
		return nil, fmt.Errorf("network: join: %w", err)
	}
	return theta, nil
}

// Layers returns, for each layer, the n×units matrix of what it makes of the rows of X; the last one is ψ. It returns an error that wraps input.ErrEmpty,
// input.ErrShape or input.ErrNotFinite for X, θ, or an overflow, and those of Check.
func (n Net) Layers(theta []float64, x mat.Matrix) ([]*mat.Dense, error) {
	all, _, err := n.run(theta, x, true)
	if err != nil {
		return nil, fmt.Errorf("network: layers: %w", err)
	}
	return all, nil
}

// Apply returns the n×Outputs matrix ψ of the rows of X. The errors are those of Layers.
func (n Net) Apply(theta []float64, x mat.Matrix) (*mat.Dense, error) {
	all, _, err := n.run(theta, x, false)
	if err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	return all[0], nil
}

// run returns the outputs of all layers, or of the last alone, and the scores t before the last function.
func (n Net) run(theta []float64, x mat.Matrix, every bool) (all []*mat.Dense, scores *mat.Dense, err error) {
	p, err := n.plan()
	if err == nil {
		err = errors.Join(input.Vector("θ", theta, p.params), input.Columns("X", x, p.in.Units()))
	}
	if err != nil {
		return nil, nil, err
	}
	rows, _ := x.Dims()
	stages := p.stages
	if !every {
		stages = stages[len(stages)-1:]
	}
	if err := p.holds(rows, stages); err != nil {
		return nil, nil, err
	}
	for _, s := range stages {
		all = append(all, mat.NewDense(rows, s.out.Units(), nil))
	}
	scores = mat.NewDense(rows, n.Outputs, nil)
	f := newPass(p, min(rows, p.chunk), false)
	data, stride := input.Rows(x)
	for lo := 0; lo < rows; lo += p.chunk {
		m := min(p.chunk, rows-lo)
		f.forward(theta, data[lo*stride:], stride, m)
		for i := range all {
			at := len(p.stages) - len(all) + i
			copy(all[i].RawMatrix().Data[lo*p.stages[at].out.Units():], f.outs[at][:m*p.stages[at].out.Units()])
		}
		copy(scores.RawMatrix().Data[lo*n.Outputs:], f.outs[len(f.outs)-1][:m*n.Outputs])
	}
	last := all[len(all)-1].RawMatrix().Data
	apply(n.Output, last, n.Outputs)
	for i, v := range last {
		if v-v != 0 {
			return nil, nil, input.Errorf(input.ErrNotFinite, "X", "the outputs of row %d overflow", i/n.Outputs)
		}
	}
	return all, scores, nil
}
