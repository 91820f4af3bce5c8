//go:build !amd64 && !arm64

package dense

func supported() []instructions { return []instructions{portable} }

func (s instructions) multiply(tiles, k int, alpha float64, a, b, c []float64, ldc int) {
	tilesGo(tiles, k, alpha, a, b, c, ldc)
}

func (s instructions) addRows(weights, rows []float64, stride int, dst []float64) {
	rowsGo(weights, rows, stride, dst)
}

func (s instructions) addDots(x, rows []float64, stride int, sums []float64) {
	dotsGo(x, rows, stride, sums)
}

func (s instructions) divide(x []float64, by float64) { divideGo(x, by) }

func (s instructions) copyPanels(k int, rows []float64, stride int, dst []float64, n, width int) {
	panelsGo(k, rows, stride, dst, n, width)
}

func (s instructions) transposeFour(k int, rows []float64, stride int, dst []float64, width int) {
	transposeGo(k, rows, stride, dst, width)
}
