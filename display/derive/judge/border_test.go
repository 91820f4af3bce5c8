package judge

import (
	"math"
	"testing"
)

func TestSecant(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(float64) float64
		from float64
		want float64
		ok   bool
	}{
		{"affine, far", func(x float64) float64 { return 2*x - 15838 }, 0.3, 7919, true},
		{"root of 2", func(x float64) float64 { return x*x - 2 }, 0.9, math.Sqrt2, true},
		{"one side of a kink", func(x float64) float64 { return math.Abs(x-0.7) - 0.1 }, 0.1, 0.6, true},
		{"no zero", func(x float64) float64 { return math.Exp(-x) + 1 }, 0, 0, false},
		{"constant", func(float64) float64 { return 3 }, 0, 0, false},
	} {
		got, ok := secant(func(x float64) (float64, bool) { return c.f(x), true }, c.from)
		if ok != c.ok || ok && math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %g, %t; want %g, %t", c.name, got, ok, c.want, c.ok)
		}
	}
}

func TestFractionNear(t *testing.T) {
	for x, want := range map[float64]string{1.0 / 3: "1/3", -2.25: "-9/4", 355.0 / 113: "355/113"} {
		if got := fractionNear(x); got == nil || got.String() != want {
			t.Errorf("%g: %v, want %s", x, got, want)
		}
	}
	for _, x := range []float64{math.Sqrt2, math.Pi} {
		if got := fractionNear(x); got != nil {
			t.Errorf("%g is taken for %v", x, got)
		}
	}
}
