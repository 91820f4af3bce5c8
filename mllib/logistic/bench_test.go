package logistic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// drawn is a logistic model with normal X: w of length 2, b = 1/2.
func drawn(n, d int) (*mat.Dense, []int) {
	rnd := rand.New(rand.NewPCG(1, 2))
	x, y, w := mat.NewDense(n, d, nil), make([]int, n), make([]float64, d)
	for j := range w {
		w[j] = 2 * rnd.NormFloat64() / math.Sqrt(float64(d))
	}
	for i := range n {
		score := .5
		for j := range d {
			x.Set(i, j, rnd.NormFloat64())
			score += w[j] * x.At(i, j)
		}
		if rnd.Float64() < Sigmoid(score) {
			y[i] = 1
		}
	}
	return x, y
}

func BenchmarkFit(b *testing.B) {
	for _, c := range []struct{ n, d int }{{1000, 10}, {50_000, 50}} {
		x, y := drawn(c.n, c.d)
		for _, solver := range []Solver{Newton, LBFGS} {
			b.Run(fmt.Sprintf("n=%d/d=%d/%v", c.n, c.d, solver), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := (Binary{Ridge: 1, Solver: solver}).Fit(x, y); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
