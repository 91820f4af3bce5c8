package grade_test

import (
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/derive"
	"github.com/mercer-go/mercer/display/grade"
)

// TestFooled has answers that are no proofs and what they get. Where one of them is found wrong one day, the package comment has a line too many.
func TestFooled(t *testing.T) {
	thin := grade.Proof{Seed: 31, Task: derive.Task{Given: `a \in \mathbb{R}^3, \quad u \in S^2`, Show: `(a^\top u)^2 \le \|a\|^2`}}
	root := grade.Proof{Seed: 32, Task: derive.Task{Given: `-1 \le x \le 40`, Show: `\sqrt{x^2} = |x|`}}
	small := grade.Proof{Seed: 33, Task: derive.Task{Given: `x \in \mathbb{R}`, Show: `\int_0^1 2xt\,dt = x`}}
	var padding strings.Builder
	for i, from := 0, "4xy"; i < 12; i++ {
		padding.WriteString(from + " = " + from + ` + \log e^x - x \because{$x$ is added and taken away}` + "\n")
		from += ` + \log e^x - x`
	}
	for _, c := range []struct {
		name   string
		proof  grade.Proof
		answer string
		points float64 // of 8
	}{
		{"a step as hard as the task", square, `4xy = 4xy + \log e^x - x \because{$x$ is added and taken away}
			\le (x+y)^2 \because{the theorem of the arithmetic mean}`, 8},
		{"a wrong reason", square, `4xy = (x+y)^2 - (x-y)^2 \because{by the theorem of Pythagoras}
			\le (x+y)^2 \because{by the theorem that is to be shown}`, 8},
		{"steps of no help", square, `4xy = 4xy (\cos^2 x + \sin^2 x) \because{a factor that is one}
			\le (x+y)^2 \because{the means}`, 8},
		{"padding", square, padding.String(), 2},
		{"false at one point of a sphere", thin, `(a^\top u)^2 = (a^\top u)^2 + \mathbf 1\{u = \tfrac13(1,2,2)\} \because{the indicator is zero}
			\le \|a\|^2 \because{Cauchy and Schwarz}`, 8},
		{"no value at a few points", root, `\sqrt{x^2} = x + 0\cdot\int_0^1 t^{x-\frac{999}{1000}}\,dt \because{the root of a square}
			= |x| \because{the absolute value}`, 8},
		{"false by less than the tolerance", small, `\int_0^1 2xt\,dt = x + 10^{-11} \because{the fundamental theorem}
			x = \int_0^1 x\,dt \because{a constant}
			\int_0^1 x\,dt = x + 10^{-11} \because{the fundamental theorem}`, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if r := grades(t, c.proof, c.answer); points(r, 8) != c.points || (r.Outcome == check.Right) != (c.points == 8) {
				t.Errorf("%g points, and not %g: %s", points(r, 8), c.points, r.Says)
			}
		})
	}
}
