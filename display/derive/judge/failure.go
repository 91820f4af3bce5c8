package judge

import (
	"fmt"
	"strings"

	"github.com/mercer-go/mercer/display/derive/proof"
	"github.com/mercer-go/mercer/display/internal/numeral"
)

// failure is the first thing that is wrong, on one line, or "": a line that only has no reason comes behind one that does not hold.
func (v *record) failure() string {
	if len(v.Problems) > 0 {
		return fmt.Sprintf("%s: %s", v.Title, v.Problems[0].Message)
	}
	unreasoned := ""
	for _, s := range v.Steps {
		why := stepFailure(s)
		switch {
		case why == "":
		case s.Mark != proof.NoReason:
			return v.Title + ": " + why
		case unreasoned == "":
			unreasoned = v.Title + ": " + why
		}
	}
	return unreasoned
}

// stepFailure is why a line fails, on one line, or "".
func stepFailure(s proof.Step) string {
	name := fmt.Sprintf("line %d (%s)", s.Number, oneLine(plain(strings.TrimSpace(s.Relation+" "+s.Right)), 80))
	switch s.Mark {
	case proof.Flawed, proof.NoReason:
		return name + ": " + s.Flaws[0]
	case proof.Fails:
		return name + " does not hold: " + s.Counter.String()
	}
	for _, v := range s.Variants {
		if !v.Refuted {
			return fmt.Sprintf("%s: the variant %s cannot be told from it: %s", name, oneLine(plain(strings.TrimSpace(v.Relation+" "+v.Right)), 80), notTold(v))
		}
	}
	return ""
}

func oneLine(s string, n int) string { return numeral.Cut(strings.Join(strings.Fields(s), " "), n) }

// notTold is why a variant is not refuted.
func notTold(v proof.Variant) string {
	if v.Why != "" {
		return v.Why
	}
	return "it holds at all points"
}
