package derive

import (
	"fmt"
	"strings"
)

// This file says what an answer to a Task is worth that does not show what is to be shown: the steps from a side of it on that hold.

// mostFailures is how many lines that fail are told in one sentence.
const mostFailures = 6

// failures are what is said of an answer, and of its other lines that fail.
func (a *attempt) failures(says string) string {
	var failing []string
	for _, s := range a.claims() {
		if !holds(&s) {
			failing = append(failing, failure(s))
		}
	}
	if n := len(failing); n > 1 { // the first one is told already
		if n > mostFailures {
			failing = append(failing[:mostFailures], fmt.Sprintf("and %d lines more", n-mostFailures))
		}
		says += "; " + strings.Join(failing[1:], "; ")
	}
	return says
}

// leading tells which of the claims hold and lead on from a side of the goal. A line that is written in another way, the goal itself, and what
// comes back to where it was are no steps.
func (a *attempt) leading() []bool {
	claims := a.claims()
	leads := make([]bool, len(claims))
	seen := map[string]bool{a.from(a.goal): true, a.to(a.goal): true}
	for reached := true; reached; { // lines may stand in any order
		reached = false
		for i, s := range claims {
			from, to := a.from(s), a.to(s)
			if !holds(&s) || a.isClaim(s) || s.Spelling.Detour || seen[from] == seen[to] || !a.carries(s) {
				continue
			}
			seen[from], seen[to], reached, leads[i] = true, true, true, true
		}
	}
	return leads
}

// share is what an answer is worth that does not show the goal, held of whose steps lead on: half of all, times their share. However many
// there are, one at least of the least number is missing, so that padding is worth little.
func (a *attempt) share(held int) (share float64, of int) {
	of = max(a.task.least(), len(a.claims()), held+1) // one step at least is missing or wrong
	least := float64(a.task.least())
	return min(float64(held)/float64(of), (least-1)/least) / 2, of
}

// failure says why a step does not hold.
func failure(s Step) string {
	if s.Counter != nil {
		return fmt.Sprintf("step %d does not hold: %s", s.Number, s.Counter)
	}
	return fmt.Sprintf("step %d: %s", s.Number, strings.Join(s.Flaws, ", "))
}
