package cluster

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestSmallUnits: where squares underflow there is an error and no clustering.
func TestSmallUnits(t *testing.T) {
	for _, c := range []struct {
		unit float64
		want error
	}{{1e-150, nil}, {1e-165, input.ErrNotFinite}, {1e-300, input.ErrNotFinite}} {
		x, labels := mat.NewDense(4, 1, []float64{0, 1, 5, 6}), []int{1, 1, 2, 2}
		x.Scale(c.unit, x)
		_, fit := KMeans{K: 2, Src: rand.NewPCG(1, 2)}.Fit(x)
		_, silhouettes := Silhouettes(x, labels)
		_, scatter := NewScatter(x, labels)
		_, distances := SquaredDistances(x)
		for what, err := range map[string]error{"fit": fit, "silhouettes": silhouettes, "scatter": scatter, "distances": distances} {
			if !errors.Is(err, c.want) {
				t.Errorf("%s, unit %v: %v", what, c.unit, err)
			}
		}
	}
	if m, err := (KMeans{K: 1, Src: rand.NewPCG(1, 2)}).Fit(mat.NewDense(3, 1, []float64{1e-200, 1e-200, 1e-200})); err != nil || m.Inertia != 0 {
		t.Errorf("equal rows: %v", err)
	}
}
