package grove

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/internal/parallel"
)

// Columns are the observations, column by column, as ranks: of equal values the ranks are equal. They are shared by all trees and do not change.
type Columns struct {
	N, D  int
	rank  [][]uint32  // by column and row
	value [][]float64 // by column and rank, increasing
	Order [][]int32   // by column: the rows by increasing value, of equal ones in their order
}

// New ranks the columns of n rows of d finite numbers that stand row by row, the i-th at data[i*stride].
func New(data []float64, stride, n, d int) *Columns {
	c := &Columns{N: n, D: d, rank: make([][]uint32, d), value: make([][]float64, d), Order: make([][]int32, d)}
	parallel.Do(d, func(j int) {
		keys, spare := make([]keyed, n), make([]keyed, n)
		for i := range keys {
			keys[i] = keyed{key(data[i*stride+j] + 0), int32(i)} // -0 + 0 is 0
		}
		keys = byKey(keys, spare)
		rank, order, value := make([]uint32, n), make([]int32, n), []float64(nil)
		for k, e := range keys {
			if k == 0 || keys[k-1].key != e.key {
				value = append(value, data[int(e.row)*stride+j]+0)
			}
			order[k], rank[e.row] = e.row, uint32(len(value)-1)
		}
		c.rank[j], c.value[j], c.Order[j] = rank, slices.Clip(value), order
	})
	return c
}

// Constant reports whether all values of a column are equal.
func (c *Columns) Constant(j int) bool { return len(c.value[j]) == 1 }

// Value returns the number of a row in a column.
func (c *Columns) Value(j int, row int32) float64 { return c.value[j][c.rank[j][row]] }

// Ends reports, for each place in the order of a column, whether a larger value follows: there a cut may lie.
func (c *Columns) Ends(j int) []bool {
	ends := make([]bool, c.N)
	for k := range c.N - 1 {
		ends[k] = c.rank[j][c.Order[j][k]] != c.rank[j][c.Order[j][k+1]]
	}
	return ends
}

// Between is the number halfway between two, a < b, or a where there is none.
func Between(a, b float64) float64 {
	if t := a/2 + b/2; t >= a && t < b {
		return t
	}
	return a
}

// keyed is a row with its value as a key.
type keyed struct {
	key uint64
	row int32
}

// key orders finite numbers as unsigned integers.
func key(v float64) uint64 {
	b := math.Float64bits(v)
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

// byKey sorts in the memory of a or b: least digits of 11 bits first, each pass keeping the order of the one before.
func byKey(a, b []keyed) []keyed {
	const digit = 1 << 11
	for shift := 0; shift < 64; shift += 11 {
		var start [digit]int32
		for _, e := range a {
			start[e.key>>shift%digit]++
		}
		if start[a[0].key>>shift%digit] == int32(len(a)) {
			continue // all have this digit
		}
		sum := int32(0)
		for k, c := range start {
			start[k] = sum
			sum += c
		}
		for _, e := range a {
			k := e.key >> shift % digit
			b[start[k]] = e
			start[k]++
		}
		a, b = b, a
	}
	return a
}
