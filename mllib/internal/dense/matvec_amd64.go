package dense

//go:generate go run ./gen -matvec matvec_amd64.s

// inner is innerGo.
func (s instructions) inner(x, rows []float64, stride int, sums []float64) {
	if len(sums) == 0 {
		return
	}
	if len(x) == 0 {
		clear(sums)
		return
	}
	_ = rows[(len(sums)-1)*stride+len(x)-1]
	switch s {
	case avx512:
		innerAVX512(len(x), &x[0], &rows[0], stride, &sums[0], len(sums))
	case avx2:
		innerAVX2(len(x), &x[0], &rows[0], stride, &sums[0], len(sums))
	default:
		innerGo(x, rows, stride, sums)
	}
}

// symRows is symRowsGo, for at least one number.
func (s instructions) symRows(x, y, rows []float64, stride int, weights, sums *[symGroup]float64) {
	_, _ = rows[(symGroup-1)*stride+len(x)-1], y[len(x)-1]
	switch s {
	case avx512:
		symRowsAVX512(len(x), &x[0], &y[0], &rows[0], stride, &weights[0], &sums[0])
	case avx2:
		symRowsAVX2(len(x), &x[0], &y[0], &rows[0], stride, &weights[0], &sums[0])
	default:
		symRowsGo(x, y, rows, stride, weights, sums)
	}
}

//go:noescape
func innerAVX512(k int, x, rows *float64, stride int, sums *float64, n int)

//go:noescape
func innerAVX2(k int, x, rows *float64, stride int, sums *float64, n int)

//go:noescape
func symRowsAVX512(k int, x, y, rows *float64, stride int, weights, sums *float64)

//go:noescape
func symRowsAVX2(k int, x, y, rows *float64, stride int, weights, sums *float64)
