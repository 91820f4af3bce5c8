package squares

import "math"

// Least is the least difference of two numbers whose square surely keeps its digits, with room for a share of it.
const Least = 0x1p-500

// Lost reports whether n rows of d numbers, the first of each stride, differ, but by less than Least from the first one in every coordinate: squares of
// their distances underflow, and rows that are apart look equal.
func Lost(data []float64, stride, n, d int) bool {
	differ := false
	for i := range n {
		for j, v := range data[i*stride:][:d] {
			away := math.Abs(v - data[j])
			if away >= Least {
				return false
			}
			differ = differ || away > 0
		}
	}
	return differ
}
