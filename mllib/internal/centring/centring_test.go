package centring

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// columns has a row (constant, near 0, far from 0) for each of n observations.
func columns(n int, constant float64) *mat.Dense {
	g := rand.New(rand.NewPCG(1, uint64(n)))
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		v := g.NormFloat64()
		x.SetRow(i, []float64{constant, v, 1e9 + v})
	}
	return x
}

func TestColumns(t *testing.T) {
	for _, c := range []float64{.1, 1. / 3, -1e300, 5e-324, 0, 1} {
		for _, n := range []int{1, 2, 3, 7, 149, 150} {
			x := columns(n, c)
			plain := mat.DenseCopyOf(x)
			mean, largest := Columns(x)
			if want := max(math.Abs(c), 1e9); !(largest >= want && largest < 1.1*want) {
				t.Errorf("%v, n = %d: largest %v, want %v", c, n, largest, want)
			}
			if mean[0] != c {
				t.Errorf("%v, n = %d: the mean is %v", c, n, mean[0])
			}
			for i := range n {
				if x.At(i, 0) != 0 {
					t.Fatalf("%v, n = %d: row %d of a constant column is %v", c, n, i, x.At(i, 0))
				}
				for j := 1; j < 3; j++ {
					if off := math.Abs(x.At(i, j) + mean[j] - plain.At(i, j)); off > 2.4e-7 {
						t.Errorf("n = %d: row %d of column %d and its mean are off by %v", n, i, j, off)
					}
				}
			}
			for j := 1; j < 3; j++ {
				if s := mat.Sum(x.ColView(j)); math.Abs(s) > 1e-15*float64(n*n) {
					t.Errorf("n = %d: column %d has the sum %v", n, j, s)
				}
			}
		}
	}
}

func TestConstant(t *testing.T) {
	for _, c := range []struct {
		v    []float64
		want bool
	}{{[]float64{2}, true}, {[]float64{.1, .1, .1}, true}, {[]float64{.1, .1, math.Nextafter(.1, 1)}, false}, {[]float64{0, math.Copysign(0, -1)}, true}, {[]float64{1, 2, 1}, false}} {
		if got := Constant(len(c.v), func(i int) float64 { return c.v[i] }); got != c.want {
			t.Errorf("%v: %v, want %v", c.v, got, c.want)
		}
	}
}
