package network

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
)

// Start draws a θ: uniform weights by the law of init, biases 0. At θ = 0 units of a layer would be equal for ever, and nothing behind a hidden layer would move. It returns an
// error that wraps input.ErrParam for init or no source, and those of Check.
//
// Reference: X. Glorot and Y. Bengio, Understanding the difficulty of training deep feedforward neural networks (2010); K. He and others, Delving deep into
// rectifiers (2015).
func (n Net) Start(init Init, src rand.Source) ([]float64, error) {
	p, err := n.plan()
	if err == nil {
		err = init.Check("init")
	}
	if err == nil {
		err = input.Param(src != nil, "src", nil, "a source of randomness")
	}
	if err != nil {
		return nil, fmt.Errorf("network: start: %w", err)
	}
	theta, r := make([]float64, p.params), rand.New(src)
	for _, s := range p.stages {
		w, _ := s.of(theta)
		b := s.width(init)
		for i := range w {
			w[i] = b * float64(2*r.Float64()-1)
		}
	}
	return theta, nil
}

// width is the bound of the weights.
func (s *stage) width(init Init) float64 {
	if init == He || init == Usual && s.Activation == ReLU {
		return math.Sqrt(6 / float64(s.seen))
	}
	seenBy := s.out.Units()
	if s.Kind != Dense {
		seenBy = s.Side * s.Side * s.out.Maps
	}
	return math.Sqrt(6 / (float64(s.seen) + float64(seenBy)))
}
