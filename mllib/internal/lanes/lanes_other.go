//go:build !amd64

package lanes

func squared(dst, x, points []float64) { squaredGo(dst, x, points) }

func gaps(dst, x, boxes []float64) { gapsGo(dst, x, boxes) }

func inner(x []float64, rows []float32, sums []float64) { innerGo(x, rows, sums) }

func addRows(dst []float64, rows []float32, weights []float64) { addRowsGo(dst, rows, weights) }

func innerTwo(x, x2 []float64, rows []float32, sums, sums2 []float64) {
	innerGo(x, rows, sums)
	innerGo(x2, rows, sums2)
}

func addRowsTwo(dst, dst2 []float64, rows []float32, weights, weights2 []float64) {
	addRowsGo(dst, rows, weights)
	addRowsGo(dst2, rows, weights2)
}

func addMoments(_, _, _, _ []float64, _ float64) int { return 0 }

func narrow(_ []float32, _, _, _ []float64) int { return 0 }

func extent(sum, low, high, x []float64, stride int, origin, weights []float64) {
	extentGo(sum, low, high, x, stride, origin, weights)
}

func shiftRows(dst []float64, width int, x []float64, stride int, origin, factor, by []float64) {
	shiftRowsGo(dst, width, x, stride, origin, factor, by)
}

func addGramTile(dst, left, right []float64, width, n int) {
	addGramTileGo(dst, left, right, width, n)
}

func sumRows(sums []float64, width int, x []float64, stride, d int, to []int32) {
	sumRowsGo(sums, width, x, stride, d, to)
}

func moveRows(sums []float64, width int, x []float64, stride, d int, rows, to, from []int32) {
	moveRowsGo(sums, width, x, stride, d, rows, to, from)
}

func addWeighted(count int, dst, left, right, weights []float64, size, width, per, n int) {
	addWeightedGo(count, dst, left, right, weights, size, width, per, n)
}
