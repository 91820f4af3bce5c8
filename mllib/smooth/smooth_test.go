package smooth

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/regression"
	"github.com/mercer-go/mercer/mllib/spline"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func line(seed uint64, n int) (*mat.Dense, []float64) {
	r := rand.New(rand.NewPCG(seed, 3))
	x, y := mat.NewDense(n, 1, nil), make([]float64, n)
	for i := range n {
		x.Set(i, 0, r.Float64())
		y[i] = math.Sin(5*x.At(i, 0)) + .3*r.NormFloat64()
	}
	return x, y
}

// TestOf: the matrix of a method has the trace, the residuals, the leave-one-out errors and the criteria that the method finds by itself.
func TestOf(t *testing.T) {
	x, y := line(1, 25)
	p := spline.Smoothing{Choose: spline.Given, Lambda: 1e-3}
	m := must(p.Fit(x, y))
	d := must(m.Diagnose(x, y))
	s := must(Of(p, x))
	e := must(s.Errors(y))
	testkit.Near(t, "spline: DF, RSS, PRESS, GCV", []float64{s.DF(), e.RSS, e.PRESS, e.GCV}, []float64{m.DF, m.RSS, 25 * m.LeaveOneOut, m.GCV}, 1e-10)
	testkit.Near(t, "spline: leave one out", e.LeaveOneOut, d.LeaveOneOut, 1e-10)
	testkit.Near(t, "spline: fitted", must(s.Fitted(y)), must(m.Predict(x)), 1e-12)

	ridge := regression.KernelRidge{Kernel: kernels.Gaussian(.3), Lambda: .2, Free: regression.FreeConstant}
	k := must(must(ridge.Fit(x, y)).Diagnose(x, y))
	e = must(must(Of(ridge, x)).Errors(y))
	testkit.Near(t, "kernel ridge: leave one out", e.LeaveOneOut, k.LeaveOneOut, 1e-10)

	least := must(Of(regression.LeastSquares{}, x))
	e = must(least.Errors(y))
	l := must(regression.LeastSquares{}.Fit(x, y))
	testkit.Near(t, "least squares: three degrees of freedom, σ", []float64{least.DF(), least.VarianceDF(), least.ResidualDF(), e.Sigma}, []float64{2, 2, 23, l.Sigma()}, 1e-10)
}

// TestShrinkage: eigenvalues are between 0 and 1 and those that the theory says, and S is put together from them.
func TestShrinkage(t *testing.T) {
	n := 30
	x := mat.NewDense(n, 1, nil)
	for i := range n {
		x.Set(i, 0, 2*float64(i+1)/float64(2*n+1))
	}
	lambda := .01 * float64(n)
	s := must(Of(spline.Smoothing{Kind: spline.Linear, Pinned: true, Choose: spline.Given, Lambda: lambda}, x))
	values, u, err := s.Shrinkage()
	if err != nil {
		t.Fatal(err)
	}
	h := 2 / float64(2*n+1)
	for j, v := range values { // N6.2k
		sin := math.Sin(float64(2*j+1) * math.Pi / float64(2*(2*n+1)))
		testkit.Near(t, fmt.Sprintf("eigenvalue %d", j), []float64{v}, []float64{1 / (1 + lambda*4*sin*sin/h)}, 1e-12)
	}
	var back, scaled mat.Dense
	scaled.Mul(u, mat.NewDiagDense(n, values))
	back.Mul(&scaled, u.T())
	if !mat.EqualApprox(&back, s.Matrix(), 1e-12) {
		t.Error("U·diag(λ)·Uᵀ is not S")
	}
}

// TestRisk: bias and variance are the averages over draws of the noise.
func TestRisk(t *testing.T) {
	x, _ := line(2, 20)
	f := make([]float64, 20)
	for i := range f {
		f[i] = math.Sin(9 * x.At(i, 0))
	}
	s := must(Of(spline.Smoothing{Choose: spline.Given, Lambda: 1e-2}, x))
	bias2, variance, err := s.Risk(f, .5)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	total := 0.0
	const draws = 20_000
	for range draws {
		y := make([]float64, 20)
		for i := range y {
			y[i] = f[i] + .5*r.NormFloat64()
		}
		d := floats.Distance(must(s.Fitted(y)), f, 2)
		total += d * d / 20 / draws
	}
	if math.Abs(total-bias2-variance) > .01*total {
		t.Errorf("mean squared error %v, bias² %v + variance %v", total, bias2, variance)
	}
}

// TestFilterCurriculum holds N6.2m: the characteristic with (j − ½)².
func TestFilterCurriculum(t *testing.T) {
	js := []int{1, 2, 3, 5, 10, 20}
	for lambda, want := range map[float64][]float64{.01: {.97592, .81829, .61849, .33349, .10094, .02595}, .001: {.99754, .97828, .94190, .83343, .52890, .21040}} {
		k := Series{Lambda: lambda}.Filter(20)
		for i, j := range js {
			testkit.Near(t, fmt.Sprintf("λ = %v, j = %d", lambda, j), []float64{k[j-1]}, []float64{want[i]}, 5e-6)
		}
	}
	k := Series{Terms: 3}.Filter(5)
	testkit.Near(t, "truncation", k, []float64{1, 1, 1, 0, 0}, 0)
}

// TestSeriesIsNearSpline: N6.2n, on the grid 2i/(2n + 1) the tapered series is near the linear smoothing spline with f(0) = 0.
func TestSeriesIsNearSpline(t *testing.T) {
	n := 100
	x, y := mat.NewDense(n, 1, nil), make([]float64, n)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range n {
		v := 2 * float64(i+1) / float64(2*n+1)
		x.Set(i, 0, v)
		y[i] = v*(2-v) + .5*math.Sin(2.5*math.Pi*v) + .3*r.NormFloat64()
	}
	f := must(must(Series{Lambda: .01}.Fit(x, y)).Predict(x))
	g := must(must(spline.Smoothing{Kind: spline.Linear, Pinned: true, Choose: spline.Given, Lambda: .01 * float64(n)}.Fit(x, y)).Predict(x))
	if d := floats.Distance(f, g, math.Inf(1)); d > .03 {
		t.Errorf("they differ by %v", d)
	}
	// the sine basis is orthogonal on this grid: all n terms interpolate, up to the factor 1 + 1/(2n)
	all := must(must(Series{}.Fit(x, y)).Predict(x))
	floats.Scale(1/(1+1/float64(2*n)), all)
	testkit.Near(t, "all terms", all, y, 1e-12)
}

// TestSeries: functions of the basis are found again, on midpoints.
func TestSeries(t *testing.T) {
	n := 60
	x, y := mat.NewDense(n, 1, nil), make([]float64, n)
	for _, b := range Basis(0).All() {
		want := []float64{.5, -2, 0, 3, 1, 0, 0}
		for i := range n {
			v := (float64(i) + .5) / float64(n)
			x.Set(i, 0, v)
			y[i] = 0
			for j, c := range want {
				y[i] += c * value(b, j+1, v)
			}
		}
		p := Series{Basis: b, Terms: 7}
		m := must(p.Fit(x, y))
		testkit.Near(t, b.String(), m.Coefficients, want, 1e-13)
		testkit.Near(t, b.String(), must(m.Predict(x)), y, 1e-13)
		s := must(Of(p, x))
		testkit.Near(t, b.String()+": degrees of freedom", []float64{s.DF(), s.VarianceDF()}, []float64{7, 7}, 1e-12)
		testkit.RoundTrip(t, m)
		testkit.RoundTrip(t, &p)
		testkit.RoundTrip(t, s)
	}
	testkit.Processors(t, "Of", func() []float64 {
		s := must(Of(Series{Terms: 5}, x))
		return s.Matrix().RawMatrix().Data
	})
	testkit.Views(t, "series", x, func(x mat.Matrix) (any, error) { return Series{Lambda: .1}.Fit(x, y) })
}

// TestFunctions: N5.4j and N6.2l, on midpoints the functions are orthonormal, and near the eigenvectors of the Gram matrix of min.
func TestFunctions(t *testing.T) {
	n := 50
	x := mat.NewDense(n, 1, nil)
	for i := range n {
		x.Set(i, 0, (float64(i)+.5)/float64(n))
	}
	for _, b := range Basis(0).All() {
		f := must(Functions(b, 10, x))
		var products mat.Dense
		products.Mul(f.T(), f)
		for i := range 10 {
			for j := range 10 {
				want := 0.0
				if i == j {
					want = 1
				}
				testkit.Near(t, b.String(), []float64{products.At(i, j) / float64(n)}, []float64{want}, 1e-13)
			}
		}
	}
	var eigen mat.EigenSym
	eigen.Factorize(must(kernels.Min().Gram(x)), true)
	var u mat.Dense
	eigen.VectorsTo(&u)
	f := must(Functions(Sine, 3, x))
	for j := range 3 {
		if cos := math.Abs(mat.Dot(u.ColView(n-1-j), f.ColView(j))) / math.Sqrt(float64(n)); cos < .999 {
			t.Errorf("function %d has the cosine %v with the eigenvector", j+1, cos)
		}
	}
}

func TestBadInput(t *testing.T) {
	x, y := line(3, 5)
	nan := math.NaN()
	column := func(v ...float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }
	of := func(l learn.Learner[float64, *spline.Model], x mat.Matrix) error { _, err := Of(l, x); return err }
	from := func(m mat.Matrix) error { _, err := FromMatrix(m); return err }
	fit := func(p Series, x mat.Matrix, y ...float64) error { _, err := p.Fit(x, y); return err }
	predict := func(m *SeriesModel, x mat.Matrix) error { _, err := m.Predict(x); return err }
	fitted := func(s *Smoother, y []float64) error { _, err := s.Fitted(y); return err }
	errs := func(s *Smoother, y []float64) error { _, err := s.Errors(y); return err }
	shrinkage := func(s *Smoother) error { _, _, err := s.Shrinkage(); return err }
	risk := func(s *Smoother, sigma float64) error { _, _, err := s.Risk(y, sigma); return err }
	functions := func(terms int, x mat.Matrix) error { _, err := Functions(Sine, terms, x); return err }
	given := spline.Smoothing{Choose: spline.Given, Lambda: .1}
	s := must(Of(given, x))
	one := must(FromMatrix(mat.NewDense(2, 2, []float64{1, 0, 0, 1})))
	skew := must(FromMatrix(mat.NewDense(2, 2, []float64{.5, .1, 0, .5})))
	m := must(Series{}.Fit(x, y))
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"no method", of(nil, x), input.ErrEmpty, "method"},
		{"no points", of(given, nil), input.ErrEmpty, "X"},
		{"not linear", of(spline.Smoothing{}, x), ErrNotLinear, "given one"},
		{"error of the method", of(given, column(1, 1, 1)), input.ErrShape, "spline"},
		{"no matrix", from(nil), input.ErrEmpty, "S"},
		{"not square", from(mat.NewDense(1, 2, nil)), input.ErrShape, "1×2"},
		{"NaN", from(column(nan)), input.ErrNotFinite, "S"},
		{"fitted nil", fitted(nil, y), input.ErrEmpty, "Smoother"},
		{"fitted zero", fitted(&Smoother{}, y), input.ErrShape, "no rows"},
		{"fitted broken", fitted(&Smoother{S: [][]float64{{1}, {1, 2}}}, y), input.ErrShape, "row 0"},
		{"short y", fitted(s, y[:3]), input.ErrShape, "y"},
		{"identity", errs(one, y[:2]), input.ErrSingular, "leverage 1"},
		{"huge y", errs(s, []float64{1e200, 0, 0, 0, 0}), input.ErrNotFinite, "overflow"},
		{"not symmetric", shrinkage(skew), input.ErrParam, "not symmetric"},
		{"shrinkage of nil", shrinkage(nil), input.ErrEmpty, "Smoother"},
		{"σ", risk(s, -1), input.ErrParam, "sigma"},
		{"series outside", fit(Series{}, column(.5, 1.5), 1, 2), input.ErrValue, "row 1"},
		{"series columns", fit(Series{}, mat.NewDense(2, 2, nil), 1, 2), input.ErrShape, "2 columns"},
		{"series short y", fit(Series{}, column(.5), 1, 2), input.ErrShape, "y"},
		{"series basis", fit(Series{Basis: 5}, column(.5), 1), input.ErrParam, "Basis"},
		{"series terms", fit(Series{Terms: -1}, column(.5), 1), input.ErrParam, "Terms"},
		{"series λ", fit(Series{Lambda: nan}, column(.5), 1), input.ErrParam, "Lambda"},
		{"series of huge numbers", fit(Series{}, column(1./3, 1./3), 1.7e308, 1.7e308), input.ErrNotFinite, "overflows"},
		{"functions outside", functions(3, column(2)), input.ErrValue, "row 0"},
		{"no functions", functions(0, x), input.ErrParam, "terms"},
		{"predict nil", predict(nil, x), input.ErrEmpty, "SeriesModel"},
		{"predict zero", predict(&SeriesModel{}, x), input.ErrShape, "Fit makes"},
		{"predict outside", predict(m, column(-.1)), input.ErrValue, "row 0"},
	} {
		if !errors.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) || !strings.HasPrefix(c.err.Error(), "smooth: ") {
			t.Errorf("%s: got %v, want %q in an error of the kind %v", c.name, c.err, c.says, c.kind)
		}
	}
	if !math.IsNaN((*Smoother)(nil).DF()) || (&Smoother{}).Matrix() != nil || !math.IsNaN((&Smoother{}).ResidualDF()) {
		t.Error("a number for a smoother that is not one")
	}
}

func BenchmarkOf(b *testing.B) {
	x, _ := line(1, 200)
	b.Run("n=200/d=1", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			must(Of(spline.Smoothing{Choose: spline.Given, Lambda: .01}, x))
		}
	})
}

func TestRiskOverflows(t *testing.T) {
	s := &Smoother{S: [][]float64{{.5, .5}, {.5, .5}}}
	for _, c := range []struct {
		f     []float64
		sigma float64
	}{{[]float64{1, 2}, 1e300}, {[]float64{1e200, 0}, 1}} {
		if b, v, err := s.Risk(c.f, c.sigma); !errors.Is(err, input.ErrNotFinite) {
			t.Errorf("f %g, sigma %g: got %g, %g, %v, want input.ErrNotFinite", c.f, c.sigma, b, v, err)
		}
	}
}

func TestFilterOfBadParameter(t *testing.T) {
	for _, λ := range []float64{-1, math.NaN()} {
		for _, v := range (Series{Lambda: λ}).Filter(3) {
			if !math.IsNaN(v) {
				t.Errorf("λ = %v: %v", λ, v)
			}
		}
	}
}
