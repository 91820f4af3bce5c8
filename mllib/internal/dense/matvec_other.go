//go:build !amd64

package dense

func (s instructions) inner(x, rows []float64, stride int, sums []float64) {
	innerGo(x, rows, stride, sums)
}

func (s instructions) symRows(x, y, rows []float64, stride int, weights, sums *[symGroup]float64) {
	symRowsGo(x, y, rows, stride, weights, sums)
}
