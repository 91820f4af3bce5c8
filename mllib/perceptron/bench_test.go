package perceptron

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
)

// clouds is two overlapping Gaussian clouds in R^d: training never ends before its limit.
func clouds(n, d int) *data.Set {
	low, high := make([]float64, d), make([]float64, d)
	for j := range d {
		high[j] = .2
	}
	s, err := data.TwoGaussians{N: [2]int{n / 2, n - n/2}, Mean: [2][]float64{low, high}}.Draw(rand.NewPCG(1, 2))
	if err != nil {
		panic(err)
	}
	return s
}

func BenchmarkFit(b *testing.B) {
	for _, c := range []struct{ n, d int }{{1000, 10}, {50_000, 50}} {
		s := clouds(c.n, c.d)
		for _, p := range []Rosenblatt{{}, {Order: Shuffled, Src: rand.NewPCG(1, 2)}, {Average: true}} {
			p.MaxEpochs = 10
			b.Run(fmt.Sprintf("n=%d/d=%d/%v/average=%v", c.n, c.d, p.Order, p.Average), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := p.Fit(s.X, s.Y); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestEpochsDoNotAllocate: what a fit allocates does not depend on how long it runs.
func TestEpochsDoNotAllocate(t *testing.T) {
	s := clouds(200, 5)
	for _, p := range []Rosenblatt{
		{}, {Average: true}, {Order: Shuffled, Src: rand.NewPCG(1, 2)},
		{Order: FirstMistake, MaxUpdates: 20}, {Order: RandomMistake, Src: rand.NewPCG(1, 2), MaxUpdates: 20},
	} {
		allocations := func(times int) float64 {
			q := p
			q.MaxEpochs, q.MaxUpdates = 2*times, p.MaxUpdates*times
			return testing.AllocsPerRun(5, func() { mustFit(t, q, s.X, s.Y) })
		}
		if few, many := allocations(1), allocations(10); many > few+12 { // the scratch list of random mistakes grows by doubling
			t.Errorf("%v, average %v: %v allocations in a short run, %v in a long one", p.Order, p.Average, few, many)
		}
	}
}
