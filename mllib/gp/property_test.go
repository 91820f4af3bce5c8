package gp

import (
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/mat"
)

// TestEvidenceGradient against differences, for kernels of several parameters, trends and weights.
func TestEvidenceGradient(t *testing.T) {
	for _, k := range []kernels.Kernel{
		kernels.Scaled(2, kernels.Gaussian(.3)), kernels.Sum(kernels.Scaled(.5, kernels.Matern(1.5, .4)), kernels.Constant(.7)),
		kernels.Product(kernels.On(kernels.Gaussian(.5), 0), kernels.On(kernels.RationalQuadratic(1.2, .6), 1)), kernels.Polynomial(2, .4, 1.3),
	} {
		for _, trend := range NoTrend.All() {
			x, y, w := drawn(3, 20, 2)
			p := Regression{Kernel: k, Noise: .05, Trend: trend}
			e := must(must(p.FitWeighted(x, y, w)).Evidence())
			logs := make([]float64, len(e.Parameters))
			for i, v := range e.Parameters {
				logs[i] = math.Log(v.Value)
			}
			want := fd.Gradient(nil, func(at []float64) float64 {
				values := make([]float64, len(at))
				for i, v := range at {
					values[i] = math.Exp(v)
				}
				return must(must(p.with(values)).FitWeighted(x, y, w)).LogEvidence
			}, logs, &fd.Settings{Formula: fd.Central})
			testkit.Near(t, k.String()+", "+trend.String(), e.Gradient, want, 1e-5)
		}
	}
}

// TestLeaveOneOut against fits without a row.
func TestLeaveOneOut(t *testing.T) {
	for _, trend := range NoTrend.All() {
		x, y, w := drawn(4, 14, 2)
		p := Regression{Kernel: kernels.Scaled(.8, kernels.Gaussian(.4)), Noise: .03, Mean: 1, Trend: trend}
		l := must(must(p.FitWeighted(x, y, w)).LeaveOneOut())
		for i := range y {
			others := mat.NewDense(len(y)-1, 2, nil)
			k := 0
			for j := range y {
				if j != i {
					others.SetRow(k, x.RawRowView(j))
					k++
				}
			}
			m := must(p.FitWeighted(others, slices.Delete(slices.Clone(y), i, i+1), slices.Delete(slices.Clone(w), i, i+1)))
			row := x.Slice(i, i+1, 0, 2)
			mean, variance := must(m.Predict(row))[0], must(m.Variance(row))[0]+.03/w[i]
			density := -math.Log(2*math.Pi*variance)/2 - (y[i]-mean)*(y[i]-mean)/(2*variance)
			testkit.Near(t, trend.String(), []float64{l.Mean[i], l.Variance[i], l.LogDensity[i]}, []float64{mean, variance, density}, 1e-10)
		}
	}
}

// TestWeights: a row of weight 3 is three equal rows.
func TestWeights(t *testing.T) {
	x, y, w := drawn(5, 8, 1)
	for i := range w {
		w[i] = 1
	}
	w[2] = 3
	p := Regression{Kernel: kernels.Matern(2.5, .3), Noise: .1, Trend: ConstantTrend}
	thrice := mat.NewDense(10, 1, append(flat(x), x.At(2, 0), x.At(2, 0)))
	a, b := must(p.FitWeighted(x, y, w)), must(p.Fit(thrice, append(slices.Clone(y), y[2], y[2])))
	z := column(-.2, .1, .5, 1.1)
	testkit.Near(t, "mean", must(a.Predict(z)), must(b.Predict(z)), 1e-11)
	testkit.Near(t, "variance", must(a.Variance(z)), must(b.Variance(z)), 1e-11)
}

// TestSample: the moments of many paths are those of the law, equal rows have equal values, and the source alone decides.
func TestSample(t *testing.T) {
	const n = 40000
	z := column(0, .2, .2, .5, .9)
	p := Regression{Kernel: kernels.Min(), Noise: .1, Mean: 2}
	m := must(p.Fit(column(.3, .7), []float64{2, 4}))
	mean := must(m.Predict(z))
	for _, c := range []struct {
		name  string
		paths *mat.Dense
		mean  []float64
		cov   *mat.SymDense
	}{
		{"prior", must(p.Sample(z, n, rand.NewPCG(1, 2))), []float64{2, 2, 2, 2, 2}, must(p.Kernel.Gram(z))},
		{"posterior", must(m.Sample(z, n, rand.NewPCG(1, 2))), mean, must(m.Covariance(z))},
	} {
		for i := range 5 {
			for j := range i + 1 {
				var product float64
				for k := range n {
					product += (c.paths.At(k, i) - c.mean[i]) * (c.paths.At(k, j) - c.mean[j]) / n
				}
				if want := c.cov.At(i, j); math.Abs(product-want) > 6*math.Sqrt((want*want+c.cov.At(i, i)*c.cov.At(j, j))/n) {
					t.Errorf("%s: covariance (%d, %d) of the paths is %v, want %v", c.name, i, j, product, want)
				}
			}
		}
		if c.paths.At(7, 1) != c.paths.At(7, 2) {
			t.Errorf("%s: equal rows have the values %v and %v", c.name, c.paths.At(7, 1), c.paths.At(7, 2))
		}
	}
	if p := must(p.Sample(z, 3, rand.NewPCG(1, 2))); p.At(2, 0) != 2 {
		t.Errorf("Brownian motion begins at %v, want the mean 2", p.At(2, 0))
	}
	if !mat.Equal(must(m.Sample(z, 3, rand.NewPCG(4, 2))), must(m.Sample(z, 3, rand.NewPCG(4, 2)))) {
		t.Error("one source gives two samples")
	}
}

// TestZeroCrossings: Rice's formula for the paths of a Gaussian kernel.
//
// Curriculum: N6.4u.
func TestZeroCrossings(t *testing.T) {
	grid := make([]float64, 201)
	for i := range grid {
		grid[i] = float64(i) / 200
	}
	for _, length := range []float64{.1, .2, .3} {
		const n = 2000
		paths := must(Regression{Kernel: kernels.Gaussian(length)}.Sample(column(grid...), n, rand.NewPCG(7, 7)))
		sum, squares := 0.0, 0.0
		for k := range n {
			row, crossings := paths.RawRowView(k), 0.0
			for i := 1; i < len(row); i++ {
				if row[i-1]*row[i] < 0 {
					crossings++
				}
			}
			sum, squares = sum+crossings, squares+crossings*crossings
		}
		mean := sum / n
		if deviation := math.Sqrt((squares/n - mean*mean) / n); math.Abs(mean-1/(math.Pi*length)) > 4*deviation {
			t.Errorf("length %v: %v crossings on average, want %v ± %v", length, mean, 1/(math.Pi*length), deviation)
		}
	}
}

// TestSearchKeeps: fixed parameters stay, bounds hold, restarts find what one start does not, and the report says it.
func TestSearchKeeps(t *testing.T) {
	x, y, _ := drawn(8, 30, 1)
	k := kernels.Scaled(1, kernels.Gaussian(1))
	fixed := must(Regression{Kernel: k, Noise: .1, Trend: ConstantTrend, Search: &Search{Fixed: []string{"Noise", "Scale"}}}.Fit(x, y))
	if p := fixed.Parameters; p.Noise != .1 || p.Kernel.Scale != 1 || p.Kernel.Parts[0].Width == 1 {
		t.Errorf("fixed noise and scale became %v, %v", p.Noise, p.Kernel)
	}
	bounded := must(Regression{Kernel: k, Noise: .1, Search: &Search{Bounds: map[string][2]float64{"Noise": {.05, .2}}}}.Fit(x, y))
	if p := bounded.Parameters; p.Noise < .199 || p.Noise > .2 || !slices.Equal(bounded.Report.AtBounds, []string{"Noise"}) {
		t.Errorf("noise %v, at bounds %q, want the upper one, 0.2", p.Noise, bounded.Report.AtBounds)
	}
	far := Regression{Kernel: kernels.Scaled(1, kernels.Gaussian(2000)), Noise: 1e-3, Search: &Search{}, Src: rand.NewPCG(1, 1)}
	one := must(far.Fit(x, y))
	far.Search = &Search{Restarts: 8}
	many := must(far.Fit(x, y))
	if many.LogEvidence < one.LogEvidence || len(many.Report.Starts) != 9 {
		t.Errorf("8 restarts end at %v, none at %v", many.LogEvidence, one.LogEvidence)
	}
	for _, s := range many.Report.Starts {
		if s.Failed == "" && s.LogEvidence > many.LogEvidence+1e-9 {
			t.Errorf("start %v reached %v, the model has %v", s.From, s.LogEvidence, many.LogEvidence)
		}
	}
}

// TestUnits: other units of X with the width, of y with scale and noise, and another origin of X, change nothing but the units.
func TestUnits(t *testing.T) {
	x, y, _ := drawn(9, 25, 2)
	z, _, _ := drawn(10, 6, 2)
	p := Regression{Kernel: kernels.Scaled(1, kernels.Gaussian(.5)), Noise: .1, Trend: LinearTrend, Search: &Search{}}
	m := must(p.Fit(x, y))
	mean, variance := must(m.Predict(z)), must(m.Variance(z))
	for _, u := range []struct{ x, y, origin float64 }{{1e3, 1, 0}, {1, 1e-4, 0}, {1e-100, 1e100, 0}, {1e100, 1e-120, 0}, {1, 1, 1e3}} {
		move := func(a *mat.Dense) *mat.Dense {
			b := mat.DenseCopyOf(a)
			b.Apply(func(_, _ int, v float64) float64 { return u.x*v + u.origin }, b)
			return b
		}
		other := p
		other.Kernel = kernels.Scaled(u.y*u.y, kernels.Gaussian(.5*u.x))
		other.Noise = .1 * u.y * u.y
		targets := slices.Clone(y)
		for i := range targets {
			targets[i] *= u.y
		}
		moved := must(other.Fit(move(x), targets))
		got, spread := must(moved.Predict(move(z))), must(moved.Variance(move(z)))
		for i := range got {
			got[i] /= u.y
			spread[i] /= u.y * u.y
		}
		testkit.Near(t, "mean", got, mean, 1e-5)
		testkit.Near(t, "variance", spread, variance, 1e-5)
	}
}

func TestRegressionJSON(t *testing.T) {
	x, y, w := drawn(11, 9, 2)
	p := Regression{Kernel: kernels.Gaussian(.5), Noise: .1, Trend: LinearTrend, Search: &Search{Restarts: 1, Bounds: map[string][2]float64{"Noise": {.01, 1}}}, Src: rand.NewPCG(1, 2)}
	m := must(p.FitWeighted(x, y, w))
	back := testkit.RoundTrip(t, m)
	if !testkit.Bits(must(back.Variance(x)), must(m.Variance(x))) {
		t.Error("the model came back as another one")
	}
	p.Src = nil
	testkit.RoundTrip(t, &p)
	testkit.RoundTrip(t, must(m.LeaveOneOut()))
	testkit.RoundTrip(t, must(m.Evidence()))
}

func TestRegressionProcessors(t *testing.T) {
	x, y, _ := drawn(12, 300, 3)
	testkit.Processors(t, "regression", func() []float64 {
		p := Regression{Kernel: kernels.Scaled(1, kernels.Matern(2.5, .5)), Noise: .1, Trend: LinearTrend, Search: &Search{MaxSteps: 4}}
		m := must(p.Fit(x, y))
		return slices.Concat(m.Alpha, must(m.Predict(x)), must(m.Variance(x)), must(m.Evidence()).Gradient, must(m.LeaveOneOut()).Variance,
			flat(must(m.Sample(x, 2, rand.NewPCG(1, 2)))))
	})
}

func TestRegressionViews(t *testing.T) {
	x, y, _ := drawn(13, 12, 2)
	testkit.Views(t, "regression", x, func(x mat.Matrix) (any, error) {
		return Regression{Kernel: kernels.Gaussian(.5), Noise: .1, Trend: LinearTrend, Search: &Search{}}.Fit(x, y)
	})
	if a, b := must(Regression{Kernel: kernels.Min(), Noise: 1}.Fit(column(1, 2), []float64{1, 2})), must(Regression{Kernel: kernels.Min(), Noise: 1}.Fit(column(1, 2), []float64{1, 2})); !reflect.DeepEqual(a, b) {
		t.Error("two fits differ")
	}
}

// TestManyRows: predictions of more rows than are worked on at a time are those of each row.
func TestManyRows(t *testing.T) {
	x, y, _ := drawn(14, 10, 1)
	m := must(Regression{Kernel: kernels.Gaussian(.5), Noise: .1}.Fit(x, y))
	z, _, _ := drawn(15, 2*batchRows+3, 1)
	mean, variance := must(m.Predict(z)), must(m.Variance(z))
	for _, i := range []int{0, batchRows - 1, batchRows, 2*batchRows + 2} {
		row := z.Slice(i, i+1, 0, 1)
		testkit.Near(t, "row", []float64{mean[i], variance[i]}, []float64{must(m.Predict(row))[0], must(m.Variance(row))[0]}, 1e-13)
	}
}

// TestCrossValidation: the folds of leave one out are what LeaveOneOut predicts.
func TestCrossValidation(t *testing.T) {
	x, y, _ := drawn(16, 12, 2)
	p := Regression{Kernel: kernels.Gaussian(.5), Noise: .1, Trend: ConstantTrend}
	cv := must(validate.CrossValidate(&data.Regression{X: x, Y: y}, validate.LeaveOneOut(len(y)), p))
	testkit.Near(t, "predictions", cv.Predicted, must(must(p.Fit(x, y)).LeaveOneOut()).Mean, 1e-10)
}

// TestProcessors: a search ends at the same bits with any number of goroutines.
func TestProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	x, y, _ := drawn(3, 300, 4)
	var want *RegressionModel
	for _, n := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(n)
		m := must(Regression{Kernel: kernels.Scaled(1, kernels.Gaussian(.5)), Noise: .01, Search: &Search{MaxSteps: 3}}.Fit(x, y))
		if want == nil {
			want = m
		}
		if m.LogEvidence != want.LogEvidence || !slices.Equal(m.Alpha, want.Alpha) || !slices.Equal(m.Report.Starts[0].To, want.Report.Starts[0].To) {
			t.Errorf("%d processors: evidence %v, with one %v", n, m.LogEvidence, want.LogEvidence)
		}
	}
}
