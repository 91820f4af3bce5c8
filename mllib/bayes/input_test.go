package bayes

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
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

// halves estimates the posterior 1/2 of each of two classes, whatever it learned from.
type halves struct{}

func (halves) Fit(x mat.Matrix, y []int) (halves, error) { return halves{}, nil }

func (halves) Predict(x mat.Matrix) ([]int, error) { return nil, nil }

func (halves) Posteriors(x mat.Matrix) (*mat.Dense, error) {
	n, _ := x.Dims()
	return mat.NewDense(n, 2, slices.Repeat([]float64{.5}, 2*n)), nil
}

// TestPlugInTies: of equal posteriors the zero value of the rule takes the second class, as label.Tie's does.
func TestPlugInTies(t *testing.T) {
	x, y := mat.NewDense(2, 1, []float64{1, 2}), []int{-1, 1}
	for tie, want := range map[Tie]int{0: 1, Smallest: -1} {
		rule := PlugIn(halves{}, Loss{})
		rule.Tie = tie
		m, err := rule.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := m.Predict(x); err != nil || got[0] != want || got[1] != want {
			t.Errorf("%v: %v, %v, want %d", tie, got, err, want)
		}
	}
	if label.Sign(0, 0) != 1 {
		t.Error("label.Tie has another zero value")
	}
}

func TestPlugInRefuses(t *testing.T) {
	x, y := mat.NewDense(2, 1, []float64{1, 2}), []int{1, 2}
	rule := func(loss Loss) error { return second(PlugIn(halves{}, loss).Fit(x, y)) }
	tie := PlugIn(halves{}, Loss{})
	tie.Tie = 7
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"no method", second(PlugIn[halves](nil, Loss{}).Fit(x, y)), input.ErrEmpty},
		{"no labels", second(PlugIn(halves{}, Loss{}).Fit(x, nil)), input.ErrEmpty},
		{"one class", second(PlugIn(halves{}, Loss{}).Fit(x, []int{1, 1})), input.ErrOneClass},
		{"loss of three classes", rule(ZeroOne(3)), input.ErrShape},
		{"NaN cost", rule(Loss{[][]float64{{1, math.NaN()}}}), input.ErrNotFinite},
		{"tie", second(tie.Fit(x, y)), input.ErrParam},
		{"no model", second((*PluggedIn[halves])(nil).Predict(x)), input.ErrEmpty},
		{"a model without labels", second((&PluggedIn[halves]{}).Predict(x)), input.ErrShape},
		{"huge costs", second((&PluggedIn[halves]{Classes: []int{1, 2}, Loss: Loss{[][]float64{{math.Inf(1), 0}, {0, 0}}}}).Predict(x)), input.ErrNotFinite},
		{"a part that is nil", second((&PluggedIn[*PluggedInHalves]{}).Predict(x)), input.ErrShape},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
}

// PluggedInHalves is a model behind a pointer.
type PluggedInHalves struct{ halves }

func TestJSON(t *testing.T) {
	table := mustTable(t, [][]float64{{.25, .25}, {.5, 0}})
	for _, v := range []any{table, &Regions{[]float64{1}, []int{0, 1}}, &Estimate{Mean: 1, SE: 2, N: 3}, &PluggedIn[halves]{Classes: []int{-1, 1, 2}, Loss: Loss{}.WithReject(2, .2), Tie: Smallest}} {
		text, err := json.Marshal(v)
		back := reflect.New(reflect.TypeOf(v).Elem()).Interface()
		if err != nil || json.Unmarshal(text, back) != nil || !reflect.DeepEqual(v, back) {
			t.Errorf("%s (%v) came back as %+v", text, err, back)
		}
	}
	if _, err := json.Marshal(Tie(9)); err == nil {
		t.Error("Tie(9) has a name")
	}
}
