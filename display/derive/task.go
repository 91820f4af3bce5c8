package derive

import (
	"errors"
	"fmt"
	"strconv"
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
// It is right when every line holds as Prove sees it and Steps steps at least show what is to be shown. A step is a line between two sides that are
// not alike at sight: not by the order of terms and factors, brackets, terms 0 and factors 1, a number multiplied into a bracket, a square as a product, a
// root as the power ½, another bound letter, notation that the answer defines (\let), or sides exchanged. A line that becomes Show in this way, or with terms
// moved across, or scaled by a number, or with terms collected and factors cancelled, is none either: x + z − z for x, and
// then the claim, shows nothing. Such a line counts where one rule leads from side to side: by multiplying out, where
// nothing cancels; of an inequality where one factor grows, or each term. What leads back to a side that was there before
// does not count. Everything else does: multiplying out, factoring, inserting a term and its negative, computing with numbers.
//
// Steps show
//
//   - any goal, when they lead from one side of it to the other, in one chain or over several lines (L = M, R = M); the sides of an inequality may be
//     written as anything that has their value;
//   - an equality or inequality, when a chain leads so with terms moved across (from L − R to 0), of an inequality also multiplied by a small number;
//   - an inequality, when a line states another one with its reason and \iff or \implies lead from it to the goal (or \iff from the goal to it), where
//     equality holds in the same cases or one is a multiple of the other; or when the goal is concluded (\therefore) from lines of which it is the sum.
//
// An equality is shown by equalities, an equivalence by equivalences, a strict inequality with a strict step. An answer is
// not answered where it is empty or has dots for a formula (\ldots). What is given is the task's affair: an answer may define notation (\let),
// but not with a letter of the task, and it has no \given and no \tol, with which everything could be made to hold.
//
// An answer that does not show it is right in part (check.Partly): half of it, times the share of the steps that hold on the ways from either side, which
// counts for at most Steps − 1 of Steps.
// Each line that fails is told with the point that refutes it. Assess returns the same as data,
// Answer shows it below the derivation. Package grade grades answers at points that their authors do not see.
//
// Reasons are not read, and how hard a step is cannot be measured: one that holds and is as hard as the task (x + log exp z − z for x, and then the
// claim) passes, and a teacher has to look at it.
type Task struct {
	Given   string   // the declarations and assumptions, without \given; "" where all names come from Options
	Let     string   // lines \let … of notation; may be ""
	Show    string   // what is to be shown: two sides with a relation, which are expressions or, around \iff and \implies, statements
	Steps   int      // the least number of steps; 0 means 2
	Options []Option // as of Prove; Work is that of an answer in all

	spent *spent
}

// spent is of the work of an answer, as proof.Question counts it, and whether that was all.
type spent struct {
	work int
	all  bool
}

// least is the least number of steps.
func (t Task) least() int {
	if t.Steps == 0 {
		return 2
	}
	return t.Steps
}

// Rule is the rule of the exercise. A task that is wrong in itself, because Show cannot be read or does not hold, panics with what is wrong.
func (t Task) Rule() check.Rule {
	goal, err := t.goal()
	if err != nil {
		panic(err)
	}
	return check.NewRule(func(answer any) (string, error) {
		text, ok := answer.(string)
		if !ok {
			return "", fmt.Errorf("a text is wanted, and this is a %T", answer)
		}
		switch a := t.assess(text, goal); a.Outcome {
		case check.Right:
			return a.Says, nil
		case check.NotAnswered:
			return "", check.ErrUnanswered
		default:
			return "", check.Partly(a.Share, errors.New(a.Says))
		}
	})
}

// goal is the step that Show is.
func (t Task) goal() (Step, error) {
	goal := t.verdict("the task", t.Show+" \\because{as stated}")
	if err := goal.Err(); err != nil {
		return Step{}, fmt.Errorf("derive: %w", err)
	}
	if len(goal.Steps) != 1 || goal.Steps[0].Conclusion {
		return Step{}, fmt.Errorf("derive: the task has %d lines in Show; one relation is wanted, without \\therefore", len(goal.Steps))
	}
	return goal.Steps[0], nil
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

// verdict judges a text below the frame, with the spellings of its steps.
func (t Task) verdict(title, text string) *Verdict {
	s := newSettings(title, t.frame()+text, t.Options)
	s.question.Spells, s.question.Own = true, len(t.frame())
	if t.spent != nil && s.question.Work > 0 {
		s.question.Work = max(s.question.Work-t.spent.work, 1)
	}
	v := verdict(s)
	if t.spent != nil {
		t.spent.work += v.Work
		t.spent.all = t.spent.all || s.question.Work > 0 && v.Work > s.question.Work
	}
	return v
}

// inAnswer is a message with its first place counted in the answer, from the first line that is not empty, which the reader sees, and not in the
// whole text.
func (t Task) inAnswer(message, answer string) string {
	above := strings.Count(t.frame(), "\n") + strings.Count(answer[:len(answer)-len(strings.TrimLeft(answer, " \t\n"))], "\n")
	before, place, found := strings.Cut(message, "line ")
	number, after, isPlace := strings.Cut(place, ", column ")
	n, err := strconv.Atoi(number)
	if !found || !isPlace || err != nil || n <= above {
		return message
	}
	return fmt.Sprintf("%sline %d, column %s", before, n-above, after)
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
