package components

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/la"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/mat"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// upToSign compares columns, each with the sign that fits better.
func upToSign(t *testing.T, what string, got, want mat.Matrix, tolerance float64) {
	t.Helper()
	n, k := want.Dims()
	if a, b := got.Dims(); a != n || b != k {
		t.Fatalf("%s is %d×%d, want %d×%d", what, a, b, n, k)
	}
	for j := range k {
		g, w := mat.Col(nil, j, got), mat.Col(nil, j, want)
		if la.Dot(g, w) < 0 {
			g = la.Scale(-1, g)
		}
		testkit.Near(t, what, g, w, tolerance)
	}
}

func draw(seed uint64, n, d int) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, j int, _ float64) float64 { return r.NormFloat64()*float64(j+1) + 2 }, x)
	return x
}

// TestScikitLearn compares with testdata/sklearn.json, which reference.py wrote.
func TestScikitLearn(t *testing.T) {
	var reference struct {
		Cases []struct {
			X, Z, Components, Coordinates, Back, KernelCoordinates [][]float64
			Mean, Variances, Shares, Eigenvalues                   []float64
			Gamma                                                  float64
		}
	}
	testkit.Reference(t, "testdata/sklearn.json", &reference)
	if len(reference.Cases) < 3 {
		t.Fatalf("%d cases", len(reference.Cases))
	}
	for _, c := range reference.Cases {
		x, z := testkit.Matrix(t, c.X), testkit.Matrix(t, c.Z)
		m := must(PCA{Components: 2}.Fit(x))
		testkit.Near(t, "mean", m.Mean, c.Mean, 1e-14)
		testkit.Near(t, "variances", m.Variances, c.Variances, 1e-13)
		testkit.Near(t, "shares", m.Shares(), c.Shares, 1e-13)
		upToSign(t, "components", la.M(m.Components).T(), la.M(c.Components).T(), 1e-12)
		at := must(m.Apply(z))
		upToSign(t, "coordinates", at, testkit.Matrix(t, c.Coordinates), 1e-12)
		for i, row := range c.Back {
			testkit.Near(t, "back", must(m.Undo(at)).RawRowView(i), row, 1e-12)
		}
		k := must(Kernel{Kernel: kernels.GaussianGamma(c.Gamma), Components: 2}.Fit(x))
		testkit.Near(t, "eigenvalues", k.Eigenvalues, c.Eigenvalues, 1e-12)
		upToSign(t, "kernel coordinates", must(k.Apply(z)), testkit.Matrix(t, c.KernelCoordinates), 1e-11)
	}
}

// TestLaws: directions are orthonormal, variances are those of the coordinates and the eigenvalues of the Gram matrix, and all components bring the points back.
func TestLaws(t *testing.T) {
	for _, size := range [][2]int{{2, 1}, {2, 5}, {7, 20}, {20, 7}, {40, 40}, {100, 3}} {
		n, d := size[0], size[1]
		x := draw(uint64(n), n, d)
		m := must(PCA{}.Fit(x))
		if m.Rank != min(n-1, d) || len(m.Components) != m.Rank || m.Next != 0 || m.Ties() != nil {
			t.Errorf("n=%d d=%d: rank %d, %d components, next %g, ties %v", n, d, m.Rank, len(m.Components), m.Next, m.Ties())
		}
		c := la.M(m.Components)
		if e := mat.Norm(la.SubM(la.Mul(c, c.T()), la.I(m.Rank)), math.Inf(1)); e > 1e-12 {
			t.Errorf("n=%d d=%d: directions are off orthonormal by %g", n, d, e)
		}
		z := must(m.Apply(x))
		cov := la.ScaleM(1/float64(n-1), la.Mul(z.T(), z))
		if e := mat.Norm(la.SubM(cov, la.Diag(m.Variances...)), math.Inf(1)); e > 1e-11*m.Total {
			t.Errorf("n=%d d=%d: the covariance of the coordinates is off by %g", n, d, e)
		}
		for i := range n {
			testkit.Near(t, "back", must(m.Undo(z)).RawRowView(i), mat.Row(nil, i, x), 1e-12)
		}
		k := must(Kernel{}.Fit(x))
		if k.Rank != m.Rank || k.Negative != 0 {
			t.Errorf("n=%d d=%d: kernel rank %d, want %d; negative %g", n, d, k.Rank, m.Rank, k.Negative)
		}
		testkit.Near(t, "linear kernel", la.Scale(1/float64(n-1), k.Eigenvalues), m.Variances, 1e-11)
		upToSign(t, "linear kernel, new points", must(k.Apply(draw(9, 4, d))), must(m.Apply(draw(9, 4, d))), 1e-9)
	}
}

// TestLeading: the leading components are those among all, of tall and wide matrices, of few directions, and of variances that span ten orders of magnitude.
func TestLeading(t *testing.T) {
	spread := draw(3, 120, 90)
	spread.Apply(func(_, j int, v float64) float64 { return v * math.Pow(10, -float64(j)/18) }, spread)
	steep := draw(11, 300, 100)
	steep.Apply(func(_, j int, v float64) float64 { return v * math.Pow(10, -8+16*float64(j)/99) }, steep)
	for name, x := range map[string]*mat.Dense{
		"tall": draw(1, 400, 130), "wide": draw(2, 60, 300), "small": draw(4, 9, 4), "spread": spread,
		"few directions": la.Mul(draw(5, 200, 6), draw(6, 6, 150)), "few rows": draw(7, 5, 400), "steep": steep,
	} {
		k := 3
		if name == "steep" {
			k = 40
		}
		all, m := must(PCA{Components: k}.Fit(x)), must(PCA{Components: k, Leading: true}.Fit(x))
		testkit.Near(t, name+": variances", append(m.Variances, m.Next, m.Total), append(all.Variances, all.Next, all.Total), 1e-12)
		for j := range k {
			testkit.Near(t, name+": direction", m.Components[j], all.Components[j], 1e-9)
		}
		if m.Rank != min(all.Rank, k+1) {
			t.Errorf("%s: rank %d of %d", name, m.Rank, all.Rank)
		}
	}
	exact := la.Mul(draw(5, 200, 6), draw(6, 6, 150))
	if m, err := (PCA{Components: 7, Leading: true}).Fit(exact); !errors.Is(err, input.ErrParam) {
		t.Errorf("seven components of six directions: %v, %v", m, err)
	}
	if m, err := (PCA{Leading: true}).Fit(exact); !errors.Is(err, input.ErrParam) {
		t.Errorf("none said: %v, %v", m, err)
	}
	testkit.Processors(t, "leading", func() []float64 { return must(PCA{Components: 2, Leading: true}.Fit(draw(8, 300, 260))).Components[1] })
}

func BenchmarkPCA(b *testing.B) {
	x := draw(10, 2000, 500)
	for name, p := range map[string]PCA{"all": {Components: 10}, "leading": {Components: 10, Leading: true}} {
		b.Run("n=2000/d=500/"+name, func(b *testing.B) {
			for b.Loop() {
				must(p.Fit(x))
			}
		})
	}
}

// TestFeatures: a kernel's components are the components of its features.
func TestFeatures(t *testing.T) {
	x, z, kernel := draw(3, 25, 2), draw(4, 6, 2), kernels.Polynomial(2, 1, .5)
	f, _, err := kernel.Features(x)
	if err != nil {
		t.Fatal(err)
	}
	g, _, err := kernel.Features(z)
	if err != nil {
		t.Fatal(err)
	}
	k, m := must(Kernel{Kernel: kernel, Components: 3}.Fit(x)), must(PCA{Components: 3}.Fit(f))
	upToSign(t, "coordinates", must(k.Apply(z)), must(m.Apply(g)), 1e-10)
}

// TestUnits: other units and origins change means and variances alone.
func TestUnits(t *testing.T) {
	x := draw(5, 30, 4)
	want := must(PCA{}.Fit(x))
	for _, c := range []struct{ unit, origin float64 }{{1e-140, 0}, {1e140, 0}, {1, 1e6}} {
		y := mat.DenseCopyOf(x)
		y.Apply(func(_, _ int, v float64) float64 { return v*c.unit + c.origin }, y)
		got := must(PCA{}.Fit(y))
		testkit.Near(t, "shares", got.Shares(), want.Shares(), 1e-8)
		for i := range got.Components {
			testkit.Near(t, "components", got.Components[i], want.Components[i], 1e-8)
		}
	}
}

// TestNotDetermined: equal variances are told, also where the cut goes through them; what does not vary is no component.
func TestNotDetermined(t *testing.T) {
	cross := la.M{{2, 0, 7}, {-2, 0, 7}, {0, 2, 7}, {0, -2, 7}}
	all, one := must(PCA{}.Fit(cross)), must(PCA{Components: 1}.Fit(cross))
	if all.Rank != 2 || !slices.Equal(all.Ties(), [][2]int{{0, 2}}) || !slices.Equal(one.Ties(), [][2]int{{0, 2}}) || one.Next == 0 {
		t.Errorf("rank %d, ties %v and %v", all.Rank, all.Ties(), one.Ties())
	}
	k := must(Kernel{Components: 1}.Fit(cross))
	if k.Rank != 2 || !slices.Equal(k.Ties(), [][2]int{{0, 2}}) {
		t.Errorf("kernel: rank %d, ties %v", k.Rank, k.Ties())
	}
	far := la.M{{1e9 + .1, 1}, {1e9 + .1, 2}, {1e9 + .1, 4}}
	if m := must(PCA{}.Fit(far)); m.Rank != 1 || math.Abs(m.Components[0][1]) < 1-1e-9 {
		t.Errorf("a constant column is a component: %+v", m)
	}
	s := must(Kernel{Kernel: kernels.Sigmoid(1, 0)}.Fit(la.M{{1}, {2}, {-.5}, {3}}))
	if !(s.Negative < -1e-4) {
		t.Errorf("negative eigenvalues of the sigmoid kernel sum to %g", s.Negative)
	}
}

func TestBadInput(t *testing.T) {
	x := draw(6, 5, 3)
	for name, c := range map[string]struct {
		x    mat.Matrix
		k    int
		want error
	}{
		"nil":              {nil, 1, input.ErrEmpty},
		"NaN":              {la.M{{1}, {math.NaN()}}, 1, input.ErrNotFinite},
		"huge":             {la.M{{1e308}, {-1e308}}, 1, input.ErrNotFinite},
		"tiny":             {la.M{{1e-200}, {-1e-200}}, 1, input.ErrNotFinite},
		"small products":   {la.M{{1e-160}, {-1e-160}}, 1, input.ErrNotFinite},
		"equal":            {la.M{{.1, .3}, {.1, .3}, {.1, .3}}, 0, input.ErrSingular},
		"one row":          {la.M{{1, 2}}, 0, input.ErrSingular},
		"too many":         {x, 4, input.ErrParam},
		"negative":         {x, -1, input.ErrParam},
		"more than rows−1": {la.M{{1, 2, 3}, {4, 5, 9}}, 2, input.ErrParam},
	} {
		if m, err := (PCA{Components: c.k}).Fit(c.x); !errors.Is(err, c.want) {
			t.Errorf("PCA, %s: %+v, %v, want %v", name, m, err, c.want)
		}
		if name == "tiny" {
			c.want = input.ErrSingular // the products are 0
		}
		if m, err := (Kernel{Components: c.k}).Fit(c.x); !errors.Is(err, c.want) {
			t.Errorf("Kernel, %s: %+v, %v, want %v", name, m, err, c.want)
		}
	}
	m, k := must(PCA{}.Fit(x)), must(Kernel{}.Fit(x))
	for what, err := range map[string]error{
		"Apply": second(m.Apply(draw(1, 2, 2))), "Undo": second(m.Undo(draw(1, 2, 2))), "Kernel": second(k.Apply(draw(1, 2, 2))), "cross": second(k.GramModel.Apply(draw(1, 2, 3))),
		"empty": second(new(Model).Apply(x)), "empty kernel": second(new(KernelModel).Apply(x)), "not square": second(Kernel{}.FitGram(x)),
	} {
		if !errors.Is(err, input.ErrShape) {
			t.Errorf("%s: %v, want %v", what, err, input.ErrShape)
		}
	}
}

// TestNegativeEigenvalues: distances of features cannot be negative, and the error says so rather than that the features are equal.
func TestNegativeEigenvalues(t *testing.T) {
	if m, err := (Kernel{}).FitGram(la.M{{1, 3}, {3, 1}}); !errors.Is(err, input.ErrParam) || !strings.Contains(err.Error(), "negative eigenvalues") {
		t.Errorf("%+v, %v", m, err)
	}
}

func second(_ any, err error) error { return err }

func TestPlainData(t *testing.T) {
	x := draw(7, 12, 3)
	testkit.RoundTrip(t, must(PCA{Components: 2}.Fit(x)))
	testkit.RoundTrip(t, must(Kernel{Kernel: kernels.Gaussian(2), Components: 2}.Fit(x)))
	testkit.Views(t, "PCA", x, func(x mat.Matrix) (any, error) { return PCA{}.Fit(x) })
	testkit.Views(t, "Kernel", x, func(x mat.Matrix) (any, error) { return Kernel{Kernel: kernels.Gaussian(2), Components: 2}.Fit(x) })
	testkit.Processors(t, "PCA", func() []float64 { return must(PCA{}.Fit(draw(8, 80, 60))).Components[0] })
}

// TestPipe: components come before a learner.
func TestPipe(t *testing.T) {
	s := data.Iris()
	m := must(learn.Pipe(PCA{Components: 2}, discriminant.LDA{}).Fit(s.X, s.Y))
	wrong := 0
	for i, y := range must(m.Predict(s.X)) {
		if y != s.Y[i] {
			wrong++
		}
	}
	if wrong > 8 {
		t.Errorf("%d of 150 irises are wrong", wrong)
	}
	must(learn.Pipe(Kernel{Kernel: kernels.Gaussian(2), Components: 5}, discriminant.LDA{}).Fit(s.X, s.Y))
}
