package density_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/density"
	"github.com/mercer-go/mercer/mllib/la"
	"gonum.org/v1/gonum/mat"
)

func ExampleKDE() {
	m, err := density.KDE{Bandwidth: 1}.Fit(la.Cols([]float64{0, 1, 3}))
	if err != nil {
		fmt.Println(err)
		return
	}
	score, _ := m.Score()
	fmt.Printf("%.4f %.4f %.4f, score %.4f\n", m.Prob(0), m.Prob(1), m.Prob(2), score)
	// Output:
	// 0.2151 0.2316 0.1793, score -0.0277
}

func ExampleHistogram() {
	x := la.Cols([]float64{.05, .12, .18, .22, .35, .41, .47, .52, .58, .83})
	for _, m := range []int{1, 2, 5, 10} {
		h, _ := density.Histogram{Bins: m, Lo: 0, Hi: 1}.Fit(x)
		score, _ := h.Score()
		fmt.Printf("%d bins: %.4f\n", m, score)
	}
	// Output:
	// 1 bins: -1.0000
	// 2 bins: -0.9733
	// 5 bins: -0.7222
	// 10 bins: 0.2667
}

func ExampleClassifier() {
	m, _ := density.Classifier{Density: density.KDE{Bandwidth: 1}}.Fit(la.Cols([]float64{0, 1, 3, 4}), []int{1, 1, 2, 2})
	fmt.Printf("%.4f\n", la.RowAt(m.Posteriors, 1.5))
	fmt.Printf("%.4f\n", la.RowAt(m.LogPosteriors, 100))
	// Output:
	// [0.7661 0.2339]
	// [-292.5000 -0.0000]
}

func BenchmarkKDE(b *testing.B) {
	for _, c := range []struct{ n, d int }{{10_000, 1}, {10_000, 2}, {10_000, 5}} {
		r := rand.New(rand.NewPCG(1, 2))
		x, at := mat.NewDense(c.n, c.d, nil), mat.NewDense(c.n, c.d, nil)
		for _, m := range []*mat.Dense{x, at} {
			m.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, m)
		}
		m, err := density.KDE{}.Fit(x)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("n=%d/d=%d", c.n, c.d), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := m.LogProbs(at); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
