package bayes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/dist"
	"gonum.org/v1/gonum/floats"
)

func student(c float64) Regression {
	return Regression{dist.Uniform{Hi: 4 * c}, func(x float64) float64 { return x / (x + c) }}
}

func identity(x float64) float64 { return x }

// TestLawNumbers holds the cuts and risks of the curriculum; closed forms where there are some, else the precision given there.
func TestLawNumbers(t *testing.T) {
	phi, miss5 := dist.Normal{}.CDF(-1), Loss{[][]float64{{0, 5}, {1, 0}}}
	for _, c := range []struct {
		name string
		law  Law
		loss Loss
		cuts []float64
		risk float64
		tol  float64
	}{
		{"N2.2a", Normals(nil, 0, 2), Loss{}, []float64{1}, phi, 1e-12},
		{"N2.2a, π = 0.2", Normals([]float64{.8, .2}, 0, 2), Loss{}, []float64{1 + math.Log(4)/2}, .112067, 5e-7},
		{"N2.2a, two sides", Classes{nil, []dist.Univariate{dist.Normal{}, dist.Normal{Mu: 1, Sigma: 2}}}, Loss{}, []float64{-1.847545, 1.180878}, .304967, 5e-7},
		{"N2.2h", Normals([]float64{.2, .5, .3}, -2, 0, 2), Loss{}, []float64{-1.458145, 1.255413}, .215802, 5e-7},
		{"Y5e", Normals(nil, -2, 0, 2), Loss{}, []float64{-1, 1}, 4. / 3 * phi, 1e-12},
		{"Y3g", Normals([]float64{.7, .3}, -1, 1), Loss{}, []float64{.4236489302}, .1387485300, 5e-11},
		{"V2a", Normals([]float64{.1, .9}, -1, 1), Loss{}, []float64{-1.098612}, .070061, 5e-7},
		{"V2.1b", Normals(nil, -1, 1), miss5, []float64{-math.Log(5) / 2}, .300192, 5e-7},
		{"B2.2e, L*", student(10), Loss{}, []float64{10}, .3057858878, 5e-11},
		{"Y6b", Regression{dist.Uniform{}, identity}, miss5, []float64{1. / 6}, 5. / 12, 1e-12},
	} {
		rule, err := Rule(c.law, c.loss, Smallest)
		if err != nil || !floats.EqualApprox(rule.Cuts, c.cuts, 5e-7) {
			t.Errorf("%s: rule %+v, %v, want cuts %v", c.name, rule, err, c.cuts)
		}
		risk, err := BayesRisk(c.law, c.loss)
		if err != nil || !(math.Abs(risk-c.risk) <= c.tol) {
			t.Errorf("%s: Bayes risk %.12f, %v, want %v", c.name, risk, err, c.risk)
		}
	}
}

// TestRiskLaws: for random rules, the risk is at least the Bayes risk, the excess is their difference, the error matrix adds up to both,
// and Monte Carlo agrees within its error.
func TestRiskLaws(t *testing.T) {
	rnd := rand.New(rand.NewPCG(6, 6))
	for k, law := range []Law{Normals([]float64{.3, .7}, 0, 2), Normals([]float64{.2, .5, .3}, -2, 0, 2), student(2)} {
		bayes, err := BayesRisk(law, Loss{})
		if err != nil {
			t.Fatal(err)
		}
		for range 30 {
			rule := randomRule(rnd, law.K())
			risk, err := Risk(law, rule, Loss{})
			excess, err2 := Excess(law, rule, Loss{})
			if err != nil || err2 != nil || risk < bayes-1e-12 || math.Abs(risk-bayes-excess) > 1e-11 {
				t.Errorf("law %d, rule %v: risk %v, Bayes %v, excess %v (%v, %v)", k, rule, risk, bayes, excess, err, err2)
			}
			e, err := ErrorMatrix(law, rule, law.K())
			if all := floats.Sum(slices.Concat(e...)); err != nil || math.Abs(all-1) > 1e-11 {
				t.Errorf("error matrix %v, %v", e, err)
			}
			wrong := 0.0
			for a, row := range e {
				for c, p := range row {
					wrong += zeroOne(a, c) * p
				}
			}
			mc, err := MonteCarlo(law, rule, Loss{}, 20000, rnd)
			if err != nil || math.Abs(wrong-risk) > 1e-11 || math.Abs(mc.Z(risk)) > 4.5 {
				t.Errorf("law %d, rule %v: %v wrong, Monte Carlo %v, %v, want %v", k, rule, wrong, mc, err, risk)
			}
		}
	}
}

func randomRule(rnd *rand.Rand, classes int) Regions {
	r := Regions{Action: []int{rnd.IntN(classes)}}
	for range rnd.IntN(5) {
		r.Cuts, r.Action = append(r.Cuts, 3*rnd.NormFloat64()), append(r.Action, rnd.IntN(classes))
	}
	slices.Sort(r.Cuts)
	return r
}

func TestPosteriorAndExpect(t *testing.T) {
	law := Normals(nil, -1, 1)
	for _, x := range []float64{-2, 0, .3, 4} {
		if p := Posterior(law, x); math.Abs(p[1]-1/(1+math.Exp(-2*x))) > 1e-14 {
			t.Errorf("posterior at %v: %v", x, p)
		}
	}
	if m, p := Masses(law, .3), Posterior(law, .3); math.Abs(m[1]/(m[0]+m[1])-p[1]) > 1e-15 || math.Abs(m[0]-dist.Normal{}.Prob(1.3)/2) > 1e-15 {
		t.Errorf("masses %v", m)
	}
	if Masses(nil, 0) != nil || Posterior(nil, 0) != nil || !math.IsNaN(Density(nil, 0)) {
		t.Error("no law has masses")
	}
	tv, err := Expect(law, func(x float64) float64 { return math.Abs(2*Posterior(law, x)[1] - 1) }, 0)
	if err != nil || math.Abs(tv-.6826894921370859) > 1e-12 { // V1.3b: 1 - 2 R*
		t.Errorf("E|2η-1| = %v, %v", tv, err)
	}
	if d := Density(law, 1); math.Abs(d-(dist.Normal{}.Prob(0)+dist.Normal{}.Prob(2))/2) > 1e-15 {
		t.Errorf("density %v", d)
	}
}

// TestTiesOnIntervals: where all actions cost the same, the tie rule decides; Y3e.
func TestTiesOnIntervals(t *testing.T) {
	law := Regression{dist.Uniform{}, func(x float64) float64 { return min(max(2*x-.5, 0.25), .5) }}
	small, err := Rule(law, Loss{}, Smallest)
	large, err2 := Rule(law, Loss{}, Largest)
	if err != nil || err2 != nil || !slices.Equal(small.Action, []int{0}) || !slices.Equal(large.Action, []int{0, 1}) || math.Abs(large.Cuts[0]-.5) > 1e-12 {
		t.Errorf("got %v and %v (%v, %v)", small, large, err, err2)
	}
}

func TestRegions(t *testing.T) {
	r := Regions{[]float64{-1, 1}, []int{2, 0, 1}}
	for x, want := range map[float64]int{-5: 2, -1: 0, .5: 0, 1: 1, 9: 1} {
		if got := r.Decide(x); got != want {
			t.Errorf("Decide(%v) = %d, want %d", x, got, want)
		}
	}
	if r.Decide(math.NaN()) != -1 {
		t.Error("NaN was decided")
	}
}

// TestNormals holds that the law has the densities it says, and that what does not fit together is told.
func TestNormals(t *testing.T) {
	got := Masses(Normals([]float64{.7, .3}, 0, 2), 1)
	if want := []float64{.7 * dist.Normal{}.Prob(1), .3 * dist.Normal{}.Prob(1)}; !floats.EqualApprox(got, want, 1e-15) {
		t.Errorf("masses %v, want %v", got, want)
	}
	if Normals([]float64{.7, .3}, 0).Check() == nil || Normals(nil).Check() == nil || Normals(nil, math.NaN()).Check() == nil {
		t.Error("a law of one class with two priors, of no class or with a mean NaN passes")
	}
}
