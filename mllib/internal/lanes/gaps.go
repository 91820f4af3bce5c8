package lanes

// Gaps writes the squared Euclidean distances of x from len(dst) boxes into dst, 0 from those that hold x. The least value of coordinate j in box k is
// boxes[2*j*len(dst)+k], the largest is boxes[(2*j+1)*len(dst)+k]. Of a point in a box, the distance that Squared computes is never less than that
// of the box, for both round the same sums. len(dst) must be a multiple of Width, and boxes must hold 2*len(x)*len(dst) numbers; Gaps panics otherwise.
func Gaps(dst, x, boxes []float64) {
	if len(dst)%Width != 0 || len(boxes) != 2*len(x)*len(dst) {
		panic("lanes: want a multiple of 4 boxes, laid out coordinate by coordinate")
	}
	if len(x) == 0 || len(dst) == 0 {
		clear(dst)
		return
	}
	gaps(dst, x, boxes)
}

// gapsGo is what gaps does. The conversion keeps the compiler from fusing multiplication and addition.
func gapsGo(dst, x, boxes []float64) {
	n := len(dst)
	clear(dst)
	for j, v := range x {
		low, high := boxes[2*j*n:][:n], boxes[(2*j+1)*n:][:n]
		for k := range dst {
			a := max(low[k]-v, v-high[k], 0)
			dst[k] += float64(a * a)
		}
	}
}
