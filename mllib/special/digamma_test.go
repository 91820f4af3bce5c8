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

// TestRests: values by mpmath to 20 digits, also where the function itself has no digits left for them.
func TestRests(t *testing.T) {
	for _, c := range []struct{ x, stirling, psi, psi1 float64 }{
		{1e-3, 2.5422704679670945415, 993.66781665282814262, 999001.64253319582737},
		{.5, 0.15342640972002734529, 1.27036284546147817, 2.9348022005446793094},
		{1, 0.08106146679532725822, 0.57721566490153286061, 0.64493406684822643647},
		{3, 0.027677925684998339149, 0.175827953569642552, 0.061600733514893103139},
		{9.5, 0.008768700134139385463, 0.053553922203545617424, 0.0057341305743621902677},
		{20, 0.0041663196919969224575, 0.025208281311841942558, 0.0012708229352031198315},
		{1e6, 8.3333333333330555556e-8, 5.0000008333333333333e-7, 5.0000016666666666663e-13},
		{3.4e15, 2.4509803921568627451e-17, 1.4705882352941177191e-16, 4.3252595155709346801e-32},
		{1e24, 8.3333333332774370228e-26, 5.0000000000000000839e-25, 5.0000000000000001678e-49},
	} {
		if got := StirlingRest(c.x); math.Abs(got-c.stirling) > 4e-15*c.stirling && math.Abs(got-c.stirling) > 2e-15 {
			t.Errorf("log Γ(%v) is %.17g above Stirling's formula, want %.17g", c.x, got, c.stirling)
		}
		if got := DigammaRest(c.x); math.Abs(got-c.psi) > 1e-14*c.psi {
			t.Errorf("log %v - ψ = %.17g, want %.17g", c.x, got, c.psi)
		}
		if got := TrigammaRest(c.x); math.Abs(got-c.psi1) > 1e-14*c.psi1 {
			t.Errorf("ψ'(%v) - 1/x = %.17g, want %.17g", c.x, got, c.psi1)
		}
	}
	for _, x := range []float64{0, -1, math.NaN()} {
		if !math.IsNaN(StirlingRest(x)) || !math.IsNaN(DigammaRest(x)) || !math.IsNaN(TrigammaRest(x)) {
			t.Errorf("of %v: %v, %v, %v, want NaN", x, StirlingRest(x), DigammaRest(x), TrigammaRest(x))
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
