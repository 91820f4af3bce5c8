package bayes

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func mustNormal(t testing.TB, mean []float64, cov ...float64) *dist.MVNormal {
	t.Helper()
	m, err := dist.NewMVNormal(mean, mat.NewSymDense(len(mean), cov))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func mustGaussians(t testing.TB, prior []float64, class ...*dist.MVNormal) *Gaussians {
	t.Helper()
	g, err := NewGaussians(prior, class...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLinear(t *testing.T) { // V1.2b; class 0 is its class 1
	for _, c := range []struct{ p, b, risk float64 }{{.5, -.4, .219289}, {.3, -1.247298, .188200}} {
		g := mustGaussians(t, []float64{c.p, 1 - c.p}, mustNormal(t, []float64{1, 2}, 2, 1, 1, 3), mustNormal(t, []float64{-1, 0}, 2, 1, 1, 3))
		h, err := g.Linear(0, 1)
		if err != nil || math.Abs(h.W[0]-.8) > 1e-14 || math.Abs(h.W[1]-.4) > 1e-14 || math.Abs(h.B-c.b) > 5e-7 {
			t.Errorf("P = %v: %+v, %v", c.p, h, err)
		}
		if d, _ := g.Separation(0, 1); math.Abs(d*d-2.4) > 1e-14 {
			t.Errorf("Δ² = %v", d*d)
		}
		risk, err := g.Error()
		mc, err2 := g.MonteCarlo(40000, rand.NewPCG(1, 1))
		if err != nil || err2 != nil || math.Abs(risk-c.risk) > 5e-7 || math.Abs(mc.Z(risk)) > 4 {
			t.Errorf("P = %v: error %v, Monte Carlo %v (%v, %v)", c.p, risk, mc, err, err2)
		}
	}
}

// TestErrorOnTheLine: the closed form is the quadrature of the same law in one dimension.
func TestErrorOnTheLine(t *testing.T) {
	for _, p := range []float64{.1, .5, .8} {
		line := Classes{[]float64{p, 1 - p}, []dist.Univariate{dist.Normal{Mu: -1, Sigma: 2}, dist.Normal{Mu: 1, Sigma: 2}}}
		want, _ := BayesRisk(line, Loss{})
		got, err := mustGaussians(t, []float64{p, 1 - p}, mustNormal(t, []float64{-1}, 4), mustNormal(t, []float64{1}, 4)).Error()
		if err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("P = %v: %v, %v, want %v", p, got, err, want)
		}
	}
	same := mustGaussians(t, []float64{.3, .7}, mustNormal(t, []float64{1}, 4), mustNormal(t, []float64{1}, 4))
	if got, err := same.Error(); got != .3 || err != nil {
		t.Errorf("equal classes: %v, %v, want 0.3", got, err)
	}
}

// TestOnLine: the law on the line has the posteriors of the normal classes, and needs d = 1.
func TestOnLine(t *testing.T) {
	g := mustGaussians(t, []float64{.3, .7}, mustNormal(t, []float64{-1}, 4), mustNormal(t, []float64{1}, .5))
	line, err := g.OnLine()
	if err != nil {
		t.Fatal(err)
	}
	at := []float64{-3, -.5, 0, 2, 5}
	want, err := g.Posteriors(mat.NewDense(5, 1, at))
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range at {
		if got := Posterior(line, x); !floats.EqualApprox(got, want.RawRowView(i), 1e-12) {
			t.Errorf("posterior at %v: %v, want %v", x, got, want.RawRowView(i))
		}
	}
	line.Prior[0] = 0
	if g.Prior[0] != .3 {
		t.Error("the law shares its prior")
	}
	plane := mustGaussians(t, nil, mustNormal(t, []float64{0, 0}, 1, 0, 0, 1))
	if _, err := plane.OnLine(); !errors.Is(err, input.ErrShape) {
		t.Errorf("two dimensions: %v", err)
	}
	if _, err := new(Gaussians).OnLine(); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no classes: %v", err)
	}
}

func TestPosteriors(t *testing.T) { // V2.3b
	cov := []float64{1, .5, .5, 2}
	g := mustGaussians(t, []float64{.5, .3, .2}, mustNormal(t, []float64{0, 0}, cov...), mustNormal(t, []float64{3, 0}, cov...), mustNormal(t, []float64{0, 3}, cov...))
	p, err := g.Posteriors(mat.NewDense(3, 2, []float64{1, 1, 2, -1, .5, 2.5}))
	want := mat.NewDense(3, 3, []float64{.894540, .041020, .064440, .112973, .886915, .000112, .408299, .000932, .590768})
	if err != nil || !mat.EqualApprox(p, want, 5e-7) {
		t.Errorf("posteriors %v, %v", mat.Formatted(p), err)
	}
}

func TestQuadric(t *testing.T) { // V1.2d, V1.2e
	g := mustGaussians(t, nil, mustNormal(t, []float64{0, 0}, 1, 0, 0, 1), mustNormal(t, []float64{2, 0}, 4, 0, 0, 4))
	q, err := g.Quadric(0, 1)
	if err != nil {
		t.Fatal(err)
	}
	centre, r2, ok := q.Sphere()
	if !ok || math.Abs(centre[0]+2./3) > 1e-14 || centre[1] != 0 || math.Abs(r2-5.474563) > 5e-7 || q.Conic() != "ellipse" {
		t.Errorf("sphere %v, %v, %v, %s", centre, r2, ok, q.Conic())
	}
	g = mustGaussians(t, nil, mustNormal(t, []float64{0, 0}, 1, 0, 0, 4), mustNormal(t, []float64{0, 0}, 4, 0, 0, 1))
	q, err = g.Quadric(0, 1)
	if err != nil || q.Conic() != "crossing lines" || math.Abs(q.A[0]+.375) > 1e-15 || math.Abs(q.A[3]-.375) > 1e-15 {
		t.Errorf("%+v, %s, %v", q, q.Conic(), err)
	}
	if _, err := g.Linear(0, 1); !errors.Is(err, ErrUnequal) {
		t.Errorf("hyperplane of unequal covariances: %v", err)
	}
}

// TestQuadricIsLogRatio: the quadratic function is the difference of the discriminants, for random classes in several dimensions.
func TestQuadricIsLogRatio(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 1))
	for d := 1; d <= 6; d++ {
		g := mustGaussians(t, []float64{.4, .6}, randomNormal(t, rnd, d), randomNormal(t, rnd, d))
		q, err := g.Quadric(0, 1)
		if err != nil {
			t.Fatal(err)
		}
		X, _, _ := g.Sample(20, rnd)
		s, _ := g.Discriminants(X)
		for i := range 20 {
			if got, want := q.Value(X.RawRowView(i)), s.At(i, 0)-s.At(i, 1); math.Abs(got-want) > 1e-8*(1+math.Abs(want)) {
				t.Errorf("d = %d: %v, want %v", d, got, want)
			}
		}
	}
}

func randomNormal(t testing.TB, rnd *rand.Rand, d int) *dist.MVNormal {
	a, cov, mean := mat.NewDense(d, d, nil), mat.NewSymDense(d, nil), make([]float64, d)
	for i := range d {
		mean[i] = rnd.NormFloat64()
		for j := range d {
			a.Set(i, j, rnd.NormFloat64())
		}
		cov.SetSym(i, i, .5)
	}
	for j := range d {
		cov.SymRankOne(cov, 1, a.ColView(j))
	}
	m, err := dist.NewMVNormal(mean, cov)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestConics(t *testing.T) {
	for _, c := range []struct {
		a, b, c, u, v, w float64 // a x² + 2b xy + c y² + u x + v y + w
		want             string
	}{
		{1, 0, 2, 0, 0, -1, "ellipse"}, {-1, 0, -2, 0, 0, 1, "ellipse"}, {1, 0, 2, 0, 0, 1, "empty"}, {1, 0, 2, 0, 0, 0, "point"},
		{1, 0, -1, 0, 0, 1, "hyperbola"}, {1, 0, -1, 0, 0, 0, "crossing lines"}, {0, 1, 0, 0, 0, 1, "hyperbola"},
		{1, 0, 0, 0, 1, 0, "parabola"}, {1, 1, 1, 1, -1, 0, "parabola"}, {1, 0, 0, 0, 0, -1, "parallel lines"},
		{0, 0, -1, 0, 0, 1, "parallel lines"}, {1, 0, 0, 0, 0, 1, "empty"}, {-1, 0, 0, 0, 0, -1, "empty"}, {1, 0, 0, 0, 0, 0, "line"}, {0, 0, 0, 1, 2, 3, "line"},
		{0, 0, 0, 0, 0, 3, "empty"}, {0, 0, 0, 0, 0, 0, "plane"},
	} {
		q := Quadric{[]float64{c.a, c.b, c.b, c.c}, []float64{c.u, c.v}, c.w}
		if got := q.Conic(); got != c.want {
			t.Errorf("%+v: %s, want %s", q, got, c.want)
		}
	}
}

func TestAgainstScikitLearn(t *testing.T) {
	var ref struct {
		Cases []struct {
			X, Common, Separate [][]float64
			Cov                 []float64
			Y, Predicted        []int
		}
	}
	testkit.Reference(t, "testdata/sklearn.json", &ref)
	for k, c := range ref.Cases {
		X := testkit.Matrix(t, c.X)
		for _, v := range []struct {
			p    PlugIn
			want [][]float64
		}{{PlugIn{ML: true}, c.Common}, {PlugIn{Covariance: Known, Sigma: c.Cov}, c.Common}, {PlugIn{Covariance: Separate, ML: true}, c.Separate}} {
			m, err := v.p.Fit(X, c.Y)
			if err != nil {
				t.Fatal(err)
			}
			if p, err := m.Posteriors(X); err != nil || !mat.EqualApprox(p, testkit.Matrix(t, v.want), 1e-9) {
				t.Errorf("case %d, covariance %d: posteriors differ (%v)", k, v.p.Covariance, err)
			}
			if y, _ := m.Predict(X); v.p.Covariance == Separate && !slices.Equal(y, c.Predicted) {
				t.Errorf("case %d: predictions %v, want %v", k, y, c.Predicted)
			}
		}
	}
}

func TestPlugInPooledIsGonum(t *testing.T) {
	g := mustGaussians(t, nil, mustNormal(t, []float64{0, 0}, 2, 1, 1, 3), mustNormal(t, []float64{1, 2}, 2, 1, 1, 3))
	X, y, _ := g.Sample(30000, rand.NewPCG(2, 7))
	m, err := PlugIn{}.Fit(X, y)
	if err != nil || !mat.EqualApprox(m.Class[0].Sigma(), g.Class[0].Sigma(), .1) || !slices.Equal(m.Class[0].Cov, m.Class[1].Cov) {
		t.Errorf("pooled covariance %v, %v", m.Class[0].Cov, err)
	}
}

// TestProcessorsDoNotMatter: the same bits with one goroutine and with several, and from a model that went through JSON.
func TestProcessorsDoNotMatter(t *testing.T) {
	g := mustGaussians(t, []float64{.2, .8}, mustNormal(t, []float64{0, 0}, 2, 1, 1, 3), mustNormal(t, []float64{1, 2}, 2, 0, 0, 3))
	X, class, err := g.Sample(20000, rand.NewPCG(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	m, err := PlugIn{Covariance: Separate}.Fit(X, class)
	if err != nil {
		t.Fatal(err)
	}
	posteriors := func(m *Gaussians) []float64 {
		p, err := m.Posteriors(X)
		if err != nil {
			t.Fatal(err)
		}
		return p.RawMatrix().Data
	}
	testkit.Processors(t, "posteriors", func() []float64 { return posteriors(m) })
	if !testkit.Bits(posteriors(testkit.RoundTrip(t, m)), posteriors(m)) {
		t.Error("a model from JSON has other posteriors")
	}
}

func TestJSON(t *testing.T) {
	g := mustGaussians(t, []float64{.2, .8}, mustNormal(t, []float64{0, 0}, 2, 1, 1, 3), mustNormal(t, []float64{1, 2}, 2, 0, 0, 3))
	g.Loss, g.Tie, g.Classes = Loss{}.WithReject(2, .2), Largest, []int{-1, 1, 0}
	table := mustTable(t, [][]float64{{.25, .25}, {.5, 0}})
	for _, v := range []any{g, table, &Regions{[]float64{1}, []int{0, 1}}, &PlugIn{Covariance: Separate, Tie: Largest}, &Estimate{Mean: 1, SE: 2, N: 3}} {
		text, err := json.Marshal(v)
		back := reflect.New(reflect.TypeOf(v).Elem()).Interface()
		if err != nil || json.Unmarshal(text, back) != nil || !reflect.DeepEqual(v, back) {
			t.Errorf("%s (%v) came back as %+v", text, err, back)
		}
	}
	for _, bad := range []any{Tie(9), Covariance(9)} {
		if _, err := json.Marshal(bad); err == nil {
			t.Errorf("%v has a name", bad)
		}
	}
}

func TestViews(t *testing.T) {
	x, y := mat.NewDense(6, 2, []float64{1, 2, 2, 1, 3, 3, 4, 6, 5, 5, 7, 4}), []int{0, 0, 0, 1, 1, 1}
	testkit.Views(t, "plug-in rule", x, func(x mat.Matrix) (any, error) { return PlugIn{}.Fit(x, y) })
}

func TestNormalClasses(t *testing.T) {
	g := mustGaussians(t, []float64{.2, .8}, mustNormal(t, []float64{0, 0}, 2, 1, 1, 3), mustNormal(t, []float64{1, 2}, 2, 0, 0, 3))
	if got, want := fmt.Sprint(g.NormalClasses()), "[0 1] [[0 0] [1 2]] [[[2 1] [1 3]] [[2 0] [0 3]]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if g.Classes = []int{-1, 1}; fmt.Sprint(g.NormalClasses())[:6] != "[-1 1]" {
		t.Error("the labels are not those of the law")
	}
}
