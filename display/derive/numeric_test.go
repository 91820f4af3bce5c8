package derive

import (
	"math"
	"testing"
)

// TestIntegral compares with integrals in closed form.
func TestIntegral(t *testing.T) {
	inf := math.Inf(1)
	normal := func(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }
	for _, c := range []struct {
		name            string
		f               func(float64) float64
		a, b, want, tol float64
	}{
		{"sin", math.Sin, 0, math.Pi, 2, 1e-11},
		{"reversed", math.Sin, math.Pi, 0, -2, 1e-11},
		{"sqrt", math.Sqrt, 0, 1, 2.0 / 3, 1e-9},
		{"step", func(x float64) float64 { return math.Floor(3 * x) }, 0, 1, 1, 1e-6},
		{"normal", normal, -inf, inf, 1, 1e-10},
		{"half normal", normal, 0, inf, 0.5, 1e-10},
		{"exponential", func(x float64) float64 { return math.Exp(-x) }, 0, inf, 1, 1e-10},
		{"empty", math.Sin, 1, 1, 0, 0},
	} {
		if got := Integral(c.f, c.a, c.b); !(math.Abs(got-c.want) <= c.tol) {
			t.Errorf("%s: got %.15g, want %.15g", c.name, got, c.want)
		}
	}
	if got := Integral(func(float64) float64 { return math.NaN() }, 0, 1); !math.IsNaN(got) {
		t.Errorf("of NaN: %g", got)
	}
}

func TestDerivative(t *testing.T) {
	for _, x := range []float64{-2, 0, 0.5, 10} {
		if got := Derivative(math.Sin, x); math.Abs(got-math.Cos(x)) > 1e-9 {
			t.Errorf("sin′(%g): got %g, want %g", x, got, math.Cos(x))
		}
	}
	g := Gradient(func(x []float64) float64 { return x[0]*x[0] + 3*x[0]*x[1] }, []float64{1, 2})
	if math.Abs(g[0]-8) > 1e-9 || math.Abs(g[1]-3) > 1e-9 {
		t.Errorf("gradient %v, want [8 3]", g)
	}
}
