package lanes

import "math"

// A block of rows is worth one call where rows are short.

// Extent adds to each column's sum the numbers weights[i]·(x - origin) of len(weights) rows, row after row, and widens low and high to hold its numbers x. Row i is
// x[i*stride:] as long as origin. It panics where a slice is too short.
func Extent(sum, low, high, x []float64, stride int, origin, weights []float64) {
	d, n := len(origin), len(weights)
	if d == 0 || n == 0 {
		return
	}
	sum, low, high, x = sum[:d], low[:d], high[:d], x[:(n-1)*stride+d]
	extent(sum, low, high, x, stride, origin, weights)
}

func extentGo(sum, low, high, x []float64, stride int, origin, weights []float64) {
	for i, w := range weights {
		for j, v := range x[i*stride:][:len(origin)] {
			if v < low[j] {
				low[j] = v
			}
			if v > high[j] {
				high[j] = v
			}
			sum[j] += float64(w * (v - origin[j]))
		}
	}
}

// ShiftRows sets len(by) rows of dst to (x - origin)·factor·by[i], multiplied in this order. Row i is dst[i*width:] and x[i*stride:], as long as origin. It panics where a
// slice is too short.
func ShiftRows(dst []float64, width int, x []float64, stride int, origin, factor, by []float64) {
	d, n := len(origin), len(by)
	if d == 0 || n == 0 {
		return
	}
	dst, x, factor = dst[:(n-1)*width+d], x[:(n-1)*stride+d], factor[:d]
	shiftRows(dst, width, x, stride, origin, factor, by)
}

func shiftRowsGo(dst []float64, width int, x []float64, stride int, origin, factor, by []float64) {
	for i, b := range by {
		row := dst[i*width:]
		for j, v := range x[i*stride:][:len(origin)] {
			row[j] = (v - origin[j]) * factor[j] * b
		}
	}
}

// GramWidth is what the length of the rows of AddGram must be a multiple of.
const GramWidth = 8

// AddGram adds RᵀR to the upper triangle of the width×width matrix gram, for the rows R of width numbers: each entry is one chain of fused multiplications and additions,
// row after row. What is below the diagonal is not specified. It panics for another width than a multiple of GramWidth, or slices of other lengths.
func AddGram(gram []float64, width int, rows []float64) {
	if width <= 0 || width%GramWidth != 0 || len(gram) != width*width || len(rows)%width != 0 {
		panic("lanes: want a square matrix, and rows of a multiple of 8 numbers")
	}
	if len(rows) == 0 {
		return
	}
	for i := 0; i < width; i += gramRows {
		for j := i / GramWidth * GramWidth; j < width; j += GramWidth {
			addGramTile(gram[i*width+j:], rows[i:], rows[j:], width, len(rows)/width)
		}
	}
}

const gramRows = 4 // of a tile, which has GramWidth columns

func addGramTileGo(dst, left, right []float64, width, n int) {
	for r := range n {
		for i, a := range left[r*width:][:gramRows] {
			to := dst[i*width:][:GramWidth]
			for j, b := range right[r*width:][:GramWidth] {
				to[j] = math.FMA(b, a, to[j])
			}
		}
	}
}
