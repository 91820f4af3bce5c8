package regression

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

func TestBadInput(t *testing.T) {
	x, y := mat.NewDense(4, 1, []float64{1, 2, 3, 4}), []float64{1, 3, 2, 5}
	column := func(v ...float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }
	fit := func(p interface {
		Fit(x mat.Matrix, y []float64) (*Model, error)
	}, x mat.Matrix, y ...float64) error {
		_, err := p.Fit(x, y)
		return err
	}
	weighted := func(w ...float64) error { _, err := LeastSquares{}.FitWeighted(x, y, w); return err }
	path := func(x mat.Matrix, y []float64, lambdas ...float64) error {
		_, err := RidgePath{Lambdas: lambdas}.Fit(x, y)
		return err
	}
	good, ridge := must(LeastSquares{}.Fit(x, y)), must(Ridge{Lambda: 1}.Fit(x, y))
	line, two := must(LeastSquares{}.Fit(x, []float64{2, 4, 6, 8})), must(LeastSquares{}.Fit(column(1, 2), []float64{1, 3}))
	lone := must(LeastSquares{}.Fit(column(0, 0, 0, 1), y))
	predict := func(m *Model, x mat.Matrix) error { _, err := m.Predict(x); return err }
	intervals := func(m *Model, x mat.Matrix, level float64) error { _, err := m.Intervals(x, level); return err }
	test := func(m *Model) error { _, _, err := m.FTest(); return err }
	diagnose := func(m *Model, x mat.Matrix, y, w []float64) error {
		_, err := m.DiagnoseWeighted(x, y, w)
		return err
	}
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"nil", fit(LeastSquares{}, nil, y...), input.ErrEmpty, "X"},
		{"NaN", fit(LeastSquares{}, column(1, nan, 2), 1, 2, 3), input.ErrNotFinite, "row 1"},
		{"short y", fit(Ridge{Lambda: 1}, x, 1, 2), input.ErrShape, "y"},
		{"infinite y", fit(LeastSquares{}, x, 1, 2, inf, 4), input.ErrNotFinite, "entry 2"},
		{"Deficient", fit(LeastSquares{Deficient: 7}, x, y...), input.ErrParam, "Deficient"},
		{"negative λ", fit(Ridge{Lambda: -1}, x, y...), input.ErrParam, "Lambda"},
		{"NaN λ", fit(Ridge{Lambda: nan}, x, y...), input.ErrParam, "Lambda"},
		{"one row", fit(LeastSquares{}, column(1), 2), ErrRank, "constant"},
		{"more columns", fit(LeastSquares{}, mat.NewDense(2, 3, []float64{1, 2, 3, 5, 4, 9}), 1, 2), ErrRank, "2 observations for 3 columns"},
		{"as many columns", fit(LeastSquares{}, mat.NewDense(2, 2, []float64{1, 2, 3, 5}), 1, 2), ErrRank, "2 observations for 2 columns"},
		{"column of zeros", fit(LeastSquares{NoIntercept: true}, column(0, 0, 0), 1, 2, 3), ErrRank, "column 0 is 0"},
		{"ridge without penalty", fit(Ridge{}, column(1, 1, 1), 1, 2, 3), ErrRank, "constant"},
		{"overflow", fit(LeastSquares{}, x, 1e200, -1e200, 1e200, 1e200), input.ErrNotFinite, "overflows"},
		{"short w", weighted(1, 2), input.ErrShape, "w"},
		{"negative w", weighted(1, 2, -1, 1), input.ErrParam, "w[2]"},
		{"NaN w", weighted(1, 2, nan, 1), input.ErrNotFinite, "w"},
		{"zero w", weighted(0, 0, 0, 0), input.ErrParam, "zeros"},
		{"huge w", weighted(1e308, 1e308, 1e308, 1e308), input.ErrNotFinite, "sum of the weights"},
		{"one weight", weighted(0, 0, 1, 0), ErrRank, "constant"},
		{"path nil", path(nil, y), input.ErrEmpty, "X"},
		{"path λ", path(x, y, 1, -2), input.ErrParam, "Lambdas[1]"},
		{"path NaN", path(x, y, nan), input.ErrParam, "Lambdas[0]"},
		{"path constant", path(column(1, 1), []float64{1, 2}), ErrRank, "constant"},
		{"path λ = 0", path(mat.NewDense(3, 2, []float64{1, 2, 2, 4, 3, 6}), []float64{1, 2, 3}, 0), ErrRank, "λ = 0"},
		{"path alone", path(column(0, 0, 1), []float64{1, 2, 3}, 0), ErrRank, "leverage"},
		{"path overflow", path(x, []float64{1e200, -1e200, 1e200, 1e200}), input.ErrNotFinite, "overflows"},
		{"predict nil", predict(nil, x), input.ErrEmpty, "nil"},
		{"predict nothing", predict(&Model{}, x), input.ErrShape, "Fit makes a model"},
		{"predict ragged", predict(&Model{W: []float64{1, 2}, Basis: Basis{Mean: []float64{0, 0}, Root: [][]float64{{1}, {}}}}, x), input.ErrShape, "row 1 of its root"},
		{"predict columns", predict(good, mat.NewDense(1, 2, nil)), input.ErrShape, "2 columns"},
		{"predict NaN", predict(good, column(nan)), input.ErrNotFinite, "X"},
		{"predict overflow", predict(&Model{W: []float64{1e300}, Basis: Basis{Mean: []float64{0}, Root: [][]float64{{1}}}}, column(1e300)), input.ErrNotFinite, "row 0"},
		{"level", intervals(good, x, 1), input.ErrParam, "level"},
		{"intervals of ridge", intervals(ridge, x, .9), input.ErrParam, "a penalty"},
		{"intervals columns", intervals(good, mat.NewDense(1, 2, nil), .9), input.ErrShape, "2 columns"},
		{"intervals far out", intervals(good, column(1e200), .9), input.ErrNotFinite, "row 0"},
		{"intervals of nil", intervals(nil, x, .9), input.ErrEmpty, "nil"},
		{"F of ridge", test(ridge), input.ErrParam, "a penalty"},
		{"F of an exact fit", test(&Model{W: []float64{1}, N: 9, DF: 1, Basis: line.Basis, Report: line.Report}), input.ErrParam, "lie on the function"},
		{"F of two points", test(two), input.ErrParam, "no observations are left over"},
		{"F of nil", test(nil), input.ErrEmpty, "nil"},
		{"diagnose columns", diagnose(good, mat.NewDense(1, 2, nil), y, nil), input.ErrShape, "2 columns"},
		{"diagnose y", diagnose(good, x, y[:2], nil), input.ErrShape, "y"},
		{"diagnose w", diagnose(good, x, y, []float64{1, -1, 1, 1}), input.ErrParam, "w[1]"},
		{"diagnose leverage 1", diagnose(lone, column(0, 0, 0, 1), y, nil), ErrRank, "row 3 has the leverage"},
		{"diagnose nil", diagnose(nil, x, y, nil), input.ErrEmpty, "nil"},
	} {
		if !errors.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) || !strings.HasPrefix(c.err.Error(), "regression: ") {
			t.Errorf("%s: got %v, want %q and a text with %q", c.name, c.err, c.kind, c.says)
		}
	}
}

// TestEdges: what is no error, but has no numbers for everything.
func TestEdges(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{1, 2, 3, 4})
	constant := must(LeastSquares{}.Fit(x, []float64{.1, .1, .1, .1}))
	if constant.W[0] != 0 || constant.B != .1 || constant.RSS != 0 || !math.IsNaN(constant.RSquared()) || !math.IsNaN(constant.AdjustedRSquared()) {
		t.Errorf("constant targets: %+v", constant)
	}
	two := must(LeastSquares{}.Fit(mat.NewDense(2, 1, []float64{1, 2}), []float64{1, 3}))
	if math.Abs(two.W[0]-2) > 1e-15 || two.StdErr != nil || two.Sigma() != 0 || !math.IsNaN(two.AdjustedRSquared()) {
		t.Errorf("two points: %+v", two)
	}
	one := must(Ridge{Lambda: 1}.Fit(mat.NewDense(1, 2, []float64{1, 2}), []float64{7}))
	if one.B != 7 || one.DF != 1 {
		t.Errorf("one point: %+v", one)
	}
	d := must(must(LeastSquares{}.Fit(x, []float64{1, 1, 1, 1})).Diagnose(x, []float64{1, 1, 1, 1}))
	if d.Standardised != nil || d.Cook != nil || d.PRESS() != 0 {
		t.Errorf("no spread: %+v", d)
	}
	if !math.IsNaN((*Diagnostics)(nil).PRESS()) || (*Path)(nil).Best() != -1 {
		t.Error("nil has a number")
	}
	if text := (*Model)(nil).String(); text != "no model: model: got a nil *regression.Model; what should have made it returned an error: no observations" {
		t.Errorf("%q", text)
	}
}

// TestCoefficients: the table has names, and says why there are no standard errors.
func TestCoefficients(t *testing.T) {
	x, y := draw(1, 20, 2)
	m := must(LeastSquares{}.Fit(x, y))
	c := m.Coefficients("length", "width")
	if want := []string{"length", "width", "intercept"}; !slices.Equal(c.Rows, want) || len(c.Columns) != 4 || c.Values[1][0] != m.W[1] || c.Values[2][1] != m.StdErr[2] {
		t.Errorf("%+v", c)
	}
	if c := must(LeastSquares{NoIntercept: true}.Fit(x, y)).Coefficients(); !math.IsNaN(c.Values[2][1]) || !math.IsNaN(c.Values[2][3]) || c.Values[2][0] != 0 {
		t.Errorf("no intercept: %+v", c)
	}
	r := must(Ridge{Lambda: 1}.Fit(x, y))
	if c := r.Coefficients(); len(c.Columns) != 1 || !strings.Contains(c.About, "a penalty") || !strings.Contains(c.About, "λ = 1") {
		t.Errorf("ridge: %+v", c)
	}
	if c := (*Model)(nil).Coefficients(); c != nil {
		t.Errorf("nil: %+v", c)
	}
	if c := (&Model{}).Coefficients(); len(c.Rows) != 1 {
		t.Errorf("nothing: %+v", c)
	}
}

func TestJSON(t *testing.T) {
	x, y := draw(1, 20, 3)
	for name, fit := range methods(20, 3) {
		m := must(fit(x, y, nil))
		back := testkit.RoundTrip(t, m)
		if a, b := must(m.Predict(x)), must(back.Predict(x)); !testkit.Bits(a, b) {
			t.Errorf("%s: predictions changed", name)
		}
		testkit.RoundTrip(t, must(m.Diagnose(x, y)))
	}
	testkit.RoundTrip(t, must(RidgePath{}.Fit(x, y)))
	testkit.RoundTrip(t, &LeastSquares{NoIntercept: true, Deficient: MinimumNorm})
	testkit.RoundTrip(t, &Ridge{Lambda: 2})
	testkit.RoundTrip(t, &RidgePath{Lambdas: []float64{1, 2}})
}
