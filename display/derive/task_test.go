package derive_test

import (
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/derive"
)

var square = derive.Task{Given: `x, y \in \mathbb{R}`, Show: `4xy \le (x+y)^2`}

func TestTask(t *testing.T) {
	rule := square.Rule()
	for _, c := range []struct {
		name, answer string
		want         check.Outcome
		says         string // part of it
	}{
		{"right", `4xy = (x+y)^2 - (x-y)^2 \because{both squares are multiplied out}
			\le (x+y)^2 \because{a square is not negative}`, check.Right, "327 points, exact"},
		{"from the right to the left", `(x+y)^2 = (x-y)^2 + 4xy \because{multiplied out}
			\ge 4xy \because{a square is not negative}`, check.Right, ""},
		{"sides in another spelling", `2 \cdot 2xy = (x+y)^2 - (x-y)^2 \because{multiplied out}
			\le x^2 + 2xy + y^2 \because{a square is not negative}`, check.Right, ""},
		{"notation of its own", "\\let d = x - y\n" + `4xy = (x+y)^2 - d^2 \because{multiplied out}
			\le (x+y)^2 \because{$d^2 \ge 0$}`, check.Right, ""},
		{"empty", " \n", check.NotAnswered, ""},
		{"unanswered", check.Unanswered, check.NotAnswered, ""},
		{"a gap", `4xy = (x+y)^2 - (x-y)^2 \because{multiplied out}
			\le \ldots \because{…}`, check.NotAnswered, ""},
		{"a gap for a reason", `4xy = (x+y)^2 - (x-y)^2 \because{…}
			\le (x+y)^2 \because{a square is not negative}`, check.NotAnswered, ""},
		{"a wrong step", `4xy = (x+y)^2 - x^2 - y^2 \because{multiplied out}
			\le (x+y)^2 \because{squares are not negative}`, check.Wrong, "line 1"},
		{"the theorem itself", `4xy \le (x+y)^2 \because{a square is not negative}`, check.Wrong, "at least 2 steps are wanted"},
		{"nothing and the theorem", `4xy = 4xy + 0 \because{adding zero}
			\le (x+y)^2 \because{a square is not negative}`, check.Wrong, "step 2 is what is to be shown"},
		{"the theorem and nothing", `4xy \le (y+x)(x+y) \because{a square is not negative}
			= (x+y)^2 \because{definition of the square}`, check.Wrong, "step 1 is what is to be shown"},
		{"the theorem, moved, and nothing", `(x+y)^2 - 4xy \ge 0 \because{a square is not negative}
			= 0 \cdot 1 \because{multiplied}`, check.Wrong, "step 1 is what is to be shown"},
		{"the difference of both sides", `(x+y)^2 - 4xy = (x-y)^2 \because{multiplied out}
			\ge 0 \because{a square is not negative}`, check.Right, ""},
		{"the difference, from nothing", `0 \le (x-y)^2 \because{a square is not negative}
			= (x+y)^2 - 4xy \because{multiplied out}`, check.Right, ""},
		{"a term moved across", `2xy = x^2 + y^2 - (x-y)^2 \because{multiplied out}
			\le x^2 + y^2 \because{a square is not negative}`, check.Right, ""},
		{"with a conclusion", `(x+y)^2 - 4xy = (x-y)^2 \because{multiplied out}
			\ge 0 \because{a square is not negative}
			\therefore 4xy \le (x+y)^2`, check.Right, ""},
		{"another difference", `(x+y)^2 - 2xy = x^2+y^2 \because{multiplied out}
			\ge 0 \because{squares are not negative}`, check.Wrong, "no chain leads"},
		{"a lemma that is the theorem moved, and the steps", `2xy \le x^2+y^2 \because{a square is not negative}
			4xy = 2xy + 2xy \because{halves}
			\le x^2 + 2xy + y^2 \because{the line above, and $2xy$ added}
			= (x+y)^2 \because{square of a sum}`, check.Right, ""},
		{"prose alone", `\text{It is clear.}`, check.Wrong, "there is no step yet"},
		{"the conclusion alone", `\therefore 4xy \le (x+y)^2 \because{squares}`, check.Wrong, "there is no step yet"},
		{"something else", `x = x + 0 \because{adding zero}
			= x \cdot 1 \because{multiplying by one}`, check.Wrong, "no chain leads"},
		{"half the way", `4xy = (x+y)^2 - (x-y)^2 \because{multiplied out}
			= 2xy + 2xy \because{multiplied out again}`, check.Wrong, "no chain leads"},
		{"no reason", `4xy = (x+y)^2 - (x-y)^2
			\le (x+y)^2 \because{a square is not negative}`, check.Wrong, "reason"},
		{"an assumption", "\\given x = y\n4xy = 4x^2 \\because{equal}\n= (x+y)^2 \\because{equal}", check.Wrong, `\given is not for the answer`},
		{"a tolerance", `4xy = 0 \tol{.99} \because{small}
			\le (x+y)^2 \because{a square}`, check.Wrong, `\tol is not for the answer`},
		{"not mathematics", `because it is so`, check.Wrong, "line 1, column 1"},
		{"the place of a fault", "\n4xy = (x+y)^2 - (x-y)^2 \\because{multiplied out}\n\\le (x+z)^2 \\because{a square}", check.Wrong, "line 2, column 8"},
	} {
		r := check.Judge(c.name, c.answer, rule)
		if r.Outcome != c.want || !strings.Contains(r.Says, c.says) {
			t.Errorf("%s: %s, %q; want %s, %q", c.name, r.Outcome, r.Says, c.want, c.says)
		}
	}
	if r := check.Judge("a number", 3, rule); r.Outcome != check.Wrong {
		t.Errorf("a number: %v", r)
	}
}

// TestTaskIsShownWhole: a chain shows an equality by equalities, and a strict inequality with a strict step.
func TestTaskIsShownWhole(t *testing.T) {
	for _, c := range []struct {
		task         derive.Task
		answer, says string
		want         check.Outcome
	}{
		{derive.Task{Given: `x \in \mathbb{R}`, Show: `x^2 - 1 = (x-1)(x+1)`}, `x^2 - 1 \le x^2 + x - x - 1 \because{x is inserted}
			\le (x-1)(x+1) \because{factors}`, "an equality is to be shown", check.Wrong},
		{derive.Task{Given: `x > 0`, Show: `x < x + x^2`}, `x \le x + x \cdot x \because{a product of positive numbers}
			= x + x^2 \because{definition of the square}`, "no step of the chain is strict", check.Wrong},
		{derive.Task{Given: `x \in \mathbb{R}`, Show: `x^2 > x \iff x < 0 \lor x > 1`}, `x^2 > x \implies x(x-1) > 0 \because{x is subtracted}
			\implies x < 0 \lor x > 1 \because{both factors have one sign}`, "an equivalence is to be shown", check.Wrong},
		{derive.Task{Given: `x > 0`, Show: `1 < (1+x)^2`}, `1 < 1 + 2x + x^2 \because{both terms are positive}
			= (1+x)^2 \because{square of a sum}`, "", check.Right},
	} {
		if r := check.Judge("", c.answer, c.task.Rule()); r.Outcome != c.want || !strings.Contains(r.Says, c.says) {
			t.Errorf("%s: %s, %q", c.task.Show, r.Outcome, r.Says)
		}
	}
}

// TestTaskOfStatements: the sides may be statements.
func TestTaskOfStatements(t *testing.T) {
	rule := derive.Task{Given: `x, y \in \mathbb{R}`, Show: `x < y \iff -y < -x`}.Rule()
	right := "x < y \\iff 0 < y - x \\because{$x$ is subtracted}\n\\iff -y < -x \\because{$y$ is subtracted}"
	if r := check.Judge("", right, rule); r.Outcome != check.Right {
		t.Error(r)
	}
	wrong := "x < y \\iff 0 < x - y \\because{$x$ is subtracted}\n\\iff -y < -x \\because{$y$ is subtracted}"
	if r := check.Judge("", wrong, rule); r.Outcome != check.Wrong {
		t.Error(r)
	}
}

// TestTaskIsTried: a task that does not hold or cannot be read is refused where it is set.
func TestTaskIsTried(t *testing.T) {
	for _, task := range []derive.Task{{Given: `x \in \mathbb{R}`, Show: `x^2 > 0`}, {Show: `x = x`}, {Given: `x \in \mathbb{R}`, Show: `x`}, {},
		{Given: `x \in \mathbb{R}`, Show: `\therefore x = x`}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v: got a rule", task)
				}
			}()
			task.Rule()
		}()
	}
}

func ExampleTask() {
	task := derive.Task{Given: `x, y \in \mathbb{R}`, Show: `4xy \le (x+y)^2`}
	check.Exercise("4xy ≤ (x+y)²", `
		4xy = (x+y)^2 - (x-y)^2   \because{both squares are multiplied out}
		    \le \ldots            \because{…}`, task.Rule())
	check.Exercise("4xy ≤ (x+y)²", `
		4xy = (x+y)^2 - (x-y)^2   \because{both squares are multiplied out}
		    \le (x+y)^2           \because{a square is not negative}`, task.Rule())
	// Output:
	// ○ 4xy ≤ (x+y)²: not answered yet
	// ✓ 4xy ≤ (x+y)²: right (327 points, exact)
}
