package neighbours

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// euclidean says whether the features of a kernel are the points themselves.
func euclidean(k kernels.Kernel) bool { return k.Kind == kernels.KindLinear }

// checkKernel refuses kernels without features, and points that a kernel does not take; x may be nil.
func checkKernel(k kernels.Kernel, x mat.Matrix) error {
	if err := k.Check(); err != nil || euclidean(k) {
		return err
	}
	if !k.Positive() {
		return input.Errorf(input.ErrParam, "Kernel", "%v is not known to be positive definite: it has no features to be near", k)
	}
	if x == nil {
		return nil
	}
	_, err := k.Diagonal(x)
	return err
}

// between increases with the distance of two points.
func (s *space) between(x, z []float64) float64 {
	if euclidean(s.kernel) {
		return squares.Between(x, z)
	}
	return s.kernel.Distance(x, z)
}

// distance is that of which between gave a number.
func (s *space) distance(between float64) float64 {
	if euclidean(s.kernel) {
		return math.Sqrt(between)
	}
	return between
}

// limit is the largest number that between may give for a distance of at most radius.
func (s *space) limit(radius float64) float64 {
	if !euclidean(s.kernel) {
		return radius
	}
	square := min(radius*radius, math.MaxFloat64)
	for math.Sqrt(square) > radius {
		square = math.Nextafter(square, 0)
	}
	for next := math.Nextafter(square, math.Inf(1)); math.Sqrt(next) <= radius; next = math.Nextafter(square, math.Inf(1)) {
		square = next
	}
	return square
}
