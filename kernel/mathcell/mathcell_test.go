package mathcell

import (
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
)

func TestGoNames(t *testing.T) {
	for name, want := range map[string][]string{
		"x":                {"x"},
		`\Sigma`:           {"Sigma", "Σ"},
		"m_{0}":            {"m0", "m_0"},
		`\hat{w}`:          {"wHat", "w_hat"},
		`w_{\mathrm{opt}}`: {"wOpt", "w_opt"},
		`\mathrm{risk}`:    {"risk"},
		"w^{*}":            {"wStar", "w_star"},
		"x'":               {"xPrime", "x_prime"},
		`\hat{\mu}_{1}`:    {"muHat1", "mu_hat_1", "μHat1", "μ_hat_1"},
		`\mathbb{R}`:       nil,
		`\frac{1}{2}`:      nil,
	} {
		if got := GoNames(name); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestTranslate(t *testing.T) {
	types := map[string]string{"X": "*mat.Dense", "w": "[]float64", "score": "func(x []float64) float64"}
	for _, c := range []struct{ source, want, err string }{
		{source: "%%derive\n\\given a \\in \\mathbb{R}\na + a = 2a \\because{collect}",
			want: `derive.Prove("Derivation", "\n\\given a \\in \\mathbb{R}\na + a = 2a \\because{collect}")`},
		{source: "%%derive -points 50 -seed 3 Scores are linear\n\\mathrm{score}(w) = w^\\top w \\because{definition of the score}",
			want: `derive.Prove("Scores are linear", "\n\\mathrm{score}(w) = w^\\top w \\because{definition of the score}", derive.Draws(50), derive.Seed(3), ` +
				`derive.Func("\\mathrm{score}", score), derive.Bind("w", w))`},
		{source: "%%derive\n\\given a \\in \\mathbb{R}\na + b = 2a \\because{collect}", err: ":3:5: b is not declared"},
		{source: "%%derive\na + = b", err: ":2:"},
		{source: "%%derive -points many\n1 = 1 \\because{same}", err: "-points wants a number"},
		{source: "%%derive -task ridge -as answer Push-through\nA = B \\because{", want: `answer := ridge.Answer("Push-through", "\nA = B \\because{")`},
		{source: "%%derive -as answer\n1 = 1 \\because{same}", err: "-task and -as"},
		{source: "%%derive -task ridge -as 7\n1 = 1 \\because{same}", err: "-as wants the name of a variable"},
		{source: "%%derive -task ridge -as a.b\n1 = 1 \\because{same}", err: "-as wants the name of a variable"},
		{source: "%%derive -task ridge -as answer -seed 3\n1 = 1 \\because{same}", err: "the task says where it is tried"},
		{source: "%%derive -task", err: "-task wants"},
		{source: "%%derive -size 3\n1 = 1 \\because{same}", err: "no setting -size"},
	} {
		split, err := cell.Split(c.source)
		if err != nil || split.Script == nil {
			t.Fatalf("%q is no script: %v", c.source, err)
		}
		got, err := Translate(c.source, split.Script, types)
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: error %v, want %q", c.source, err, c.err)
			}
		case err != nil:
			t.Errorf("%q: %v", c.source, err)
		case got != c.want:
			t.Errorf("%q:\n%s\nwant\n%s", c.source, got, c.want)
		}
	}
}

func TestLatex(t *testing.T) {
	for goName, want := range map[string]string{
		"x": "x", "Sigma": `\Sigma`, "m0": "m_0", "risk": `\mathrm{risk}`, "x12": "x_{12}", "_": "", "lambda": `\lambda`,
	} {
		if got := Latex(goName); got != want {
			t.Errorf("%s: %s, want %s", goName, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	words := Words("\n\\given x, y \\in \\mathbb{R}\n\\let f(u) = u^2\nx +", map[string]string{"Sigma": "*mat.SymDense", "ch": "chan int"})
	found := map[string]string{}
	for _, w := range words {
		if _, there := found[w.Text]; !there {
			found[w.Text] = w.Detail
		}
	}
	for text, detail := range map[string]string{"x": `\given x \in \mathbb{R}`, "f(u)": `\let f(u) = u^2`, `\Sigma`: "Sigma *mat.SymDense", `\because`: "the reason of a step: \\because{distributive law}"} {
		if found[text] != detail {
			t.Errorf("%s: %q, want %q", text, found[text], detail)
		}
	}
	if _, there := found[`\mathrm{ch}`]; there {
		t.Error("a channel is offered")
	}
}
