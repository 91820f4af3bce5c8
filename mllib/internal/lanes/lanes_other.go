//go:build !amd64

package lanes

func squared(dst, x, points []float64) { squaredGo(dst, x, points) }

func addWeighted(dst, weights, rows []float64, stride int) { addWeightedGo(dst, weights, rows, stride) }
