package lanes

import "math"

// AddGrams adds Σ w_q x xᵀ to the upper triangle of the width×width matrix number q of grams, one behind the other, for the rows x of width numbers and as many weights w_q of each row as
// there are matrices. Each entry is a chain of fused multiplications and additions of a weight and a rounded product, row after row. What is below the diagonal is not specified. It panics as AddGram.
func AddGrams(grams []float64, width int, rows, weights []float64) {
	if width <= 0 || width%GramWidth != 0 || len(grams)%(width*width) != 0 || len(rows)%width != 0 || len(weights) != len(rows)/width*(len(grams)/width/width) {
		panic("lanes: want square matrices, rows of a multiple of 8 numbers, and a weight of each row for each matrix")
	}
	n, size := len(rows)/width, width*width
	if n == 0 {
		return
	}
	for first, per := 0, len(grams)/size; first < per; first += gramsAtOnce {
		count := min(gramsAtOnce, per-first)
		for i := range width {
			for j := i / GramWidth * GramWidth; j < width; j += GramWidth {
				addWeighted(count, grams[first*size+i*width+j:], rows[i:], rows[j:], weights[first:], size, width, per, n)
			}
		}
	}
}

const gramsAtOnce = 6 // what the registers hold

func addWeightedGo(count int, dst, left, right, weights []float64, size, width, per, n int) {
	for r := range n {
		for j, b := range right[r*width:][:GramWidth] {
			product := left[r*width] * b
			for q, w := range weights[r*per:][:count] {
				dst[q*size+j] = math.FMA(product, w, dst[q*size+j])
			}
		}
	}
}
