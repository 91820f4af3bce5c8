package bayes

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// second drops the value of a call.
func second[T any](_ T, err error) error { return err }

func TestTableRefuses(t *testing.T) {
	half := mustTable(t, [][]float64{{.5, 0}, {0, .5}})
	nan := math.NaN()
	table := func(rows ...[]float64) error { return second(NewTable(rows)) }
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"empty", table(), input.ErrEmpty},
		{"no classes", table(nil), input.ErrEmpty},
		{"ragged", table([]float64{.5, .5}, []float64{0}), input.ErrShape},
		{"NaN", table([]float64{.5, nan}), input.ErrNotFinite},
		{"negative", table([]float64{1.5, -.5}), input.ErrParam},
		{"sum", table([]float64{.5, .4}), input.ErrParam},
		{"posterior rows", second(FromPosterior([]float64{1}, nil)), input.ErrShape},
		{"posterior sum", second(FromPosterior([]float64{1}, [][]float64{{.5, .4}})), input.ErrParam},
		{"short rule", second(half.Risk([]int{0}, Loss{})), input.ErrShape},
		{"action", second(half.Risk([]int{0, 2}, Loss{})), input.ErrLabel},
		{"negative action", second(half.Excess([]int{0, -1}, Loss{})), input.ErrLabel},
		{"loss", second(half.Rule(Loss{[][]float64{{1}}}, Smallest)), input.ErrShape},
		{"no actions", second(half.Rule(Loss{[][]float64{}}, Smallest)), input.ErrShape},
		{"NaN cost", second(half.BayesRisk(Loss{[][]float64{{1, nan}}})), input.ErrNotFinite},
		{"tie", second(half.Rule(Loss{}, 7)), input.ErrParam},
		{"many rules", second(randomTable(rand.New(rand.NewPCG(1, 1)), 25, 2).Enumerate(Loss{})), input.ErrParam},
		{"nil table", second((*Table)(nil).Enumerate(Loss{})), input.ErrEmpty},
		{"threshold of three", second(ZeroOne(3).Threshold()), input.ErrShape},
		{"threshold with reject", second((Loss{}).WithReject(2, .1).Threshold()), input.ErrShape},
		{"threshold of gains", second((Loss{[][]float64{{1, 0}, {0, 1}}}).Threshold()), input.ErrParam},
		{"fit of nothing", second(FitTable(nil, nil, 1, 2, 0)), input.ErrEmpty},
		{"fit shape", second(FitTable([]int{0}, nil, 1, 2, 0)), input.ErrShape},
		{"fit atom", second(FitTable([]int{1}, []int{0}, 1, 2, 0)), input.ErrLabel},
		{"fit smooth", second(FitTable([]int{0}, []int{0}, 1, 2, -1)), input.ErrParam},
		{"fit size", second(FitTable([]int{0}, []int{0}, 1<<40, 1<<40, 0)), input.ErrParam},
		{"huge costs", second(mustTable(t, [][]float64{{1}}).Excess([]int{0}, Loss{[][]float64{{1.7e308}, {-1.7e308}}})), input.ErrNotFinite},
		{"rule of huge costs", second(mustTable(t, [][]float64{{.5, .5}}).Rule(Loss{[][]float64{{math.Inf(1), 0}}}, Smallest)), input.ErrNotFinite},
		{"threshold of huge costs", second(Loss{[][]float64{{0, 1.7e308}, {1.7e308, 0}}}.Threshold()), input.ErrNotFinite},
		{"zero-one of no classes", ZeroOne(0).Check(2), input.ErrShape},
		{"zero-one of too many", ZeroOne(math.MaxInt).Check(2), input.ErrShape},
		{"reject without classes", Loss{}.WithReject(-1, .1).Check(2), input.ErrShape},
		{"reject at NaN", Loss{}.WithReject(2, nan).Check(2), input.ErrNotFinite},
		{"rule of no table", second(new(Table).Rule(Loss{}, Smallest)), input.ErrEmpty},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
	if _, _, err := half.Sample(0, nil); !errors.Is(err, input.ErrParam) {
		t.Errorf("no draws: %v", err)
	}
}

func TestLawRefuses(t *testing.T) {
	good, src := Normals(nil, 0, 2), rand.NewPCG(1, 1)
	outside := Regression{dist.Uniform{}, func(x float64) float64 { return 2 * x }}
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"nil law", second(Rule(nil, Loss{}, Smallest)), input.ErrEmpty},
		{"no classes", second(BayesRisk(Classes{}, Loss{})), input.ErrEmpty},
		{"no density", second(BayesRisk(Classes{Density: []dist.Univariate{nil}}, Loss{})), input.ErrEmpty},
		{"sigma", second(BayesRisk(Classes{Density: []dist.Univariate{dist.Normal{Sigma: -1}}}, Loss{})), input.ErrParam},
		{"prior", second(BayesRisk(Normals([]float64{.5, .4}, 0, 2), Loss{})), input.ErrParam},
		{"no regression", second(BayesRisk(Regression{}, Loss{})), input.ErrEmpty},
		{"η outside", second(BayesRisk(outside, Loss{})), input.ErrParam},
		{"loss", second(BayesRisk(good, ZeroOne(3))), input.ErrShape},
		{"tie", second(Rule(good, Loss{}, -1)), input.ErrParam},
		{"rule", second(Risk(good, Regions{}, Loss{})), input.ErrShape},
		{"cuts", second(Risk(good, Regions{[]float64{1, 1}, []int{0, 1, 0}}, Loss{})), input.ErrParam},
		{"NaN cut", second(Excess(good, Threshold(math.NaN()), Loss{})), input.ErrNotFinite},
		{"action", second(MonteCarlo(good, Regions{nil, []int{2}}, Loss{}, 10, src)), input.ErrParam},
		{"no draws", second(MonteCarlo(good, Threshold(0), Loss{}, 0, src)), input.ErrParam},
		{"no source", second(MonteCarlo(good, Threshold(0), Loss{}, 1, nil)), input.ErrParam},
		{"error matrix", second(ErrorMatrix(nil, Threshold(0), 2)), input.ErrEmpty},
		{"error matrix without actions", second(ErrorMatrix(good, Threshold(0), -1)), input.ErrParam},
		{"error matrix of many actions", second(ErrorMatrix(good, Threshold(0), math.MaxInt)), input.ErrParam},
		{"expectation", second(Expect(nil, identity)), input.ErrEmpty},
		{"expectation of nothing", second(Expect(good, nil)), input.ErrEmpty},
		{"nil pointer", second(BayesRisk((*Classes)(nil), Loss{})), input.ErrEmpty},
		{"range", second(BayesRisk(Classes{Density: []dist.Univariate{dist.Normal{Mu: 1e308, Sigma: 1e308}}}, Loss{})), input.ErrParam},
		{"draws without end", second(MonteCarlo(good, Threshold(0), Loss{}, math.MaxInt, src)), input.ErrParam},
		{"risk of huge costs", second(Risk(Classes{Density: []dist.Univariate{dist.Normal{Sigma: .01}, dist.Normal{}}}, Threshold(0), Loss{[][]float64{{1.7e308, 1.7e308}, {1.7e308, 1.7e308}}})), input.ErrNotFinite},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
	if _, _, err := Sample(good, 0, src); !errors.Is(err, input.ErrParam) {
		t.Errorf("no draws: %v", err)
	}
}

// TestPartsThatDoNotFit: laws, rules and tables whose parts do not fit together give NaN, -1 or nothing, and never panic.
func TestPartsThatDoNotFit(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	one := []dist.Univariate{dist.Normal{}}
	for _, law := range []Law{Classes{Prior: []float64{}, Density: one}, Classes{Density: []dist.Univariate{nil}}, Regression{}, Regression{X: dist.Normal{}}} {
		if p := Posterior(law, 0); len(p) != law.K() || !math.IsNaN(p[0]) || !math.IsNaN(Density(law, 0)) {
			t.Errorf("%#v: posteriors %v", law, p)
		}
		if x, class := law.Rand(rnd); !math.IsNaN(x) || class != -1 {
			t.Errorf("%#v: drew %v, %d", law, x, class)
		}
		law.Range()
	}
	if x, class := (Classes{Density: one}).Rand(nil); !math.IsNaN(x) || class != -1 {
		t.Errorf("drew %v, %d without a generator", x, class)
	}
	if Posterior(nil, 0) != nil || !math.IsNaN(Density(nil, 0)) {
		t.Error("a density of no law")
	}
	for _, r := range []Regions{{}, {Cuts: []float64{1, 2}, Action: []int{0}}} {
		if a := r.Decide(0); a != -1 {
			t.Errorf("%+v decides %d", r, a)
		}
	}
	for _, table := range []*Table{nil, {}, {Mass: [][]float64{{1}, {1, 2}}}} {
		if table.Atoms() != len(table.Marginal()) || table.Atoms() > 0 && table.Prior() != nil || table.Posterior(5) != nil {
			t.Errorf("%+v has a prior", table)
		}
	}
}

// TestNarrowParts: no peak is overlooked, however narrow it is beside the range.
func TestNarrowParts(t *testing.T) {
	for _, sigma := range []float64{1e-2, 1e-4, 1e-8} {
		for _, law := range []Law{
			Classes{Density: []dist.Univariate{dist.Normal{Mu: .123, Sigma: sigma}, dist.Normal{Mu: 1}}},
			Classes{Density: []dist.Univariate{dist.Mixture{Parts: []dist.Normal{{Mu: -3}, {Mu: .123, Sigma: sigma}}}, dist.Uniform{Lo: -20, Hi: 20}}},
		} {
			if mass, err := Expect(law, func(float64) float64 { return 1 }); err != nil || math.Abs(mass-1) > 1e-12 {
				t.Errorf("σ = %v: mass %v (%v), want 1", sigma, mass, err)
			}
			rule, err := Rule(law, Loss{}, Smallest)
			if err != nil || rule.Decide(.123) != 0 {
				t.Errorf("σ = %v: the rule %v (%v) misses the peak", sigma, rule, err)
			}
		}
	}
}

// TestLinearFarAway: the hyperplane does not lose digits when the classes are far from the origin or in unequal units.
func TestLinearFarAway(t *testing.T) {
	near := mustGaussians(t, []float64{.3, .7}, mustNormal(t, []float64{1, 2}, 2, 1, 1, 3), mustNormal(t, []float64{-1, 0}, 2, 1, 1, 3))
	far := mustGaussians(t, []float64{.3, .7}, mustNormal(t, []float64{1e8 + 1, 1e8 + 2}, 2, 1, 1, 3), mustNormal(t, []float64{1e8 - 1, 1e8}, 2, 1, 1, 3))
	a, err1 := near.Linear(0, 1)
	b, err2 := far.Linear(0, 1)
	if err1 != nil || err2 != nil || math.Abs(a.W[0]-b.W[0]) > 1e-15 || math.Abs(a.W[1]-b.W[1]) > 1e-15 || math.Abs(b.Score([]float64{1e8, 1e8})-a.B) > 1e-6 {
		t.Errorf("%+v and %+v (%v, %v)", a, b, err1, err2)
	}
	x, y := mat.NewDense(6, 2, []float64{1, 2, 2, 1, 3, 3, 4, 6, 5, 5, 7, 4}), []int{0, 0, 0, 1, 1, 1}
	m, err := PlugIn{}.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := m.Posteriors(x)
	x.Apply(func(_, j int, v float64) float64 { return v * math.Pow(1e8, float64(1-2*j)) }, x)
	if m, err = (PlugIn{}).Fit(x, y); err != nil {
		t.Fatal(err)
	}
	if got, err := m.Posteriors(x); err != nil || !mat.EqualApprox(got, want, 1e-12) {
		t.Errorf("other posteriors in other units (%v)", err)
	}
}

func TestGaussiansRefuse(t *testing.T) {
	one, two := mustNormal(t, []float64{0}, 1), mustNormal(t, []float64{0, 0}, 1, 0, 0, 1)
	g := mustGaussians(t, nil, two, two)
	X := mat.NewDense(4, 2, []float64{0, 0, 1, 0, 0, 1, 1, 1})
	y := []int{1, 1, 2, 2}
	fit := func(p PlugIn, X mat.Matrix, y []int) error { return second(p.Fit(X, y)) }
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"no classes", second(NewGaussians(nil)), input.ErrEmpty},
		{"dimensions", second(NewGaussians(nil, one, two)), input.ErrShape},
		{"nil class", second(NewGaussians(nil, nil)), input.ErrShape},
		{"prior", second(NewGaussians([]float64{1}, two, two)), input.ErrShape},
		{"columns", second(g.Predict(mat.NewDense(1, 3, nil))), input.ErrShape},
		{"no rows", second(g.Posteriors(nil)), input.ErrEmpty},
		{"NaN", second(g.Discriminants(mat.NewDense(1, 2, []float64{0, math.NaN()}))), input.ErrNotFinite},
		{"zero value", second((&Gaussians{}).Predict(X)), input.ErrEmpty},
		{"far point", second(g.Predict(mat.NewDense(1, 2, []float64{1e200, 0}))), input.ErrNotFinite},
		{"far point posteriors", second(g.Posteriors(mat.NewDense(1, 2, []float64{1e308, -1e308}))), input.ErrNotFinite},
		{"border of far classes", second(mustGaussians(t, nil, mustNormal(t, []float64{1e308}, 1e-8), mustNormal(t, []float64{-1e308}, 1e-8)).Linear(0, 1)), input.ErrNotFinite},
		{"separation of far classes", second(mustGaussians(t, nil, mustNormal(t, []float64{1e308}, 1), mustNormal(t, []float64{-1e308}, 1)).Separation(0, 1)), input.ErrNotFinite},
		{"quadric of far classes", second(mustGaussians(t, nil, mustNormal(t, []float64{1e308}, 1), mustNormal(t, []float64{-1e308}, 1)).Quadric(0, 1)), input.ErrNotFinite},
		{"impossible class", second(mustGaussians(t, []float64{0, 1}, two, two).Linear(0, 1)), input.ErrParam},
		{"quadric of an impossible class", second(mustGaussians(t, []float64{0, 1}, two, two).Quadric(0, 1)), input.ErrParam},
		{"too many draws", second(g.MonteCarlo(math.MaxInt, rand.NewPCG(1, 1))), input.ErrParam},
		{"classes", second(g.Quadric(0, 2)), input.ErrParam},
		{"three classes", second(mustGaussians(t, nil, two, two, two).Error()), input.ErrShape},
		{"draws", second(g.MonteCarlo(0, rand.NewPCG(1, 1))), input.ErrParam},
		{"fit of nothing", fit(PlugIn{}, nil, nil), input.ErrEmpty},
		{"fit of NaN", fit(PlugIn{}, mat.NewDense(1, 1, []float64{math.NaN()}), []int{1}), input.ErrNotFinite},
		{"labels", fit(PlugIn{}, X, []int{1}), input.ErrShape},
		{"one class", fit(PlugIn{}, X, []int{1, 1, 1, 1}), input.ErrOneClass},
		{"n < d", fit(PlugIn{}, mat.NewDense(2, 3, nil), []int{0, 1}), dist.ErrNotPositiveDefinite},
		{"collinear", fit(PlugIn{Covariance: Separate}, X, y), dist.ErrNotPositiveDefinite},
		{"constant column", fit(PlugIn{}, mat.NewDense(4, 2, []float64{0, 1, 1, 1, 0, 1, 3, 1}), y), dist.ErrNotPositiveDefinite},
		{"covariance", fit(PlugIn{Covariance: 5}, X, y), input.ErrParam},
		{"no sigma", fit(PlugIn{Covariance: Known}, X, y), input.ErrShape},
		{"prior sum", fit(PlugIn{Prior: []float64{.2, .2}}, X, y), input.ErrParam},
		{"fit loss", fit(PlugIn{Loss: ZeroOne(3)}, X, y), input.ErrShape},
		{"fit tie", fit(PlugIn{Tie: 3}, X, y), input.ErrParam},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
	err := fit(PlugIn{Covariance: 5, Tie: 3, Prior: []float64{.2, .2}}, X, []int{0, 1})
	for _, name := range []string{"y: ", "PlugIn.Covariance", "tie", "PlugIn.Prior"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("all problems together: got %v, want one of %q too", err, name)
		}
	}
	if (&Gaussians{}).Dim() != 0 {
		t.Error("a law without classes has a dimension")
	}
	if (Quadric{}).Conic() != "" || !math.IsNaN((Quadric{}).Value([]float64{1})) {
		t.Error("a quadric of no dimension has values")
	}
}
