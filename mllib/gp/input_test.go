package gp

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

type bad struct {
	name string
	err  error
	kind error
	says string
}

func refuse(t *testing.T, cases []bad) {
	t.Helper()
	for _, c := range cases {
		if !errors.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) || !strings.HasPrefix(c.err.Error(), "gp: ") {
			t.Errorf("%s: got %v, want %q and a text with %q", c.name, c.err, c.kind, c.says)
		}
	}
}

func TestRegressionRefuses(t *testing.T) {
	g, x, y := kernels.Gaussian(1), column(0, 1, 2), []float64{1, 2, 3}
	fit := func(p Regression, x mat.Matrix, y []float64) error { _, err := p.Fit(x, y); return err }
	weighted := func(w []float64) error { _, err := Regression{Kernel: g}.FitWeighted(x, y, w); return err }
	search := func(s Search) error { return fit(Regression{Kernel: g, Noise: 1, Search: &s}, x, y) }
	sample := func(p Regression, n int, src rand.Source) error { _, err := p.Sample(x, n, src); return err }
	predict := func(m *RegressionModel, x mat.Matrix) error { _, err := m.Predict(x); return err }
	m := must(Regression{Kernel: g, Noise: 1, Trend: ConstantTrend}.Fit(x, y))
	broken := *m
	broken.U = broken.U[1:]
	loose := *m
	loose.Free = nil
	evidence := func(m *RegressionModel) error { _, err := m.Evidence(); return err }
	leave := func(m *RegressionModel) error { _, err := m.LeaveOneOut(); return err }
	refuse(t, []bad{
		{"nil X", fit(Regression{Kernel: g}, nil, y), input.ErrEmpty, "X"},
		{"no rows", fit(Regression{Kernel: g}, &mat.Dense{}, nil), input.ErrEmpty, "X"},
		{"NaN in X", fit(Regression{Kernel: g}, column(1, math.NaN()), y[:2]), input.ErrNotFinite, "row 1"},
		{"NaN in y", fit(Regression{Kernel: g}, column(1, 2), []float64{1, math.NaN()}), input.ErrNotFinite, "y"},
		{"few targets", fit(Regression{Kernel: g}, x, y[:2]), input.ErrShape, "y"},
		{"weights", weighted([]float64{1, 2}), input.ErrShape, "w"},
		{"weight 0", weighted([]float64{1, 2, 0}), input.ErrParam, "w"},
		{"negative noise", fit(Regression{Kernel: g, Noise: -1}, x, y), input.ErrParam, "Noise"},
		{"NaN noise", fit(Regression{Kernel: g, Noise: math.NaN()}, x, y), input.ErrParam, "Noise"},
		{"infinite mean", fit(Regression{Kernel: g, Mean: math.Inf(1)}, x, y), input.ErrParam, "Mean"},
		{"trend", fit(Regression{Kernel: g, Trend: 9}, x, y), input.ErrParam, "Trend"},
		{"kernel", fit(Regression{Kernel: kernels.Gaussian(0)}, x, y), input.ErrParam, "Width"},
		{"sigmoid", fit(Regression{Kernel: kernels.Sigmoid(1, 0)}, x, y), input.ErrParam, "positive definite"},
		{"outside the domain", fit(Regression{Kernel: kernels.Min()}, column(-1), y[:1]), input.ErrValue, "row 0"},
		{"all at once", fit(Regression{Kernel: g, Noise: -1}, x, nil), input.ErrShape, "Noise"},
		{"equal rows", fit(Regression{Kernel: g}, column(1, 2, 1), y), input.ErrSingular, "rows 0 and 2 are equal (targets 1 and 3)"},
		{"near rows", fit(Regression{Kernel: g}, column(1, 2, 1+1e-9), y), input.ErrSingular, "row 2"},
		{"wide", fit(Regression{Kernel: kernels.Gaussian(1e9)}, x, y), input.ErrSingular, "row 1"},
		{"the origin", fit(Regression{Kernel: kernels.Min()}, x, y), input.ErrSingular, "row 0"},
		{"rank", fit(Regression{}, x, y), input.ErrSingular, "row"},
		{"huge targets", fit(Regression{Kernel: g}, x, []float64{1e200, 0, 0}), input.ErrNotFinite, "overflow"},
		{"huge noise", fit(Regression{Kernel: g, Noise: 1e305}, x, y), input.ErrNotFinite, "variances"},
		{"few rows for the trend", fit(Regression{Kernel: g, Trend: LinearTrend}, column(1), y[:1]), input.ErrShape, "functions"},
		{"constant column", fit(Regression{Kernel: g, Noise: 1, Trend: LinearTrend}, mat.NewDense(3, 2, []float64{1, 7, 2, 7, 3, 7}), y), input.ErrSingular, "column 1"},
		{"within", search(Search{Within: .5}), input.ErrParam, "Within"},
		{"restarts", search(Search{Restarts: -1}), input.ErrParam, "Restarts"},
		{"no source", search(Search{Restarts: 1}), input.ErrParam, "Src"},
		{"tolerance", search(Search{Tol: -1}), input.ErrParam, "Tol"},
		{"steps", search(Search{MaxSteps: -1}), input.ErrParam, "MaxSteps"},
		{"no such parameter", search(Search{Fixed: []string{"Scale"}}), input.ErrParam, `["Width" "Noise"]`},
		{"bounds of none", search(Search{Bounds: map[string][2]float64{"Scale": {1, 2}}}), input.ErrParam, "Bounds"},
		{"bounds around another value", search(Search{Bounds: map[string][2]float64{"Width": {2, 3}}}), input.ErrParam, "begins"},
		{"bounds in reverse", search(Search{Bounds: map[string][2]float64{"Width": {3, .5}}}), input.ErrParam, "Bounds"},
		{"nothing to search", search(Search{Fixed: []string{"Width", "Noise"}}), input.ErrParam, "not fixed"},
		{"no factor to search from", fit(Regression{Kernel: kernels.Gaussian(1e9), Search: &Search{Within: 2}}, x, y), input.ErrSingular, "row 1"},
		{"gradient", evidence(must(Regression{Kernel: kernels.Scaled(1e-200, kernels.Gaussian(1))}.Fit(column(0, 9), y[:2]))), input.ErrNotFinite, "derivative"},
		{"no paths", sample(Regression{Kernel: g}, 0, rand.NewPCG(1, 1)), input.ErrParam, "n"},
		{"paths without source", sample(Regression{Kernel: g}, 1, nil), input.ErrParam, "src"},
		{"paths with a trend", sample(Regression{Kernel: g, Trend: ConstantTrend}, 1, rand.NewPCG(1, 1)), input.ErrParam, "Trend"},
		{"columns", predict(m, mat.NewDense(1, 2, nil)), input.ErrShape, "columns"},
		{"NaN in new X", predict(m, column(math.NaN())), input.ErrNotFinite, "X"},
		{"nil model", predict(nil, x), input.ErrEmpty, "model"},
		{"no model", predict(&RegressionModel{}, x), input.ErrShape, "Fit makes"},
		{"broken model", predict(&broken, x), input.ErrShape, "Fit makes"},
		{"model without its trend", predict(&loose, x), input.ErrShape, "trend"},
		{"left out of two", leave(must(Regression{Kernel: g, Noise: 1, Trend: LinearTrend}.Fit(x.Slice(0, 2, 0, 1), y[:2]))), input.ErrSingular, "row 0"},
	})
}

// TestLimits of regression: one observation, no and much noise, narrow and wide kernels.
func TestLimits(t *testing.T) {
	g, x, y := kernels.Gaussian(1), column(0, 1, 2), []float64{1, 2, -3}
	one := must(Regression{Kernel: g, Noise: 1}.Fit(column(3), []float64{4}))
	testkit.Near(t, "one", append(must(one.Predict(column(3))), must(one.Variance(column(3)))...), []float64{2, .5}, 1e-15)
	testkit.Near(t, "through all", must(must(Regression{Kernel: g}.Fit(x, y)).Predict(x)), y, 1e-13)
	testkit.Near(t, "no variance", must(must(Regression{Kernel: g}.Fit(x, y)).Variance(x)), []float64{0, 0, 0}, 1e-14)
	noisy := must(Regression{Kernel: g, Noise: 1e250}.Fit(x, y))
	testkit.Near(t, "much noise", append(must(noisy.Predict(x)), must(noisy.Variance(x))...), []float64{0, 0, 0, 1, 1, 1}, 1e-15)
	narrow := must(Regression{Kernel: kernels.Gaussian(1e-200)}.Fit(x, y))
	testkit.Near(t, "narrow", must(narrow.Predict(column(0, 1, 2, .5))), []float64{1, 2, -3, 0}, 1e-15)
	wide := must(Regression{Kernel: kernels.Scaled(1e8, kernels.Gaussian(1e200)), Noise: 1}.Fit(x, y))
	testkit.Near(t, "wide", must(wide.Predict(column(-5))), []float64{0}, 1e-7)
	equal := must(Regression{Kernel: g, Noise: 1e-9, Trend: ConstantTrend}.Fit(column(5, 5), []float64{1, 3}))
	testkit.Near(t, "equal rows", must(equal.Predict(column(5, 1000))), []float64{2, 2}, 1e-9)
}

func TestClassifierRefuses(t *testing.T) {
	g, x, y := kernels.Gaussian(1), column(0, 1, 2), []int{1, -1, 1}
	fit := func(p Classifier, x mat.Matrix, y []int) error { _, err := p.Fit(x, y); return err }
	posterior := func(m *ClassifierModel, x mat.Matrix) error { _, err := m.Posterior(x); return err }
	m := must(Classifier{Kernel: g}.Fit(x, y))
	latent := func(m *ClassifierModel) error { _, _, err := m.Latent(x); return err }
	broken := func(change func(m *ClassifierModel)) *ClassifierModel {
		b := *m
		change(&b)
		return &b
	}
	refuse(t, []bad{
		{"nil X", fit(Classifier{Kernel: g}, nil, y), input.ErrEmpty, "X"},
		{"NaN in X", fit(Classifier{Kernel: g}, column(1, math.NaN()), y[:2]), input.ErrNotFinite, "row 1"},
		{"few labels", fit(Classifier{Kernel: g}, x, y[:2]), input.ErrShape, "y"},
		{"three labels", fit(Classifier{Kernel: g}, x, []int{1, 2, 3}), input.ErrLabel, "y"},
		{"one label", fit(Classifier{Kernel: g}, x, []int{2, 2, 2}), input.ErrOneClass, "y"},
		{"kernel", fit(Classifier{Kernel: kernels.Gaussian(-1)}, x, y), input.ErrParam, "Classifier.Kernel"},
		{"sigmoid", fit(Classifier{Kernel: kernels.Sigmoid(1, 0)}, x, y), input.ErrParam, "positive definite"},
		{"link", fit(Classifier{Kernel: g, Link: 9}, x, y), input.ErrParam, "Link"},
		{"approximation", fit(Classifier{Kernel: g, Approximation: 9}, x, y), input.ErrParam, "Approximation"},
		{"tie", fit(Classifier{Kernel: g, Tie: 9}, x, y), input.ErrParam, "Tie"},
		{"iterations", fit(Classifier{Kernel: g, MaxIter: -1}, x, y), input.ErrParam, "MaxIter"},
		{"search", fit(Classifier{Kernel: g, Search: &Search{Fixed: []string{"Noise"}}}, x, y), input.ErrParam, "Search.Fixed"},
		{"no source", fit(Classifier{Kernel: g, Search: &Search{Restarts: 1}}, x, y), input.ErrParam, "Classifier.Src"},
		{"huge kernel", fit(Classifier{Kernel: kernels.Scaled(1e300, g)}, x, y), input.ErrNotFinite, "row 0"},
		{"columns", posterior(m, mat.NewDense(1, 2, nil)), input.ErrShape, "columns"},
		{"nil model", posterior(nil, x), input.ErrEmpty, "model"},
		{"nil latent", latent(nil), input.ErrEmpty, "model"},
		{"no model", posterior(&ClassifierModel{}, x), input.ErrShape, "Fit makes"},
		{"short root", posterior(broken(func(m *ClassifierModel) { m.Root = m.Root[1:] }), x), input.ErrShape, "Fit makes"},
		{"singular factor", posterior(broken(func(m *ClassifierModel) { m.U = make([]float64, 9) }), x), input.ErrShape, "diagonal"},
		{"classes", posterior(broken(func(m *ClassifierModel) { m.Classes = []int{1, 1} }), x), input.ErrShape, "label"},
		{"ragged", posterior(broken(func(m *ClassifierModel) { m.X = [][]float64{{1}, {1, 2}, {3}} }), x), input.ErrShape, "observation 1"},
	})
}

// TestClassifierLimits: equal rows with opposite labels, one class, narrow and wide kernels, large scales, points that are not random.
func TestClassifierLimits(t *testing.T) {
	for _, approximation := range both {
		for _, link := range Logistic.All() {
			posterior := func(k kernels.Kernel, x *mat.Dense, y []int, z *mat.Dense) []float64 {
				m := must(Classifier{Kernel: k, Link: link, Approximation: approximation}.Fit(x, y))
				if m.Report.Stop != Converged {
					t.Errorf("%v, %v, %v: %v", approximation, link, k, m.Report)
				}
				return must(m.Posterior(z))
			}
			name := approximation.String() + ", " + link.String()
			testkit.Near(t, name+": opposite labels", posterior(kernels.Gaussian(1), column(1, 1), []int{-1, 1}, column(1, 5)), []float64{.5, .5}, 1e-9)
			testkit.Near(t, name+": narrow", posterior(kernels.Gaussian(1e-150), column(0, 1), []int{-1, 1}, column(.5)), []float64{.5}, 1e-15)
			wide := posterior(kernels.Gaussian(1e150), column(0, 1, 2), []int{1, 1, -1}, column(0, 9))
			if !(wide[0] > .5 && wide[0] == wide[1]) {
				t.Errorf("%s: wide kernel: %v, want equal numbers above 1/2", name, wide)
			}
			one := posterior(kernels.Scaled(4, kernels.Gaussian(1)), column(0, 1), []int{1, 1}, column(.5))
			if !(one[0] > .6 && one[0] < 1) {
				t.Errorf("%s: one class: %v", name, one)
			}
			testkit.Near(t, name+": the origin of Brownian motion", posterior(kernels.Min(), column(0, 1), []int{-1, 1}, column(0)), []float64{.5}, 1e-15)
			for _, scale := range []float64{1e-12, 1e-3, 1e4, 1e8} {
				x, y := drawnLabels(21, 25, 2)
				for _, p := range posterior(kernels.Scaled(scale, kernels.Gaussian(.3)), x, y, x) {
					if !(p >= 0 && p <= 1) {
						t.Errorf("%s: scale %v: %v", name, scale, p)
					}
				}
			}
		}
	}
}
