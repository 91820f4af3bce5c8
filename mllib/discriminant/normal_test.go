package discriminant

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/bayes"
	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func sym(n int, data ...float64) dist.Sym { return dist.Sym{N: n, Data: data} }

func TestLinearNumbers(t *testing.T) { // V1.2b; class 0 is its class 1
	for _, c := range []struct{ p, b, risk float64 }{{.5, -.4, .219289}, {.3, -1.247298, .188200}} {
		m := must(NewLinear(nil, []float64{c.p, 1 - c.p}, [][]float64{{1, 2}, {-1, 0}}, sym(2, 2, 1, 1, 3)))
		h := must(m.Boundary(0, 1))
		nearAll(t, "V1.2b w", h.W, []float64{.8, .4}, 1e-14)
		near(t, "V1.2b b", h.B, c.b, 5e-7)
		near(t, "V1.2b Δ²", math.Pow(m.Distance(0, 1), 2), 2.4, 1e-14)
		near(t, "V1.2b risk", must(m.BayesRisk()), c.risk, 5e-7)
	}
}

func TestPosteriorNumbers(t *testing.T) { // V2.3b
	m := must(NewLinear(nil, []float64{.5, .3, .2}, [][]float64{{0, 0}, {3, 0}, {0, 3}}, sym(2, 1, .5, .5, 2)))
	x := mat.NewDense(3, 2, []float64{1, 1, 2, -1, .5, 2.5})
	want := mat.NewDense(3, 3, []float64{.894540, .041020, .064440, .112973, .886915, .000112, .408299, .000932, .590768})
	if p := must(m.Posteriors(x)); !mat.EqualApprox(p, want, 5e-7) {
		t.Errorf("posteriors %v", mat.Formatted(p))
	}
}

func TestQuadricNumbers(t *testing.T) { // V1.2d, V1.2e
	half := []float64{.5, .5}
	q := must(must(NewQuadratic(nil, half, [][]float64{{0, 0}, {2, 0}}, []dist.Sym{sym(2, 1, 0, 0, 1), sym(2, 4, 0, 0, 4)})).Boundary(0, 1))
	centre, r2, ok := q.Sphere()
	if !ok || math.Abs(centre[0]+2./3) > 1e-14 || centre[1] != 0 || math.Abs(r2-5.474563) > 5e-7 || q.Conic() != "ellipse" {
		t.Errorf("sphere %v, %v, %v, %s", centre, r2, ok, q.Conic())
	}
	q = must(must(NewQuadratic(nil, half, [][]float64{{0, 0}, {0, 0}}, []dist.Sym{sym(2, 1, 0, 0, 4), sym(2, 4, 0, 0, 1)})).Boundary(0, 1))
	if q.Conic() != "crossing lines" || math.Abs(q.A.At(0, 0)+.375) > 1e-15 || math.Abs(q.A.At(1, 1)-.375) > 1e-15 {
		t.Errorf("%+v, %s", q, q.Conic())
	}
	if _, _, ok := q.Sphere(); ok {
		t.Error("a cone is no sphere")
	}
	if (&Quadric{}).Conic() != "" || !math.IsNaN((&Quadric{}).Value([]float64{1})) {
		t.Error("a quadric of no dimension has values")
	}
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
		q := &Quadric{sym(2, c.a, c.b, c.b, c.c), []float64{c.u, c.v}, c.w}
		if got := q.Conic(); got != c.want {
			t.Errorf("%+v: %s, want %s", q, got, c.want)
		}
	}
}

// TestOnLine: the law on the line has the posteriors of the model, its Bayes risk by quadrature is the closed form, and it needs d = 1.
func TestOnLine(t *testing.T) {
	for _, p := range []float64{.1, .3, .8} {
		priors, means := []float64{p, 1 - p}, [][]float64{{-1}, {1}}
		l := must(NewLinear(nil, priors, means, sym(1, 4)))
		q := must(NewQuadratic(nil, priors, means, []dist.Sym{sym(1, 4), sym(1, .5)}))
		at := mat.NewDense(5, 1, []float64{-3, -.5, 0, 2, 5})
		for name, c := range map[string]struct {
			line       bayes.Classes
			posteriors *mat.Dense
			risk       float64
		}{"linear": {must(l.OnLine()), must(l.Posteriors(at)), must(l.BayesRisk())}, "quadratic": {must(q.OnLine()), must(q.Posteriors(at)), must(q.BayesRisk())}} {
			for i := range 5 {
				if got := bayes.Posterior(c.line, at.At(i, 0)); !floats.EqualApprox(got, c.posteriors.RawRowView(i), 1e-12) {
					t.Errorf("%s, P = %v: posterior at %v: %v, want %v", name, p, at.At(i, 0), got, c.posteriors.RawRowView(i))
				}
			}
			near(t, name+": Bayes risk", must(bayes.BayesRisk(c.line, bayes.Loss{})), c.risk, 1e-12)
		}
		line := must(l.OnLine())
		if line.Prior[0] = 0; l.Priors[0] != p {
			t.Error("the law shares its prior")
		}
	}
	if _, err := norm2(.5).OnLine(); !errors.Is(err, input.ErrShape) {
		t.Errorf("two dimensions: %v", err)
	}
	if _, err := new(QuadraticModel).OnLine(); !errors.Is(err, input.ErrShape) {
		t.Errorf("no model: %v", err)
	}
}

// TestPlugIn: the plug-in rule of the 0-1 loss is the model's own, costs move the borders to where the posteriors say, and an action beyond the
// classes has the next label.
func TestPlugIn(t *testing.T) {
	s := data.Iris()
	m := must(LDA{}.Fit(s.X, s.Y))
	rule := must(bayes.PlugIn(LDA{}, bayes.Loss{}).Fit(s.X, s.Y))
	if got, want := must(rule.Predict(s.X)), must(m.Predict(s.X)); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("0-1 loss: %v, want %v", got, want)
	}
	p := must(m.Posteriors(s.X))
	reject := must(bayes.PlugIn(LDA{}, bayes.Loss{}.WithReject(3, .1)).Fit(s.X, s.Y))
	rejected := 0
	for i, y := range must(testkit.RoundTrip(t, reject).Predict(s.X)) {
		if (y == 4) != (floats.Max(p.RawRowView(i)) < .9) {
			t.Errorf("row %d with the posteriors %v: decided %d", i, p.RawRowView(i), y)
		}
		if y == 4 {
			rejected++
		}
	}
	if rejected == 0 {
		t.Error("nothing was rejected")
	}
}

// TestWeightsAreCopies: a row of weight 2 is a row that comes twice, one of weight 0 is none.
func TestWeightsAreCopies(t *testing.T) {
	rnd := rand.New(rand.NewPCG(6, 1))
	for _, d := range []int{1, 3, largeDim + 2} {
		s := must(randomModel(rnd, d, 3).Draw(3000, rnd))
		weights, copies := make([]float64, 3000), []int{}
		for i := range weights {
			weights[i] = float64(i % 4)
			for range i % 4 {
				copies = append(copies, i)
			}
		}
		repeated := must(s.Take(copies))
		for name, pair := range map[string][2]classifier{
			"LDA": {must(LDA{}.FitWeighted(s.X, s.Y, weights)), must(LDA{}.Fit(repeated.X, repeated.Y))},
			"QDA": {must(QDA{}.FitWeighted(s.X, s.Y, weights)), must(QDA{}.Fit(repeated.X, repeated.Y))},
		} {
			if got, want := must(pair[0].Posteriors(s.X)), must(pair[1].Posteriors(s.X)); !mat.EqualApprox(got, want, 1e-9) {
				t.Errorf("%s, d = %d: other posteriors", name, d)
			}
		}
		got, want := must(NearestMean{}.FitWeighted(s.X, s.Y, weights)), must(NearestMean{}.Fit(repeated.X, repeated.Y))
		for k := range got.Means {
			nearAll(t, "nearest mean", got.Means[k], want.Means[k], 1e-12)
		}
	}
}

func TestWeightsRefuse(t *testing.T) {
	s := data.Iris()
	if _, err := (LDA{}).FitWeighted(s.X, s.Y, nil); !errors.Is(err, input.ErrShape) {
		t.Errorf("no weights: %v", err)
	}
	for name, c := range map[string]struct {
		change func(w []float64)
		want   error
	}{
		"negative": {func(w []float64) { w[3] = -1 }, input.ErrParam}, "NaN": {func(w []float64) { w[3] = math.NaN() }, input.ErrNotFinite},
		"only one class with weight": {func(w []float64) { clear(w[:100]) }, input.ErrOneClass}, "a huge sum": {func(w []float64) { w[0], w[1] = 1e308, 1e308 }, input.ErrParam},
	} {
		w := make([]float64, 150)
		floats.AddConst(1, w)
		c.change(w)
		_, lda := LDA{}.FitWeighted(s.X, s.Y, w)
		_, qda := QDA{}.FitWeighted(s.X, s.Y, w)
		_, nearest := NearestMean{}.FitWeighted(s.X, s.Y, w)
		for _, err := range []error{lda, qda, nearest} {
			if !errors.Is(err, c.want) {
				t.Errorf("%s: got %v, want %v", name, err, c.want)
			}
		}
	}
}

// TestLargeDimensions: what is computed in large blocks on all processors is what plain formulas give.
func TestLargeDimensions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(6, 2))
	const d = 150
	m := randomModel(rnd, d, 2)
	s := must(m.Draw(1500, rnd))
	scores := must(m.Scores(s.X))
	for k := range m.Priors {
		var chol mat.Cholesky
		if !chol.Factorize(m.Covs[k]) {
			t.Fatal("no factor")
		}
		away, solved := mat.NewVecDense(d, nil), mat.NewVecDense(d, nil)
		for i := range 1500 {
			floats.SubTo(away.RawVector().Data, s.Row(i), m.Means[k])
			if err := chol.SolveVecTo(solved, away); err != nil {
				t.Fatal(err)
			}
			near(t, "score", scores.At(i, k), math.Log(m.Priors[k])-chol.LogDet()/2-mat.Dot(away, solved)/2, 1e-9)
		}
	}
	testkit.Processors(t, "posteriors", func() []float64 {
		return must(must(QDA{}.Fit(s.X, s.Y)).Posteriors(s.X)).RawMatrix().Data
	})
}
