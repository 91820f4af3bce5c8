package forest_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/forest"
	"gonum.org/v1/gonum/mat"
)

func BenchmarkFit(b *testing.B) {
	const d = 20
	for _, n := range []int{2000, 50000} {
		r := rand.New(rand.NewPCG(1, 1))
		x, y := mat.NewDense(n, d, nil), make([]int, n)
		x.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, x)
		for i := range y {
			if row := x.RawRowView(i); row[0]+row[1]*row[2]+r.NormFloat64() > 0 {
				y[i] = 1
			}
		}
		b.Run(fmt.Sprintf("n=%d/d=%d", n, d), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (forest.Classifier{Growth: forest.Growth{Src: rand.NewPCG(1, 2)}}).Fit(x, y); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
