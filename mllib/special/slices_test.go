package special_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/special"
)

// TestSlices: functions of slices are those of numbers, to rounding, in place too.
func TestSlices(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for name, f := range map[string]struct {
		slice  func(dst, x []float64)
		number func(float64) float64
		draw   func() float64
	}{
		"ExpTo":      {special.ExpTo, math.Exp, func() float64 { return 100 * r.NormFloat64() }},
		"LogTo":      {special.LogTo, math.Log, func() float64 { return math.Exp(100 * r.NormFloat64()) }},
		"Log1pTo":    {special.Log1pTo, math.Log1p, func() float64 { return math.Expm1(3 * r.NormFloat64()) }},
		"TanhTo":     {special.TanhTo, math.Tanh, r.NormFloat64},
		"SigmoidTo":  {special.SigmoidTo, special.Sigmoid, func() float64 { return 100 * r.NormFloat64() }},
		"Log1pExpTo": {special.Log1pExpTo, special.Log1pExp, func() float64 { return 100 * r.NormFloat64() }},
	} {
		x, dst := make([]float64, 1001), make([]float64, 1001)
		for i := range x {
			x[i] = f.draw()
		}
		f.slice(dst, x)
		for i, v := range x {
			near(t, fmt.Sprintf("%s of %v", name, v), dst[i], f.number(v), 1e-15)
		}
		f.slice(x, x)
		for i, v := range dst {
			if x[i] != v {
				t.Fatalf("%s in place: number %d is %v, want %v", name, i, x[i], v)
			}
		}
		if f.slice(x[:3], dst); !math.IsNaN(x[0]) || !math.IsNaN(x[2]) || math.IsNaN(x[3]) {
			t.Errorf("%s into a shorter slice: %v, want NaN in the first three", name, x[:4])
		}
	}
}

func ExampleExpTo() {
	x := []float64{-1000, -1, 0, 1, 1000}
	special.ExpTo(x, x)
	fmt.Printf("%.4f\n", x)
	// Output:
	// [0.0000 0.3679 1.0000 2.7183 +Inf]
}

func BenchmarkExpTo(b *testing.B) {
	for _, n := range []int{10, 1000} {
		x, dst := make([]float64, n), make([]float64, n)
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				special.ExpTo(dst, x)
			}
		})
	}
}
