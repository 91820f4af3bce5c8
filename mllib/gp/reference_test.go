package gp

import (
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// reference is testdata/sklearn.json, which testdata/reference.py wrote.
type reference struct {
	Regression []struct {
		Name           string
		Noise          float64
		X, Z, Cov      [][]float64
		Y, W           []float64
		Mean, Variance []float64
		LogEvidence    float64
		Gradient       []float64
	}
	Searched []struct {
		X           [][]float64
		Y, Theta    []float64
		LogEvidence float64
	}
	Classifier []struct {
		Name                      string
		X, Z                      [][]float64
		Y                         []int
		Mean, Variance, Posterior []float64
		Approximate               []float64
		LogEvidence               float64
		Gradient                  []float64
	}
	Splines []struct {
		X      [][]float64
		Y      []float64
		Lambda float64
		Z      [][]float64
		Mean   []float64
	}
}

func readReference(t *testing.T) *reference {
	t.Helper()
	r := new(reference)
	testkit.Reference(t, "testdata/sklearn.json", r)
	return r
}

// named are the kernels of reference.py.
func named(t *testing.T, name string) kernels.Kernel {
	t.Helper()
	k, ok := map[string]kernels.Kernel{
		"gaussian":           kernels.Scaled(1.7, kernels.Gaussian(.8)),
		"matern":             kernels.Scaled(.6, kernels.Matern(2.5, 1.1)),
		"sum":                kernels.Sum(kernels.Scaled(.6, kernels.Matern(1.5, 1.1)), kernels.Scaled(2, kernels.Gaussian(3))),
		"large":              kernels.Scaled(400, kernels.Gaussian(1.5)),
		"rational quadratic": kernels.RationalQuadratic(.7, 1.3),
	}[name]
	if !ok {
		t.Fatalf("no kernel is called %q", name)
	}
	return k
}

func TestScikitLearnRegression(t *testing.T) {
	cases := readReference(t).Regression
	if len(cases) < 6 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		x, z := testkit.Matrix(t, c.X), testkit.Matrix(t, c.Z)
		m := must(Regression{Kernel: named(t, c.Name), Noise: c.Noise}.FitWeighted(x, c.Y, c.W))
		tolerance := 1e-9
		if c.Noise < 1e-6 {
			tolerance = 1e-7
		}
		testkit.Near(t, c.Name+": mean", must(m.Predict(z)), c.Mean, tolerance)
		testkit.Near(t, c.Name+": variance", must(m.Variance(z)), c.Variance, tolerance)
		testkit.Near(t, c.Name+": covariance", flat(must(m.Covariance(z))), flat(testkit.Matrix(t, c.Cov)), tolerance)
		testkit.Near(t, c.Name+": evidence", []float64{m.LogEvidence}, []float64{c.LogEvidence}, 1e-9)
		gradient := must(m.Evidence()).Gradient
		if c.Name == "rational quadratic" { // scikit-learn's alpha comes first
			gradient[0], gradient[1] = gradient[1], gradient[0]
		}
		testkit.Near(t, c.Name+": gradient", gradient[:len(c.Gradient)], c.Gradient, 10*tolerance)
	}
}

// TestScikitLearnSearch: the same maximum, by the same start.
func TestScikitLearnSearch(t *testing.T) {
	cases := readReference(t).Searched
	if len(cases) < 2 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		x := testkit.Matrix(t, c.X)
		m := must(Regression{Kernel: kernels.Scaled(1, kernels.Gaussian(1)), Noise: .1, Search: &Search{}}.Fit(x, c.Y))
		testkit.Near(t, "parameters", m.Report.Starts[0].To, c.Theta, 1e-5)
		testkit.Near(t, "evidence", []float64{m.LogEvidence}, []float64{c.LogEvidence}, 1e-9)
		if e := must(m.Evidence()); floats.Norm(e.Gradient, 2) > 1e-5 {
			t.Errorf("gradient %v at the maximum", e.Gradient)
		}
	}
}

// TestScikitLearnClassifier: for the average scikit-learn takes a sum of five error functions, so that its probabilities differ by some 1e-4.
func TestScikitLearnClassifier(t *testing.T) {
	cases := readReference(t).Classifier
	if len(cases) < 5 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		x, z := testkit.Matrix(t, c.X), testkit.Matrix(t, c.Z)
		m := must(Classifier{Kernel: named(t, c.Name)}.Fit(x, c.Y))
		mean, variance, err := m.Latent(z)
		if err != nil {
			t.Fatal(err)
		}
		testkit.Near(t, c.Name+": mean", mean, c.Mean, 1e-5)
		testkit.Near(t, c.Name+": variance", variance, c.Variance, 1e-5)
		testkit.Near(t, c.Name+": evidence", []float64{m.LogEvidence}, []float64{c.LogEvidence}, 1e-8)
		testkit.Near(t, c.Name+": gradient", must(m.Evidence()).Gradient, c.Gradient, 1e-5)
		testkit.Near(t, c.Name+": posterior", must(m.Posterior(z)), c.Posterior, 1e-7)
		testkit.Near(t, c.Name+": posterior of scikit-learn", must(m.Posterior(z)), c.Approximate, 2e-4)
	}
}

// TestScipySpline: with a linear trend, integrated Brownian motion is the natural cubic smoothing spline.
//
// Curriculum: N6.4l (the extension).
func TestScipySpline(t *testing.T) {
	cases := readReference(t).Splines
	if len(cases) < 3 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		m := must(Regression{Kernel: kernels.IntegratedBrownian(), Noise: c.Lambda, Trend: LinearTrend}.Fit(testkit.Matrix(t, c.X), c.Y))
		testkit.Near(t, "spline", must(m.Predict(testkit.Matrix(t, c.Z))), c.Mean, 1e-8)
	}
}

// flat is all entries of a matrix, row by row.
func flat(m mat.Matrix) []float64 { return mat.DenseCopyOf(m).RawMatrix().Data }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
