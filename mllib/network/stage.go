package network

import (
	"errors"
	"fmt"

	"github.com/mercer-go/mercer/mllib/input"
)

// plan is a network whose shapes are worked out.
type plan struct {
	Net
	in     Shape
	stages []*stage // the hidden layers and the outputs
	params int
	chunk  int // rows that go through at a time
}

// stage is a layer at its place.
type stage struct {
	Layer
	in, out Shape
	seen    int       // units that a unit sees, those of the frame around a picture included
	weights int       // from at on
	biases  int       // behind them
	at      int       // in θ
	copies  []segment // of patches; made by newPass
}

// plan works out the shapes; it checks the network.
func (n Net) plan() (*plan, error) {
	p := &plan{Net: n, in: n.In.whole()}
	err := errors.Join(
		n.In.check("Net.In"), n.Output.Check("Net.Output"),
		input.Param(n.Outputs >= 1 && n.Outputs <= input.MaxNumbers, "Net.Outputs", n.Outputs, "a number >= 1"),
		input.Param(n.Output != Softmax || n.Outputs >= 2, "Net.Outputs", n.Outputs, "a number >= 2 with a softmax"),
	)
	if err != nil {
		return nil, err
	}
	shape := p.in
	for i, l := range append(append([]Layer{}, n.Hidden...), Layer{Units: n.Outputs, Activation: Linear}) {
		name := fmt.Sprintf("Net.Hidden[%d].", i)
		if err := l.check(name); err != nil {
			return nil, err
		}
		out, err := l.out(name, shape)
		if err != nil {
			return nil, err
		}
		s := &stage{Layer: l, in: shape, out: out, at: p.params}
		if err := s.count(name); err != nil {
			return nil, err
		}
		p.stages, shape = append(p.stages, s), out
		p.params += s.weights + s.biases
		if p.params > input.MaxNumbers {
			return nil, input.Param(false, "Net", p.params, "at most 2^31 weights")
		}
	}
	p.chunk = p.atOnce()
	return p, nil
}

// atOnce is the number of rows that go through at a time: chunk, or as many as do not take more than 2 GiB, or 1.
func (p *plan) atOnce() int { return int(max(1, min(chunk, 1<<28/p.perRow()))) }

// perRow is how many numbers a row needs on its way there and back.
func (p *plan) perRow() (numbers float64) {
	for _, s := range p.stages {
		numbers += 3 * float64(s.out.Units())
		if s.Kind != Dense {
			numbers += 2 * float64(s.places()) * float64(s.seen)
		}
	}
	return numbers
}

// runnable is an error where a row needs more memory than may be asked for: such a network can be counted, and not more.
func (p *plan) runnable() error {
	return input.Param(p.perRow() <= input.MaxNumbers, "Net", fmt.Sprintf("%.2g", p.perRow()), "at most 2^31 numbers of all units and copied patches, for a row to go through")
}

// holds is an error where memory for the outputs of these stages is more than may be asked for, or runnable is one.
func (p *plan) holds(rows int, stages []*stage) error {
	err := p.runnable()
	for _, s := range stages {
		if err == nil {
			err = input.Size("X", rows, s.out.Units())
		}
	}
	return err
}

// count sets how many weights and biases the stage has.
func (s *stage) count(name string) error {
	rows := s.out.Units()
	s.seen, s.biases = s.in.Units(), rows
	if s.Kind != Dense {
		if s.Side > input.MaxNumbers/s.Side/s.in.Maps {
			return input.Param(false, name+"Side", s.Side, "patches of at most 2^31 units")
		}
		s.seen = s.Side * s.Side * s.in.Maps
	}
	if s.Kind == Shared {
		rows = s.out.Maps
		if !s.Biases {
			s.biases = rows
		}
	}
	if rows > input.MaxNumbers/s.seen {
		return input.Param(false, name+"Units", rows, fmt.Sprintf("at most 2^31 weights, each unit having %d", s.seen))
	}
	s.weights = rows * s.seen
	return nil
}

// of returns the weights and the biases of the stage in θ, or in a gradient.
func (s *stage) of(theta []float64) (w, b []float64) {
	return theta[s.at : s.at+s.weights], theta[s.at+s.weights : s.at+s.weights+s.biases]
}

// places is the number of patches.
func (s *stage) places() int { return s.out.Rows * s.out.Cols }

func (s *stage) size() Size {
	units := s.out.Units()
	text := s.Kind.String()
	if s.Kind != Dense {
		text += fmt.Sprintf(" %d×%d", s.Side, s.Side)
	}
	return Size{Layer: text + ", " + s.Activation.String(), Shape: s.out.String(), Units: units, Links: units * (s.seen + 1), Weights: s.weights + s.biases}
}
