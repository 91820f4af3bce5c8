package bayes_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/bayes"
	"github.com/mercer-go/mercer/mllib/dist"
	"gonum.org/v1/gonum/mat"
)

func ExampleRule() {
	law := bayes.Classes{Prior: []float64{.8, .2}, Density: []dist.Univariate{dist.Normal{}, dist.Normal{Mu: 2}}}
	rule, err := bayes.Rule(law, bayes.Loss{}, bayes.Smallest)
	risk, _ := bayes.Risk(law, rule, bayes.Loss{})
	fmt.Printf("%.6f %v %.6f %v\n", rule.Cuts, rule.Action, risk, err)
	// Output: [1.693147] [0 1] 0.112067 <nil>
}

func ExampleTable_Enumerate() {
	table, _ := bayes.NewTable([][]float64{{.10, .15}, {.20, .05}, {.12, .12}, {.02, .24}})
	all, _ := table.Enumerate(bayes.Loss{})
	risk, rules := bayes.Best(all)
	fmt.Printf("%d rules, least risk %.2f: %v\n", len(all), risk, rules)
	// Output: 16 rules, least risk 0.29: [[1 0 0 1] [1 0 1 1]]
}

func ExampleLoss_WithReject() {
	loss := bayes.Loss{}.WithReject(2, .2)
	for _, eta := range []float64{.1, .4, .9} {
		fmt.Print(loss.Decide([]float64{1 - eta, eta}, bayes.Smallest), " ")
	}
	// Output: 0 2 1
}

func ExamplePlugIn() {
	X := mat.NewDense(6, 1, []float64{-2, -1, 0, 1, 2, 3})
	m, err := bayes.PlugIn{}.Fit(X, []int{-1, -1, -1, 1, 1, 1})
	y, _ := m.Predict(mat.NewDense(2, 1, []float64{.4, .6}))
	fmt.Println(y, err)
	// Output: [-1 1] <nil>
}

func BenchmarkRisk(b *testing.B) {
	law := bayes.Classes{Density: []dist.Univariate{dist.Normal{Mu: -2}, dist.Normal{}, dist.Normal{Mu: 2}}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := bayes.BayesRisk(law, bayes.Loss{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPredict(b *testing.B) {
	for _, c := range []struct{ n, d int }{{1000, 2}, {50_000, 30}} {
		mean, cov := make([]float64, c.d), mat.NewSymDense(c.d, nil)
		for i := range c.d {
			mean[i] = .2
			cov.SetSym(i, i, 1)
		}
		zero, _ := dist.NewMVNormal(make([]float64, c.d), cov)
		other, _ := dist.NewMVNormal(mean, cov)
		g, err := bayes.NewGaussians(nil, zero, other)
		if err != nil {
			b.Fatal(err)
		}
		X, _, _ := g.Sample(c.n, rand.NewPCG(1, 2))
		b.Run(fmt.Sprintf("n=%d/d=%d", c.n, c.d), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := g.Predict(X); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func ExampleNewGaussians() {
	cov := mat.NewSymDense(2, []float64{2, 1, 1, 3})
	zero, _ := dist.NewMVNormal([]float64{1, 2}, cov)
	one, _ := dist.NewMVNormal([]float64{-1, 0}, cov)
	g, err := bayes.NewGaussians([]float64{.3, .7}, zero, one)
	if err != nil {
		fmt.Println(err)
		return
	}
	h, _ := g.Linear(0, 1)
	risk, _ := g.Error()
	fmt.Printf("w = %.2f, b = %.4f, risk %.4f\n", h.W, h.B, risk)
	// Output: w = [0.80 0.40], b = -1.2473, risk 0.1882
}

func ExampleExcess() {
	law := bayes.Regression{X: dist.Uniform{}, Eta: func(x float64) float64 { return x }}
	excess, err := bayes.Excess(law, bayes.Threshold(.7), bayes.Loss{})
	fmt.Printf("%.4f %v\n", excess, err)
	// Output: 0.0400 <nil>
}

func ExampleMonteCarlo() {
	law := bayes.Classes{Density: []dist.Univariate{dist.Normal{}, dist.Normal{Mu: 2}}}
	e, err := bayes.MonteCarlo(law, bayes.Threshold(1), bayes.Loss{}, 100_000, rand.NewPCG(1, 2))
	exact, _ := bayes.BayesRisk(law, bayes.Loss{})
	fmt.Printf("%v, exact %.5f, error %v\n", e, exact, err)
	// Output: 0.16007 ± 0.00116, exact 0.15866, error <nil>
}
