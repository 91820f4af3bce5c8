package derive

import (
	"fmt"
	"strings"
)

// This file has the ways to show a goal that do not lead from one of its sides to the other, and compares what they need compared.

// moved are the chains that say the goal with terms moved across, of an inequality also multiplied by a small number.
func (a *attempt) moved() []way {
	if isArrow(a.goal.Relation) {
		return nil
	}
	var all []way
	for _, chain := range chains(a.steps) {
		if isArrow(chain[0].Relation) || !a.saysGoal(chain) {
			continue
		}
		path := a.straight(chain)
		w := way{steps: path}
		for _, s := range path {
			if a.isClaim(s) {
				w.flaw = claimFlaw(s)
			}
			if !a.carries(s) {
				w.flaw = relationFlaw(s)
			}
			if a.goal.Relation == "=" && s.Relation != "=" {
				w.flaw = "an equality is to be shown, and a step of the chain is an inequality"
			}
		}
		all = append(all, w)
	}
	return all
}

// saysGoal tells whether the ends of a chain differ as the sides of the goal do: in spelling, since an equality says nothing by its value; of an
// inequality in value, up to a factor.
func (a *attempt) saysGoal(chain []Step) bool {
	from, to := chain[0].Left, chain[len(chain)-1].Right
	want := difference(a.goal.Left, a.goal.Right)
	if a.goal.Relation == "=" {
		if a.goal.Spelling.Whole.Difference == "" { // its sides are alike but for the order of factors
			return false
		}
		s := a.compare([]string{equation(from, to)})[0]
		return s != nil && s.Spelling.Whole.Difference == a.goal.Spelling.Whole.Difference
	}
	return a.someHold(multiples(difference(from, to), want)) || a.someHold(multiples(difference(to, from), want))
}

// straight is a chain without its detours: what leads back to a side that was there before is left out.
func (a *attempt) straight(chain []Step) []Step {
	at := map[string]int{a.from(chain[0]): 0}
	var path []Step
	for _, s := range chain {
		path = append(path, s)
		if n, before := at[a.to(s)]; before {
			for _, gone := range path[n:] {
				delete(at, a.to(gone))
			}
			path = path[:n]
		}
		at[a.to(s)] = len(path)
	}
	return path
}

// byStatements are the chains of statements that lead from a line of the answer to an inequality, or by \iff from it to a line.
func (a *attempt) byStatements() []way {
	if !isOrder(a.goal.Relation) {
		return nil
	}
	var all []way
	for _, chain := range chains(a.steps) {
		if !isArrow(chain[0].Relation) {
			continue
		}
		if a.isGoal(chain[len(chain)-1].Spelling.To) {
			all = append(all, a.fromLine(chain, false))
		} else if a.isGoal(chain[0].Spelling.From) {
			all = append(all, a.fromLine(chain, true))
		}
	}
	return all
}

// isGoal tells whether a statement is the goal, perhaps with terms moved across.
func (a *attempt) isGoal(s side) bool {
	want := a.goal.Spelling.Whole
	if s.Spelled == want.Spelled {
		return true
	}
	same := want.Difference != "" && s.Difference == want.Difference || a.collectsToGoal(s)
	return same && isStrict(s.Relation) == isStrict(want.Relation)
}

// fromLine is the way along a chain of statements from a line that the answer states with its reason to the goal; backwards where the chain begins
// with the goal.
func (a *attempt) fromLine(chain []Step, backwards bool) way {
	path := a.straight(chain)
	w := way{}
	known := chain[0].Spelling.From
	if backwards {
		known = chain[len(chain)-1].Spelling.To
	}
	line := a.line(known)
	if line == nil {
		w.flaw = "the statement at the other end of the chain is not shown: write it on a line of its own, with its reason"
		return w
	}
	w.steps = append(w.steps, *line)
	if a.isGoal(known) || line.Spelling.Dressed {
		w.flaw = claimFlaw(*line)
	}
	for _, s := range path {
		p, q := s.Spelling.From, s.Spelling.To
		switch {
		case backwards && s.Relation != `\Leftrightarrow`:
			w.flaw = fmt.Sprintf("step %d runs from what is to be shown, and not to it", s.Number)
		case p.Left == "" || q.Left == "":
			w.flaw = fmt.Sprintf("step %d relates more than two inequalities: write it as a chain of numbers", s.Number)
		case a.isGoal(p) && a.isGoal(q), s.Spelling.Dressed: // the goal with terms moved
			continue
		case !a.related(p, q):
			w.flaw = fmt.Sprintf("it is not seen that step %d is one by rule: equality holds in other cases on its two sides", s.Number)
		}
		w.steps = append(w.steps, s)
	}
	return w
}

// line is the line of the answer that states what a chain of statements begins with, or nil.
func (a *attempt) line(s side) *Step {
	for i := range a.steps {
		if l := &a.steps[i]; l.Spelling.Whole.Spelled == s.Spelled && l.Reason != "" && !isArrow(l.Relation) {
			return l
		}
	}
	return nil
}

// related tells whether one of two inequalities is a multiple of the other, by a number or by the same on both sides, or
// equality holds in the same cases.
func (a *attempt) related(p, q side) bool {
	if a.someHold(multiples(slack(p), slack(q))) {
		return true
	}
	if direction(p.Relation) == direction(q.Relation) && a.someHold([]string{equation(times(p.Left, q.Right), times(q.Left, p.Right))}) {
		return true // both sides times the same
	}
	s := a.compare([]string{fmt.Sprintf(`%s = %s \iff %s = %s \because{compared}`, p.Left, p.Right, q.Left, q.Right)})[0]
	return holds(s) && s.True > 0
}

// bySum is the goal, an inequality that the answer concludes, as the sum of its lines.
func (a *attempt) bySum() []way {
	if !isOrder(a.goal.Relation) || !a.concludes() {
		return nil
	}
	var sum []string
	var w way
	for _, chain := range chains(a.steps) {
		if isArrow(chain[0].Relation) || !a.allCarry(chain) {
			continue
		}
		rises := 0
		for _, s := range chain {
			rises += direction(s.Relation)
		}
		path := a.straight(chain)
		for _, s := range path {
			if a.isClaim(s) {
				w.flaw = claimFlaw(s)
			}
		}
		from, to := chain[0].Left, chain[len(chain)-1].Right
		switch {
		case rises > 0:
			sum = append(sum, difference(to, from))
		case rises < 0:
			sum = append(sum, difference(from, to))
		case !a.isUsed(chain):
			continue
		}
		w.steps = append(w.steps, path...)
	}
	if len(sum) == 0 {
		return nil
	}
	if !a.someHold(multiples(strings.Join(sum, " + "), slack(a.goal.Spelling.Whole))) {
		w.flaw = "it is not seen how the conclusion follows from the lines above it: write a chain from one side of it to the other"
	}
	return []way{w}
}

func (a *attempt) allCarry(chain []Step) bool {
	for _, s := range chain {
		if !a.carries(s) {
			return false
		}
	}
	return true
}

// concludes tells whether the answer itself concludes the goal.
func (a *attempt) concludes() bool {
	for _, s := range a.steps {
		if s.Conclusion && a.isGoal(s.Spelling.Whole) {
			return true
		}
	}
	return false
}

// isUsed tells whether an end of a chain of equalities is a side of the goal or of another line.
func (a *attempt) isUsed(chain []Step) bool {
	for _, end := range []string{a.from(chain[0]), a.to(chain[len(chain)-1])} {
		if end == a.from(a.goal) || end == a.to(a.goal) {
			return true
		}
		for _, s := range a.claims() {
			if isOrder(s.Relation) && (a.from(s) == end || a.to(s) == end) {
				return true
			}
		}
	}
	return false
}

// compare judges lines below the answer, whose notation they may use. A line that makes no sense is nil.
func (a *attempt) compare(lines []string) []*Step {
	out := make([]*Step, len(lines))
	if len(lines) == 0 {
		return out
	}
	v := a.task.verdict("", a.text+"\n"+strings.Join(lines, "\n"))
	if n := len(v.Steps) - len(lines); n >= 0 && len(v.Problems) == 0 {
		for i := range lines {
			out[i] = &v.Steps[n+i]
		}
		return out
	}
	if len(lines) > 1 {
		for i := range lines {
			out[i] = a.compare(lines[i : i+1])[0]
		}
	}
	return out
}

func (a *attempt) someHold(lines []string) bool {
	for _, s := range a.compare(lines) {
		if holds(s) {
			return true
		}
	}
	return false
}

func holds(s *Step) bool { return s != nil && (s.Mark == Holds || s.Mark == Exact) }

// factors are the numbers by which an inequality may be multiplied.
var factors = []string{"1", "2", `\tfrac12`, "3", `\tfrac13`, "4", `\tfrac14`}

// multiples are equations that say that x is a multiple of y.
func multiples(x, y string) []string {
	var all []string
	for _, k := range factors {
		all = append(all, equation(x, k+` \cdot \left(`+y+`\right)`))
	}
	return all
}

// equation is a line that says that two expressions have one value.
func equation(x, y string) string {
	return `\left(` + x + `\right) = \left(` + y + `\right) \because{compared}`
}

func times(x, y string) string { return `\left(` + x + `\right) \cdot \left(` + y + `\right)` }

func difference(x, y string) string { return `\left(` + x + `\right) - \left(` + y + `\right)` }

// slack is how far the smaller side of an inequality is below the larger.
func slack(s side) string {
	if direction(s.Relation) < 0 {
		return difference(s.Left, s.Right)
	}
	return difference(s.Right, s.Left)
}

func withoutSpaces(s string) string { return strings.Join(strings.Fields(s), "") }
