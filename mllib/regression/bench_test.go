package regression

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func BenchmarkFit(b *testing.B) {
	for _, s := range [][2]int{{1000, 10}, {100_000, 20}, {10_000, 500}} {
		x, y := draw(1, s[0], s[1])
		run := func(name string, fit func(x mat.Matrix, y []float64) (*Model, error)) {
			b.Run(fmt.Sprintf("%s/n=%d/d=%d", name, s[0], s[1]), func(b *testing.B) {
				for b.Loop() {
					if _, err := fit(x, y); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		run("leastsquares", LeastSquares{}.Fit)
		run("ridge", Ridge{Lambda: 1}.Fit)
	}
	x, y := draw(1, 10_000, 50)
	b.Run("path/n=10000/d=50", func(b *testing.B) {
		for b.Loop() {
			if _, err := (RidgePath{}).Fit(x, y); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkLasso(b *testing.B) {
	for _, s := range [][2]int{{10_000, 100}, {200, 2000}} {
		x, y := sparse(1, s[0], s[1])
		b.Run(fmt.Sprintf("n=%d/d=%d", s[0], s[1]), func(b *testing.B) {
			for b.Loop() {
				if _, err := (Lasso{Alpha: .1}).Fit(x, y); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// sparse draws targets that depend on the first ten of d normal columns.
func sparse(seed uint64, n, d int) (x *mat.Dense, y []float64) {
	r := rand.New(rand.NewPCG(seed, 12))
	x, y = mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		y[i] = r.NormFloat64()
		for j := range d {
			x.Set(i, j, r.NormFloat64())
			if j < 10 {
				y[i] += x.At(i, j)
			}
		}
	}
	return x, y
}
