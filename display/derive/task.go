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
// It is right when it holds as Prove sees it and one of its chains, of at least Steps steps, shows what is to be shown: it leads from one side of Show to
// the other, or to the same with terms moved across (from x − y to 0, or from 0, where x ≥ y is to be shown). No step of that chain may be Show itself in
// another dress: terms and factors in another order, with a term 0 or a factor 1, with sides exchanged. An answer is
// not answered where it is empty or has dots for a formula (\ldots). What is given is the task's affair: an answer may define notation (\let),
// but it has no \given and no \tol, with which everything could be made to hold.
//
// Reasons are not read: a step that holds and is as hard as the task (x + z − z for x, and then the claim) passes, and a teacher has to look at it.
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
	if len(chains(v)) == 0 && len(v.Problems) == 0 {
		return "", errors.New("there is no step yet: write a chain from one side of what is to be shown to the other")
	}
	if err := v.Err(); err != nil {
		return "", errors.New(strings.TrimPrefix(err.Error(), ": "))
	}
	says := "no chain leads from one side of what is to be shown to the other"
	for _, chain := range chains(v) {
		if !t.connects(chain, goal) {
			continue
		}
		if says = t.lacks(chain, goal); says == "" {
			return evidence(v), nil
		}
	}
	return "", errors.New("every line holds, but " + says)
}

// lacks says what a chain that leads from one side of the goal to the other lacks, or "".
func (t Task) lacks(chain []Step, goal Step) string {
	least := t.Steps
	if least == 0 {
		least = 2
	}
	if len(chain) < least {
		return fmt.Sprintf("at least %d steps are wanted, each by one rule, and this has %d", least, len(chain))
	}
	if says := weaker(chain, goal.Relation); says != "" {
		return says
	}
	for _, s := range chain {
		if s.Difference == goal.Difference && s.Difference != "" {
			return fmt.Sprintf("step %d is what is to be shown, written in another way: show it by steps of which each needs one rule", s.Number)
		}
	}
	return ""
}

// connects tells whether a chain leads from one side of the goal to the other, or does so with terms moved across.
func (t Task) connects(chain []Step, goal Step) bool {
	from, to := chain[0].Left, chain[len(chain)-1].Right
	return t.same(from, goal.Left, goal) && t.same(to, goal.Right, goal) || t.same(from, goal.Right, goal) && t.same(to, goal.Left, goal) ||
		t.moved(from, to, goal)
}

// weaker says why a chain shows less than the relation, or is "".
func weaker(chain []Step, relation string) string {
	var equal, strict, oneWay int
	for _, s := range chain {
		switch s.Relation {
		case `\Rightarrow`:
			oneWay++
		case "=":
			equal++
		case "<", ">":
			strict++
		}
	}
	switch {
	case relation == `\Leftrightarrow` && oneWay > 0:
		return "an equivalence is to be shown, and a step of the chain is an implication"
	case relation == "=" && equal < len(chain):
		return "an equality is to be shown, and a step of the chain is an inequality"
	case (relation == "<" || relation == ">") && strict == 0:
		return "a strict inequality is to be shown, and no step of the chain is strict"
	}
	return ""
}

// moved tells whether a chain between two sides says the goal with terms moved across: its sides differ by what the goal's differ. All steps of
// the chain hold, so that its relation runs the right way.
func (t Task) moved(from, to string, goal Step) bool {
	if statements(goal) {
		return false
	}
	difference := func(a, b string) string { return `\left(` + a + `\right) - \left(` + b + `\right)` }
	want := difference(goal.Left, goal.Right)
	return t.same(difference(from, to), want, goal) || t.same(difference(to, from), want, goal)
}

// statements tells whether the goal relates statements.
func statements(goal Step) bool {
	return strings.Contains(goal.Relation, "arrow") || goal.Relation == `\iff` || goal.Relation == `\implies`
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
	if statements(goal) {
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
