package judge

import "testing"

// What is left beside 0 where numbers cancel violates nothing; a bound that is exceeded by as little between small numbers does.
func TestViolated(t *testing.T) {
	for _, c := range []struct {
		scale, slack float64
		want         bool
	}{{6.9e-18, -6.9e-18, false}, {1e-15, -1e-15, false}, {1e-10, -1e-10, true}, {6.9e-18, -3e-18, true}, {1e-30, -1e-30, true}} {
		f := finding{holds: true, finite: true, order: true, scale: c.scale, slack: c.slack}
		if f.violated() != c.want {
			t.Errorf("a slack of %g at scale %g: violated is %v", c.slack, c.scale, !c.want)
		}
	}
}

func TestInLatex(t *testing.T) {
	for prose, want := range map[string]string{
		`$\sgn(b)\,b=|b|$, by $\Var$`: `$\operatorname{sgn}(b)\,b=|b|$, by $\operatorname{Var}$`,
		`a price of 3$`:               `a price of 3$`,
		`words\sgn`:                   `words\sgn`,
	} {
		if got := inLatex(prose); got != want {
			t.Errorf("%s: %s, want %s", prose, got, want)
		}
	}
}
