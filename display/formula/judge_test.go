package formula_test

import (
	"testing"

	"github.com/mercer-go/mercer/display/derive"
)

// TestJudged has the drawn formulas judged as derivations: with corner cases, exact arithmetic where it can be, and a hunt for
// counterexamples. It finds assumptions that a transcription leaves out, such as a matrix of full rank or an event of positive probability.
func TestJudged(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: a hunt in 330 derivations takes some seconds")
	}
	records := readGolden(t)
	marks := map[derive.Mark]int{}
	for _, r := range records {
		if r.text == "" {
			continue
		}
		v := derive.Judge(r.name(records), r.text, derive.Draws(30), derive.Effort(300))
		if err := v.Err(); err != nil {
			t.Errorf("%s\n%v", r.text, err)
		}
		for _, s := range v.Steps {
			marks[s.Mark]++
		}
	}
	t.Logf("steps by mark: %v", marks)
	if marks[derive.Exact] < 150 || marks[derive.Holds] < 100 {
		t.Errorf("steps by mark: %v; at least 150 exact ones and 100 others were judged before", marks)
	}
}
