package derive

import "fmt"

// This file tells whether the lines of an answer show what a Task wants shown. What counts as a step, and which steps show what, is said at Task;
// path.go finds the ways from one side of the goal to the other, ways.go the others.

// attempt is an answer all of whose lines hold.
type attempt struct {
	task  Task
	goal  Step
	claim side // the goal as it stands below the answer
	text  string
	steps []Step // of the answer, with its own conclusions

	termwise map[int]bool // what byTerms has found, by the numbers of steps
}

// way is one in which the answer shows the goal, or nearly.
type way struct {
	steps []Step // that count
	flaw  string // why it does not show the goal, a sentence, or ""
}

// counts is how many steps there are, but for those that only compute with numbers around a side of the goal.
func (w way) counts() (n int) {
	for _, s := range w.steps {
		if !(s.Spelling.Dressed && s.Spelling.Detour) {
			n++
		}
	}
	return n
}

// lacks says why the answer does not show the goal, or is "".
func (a *attempt) lacks() string {
	says := "no chain leads from one side of what is to be shown to the other"
	nearest := -1
	for _, find := range []func() []way{a.directly, a.moved, a.byStatements, a.bySum} {
		for _, w := range find() {
			lacks := a.lacking(w)
			if lacks == "" {
				return ""
			}
			if len(w.steps) > nearest {
				says, nearest = lacks, len(w.steps)
			}
		}
	}
	return says
}

// lacking says what a way lacks, or is "".
func (a *attempt) lacking(w way) string {
	least := a.task.least()
	strict := false
	for _, s := range w.steps {
		strict = strict || isStrict(s.Relation) || isStrict(s.Spelling.To.Relation)
	}
	switch {
	case w.flaw != "":
		return w.flaw
	case isStrict(a.goal.Relation) && !strict:
		return "a strict inequality is to be shown, and no step of the chain is strict"
	case w.counts() < least:
		says := fmt.Sprintf("at least %d steps are wanted, each by one rule, and this has %d", least, w.counts())
		if w.counts() < len(a.steps) {
			says += "; a line that is only written in another way is none"
		}
		return says
	}
	return ""
}

// isClaim tells whether a step is the goal in another dress.
func (a *attempt) isClaim(s Step) bool {
	if isStrict(a.goal.Relation) && !isStrict(s.Relation) {
		return false
	}
	from, to, left, right := a.from(s), a.to(s), a.from(a.goal), a.to(a.goal)
	if from == left && to == right || from == right && to == left {
		return true
	}
	if s.Spelling.Dressed {
		return !s.Spelling.Detour
	}
	if isArrow(a.goal.Relation) || isArrow(s.Relation) {
		return false
	}
	whole := s.Spelling.Whole
	if whole.Difference != "" && whole.Difference == a.goal.Spelling.Whole.Difference {
		return true
	}
	return a.collectsToGoal(whole) && (a.goal.Spelling.OneRule || !s.Spelling.OneRule && !a.byTerms(s))
}

// collectsToGoal tells whether a statement is the goal when it is scaled and like terms are collected. That can be seen
// of a line that is multiplied out, too, where the goal is an identity: x² + 2bx + b² − b² = (x + b)² − b².
func (a *attempt) collectsToGoal(s side) bool {
	return a.claim.Collected != "" && s.Collected == a.claim.Collected
}

// claimFlaw says that a step is the goal.
func claimFlaw(s Step) string {
	return fmt.Sprintf("step %d is what is to be shown, written in another way: show it by steps of which each needs one rule", s.Number)
}

// from is the left side of a step, the same for all that are alike. Where both sides of the goal are alike already they are taken as they are written.
func (a *attempt) from(s Step) string { return a.node(s.Spelling.From, s.Left) }
func (a *attempt) to(s Step) string   { return a.node(s.Spelling.To, s.Right) }

func (a *attempt) node(side side, written string) string {
	goal := a.goal.Spelling
	switch {
	case goal.From.Spelled != goal.To.Spelled:
		return side.Spelled
	case goal.From.Ordered != goal.To.Ordered: // matrices
		return side.Ordered
	}
	return withoutSpaces(written)
}

// claims are the steps of the answer without its conclusions.
func (a *attempt) claims() []Step {
	var all []Step
	for _, s := range a.steps {
		if !s.Conclusion {
			all = append(all, s)
		}
	}
	return all
}

// chains are the chains of a derivation, without its conclusions: a step that begins where the one before ended continues its chain.
func chains(steps []Step) [][]Step {
	var all [][]Step
	for i, s := range steps {
		switch {
		case s.Conclusion:
		case i > 0 && !steps[i-1].Conclusion && s.Left == steps[i-1].Right:
			all[len(all)-1] = append(all[len(all)-1], s)
		default:
			all = append(all, []Step{s})
		}
	}
	return all
}

func isArrow(relation string) bool {
	return relation == `\Leftrightarrow` || relation == `\Rightarrow`
}

func isStrict(relation string) bool { return relation == "<" || relation == ">" }

// relationFlaw says that a step does not carry on.
func relationFlaw(s Step) string {
	return fmt.Sprintf("the relation of step %d does not lead to what is to be shown", s.Number)
}

// carries tells whether a step can be one to the goal by its relation: to an equality lead equalities, to an inequality both, and neither ≠ nor ≈.
func (a *attempt) carries(s Step) bool {
	goal := a.goal.Relation
	switch {
	case isArrow(goal) || isArrow(s.Relation):
		return isArrow(goal) == isArrow(s.Relation)
	case s.Relation == "=" || s.Relation == goal:
		return true
	case goal == "=":
		return false
	}
	return direction(goal) == 0 || direction(s.Relation) != 0
}

// isOrder tells whether a relation is neither an equality nor one of statements.
func isOrder(relation string) bool { return relation != "=" && !isArrow(relation) }

// direction is 1 for relations from the smaller to the larger side, −1 for the others way round, 0 for those that go both ways.
func direction(relation string) int {
	switch relation {
	case "<", `\le`, `\prec`, `\preceq`, `\subset`, `\subseteq`, `\in`, `\Rightarrow`:
		return 1
	case ">", `\ge`, `\succ`, `\succeq`, `\supset`, `\supseteq`:
		return -1
	}
	return 0
}
