package lanes

import "math"

// Rows of float32 numbers hold twice as many in a cache line, and half as many bytes have to come from memory, which is what products of large data with a
// vector wait for. The arithmetic is that of float64: each number is widened first. Here multiplication and addition are fused.

const (
	RowWidth = 8 // what the length of a row must be a multiple of
	RowGroup = 4 // and the number of rows
)

// Inner sets sums[r] to the product of x with row r, of which rows holds len(sums), each as long as x, one after another. It panics where a
// length is no multiple of RowWidth or RowGroup. InnerTwo does so for two vectors and sums, at less than the cost of two calls.
//
// A product is a sum in eight lanes: lane l takes the coordinates l, l+8, ... in their order.
func Inner(x []float64, rows []float32, sums []float64) {
	if checkRows(len(x), len(sums), len(rows)) {
		inner(x, rows, sums)
		return
	}
	clear(sums)
}

// InnerTwo is Inner for x and sums, and for x2 and sums2, which have the same lengths.
func InnerTwo(x, x2 []float64, rows []float32, sums, sums2 []float64) {
	if len(x2) != len(x) || len(sums2) != len(sums) {
		panic("lanes: want two vectors of equal length, and as many sums of each")
	}
	if checkRows(len(x), len(sums), len(rows)) {
		innerTwo(x, x2, rows, sums, sums2)
		return
	}
	clear(sums)
	clear(sums2)
}

// AddRows adds weights[r] times row r to dst, one row after another; the lengths are as for Inner. AddRowsTwo does so for two weights of each row.
func AddRows(dst []float64, rows []float32, weights []float64) {
	if checkRows(len(dst), len(weights), len(rows)) {
		addRows(dst, rows, weights)
	}
}

// AddRowsTwo is AddRows for dst and weights, and for dst2 and weights2, which have the same lengths.
func AddRowsTwo(dst, dst2 []float64, rows []float32, weights, weights2 []float64) {
	if len(dst2) != len(dst) || len(weights2) != len(weights) {
		panic("lanes: want two vectors of equal length, and as many weights for each")
	}
	if checkRows(len(dst), len(weights), len(rows)) {
		addRowsTwo(dst, dst2, rows, weights, weights2)
	}
}

// checkRows tells whether there is anything to do.
func checkRows(d, n, numbers int) bool {
	if d%RowWidth != 0 || n%RowGroup != 0 || numbers != d*n {
		panic("lanes: want a multiple of 4 rows, each of a multiple of 8 numbers")
	}
	return numbers > 0
}

// innerGo is what inner does.
func innerGo(x []float64, rows []float32, sums []float64) {
	for r := range sums {
		var s [RowWidth]float64
		for j, v := range rows[r*len(x):][:len(x)] {
			s[j%RowWidth] = math.FMA(float64(v), x[j], s[j%RowWidth])
		}
		sums[r] = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
	}
}

// addRowsGo is what addRows does.
func addRowsGo(dst []float64, rows []float32, weights []float64) {
	for r, w := range weights {
		for j, v := range rows[r*len(dst):][:len(dst)] {
			dst[j] = math.FMA(float64(v), w, dst[j])
		}
	}
}
