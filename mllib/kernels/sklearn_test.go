package kernels

import (
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

// TestScikitLearn compares with testdata/sklearn.json, which reference.py wrote.
func TestScikitLearn(t *testing.T) {
	named := map[string]Kernel{
		"linear": Linear(), "polynomial": Polynomial(3, 1.5, .5), "gaussian gamma": GaussianGamma(.3), "gaussian": Gaussian(1.7), "manhattan": Manhattan(2.5),
		"sigmoid": Sigmoid(.2, -.5), "laplacian": Laplacian(2.5), "matern 1/2": Matern(.5, 1.3), "matern 3/2": Matern(1.5, 1.3), "matern 5/2": Matern(2.5, 1.3),
		"matern 7/2": Matern(3.5, 1.3), "matern 13/2": Matern(6.5, 1.3), "rational quadratic": RationalQuadratic(.7, 1.3),
		"composed": Sum(Scaled(2, Gaussian(1.7)), Product(Constant(.3), Matern(2.5, 1.3), Sum(Linear(), Constant(1.44)))),
	}
	byLog := map[string]Kernel{"composed": Sum(Scaled(2, Gaussian(1.7)), Scaled(.3, Matern(2.5, 1.3)))}
	order := map[string][]int{"rational quadratic": {1, 0}} // scikit-learn's alpha comes first
	var reference struct {
		Cases []struct {
			X, Z                  [][]float64
			Cross                 map[string][][]float64
			Gradients             map[string][][][]float64
			Centred, CentredCross [][]float64
		}
	}
	testkit.Reference(t, "testdata/sklearn.json", &reference)
	if len(reference.Cases) < 3 {
		t.Fatalf("%d cases", len(reference.Cases))
	}
	for _, c := range reference.Cases {
		x, z := testkit.Matrix(t, c.X), testkit.Matrix(t, c.Z)
		for name, want := range c.Cross {
			k, ok := named[name]
			if !ok {
				t.Fatalf("no kernel is called %q", name)
			}
			near(t, name, must(k.Cross(x, z)), testkit.Matrix(t, want), 1e-13)
		}
		for name, want := range c.Gradients {
			k, ok := byLog[name]
			if !ok {
				k = named[name]
			}
			_, by, err := k.Gradient(x)
			if err != nil || len(by) != len(want) {
				t.Fatalf("%s: %d derivatives (%v), want %d", name, len(by), err, len(want))
			}
			for i, d := range by {
				j := i
				if o := order[name]; o != nil {
					j = o[i]
				}
				near(t, "gradient of "+name, d, testkit.Matrix(t, want[j]), 1e-13)
			}
		}
		k := GaussianGamma(.3)
		centred, centring, err := Centre(must(k.Gram(x)))
		if err != nil {
			t.Fatal(err)
		}
		near(t, "centred", centred, testkit.Matrix(t, c.Centred), 1e-13)
		near(t, "centred rows", must(centring.Apply(must(k.Cross(z, x)))), testkit.Matrix(t, c.CentredCross), 1e-13)
	}
}

// near compares two matrices, relative to 1 + |want|.
func near(t *testing.T, what string, got, want mat.Matrix, tolerance float64) {
	t.Helper()
	testkit.Near(t, what, flat(got), flat(want), tolerance)
}

// flat is all entries of a matrix, row by row.
func flat(m mat.Matrix) []float64 { return mat.DenseCopyOf(m).RawMatrix().Data }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
