package dense

//go:generate go run ./gen -neon kernel_arm64.s

// supported returns the instructions of this processor, the fastest first. All processors of arm64 have NEON.
func supported() []instructions { return []instructions{neon, portable} }

// multiply is tilesGo for the tiles of s.
func (s instructions) multiply(tiles, k int, alpha float64, a, b, c []float64, ldc int) {
	if s == portable {
		tilesGo(tiles, k, alpha, a, b, c, ldc)
		return
	}
	height, width := s.tile()
	if tiles == 0 || k == 0 {
		return
	}
	_, _, _ = a[tiles*height*k-1], b[width*k-1], c[(tiles*height-1)*ldc+width-1]
	for i := range tiles {
		tileNEON(k, alpha, &a[i*height*k], &b[0], &c[i*height*ldc], ldc)
	}
}

// addRows is rowsGo.
func (s instructions) addRows(weights, rows []float64, stride int, dst []float64) {
	switch {
	case len(weights) == 0 || len(dst) == 0:
	case s == portable:
		rowsGo(weights, rows, stride, dst)
	default:
		_ = rows[(len(weights)-1)*stride+len(dst)-1]
		rowsNEON(len(weights), &weights[0], &rows[0], stride, &dst[0], len(dst))
	}
}

// What is a chain for each number, a division or a copy is left to the compiler, which fuses multiplication and addition here.

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

//go:noescape
func tileNEON(k int, alpha float64, a, b, c *float64, ldc int)

//go:noescape
func rowsNEON(k int, weights, rows *float64, stride int, dst *float64, n int)
