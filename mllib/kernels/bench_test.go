package kernels

import (
	"fmt"
	"testing"
)

// BenchmarkGram: what the matrix product, the differences and the exponentials cost.
func BenchmarkGram(b *testing.B) {
	for _, c := range []struct{ n, d int }{{2000, 2}, {2000, 16}, {2000, 20}, {2000, 200}} {
		x := cloud(1, c.n, c.d)
		for _, k := range []Kernel{Linear(), Polynomial(3, 1, 1), Gaussian(2), Matern(2.5, 2), Sum(Gaussian(2), Scaled(.5, Gaussian(5)))} {
			b.Run(fmt.Sprintf("n=%d/d=%d/%s", c.n, c.d, k.Kind), func(b *testing.B) {
				for b.Loop() {
					if _, err := k.Gram(x); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkCross(b *testing.B) {
	x, z := cloud(1, 500, 20), cloud(2, 4000, 20)
	b.Run("n=500/m=4000/d=20", func(b *testing.B) {
		for b.Loop() {
			if _, err := Gaussian(2).Cross(x, z); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkValue(b *testing.B) {
	x := cloud(1, 2, 20)
	for _, k := range []Kernel{Gaussian(2), Sum(Gaussian(2), Scaled(.5, Gaussian(5)))} {
		b.Run(fmt.Sprintf("d=20/%s", k.Kind), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				k.Value(x.RawRowView(0), x.RawRowView(1))
			}
		})
	}
}
