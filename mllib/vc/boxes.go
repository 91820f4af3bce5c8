package vc

import (
	"fmt"
	"iter"
	"math"
	"math/bits"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Boxes are the products of Dim closed intervals: in the plane, the rectangles with sides along the axes. The dimension is 2·Dim.
//
// Curriculum: N11.1s, B2.4b, B2.4e.
type Boxes struct{ Dim int }

// Parts returns the parts of the n×Dim matrix X, as Class says.
func (c Boxes) Parts(x mat.Matrix) ([]uint64, error) {
	columns, err := points("boxes", x, c.Dim, MostPoints)
	if err != nil {
		return nil, err
	}
	n := len(columns[0])
	parts := []uint64{1<<n - 1}
	for _, column := range columns {
		f := newFound(n)
		for _, run := range runs(starts(column)) {
			for _, part := range parts {
				f[part&run] = true
			}
		}
		if parts = f.parts(); isAll(len(parts), n) {
			break
		}
	}
	return parts, nil
}

// Configurations yields n points for each way in which the orders of their coordinates can differ: only these orders matter, and equal coordinates
// leave fewer parts. There are (n!)^(Dim-1).
func (c Boxes) Configurations(n int) iter.Seq[*mat.Dense] {
	return func(yield func(*mat.Dense) bool) {
		if c.Dim < 1 || c.Dim > mostDimensions || n < 1 || n > mostBits {
			yield(line(n))
			return
		}
		x := mat.NewDense(n, c.Dim, nil)
		for i := range n {
			x.Set(i, 0, float64(i))
		}
		orders(x, 1, yield)
	}
}

// shattered returns n points with all parts, -1 and +1 on the axes, for n <= 2·Dim.
func (c Boxes) shattered(n int) *mat.Dense {
	x := mat.NewDense(n, c.Dim, nil)
	for i := range n {
		x.Set(i, i/2, float64(2*(i%2)-1))
	}
	return x
}

// inMany tells whether the boxes are in more dimensions than the plane has, and in no more than there may be.
func (c Boxes) inMany() bool { return c.Dim > 2 && c.Dim <= mostDimensions }

// What bounds the configurations that are looked at: in the plane their parts are counted by their order, in less than a microsecond.
const (
	mostOrders      = 1e6
	mostPlaneOrders = 1e9
)

// feasible returns an error for so many points that all configurations are looked at, for none has all parts, and they are too many.
func (c Boxes) feasible(n int) error {
	if c.Dim > mostDimensions || n <= 2*c.Dim || n > MostPoints {
		return nil
	}
	orders, most := math.Pow(math.Gamma(float64(n)+1), float64(c.Dim-1)), mostOrders
	if c.Dim == 2 {
		most = mostPlaneOrders
	}
	if err := input.Param(orders <= most, "n", n, fmt.Sprintf("so many points that the (n!)^(Dim-1) ways to order them, here %.2g, are at most %.0g", orders, most)); err != nil {
		return fmt.Errorf("vc: boxes: %w", err)
	}
	return nil
}

// ofOrder counts the parts of points in the plane, one in each column 0, 1, … and in the given rows, which are 0, 1, … in some order. Each part but the empty one is told by its first and last
// columns, which may be one, and by its lowest and highest points, which lie between these columns, not above and not below both of the points there.
func (c Boxes) ofOrder(rows []float64) int {
	parts := 1
	for i := range rows {
		seen := uint(0) // rows of the points in the columns from i on
		for _, row := range rows[i:] {
			seen |= 1 << int(row)
			low, high := int(min(rows[i], row)), int(max(rows[i], row))
			parts += bits.OnesCount(seen&(2<<low-1)) * bits.OnesCount(seen>>high)
		}
	}
	return parts
}

// orders fills the columns from j on in all ways, and tells whether to go on.
func orders(x *mat.Dense, j int, yield func(*mat.Dense) bool) bool {
	n, d := x.Dims()
	if j == d {
		return yield(mat.DenseCopyOf(x))
	}
	taken := make([]bool, n)
	var place func(i int) bool
	place = func(i int) bool {
		if i == n {
			return orders(x, j+1, yield)
		}
		for v := range n {
			if taken[v] {
				continue
			}
			taken[v] = true
			x.Set(i, j, float64(v))
			if !place(i + 1) {
				return false
			}
			taken[v] = false
		}
		return true
	}
	return place(0)
}
