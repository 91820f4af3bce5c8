package dist_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/dist"
	"gonum.org/v1/gonum/mat"
)

func ExampleNormal() {
	n := dist.Normal{Mu: 1}
	fmt.Printf("%.6f %.6f\n", n.CDF(0), n.LogProb(1))
	// Output: 0.158655 -0.918939
}

func ExampleNewMVNormal() {
	m, err := dist.NewMVNormal([]float64{1, 2}, mat.NewSymDense(2, []float64{2, 1, 1, 3}))
	fmt.Printf("%.6f %v\n", m.LogProb([]float64{0, 0}), err)
	_, err = dist.NewMVNormal([]float64{1, 2}, mat.NewSymDense(2, []float64{1, 1, 1, 1}))
	fmt.Println(err)
	// Output:
	// -3.342596 <nil>
	// dist: normal law: cov: column 1 is a linear function of the columns before it: matrix is not positive definite
}

func BenchmarkLogProbs(b *testing.B) {
	for _, c := range []struct{ n, d int }{{1000, 2}, {50_000, 30}} {
		cov := mat.NewSymDense(c.d, nil)
		for i := range c.d {
			cov.SetSym(i, i, 2)
		}
		m, err := dist.NewMVNormal(make([]float64, c.d), cov)
		if err != nil {
			b.Fatal(err)
		}
		X, _ := m.Sample(c.n, rand.NewPCG(1, 2))
		b.Run(fmt.Sprintf("n=%d/d=%d", c.n, c.d), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := m.LogProbs(X); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func ExampleMixture() {
	m := dist.Mixture{Weights: []float64{.25, .75}, Parts: []dist.Normal{{Mu: -2}, {Mu: 2, Sigma: .5}}}
	fmt.Printf("%.6f %.6f\n", m.Prob(0), m.CDF(0))
	// Output: 0.013698 0.244336
}

func ExampleMVMixture() {
	unit := mat.NewSymDense(2, []float64{1, 0, 0, 1})
	a, _ := dist.NewMVNormal([]float64{0, 0}, unit)
	b, _ := dist.NewMVNormal([]float64{4, 0}, unit)
	m := &dist.MVMixture{Parts: []*dist.MVNormal{a, b}}
	X, part, err := m.Sample(3, rand.NewPCG(1, 2))
	fmt.Printf("%.2f %v %v\n", X.RawMatrix().Data, part, err)
	// Output: [0.07 0.20 -0.40 -3.09 5.73 -0.12] [0 0 1] <nil>
}

func ExampleDirichlet() {
	law := dist.Dirichlet{Alpha: []float64{1, 2, 3}}
	p := law.Rand(rand.New(rand.NewPCG(1, 2)))
	fmt.Printf("%.4f, log density %.4f\n", p, law.LogProb(p))
	fmt.Printf("mean %.4f, variances %.4f\n", law.Mean(), []float64{law.Cov().At(0, 0), law.Cov().At(1, 1), law.Cov().At(2, 2)})
	// Output:
	// [0.1658 0.4934 0.3407], log density 1.2347
	// mean [0.1667 0.3333 0.5000], variances [0.0198 0.0317 0.0357]
}
