package derive

import (
	"math"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/internal/golden"
)

// TestEms compares with widths that KaTeX 0.16 gives displayed formulas in a browser, in em. A tenth is near enough to
// break lines.
func TestEms(t *testing.T) {
	for tex, want := range widths {
		if got := ems(tex); math.Abs(got-want) > 0.4+0.1*want {
			t.Errorf("%s: %.1f em, want %.1f", tex, got, want)
		}
	}
	for _, broken := range []string{`\`, `{`, `}}`, `\frac`, `\frac{`, `^`, `_{`, `\text{`, `\begin`, `x}y`, `\sqrt[3`} {
		if w := ems(broken); !(w >= 0 && w < 5) {
			t.Errorf("%s: %.1f em", broken, w)
		}
	}
}

// wide has a chain whose reasons fit beside it only when they are broken, and one that leaves no room beside it.
func wide() *Derivation[float64] {
	d := New("Wide", Grid(0, 1, 3))
	id := func(x float64) float64 { return x }
	d.Line(`f(x)`, id).
		Eq(`\langle\hat w_{t-1},\hat w_{\rm opt}\rangle+\eta y_i\langle\hat x_i,\hat w_{\rm opt}\rangle`, id,
			`the step of the algorithm, multiplied with the vector $\hat w_{\rm opt}$ that is looked for`).
		Le(`\|x\|`, id, "short")
	d.Say("Without room:")
	d.Line(`f(x)`, id).
		Approx(`\int_{-\infty}^{\infty}g(x-z)\varphi(z)\,dz+\sum_{i=1}^n\big(\langle a_i,x\rangle-\langle b_i,x\rangle\big)^2`, id, 1e-3,
			`the reason does not fit beside the formula, nor does it fit on one line below it, because it has many words and $a+b=c$`).
		Eq(`x`, id, "short")
	return d
}

func TestWide(t *testing.T) {
	text := wide().evaluate().markdown()
	golden.Check(t, "wide_golden.md", text)
	for _, row := range strings.Split(text, "\n") {
		if w := ems(strings.ReplaceAll(row, "&", "")); strings.Contains(row, "&") && w > pageWidth {
			t.Errorf("%.0f em wide: %s", w, row)
		}
	}
}

func TestBreakReason(t *testing.T) {
	for _, c := range []struct {
		in   string
		room float64
		want string
	}{
		{"", 10, ""},
		{"one two three", 100, "one two three"},
		{"one two three", 4, "one two|three"},
		{"a $b + c + d$ e", 2, "a|$b + c + d$|e"},
		{"unbreakable", 1, "unbreakable"},
		{"open $x y z", 1, "open|$x y z"},
	} {
		if got := strings.Join(breakReason(c.in, c.room), "|"); got != c.want {
			t.Errorf("%q in %g em: %q, want %q", c.in, c.room, got, c.want)
		}
	}
}

var widths = map[string]float64{
	`\langle\hat w_{t-1},\hat w_{\rm opt}\rangle+\eta y_i\langle\hat x_i,\hat w_{\rm opt}\rangle`: 11.3,
	`\sum_{i=1}^n w_ix_i+w_{n+1}x_{n+1}`:                  8.7,
	`=\frac{p_{X,Y}(x,1)}{p_X(x)}`:                        5.5,
	`\text{each update adds at least }\gamma`:             11.7,
	`\le\Big(\frac{2R}{\gamma}\Big)^2`:                    4.2,
	`\log\omega_k-\tfrac d2\log2\pi-\tfrac12\log|\Sigma|`: 11.8,
	`\int_{-\infty}^{\infty}g(x-z)\varphi(z)\,dz`:         8.7,
	`\begin{pmatrix}1&x_1\\0&x_2\end{pmatrix}`:            3.9,
	`P[\max_{j\le m}L_j>\varepsilon]`:                     6.2,
	`\sqrt{a^2+b^2}`:                                      4.0,
	`\underset{x\in A}{\operatorname{argmin}}\,f(x)`:      5.2,
}
