package reasons

import (
	"os"
	"strings"
	"testing"
)

// TestNamesNoRule: the definition of something is a reason, that of nothing is none.
func TestNamesNoRule(t *testing.T) {
	for reason, none := range map[string]bool{
		"definition of $w$": false, "By the definition of $W$.": false, `the definition of $\alpha$, inserted`: false,
		"definition of G": false, "by the definition of G": false, "definition of G and of p": false, "Definitions of p and q": false,
		"the definition  of\nG": false, "def. of G": false, "definition of x_i": false, "definition of a": false, "definition of a and b": false,
		"definition of λ": false, `definition of \alpha`: false, "definition of $G$ and of $p$": false, "by definition of the index": false,
		"insert G": false, "expand": false, "linearity": false, "$n - d = c$": false,
		"by definition": true, "definition of $$": true, "definition of $ $": true, "the definition of it": true, "definition, $w$": true, "$w$": true,
		"definition of a fact": true, "by the definition of the line above": true, "definition": true, "definition of": true, "G": true, "by G": true,
		"algebra": true, "simple algebra, as one sees": true, ".": true, "by the rule": true, "definition of .": true,
	} {
		if got := NamesNoRule(reason); got != none {
			t.Errorf("%q: names no rule is %v", reason, got)
		}
	}
}

// TestReasonsAreListed: what the reader of formulas is told about reasons is what is checked.
func TestReasonsAreListed(t *testing.T) {
	page, err := os.ReadFile("../../formula/README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "\n"+strings.TrimSpace(Help())+"\n") {
		t.Error("display/formula/README.md has another text about reasons than %help reasons: copy what Help returns")
	}
	for _, w := range EmptyWords() {
		if !NamesNoRule(w) {
			t.Errorf("%q is listed, and names a rule", w)
		}
	}
	for _, example := range strings.Split(Help(), `"`) {
		if !strings.ContainsAny(example, "\n;:") && example != ", " && NamesNoRule(example) {
			t.Errorf("%q is an example of a reason, and names no rule", example)
		}
	}
}
