package derive_test

import (
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/derive"
)

// The goals of TestAnswers.
var (
	sumSquare = derive.Task{Given: `a, b \in \mathbb{R}`, Show: `(a+b)^2 \le 2a^2+2b^2`}
	means     = derive.Task{Given: `a, b \ge 0`, Show: `\sqrt{ab} \le \frac{a+b}2`}
	parallel  = derive.Task{Given: `x, y \in \mathbb{R}^3`, Show: `\|x+y\|^2 + \|x-y\|^2 = 2\|x\|^2 + 2\|y\|^2`}
	quotient  = derive.Task{Given: `a, b \in \mathbb{R}, \quad a \ne b`, Show: `\frac{a^2-b^2}{a-b} = a+b`}
	signs     = derive.Task{Given: `x \in \mathbb{R}`, Show: `x^2 > x \iff x < 0 \lor x > 1`}
	above     = derive.Task{Given: `x \in \mathbb{R}`, Show: `x > 0 \implies x^3 > 0`}
	variance  = derive.Task{Given: `p \in \mathcal{P}(\{-1,0,1,2\}), \quad X \sim p`, Show: `\operatorname{Var}(X) = E[X^2] - E[X]^2`}
	neighbour = derive.Task{Given: `0 \le t \le \tfrac12`, Show: `t \le 2t(1-t)`}
	choosing  = derive.Task{Given: `L_1, L_2, H_1, H_2 \in [0,1], \quad H_1 \le H_2`, Show: `L_1-L_2 \le |L_1-H_1|+|H_2-L_2|`}
	cauchy    = derive.Task{Given: `x, y \in \mathbb{R}^2`, Show: `(x^\top y)^2 \le \|x\|^2\|y\|^2`}
	positive  = derive.Task{Given: `x, y > 0`, Show: `2 \le \frac xy + \frac yx`}
	fisher    = derive.Task{Given: `d \in \{2,3\}, \ m \in \mathbb{R}^d, \ B \in \mathbb{S}^d_{++}, \ m \ne 0`, Let: `\let w = B^{-1}m`,
		Show: `\frac{(w^\top m)^2}{w^\top Bw} = m^\top B^{-1}m`}
)

// TestAnswers has right and wrong answers to several tasks.
func TestAnswers(t *testing.T) {
	const right, wrong = check.Right, check.Wrong
	for _, c := range []struct {
		name   string
		task   derive.Task
		want   check.Outcome
		says   string // part of it
		answer string
	}{
		// An inequality, shown.
		{"by an identity", sumSquare, right, "", `(a+b)^2 = 2a^2+2b^2 - (a-b)^2 \because{multiplied out}
			\le 2a^2+2b^2 \because{a square is not negative}`},
		{"multiplied out", sumSquare, right, "", `(a+b)^2 = a^2+2ab+b^2 \because{multiplied out}
			\le 2a^2+2b^2 \because{$2ab \le a^2+b^2$}`},
		{"a lemma first", sumSquare, right, "", `2ab \le a^2+b^2 \because{square of $a-b$}
			(a+b)^2 = a^2+2ab+b^2 \because{multiplied out}
			\le 2a^2+2b^2 \because{first line}`},
		{"its own notation", sumSquare, right, "", "\\let s = a+b\n\\let d = a-b\n" + `s^2 \le s^2+d^2 \because{a square is not negative}
			= 2a^2+2b^2 \because{multiplied out}`},
		{"a line and equivalences", sumSquare, right, "", `(a-b)^2 \ge 0 \because{a square is not negative}
			\iff 2ab \le a^2+b^2 \because{multiplied out}
			\iff (a+b)^2 \le 2a^2+2b^2 \because{$a^2+b^2$ added}`},
		{"a line and implications", sumSquare, right, "", `0 \le (a-b)^2 \because{a square is not negative}
			\implies 2ab \le a^2+b^2 \because{multiplied out}
			\implies (a+b)^2 \le 2a^2+2b^2 \because{$a^2+b^2$ added}`},
		{"equivalences to a line", sumSquare, right, "", `(a-b)^2 \ge 0 \because{a square is not negative}
			(a+b)^2 \le 2a^2+2b^2 \iff 2ab \le a^2+b^2 \because{multiplied out}
			\iff (a-b)^2 \ge 0 \because{binomial formula}`},
		{"lines and the conclusion", sumSquare, right, "", `2ab \le a^2+b^2 \because{square of $a-b$}
			(a+b)^2 = a^2+2ab+b^2 \because{multiplied out}
			\therefore (a+b)^2 \le 2a^2+2b^2 \because{sum of both}`},
		{"the difference", sumSquare, right, "", `2a^2+2b^2-(a+b)^2 = (a-b)^2 \because{multiplied out}
			\ge 0 \because{a square is not negative}`},
		{"over two lines", sumSquare, right, "", `(a+b)^2 = a^2+2ab+b^2 \because{multiplied out}
			2a^2+2b^2 \ge a^2+2ab+b^2 \because{$(a-b)^2 \ge 0$}`},
		{"twice the goal", means, right, "", `2\sqrt{ab} \le 2\sqrt{ab} + (\sqrt a-\sqrt b)^2 \because{a square is not negative}
			= a+b \because{multiplied out}`},
		{"half the way, halved", means, right, "", `\frac{a+b}2 = \sqrt{ab} + \tfrac12(\sqrt a-\sqrt b)^2 \because{multiplied out}
			\ge \sqrt{ab} \because{a square is not negative}`},
		{"a number inserted", neighbour, right, "", `t = 2t \cdot \tfrac12 \because{doubled and halved}
			\le 2t(1-t) \because{$\tfrac12 \le 1-t$}`},
		{"factors", neighbour, right, "", `2t(1-t) - t = t(1-2t) \because{$t$ is a factor}
			\ge 0 \because{both factors are not negative}`},
		{"terms inserted", choosing, right, "", `L_1-L_2 = (L_1-H_1)+(H_1-H_2)+(H_2-L_2) \because{inserted}
			\le |L_1-H_1|+|H_2-L_2| \because{$H_1 \le H_2$, and a number is at most its absolute value}`},
		{"divided by xy", positive, right, "", `(x-y)^2 \ge 0 \because{a square is not negative}
			\iff 2xy \le x^2+y^2 \because{multiplied out}
			\iff 2 \le \frac xy + \frac yx \because{divided by $xy > 0$}`},
		{"Lagrange", cauchy, right, "", `(x^\top y)^2 = \|x\|^2\|y\|^2 - (x_1y_2-x_2y_1)^2 \because{multiplied out}
			\le \|x\|^2\|y\|^2 \because{a square is not negative}`},
		// An inequality, not shown.
		{"the claim behind notation", sumSquare, wrong, "is what is to be shown", "\\let T = 2a^2+2b^2\n" + `(a+b)^2 \le T \because{convexity}
			= 2a^2+2b^2 \because{notation}`},
		{"the claim behind a function", sumSquare, wrong, "is what is to be shown", "\\let f(x) = 2x\n" + `(a+b)^2 \le f(a^2+b^2) \because{convexity}
			= 2a^2+2b^2 \because{notation}`},
		{"the claim and a bracket", sumSquare, wrong, "is what is to be shown", `(a+b)^2 \le 2(a^2+b^2) \because{convexity}
			= 2a^2+2b^2 \because{multiplied out}`},
		{"the larger of itself", sumSquare, wrong, "is what is to be shown", `(a+b)^2 = \max((a+b)^2,(a+b)^2) \because{maximum}
			\le 2a^2+2b^2 \because{convexity}`},
		{"out and back", sumSquare, wrong, "is what is to be shown", `(a+b)^2 = a^2+2ab+b^2 \because{multiplied out}
			= (b+a)^2 \because{binomial formula}
			\le 2b^2+2a^2 \because{convexity}`},
		{"another spelling of the root", means, wrong, "is what is to be shown", `\sqrt{ab} = (ba)^{1/2} \because{definition of the root}
			\le \frac{a+b}2 \because{means}`},
		{"factors of a product", cauchy, wrong, "is what is to be shown", `(x^\top y)^2 = (y^\top x)^2 \because{symmetry}
			\le \|x\|^2\|y\|^2 \because{Cauchy and Schwarz}`},
		{"truths that have nothing to do with it", sumSquare, wrong, "equality holds in other cases", `a^2 \ge 0 \because{a square is not negative}
			\iff 2a^2 \ge 0 \because{doubled}
			\iff (a+b)^2 \le 2a^2+2b^2 \because{convexity}`},
		{"a truth about numbers", sumSquare, wrong, "is what is to be shown", `0 \le 1 \because{numbers}
			\iff 1 \le 2 \because{one is added}
			\iff (a+b)^2 \le 2a^2+2b^2 \because{convexity}`},
		{"a conclusion from other lines", sumSquare, wrong, "it is not seen how", `a^2 \ge 0 \because{a square is not negative}
			b^2 \ge 0 \because{a square is not negative, either}
			\therefore (a+b)^2 \le 2a^2+2b^2 \because{sum of both}`},
		{"the claim, equivalent to itself", sumSquare, wrong, "is what is to be shown", `(a+b)^2 \le 2(a^2+b^2) \because{convexity}
			\iff 2a^2+2b^2 \ge (a+b)^2 \because{multiplied out}`},
		{"the statement at the end is not shown", sumSquare, wrong, "on a line of its own", `(a+b)^2 \le 2a^2+2b^2 \iff 2ab \le a^2+b^2 \because{multiplied out}
			\iff (a-b)^2 \ge 0 \because{binomial formula}`},
		{"implications from the claim", sumSquare, wrong, "runs from what is to be shown", `(a-b)^2 \ge 0 \because{a square is not negative}
			(a+b)^2 \le 2a^2+2b^2 \implies 2ab \le a^2+b^2 \because{multiplied out}
			\implies (a-b)^2 \ge 0 \because{binomial formula}`},
		// An identity.
		{"inner products", parallel, right, "", `\|x+y\|^2+\|x-y\|^2 = \|x\|^2+2x^\top y+\|y\|^2+\|x\|^2-2x^\top y+\|y\|^2 \because{both squares are multiplied out}
			= 2\|x\|^2+2\|y\|^2 \because{the inner products cancel}`},
		{"a fraction reduced", quotient, right, "", `\frac{a^2-b^2}{a-b} = \frac{(a-b)(a+b)}{a-b} \because{third binomial formula}
			= b+a \because{the fraction is reduced}`},
		{"both sides to a third", quotient, right, "", `\frac{a^2-b^2}{a-b} = \frac{(a-b)(a+b)}{a-b} \because{third binomial formula}
			a + b = \frac{(a-b)(a+b)}{a-b} \because{the fraction is reduced}`},
		{"matrices", fisher, right, "", `\frac{(w^\top m)^2}{w^\top Bw} = \frac{(m^\top B^{-1}m)^2}{m^\top B^{-1}BB^{-1}m} \because{$w$ is inserted}
			= m^\top B^{-1}m \because{$BB^{-1} = I$, and the fraction is reduced}`},
		{"terms in another order, and the claim", parallel, wrong, "is what is to be shown", `\|x+y\|^2+\|x-y\|^2 = \|y+x\|^2+\|y-x\|^2 \because{order}
			= 2(\|x\|^2+\|y\|^2) \because{parallelogram}`},
		{"the other side is not reached", quotient, wrong, "no chain leads", `\frac{a^2-b^2}{a-b} = \frac{(a-b)(a+b)}{a-b} \because{third binomial formula}
			= \frac{a^2-b^2}{a-b} + 0 \because{third binomial formula again}`},
		{"nothing is said", quotient, wrong, "no chain leads", `a = a + b - b \because{inserted}
			= (a+b) - b \because{brackets}`},
		// Statements.
		{"an equivalence", signs, right, "", `x^2 > x \iff x(x-1) > 0 \because{$x$ is subtracted}
			\iff x < 0 \lor x > 1 \because{both factors have one sign}`},
		{"half an equivalence", signs, wrong, "a step of the chain is an implication", `x^2 > x \iff x(x-1) > 0 \because{$x$ is subtracted}
			\implies x < 0 \lor x > 1 \because{both factors have one sign}`},
		{"sides exchanged, and the claim", signs, wrong, "is what is to be shown", `x^2 > x \iff x < x^2 \because{sides exchanged}
			\iff x > 1 \lor x < 0 \because{signs}`},
		{"an equivalence that stops", signs, wrong, "no chain leads", `x^2 > x \iff x(x-1) > 0 \because{$x$ is subtracted}
			\iff x(1-x) < 0 \because{multiplied by $-1$}`},
		{"an implication", above, right, "", `x > 0 \implies x > 0 \land x^2 > 0 \because{a square is positive}
			\implies x^3 > 0 \because{a product of positive numbers}`},
		{"an implication by an equivalence", above, right, "", `x > 0 \iff 8x > 0 \because{multiplied by $8$}
			\implies x^3 > 0 \because{a product of positive numbers}`},
		{"its converse", above, wrong, "runs the other way", `x^3 > 0 \implies 2x^3 > 0 \because{doubled}
			\implies x > 0 \because{a positive factor}`},
		// Expectations.
		{"the variance", variance, right, "", "\\let \\mu = E[X]\n" + `\operatorname{Var}(X) = E[(X-\mu)^2] \because{definition of the variance}
			= E[X^2 - 2\mu X + \mu^2] \because{multiplied out}
			= E[X^2] - 2\mu E[X] + \mu^2 \because{linearity}
			= E[X^2] - \mu^2 \because{$\mu = E[X]$}`},
		{"the variance in two steps", variance, right, "", `\operatorname{Var}(X) = E[(X-E[X])^2] \because{definition of the variance}
			= E[X^2] - E[X]^2 \because{linearity}`},
		{"the variance by notation", variance, wrong, "is what is to be shown", "\\let \\mu = E[X]\n" + `\operatorname{Var}(X) = E[X^2] - \mu^2 \because{Steiner}
			= E[X^2] - E[X]^2 \because{notation}`},
		// No step.
		{"prose", sumSquare, wrong, "there is no step yet", `\text{trivial}`},
		{"a remark", sumSquare, wrong, "there is no step yet", `% trivial`},
		{"the conclusion alone", sumSquare, wrong, "there is no step yet", `\therefore (a+b)^2 \le 2a^2+2b^2 \because{convexity}`},
		{"the line as its reason", sumSquare, wrong, "its reason is the line itself", `(a+b)^2 = 2a^2+2b^2 - (a-b)^2 \because{$(a+b)^2 = 2a^2+2b^2-(a-b)^2$}
			\le 2a^2+2b^2 \because{a square is not negative}`},
		{"without a reason", sumSquare, wrong, "it holds, but it has no reason yet", `(a+b)^2 = 2a^2+2b^2 - (a-b)^2
			\le 2a^2+2b^2 \because{a square is not negative}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if r := check.Judge(c.name, c.answer, c.task.Rule()); r.Outcome != c.want || !strings.Contains(r.Says, c.says) {
				t.Errorf("%s, %q; want %s, %q", r.Outcome, r.Says, c.want, c.says)
			}
		})
	}
}
