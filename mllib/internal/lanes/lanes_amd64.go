package lanes

import "golang.org/x/sys/cpu"

func squared(dst, x, points []float64) {
	if cpu.X86.HasAVX2 {
		squaredAVX2(&dst[0], &x[0], &points[0], len(dst), len(x))
		return
	}
	squaredGo(dst, x, points)
}

func addWeighted(dst, weights, rows []float64, stride int) {
	if cpu.X86.HasAVX2 {
		addWeightedAVX2(&dst[0], &weights[0], &rows[0], len(dst), stride, len(weights))
		return
	}
	addWeightedGo(dst, weights, rows, stride)
}

// squaredAVX2 is squaredGo for n lanes and d coordinates, both at least 1.
//
//go:noescape
func squaredAVX2(dst, x, points *float64, n, d int)

// addWeightedAVX2 is addWeightedGo for n lanes and r rows, both at least 1.
//
//go:noescape
func addWeightedAVX2(dst, weights, rows *float64, n, stride, r int)
