package dense

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/gonum"
)

// TestCondition: the estimates are those of gonum, also where numbers overflow on the way, and for singular matrices.
func TestCondition(t *testing.T) {
	units := []struct {
		name string
		by   func(i int) float64
	}{
		{"near 1", func(int) float64 { return 1 }},
		{"near 1e-300", func(int) float64 { return 1e-300 }},
		{"near 1e300", func(int) float64 { return 1e300 }},
		{"down to 1e-300", func(i int) float64 { return math.Pow(10, -6*float64(i)) }},
		{"singular", func(i int) float64 { return min(float64(i), 1) }},
		{"not finite", func(i int) float64 { return 1 / float64(i) }},
	}
	var reference gonum.Implementation
	for _, n := range []int{5, 33, 50, 70} {
		for _, u := range units {
			r := newRandom(uint64(n))
			a := r.byRows(n, n+3)
			a.cols = n
			for i := range n {
				a.set(i, i, 10+a.at(i, i))
				for j := range n {
					a.set(i, j, a.at(i, j)*math.Sqrt(u.by(i))*math.Sqrt(u.by(j)))
				}
			}
			for _, norm := range []lapack.MatrixNorm{lapack.MaxRowSum, lapack.MaxColumnSum} {
				estimate := func(l interface {
					Dgecon(lapack.MatrixNorm, int, []float64, int, float64, []float64, []int) float64
				}) float64 {
					return l.Dgecon(norm, n, a.data, a.down, 3.5, make([]float64, 4*n), make([]int, n))
				}
				closeTo(t, u.name, n, estimate(LAPACK{}), estimate(reference))
			}
			for _, uplo := range []blas.Uplo{blas.Upper, blas.Lower} {
				estimate := func(l interface {
					Dpocon(blas.Uplo, int, []float64, int, float64, []float64, []int) float64
				}) float64 {
					return l.Dpocon(uplo, n, a.data, a.down, 3.5, make([]float64, 3*n), make([]int, n))
				}
				closeTo(t, u.name, n, estimate(LAPACK{}), estimate(reference))
			}
		}
	}
}

// TestSymmetricNorm: the norms are gonum's, to the last bit, also with NaN.
func TestSymmetricNorm(t *testing.T) {
	for n := range 60 {
		for _, special := range []bool{false, true} {
			r := newRandom(uint64(n))
			r.special = special
			a := r.byRows(n, n+2)
			for _, norm := range []lapack.MatrixNorm{lapack.MaxRowSum, lapack.MaxColumnSum, lapack.Frobenius, lapack.MaxAbs} {
				for _, uplo := range []blas.Uplo{blas.Upper, blas.Lower} {
					got := LAPACK{}.Dlansy(norm, uplo, n, a.data, a.down, make([]float64, n))
					want := gonum.Implementation{}.Dlansy(norm, uplo, n, a.data, a.down, make([]float64, n))
					if math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
						t.Errorf("norm %c of triangle %c, order %d: %v, gonum has %v", norm, uplo, n, got, want)
					}
				}
			}
		}
	}
}

// closeTo demands two equal estimates, to rounding.
func closeTo(t *testing.T, what string, n int, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-12*want) && !(math.IsNaN(got) && math.IsNaN(want)) {
		t.Errorf("%s, order %d: %v, gonum has %v", what, n, got, want)
	}
}
