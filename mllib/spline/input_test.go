package spline

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

func TestBadInput(t *testing.T) {
	x, y := []float64{1, 2, 4, 3}, []float64{1, 3, 2, 5}
	nan, inf := math.NaN(), math.Inf(1)
	fit := func(p Smoothing, x mat.Matrix, y ...float64) error { _, err := p.Fit(x, y); return err }
	given := func(x ...float64) error {
		_, err := Smoothing{Choose: Given, Lambda: 1}.Fit(Matrix(x), []float64{1, 3, 2, 5}[:len(x)])
		return err
	}
	weighted := func(w ...float64) error { _, err := Smoothing{}.FitWeighted(Matrix(x), y, w); return err }
	good := must(Smoothing{}.Fit(Matrix(x), y))
	pinned := must(Smoothing{Pinned: true}.Fit(Matrix(x), y))
	two := must(Smoothing{Choose: Given}.Fit(Matrix(x[:2]), y[:2]))
	predict := func(c *Curve, x mat.Matrix) error { _, err := c.Predict(x); return err }
	derivatives := func(order int) error { _, err := good.Derivatives(order, Matrix(x)); return err }
	diagnose := func(m *Model, x, y []float64) error { _, err := m.Diagnose(Matrix(x), y); return err }
	interpolate := func(kind Kind, x, y []float64) error { _, err := Interpolate(kind, x, y); return err }
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"nil", fit(Smoothing{}, nil, y...), input.ErrEmpty, "X"},
		{"no rows", fit(Smoothing{}, Matrix(nil)), input.ErrEmpty, "X"},
		{"two columns", fit(Smoothing{}, mat.NewDense(4, 2, nil), y...), input.ErrShape, "2 columns"},
		{"NaN", given(1, nan, 2), input.ErrNotFinite, "X"},
		{"infinite y", fit(Smoothing{}, Matrix(x), 1, inf, 2, 3), input.ErrNotFinite, "y"},
		{"short y", fit(Smoothing{}, Matrix(x), 1, 2), input.ErrShape, "y"},
		{"one point", given(1), input.ErrShape, "1 different x"},
		{"equal points", given(2, 2, 2), input.ErrShape, "1 different x"},
		{"two points and a choice", fit(Smoothing{}, Matrix([]float64{1, 2}), 3, 4), input.ErrShape, "at least 3"},
		{"one point and a choice", fit(Smoothing{Kind: Linear, Choose: LeaveOneOut}, Matrix([]float64{1}), 3), input.ErrShape, "at least 2"},
		{"kind", fit(Smoothing{Kind: 7}, Matrix(x), y...), input.ErrParam, "Smoothing.Kind"},
		{"choice", fit(Smoothing{Choose: -1}, Matrix(x), y...), input.ErrParam, "Smoothing.Choose"},
		{"λ without Given", fit(Smoothing{Lambda: 1}, Matrix(x), y...), input.ErrParam, "spline.Given"},
		{"negative λ", fit(Smoothing{Choose: Given, Lambda: -1}, Matrix(x), y...), input.ErrParam, "Lambda"},
		{"NaN λ", fit(Smoothing{Choose: Given, Lambda: nan}, Matrix(x), y...), input.ErrParam, "Lambda"},
		{"infinite λ", fit(Smoothing{Choose: Given, Lambda: inf}, Matrix(x), y...), input.ErrParam, "Lambda"},
		{"DF without DegreesOfFreedom", fit(Smoothing{DF: 3}, Matrix(x), y...), input.ErrParam, "DF"},
		{"DF of the line", fit(Smoothing{Choose: DegreesOfFreedom, DF: 2}, Matrix(x), y...), input.ErrParam, "> 2"},
		{"DF of the points", fit(Smoothing{Choose: DegreesOfFreedom, DF: 4}, Matrix(x), y...), input.ErrParam, "less than"},
		{"NaN DF", fit(Smoothing{Choose: DegreesOfFreedom, DF: nan}, Matrix(x), y...), input.ErrParam, "DF"},
		{"pinned at 0", fit(Smoothing{Pinned: true}, Matrix([]float64{1, 0, 2}), 1, 2, 3), input.ErrValue, "not positive"},
		{"pinned near 0", fit(Smoothing{Pinned: true}, Matrix([]float64{1, 1e-100, 2}), 1, 2, 3), input.ErrValue, "nearer to 0"},
		{"too near", given(0, 1e-100, 1), input.ErrValue, "nearer than"},
		{"as near as can be", given(0, 5e-324, 1), input.ErrValue, "nearer than"},
		{"derivatives that overflow", given(0, 1e-200, 2e-200), input.ErrNotFinite, "overflows"},
		{"derivatives that underflow", given(0, 1e200, 3e200), input.ErrNotFinite, "underflows"},
		{"squares that overflow", fit(Smoothing{}, Matrix(x), 1e200, -1e200, 3e200, 1e200), input.ErrNotFinite, "overflows"},
		{"squares that underflow", fit(Smoothing{}, Matrix(x), 1e-200, -1e-200, 3e-200, 1e-200), input.ErrNotFinite, "underflows"},
		{"short w", weighted(1, 2), input.ErrShape, "w"},
		{"negative w", weighted(1, 2, -1, 1), input.ErrParam, "w[2]"},
		{"zero w", weighted(0, 0, 0, 0), input.ErrParam, "only zeros"},
		{"unequal w", weighted(1, 1, 1e-70, 1), input.ErrParam, "w[2]"},
		{"NaN w", weighted(1, 1, nan, 1), input.ErrNotFinite, "w"},
		{"predict nil", predict(nil, Matrix(x)), input.ErrEmpty, "spline.Curve"},
		{"predict two columns", predict(&good.Curve, mat.NewDense(1, 2, nil)), input.ErrShape, "2 columns"},
		{"predict NaN", predict(&good.Curve, Matrix([]float64{nan})), input.ErrNotFinite, "X"},
		{"predict too far", predict(&good.Curve, Matrix([]float64{1.7e308})), input.ErrNotFinite, "row 0"},
		{"predict left of 0", predict(&pinned.Curve, Matrix([]float64{1, -1})), input.ErrValue, "row 1"},
		{"zero model", predict(&Curve{}, Matrix(x)), input.ErrShape, "Fit makes"},
		{"broken model", predict(&Curve{Knots: x, Values: y}, Matrix(x)), input.ErrShape, "Fit makes"},
		{"order", derivatives(-1), input.ErrParam, "order"},
		{"diagnose nil", diagnose(nil, x, y), input.ErrEmpty, "spline.Model"},
		{"diagnose zero", diagnose(&Model{}, x, y), input.ErrShape, "Fit makes"},
		{"diagnose other points", diagnose(good, []float64{1, 2, 3, 5}, y), input.ErrShape, "knot"},
		{"diagnose fewer points", diagnose(good, x[:3], y[:3]), input.ErrShape, "fitted to 4"},
		{"diagnose short y", diagnose(good, x, y[:3]), input.ErrShape, "y"},
		{"leave out one of two", diagnose(two, x[:2], y[:2]), input.ErrParam, "without row 0"},
		{"two y at one x", interpolate(Cubic, []float64{1, 2, 2}, []float64{1, 2, 3}), input.ErrParam, "another y"},
		{"no points", interpolate(Linear, nil, nil), input.ErrEmpty, "x"},
		{"one point for a cubic", interpolate(Cubic, []float64{1}, []float64{1}), input.ErrShape, "1 different"},
	} {
		if !errors.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) || !strings.HasPrefix(c.err.Error(), "spline: ") {
			t.Errorf("%s: got %v, want %q in an error of the kind %v", c.name, c.err, c.says, c.kind)
		}
	}
	if !math.IsNaN(good.At(nan)) || !math.IsNaN((*Curve)(nil).At(1)) || !math.IsNaN(good.Derivative(-1, 1)) || good.Derivative(4, 2.2) != 0 {
		t.Error("a bare number for what has none")
	}
}

// TestHuge: numbers near the ends of float64 give an error or the right curve.
func TestHuge(t *testing.T) {
	for _, size := range []float64{5e-324, 1e-310, 1e-150, 1e-100, 1e100, 1e150, 1e308} {
		for _, p := range learners() {
			x, y := []float64{.1, .3, .35, .6, .7, .8}, []float64{1, -1, .5, 1, 0, .3}
			for i := range x {
				x[i] *= size
			}
			if m, err := p.Fit(Matrix(x), y); err == nil {
				for i, v := range x {
					if f := m.At(v); !(math.Abs(f) <= 3) {
						t.Errorf("%s, x of size %v: f(x[%d]) = %v", name(p), size, i, f)
					}
				}
			}
			for i := range x {
				x[i] /= size
			}
			for i := range y {
				y[i] *= size
			}
			if size < 1e-300 {
				x = []float64{.1, .3, .35, .6, .7, .8}
			}
			if m, err := p.Fit(Matrix(x), y); err == nil {
				for i, v := range x {
					if f := m.At(v); !(math.Abs(f) <= 3*size) {
						t.Errorf("%s, y of size %v: f(x[%d]) = %v", name(p), size, i, f)
					}
				}
			}
		}
	}
}

func TestNilModelPredicts(t *testing.T) {
	var m *Model
	if _, err := m.Predict(Matrix([]float64{1})); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("got %v, want an error that wraps input.ErrEmpty", err)
	}
	if _, err := m.Derivatives(1, Matrix([]float64{1})); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("got %v, want an error that wraps input.ErrEmpty", err)
	}
	if !math.IsNaN(m.At(1)) || !math.IsNaN(m.Derivative(1, 1)) || !math.IsNaN((*Spectrum)(nil).DF(1)) || !math.IsNaN(new(Spectrum).DF(1)) {
		t.Error("what is no model has values")
	}
}
