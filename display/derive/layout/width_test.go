package layout

import (
	"math"
	"strings"
	"testing"
)

// TestEms compares with widths that KaTeX 0.16 gives displayed formulas in a browser, in em. A tenth is near enough to
// break lines.
func TestEms(t *testing.T) {
	for tex, want := range widths {
		if got := Ems(tex); math.Abs(got-want) > 0.4+0.1*want {
			t.Errorf("%s: %.1f em, want %.1f", tex, got, want)
		}
	}
	for _, broken := range []string{`\`, `{`, `}}`, `\frac`, `\frac{`, `^`, `_{`, `\text{`, `\begin`, `x}y`, `\sqrt[3`} {
		if w := Ems(broken); !(w >= 0 && w < 5) {
			t.Errorf("%s: %.1f em", broken, w)
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

func TestReason(t *testing.T) {
	for in, want := range map[string]string{
		"100%":          `\text{100\%}`,
		"$a_1$ & $b^2$": `a_1\text{ \& }b^2`,
		"open $x":       `\text{open }\text{x}`,
		`a{b}`:          `\text{a\{b\}}`,
	} {
		if got := reason(in); got != want {
			t.Errorf("reason(%q) = %q, want %q", in, got, want)
		}
	}
}
