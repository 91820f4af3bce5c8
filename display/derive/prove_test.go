package derive

import (
	"math"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/internal/golden"
)

const bayesText = `
	\given  x, m_0, m_1 \in \mathbb{R}^3, \quad \Sigma \succ 0
	\let    r_i^2 = (x-m_i)^\top \Sigma^{-1} (x-m_i)
	\let    f_i(x) = (2\pi)^{-3/2} |\Sigma|^{-1/2} \exp(-\tfrac12 r_i^2)
	\log\frac{f_1(x)}{f_0(x)} = \tfrac12 (r_0^2 - r_1^2)                 \because{equal determinants}
	    = x^\top \Sigma^{-1}(m_1-m_0) - \tfrac12 (m_1^\top\Sigma^{-1}m_1 - m_0^\top\Sigma^{-1}m_0)   \because{$x^\top\Sigma^{-1}x$ cancels}
	\text{The larger density belongs to the nearer mean:}
	f_1(x) > f_0(x) \iff r_1^2 < r_0^2   \because{the logarithm is increasing}  \refute{r_1^2 > r_0^2}
	\therefore f_1(x) > f_0(x) \iff x^\top \Sigma^{-1}(m_1-m_0) > \tfrac12 (m_1^\top\Sigma^{-1}m_1 - m_0^\top\Sigma^{-1}m_0) \tag{18}
`

// wrongText has a line for each way to fail.
const wrongText = `
	\given x, y \in \mathbb{R}
	(x+y)^2 = x^2 + 2xy + y^2   \because{the binomial formula}  \refute{x^2+y^2}
	    \ge 2xy                 \because{squares are not negative}  \refute{\ge 3xy}
	(x+y)^2 \le 1.999x^2+2y^2   \because{convexity of the square}
	\sqrt{x^2} = x              \because{the root undoes the square}
	x^2 + 1 \ge 2x              \because{calculation}
	x^2 + 1 > 0
	\frac{x}{x} = 1             \because{the fraction is reduced}
`

// TestProveRendering compares with golden files.
func TestProveRendering(t *testing.T) {
	for name, v := range map[string]*Verdict{
		"bayes": Judge("The normal Bayes rule", bayesText, Seed(41)),
		"slips": Judge("Slips", wrongText),
		"go": Judge("Functions and values from Go", `
			\given t \in [0, 1]
			R(t) = \tfrac12 a t^2 \because{the rule of the triangle}
			\sum_{i=0}^1 m_i \le 3 t + 3 \because{$m_0 + m_1 = 3$}  \tag{7}`,
			Func("R", func(t float64) float64 { return t * t }, "the risk that the library computes"), Bind("a", 2), Bind("m", Family(0, []int{1, 2}))),
		"broken": Judge("Broken", "\\given x \\in \\mathbb{R}^2, \\Sigma \\succ 0\n\\let a = \\foo\nx = y \\because{reason}\n1/2x = x/2 \\because{reason}"),
	} {
		golden.Check(t, "prove_"+name+"_golden.md", v.Markdown())
		golden.Check(t, "prove_"+name+"_golden.txt", v.Text())
	}
}

// TestLineAndStatements: what \iff relates to the line above stands below it, without that line a second time.
func TestLineAndStatements(t *testing.T) {
	v := Judge("T", `
		\given a, b \in \mathbb{R}
		(a-b)^2 \ge 0 \because{a square is not negative}
		\iff 2ab \le a^2+b^2 \because{multiplied out}
		a+b \le c \iff a \le c-b \because{moved}`, Bind("c", 1))
	for _, want := range []string{"(a-b)^2 ≥ 0   [", "\n  ✓ ⇔ 2ab ≤ a^2+b^2", "✓ a+b ≤ c ⇔"} {
		if text := v.Text(); !v.Holds() || !strings.Contains(text, want) {
			t.Errorf("got\n%s\nwithout %q", text, want)
		}
	}
}

// TestProveMarks checks single lines: what is true holds, what is false is found out, with the mark, and where it is known the ratio or
// the refuting point.
func TestProveMarks(t *testing.T) {
	for _, c := range []struct {
		text  string
		mark  Mark
		ratio float64 // 0: not checked
		point string
	}{
		{`\given x, y \in \mathbb{R}` + "\n" + `(x-y)(x+y) = x^2-y^2 \because{r}`, Exact, 0, ""},
		{`\given x, y \in \mathbb{R}` + "\n" + `(x-y)(x+y) = x^2-y^2+10^{-12} xy \because{r}`, Fails, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `e^{2x} = e^x e^x \because{r}`, Holds, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `e^{2x} = e^x e^{x+10^{-6}} \because{r}`, Fails, 0, ""},
		// inequalities: a false one far from the points, wrong constants, attained bounds
		{`\given x \in \mathbb{R}` + "\n" + `x^4 + 1 \ge 2x^2 - 10^{-3} \because{r}`, Exact, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `(x-\tfrac{173}{100})^2 > 10^{-8} \because{r}`, Fails, 0, ""},
		{`\given x, y \in \mathbb{R}` + "\n" + `(x+y)^2 \le 3x^2+2y^2 \because{r}`, Exact, 5. / 6, ""},
		{`\given a, b > 0` + "\n" + `\sqrt{ab} \le \frac{a+b}2 \because{r}`, Holds, 1, ""},
		{`\given a, b > 0` + "\n" + `\sqrt{ab} \le 0.999\frac{a+b}2 \because{r}`, Fails, 0, ""},
		{`\given x, y \in \mathbb{R}^3` + "\n" + `|x^\top y| \le \|x\|\|y\| \because{r}`, Holds, 1, ""},
		{`\given x, y \in \mathbb{R}^3` + "\n" + `|x^\top y| \le 0.99\|x\|\|y\| \because{r}`, Fails, 0, ""},
		{`\given t \in [0,1]` + "\n" + `t(1-t) \le \tfrac14 \because{r}`, Exact, 1, ""},
		{`\given t \in [0,1]` + "\n" + `t(1-t) < \tfrac14 \because{r}`, Fails, 0, "t = 0.5"},
		{`\given \Sigma \in \mathbb{S}^2_{++}` + "\n" + `\det\Sigma \le \left(\tfrac12\operatorname{tr}\Sigma\right)^2 \because{r}`, Exact, 1, ""},
		{`\given p \in \Delta_3` + "\n" + `\sum_i p_i^2 \ge \tfrac13 \because{r}`, Exact, 1, ""},
		{`\given p \in \Delta_3` + "\n" + `\sum_i p_i^2 \ge 0.34 \because{r}`, Fails, 0, ""},
		// corners and statements
		{`\given x, y \in \mathbb{R}` + "\n" + `x \ne y \because{r}`, Fails, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `x > 0 \iff x \ge 0 \because{r}`, Fails, 0, "x = 0"},
		{`\given x \in \mathbb{R}` + "\n" + `x^2 > 1 \implies x > 1 \because{r}`, Fails, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `x > 1 \implies x^2 > 1 \because{r}`, Exact, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `x^2 < 0 \implies x > 1 \because{r}`, Flawed, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `\frac xx = 1 \because{r}`, Fails, 0, "x = 0"},
		{`\given x \in \mathbb{R}, x \ne 0` + "\n" + `\frac xx = 1 \because{r}`, Exact, 0, ""},
		{`\given p \in \mathcal{P}(\{0,1\}), X \sim p` + "\n" + `P(X = 1 \mid X \ge 1) = 1 \because{r}`, Fails, 0, ""},
		{`\given p \in \mathcal{P}(\{0,1\}), X \sim p, p(1) > 0` + "\n" + `P(X = 1 \mid X \ge 1) = 1 \because{r}`, Exact, 0, ""},
		{`\given n \in \mathbb{N}` + "\n" + `\sum_{k=1}^n k = \frac{n(n+1)}2 \because{r}`, Exact, 0, ""},
		// approximations
		{`\pi \approx 3.14 \because{r}`, Holds, 0, ""},
		{`\pi \approx 3.15 \because{r}`, Fails, 0, ""},
		{`\pi \approx \tfrac{22}7 \because{r}`, Flawed, 0, ""},
		{`\pi \approx \tfrac{22}7 \because{r} \tol{1e-3}`, Holds, 0, ""},
		{`e^{-7} \approx 9.12\cdot10^{-4} \because{r}`, Holds, 0, ""},
		{`e^{-7} \approx 9.13\cdot10^{-4} \because{r}`, Fails, 0, ""},
		// rounding is no refutation
		{`\given x \in \mathbb{R}` + "\n" + `1 + x - 1 - x \ge 0 \because{r}`, Exact, 0, ""},
		{`\given a, b \in \mathbb{R}` + "\n" + `e^{a}e^{b}e^{-a-b} \ge 1 \because{r}`, Holds, 0, ""},
		{`\given \Sigma \in \mathbb{S}^3_{++}` + "\n" + `\Sigma\Sigma^{-1} = I \because{r}`, Exact, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `\sin^2 x+\cos^2 x = 1 \because{r}`, Holds, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `\cosh^2 x - \sinh^2 x = 1 \because{r}`, Holds, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `\cosh^2 x - \sinh^2 x = 1 + 10^{-7} \because{r}`, Fails, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `(1+x)^2-x^2-2x = 1 \because{r}`, Exact, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `\pi((1+x)^2-x^2-2x) = \pi \because{r}`, Holds, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `\sqrt{x^2+1}-x > 0 \because{r}`, Holds, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `\sqrt{x^2+1}-x > 10^{-6} \because{r}`, Fails, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `\log(1+e^x)-x = \log(1+e^{-x}) \because{r}`, Holds, 0, ""},
		// a difference below every tolerance is one
		{`\given x \in \mathbb{R}` + "\n" + `e^{2x} = e^x e^{x+10^{-12}} \because{r}`, Fails, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `e^x \le e^x - 10^{-20} \because{r}`, Fails, 0, ""},
		{`\given x \in [0,1]` + "\n" + `x \le 1-10^{-12} \because{r}`, Fails, 0, "x = 1"},
		{`\given x \in \{0,1\}` + "\n" + `\mathbf 1\{x = 1\} = x + 10^{-13} \because{r}`, Fails, 0, ""},
		{`\given x \in \mathbb{R}` + "\n" + `\max(x, 0) = \frac{x+|x|}2 + 10^{-13}\,\mathbf 1\{x = 0\} \because{r}`, Fails, 0, "x = 0"},
		// no value is no value, whatever stands beside it
		{`\given x \in \mathbb{R}` + "\n" + `\frac{\pi x}{x} = \pi \because{r}`, Fails, 0, "x = 0"},
		{`\given A \in \mathbb{R}^{2\times2}` + "\n" + `A A^{-1} = I \because{r}`, Fails, 0, ""},
		{`\given A \in \mathbb{R}^{2\times2}` + "\n" + `e A A^{-1} = e I \because{r}`, Fails, 0, ""},
		{`\given A \in \mathbb{R}^{2\times2}, \det A \ne 0` + "\n" + `e A A^{-1} = e I \because{r}`, Holds, 0, ""},
		{`\given x > 0` + "\n" + `\frac{e^{-x}}{e^{-x}} = 1 \because{r}`, Holds, 0, ""},
	} {
		text := strings.ReplaceAll(c.text, `\because{r}`, `\because{the rule of this test}`)
		v := Judge("T", text)
		if len(v.Problems) > 0 || len(v.Steps) != 1 {
			t.Errorf("%s: %+v", c.text, v.Problems)
			continue
		}
		s := v.Steps[0]
		if s.Mark != c.mark {
			t.Errorf("%s: marked %s, want %s: %v", c.text, s.Mark, c.mark, v.Err())
			continue
		}
		if c.ratio != 0 && math.Abs(s.Ratio-c.ratio) > 1e-3 {
			t.Errorf("%s: ratio %g, want %g", c.text, s.Ratio, c.ratio)
		}
		if c.point != "" && (s.Counter == nil || s.Counter.Point != c.point) {
			t.Errorf("%s: refuted by %+v, want the point %s", c.text, s.Counter, c.point)
		}
	}
}

// TestCounterDigits checks that two sides that differ look different.
func TestCounterDigits(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x^2 = x^2 + 10^{-8} \\because{the rule of signs}", ""},
		{"e^x = e^x + 10^{-25} \\because{the rule of signs}", ", which differ by 1e-25"},
		{"1 < 1 + 0 x \\because{the rule of signs}", "the sides are 1 and 1 ("},
	} {
		err := Judge("T", "\\given x \\in \\mathbb{R}\n"+c.text).Err()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.text, err, c.want)
			continue
		}
		_, sides, _ := strings.Cut(err.Error(), "the sides are ")
		sides, _, _ = strings.Cut(sides, " (")
		if x, y, _ := strings.Cut(sides, " and "); c.want == "" && x == y {
			t.Errorf("%s: the sides look the same: %v", c.text, err)
		}
	}
}

// TestProveForm is a table of texts that are refused, and the sentence.
func TestProveForm(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, "the text states nothing"},
		{`\given x \in \mathbb{R}`, "the text states nothing"},
		{"\\given x \\in \\mathbb{R}\nx \\le x^2+1 \\because{the rule of signs}\n\\ge x \\because{another}", `line 3, column 1: the inequalities of a chain run one way, and \le above runs the other`},
		{"\\given x \\in \\mathbb{R}\nx = x", "it holds, but it has no reason yet"},
		{"\\given x \\in \\mathbb{R}\nx = x\nx = 2x \\because{doubled}", "line 2 (= 2x) does not hold"},
		{"\\given x \\in \\mathbb{R}\nx = 2x", "line 1 (= 2x) does not hold: at x ="},
		{"\\given x \\in \\mathbb{R}\nx + x = 2x \\because{$x + x = 2x$}", "its reason is the line itself"},
		{"\\given x \\in \\mathbb{R}\nx + x = 2x \\because{$= 2x$.}", "its reason is the line itself"},
		{"\\given x \\in \\mathbb{R}\nx = x \\because{algebra}", "write a few words that name the rule (whether it is the right rule is not checked)"},
		{"\\given x \\in \\mathbb{R}\nx = x \\because{By definition.}", `its reason "By definition." names no rule`},
		{"\\given x \\in \\mathbb{R}\nx = x \\because{simple algebra, as one sees}", "names no rule"},
		{"\\given x \\in \\mathbb{R}\nx = x \\because{By definition of $$}", "names no rule"},
		{"\\given x \\in \\mathbb{R}\n\\therefore x = x", "it has no reason"},
		{"\\given x \\in \\mathbb{R}, x^2 < 0\nx = x \\because{the rule of signs}", "none of 30000 drawn points satisfies the assumptions"},
		{"\\given x \\in \\mathbb{R}\nx = z \\because{the rule of signs}", "z"},
		{"\\given x \\in \\{\\}\nx = x \\because{the rule of signs}", ""},
		{"\\given x \\in \\mathbb{R}^2, A \\in \\mathbb{S}^3\nAx = x \\because{the rule of signs}", "A is a 3×3 matrix, x is a vector with 2 components"},
		{"\\given x \\in \\mathbb{R}^2\nx = 1 \\because{the rule of signs}", "the two sides of this line cannot be compared"},
		{"\\given x \\in \\mathbb{R}^2\nx_3 = 1 \\because{the rule of signs}", "there is no index 3"},
		{"\\given x \\in \\mathbb{R}\nx = x \\because{the rule of signs} \\refute{x+0}", "cannot be told from it"},
		{"\\given x \\in \\mathbb{R}\n\\log(-1-x^2) = x \\because{the rule of signs}", "log at -2: no real value"},
		{"\\given x \\in \\mathbb{R}\n e^{800+x^2} = e^{x^2} \\because{the rule of signs}", "it was decided at no point"},
		{"\\given x \\in \\mathbb{R}\nx = x \\because{~}", `names no rule`},
		{"\\given x \\in \\mathbb{R}\nx = x \\because{algebra rule}", `names no rule`},
		{"\\given x \\in \\mathbb{R}\nx = x \\because{by algebra}", `names no rule`},
		{"\\given x \\in \\mathbb{R}\nx = x \\because{.}", `names no rule`},
		{"\\given x \\in \\mathbb{R}\nx = x \\because{$\\;$}", `names no rule`},
		{"\\given x \\in \\mathbb{R}\nx = x \\because{\\quad}", `names no rule`},
		{"\\given x \\in \\mathbb{R}\nx = x \\because{x}", `names no rule`},
		{"\\given p \\in \\mathcal{P}(\\{1,2\\}), X \\sim p\n\\let R(h) = hX\nR(2) = 2E[X] \\because{linearity}", `line 3, column 1: this depends on a random variable`},
		{"\\given n \\in \\mathbb{N}, n \\ge 9\nn^2 \\ge 81 \\because{monotone}", `n is drawn from the numbers from 1 to 8: a finite set, as n \in \{9,\dots,40\}, says which are meant`},
		{"\\given a > 0\n\\therefore \\forall y \\in \\mathbb{R} : y^2 + a > 0 \\because{squares}", `line 2, column 26: \mathbb{R} has infinitely many elements`},
		{"\\given a > 0\n\\therefore \\exists y \\in [0,1] : y^2 = a \\because{squares}", `[0,1] has infinitely many elements`},
		{"\\given x \\in \\mathbb{R}\n\\let \\sin x = x\nx = x \\because{the rule of signs}", `\sin is a function of the language: it is not defined anew`},
		{"\\given x \\in \\mathbb{R}\n\\let g(x) = x^2\n\\let g'(x) = 3x\nx = x \\because{the rule of signs}", `g' is the derivative of g, which is known`},
		{"\\given x \\in \\mathbb{R}\n\\let g'(x) = 3x\n\\let g(x) = x^2\nx = x \\because{the rule of signs}", `g' is defined already, which would be its derivative`},
		{"\\given x \\in \\mathbb{R}\nx^2 = xx \\because{the rule of signs} \\refute{\\log(-1-x^2)}", `cannot be told from it: it has a value at no point: line 2`},
	} {
		err := Judge("T", c.text).Err()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestProveOptions is a table of options that are refused.
func TestProveOptions(t *testing.T) {
	text := "x = x \\because{the rule of signs}"
	for _, c := range []struct {
		option Option
		want   string
	}{
		{Draws(0), "Draws: 0 points"},
		{Tol(1), "Tol: the tolerance is 1"},
		{Effort(-1), "Effort: -1"},
		{Bind("x+1", 1), `"x+1" is no name`},
		{Bind("x", "a"), "a string is no number"},
		{Bind("x", math.NaN()), "not finite"},
		{Bind("x", [][]float64{{1}, {1, 2}}), "row 1 has 2 entries"},
		{Bind("x", []float64{}), "the slice is empty"},
		{Bind("x", nil), "the value is nil"},
		{Bind("x", Family(0, 3)), "a slice with items"},
		{At(3), "a slice of structs is wanted"},
		{At([]struct{ X float64 }{}), "there is no point"},
		{Func("f", 3), "a function is wanted"},
		{Func("f", func() {}), "a fixed number of arguments"},
		{Func("f", func(x float64) {}), "must have one result"},
	} {
		if err := Judge("T", text, c.option).Err(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestProveAt evaluates at points from Go.
func TestProveAt(t *testing.T) {
	type sample struct {
		X     []float64   `tex:"x"`
		S     [][]float64 `tex:"\\Sigma"`
		N     int         `tex:"n"`
		Big   bool        `tex:"-"`
		inner int         //lint:ignore U1000 a field that is not exported is no name
	}
	points := []sample{{X: []float64{1, 2}, S: [][]float64{{2, 0}, {0, 1}}, N: 2}, {X: []float64{3, 4}, S: [][]float64{{1, 0}, {0, 1}}, N: 2}}
	v := Judge("T", `x^\top\Sigma x \ge \|x\|^2 \because{the least eigenvalue is 1}
		\le n\|x\|^2 \because{none}`, At(points))
	if v.Err() == nil || !strings.Contains(v.Err().Error(), "run one way") {
		t.Errorf("a chain that turns: %v", v.Err())
	}
	v = Judge("T", `x^\top\Sigma x \ge \|x\|^2 \because{the least eigenvalue is 1}`, At(points))
	if v.Err() != nil || v.Points != 2 || v.Drawn || v.Steps[0].Tested != 2 || v.Steps[0].Mark != Exact {
		t.Errorf("got %v: %+v", v.Err(), v)
	}
	points[1].S[0][0] = .5
	if v = Judge("T", `x^\top\Sigma x \ge \|x\|^2 \because{the least eigenvalue is 1}`, At(points)); v.Steps[0].Counter == nil ||
		v.Steps[0].Counter.Point != "x = (3, 4), Σ = [0.5 0; 0 1], n = 2" {
		t.Errorf("got %+v", v.Steps[0].Counter)
	}
}

// TestProveIsRepeatable checks that nothing depends on chance or on the order of maps.
func TestProveIsRepeatable(t *testing.T) {
	want := Judge("T", wrongText).Text()
	for range 3 {
		if got := Judge("T", wrongText).Text(); got != want {
			t.Fatalf("got %s\nwant %s", got, want)
		}
	}
}

// BenchmarkProve answers how long 300 points of the Bayes rule in three dimensions take, from text to verdict.
func BenchmarkProve(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if err := Judge("T", bayesText, Seed(41)).Err(); err != nil {
			b.Fatal(err)
		}
	}
}

// TestProveRounding has true lines that floating-point numbers seem to refute: a number that vanishes beside a larger one, a matrix that
// is nearly singular, a density that underflows, and a set whose elements would be compared with each other at each point.
func TestProveRounding(t *testing.T) {
	for _, text := range []string{
		`\given f : \mathbb{R} \to \mathbb{R}, \quad x, \varepsilon \in \mathbb{R}
		e^{-(f(x) + \varepsilon - f(x))^2} = e^{-\varepsilon^2} \because{$f(x)$ cancels}`,
		`\given x \in \mathbb{R}, \quad x \ne 0
		\frac{1-\cos x}{x^2} \le \tfrac12 \because{the cosine series alternates}`,
		`\given t > 0
		\frac{\log(1+t)}{t} \le 1 \because{the logarithm is concave}`,
		`\given x, m \in \mathbb{R}^2, \quad \Sigma \succ 0
		\let f(z) = \exp(-\tfrac12 z^\top\Sigma^{-1}z)
		f(x-m) < f(x) \iff (x-m)^\top\Sigma^{-1}(x-m) > x^\top\Sigma^{-1}x \because{the exponential increases}`,
		`\given N \in \{1,\dots,5000\}
		\sqrt{N^2} = N \because{$N$ is positive}`,
	} {
		if err := Judge("T", text).Err(); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
}

// BenchmarkProveTen answers how long 300 points of ten lines in 3×3 matrices take.
func BenchmarkProveTen(b *testing.B) {
	text := `
		\given x, y \in \mathbb{R}^3, \quad A, B \in \mathbb{S}^3_{++}
		(A+B)^2 = A^2 + AB + BA + B^2 \because{the product is multiplied out}
		\operatorname{tr}(AB) = \operatorname{tr}(BA) \because{the trace is cyclic}
		\det(AB) = \det A \det B \because{determinants multiply}
		(AB)^{-1} = B^{-1}A^{-1} \because{inverses of a product}
		(AB)^\top = B A \because{both are symmetric}
		x^\top A y = y^\top A x \because{the transpose of a number}
		(x+y)^\top A (x+y) = x^\top A x + 2x^\top A y + y^\top A y \because{bilinearity and symmetry}
		A^{-1} - B^{-1} = A^{-1}(B-A)B^{-1} \because{the resolvent identity}
		\operatorname{tr}(Axx^\top) = x^\top A x \because{the trace is cyclic}
		\|Ax\|^2 = x^\top A^2 x \because{the norm is an inner product}`
	b.ReportAllocs()
	for b.Loop() {
		if err := Judge("T", text).Err(); err != nil {
			b.Fatal(err)
		}
	}
}

// TestEquivalenceInSeveralDimensions: the dimension is drawn, so that the points where both sides are true and those where both are false
// may have different lengths.
func TestEquivalenceInSeveralDimensions(t *testing.T) {
	for seed := range uint64(20) {
		v := Judge("half-spaces", `
			\given d \in \{1,2,3,4\}, \quad w, x \in \mathbb{R}^d, \quad b \in \mathbb{R}, \quad \lambda > 0
			w^\top x + b > 0 \iff (\lambda w)^\top x + \lambda b > 0 \because{a positive factor keeps the sign}`, Seed(seed))
		if err := v.Err(); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}
