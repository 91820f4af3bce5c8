package spline

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func wave(n int) (x, y []float64) {
	r := rand.New(rand.NewPCG(1, 1))
	for range n {
		x = append(x, r.Float64())
	}
	slices.Sort(x)
	for _, v := range x {
		y = append(y, math.Sin(6*v)+.3*r.NormFloat64())
	}
	return x, y
}

func BenchmarkFit(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		x, y := wave(n)
		X := Matrix(x)
		for _, p := range []Smoothing{{Choose: Given, Lambda: .001}, {}, {Choose: Likelihood}, {Choose: DegreesOfFreedom, DF: 12}, {Kind: Linear}} {
			b.Run(fmt.Sprintf("%v/%v/n=%d/d=1", p.Kind, p.Choose, n), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					m := must(p.Fit(X, y))
					b.ReportMetric(float64(m.Report.Tried), "tried")
				}
			})
		}
	}
}
