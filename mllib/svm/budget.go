package svm

import (
	"math"
	"slices"

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
	if limit <= 1e-9*floats.Sum(t.weights) { // what slack the tolerance leaves hides that
		if m, err := t.hard(); err == nil {
			return t.pricedHard(m), nil
		}
	}
	low, high, err := t.bracket(limit)
	if err != nil {
		return nil, err
	}
	return t.between(low, high, 1e-9*(1+limit), t.overBudget(limit))
}

// pricedHard is a machine without slack as the solution for the least price of which it is.
func (t *task) pricedHard(m *Machine) *Machine {
	m.C, m.Bounds = 0, make([]float64, len(t.y))
	for i, w := range t.weights {
		if w > 0 {
			m.C = max(m.C, m.Alpha[i]/w)
		}
	}
	for i, w := range t.weights {
		m.Bounds[i] = max(m.Alpha[i], m.C*w)
	}
	return m
}

// shareOfPrice solves for the price at which Σ α_i is so many times it. high is the machine of a price at which that is less.
func (t *task) shareOfPrice(sum float64, high *Machine) (*Machine, error) {
	t.options.Tolerance = min(t.options.Tolerance, 1e-8)
	over := func(m *Machine) float64 { return floats.Sum(m.Alpha)/m.C - sum }
	low := priced{high, over(high)}
	for low.excess <= 0 {
		m, err := t.priced(low.C/64, nil, over)
		if err != nil {
			return nil, err
		}
		if high = low.Machine; m.C < 1e-12/slices.Max(t.diagonal) {
			return m.Machine, nil
		}
		low = m
	}
	return t.between(low, priced{high, over(high)}, 1e-9*sum, over)
}

// between finds the price at which an excess, which falls as prices rise, is 0 but for what is close.
func (t *task) between(low, high priced, close float64, over func(*Machine) float64) (*Machine, error) {
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
		m, err := t.priced(c, high.Machine, over)
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

// overBudget is what the slack, weighted, exceeds the limit by.
func (t *task) overBudget(limit float64) func(*Machine) float64 {
	return func(m *Machine) float64 { return m.slack(t.weights) - limit }
}

// priced is a machine with what it exceeds a limit by.
type priced struct {
	*Machine
	excess float64
}

// priced solves for a price, from the solution for another one.
func (t *task) priced(c float64, from *Machine, over func(*Machine) float64) (priced, error) {
	var start []float64
	if from != nil && from.C > 0 {
		start = from.signed()
		for i, b := range start {
			bound := c * t.weights[i]
			start[i] = math.Copysign(min(bound, math.Abs(b*(c/from.C))), b)
		}
		if t.free && math.Abs(floats.Sum(start)) > 1e-14*floats.Norm(start, 1) {
			start = nil
		}
	}
	m, err := t.price(c, start)
	if err != nil {
		return priced{}, err
	}
	return priced{m, over(m)}, nil
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
	most := 1e12 / size
	if t.x != nil {
		most = 1e20 / size
	}
	over := t.overBudget(limit)
	low, err = t.priced(1/size, nil, over)
	for err == nil && low.excess <= 0 {
		high = low
		if low.C < 1e-12/size {
			return high, high, nil
		}
		low, err = t.priced(low.C/8, low.Machine, over)
	}
	for from := low; err == nil && high.Machine == nil; from = low {
		if low, err = t.priced(low.C*4, low.Machine, over); err != nil {
			break
		}
		if low.excess <= 1e-9*(1+limit) {
			return from, low, nil
		}
		switch {
		case low.excess > from.excess+1e-6*(1+limit):
			err = input.Errorf(ErrBudget, "Classifier.Limit", "got %v, and from the price %v on, with the slack %v, sums lose too many digits to find less", limit, format(from.C), format(from.excess+limit))
		case low.C > most:
			err = input.Errorf(ErrBudget, "Classifier.Limit", "got %v, and with the price %v the slack is still %v", limit, format(low.C), format(low.excess+limit))
		case t.least(from, low):
			err = input.Errorf(ErrBudget, "Classifier.Limit", "got %v, and the least slack of all functions is %v", limit, format(low.excess+limit))
		}
	}
	return low, high, err
}

// least reports whether no function has less slack than two solutions, for the prices c and c' > c: where w is the same, v = (α' − α)/(c' − c) is a solution of the dual problem of least
// slack, Σ v_i y_i φ(x_i) = 0, if its entries are between 0 and the weights.
func (t *task) least(a, b priced) bool {
	if math.Abs(a.excess-b.excess) > 1e-7 || math.Abs(a.NormSquared()-b.NormSquared()) > 1e-6*b.NormSquared() {
		return false
	}
	v, cut, reach := make([]float64, len(t.y)), 0.0, 0.0
	for i := range v {
		most := b.Bounds[i] - a.Bounds[i]
		d := b.Alpha[i] - a.Alpha[i]
		if d < -1e-6*most || d > most*(1+1e-6) {
			return false
		}
		v[i] = max(0, min(d, most)) * float64(t.y[i])
		root := math.Sqrt(math.Abs(t.diagonal[i]))
		cut += math.Abs(math.Abs(v[i])-d) * root
		reach += math.Abs(v[i]) * root
	}
	return cut <= 1e-6*reach && (t.x == nil || t.cancels(v))
}

// cancels reports whether Σ v_i x_i is 0, for each coordinate beside the size of its terms around their mean.
func (t *task) cancels(v []float64) bool {
	n, d := t.x.Dims()
	for j := range d {
		mean := 0.0
		if t.free {
			for i := range n {
				mean += t.x.At(i, j) / float64(n)
			}
		}
		sum, size := 0.0, 0.0
		for i := range n {
			term := v[i] * (t.x.At(i, j) - mean)
			sum += term
			size += math.Abs(term)
		}
		if math.Abs(sum) > 1e-6*size {
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
