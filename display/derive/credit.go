package derive

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mercer-go/mercer/display/check"
)

// This file says what an answer to a Task is worth that does not show what is to be shown: the steps from a side of it on that hold.

// mostFailures is how many lines that fail are told.
const mostFailures = 6

// wrong is the error of an answer whose verdict is v, and of which says tells what is wrong. Each line that fails is told with what
// refutes it, and steps that hold have their share.
func (t Task) wrong(v *Verdict, goal Step, text, says string) error {
	if len(v.Problems) > 0 { // what cannot be read has no steps
		return errors.New(says)
	}
	a := &attempt{task: t, goal: goal, text: text, steps: v.Steps}
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
	share, held, of := a.share()
	if held == 0 {
		return errors.New(says)
	}
	return check.Partly(share, fmt.Errorf("%s (%d of %d steps hold from a side of it on)", says, held, of))
}

// share is what the answer is worth that does not show the goal: half of all, times the share of the steps that hold on the ways from
// either side of the goal. A line that is written in another way, the goal itself, and what comes back to where it was are no steps.
func (a *attempt) share() (share float64, held, of int) {
	seen := map[string]bool{a.from(a.goal): true, a.to(a.goal): true}
	claims := a.claims()
	reached := true
	for reached { // lines may stand in any order
		reached = false
		for _, s := range claims {
			from, to := a.from(s), a.to(s)
			if !holds(&s) || a.isClaim(s) || seen[from] == seen[to] || isArrow(s.Relation) != isArrow(a.goal.Relation) {
				continue
			}
			seen[from], seen[to], reached = true, true, true
			held++
		}
	}
	of = max(a.task.least(), len(claims), held+1) // one step at least is missing or wrong
	return float64(held) / float64(2*of), held, of
}

// failure says why a step does not hold.
func failure(s Step) string {
	if s.Counter != nil {
		return fmt.Sprintf("step %d does not hold: %s", s.Number, s.Counter)
	}
	return fmt.Sprintf("step %d: %s", s.Number, strings.Join(s.Flaws, ", "))
}
