package logistic

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestUnitsOfColumns: the fit does not depend on the unit, or says that squares are lost, whatever the solver.
func TestUnitsOfColumns(t *testing.T) {
	y := []int{-1, -1, -1, 1, 1, 1}
	for _, solver := range []Solver{Automatic, Newton, LBFGS} {
		for _, c := range []struct {
			unit float64
			want error
		}{{1, nil}, {1e150, nil}, {1e154, input.ErrNotFinite}, {1e-150, nil}, {1e-155, input.ErrNotFinite}, {1e-160, input.ErrNotFinite}, {1e-300, input.ErrNotFinite}} {
			x := mat.NewDense(6, 1, []float64{1, 2, 4.5, 4, 5, 6})
			x.Scale(c.unit, x)
			two, err := Binary{Solver: solver}.Fit(x, y)
			if !errors.Is(err, c.want) || err == nil && math.Abs(two.W[0]*c.unit-1.62968) > 1e-4 {
				t.Errorf("%v, unit %v: %v, %v", solver, c.unit, two, err)
			}
			if m, err := (Softmax{Solver: solver}).Fit(x, y); !errors.Is(err, c.want) {
				t.Errorf("%v, softmax, unit %v: %v, %v", solver, c.unit, m, err)
			}
			if m, err := (Binary{Solver: solver, Intercept: NoIntercept}).Fit(x, y); !errors.Is(err, c.want) {
				t.Errorf("%v, no intercept, unit %v: %v, %v", solver, c.unit, m, err)
			}
		}
	}
	x := mat.NewDense(6, 1, []float64{1e-200, 2e-200, 4.5e-200, 4e-200, 5e-200, 6e-200})
	if m, err := (Binary{Ridge: 1}).Fit(x, y); err != nil || m.Report.Stop != Converged {
		t.Errorf("beside a penalty: %v, %v", m, err)
	}
}

// TestTinyWeightsAreTold: it is the weights that are too small, not the columns that are too large.
func TestTinyWeightsAreTold(t *testing.T) {
	x, y := mat.NewDense(6, 1, []float64{1, 2, 4.5, 4, 5, 6}), []int{-1, -1, -1, 1, 1, 1}
	if _, err := (Binary{}).FitWeighted(x, y, slices.Repeat([]float64{1e-310}, 6)); !errors.Is(err, input.ErrParam) {
		t.Errorf("weights of 1e-310: %v", err)
	}
	if m, err := (Binary{}).FitWeighted(x, y, slices.Repeat([]float64{1e-308}, 6)); err != nil || math.Abs(m.W[0]-1.62968) > 1e-4 {
		t.Errorf("weights of 1e-308: %v, %v", m, err)
	}
}
