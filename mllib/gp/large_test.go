package gp

import (
	"errors"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/kernels"
)

// TestLargeKernels: labels are fitted however large the prior variance is, until digits run out; from there on that is an error.
func TestLargeKernels(t *testing.T) {
	x, y := mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 7}), []int{-1, -1, 1, -1, 1, 1}
	for _, link := range []Link{Logistic, Probit} {
		for _, scale := range []float64{1e4, 1e8, 1e12, 1e14, 1e16, 1e17, 1e18, 1e19, 1e20, 1e25, 1e40, 1e80, 1e150, 1e250} {
			m, err := Classifier{Kernel: kernels.Scaled(scale, kernels.Gaussian(1.5)), Link: link}.Fit(x, y)
			if err != nil {
				if scale <= 1e12 || !errors.Is(err, input.ErrNotFinite) {
					t.Errorf("%v, %g: %v", link, scale, err)
				}
				continue
			}
			if got, err := m.Predict(x); err != nil || !slices.Equal(got, y) {
				t.Errorf("%v, %g: predicts %v (%v), %v", link, scale, got, err, m.Report)
			}
		}
	}
}
