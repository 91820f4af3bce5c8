package manifold_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/manifold"
	"gonum.org/v1/gonum/mat"
)

var sizes = []int{500, 2000}

func roll(b testing.TB, n int) *mat.Dense {
	x, _, err := manifold.Surface{}.Draw(n, rand.NewPCG(1, uint64(n)))
	if err != nil {
		b.Fatal(err)
	}
	return x
}

// bench runs a fit on swiss rolls.
func bench(b *testing.B, prepare func(x *mat.Dense) *mat.Dense, fit func(x *mat.Dense) error) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("n=%d/d=3", n), func(b *testing.B) {
			x := prepare(roll(b, n))
			b.ReportAllocs()
			for b.Loop() {
				if err := fit(x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func points(x *mat.Dense) *mat.Dense { return x }

func BenchmarkIsomap(b *testing.B) {
	bench(b, points, func(x *mat.Dense) error { _, err := manifold.Isomap{K: 10}.Fit(x); return err })
}

func BenchmarkLandmarkIsomap(b *testing.B) {
	bench(b, points, func(x *mat.Dense) error {
		_, err := manifold.Isomap{K: 10, Landmarks: 100}.Fit(x)
		return err
	})
}

func BenchmarkClassical(b *testing.B) {
	bench(b, func(x *mat.Dense) *mat.Dense {
		d, err := manifold.Distances(x)
		if err != nil {
			b.Fatal(err)
		}
		return d
	}, func(d *mat.Dense) error { _, err := manifold.Classical{Dimensions: 2}.Fit(d); return err })
}

func BenchmarkDiffusion(b *testing.B) {
	bench(b, points, func(x *mat.Dense) error { _, err := manifold.Diffusion{Sigma: 8, Alpha: 1}.Fit(x); return err })
}

func BenchmarkDiffusionOfNeighbours(b *testing.B) {
	bench(b, points, func(x *mat.Dense) error {
		_, err := manifold.Diffusion{Sigma: 8, Alpha: 1, K: 15}.Fit(x)
		return err
	})
}

func BenchmarkEigenmaps(b *testing.B) {
	bench(b, points, func(x *mat.Dense) error { _, err := manifold.Eigenmaps{K: 10}.Fit(x); return err })
}

func BenchmarkSMACOF(b *testing.B) {
	bench(b, func(x *mat.Dense) *mat.Dense {
		d, err := manifold.Distances(x)
		if err != nil {
			b.Fatal(err)
		}
		return d
	}, func(d *mat.Dense) error { _, err := manifold.SMACOF{MaxIter: 20}.Fit(d); return err })
}
