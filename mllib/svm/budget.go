package svm

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
)

// This file finds the price of a budget. The slack Σ ξ_i of the solution falls continuously with the price C, and, between finitely many prices, linearly; the price of a
// budget is its multiplier.

// budget solves for the price at which the slack, weighted, is the limit.
func (t *task) budget(limit float64) (*Machine, error) {
	if t.options.Tolerance > 1e-8 {
		t.options.Tolerance = 1e-8
	}
	if m := t.nothing(); m.slack(t.weights) <= limit {
		return m, nil
	}
	low, high, err := t.bracket(limit)
	if err != nil {
		return nil, err
	}
	close := 1e-9 * (1 + limit)
	last := 0
	for range 100 {
		a, b := low.excess, high.excess
		if math.Abs(b) <= close || high.C-low.C <= 1e-14*high.C {
			break
		}
		c := (low.C*b - high.C*a) / (b - a)
		if !(c > low.C && c < high.C) {
			c = (low.C + high.C) / 2
		}
		m, err := t.priced(c, high.Machine, limit)
		if err != nil {
			return nil, err
		}
		if math.Abs(m.excess) <= close { // from either side
			return m.Machine, nil
		}
		if m.excess > 0 {
			if low = m; last > 0 { // the same side again: the other end counts half
				high.excess /= 2
			}
			last = 1
		} else {
			if high = m; last < 0 {
				low.excess /= 2
			}
			last = -1
		}
	}
	return high.Machine, nil
}

// priced is a machine with what its slack exceeds the limit by.
type priced struct {
	*Machine
	excess float64
}

// priced solves for a price, from the solution for another one.
func (t *task) priced(c float64, from *Machine, limit float64) (priced, error) {
	var start []float64
	if from != nil && from.C > 0 {
		start = from.signed()
		for i, b := range start {
			bound := c * t.weights[i]
			start[i] = math.Copysign(min(bound, math.Abs(b*(c/from.C))), b)
		}
		if t.free && math.Abs(floats.Sum(start)) > 1e-14*c*floats.Sum(t.weights) {
			start = nil
		}
	}
	m, err := t.price(c, start)
	if err != nil {
		return priced{}, err
	}
	return priced{m, m.slack(t.weights) - limit}, nil
}

// bracket finds two prices, one with too much slack and a larger one without.
func (t *task) bracket(limit float64) (low, high priced, err error) {
	size := 0.0
	for _, v := range t.diagonal {
		size = max(size, math.Abs(v))
	}
	if size == 0 {
		size = 1
	}
	low, err = t.priced(1/size, nil, limit)
	for err == nil && low.excess <= 0 {
		high = low
		if low.C < 1e-12/size {
			return high, high, nil
		}
		low, err = t.priced(low.C/8, low.Machine, limit)
	}
	for from := low; err == nil && high.Machine == nil; from = low {
		if low, err = t.priced(low.C*4, low.Machine, limit); err != nil {
			break
		}
		if low.excess <= 1e-9*(1+limit) {
			return from, low, nil
		}
		switch {
		case low.excess > from.excess+1e-6*(1+limit):
			err = input.Errorf(ErrBudget, "Classifier.Limit", "got %v, and from the price %v on, with the slack %v, sums lose too many digits to find less", limit, format(from.C), format(from.excess+limit))
		case low.C > 1e12/size:
			err = input.Errorf(ErrBudget, "Classifier.Limit", "got %v, and with the price %v the slack is still %v", limit, format(low.C), format(low.excess+limit))
		case least(from, low):
			err = input.Errorf(ErrBudget, "Classifier.Limit", "got %v, and the least slack of all functions is %v", limit, format(low.excess+limit))
		}
	}
	return low, high, err
}

// least reports whether no function has less slack than two solutions, for the prices c and c' > c: where w is the same, (α' − α)/(c' − c) is a solution of the dual problem of least
// slack if its entries are between 0 and the weights.
func least(a, b priced) bool {
	if math.Abs(a.excess-b.excess) > 1e-7 || math.Abs(a.NormSquared()-b.NormSquared()) > 1e-6*b.NormSquared() {
		return false
	}
	for i := range a.Alpha {
		most := b.Bounds[i] - a.Bounds[i]
		if d := b.Alpha[i] - a.Alpha[i]; d < -1e-6*most || d > most*(1+1e-6) {
			return false
		}
	}
	return true
}

// slack is Σ w_i ξ_i.
func (m *Machine) slack(weights []float64) float64 { return floats.Dot(weights, m.Slacks()) }

// nothing is the machine with w = 0 and the offsets of least slack, the limit of prices that go to 0.
func (t *task) nothing() *Machine {
	n := len(t.y)
	m := &Machine{Classes: append([]int(nil), t.classes...), Y: append([]int(nil), t.y...), NoIntercept: !t.free,
		Alpha: make([]float64, n), Bounds: make([]float64, n), F: make([]float64, n)}
	balance := 0.0
	for i, w := range t.weights {
		balance += w * float64(t.y[i])
	}
	if t.free {
		switch {
		case balance > 0:
			m.Offsets = [2]float64{1, 1}
		case balance < 0:
			m.Offsets = [2]float64{-1, -1}
		default:
			m.Offsets = [2]float64{-1, 1}
		}
		m.moveOffset(m.Offsets[0]/2 + m.Offsets[1]/2)
	}
	return m
}
