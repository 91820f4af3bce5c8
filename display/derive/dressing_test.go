package derive_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/derive"
)

// TestDressings: what is to be shown earns nothing where it is scaled, has terms or factors inserted that cancel, or is written in another notation.
func TestDressings(t *testing.T) {
	const because = ` \because{an idea}` + "\n"
	chain := func(relation string, sides ...string) string {
		s := sides[0]
		for _, side := range sides[1:] {
			s += " " + relation + " " + side + because
		}
		return s
	}
	dressings := []struct {
		name   string
		answer func(l, rel, r, s string) string // s is a term of the task's kind
	}{
		{"a term and its negative", func(l, rel, r, s string) string {
			return l + " = " + l + " + " + s + " - " + s + because + rel + r + because
		}},
		{"the same on the right", func(l, rel, r, s string) string {
			return chain(rel, l, r+" - ("+s+") + "+s) + " = " + r + because
		}},
		{"terms that cancel in brackets", func(l, rel, r, s string) string {
			return l + " = " + l + " + 2(" + s + " - (" + l + ")) + 2(" + l + ") - 2(" + s + ")" + because + rel + r + because
		}},
		{"doubled and moved", func(l, rel, r, s string) string {
			d := func(k int) string { return fmt.Sprintf("%d(%s) - %d(%s)", k, l, k, r) }
			return d(1) + " = " + d(2) + " - (" + d(1) + ")" + because + rel + " 0" + because
		}},
		{"twice, thrice", func(l, rel, r, s string) string {
			d := func(k int) string { return fmt.Sprintf("%d(%s) - %d(%s)", k, l, k, r) }
			if rel != "=" {
				return chain(rel, d(2), "0")
			}
			return chain("=", d(1), d(2), d(3), "0")
		}},
		{"the mean of both sides", func(l, rel, r, s string) string {
			return chain(rel, l, `\tfrac12 (`+l+") + "+`\tfrac12 (`+r+")", r)
		}},
		{"a third and two thirds", func(l, rel, r, s string) string {
			return chain(rel, l, `\frac{(`+l+") + 2 ("+r+`)}{3}`, r)
		}},
		{"a number that is one", func(l, rel, r, s string) string {
			return l + ` = \tfrac32 \cdot \tfrac23 (` + l + ")" + because + rel + r + because
		}},
		{"notation that is nothing", func(l, rel, r, s string) string {
			return `\let \zeta = ` + s + " - " + s + "\n" + l + " = " + l + ` + \zeta` + because + rel + r + because
		}},
		{"both sides doubled by equivalence", func(l, rel, r, s string) string {
			return "2(" + l + ")" + rel + "2(" + r + ")" + because + ` \iff ` + l + rel + r + because
		}},
		{"a term on both sides by equivalence", func(l, rel, r, s string) string {
			return l + " + " + s + rel + r + " + " + s + because + ` \iff ` + l + rel + r + because
		}},
	}
	named := len(dressings)
	// What changes nothing around the left side, L.
	for _, w := range strings.Fields(`0!L \binom{1}{0}L \sqrt{1}L |-1|L 1^{1+1}L 2^{-1}\cdot2L 1\times{}L \cos(0)L \lceil0.5\rceil{}L \max(1,0)L
		\mathbf1\{0<1\}L \sum_{\zeta=1}^1L \prod_{\zeta=1}^1L \tfrac14\sum_{\zeta=1}^4L L+\log(1) L+\sin(0) L+\mathbf1\{1<0\} \max(L,L-1) \sgn(L)|L|
		(2-1)L \frac{3-1}{2}L \frac{1+\pi}{1+\pi}L \frac{\pi{}L}{\pi} (L)_+-(-L)_+ \tfrac14((L+1)^2-(L-1)^2) L+(L-R)^2 \min(L,R)`) {
		dressings = append(dressings, struct {
			name   string
			answer func(l, rel, r, s string) string
		}{w, func(l, rel, r, s string) string {
			dressed := strings.NewReplacer("L", "("+l+")", "R", "("+r+")", "{}", " ").Replace(w)
			return chain(rel, l, dressed, r)
		}})
	}
	// Inequalities that hold for any two numbers L and R.
	for _, text := range []string{`L \le \max(L,R) B = L + (R-L)_+ B`, `0 \le \sqrt{(R-L)^2} B = |R-L| B`, `|R-L| \ge 0 B \iff L \le R B`, `(R-L)^2 \ge 0 B \iff L \le R B`} {
		dressings = append(dressings, struct {
			name   string
			answer func(l, rel, r, s string) string
		}{text, func(l, rel, r, s string) string {
			return strings.NewReplacer("L", "("+l+")", "R", "("+r+")", "B", because).Replace(text)
		}})
	}
	sums := derive.Task{Given: `n \in \{2,3,4\}, \ a_1,\dots,a_n, b_1,\dots,b_n \in \mathbb{R}`,
		Show: `\sum_{i=1}^n \sum_{j=1}^n (a_i b_j - a_j b_i)^2 = 2 \sum_{i=1}^n a_i^2 \sum_{j=1}^n b_j^2 - 2 \left(\sum_{i=1}^n a_i b_i\right)^2`}
	for k, task := range []struct {
		derive.Task
		term string
	}{{square, "x"}, {sumSquare, "a"}, {means, "ab"}, {parallel, `x^\top y`}, {quotient, "b"}, {variance, `E[X]`}, {neighbour, "t^2"}, {cauchy, `x^\top x`}, {positive, "xy"},
		{sums, "n"}, {pushThrough, `X^\top y`}, {root, "x^3"}} {
		rel := map[bool]string{true: ` \le `, false: " = "}[strings.Contains(task.Show, ` \le `)]
		l, r, _ := strings.Cut(task.Show, rel)
		for i, d := range dressings {
			if l == "t" && i >= named { // a letter stands in all formulas: whether it is the side of the claim cannot be seen
				continue
			}
			if os.Getenv("MERCER_SLOW") != "1" && (i+k)%4 != 0 {
				continue
			}
			t.Run(task.Show+"/"+d.name, func(t *testing.T) {
				t.Parallel()
				answer := strings.ReplaceAll(d.answer(l, rel, r, task.term), "an idea", "multiplied out and collected")
				a, err := task.Assess(answer)
				if err != nil || a.Outcome != check.Wrong || a.Share > 0 {
					t.Errorf("%v, share %g: %s; %v\n%s", a.Outcome, a.Share, a.Says, err, answer)
				}
			})
		}
	}
	for _, c := range []struct {
		task   derive.Task
		answer string
	}{
		{sums, `\sum_{i=1}^n \sum_{j=1}^n (a_i b_j - a_j b_i)^2 = \sum_{k=1}^n \sum_{m=1}^n (a_k b_m - a_m b_k)^2 \because{other letters}
			= 2 \sum_{i=1}^n a_i^2 \sum_{j=1}^n b_j^2 - 2 \left(\sum_{i=1}^n a_i b_i\right)^2 \because{Lagrange's identity}`},
		{derive.Task{Given: `a, b \in \mathbb{R}`, Show: `e^{a+b} + e^{a-b} = e^a (e^b + e^{-b})`}, `e^{a+b} + e^{a-b} = \exp(a+b) + \exp(a-b) \because{notation}
			= e^a (e^b + e^{-b}) \because{the powers of e}`},
		{signs, `x^2 > x \iff \neg \neg (x^2 > x) \because{twice denied}
			\iff x < 0 \lor x > 1 \because{signs}`},
	} {
		if a, err := c.task.Assess(c.answer); err != nil || a.Outcome != check.Wrong || a.Share > 0 {
			t.Errorf("%v, share %g: %s; %v\n%s", a.Outcome, a.Share, a.Says, err, c.answer)
		}
	}
}
