package syntax

import "testing"

// A formula that is shown from its place in the text has \left where it has \right.
func TestSpanHoldsSize(t *testing.T) {
	for _, text := range []string{
		`\left(a+b\right)^2`,
		`\left|a+b\right|c`,
		`\bigl(a+b\bigr)^2+c`,
		`2\left(a+b\right)`,
		`\left\{a, b\right\}\cup\left\{c\right\}`,
		`\#\{a, b\}`,
	} {
		e, err := ParseExpr(text)
		if err != nil {
			t.Fatal(err)
		}
		if w := e.Where(); w.From != 0 || w.To != len(text) {
			t.Errorf("%s: the span is %q", text, text[w.From:w.To])
		}
	}
}
