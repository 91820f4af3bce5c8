package svm_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/svm"
	"gonum.org/v1/gonum/mat"
)

// reference is what testdata/reference.py writes.
type reference struct {
	X, New                        [][]float64
	Y                             []int
	W, Z                          []float64
	Price, Share, Tube, TubeShare []referenceFit
}

type referenceFit struct {
	Kernel   string
	C        float64
	Weighted bool
	Beta     []float64
	B        float64
	Scores   []float64
}

func readReference(t *testing.T) (r reference, x, more *mat.Dense) {
	testkit.Reference(t, "testdata/sklearn.json", &r)
	return r, testkit.Matrix(t, r.X), testkit.Matrix(t, r.New)
}

func (f referenceFit) kernel() kernels.Kernel {
	return map[string]kernels.Kernel{"linear": kernels.Linear(), "gaussian": kernels.GaussianGamma(.5), "polynomial": kernels.Polynomial(3, 1, .5), "sigmoid": kernels.Sigmoid(1, -1)}[f.Kernel]
}

// quadratic is βᵀKβ.
func quadratic(t *testing.T, k kernels.Kernel, x mat.Matrix, beta []float64) float64 {
	gram, err := k.Gram(x)
	if err != nil {
		t.Fatal(err)
	}
	b := mat.NewVecDense(len(beta), beta)
	return mat.Inner(b, gram, b)
}

// TestAgainstSklearn: the dual objective is that of scikit-learn, or larger, to 1e-9, and scores agree to 1e-4. scikit-learn keeps rows of the Gram matrix in single precision.
func TestAgainstSklearn(t *testing.T) {
	r, x, more := readReference(t)
	for _, f := range r.Price {
		what := fmt.Sprintf("%s, C = %v, weighted %v", f.Kernel, f.C, f.Weighted)
		p := svm.Classifier{C: f.C, Kernel: f.kernel()}
		fit := func() (*svm.Model, error) { return p.Fit(x, r.Y) }
		if f.Weighted {
			p.ClassWeights = map[int]float64{1: 2.5}
			fit = func() (*svm.Model, error) { return p.FitWeighted(x, r.Y, r.W) }
		}
		m, err := fit()
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		want := -quadratic(t, p.Kernel, x, f.Beta) / 2
		for _, b := range f.Beta {
			want += math.Abs(b)
		}
		if f.Kernel == "sigmoid" { // the objective has several maxima
			if m.Report.Stop != svm.Converged || m.Report.Indefinite == 0 {
				t.Errorf("%s: %+v", what, m.Report)
			}
			continue
		}
		got := m.Dual()
		if math.Abs(got-want) > 1e-7*want || got < want*(1-1e-9) {
			t.Errorf("%s: dual objective %.12g, scikit-learn's %.12g", what, got, want)
		}
		if gap := m.Gap(); !(math.Abs(gap) < 1e-7*got) {
			t.Errorf("%s: duality gap %v of %v", what, gap, got)
		}
		scores, err := m.Scores(more)
		if err != nil {
			t.Error(err)
		}
		testkit.Near(t, what+": scores", scores, f.Scores, 1e-4)
	}
}

// TestSharesAgainstSklearn: NuSVC.
func TestSharesAgainstSklearn(t *testing.T) {
	r, x, more := readReference(t)
	for _, f := range r.Share {
		what := fmt.Sprintf("%s, ν = %v", f.Kernel, f.C)
		m, err := svm.Classifier{Form: svm.Share, Nu: f.C, Kernel: f.kernel()}.Fit(x, r.Y)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		scores, err := m.Scores(more)
		if err != nil {
			t.Error(err)
		}
		testkit.Near(t, what+": scores", scores, f.Scores, 1e-4)
		n := float64(len(r.Y))
		short := 0
		for _, xi := range m.Slacks() {
			if xi > 1e-6 {
				short++
			}
		}
		if support := len(m.Support()); float64(short) > f.C*n || float64(support) < f.C*n {
			t.Errorf("%s: %d of %v fall short of the margin, %d support vectors", what, short, n, support)
		}
		p, err := svm.Classifier{C: m.C, Kernel: f.kernel()}.Fit(x, r.Y)
		if err != nil {
			t.Fatal(err)
		}
		testkit.Near(t, what+": f with the price of the share", m.F, p.F, 1e-5)
	}
}
