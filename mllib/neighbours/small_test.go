package neighbours

import (
	"errors"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestSmallUnits: where squares underflow the fit says so, and else does not depend on the unit.
func TestSmallUnits(t *testing.T) {
	s := data.Iris()
	for _, unit := range []float64{1, 1e-150, 1e-165, 1e-300} {
		var x mat.Dense
		x.Scale(unit, s.X)
		m, err := KNN{K: 5}.Fit(&x, s.Y)
		if unit < 1e-150 {
			if !errors.Is(err, input.ErrNotFinite) {
				t.Errorf("unit %v: %v", unit, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		y, err := m.Predict(&x)
		wrong := 0
		for i, v := range y {
			if v != s.Y[i] {
				wrong++
			}
		}
		if err != nil || wrong != 5 {
			t.Errorf("unit %v: %d mistakes, %v", unit, wrong, err)
		}
	}
	if _, err := (KNN{}).Fit(mat.NewDense(3, 1, []float64{1e-200, 1e-200, 1e-200}), []int{1, 1, 2}); err != nil {
		t.Errorf("equal rows: %v", err)
	}
}
