package derive_test

import (
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/derive"
)

var (
	pushThrough = derive.Task{
		Given: `n, d \in \{2,3\}, \ X \in \mathbb{R}^{n\times d}, \ y \in \mathbb{R}^n, \ \lambda > 0`,
		Show:  `(X^\top X+\lambda I)^{-1}X^\top y = X^\top(XX^\top+\lambda I)^{-1}y`}
	circle = derive.Task{Given: `r > 0`, Show: `\frac{\pi r^2}{2\pi r} = \frac r2`}
	above1 = derive.Task{Given: `x, y \in \mathbb{R}`, Show: `-1 \le x^2`}
	root   = derive.Task{Given: `-1 \le x \le 10`, Show: `\sqrt{x^2} = |x|`}
)

// Answers that would make everything hold: each is told what it did.
func TestAttacks(t *testing.T) {
	for _, c := range []struct {
		name   string
		task   derive.Task
		answer string
		says   string // part of it
	}{
		{"a name of the task", square, `\let x = 0
			4xy = 0 \because{notation}
			\le (x+y)^2 \because{a square is not negative}`, "x is declared already"},
		{"an entry", square, `\let x_1 = 0
			4xy = 4xy + x_1 \because{notation}
			\le (x+y)^2 \because{a square is not negative}`, "line 1, column 6: x is a letter of the task"},
		{"a constant of the task", circle, `\let \pi = 1
			\frac{\pi r^2}{2\pi r} = \frac{r^2}{2r} \because{notation}
			= \frac r2 \because{reduced}`, `\pi is a letter of the task`},
		{"no name", square, `\let |z| = 0
			4xy = 4xy + |y| \because{notation}
			\le (x+y)^2 \because{a square is not negative}`, ""},
		{"a norm", square, `\let \|z\| = 0
			4xy = 4xy + \|y\| \because{notation}
			\le (x+y)^2 \because{a square is not negative}`, ""},
		{"a product", square, `\let x y = 0
			4xy = 0 \because{notation}
			\le (x+y)^2 \because{a square is not negative}`, ""},
		{"a function word", root, `\let \sqrt{z} = z
			\sqrt{x^2} = x^2 \because{notation}
			= |x| \because{the root}`, ""},
		{"its own domain", square, `\given z \in \mathbb{R}
			4xy \le (x+y)^2 \because{a square is not negative}`, `\given is not for the answer`},
		{"its own tolerance", square, `4xy = 0 \because{small} \tol{0.9}
			\le (x+y)^2 \because{a square is not negative}`, `\tol is not for the answer`},
		{"matrices: a bracket is no step", pushThrough, `(X^\top X+\lambda I)^{-1}X^\top y = ((X^\top X+\lambda I)^{-1})(X^\top y) \because{brackets}
			= X^\top(XX^\top+\lambda I)^{-1}y \because{push through}`, "is what is to be shown"},
		{"matrices: a factor 1 is no step", pushThrough, `(X^\top X+\lambda I)^{-1}X^\top y = 1 \cdot (X^\top X+\lambda I)^{-1}X^\top y \because{a factor one}
			= X^\top(XX^\top+\lambda I)^{-1}y \because{push through}`, "is what is to be shown"},
		{"matrices: other factors in another order", pushThrough, `\lambda y = y \lambda \because{order}
			= \lambda (y + y) - \lambda y \because{inserted}`, "no chain leads"},
		{"is not for is less than", above1, `x^2 + 1 = 1 + x^2 + y - y \because{$y$ is added and taken away}
			\ne 0 \because{a square is not minus one}`, "the relation of step 2 does not lead"},
		{"about is not equal", above1, `-1 \approx -1.0 \because{rounding}
			\le x^2 \because{a square is not negative}`, "the relation of step 1 does not lead"},
		{"inequalities to an equality", root, `\sqrt{x^2} \le |x| + 1 \because{a positive number}
			\sqrt{x^2} \le |x| + 2 \because{a positive number}`, "no chain leads"},
		{"no value where it is false", root, `\sqrt{x^2} = x + 0\cdot\int_0^1 t^{x-\frac{999}{1000}}\,dt \because{the root}
			= |x| \because{the absolute value}`, "has no value at"},
	} {
		a, err := c.task.Assess(c.answer)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if a.Outcome != check.Wrong || a.Share > .5 || !strings.Contains(a.Says, c.says) {
			t.Errorf("%s: %s, share %g: %s", c.name, a.Outcome, a.Share, a.Says)
		}
	}
}

// What is right about matrices stays right, also where it differs from the task by the order of factors only.
func TestMatricesInOrder(t *testing.T) {
	a, err := pushThrough.Assess(`
		(X^\top X+\lambda I)^{-1}X^\top y = (X^\top X+\lambda I)^{-1}X^\top(XX^\top+\lambda I)(XX^\top+\lambda I)^{-1}y \because{an inverse}
		= (X^\top X+\lambda I)^{-1}(X^\top X+\lambda I)X^\top(XX^\top+\lambda I)^{-1}y \because{both are $X^\top XX^\top + \lambda X^\top$}
		= X^\top(XX^\top+\lambda I)^{-1}y \because{an inverse}`)
	if err != nil || a.Outcome != check.Right || len(a.Steps) != 3 {
		t.Errorf("%v: %+v", err, a)
	}
}

// A text that takes endless work is ended by counting, at the same place each time.
func TestWork(t *testing.T) {
	task := square
	task.Options = []derive.Option{derive.Work(2)}
	const long = `4xy = (x+y)^2 - (x-y)^2 + 0\cdot\sum_{i=1}^{3000}\sum_{j=1}^{3000} ij \because{multiplied out}
		\le (x+y)^2 \because{a square is not negative}`
	for range 2 {
		// sums of a million terms at each point
		if a, err := task.Assess(long); err != nil || a.Outcome != check.Wrong || !strings.Contains(a.Says, "more computing than is allowed") {
			t.Errorf("%v: %+v", err, a)
		}
	}
	if a, err := task.Assess(strings.ReplaceAll(long, "3000", "3")); err != nil || a.Outcome != check.Right {
		t.Errorf("%v: %+v", err, a)
	}
	for _, costly := range []string{
		`\prod_{i=1}^{2000} (x+i) - \prod_{i=1}^{2000} (x+i)`, // long numbers
		`\operatorname{tr}((I_{200}+\mathbf 1_{200}\mathbf 1_{200}^\top)^{-1})`,
		`\max_{i \in \{1,\dots,20000\}} \sin(ix)`,
	} {
		text := strings.Replace(long, `\sum_{i=1}^{3000}\sum_{j=1}^{3000} ij`, "("+costly+")", 1)
		if a, err := task.Assess(text); err != nil || !strings.Contains(a.Says, "more computing than is allowed") {
			t.Errorf("%s: %v: %+v", costly, err, a)
		}
	}
	if v := derive.Judge("", `1 = 1 \because{numbers}`, derive.Work(-1)); v.Err() == nil {
		t.Error("Work(-1) is accepted")
	}
}

// Each step says whether it holds and leads on, and why not.
func TestAssessedSteps(t *testing.T) {
	a, err := square.Assess(`

		4xy = (x+y)^2 - (x-y)^2 \because{multiplied out}
			= (y+x)^2 - (x-y)^2 \because{order}
			\le (x+y)^2 - x^2 \because{a square is not negative}
		x = x + y - y \because{inserted}
		4xy \le (y+x)^2 \because{the means}`)
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		line         int
		holds, leads bool
		says         string
	}{{1, true, true, ""}, {2, true, false, "only written in another way"}, {3, false, false, "step 3 does not hold: at x = "},
		{4, true, false, "leads to nothing new"}, {5, true, false, "is what is to be shown"}}
	if len(a.Steps) != len(want) {
		t.Fatalf("%d steps", len(a.Steps))
	}
	for i, w := range want {
		if s := a.Steps[i]; s.Line != w.line || s.Holds != w.holds || s.Leads != w.leads || !strings.Contains(s.Says, w.says) || (w.says == "") != (s.Says == "") {
			t.Errorf("step %d: line %d, %t, %t, %q", i+1, s.Line, s.Holds, s.Leads, s.Says)
		}
	}
	if a.Outcome != check.Wrong || a.Share != .1 {
		t.Errorf("%s, share %g", a.Outcome, a.Share)
	}
	if _, err := (derive.Task{Given: `x \in \mathbb{R}`, Show: `x^2 > 0`}).Assess("x"); err == nil {
		t.Error("a task that does not hold")
	}
}
