package vc

import (
	"fmt"
	"iter"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Rays are the half-lines (-∞, a] for all real a and, with Both, [a, ∞) too. Their coefficients are n+1 and 2n, their dimensions 1 and 2.
//
// Curriculum: N11.1m, B2.4e.
type Rays struct{ Both bool }

// Intervals are the unions of at most Most closed intervals on the line; 0 stands for 1. The empty set is one of them. The dimension is 2·Most.
//
// Curriculum: N11.1q.
type Intervals struct{ Most int }

// Parts returns the parts of the n×1 matrix X, as Class says.
func (c Rays) Parts(x mat.Matrix) ([]uint64, error) {
	columns, err := points("rays", x, 1, MostPoints)
	if err != nil {
		return nil, err
	}
	from := starts(columns[0])
	all := from[0]
	f := newFound(len(columns[0]))
	for _, right := range from {
		f[all&^right] = true // (-∞, a]; for the first of them, left of all points
		if c.Both {
			f[right] = true
		}
	}
	return f.parts(), nil
}

// Configurations yields 1, …, n.
func (c Rays) Configurations(n int) iter.Seq[*mat.Dense] { return one(line(n)) }

// Parts returns the parts of the n×1 matrix X, as Class says.
func (c Intervals) Parts(x mat.Matrix) ([]uint64, error) {
	if c.Most < 0 {
		return nil, fmt.Errorf("vc: intervals: %w", input.Param(false, "Most", c.Most, "a number >= 0"))
	}
	columns, err := points("intervals", x, 1, MostPoints)
	if err != nil {
		return nil, err
	}
	from := starts(columns[0])
	f := newFound(len(columns[0]))
	f[0] = true
	for range min(max(1, c.Most), len(columns[0])) {
		now := f.parts()
		for _, run := range runs(from) {
			for _, part := range now {
				f[part|run] = true
			}
		}
	}
	return f.parts(), nil
}

// Configurations yields 1, …, n.
func (c Intervals) Configurations(n int) iter.Seq[*mat.Dense] { return one(line(n)) }

// starts returns for each value, in increasing order, the part of the points from it on, and at the end the empty part.
func starts(x []float64) []uint64 {
	values := slices.Clone(x)
	slices.Sort(values)
	values = slices.Compact(values)
	parts := make([]uint64, len(values)+1)
	for k, v := range values {
		for i := range x {
			if x[i] >= v {
				parts[k] |= 1 << i
			}
		}
	}
	return parts
}

// runs are the parts that single intervals cut out, the empty one among them.
func runs(starts []uint64) []uint64 {
	parts := []uint64{0}
	for k, from := range starts {
		for _, after := range starts[k+1:] {
			parts = append(parts, from&^after)
		}
	}
	return parts
}

// line is 1, …, n, or empty, which Parts refuses, for numbers of points that no part has bits for.
func line(n int) *mat.Dense {
	if n < 1 || n > mostBits {
		return &mat.Dense{}
	}
	x := mat.NewDense(n, 1, nil)
	for i := range n {
		x.Set(i, 0, float64(i+1))
	}
	return x
}

func one(x *mat.Dense) iter.Seq[*mat.Dense] {
	return func(yield func(*mat.Dense) bool) { yield(x) }
}
