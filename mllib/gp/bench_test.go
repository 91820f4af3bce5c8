package gp

import (
	"fmt"
	"testing"

	"github.com/mercer-go/mercer/mllib/kernels"
)

func BenchmarkRegression(b *testing.B) {
	for _, n := range []int{500, 2000} {
		x, y, _ := drawn(1, n, 5)
		p := Regression{Kernel: kernels.Scaled(1, kernels.Gaussian(.5)), Noise: .01}
		b.Run(fmt.Sprintf("n=%d/d=5", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				must(p.Fit(x, y))
			}
		})
	}
}

func BenchmarkSearch(b *testing.B) {
	x, y, _ := drawn(1, 500, 5)
	p := Regression{Kernel: kernels.Scaled(1, kernels.Gaussian(.5)), Noise: .01, Search: &Search{}}
	b.Run("n=500/d=5", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			must(p.Fit(x, y))
		}
	})
}

func BenchmarkClassifier(b *testing.B) {
	x, y := drawnLabels(1, 500, 5)
	for _, approximation := range both {
		p := Classifier{Kernel: kernels.Scaled(1, kernels.Gaussian(.5)), Approximation: approximation}
		b.Run(approximation.String()+"/n=500/d=5", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				must(p.Fit(x, y))
			}
		})
	}
}
