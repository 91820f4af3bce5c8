package bayes

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/dist"
	"gonum.org/v1/gonum/floats"
)

func mustTable(t testing.TB, mass [][]float64) *Table {
	t.Helper()
	table, err := NewTable(mass)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func randomTable(rnd *rand.Rand, atoms, classes int) *Table {
	p := dist.Dirichlet{Alpha: slices.Repeat([]float64{1}, atoms*classes)}.Rand(rnd)
	table := &Table{}
	for i := range atoms {
		table.Mass = append(table.Mass, p[i*classes:(i+1)*classes])
	}
	return table
}

// TestTables holds the worked tables of the curriculum: Y3f, Y5d and S2d.
func TestTables(t *testing.T) {
	for _, c := range []struct {
		name           string
		mass           [][]float64
		risk, worst    float64
		rules          int
		best           [][]int
		small, largest []int
	}{
		{"Y3f", [][]float64{{.10, .15}, {.20, .05}, {.12, .12}, {.02, .24}}, .29, .71, 16,
			[][]int{{1, 0, 0, 1}, {1, 0, 1, 1}}, []int{1, 0, 0, 1}, []int{1, 0, 1, 1}},
		{"Y5d", [][]float64{{.10, .08, .02}, {.05, .15, .10}, {.09, .09, .12}, {.08, .08, .04}}, .55, .80, 81,
			[][]int{{0, 1, 2, 0}, {0, 1, 2, 1}}, []int{0, 1, 2, 0}, []int{0, 1, 2, 1}},
		{"S2d", [][]float64{{.05, .45}, {.18, .12}, {.1, .1}}, .27, .73, 8,
			[][]int{{1, 0, 0}, {1, 0, 1}}, []int{1, 0, 0}, []int{1, 0, 1}},
	} {
		table := mustTable(t, c.mass)
		all, err := table.Enumerate(Loss{})
		if err != nil || len(all) != c.rules {
			t.Fatalf("%s: %d rules, %v", c.name, len(all), err)
		}
		risk, rules := Best(all)
		worst := slices.MaxFunc(all, func(a, b Ranked) int { return compareRisk(a, b) }).Risk
		if math.Abs(risk-c.risk) > 1e-12 || math.Abs(worst-c.worst) > 1e-12 || !reflect.DeepEqual(rules, c.best) {
			t.Errorf("%s: risk %v to %v, best %v", c.name, risk, worst, rules)
		}
		small, _ := table.Rule(Loss{}, Smallest)
		largest, _ := table.Rule(Loss{}, Largest)
		if !slices.Equal(small, c.small) || !slices.Equal(largest, c.largest) {
			t.Errorf("%s: rules %v and %v", c.name, small, largest)
		}
	}
}

func compareRisk(a, b Ranked) int {
	if a.Risk < b.Risk {
		return -1
	}
	return 1
}

// TestTableLaws: the rule has the least risk of all, and Excess is its distance from any other, for random laws and losses.
func TestTableLaws(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 2))
	for k := range 60 {
		table, loss := randomTable(rnd, 1+rnd.IntN(4), 2+rnd.IntN(2)), Loss{}
		if k%2 == 1 {
			loss = ZeroOne(table.Classes()).WithReject(table.Classes(), rnd.Float64())
			for _, row := range loss.Cost {
				floats.AddConst(rnd.Float64()-.5, row)
			}
		}
		all, err := table.Enumerate(loss)
		if err != nil {
			t.Fatal(err)
		}
		least, _ := Best(all)
		bayes, err := table.BayesRisk(loss)
		if err != nil || math.Abs(bayes-least) > 1e-14 {
			t.Errorf("Bayes risk %v, %v, least of %d rules %v", bayes, err, len(all), least)
		}
		for _, r := range all {
			excess, err := table.Excess(r.Rule, loss)
			if err != nil || math.Abs(excess-(r.Risk-bayes)) > 1e-14 || excess < 0 {
				t.Errorf("rule %v: excess %v, %v, want %v", r.Rule, excess, err, r.Risk-bayes)
			}
		}
	}
}

func TestPosteriorOfTable(t *testing.T) { // V1b
	table := mustTable(t, [][]float64{{.7 * .6, .3 * .2}, {.7 * .4, .3 * .8}})
	for i, want := range []float64{.125, .24 / .52} {
		if p := table.Posterior(i); math.Abs(p[1]-want) > 1e-15 {
			t.Errorf("posterior of atom %d: %v, want %v", i, p, want)
		}
	}
	back, err := FromPosterior(table.Marginal(), [][]float64{table.Posterior(0), table.Posterior(1)})
	if err != nil || math.Abs(back.Mass[1][1]-.24) > 1e-15 || math.Abs(table.Prior()[1]-.3) > 1e-15 {
		t.Errorf("back %+v, %v, prior %v", back, err, table.Prior())
	}
	empty := mustTable(t, [][]float64{{1, 0}, {0, 0}})
	if p := empty.Posterior(1); !math.IsNaN(p[0]) || empty.Posterior(2) != nil {
		t.Errorf("posterior without mass: %v", p)
	}
}

func TestFitTable(t *testing.T) {
	table := mustTable(t, [][]float64{{.10, .15}, {.20, .05}, {.12, .12}, {.02, .24}})
	x, k, err := table.Sample(50000, rand.NewPCG(1, 3))
	if err != nil {
		t.Fatal(err)
	}
	fit, err := FitTable(x, k, 4, 2, 0)
	if err != nil || fit.Check() != nil {
		t.Fatal(err, fit.Check())
	}
	for i, row := range fit.Mass {
		for j, p := range row {
			if math.Abs(p-table.Mass[i][j]) > .01 {
				t.Errorf("cell %d, %d: %v", i, j, p)
			}
		}
	}
	smooth, err := FitTable([]int{0}, []int{1}, 2, 2, 1)
	if err != nil || smooth.Mass[0][1] != .4 || smooth.Mass[1][0] != .2 {
		t.Errorf("smoothed %v, %v", smooth, err)
	}
}

// TestLosses holds Y6c, V2.2b, V2.1b and Chow's rule.
func TestLosses(t *testing.T) {
	signs := Loss{[][]float64{{0, 2, 2}, {20, 0, 1.5}, {15, 1, 0}}}
	for _, c := range []struct {
		p, risks []float64
		action   int
	}{
		{[]float64{.2, .5, .3}, []float64{1.6, 4.45, 3.5}, 0}, {[]float64{.1, .5, .4}, []float64{1.8, 2.6, 2}, 0},
		{[]float64{.05, .55, .4}, []float64{1.9, 1.6, 1.3}, 2}, {[]float64{.02, .6, .38}, []float64{1.96, .97, .9}, 2},
	} {
		if got := signs.Risks(c.p); !floats.EqualApprox(got, c.risks, 1e-12) || signs.Decide(c.p, Smallest) != c.action {
			t.Errorf("%v: %v, %d", c.p, got, signs.Decide(c.p, Smallest))
		}
	}
	if got := (Loss{[][]float64{{0, 1, 4}, {2, 0, 1}, {1, 3, 0}}}).Risks([]float64{.5, .3, .2}); !floats.EqualApprox(got, []float64{1.1, 1.2, 1.4}, 1e-15) {
		t.Errorf("V2.2b: %v", got)
	}
	if got, err := (Loss{[][]float64{{0, 5}, {1, 0}}}).Threshold(); err != nil || math.Abs(got-1./6) > 1e-15 {
		t.Errorf("threshold %v, %v", got, err)
	}
	reject := Loss{}.WithReject(2, .2)
	for p, want := range map[float64]int{.1: 0, .25: 2, .5: 2, .75: 2, .9: 1} {
		if got := reject.Decide([]float64{1 - p, p}, Smallest); got != want {
			t.Errorf("η = %v: action %d, want %d", p, got, want)
		}
	}
	for tie, want := range map[Tie]int{Smallest: 0, Largest: 2} {
		third := []float64{.25, .25, .25}
		if a, b := (Loss{}).Decide(third, tie), ZeroOne(3).Decide(third, tie); a != want || b != want {
			t.Errorf("%v: %d and %d, want %d", tie, a, b, want)
		}
	}
}
