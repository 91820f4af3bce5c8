package spline

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// points are observations put in order: one for each different x, with the mean of its y.
type points struct {
	x, y, w []float64 // increasing x; weighted means of y; sums of weights
	group   []int     // the point of each observation, −1 for one of weight 0
	singles []single  // the observations of positive weight, nil if there are no equal x
	n       int       // observations of positive weight
	spread  float64   // Σ w_i (y_i − mean at its point)², with y and w in the units below
	logW    float64   // Σ log √w_i
	yUnit   float64   // y was multiplied by this power of two, so that the largest |y| is about 1
	wUnit   float64   // and w by this one
}

// Matrix returns x as the n×1 matrix of observations on the line, for Fit and Predict. It is nil for no numbers.
func Matrix(x []float64) *mat.Dense {
	if len(x) == 0 {
		return nil
	}
	return mat.NewDense(len(x), 1, slices.Clone(x))
}

// column checks that x is an n×1 matrix and returns its numbers.
func column(x mat.Matrix) ([]float64, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, err
	}
	if d != 1 {
		return nil, input.Errorf(input.ErrShape, "X", "got %d columns, a spline has one", d)
	}
	data, stride := input.Rows(x)
	if stride == 1 {
		return data[:n], nil
	}
	c := make([]float64, n)
	for i := range c {
		c[i] = data[i*stride]
	}
	return c, nil
}

// gather checks the observations and puts them in order. Weights may be nil.
func gather(x, y, w []float64, fewest int) (*points, error) {
	if len(x) == 0 {
		return nil, input.Errorf(input.ErrEmpty, "X", "it has no rows")
	}
	errs := []error{input.Vector("X", x, len(x)), input.Vector("y", y, len(x))}
	if w != nil {
		errs = append(errs, checkWeights(w, len(x)))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	p := &points{group: make([]int, len(x)), yUnit: unitOf(largest(y)), wUnit: 1}
	if w != nil {
		p.wUnit = unitOf(largest(w))
	}
	order := p.order(x, w)
	p.merge(order, x, y, w)
	if len(p.x) < fewest {
		return nil, input.Errorf(input.ErrShape, "X", "got %d different x of positive weight, need at least %d", len(p.x), fewest)
	}
	return p, nil
}

func checkWeights(w []float64, n int) error {
	if err := input.Weights("w", w, n); err != nil {
		return err
	}
	most := largest(w)
	for i, v := range w {
		if v > 0 && v < most*0x1p-200 {
			return input.Param(false, fmt.Sprintf("w[%d]", i), v, fmt.Sprintf("0, or at least 2⁻²⁰⁰ times the largest weight %v", most))
		}
	}
	return nil
}

// order lists the observations of positive weight by x, equal ones as they came.
func (p *points) order(x, w []float64) []int {
	order := make([]int, 0, len(x))
	sorted := true
	for i := range x {
		p.group[i] = -1
		if w == nil || w[i] > 0 {
			sorted = sorted && (len(order) == 0 || x[order[len(order)-1]] <= x[i])
			order = append(order, i)
		}
	}
	if !sorted {
		slices.SortStableFunc(order, func(i, j int) int {
			switch {
			case x[i] < x[j]:
				return -1
			case x[i] > x[j]:
				return 1
			}
			return 0
		})
	}
	p.n = len(order)
	return order
}

// merge makes one point of observations with equal x.
func (p *points) merge(order []int, x, y, w []float64) {
	p.x, p.y, p.w = make([]float64, 0, p.n), make([]float64, 0, p.n), make([]float64, 0, p.n)
	for _, i := range order {
		weight := 1.0
		if w != nil {
			weight = w[i] * p.wUnit
			p.logW += math.Log(weight) / 2
		}
		v, last := y[i]*p.yUnit, len(p.x)-1
		if last < 0 || x[i] != p.x[last] {
			p.x, p.y, p.w = append(p.x, x[i]), append(p.y, v), append(p.w, weight)
			last++
		} else {
			p.w[last] += weight
			gap := v - p.y[last]
			p.y[last] += gap * (weight / p.w[last])
			p.spread += weight * gap * (v - p.y[last])
		}
		p.group[i] = last
	}
	if len(p.x) == p.n {
		return
	}
	p.singles = make([]single, 0, p.n)
	for _, i := range order {
		p.singles = append(p.singles, p.single(i, y, w))
	}
}

// single is one observation of positive weight, in the units of p.
func (p *points) single(i int, y, w []float64) single {
	weight := 1.0
	if w != nil {
		weight = w[i] * p.wUnit
	}
	return single{point: p.group[i], y: y[i] * p.yUnit, w: weight}
}

// largest is the largest absolute value.
func largest(v []float64) float64 {
	most := 0.0
	for _, a := range v {
		most = max(most, math.Abs(a))
	}
	return most
}

// unitOf is the power of two by which a number of this size comes between 1/2 and 1, and 1 for 0.
func unitOf(size float64) float64 {
	if size == 0 {
		return 1
	}
	_, e := math.Frexp(size)
	return math.Ldexp(1, max(-1022, min(1022, -e)))
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
