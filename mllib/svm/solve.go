package svm

import (
	"errors"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/smo"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
)

// This file turns the forms of the problem into quadratic programs, and their solutions into machines. β_i = α_i y_i everywhere.

func (p Classifier) solve(t *task) (m *Machine, err error) {
	t.options = p.forSize(len(t.y), p.priced() && t.newton())
	switch {
	case p.Form == Share:
		m, err = t.share(p.Nu)
	case !p.priced():
		m, err = t.hard()
	case p.Form == Budget:
		m, err = t.budget(p.Limit)
	default:
		m, err = t.price(orOne(p.C), nil)
	}
	if err != nil {
		return nil, err
	}
	if m.Tie, m.Form = p.Tie, p.Form; m.Bounds == nil {
		m.Form = Hard
	}
	var by float64
	m.W, by = t.plane(m.W, m.signed(), t.free)
	m.shift(by)
	return m, errors.Join(finite(m.F), finite(m.Alpha), finiteObjectives(m.Form, m.Report.Gap, m.Primal(), m.Dual()))
}

// priced reports whether the form comes down to problems with a price of slack.
func (p Classifier) priced() bool {
	return p.Form != Hard && p.Form != Share && !math.IsInf(p.C, 1)
}

// orOne is a price, of which 0 means 1.
func orOne(c float64) float64 {
	if c == 0 {
		return 1
	}
	return c
}

// price solves the problem with the price c of a slack, or of its square, from a start, or from 0.
func (t *task) price(c float64, start []float64) (*Machine, error) {
	n := len(t.y)
	q := program{linear: make([]float64, n), lower: make([]float64, n), upper: make([]float64, n), free: t.free, start: start}
	if t.squares {
		q.ridge = make([]float64, n)
	}
	for i, y := range t.y {
		bound := c * t.weights[i]
		if math.IsInf(bound, 0) {
			return nil, input.Errorf(input.ErrNotFinite, "Classifier.C", "C times the weight %v overflows", t.weights[i])
		}
		q.linear[i] = -float64(y)
		if t.squares {
			q.ridge[i], bound = ridge(bound)
		}
		if y > 0 {
			q.upper[i] = bound
		} else {
			q.lower[i] = -bound
		}
	}
	r := t.observations.solve(q, t.options)
	m := t.machine(c, r.Result)
	if t.squares {
		m.Form = Squares
	}
	if t.free {
		m.B = r.offset()
	}
	for i, f := range r.F {
		m.F[i] = f + m.B
	}
	m.findOffsets()
	m.W = r.w
	m.shift(r.shift)
	return m, nil
}

// ridge is 1/C_i and the bound of α_i, where squares of slacks are paid for; α_i is 0 where C_i is.
func ridge(c float64) (r, bound float64) {
	if c == 0 {
		return 1, 0
	}
	return 1 / c, math.Inf(1)
}

// machine holds the coefficients and bounds of a solution.
func (t *task) machine(c float64, r smo.Result) *Machine {
	n := len(t.y)
	m := &Machine{Classes: slices.Clone(t.classes), NoIntercept: !t.free, Y: slices.Clone(t.y), Alpha: make([]float64, n), Bounds: make([]float64, n), F: make([]float64, n), C: c, Report: report(r)}
	for i := range n {
		m.Alpha[i], m.Bounds[i] = math.Abs(r.Beta[i]), c*t.weights[i]
	}
	return m
}

// findOffsets finds the offsets that are optimal with w, where no α_i between its bounds says that there is one only, and takes their middle.
func (m *Machine) findOffsets() {
	m.Offsets = [2]float64{m.B, m.B}
	if m.NoIntercept || m.Form == Squares || len(m.Free()) > 0 {
		return
	}
	low, high := math.Inf(-1), math.Inf(1)
	for i, at := range m.Positions() {
		y := float64(m.Y[i])
		b := y - (m.F[i] - m.B) // with which i is on its border
		if bounded := at != Outside; bounded == (y > 0) {
			high = min(high, b)
		} else {
			low = max(low, b)
		}
	}
	if low < high {
		m.Offsets = [2]float64{low, high}
		m.moveOffset(low/2 + high/2)
	}
}

// shift takes a number from b that f has by way of other coordinates of the points.
func (m *Machine) shift(by float64) {
	m.B -= by
	m.Offsets[0] -= by
	m.Offsets[1] -= by
}

// moveOffset changes b.
func (m *Machine) moveOffset(b float64) {
	for i, f := range m.F {
		m.F[i] = f - m.B + b
	}
	m.B = b
}

// shares of classes: the problem with p = 0 and fixed sums of the α_i, whose solution is that of a price when it is divided by the margin ρ.
//
// Of y_i f(x_i) ≥ ρ − ξ_i with the sums of both classes fixed, β has F + b = ρ on one side of the margin and −ρ on the other. Without an offset there is one sum, of all
// α_i, and the matrix y_i y_j K_ij.
type shares struct {
	*task
	order []int // positive observations first
	cut   int   // as many
}

func (t *task) shares() shares {
	s := shares{task: t}
	for _, sign := range []int{1, -1} {
		for i, y := range t.y {
			if y == sign {
				s.order = append(s.order, i)
			}
		}
		if sign > 0 {
			s.cut = len(s.order)
		}
	}
	return s
}

// hulls is a solution of shares.
type hulls struct {
	smo.Result
	rho, b float64
	least  float64 // up to where ρ counts as 0
}

// vanishes reports whether a margin is 0, or what rounding leaves of 0.
func (h hulls) vanishes() bool { return !(h.rho > h.least) }

// solve solves with bounds on α and sums of the α of the positive and of the negative class, in so many steps.
func (s shares) solve(bound func(i int) float64, sums [2]float64, steps int) hulls {
	n := len(s.y)
	unit := s.unit()
	signs := make([]float64, n)
	for v, i := range s.order {
		signs[v] = float64(s.y[i])
	}
	q := smo.Problem{Linear: make([]float64, n), Lower: make([]float64, n), Upper: make([]float64, n), Diagonal: make([]float64, n), Start: make([]float64, n)}
	q.Groups = []int{0, s.cut, n}
	factors := slices.Repeat([]float64{unit}, n)
	if !s.free {
		q.Groups, factors = []int{0, n}, slices.Clone(signs)
		floats.Scale(unit, factors)
		sums = [2]float64{sums[0] + sums[1], sums[0] + sums[1]}
	}
	q.Matrix = reorder(s.matrix, s.order, factors)
	left := sums
	for v, i := range s.order {
		g := 0
		if s.free && v >= s.cut {
			g = 1
		}
		c := bound(i)
		q.Diagonal[v] = s.diagonal[i] * unit * unit
		take := min(c, left[g])
		left[g] -= take
		if s.free && signs[v] < 0 {
			q.Lower[v], q.Start[v] = -c, -take
		} else {
			q.Upper[v], q.Start[v] = c, take
		}
	}
	o := s.options
	o.Relative = true
	o.MaxIter = steps
	h := hulls{Result: smo.Solve(q, o)}
	middle := func(g int) float64 { return (h.Level[g][0] + h.Level[g][1]) / 2 }
	if h.rho = middle(0); s.free {
		h.rho, h.b = (middle(0)-middle(1))/2, -(middle(0)+middle(1))/2
	}
	size, total := 0.0, 0.0
	for v, b := range h.Beta {
		root := math.Sqrt(math.Abs(q.Diagonal[v]))
		size = max(size, root)
		total += math.Abs(b) * root
	}
	h.least = 2e-14 * size * total
	return h.times(1 / (unit * unit))
}

// unit is 1, or a power of two by which features of a tiny or huge kernel are multiplied so that squares of its values do not underflow or overflow.
func (s shares) unit() float64 {
	size := 0.0
	for _, v := range s.diagonal {
		size = max(size, math.Abs(v))
	}
	if size > 1e-100 && size < 1e100 || size == 0 {
		return 1
	}
	_, e := math.Frexp(size)
	return math.Ldexp(1, -e/2)
}

// times is the solution with another unit of the kernel.
func (h hulls) times(unit float64) hulls {
	floats.Scale(unit, h.F)
	for g := range h.Level {
		floats.Scale(unit, h.Level[g][:])
	}
	h.Gap, h.rho, h.b, h.least = h.Gap*unit, h.rho*unit, h.b*unit, h.least*unit
	return h
}

// scaled is the machine of a solution divided by ρ, so that the margin is 1.
func (s shares) scaled(h hulls) *Machine {
	n := len(s.y)
	back := smo.Result{Beta: make([]float64, n), Stop: h.Stop, Iterations: h.Iterations, Rows: h.Rows, Indefinite: h.Indefinite, Gap: h.Gap / h.rho}
	m := s.machine(1/h.rho, back)
	m.B = h.b/h.rho + 0
	m.Offsets = [2]float64{m.B, m.B}
	for v, i := range s.order {
		m.Alpha[i] = math.Abs(h.Beta[v]) / h.rho
		f := h.F[v]
		if !s.free {
			f *= float64(s.y[i])
		}
		m.F[i] = (f + h.b) / h.rho
	}
	return m
}

// doubtful reports whether Newton's method may know better: where steps of two did not come to an end, and, of points, where rounding of products of two kept them from it.
func (s shares) doubtful(h hulls) bool {
	if s.options.MaxIter <= firstSteps(s.options, len(s.y)) {
		return false
	}
	if s.x == nil {
		return h.Stop == IterationLimit && len(s.y) <= few
	}
	return h.Stop != Converged || h.vanishes()
}

// atLeast is the machine for the price of which a least margin is that of a share, or nil if that cannot be found. Steps of two go on for long where the margin vanishes, and Newton's method
// finds out; of points it sees margins that products of two do not show.
func (s shares) atLeast(least float64) *Machine {
	if s.x != nil {
		least = min(least, 1e-20*slices.Max(s.diagonal))
	}
	t := *s.task
	t.squares = false
	m, err := t.price(1/least, nil)
	if err != nil || finite(m.F) != nil || m.Report.Stop == IterationLimit {
		return nil
	}
	return m
}

// hard finds the nearest points of the convex hulls of the two classes, w is their difference in units of the margin; without an offset, the point of the hull of all y_i φ(x_i)
// that is nearest to 0.
func (t *task) hard() (*Machine, error) {
	s := t.shares()
	bound := func(i int) float64 {
		if t.weights[i] > 0 {
			return math.Inf(1)
		}
		return 0
	}
	h := s.solve(bound, [2]float64{1, 1}, firstSteps(t.options, len(t.y)))
	if s.doubtful(h) {
		if m := s.atLeast(h.least); m == nil && h.Stop == IterationLimit {
			h = s.solve(bound, [2]float64{1, 1}, t.options.MaxIter)
		} else if m != nil && len(m.Bounded()) > 0 {
			h.rho = 0
		} else if m != nil && (m.Report.Stop == Converged || h.Stop == IterationLimit) {
			m.C, m.Bounds = slices.Max(m.Alpha), nil
			return m, nil
		}
	}
	if h.vanishes() {
		return nil, input.Errorf(errNotSeparable, "y", "the hulls of the classes are %.1g apart in the feature space", math.Sqrt(max(0, 2*h.rho)))
	}
	m := s.scaled(h)
	m.C = slices.Max(m.Alpha)
	m.Bounds = nil
	return m, nil
}

// errNotSeparable is both sentinels.
var errNotSeparable = notSeparable{}

type notSeparable struct{}

func (notSeparable) Error() string { return ErrNotSeparable.Error() }

func (notSeparable) Unwrap() []error { return []error{ErrNotSeparable, linear.ErrNotSeparable} }

// share is the ν form: bounds are weights, and each class has half of ν times the sum of the weights.
func (t *task) share(nu float64) (*Machine, error) {
	var total [2]float64
	for i, w := range t.weights {
		total[(t.y[i]+1)/2] += w
	}
	half := nu * (total[0] + total[1]) / 2
	if most := min(total[0], total[1]); t.free && half > most*(1+1e-12) {
		return nil, input.Param(false, "Classifier.Nu", nu, "at most twice the share of the smaller class, here "+format(2*most/(total[0]+total[1])))
	}
	s := t.shares()
	bound := func(i int) float64 { return t.weights[i] }
	h := s.solve(bound, [2]float64{half, half}, firstSteps(t.options, len(t.y)))
	if s.doubtful(h) {
		if m := s.atLeast(h.least); m != nil && floats.Sum(m.Alpha) > 2*half*m.C { // the share falls with the price
			h.rho = 0
		} else if m != nil && s.x != nil && m.Report.Stop == Converged {
			return s.shareOfPrice(2*half, m)
		} else if h.Stop == IterationLimit {
			h = s.solve(bound, [2]float64{half, half}, t.options.MaxIter)
		}
	}
	if h.vanishes() {
		return nil, input.Param(false, "Classifier.Nu", nu, "larger: with so little slack to pay for, the margin is 0 and w = 0 (the classes overlap)")
	}
	m := s.scaled(h)
	m.findOffsets()
	return m, nil
}
