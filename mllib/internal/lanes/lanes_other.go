//go:build !amd64

package lanes

func squared(dst, x, points []float64) { squaredGo(dst, x, points) }
