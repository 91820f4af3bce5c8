package bayes_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/bayes"
	"github.com/mercer-go/mercer/mllib/discriminant"
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
	dear := bayes.Loss{Cost: [][]float64{{0, 20}, {1, 0}}} // to miss the second class costs 20 times as much as a false alarm
	for _, loss := range []bayes.Loss{{}, dear} {
		m, err := bayes.PlugIn(discriminant.LDA{}, loss).Fit(X, []int{-1, -1, -1, 1, 1, 1})
		y, _ := m.Predict(mat.NewDense(3, 1, []float64{-1, .4, .6}))
		fmt.Println(y, err)
	}
	// Output:
	// [-1 -1 1] <nil>
	// [-1 1 1] <nil>
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
