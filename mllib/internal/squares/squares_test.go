package squares_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"gonum.org/v1/gonum/floats"
)

// TestBetween: it is what a lane computes.
func TestBetween(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for d := 1; d < 30; d++ {
		x, z, lane, points := make([]float64, d), make([]float64, d), make([]float64, lanes.Width), make([]float64, lanes.Width*d)
		for j := range x {
			x[j], z[j] = r.NormFloat64()*math.Exp(9*r.NormFloat64()), r.NormFloat64()
			points[j*lanes.Width] = z[j]
		}
		lanes.Squared(lane, x, points)
		if got := squares.Between(x, z); got != lane[0] {
			t.Errorf("d = %d: %v, a lane %v", d, got, lane[0])
		}
	}
}

// TestOff: the bound holds the error of either sum, also after a centre was subtracted.
func TestOff(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 3000 {
		d, scale, far := 1+r.IntN(60), math.Pow(10, float64(r.IntN(270)-160)), math.Pow(10, float64(r.IntN(16)))
		x, z := make([]float64, d), make([]float64, d)
		a, b := make([]float64, d), make([]float64, d)
		exact := new(big.Float).SetPrec(2000)
		for j := range x {
			x[j], z[j] = scale*(far+r.NormFloat64()), scale*(far+r.NormFloat64())
			centre := scale * far * r.Float64()
			a[j], b[j] = x[j]-centre, z[j]-centre
			v := new(big.Float).SetPrec(2000).SetFloat64(x[j])
			v.Sub(v, new(big.Float).SetFloat64(z[j]))
			exact.Add(exact, v.Mul(v, v))
		}
		norms := floats.Dot(a, a) + floats.Dot(b, b)
		products := floats.Dot(a, a) - 2*floats.Dot(a, b) + floats.Dot(b, b)
		for name, got := range map[string]float64{"by products": products, "one by one": squares.Between(x, z)} {
			off := new(big.Float).SetPrec(2000).SetFloat64(got)
			off.Sub(off, exact)
			if off.Abs(off).Cmp(big.NewFloat(squares.Off(d, norms))) > 0 {
				t.Fatalf("d = %d, scale %g, %g away: %s off by %g, want at most %g", d, scale, far, name, off, squares.Off(d, norms))
			}
		}
	}
}
