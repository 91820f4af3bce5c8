package syntax

import "testing"

// TestDifferentialInNumerator reads a dx in the numerator of the integrand as one behind the fraction.
func TestDifferentialInNumerator(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{`\int_0^1 \frac{dt}{1+t^2}`, `\int_0^1 \frac{1}{1+t^2}\,dt`},
		{`\int_0^1 \frac{t\,dt}{1+t^2} + 1`, `\int_0^1 \frac{t}{1+t^2}\,dt + 1`},
		{`\int \tfrac{f(x)\,dx}{2} = 1`, `\int \frac{f(x)}{2}\,dx = 1`},
		{`\int_0^1 2 \frac{(s+1)\,ds}{(s+3)^2}`, `\int_0^1 2 \frac{(s+1)}{(s+3)^2}\,ds`},
		{`\int_0^1 \int_0^s \frac{du}{1+u}\,ds`, `\int_0^1 \int_0^s \frac{1}{1+u}\,du\,ds`},
	} {
		x, err := ParseExpr(c.a)
		if err != nil {
			t.Errorf("%s: %v", c.a, err)
			continue
		}
		y, err := ParseExpr(c.b)
		if err != nil || SExpr(x) != SExpr(y) {
			t.Errorf("%s is read as\n%s, want\n%s (%v)", c.a, SExpr(x), SExpr(y), err)
		}
	}
	for _, s := range []string{`\int_0^1 \frac{d}{dx} f(x)\,dx`, `\int_0^1 \frac{df(x)}{dx}\,dx`} {
		if x, err := ParseExpr(s); err == nil {
			if _, is := x.(*Integral).Body.(*Diff); !is {
				t.Errorf("%s: the derivative is read as %s", s, SExpr(x))
			}
		}
	}
	if _, err := ParseExpr(`\int_0^1 \frac{t}{1+t^2}`); err == nil {
		t.Error("an integral without dx is read")
	}
}
