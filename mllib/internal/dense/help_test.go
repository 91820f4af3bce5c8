package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// engines is what every result must not depend on: all instructions of this processor, and several numbers of goroutines.
func engines() []engine {
	var all []engine
	for _, s := range supported() {
		for _, workers := range []int{1, 2, 3, 7} {
			all = append(all, engine{s, workers})
		}
	}
	return all
}

func (e engine) String() string { return fmt.Sprintf("%v with %d workers", e.set, e.workers) }

// random draws matrices whose strides leave gaps, in which the numbers must not change; half of them are transposes.
type random struct {
	*rand.Rand
	special bool // some entries are NaN, infinite, -0, tiny or huge
}

func newRandom(seed uint64) *random { return &random{Rand: rand.New(rand.NewPCG(seed, 1))} }

func (r *random) number() float64 {
	if r.special && r.IntN(40) == 0 {
		return []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0, 5e-324, -1e-200, 1e200}[r.IntN(8)]
	}
	return r.NormFloat64()
}

func (r *random) matrix(rows, cols int) view {
	if r.IntN(2) == 0 {
		return r.byRows(cols, rows).t()
	}
	return r.byRows(rows, cols)
}

func (r *random) byRows(rows, cols int) view {
	stride := max(1, cols) + r.IntN(4)
	data := make([]float64, rows*stride)
	for i := range data {
		data[i] = r.number()
	}
	return rowMajor(data, rows, cols, stride)
}

// factor draws a number for alpha or beta.
func (r *random) factor() float64 { return []float64{1, -1, 0, 2.5, -0.3}[r.IntN(5)] }

// clone is a copy, gaps included.
func (v view) clone() view {
	v.data = slices.Clone(v.data)
	return v
}

// same tells whether all numbers have the same bits, or both are NaN: which NaN is left open. The gaps between rows count too.
func same(a, b view) bool {
	return slices.EqualFunc(a.data, b.data, func(x, y float64) bool {
		return math.Float64bits(x) == math.Float64bits(y) || math.IsNaN(x) && math.IsNaN(y)
	})
}

// allSame runs f on a copy of c with every engine and fails if two results differ in a bit; it returns the result.
func allSame(t *testing.T, what string, c view, f func(e engine, c view)) view {
	t.Helper()
	var first view
	for i, e := range engines() {
		got := c.clone()
		f(e, got)
		if i == 0 {
			first = got
		} else if !same(first, got) {
			t.Fatalf("%s: %v and %v differ", what, engines()[0], e)
		}
	}
	return first
}

// full is the matrix that a triangle stands for.
func (a triangle) full() view {
	m := rowMajor(make([]float64, a.rows*a.rows), a.rows, a.rows, max(1, a.rows))
	for i := range a.rows {
		for j := range a.rows {
			switch {
			case i == j && a.unit:
				m.set(i, j, 1)
			case i == j || (i > j) == a.lower:
				m.set(i, j, a.at(i, j))
			}
		}
	}
	return m
}

// product is A·B by plain sums, and the sums of the absolute values, which bound the error.
func product(a, b view) (sums, sizes view) {
	sums = rowMajor(make([]float64, a.rows*b.cols), a.rows, b.cols, max(1, b.cols))
	sizes = sums.clone()
	for i := range a.rows {
		for j := range b.cols {
			var sum, size float64
			for p := range a.cols {
				sum += a.at(i, p) * b.at(p, j)
				size += math.Abs(a.at(i, p) * b.at(p, j))
			}
			sums.set(i, j, sum)
			sizes.set(i, j, size)
		}
	}
	return sums, sizes
}

// near fails where got is farther from want than the rounding of n operations on numbers of the given sizes.
func near(t *testing.T, what string, n int, got, want, sizes view) {
	t.Helper()
	for i := range got.rows {
		for j := range got.cols {
			limit := float64(2*n+4) * 0x1p-52 * (sizes.at(i, j) + math.Abs(want.at(i, j)))
			if d := math.Abs(got.at(i, j) - want.at(i, j)); !(d <= limit) {
				t.Fatalf("%s: entry (%d, %d) is %v, want %v within %v", what, i, j, got.at(i, j), want.at(i, j), limit)
			}
		}
	}
}

// shapes are orders around the edges of tiles, blocks and small products.
var shapes = []int{1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 16, 23, 24, 25, 31, 32, 33, 47, 49, 64, 65, 97, 130}
