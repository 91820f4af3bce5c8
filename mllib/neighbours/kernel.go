package neighbours

import (
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
func (m *Model) between(x, z []float64) float64 {
	if euclidean(m.Kernel) {
		return squares.Between(x, z)
	}
	return m.Kernel.Distance(x, z)
}
