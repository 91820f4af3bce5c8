package tree

import (
	"errors"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/mat"
)

// This file sorts each column once. A node is the same range lo..hi-1 in every column; a cut parts the ranges and keeps their order.

// entry is one value of a column. It holds the class, so that a search for cuts reads memory in order.
type entry struct {
	v     float64 // NaN where it is missing: those are at the end
	row   int32
	class int32
}

// rows are the observations with weights > 0.
type rows struct {
	data    []float64
	stride  int
	d       int
	at      []int     // numbers of the rows
	weights []float64 // theirs, nil if all are 1
}

// rows checks X, the number of targets, the weights, which it may change, and the parameters. Weights that are nil are 1.
func (g Growth) rows(x mat.Matrix, targets int, weights []float64) (*rows, error) {
	n, d, err := g.matrix(x)
	if err == nil && targets != n {
		err = input.Errorf(input.ErrShape, "y", "got %d targets for the %d rows of X", targets, n)
	}
	if err == nil && n > math.MaxInt32 {
		err = input.Param(false, "X", n, "at most 2^31-1 rows")
	}
	if err == nil && weights != nil {
		err = input.RowWeights(weights, n)
	}
	if err = errors.Join(err, g.check(d)); err != nil {
		return nil, err
	}
	input.Temper(weights) // before rows are left out: a weight may become 0
	r := &rows{d: d}
	r.data, r.stride = input.Rows(x)
	for i := range n {
		if weights == nil || weights[i] > 0 {
			r.at = append(r.at, i)
			if weights != nil {
				r.weights = append(r.weights, weights[i])
			}
		}
	}
	return r, nil
}

// matrix checks X, in which values may be missing if the parameters say so.
func (g Growth) matrix(x mat.Matrix) (n, d int, err error) {
	if g.Missing == MissingRefused {
		return input.Matrix("X", x)
	}
	return input.MatrixWithMissing("X", x)
}

// columns returns all columns sorted, equal values in the order of the rows.
func (r *rows) columns(class []int32) [][]entry {
	n := len(r.at)
	all := make([][]entry, r.d)
	parallel.Do(r.d, func(j int) {
		column, spare := make([]entry, n), make([]entry, n)
		for k, i := range r.at {
			column[k] = entry{v: r.data[i*r.stride+j] + 0, row: int32(k)} // -0 + 0 is 0
			if class != nil {
				column[k].class = class[k]
			}
		}
		all[j] = sorted(column, spare)
	})
	return all
}

// key orders numbers as unsigned integers, NaN last.
func key(v float64) uint64 {
	if v != v {
		return math.MaxUint64
	}
	b := math.Float64bits(v)
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

// sorted returns the entries in the order of their values, in the memory of a or b: least digits of 11 bits first, each pass keeping the order of the one before.
func sorted(a, b []entry) []entry {
	const digit = 1 << 11
	for shift := 0; shift < 64; shift += 11 {
		var start [digit]int32
		for _, e := range a {
			start[key(e.v)>>shift%digit]++
		}
		if start[key(a[0].v)>>shift%digit] == int32(len(a)) {
			continue // all have this digit
		}
		sum := int32(0)
		for k, c := range start {
			start[k] = sum
			sum += c
		}
		for _, e := range a {
			k := key(e.v) >> shift % digit
			b[start[k]] = e
			start[k]++
		}
		a, b = b, a
	}
	return a
}
