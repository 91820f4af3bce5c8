package lanes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestSquared holds the version in use against the plain formula, point by point, to the last bit.
func TestSquared(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := 0; n <= 28; n += Width {
		for d := range 20 {
			x, points := make([]float64, d), make([]float64, n*d)
			fill(rnd, x)
			fill(rnd, points)
			got, plain := make([]float64, n), make([]float64, n)
			for i := range got {
				got[i], plain[i] = math.NaN(), math.NaN()
			}
			Squared(got, x, points)
			if n > 0 && d > 0 {
				squaredGo(plain, x, points)
			} else {
				clear(plain)
			}
			for k := range got {
				want := 0.0
				for j, v := range x {
					a := v - points[j*n+k]
					want += float64(a * a)
				}
				if !same(got[k], want) || !same(plain[k], want) {
					t.Fatalf("n = %d, d = %d, point %d: got %v, the version in Go %v, want %v", n, d, k, got[k], plain[k], want)
				}
			}
		}
	}
}

// fill draws numbers of very different sizes, some of them infinite.
func fill(rnd *rand.Rand, v []float64) {
	for i := range v {
		v[i] = rnd.NormFloat64() * math.Exp(20*rnd.NormFloat64())
		if rnd.IntN(50) == 0 {
			v[i] = math.Inf(1 - 2*rnd.IntN(2))
		}
	}
}

func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
}

func TestPanics(t *testing.T) {
	floats := func(n int) []float64 { return make([]float64, n) }
	for name, f := range map[string]func(){
		"squares of 3 points":        func() { Squared(floats(3), floats(2), floats(6)) },
		"squares of too few points":  func() { Squared(floats(4), floats(2), floats(7)) },
		"squares of too many points": func() { Squared(floats(4), floats(2), floats(9)) },
		"products with 3 rows":       func() { Inner(floats(8), make([]float32, 24), floats(3)) },
		"products with rows of 4":    func() { Inner(floats(4), make([]float32, 16), floats(4)) },
		"two products, one longer":   func() { InnerTwo(floats(8), floats(16), make([]float32, 32), floats(4), floats(4)) },
		"two sums, one shorter":      func() { AddRowsTwo(floats(16), floats(8), make([]float32, 64), floats(4), floats(4)) },
		"sums of too few numbers":    func() { AddRows(floats(8), make([]float32, 31), floats(4)) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func BenchmarkSquared(b *testing.B) {
	for _, c := range []struct{ n, d int }{{4, 2}, {12, 16}, {100, 50}} {
		x, points, dst := make([]float64, c.d), make([]float64, c.n*c.d), make([]float64, c.n)
		for name, f := range map[string]func(dst, x, points []float64){"in use": Squared, "Go": squaredGo} {
			b.Run(fmt.Sprintf("n=%d/d=%d/%s", c.n, c.d, name), func(b *testing.B) {
				for b.Loop() {
					f(dst, x, points)
				}
			})
		}
	}
}
