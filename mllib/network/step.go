package network

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// stepper takes the steps of Adam and of SGD.
type stepper struct {
	method        Method
	sizes         Steps
	step          int        // steps taken
	first, second []float64  // means of gradients and of their squares; of SGD the last step
	left          [2]float64 // of Adam: what is left of the zeros that both means began with, First and Second to the number of steps
}

func newStepper(t Training, n int) stepper {
	s := stepper{method: t.Method, sizes: t.Steps, first: make([]float64, n), left: [2]float64{1, 1}}
	if t.Method == Adam {
		s.second = make([]float64, n)
	}
	return s
}

// size is not finite where what the steps are made from is not: squares of gradients may overflow where the loss does not.
func (s *stepper) size() float64 { return floats.Sum(s.first) + floats.Sum(s.second) }

// move moves θ against the gradient.
func (s *stepper) move(theta, grad []float64) {
	s.step++
	if s.method == Adam {
		s.adam(theta, grad)
		return
	}
	rate, momentum := s.sizes.Rate, s.sizes.Momentum
	for i, g := range grad {
		v := float64(momentum*s.first[i]) - float64(rate*g)
		s.first[i] = v
		if s.sizes.Nesterov {
			v = float64(momentum*v) - float64(rate*g)
		}
		theta[i] += v
	}
}

// adam is the step of D. Kingma and J. Ba, with the corrections of both means in the rate.
func (s *stepper) adam(theta, grad []float64) {
	a, b, floor := s.sizes.First, s.sizes.Second, s.sizes.Floor
	s.left[0], s.left[1] = s.left[0]*a, s.left[1]*b // and not math.Pow, whose bits depend on the processor
	rate := s.sizes.Rate * math.Sqrt(1-s.left[1]) / (1 - s.left[0])
	first, second := s.first[:len(grad)], s.second[:len(grad)]
	theta = theta[:len(grad)]
	for i, g := range grad {
		m := float64(a*first[i]) + float64((1-a)*g)
		v := float64(b*second[i]) + float64((1-b)*float64(g*g))
		first[i], second[i] = m, v
		theta[i] -= float64(rate*m) / (math.Sqrt(v) + floor)
	}
}
