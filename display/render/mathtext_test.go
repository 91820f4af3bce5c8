package render

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/figure"
)

// described writes pieces in one line: ^ and _ before what is raised and lowered, * around what is slanted.
func described(pieces []piece) string {
	var b strings.Builder
	for _, p := range pieces {
		mark := ""
		switch {
		case p.rise > 0:
			mark = "^"
		case p.rise < 0:
			mark = "_"
		}
		if p.italic {
			mark += "*"
		}
		if p.bold {
			mark += "!"
		}
		fmt.Fprintf(&b, "[%s%s]", mark, p.text)
	}
	return b.String()
}

func TestSetLine(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"plain", "[plain]"},
		{"5 $ a piece", "[5 $ a piece]"},
		{`\$5 and \$6`, "[$5 and $6]"},
		{`loss at $\alpha$`, "[loss at ][*α]"},
		{`$x_i^2$`, "[*x][_*i][^2]"},
		{`$\alpha_{i,j} = -2^{-k}$ for all`, "[*α][_*i][_,][_*j][ = −2][^−][^*k][ for all]"},
		{`$a - b$`, "[*a][ − ][*b]"},
		{`$\hat f(x) \le \sqrt{n}$`, "[*f\u0302][(][*x][) ≤ √][*n]"},
		{`$\frac{1}{n+1} \sum_{i=1}^n w_i$`, "[1/(][*n][ + 1)∑][_*i][_ = 1][^*n][*w][_*i]"},
		{`$\mathbb{R}^d$, $\mathbf{w}$, $\log \mathrm{err}$`, "[ℝ][^*d][, ][!w][, ][logerr]"},
		{`$x$ costs $5`, "[*x][ costs ][$5]"},
		{`$\hat\beta_1$, $\bar{x}$`, "[*β\u0302][_1][, ][*x\u0304]"},
		{`$x_{y_{z}}$`, "[*x][_*y][_*z]"},
		{`$x}y$`, "[*x][}][*y]"},
		{`$x^$`, "[*x]"},
		{`$\unknown{a}$`, "[unknown][*a]"},
		{`$$`, ""},
	} {
		if got := described(setLine(test.line)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.line, got, test.want)
		}
	}
}

// Whatever stands between the signs, setting it ends, and no letter is lost.
func TestSetLineAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	signs := []string{"{", "}", "^", "_", "$", `\frac`, `\sqrt`, `\hat`, `\`, "x", "α", " ", `\mathbf`, `\$`}
	for range 20000 {
		line := "$"
		letters := 0
		for range rng.IntN(20) {
			s := signs[rng.IntN(len(signs))]
			line += s + " "
			if s == "x" {
				letters++
			}
		}
		got := described(setLine(line + "$"))
		if n := strings.Count(got, "x"); n < letters {
			t.Fatalf("%s: %d of %d letters are left in %s", line, n, letters, got)
		}
	}
	for _, deep := range []string{"{", "^", `\sqrt{`, `\frac{`} {
		setLine("$" + strings.Repeat(deep, 10000) + "$")
	}
}

// A legend, titles and labels set formulas; their boxes are as wide as what is drawn.
func TestFormulasInFigures(t *testing.T) {
	x := []float64{0, 1, 2}
	f := figure.New(`Loss at $\lambda = 10^{-2}$`).Line(`$\hat\beta_1$`, x, []float64{1, 2, 4}).Axes(`$x_i$`, `$\|w\|^2$`)
	data, err := SVG(t.Context(), single(f))
	if err != nil {
		t.Fatal(err)
	}
	svg := string(data)
	for _, want := range []string{`font-style="italic" fill="#282828">λ</text>`, ">Loss\u00a0at\u00a0</text>", `>‖</text>`, `font-weight="bold" font-style="italic"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
	if strings.Contains(svg, "$") {
		t.Error("a dollar sign is left")
	}
	style := words(10, false, ink)
	if a, b := style.Width("$x$"), style.Width(`$x_{iiii}$`); a >= b {
		t.Errorf("%v and %v wide", a, b)
	}
}
