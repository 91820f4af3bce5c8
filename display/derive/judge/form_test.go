package judge

import "testing"

// TestDefinitionNamesIt: the definition of something is a reason, that of nothing is none.
func TestDefinitionNamesIt(t *testing.T) {
	for reason, none := range map[string]bool{
		"definition of $w$": false, "By the definition of $W$.": false, `the definition of $\alpha$, inserted`: false,
		"by definition": true, "definition of $$": true, "definition of $ $": true, "the definition of it": true, "definition, $w$": true, "$w$": true,
	} {
		if got := namesNoRule(reason); got != none {
			t.Errorf("%q: names no rule is %v", reason, got)
		}
	}
}
