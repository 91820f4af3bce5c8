package derive

import (
	"strings"
	"testing"
)

// TestAttained has strict inequalities that are equations at a place that no floating-point number is: they are no steps, and it is said
// where. Such as come near to equality only far out, or where a point is left out, hold.
func TestAttained(t *testing.T) {
	for _, c := range []struct {
		text, at string // at is "" where it holds
	}{
		{`\given x \in \mathbb{R}
		\sin x < 1 \because{the sine is bounded}`, "x = "},
		{`\given x \in \mathbb{R}
		x^2 - 2\sqrt2 x + 2 > 0 \because{a square}`, "x = 1.41421"},
		{`\given p \in (0,1)
		-p\log p < \frac1e \because{the maximum}`, "p = 0.367879"},
		{`\given x, y \in \mathbb{R}
		\sin x \cos y < 1 \because{both are bounded}`, "y = "},
		{`\given x \in \mathbb{R}, \quad x \ne \sqrt2
		x^2 - 2\sqrt2 x + 2 > 0 \because{a square}`, ""},
		{`\given x \in \mathbb{R}
		\tanh x < 1 \because{the hyperbolic tangent is bounded}`, ""},
		{`\given x \in \mathbb{R}, \quad x \ne 0
		1 + x < e^x \because{strict convexity}`, ""},
		{`\given x \in (0, \tfrac{\pi}{2})
		\sin x < x \because{concavity}`, ""},
		{`\given a, b > 0, \quad a \ne b
		\sqrt{ab} < \frac{a+b}{2} \because{the means}`, ""},
		{`\given p \in (0,1), \quad p \ne \tfrac12
		-p\log p - (1-p)\log(1-p) < \log 2 \because{the largest entropy}`, ""},
		{`\given x, y \in \mathbb{R}
		x^2+y^2 \le 1 \implies x+y < \sqrt 2 \because{Cauchy-Schwarz}`, "x = 0.707107, y = 0.707107"},
		{`\given x, y \in \mathbb{R}, \quad x^2+y^2 \le 1
		x+y < \sqrt 2 \because{Cauchy-Schwarz}`, "x = 0.707107, y = 0.707107"},
		{`\given x, y \in \mathbb{R}, \quad x^2+y^2 < 1
		x+y < \sqrt 2 \because{Cauchy-Schwarz}`, ""},
	} {
		v := Judge("T", c.text)
		if len(v.Problems) > 0 {
			t.Fatalf("%s\n%v", c.text, v.Err())
		}
		s := v.Steps[0]
		told := strings.Contains(strings.Join(s.Flaws, " "), "equal to all digits at ")
		if holds := s.Mark == Holds || s.Mark == Exact; holds != (c.at == "") || told != (c.at != "") || !strings.Contains(strings.Join(s.Flaws, " "), c.at) {
			t.Errorf("%s\n%s: %v", c.text, s.Mark, s.Flaws)
		}
	}
}
