package dense

import "golang.org/x/sys/cpu"

//go:generate go run ./gen kernel_amd64.s

// supported returns the instructions of this processor, the fastest first.
func supported() []instructions {
	var all []instructions
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		all = append(all, avx512)
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		all = append(all, avx2)
	}
	return append(all, portable)
}

// multiply is tilesGo for the tiles of s.
func (s instructions) multiply(tiles, k int, alpha float64, a, b, c []float64, ldc int) {
	switch s {
	case avx512:
		tilesAVX512(k, alpha, &a[0], &b[0], &c[0], ldc, tiles, ahead(avx512, tiles))
	case avx2:
		tilesAVX2(k, alpha, &a[0], &b[0], &c[0], ldc, tiles, ahead(avx2, tiles))
	default:
		tilesGo(tiles, k, alpha, a, b, c, ldc)
	}
}

// ahead is by how many bytes the address that tiles fetches ahead moves in a turn of its loop, so that all of them together reach over a panel of B.
func ahead(s instructions, tiles int) int {
	_, width := s.tile()
	return (tileSteps*width*8 + tiles - 1) / tiles
}

// addRows is rowsGo.
func (s instructions) addRows(weights, rows []float64, stride int, dst []float64) {
	if len(weights) == 0 || len(dst) == 0 {
		return
	}
	switch s {
	case avx512:
		_ = rows[(len(weights)-1)*stride+len(dst)-1]
		rowsAVX512(len(weights), &weights[0], &rows[0], stride, &dst[0], len(dst))
	case avx2:
		_ = rows[(len(weights)-1)*stride+len(dst)-1]
		rowsAVX2(len(weights), &weights[0], &rows[0], stride, &dst[0], len(dst))
	default:
		rowsGo(weights, rows, stride, dst)
	}
}

// addDots is dotsGo.
func (s instructions) addDots(x, rows []float64, stride int, sums []float64) {
	if len(x) == 0 || len(sums) == 0 {
		return
	}
	if s == portable {
		dotsGo(x, rows, stride, sums)
		return
	}
	_ = rows[(len(sums)-1)*stride+len(x)-1]
	dotsFMA(len(x), &x[0], &rows[0], stride, &sums[0], len(sums))
}

// divide is divideGo.
func (s instructions) divide(x []float64, by float64) {
	if s == portable || len(x) == 0 {
		divideGo(x, by)
		return
	}
	divideAVX(&x[0], len(x), by)
}

// copyPanels is panelsGo.
func (s instructions) copyPanels(k int, rows []float64, stride int, dst []float64, n, width int) {
	if s == portable || k == 0 {
		panelsGo(k, rows, stride, dst, n, width)
		return
	}
	_, _ = rows[(k-1)*stride+n*width-1], dst[k*n*width-1]
	panelsAVX(k, &rows[0], stride, &dst[0], n, width)
}

// transposeFour is transposeGo.
func (s instructions) transposeFour(k int, rows []float64, stride int, dst []float64, width int) {
	done := k / 4 * 4
	if s == portable {
		done = 0
	}
	if done > 0 {
		_, _ = rows[3*stride+k-1], dst[(k-1)*width+3]
		transposeAVX(done, &rows[0], stride, &dst[0], width)
	}
	if done < k {
		transposeGo(k-done, rows[done:], stride, dst[done*width:], width)
	}
}

//go:noescape
func tilesAVX512(k int, alpha float64, a, b, c *float64, ldc, tiles, ahead int)

//go:noescape
func tilesAVX2(k int, alpha float64, a, b, c *float64, ldc, tiles, ahead int)

//go:noescape
func rowsAVX512(k int, weights, rows *float64, stride int, dst *float64, n int)

//go:noescape
func rowsAVX2(k int, weights, rows *float64, stride int, dst *float64, n int)

//go:noescape
func dotsFMA(k int, x, rows *float64, stride int, sums *float64, n int)

//go:noescape
func divideAVX(x *float64, n int, by float64)

//go:noescape
func transposeAVX(k int, rows *float64, stride int, dst *float64, width int)

//go:noescape
func panelsAVX(k int, rows *float64, stride int, dst *float64, n, width int)
