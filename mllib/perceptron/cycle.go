package perceptron

import "slices"

// This file proves that a run never ends. A pass in a fixed order is a function of the state (w, b) at its start, so a state
// that comes back makes the run periodic. Brent's method notices that with one remembered state: the state is
// remembered at the steps 0, 1, 2, 4, 8, ... and compared with the later ones; the first that is equal gives the period.
// States are compared exactly, so that rounding can hide a cycle but never invent one.
//
// Reference: R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20 (1980), 176-184.
type cycleDetector struct {
	w       []float64
	b       float64
	step    int // when (w, b) was remembered
	updates int // updates made until then
	next    int // when to remember again
}

func newCycleDetector(w []float64, b float64) *cycleDetector {
	return &cycleDetector{w: slices.Clone(w), b: b, next: 1}
}

// seen returns the period in steps and in updates if the state of the given step is the remembered one.
func (c *cycleDetector) seen(step, updates int, w []float64, b float64) (steps, ups int, ok bool) {
	if b == c.b && slices.Equal(w, c.w) {
		return step - c.step, updates - c.updates, true
	}
	if step == c.next {
		copy(c.w, w)
		c.b, c.step, c.updates = b, step, updates
		c.next *= 2
	}
	return 0, 0, false
}
