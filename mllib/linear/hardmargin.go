package linear

import (
	"errors"
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/primal"
	"github.com/mercer-go/mercer/mllib/internal/smo"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ErrNotSeparable is returned where a method needs linearly separable classes and the data are not.
var ErrNotSeparable = errors.New("classes are not linearly separable")

// HardMargin finds the separating hyperplane of largest geometric margin.
//
// With an intercept, the maximal margin is half the distance of the convex hulls of the two classes, and the hyperplane
// is the perpendicular bisector of a shortest segment between them; without, it is the distance of the origin from the
// convex hull of the points y_i x_i. Either is a point of least norm of a polytope, found by Wolfe's algorithm; where rounding of large
// columns hides it, Newton's method looks for it as a soft margin with a price that does not matter.
//
// Reference: Nussbaum, Definition 3.3 and section 7.1; P. Wolfe (1976). Curriculum: N3c, N3f, B2.1.1f, V4f, Y19b, Y20.
type HardMargin struct {
	ThroughOrigin bool    // fix B = 0 (data that carry the intercept as a constant column)
	Tolerance     float64 // of the optimality condition, relative to the squared size of the data; 0 means 1e-13
	MaxSteps      int     // major steps of Wolfe's algorithm; 0 means 10·(n+d)
}

// MaxMarginModel is the hyperplane of largest margin, with ‖W‖ = 1.
type MaxMarginModel struct {
	Hyperplane
	Margin  float64   // the least geometric margin of the data
	Alpha   []float64 // convex weight of each observation: W ∝ Σ Alpha_i y_i x_i; in each class (with an intercept) they sum to 1
	Support []int     // observations with a positive weight, in increasing order
	Steps   int       // major steps taken, and those of Newton's method

	learn.Named
}

// Fit finds the hyperplane for the n×d matrix X and the labels y in {-1, +1}. It returns ErrNotSeparable if there is
// no separating hyperplane (to an accuracy of 1e-10 in the margin, relative to the size of the data, around one of them if there is an
// intercept), input.ErrOneClass if there is an intercept
// and y is constant (every margin is possible then), and the errors of input.Matrix and input.Signs. It modifies
// neither X nor y.
func (p HardMargin) Fit(x mat.Matrix, y []int) (*MaxMarginModel, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, fmt.Errorf("linear: maximum margin: %w", err)
	}
	if err := p.check(y, n); err != nil {
		return nil, fmt.Errorf("linear: maximum margin: %w", err)
	}
	data := newRows(x, y)
	rows, origin, scale := data.handy(!p.ThroughOrigin)
	var hull polytope = originHull{rows}
	if !p.ThroughOrigin {
		hull = pairHull{rows}
	}
	limit := p.MaxSteps
	if limit == 0 {
		limit = 10 * (n + d)
	}
	tolerance := p.Tolerance
	if tolerance == 0 {
		tolerance = 1e-13
	}
	c, steps, done := leastNorm(hull, make([]float64, d), tolerance, limit)
	least := 1e-10 * math.Sqrt(hull.scale()) // of twice the margin, through the origin of the margin
	m, found := &MaxMarginModel{}, false
	if done && floats.Norm(c.x, 2) > least {
		m = p.model(rows, c)
		found = m.Margin > 0
	}
	if !found && (done || p.MaxSteps == 0) { // a margin may be hidden by the rounding of large columns
		var more int
		m, more, found = p.byPrices(rows, least)
		steps += more
	}
	if m.Steps = steps; !found && !done && p.MaxSteps > 0 {
		return nil, fmt.Errorf("linear: maximum margin: no optimum within HardMargin.MaxSteps = %d", limit)
	}
	if !found {
		return nil, fmt.Errorf("linear: maximum margin: %w", ErrNotSeparable)
	}
	m.B, m.Margin = m.B*scale-floats.Dot(m.W, origin), m.Margin*scale
	return m, nil
}

// byPrices finds the plane as that of a soft margin whose price is so high that it does not matter: no coefficient is at its bound. The coordinates of w show margins that are lost in products of points.
// A margin is at least the one with which one coefficient alone would be as large as the last price.
func (p HardMargin) byPrices(r rows, least float64) (m *MaxMarginModel, steps int, found bool) {
	x := mat.NewDense(r.n, r.d, nil)
	for i := range r.n {
		x.SetRow(i, r.row(i))
	}
	m = &MaxMarginModel{}
	if r.squared == 0 {
		return m, 0, false
	}
	for price := 1e10 / (r.squared * float64(r.n)); price <= 1e21/(r.squared*float64(r.n)); price *= 1e5 {
		q := primal.Problem{X: x, Linear: make([]float64, r.n), Lower: make([]float64, r.n), Upper: make([]float64, r.n), Free: !p.ThroughOrigin}
		for i, sign := range r.y {
			if q.Linear[i] = -float64(sign); sign > 0 {
				q.Upper[i] = price
			} else {
				q.Lower[i] = -price
			}
		}
		s := primal.Solve(q, smo.Options{MaxIter: 1000, Tolerance: 1e-10})
		steps += s.Iterations
		if norm := floats.Norm(s.W, 2); max(floats.Max(s.Beta), -floats.Min(s.Beta)) >= price || !(norm > 0) {
			continue
		}
		c := corral{x: s.W}
		total := floats.Norm(s.Beta, 1)
		if !p.ThroughOrigin {
			total /= 2
		}
		m = p.model(r, c)
		for i, b := range s.Beta {
			if m.Alpha[i] = math.Abs(b) / total; b != 0 {
				m.Support = append(m.Support, i)
			}
		}
		width := 2 * m.Margin
		if p.ThroughOrigin {
			width = m.Margin
		}
		if found = width > least && s.Stop == smo.Converged; found {
			break
		}
	}
	return m, steps, found
}

func (p HardMargin) check(y []int, n int) error {
	errs := []error{
		input.Signs("y", y, n),
		input.Param(p.Tolerance >= 0 && p.Tolerance < 1, "HardMargin.Tolerance", p.Tolerance, "a number in [0, 1)"),
		input.Param(p.MaxSteps >= 0, "HardMargin.MaxSteps", p.MaxSteps, "a number >= 0"),
	}
	if errs[0] == nil && !p.ThroughOrigin {
		errs = append(errs, input.BothSigns("y", y))
	}
	return errors.Join(errs...)
}

// model turns the least-norm point into the hyperplane orthogonal to it.
func (p HardMargin) model(r rows, c corral) *MaxMarginModel {
	m := &MaxMarginModel{Hyperplane: Hyperplane{W: c.x}.Unit(), Alpha: make([]float64, r.n)}
	for k, v := range c.vertices {
		m.Alpha[v.from[0]] += c.weights[k]
		if !p.ThroughOrigin {
			m.Alpha[v.from[1]] += c.weights[k]
		}
	}
	for i, a := range m.Alpha {
		if a > 0 {
			m.Support = append(m.Support, i)
		}
	}
	low, high := math.Inf(1), math.Inf(1) // least score of the positive class, of the negated negative class
	for i := range r.n {
		if s := floats.Dot(m.W, r.row(i)); r.y[i] > 0 {
			low = min(low, s)
		} else {
			high = min(high, -s)
		}
	}
	if p.ThroughOrigin {
		m.Margin = min(low, high)
	} else {
		m.B, m.Margin = (high-low)/2, (low+high)/2
	}
	return m
}

// rows is the data as the polytopes see it.
type rows struct {
	n, d, stride int
	data         []float64
	y            []int
	squared      float64 // max ‖x_i‖²
}

func newRows(x mat.Matrix, y []int) rows {
	r := rows{y: y}
	r.n, r.d = x.Dims()
	r.data, r.stride = input.Rows(x)
	for i := range r.n {
		r.squared = max(r.squared, floats.Dot(r.row(i), r.row(i)))
	}
	return r
}

// handy returns the same data as (x_i - origin)/scale. Where it matters, the scale is a power of two that keeps squares from overflow
// and underflow, and the origin, which is 0 unless free, is one of the observations: far from 0, products lose the digits
// that tell the observations apart.
func (r rows) handy(free bool) (data rows, origin []float64, scale float64) {
	origin, scale = make([]float64, r.d), 1
	largest, first := r.largest(), r.row(0)
	if largest > 1e100 || largest < 1e-100 {
		_, exponent := math.Frexp(largest)
		scale = math.Ldexp(1, exponent-1)
	}
	spread := 0.0
	for i := range r.n {
		for j, v := range r.row(i) {
			spread = max(spread, math.Abs(v/scale-first[j]/scale))
		}
	}
	if free && spread < 1e-3*largest/scale {
		copy(origin, first)
	} else if scale == 1 {
		return r, origin, scale
	}
	data = rows{n: r.n, d: r.d, stride: r.d, data: make([]float64, r.n*r.d), y: r.y}
	for i := range r.n {
		for j, v := range r.row(i) {
			data.row(i)[j] = v/scale - origin[j]/scale
		}
		data.squared = max(data.squared, floats.Dot(data.row(i), data.row(i)))
	}
	return data, origin, scale
}

func (r rows) row(i int) []float64 { return r.data[i*r.stride : i*r.stride+r.d] }

// least returns the observation of the class with the least ⟨x, y_i x_i⟩; class 0 stands for both.
func (r rows) least(x []float64, class int) int {
	best, value := -1, math.Inf(1)
	for i := range r.n {
		if class != 0 && r.y[i] != class {
			continue
		}
		if v := float64(r.y[i]) * floats.Dot(x, r.row(i)); v < value {
			best, value = i, v
		}
	}
	return best
}

// originHull is the convex hull of the points y_i x_i.
type originHull struct{ rows }

func (h originHull) scale() float64 { return h.squared }

func (h originHull) vertex(x []float64) vertex {
	i := h.least(x, 0)
	p := make([]float64, h.d)
	floats.ScaleTo(p, float64(h.y[i]), h.row(i))
	return vertex{p, [2]int{i, i}}
}

// pairHull is the convex hull of the differences x_i - x_j of a positive and a negative observation.
type pairHull struct{ rows }

func (h pairHull) scale() float64 { return 4 * h.squared }

func (h pairHull) vertex(x []float64) vertex {
	i, j := h.least(x, 1), h.least(x, -1)
	p := make([]float64, h.d)
	floats.SubTo(p, h.row(i), h.row(j))
	return vertex{p, [2]int{i, j}}
}
