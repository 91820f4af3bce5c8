package eval

import (
	"slices"
	"testing"

	"github.com/mercer-go/mercer/display/formula/syntax"
)

func TestOutside(t *testing.T) {
	there := map[string]Outside{"X": AValue, "w": AValue, `\mathrm{score}`: AFunction, "m_{0}": AValue, `\hat{b}`: AValue}
	for text, want := range map[string][]string{
		`\mathrm{score}(X) = w^\top X + \hat b`: {`\mathrm{score}`, "X", "w", `\hat{b}`},
		`m_0 = w`:                               {"m_{0}", "w"},
		"\\given X \\in \\mathbb{R}^2\nX = w":   {"w"},
		"\\let w = 2\nw = X_1":                  {"X"},
		`\sum_{i=1}^2 w_i = X_2`:                {"w", "X"},
		"\\given m \\in \\mathbb{R}^2\nm_0 = w": {"w"},
		"\\given m \\in \\mathbb{R}\nm_0 = w":   {"m_{0}", "w"},
		"\\let m = (1, 2)\nm_0 = w":             {"w"},
	} {
		doc, err := syntax.ParseDocument(text + ` \because{a test}`)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Compile(doc, Names{Outside: func(name string) Outside { return there[name] }})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		slices.Sort(want)
		slices.Sort(p.Outside)
		if !slices.Equal(p.Outside, want) {
			t.Errorf("%s: %q, want %q", text, p.Outside, want)
		}
	}
}
