package derive

import (
	"fmt"
	"strings"

	"github.com/mercer-go/mercer/display/check"
)

// This file judges an answer to a Task and returns what it found as data.

// Assessment is what was found about an answer to a Task.
type Assessment struct {
	Outcome check.Outcome // NotAnswered, Wrong or Right
	Says    string        // Wrong: what is wrong, Right: on what it was tried; sentences
	Share   float64       // 1 of a right one; of a wrong one below ½, see Task
	Doubt   string        // of a right one: why a person should look at it, a sentence, or ""
	Steps   []Assessed    // the lines of the answer that claim something, without its conclusions; none where it cannot be read
}

// Assessed is a step of an answer.
type Assessed struct {
	Step
	Line  int    // of the answer, from 1, empty ones above it not counted
	Holds bool   // at all points, with a reason
	Leads bool   // it holds, and leads on from a side of what is to be shown; in a right answer all that hold
	Says  string // why not, a sentence, or ""
}

// Assess judges an answer, as Rule does. The error is about the task: Show cannot be read or does not hold.
func (t Task) Assess(answer string) (*Assessment, error) {
	goal, err := t.goal()
	if err != nil {
		return nil, err
	}
	return t.assess(answer, goal), nil
}

func (t Task) assess(text string, goal Step) *Assessment {
	if hasGap(text) {
		return &Assessment{Outcome: check.NotAnswered, Says: check.Unanswered}
	}
	for _, word := range []string{`\given`, `\tol`} {
		if strings.Contains(text, word) {
			return wrong("%s is not for the answer: the task says what is given and how exact it is to be", word)
		}
	}
	t.spent = new(spent)
	v := t.verdict("", text+"\n"+`\therefore `+t.Show)
	if len(v.Problems) > 0 {
		return wrong("%s", t.inAnswer(strings.TrimPrefix(v.Err().Error(), ": "), text))
	}
	if len(chains(v.Steps)) == 0 {
		return wrong("there is no step yet: write a chain from one side of what is to be shown to the other")
	}
	a := &attempt{task: t, goal: goal, text: text, steps: v.Steps}
	if last := len(v.Steps) - 1; v.Steps[last].Conclusion { // Show
		a.steps, a.claim = v.Steps[:last], v.Steps[last].Spelling.Whole
	}
	untested := a.markUntested(v.Points + v.Corners)
	out := &Assessment{Outcome: check.Wrong}
	switch err := v.Err(); {
	case err != nil:
		out.Says = a.failures(t.inAnswer(strings.TrimPrefix(err.Error(), ": "), text))
	case untested != "":
		out.Says = untested
	default:
		if lacks := a.lacks(); lacks != "" && t.spent.all {
			out.Says = "every line holds, but to see whether they show what is to be shown takes more computing than is allowed here: fewer lines are wanted"
		} else if lacks != "" {
			out.Says = "every line holds, but " + lacks
		} else {
			out.Outcome, out.Says, out.Share, out.Doubt = check.Right, evidence(v), 1, a.doubt()
		}
	}
	a.assessSteps(out)
	return out
}

// doubt says which step may be the goal in another dress: what cancels within its brackets can also be a rule with its
// letters filled in.
func (a *attempt) doubt() string {
	for _, s := range a.claims() {
		whole := s.Spelling.Whole
		same := a.claim.Simplified != "" && whole.Simplified == a.claim.Simplified
		if same && !s.Spelling.OneRule && !a.collectsToGoal(whole) {
			return fmt.Sprintf("step %d is what is to be shown but for what cancels in its brackets", s.Number)
		}
	}
	return ""
}

// wrong is the assessment of an answer that has no steps.
func wrong(format string, args ...any) *Assessment {
	return &Assessment{Outcome: check.Wrong, Says: fmt.Sprintf(format, args...)}
}

// assessSteps notes what each step is worth.
func (a *attempt) assessSteps(out *Assessment) {
	above := strings.Count(a.task.frame(), "\n") + strings.Count(a.text[:len(a.text)-len(strings.TrimLeft(a.text, " \t\n"))], "\n")
	leads, held := a.leading(), 0
	for i, s := range a.claims() {
		step := Assessed{Step: s, Line: s.Line - above, Holds: holds(&s), Leads: leads[i] || out.Outcome == check.Right && holds(&s)}
		switch {
		case !step.Holds:
			step.Says = failure(s)
		case !step.Leads:
			step.Says = a.stray(s)
		default:
			held++
		}
		out.Steps = append(out.Steps, step)
	}
	if out.Outcome == check.Right || held == 0 {
		return
	}
	share, of := a.share(held)
	out.Share = share
	out.Says += fmt.Sprintf(" (%d of %d steps hold from a side of it on)", held, of)
}

// stray says why a step that holds does not lead on.
func (a *attempt) stray(s Step) string {
	switch {
	case a.isClaim(s):
		return claimFlaw(s)
	case a.from(s) == a.to(s):
		return fmt.Sprintf("step %d holds, but is only written in another way", s.Number)
	case !a.carries(s):
		return fmt.Sprintf("step %d holds, but its relation does not lead to what is to be shown", s.Number)
	}
	return fmt.Sprintf("step %d holds, but leads to nothing new from a side of what is to be shown", s.Number)
}

// mostWithout is the share, one in so many, of points at which a step may have no value beyond those at which the goal has none: integrals, eigenvalues
// and the like cannot be computed at all points.
const mostWithout = 10

// markUntested marks the steps that have no value at many points at which the goal has one, and says so of the first: they would hold only where it was looked.
func (a *attempt) markUntested(points int) string {
	says := ""
	for i := range a.steps {
		s := &a.steps[i]
		if !holds(s) || (s.NoValue-a.goal.NoValue)*mostWithout <= points {
			continue
		}
		s.Mark = Flawed
		s.Flaws = append(s.Flaws, fmt.Sprintf("it has no value at %d of %d points, and so was not tested there", s.NoValue, points))
		if says == "" {
			says = failure(*s)
		}
	}
	return says
}
