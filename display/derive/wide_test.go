package derive

import (
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/derive/layout"
	"github.com/mercer-go/mercer/display/internal/golden"
)

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
		if w := layout.Ems(strings.ReplaceAll(row, "&", "")); strings.Contains(row, "&") && w > layout.PageWidth {
			t.Errorf("%.0f em wide: %s", w, row)
		}
	}
}
