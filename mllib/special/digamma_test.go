package special

import (
	"math"
	"testing"
)

// TestDigamma: values by mpmath to 20 digits.
func TestDigamma(t *testing.T) {
	for _, c := range []struct{ x, psi, psi1 float64 }{
		{1e-3, -1000.5755719318103005, 1000001.6425331958690},
		{.5, -1.9635100260214234794, 4.9348022005446793094},
		{1, -0.57721566490153286061, 1.6449340668482264365},
		{2, 0.42278433509846713939, 0.64493406684822643647},
		{10, 2.2517525890667211077, 0.10516633568168574612},
		{1e6, 13.815510057964190771, 1.0000005000001666667e-6},
	} {
		if got := Digamma(c.x); math.Abs(got-c.psi) > 2e-15*(1+math.Abs(c.psi)) {
			t.Errorf("ψ(%v) = %.17g, want %.17g", c.x, got, c.psi)
		}
		if got := Trigamma(c.x); math.Abs(got-c.psi1) > 4e-15*c.psi1 {
			t.Errorf("ψ'(%v) = %.17g, want %.17g", c.x, got, c.psi1)
		}
	}
}

// TestDigammaLaws: both recurrences, ψ as the slope of log Γ and ψ' as that of ψ.
func TestDigammaLaws(t *testing.T) {
	for x := .07; x < 1e4; x *= 1.13 {
		if got, want := Digamma(x+1)-Digamma(x), 1/x; math.Abs(got-want) > 1e-14*(1+want+math.Abs(Digamma(x))) {
			t.Errorf("ψ(%v+1) - ψ(%v) = %v, want %v", x, x, got, want)
		}
		if got, want := Trigamma(x)-Trigamma(x+1), 1/x/x; math.Abs(got-want) > 1e-14*(1+want)+1e-14*Trigamma(x) {
			t.Errorf("ψ'(%v) - ψ'(%v+1) = %v, want %v", x, x, got, want)
		}
		h := 1e-4 * x
		up, _ := math.Lgamma(x + h)
		down, _ := math.Lgamma(x - h)
		if got, want := Digamma(x), (up-down)/(2*h); math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
			t.Errorf("ψ(%v) = %v, the slope of log Γ is %v", x, got, want)
		}
		if got, want := Trigamma(x), (Digamma(x+h)-Digamma(x-h))/(2*h); math.Abs(got-want) > 1e-6*want {
			t.Errorf("ψ'(%v) = %v, the slope of ψ is %v", x, got, want)
		}
	}
	for _, x := range []float64{0, -1, math.NaN()} {
		if !math.IsNaN(Digamma(x)) || !math.IsNaN(Trigamma(x)) {
			t.Errorf("at %v: %v and %v, want NaN", x, Digamma(x), Trigamma(x))
		}
	}
	if !math.IsInf(Digamma(math.Inf(1)), 1) || Trigamma(math.Inf(1)) != 0 {
		t.Errorf("at +Inf: %v and %v", Digamma(math.Inf(1)), Trigamma(math.Inf(1)))
	}
}
