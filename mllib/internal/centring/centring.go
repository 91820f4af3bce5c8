// Package centring takes the means off the columns of a matrix.
package centring

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Columns takes the mean off each column of x, and returns the means and the largest absolute value on the way. The mean of what is left is taken off, too, so that columns far
// from 0 lose no more than their own digits. A column of equal numbers becomes exactly 0, though the mean of many equal numbers may be another one, by rounding.
func Columns(x *mat.Dense) (mean []float64, largest float64) {
	n, d := x.Dims()
	mean = make([]float64, d)
	for j := range mean {
		if Constant(n, func(i int) float64 { return x.At(i, j) }) {
			mean[j] = x.At(0, j)
			largest = max(largest, math.Abs(mean[j]))
			for i := range n {
				x.Set(i, j, 0)
			}
		}
	}
	for range 2 {
		largest = max(largest, once(x, mean))
	}
	return mean, largest
}

// once takes the means off, adds them to mean, and returns the largest absolute value before.
func once(x *mat.Dense, mean []float64) (largest float64) {
	n, d := x.Dims()
	rest := make([]float64, d)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			rest[j] += v / float64(n)
			largest = max(largest, math.Abs(v))
		}
	}
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] -= rest[j]
		}
	}
	for j := range mean {
		mean[j] += rest[j]
	}
	return largest
}

// Constant reports whether n >= 1 numbers are all equal; mostly it looks at two of them.
func Constant(n int, at func(i int) float64) bool {
	first := at(0)
	for i := 1; i < n; i++ {
		if at(i) != first {
			return false
		}
	}
	return true
}
