package derive

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mercer-go/mercer/display/check"
)

// Task is a derivation that a reader is to find, as an exercise of package check. The answer is a text: the steps, with their reasons,
//
//	task := derive.Task{Given: `x, y \in \mathbb{R}`, Show: `4xy \le (x+y)^2`}
//	answer := `
//		4xy = (x+y)^2 - (x-y)^2   \because{both squares are multiplied out}
//		    \le \ldots            \because{…}`
//	check.Exercise("4xy is at most (x+y)²", answer, task.Rule())
//
// It is right when it holds as Prove sees it and one of its chains leads from one side of Show to the other, in at least Steps steps. It is
// not answered where it is empty or has dots for a formula (\ldots). What is given is the task's affair: an answer may define notation (\let),
// but it has no \given and no \tol, with which everything could be made to hold. Reasons are not read.
type Task struct {
	Given   string   // the declarations and assumptions, without \given; "" where all names come from Options
	Let     string   // lines \let … of notation; may be ""
	Show    string   // what is to be shown: two sides with a relation, which are expressions or, around \iff and \implies, statements
	Steps   int      // the least number of steps; 0 means 2
	Options []Option // as of Prove
}

// Rule is the rule of the exercise. A task that is wrong in itself, because Show cannot be read or does not hold, panics with what is wrong.
func (t Task) Rule() check.Rule {
	goal := Judge("the task", t.frame()+t.Show+` \because{as stated}`, t.Options...)
	if err := goal.Err(); err != nil {
		panic(fmt.Errorf("derive: %w", err))
	}
	if len(goal.Steps) != 1 {
		panic(fmt.Errorf("derive: the task has %d steps in Show; one relation is wanted", len(goal.Steps)))
	}
	return check.NewRule(func(answer any) (string, error) {
		text, ok := answer.(string)
		if !ok {
			return "", fmt.Errorf("a text is wanted, and this is a %T", answer)
		}
		return t.judge(text, goal.Steps[0])
	})
}

// frame is what stands above the answer.
func (t Task) frame() string {
	s := ""
	if t.Given != "" {
		s = `\given ` + t.Given + "\n"
	}
	if t.Let != "" {
		s += t.Let + "\n"
	}
	return s
}

// judge judges an answer.
func (t Task) judge(text string, goal Step) (string, error) {
	if hasGap(text) {
		return "", check.ErrUnanswered
	}
	for _, word := range []string{`\given`, `\tol`} {
		if strings.Contains(text, word) {
			return "", fmt.Errorf("%s is not for the answer: the task says what is given and how exact it is to be", word)
		}
	}
	v := Judge("", t.frame()+text+"\n"+`\therefore `+t.Show, t.Options...)
	if err := v.Err(); err != nil {
		return "", errors.New(strings.TrimPrefix(err.Error(), ": "))
	}
	chain := t.connecting(v, goal)
	least := t.Steps
	if least == 0 {
		least = 2
	}
	switch {
	case chain == nil:
		return "", errors.New("every line holds, but no chain leads from one side of what is to be shown to the other")
	case len(chain) < least:
		return "", fmt.Errorf("every line holds, but at least %d steps are wanted, each by one rule, and this has %d", least, len(chain))
	}
	return evidence(v), nil
}

// connecting is the chain that leads from one side of the goal to the other, or nil.
func (t Task) connecting(v *Verdict, goal Step) []Step {
	for _, chain := range chains(v) {
		from, to := chain[0].Left, chain[len(chain)-1].Right
		if t.same(from, goal.Left, goal) && t.same(to, goal.Right, goal) || t.same(from, goal.Right, goal) && t.same(to, goal.Left, goal) {
			return chain
		}
	}
	return nil
}

// chains are the chains of a derivation, without its conclusions: a step that begins where the one before ended continues its chain.
func chains(v *Verdict) [][]Step {
	var all [][]Step
	for i, s := range v.Steps {
		switch {
		case s.Conclusion:
		case i > 0 && !v.Steps[i-1].Conclusion && s.Left == v.Steps[i-1].Right:
			all[len(all)-1] = append(all[len(all)-1], s)
		default:
			all = append(all, []Step{s})
		}
	}
	return all
}

// same tells whether two sides are written alike or have the same value at all points.
func (t Task) same(a, b string, goal Step) bool {
	if strings.Join(strings.Fields(a), "") == strings.Join(strings.Fields(b), "") {
		return true
	}
	relation := "="
	if strings.Contains(goal.Relation, "arrow") || goal.Relation == `\iff` || goal.Relation == `\implies` {
		relation = `\iff`
	}
	return Judge("", t.frame()+a+" "+relation+" "+b+` \because{compared}`, t.Options...).Holds()
}

// hasGap tells whether dots stand for a formula or a reason: only in a list, after a comma, they are mathematics.
func hasGap(text string) bool {
	text = strings.NewReplacer(`\ldots`, "…", `\dots`, "…", `\cdots`, "…", "...", "…").Replace(text)
	before := ' '
	for _, r := range text {
		if r == '…' && before != ',' {
			return true
		}
		if r != ' ' && r != '\t' && r != '\n' {
			before = r
		}
	}
	return strings.TrimSpace(text) == ""
}

// evidence says on what a derivation that holds was tried.
func evidence(v *Verdict) string {
	exact := 0
	for _, s := range v.Steps {
		if s.Mark == Exact {
			exact++
		}
	}
	s := fmt.Sprintf("%d points", v.Points+v.Corners)
	switch {
	case exact == len(v.Steps):
		return s + ", exact"
	case exact > 0:
		return fmt.Sprintf("%s, %d of %d lines exact", s, exact, len(v.Steps))
	}
	return s
}
