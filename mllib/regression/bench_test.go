package regression

import (
	"fmt"
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
