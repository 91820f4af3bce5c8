package lanes

import "golang.org/x/sys/cpu"

func squared(dst, x, points []float64) {
	if cpu.X86.HasAVX2 {
		squaredAVX2(&dst[0], &x[0], &points[0], len(dst), len(x))
		return
	}
	squaredGo(dst, x, points)
}

// squaredAVX2 is squaredGo for n lanes and d coordinates, both at least 1.
//
//go:noescape
func squaredAVX2(dst, x, points *float64, n, d int)
