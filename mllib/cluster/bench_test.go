package cluster

import (
	"fmt"
	"testing"
)

func BenchmarkFit(b *testing.B) {
	for _, c := range []struct {
		n, d, k int
		spread  float64
	}{{1000, 2, 3, 4}, {100_000, 16, 10, 1}, {100_000, 16, 10, 0}} {
		s := blobs(c.n, c.d, c.k, c.spread, 1)
		var start [][]float64
		for i := range c.k {
			start = append(start, s.Row(i))
		}
		for _, a := range []Algorithm{Hamerly, Plain} {
			b.Run(fmt.Sprintf("n=%d/d=%d/k=%d/spread=%v/%v", c.n, c.d, c.k, c.spread, a), func(b *testing.B) {
				b.ReportAllocs()
				var m *Model
				for b.Loop() {
					m = mustFit(b, KMeans{Start: start, Algorithm: a}, s.X)
				}
				b.ReportMetric(float64(m.Report.Iterations), "passes")
				b.ReportMetric(float64(m.Report.Distances)/float64(c.n*c.k*m.Report.Iterations), "distances/all")
			})
		}
	}
}

func BenchmarkAgglomerative(b *testing.B) {
	for _, n := range []int{1000, 4000} {
		x := normal(n, 10, 1)
		for _, l := range Linkage(0).All() {
			b.Run(fmt.Sprintf("n=%d/d=10/%v", n, l), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					must(Agglomerative{Linkage: l}.Fit(x))
				}
			})
		}
	}
}
