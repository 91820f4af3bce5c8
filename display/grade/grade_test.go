package grade_test

import (
	"math"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/derive"
	"github.com/mercer-go/mercer/display/grade"
)

var (
	square = grade.Proof{Seed: 17, Task: derive.Task{Given: `x, y \in \mathbb{R}`, Show: `4xy \le (x+y)^2`}}
	brief  = grade.Proof{Seed: 17, Task: derive.Task{Given: square.Task.Given, Show: square.Task.Show, Options: []derive.Option{derive.Work(2)}}} // with little work
	ridge  = grade.Proof{Seed: 18, Task: derive.Task{
		Given: `n, d \in \{1,2,3\}, \ X \in \mathbb{R}^{n\times d}, \ y \in \mathbb{R}^n, \ \lambda > 0`,
		Show:  `(X^\top X+\lambda I)^{-1}X^\top y = X^\top(XX^\top+\lambda I)^{-1}y`, Steps: 2}}
)

const goodSquare = `4xy = (x+y)^2 - (x-y)^2 \because{both squares are multiplied out}
	\le (x+y)^2 \because{a square is not negative}`

const goodRidge = `(X^\top X+\lambda I)^{-1}X^\top y = (X^\top X+\lambda I)^{-1}X^\top(XX^\top+\lambda I)(XX^\top+\lambda I)^{-1}y \because{a matrix times its inverse}
	= (X^\top X+\lambda I)^{-1}(X^\top X+\lambda I)X^\top(XX^\top+\lambda I)^{-1}y \because{both products are $X^\top XX^\top + \lambda X^\top$}
	= X^\top(XX^\top+\lambda I)^{-1}y \because{an inverse times its matrix}`

func grades(t *testing.T, p grade.Proof, answer any) *grade.Report {
	t.Helper()
	r, err := p.Grade(answer)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// points are those that check.Points gives.
func points(r *grade.Report, most float64) float64 {
	return check.Result{Outcome: r.Outcome, Share: r.Share}.Points(most)
}

// The points of an answer are those of its steps.
func TestPoints(t *testing.T) {
	for _, c := range []struct {
		name   string
		proof  grade.Proof
		answer any
		points float64
		steps  []float64 // shares
		says   string    // part of it
	}{
		{"right", square, goodSquare, 6, []float64{.5, .5}, "exact"},
		{"right, three steps", ridge, goodRidge, 6, []float64{1. / 3, 1. / 3, 1. / 3}, ""},
		{"empty", square, "", 0, nil, ""},
		{"dots", square, `4xy \le \ldots \because{…}`, 0, nil, ""},
		{"unanswered", square, check.Unanswered, 0, nil, ""},
		{"no text", square, 7, 0, nil, "a text is wanted, and this is a int"},
		{"nothing", square, nil, 0, nil, "a text is wanted"},
		{"unreadable", square, `4xy = (x+ \because{oh}`, 0, nil, "line 1, column"},
		{"prose", square, `By the binomial formula.`, 0, nil, ""},
		{"the first of two steps", square, strings.Replace(goodSquare, `(x+y)^2 \because{a`, `(x-y)^2 \because{a`, 1), 1.5, []float64{.25, 0}, "line 2 (≤ (x-y)^2) does not hold: at x = "},
		{"the statement", square, `4xy \le (x+y)^2 \because{the binomial formula}`, 0, []float64{0}, "at least 2 steps"},
		{"too long", square, goodSquare + strings.Repeat(" ", grade.MaxBytes), 0, nil, "bytes"},
		{"too many steps", square, strings.Repeat(`x = x \because{the same}`+"\n", grade.MaxSteps+1), 0, nil, "41 steps, and 40 are the most"},
		{"endless", brief, strings.Replace(goodSquare, `- (x-y)^2`, `- (x-y)^2 + 0 \cdot \sum_{i=1}^{1000}\sum_{j=1}^{1000} ij`, 1), 0, nil, "more computing than is allowed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := grades(t, c.proof, c.answer)
			sum := 0.
			for i, s := range r.Steps {
				if sum += s.Share; i < len(c.steps) && math.Abs(s.Share-c.steps[i]) > 1e-12 {
					t.Errorf("step %d: share %g", i+1, s.Share)
				}
				if s.Share == 0 && s.Says == "" {
					t.Errorf("step %d has nothing, and nothing is said", i+1)
				}
			}
			if points(r, 6) != c.points || len(r.Steps) != len(c.steps) || math.Abs(sum-r.Share) > 1e-12 || !strings.Contains(r.Says, c.says) {
				t.Errorf("%g points, %d steps with %g of %g: %s", points(r, 6), len(r.Steps), sum, r.Share, r.Says)
			}
		})
	}
}

// What is typed for the points that are seen fails at the hidden ones, in other cases and at other parameters.
func TestCases(t *testing.T) {
	p := grade.Proof{Seed: 20,
		Task:  derive.Task{Given: `A, B \in \mathbb{R}^{1\times 1}`, Show: `\operatorname{tr}((A+B)^2) = \operatorname{tr}(A^2) + 2\operatorname{tr}(AB) + \operatorname{tr}(B^2)`},
		Cases: []grade.Case{{Name: "dimension 3", Given: `A, B \in \mathbb{R}^{3\times 3}`}}}
	const right = `\operatorname{tr}((A+B)^2) = \operatorname{tr}(A^2 + AB + BA + B^2) \because{multiplied out in order}
		= \operatorname{tr}(A^2) + \operatorname{tr}(AB) + \operatorname{tr}(BA) + \operatorname{tr}(B^2) \because{the trace is linear}
		= \operatorname{tr}(A^2) + 2\operatorname{tr}(AB) + \operatorname{tr}(B^2) \because{the trace is cyclic}`
	if r := grades(t, p, right); r.Outcome != check.Right {
		t.Error(r)
	}
	flat := strings.Replace(right, `\operatorname{tr}(A^2 + AB + BA + B^2)`, `(\operatorname{tr}(A+B))^2`, 1)
	r := grades(t, p, flat)
	if r.Outcome != check.Wrong || !strings.HasPrefix(r.Says, "dimension 3: ") || !strings.HasPrefix(r.Steps[0].Says, "dimension 3: step 1 does not hold: at A = ") {
		t.Errorf("%+v", r)
	}
	if one := (grade.Proof{Seed: 20, Task: p.Task}); grades(t, one, flat).Outcome != check.Right {
		t.Error("in dimension 1 it holds")
	}
	if r.Share <= 0 || r.Share >= .5 || r.Steps[0].Share != 0 || r.Steps[2].Share == 0 {
		t.Errorf("share %g, of the steps %g, %g, %g", r.Share, r.Steps[0].Share, r.Steps[1].Share, r.Steps[2].Share)
	}
}

// The points are those of the seed, and not those of a derivation that the student runs.
func TestHiddenPoints(t *testing.T) {
	for _, seed := range []uint64{0, 1} {
		if _, err := (grade.Proof{Task: square.Task, Seed: seed}).Grade(goodSquare); err == nil {
			t.Errorf("seed %d is accepted", seed)
		}
	}
	wrong := strings.Replace(goodSquare, `- (x-y)^2`, `- x^2`, 1)
	first, again := grades(t, square, wrong), grades(t, square, wrong)
	if first.Says != again.Says {
		t.Error("the same seed, other points")
	}
	task := square.Task
	task.Options = []derive.Option{derive.Seed(1)}
	if seen, _ := task.Assess(wrong); seen.Says == "" {
		t.Error("nothing is said")
	}
}

// What is wrong with the proof itself is the teacher's.
func TestFaultyProofs(t *testing.T) {
	for name, p := range map[string]grade.Proof{
		"false":         {Seed: 2, Task: derive.Task{Given: `x \in \mathbb{R}`, Show: `x < x^2`}},
		"false in case": {Seed: 2, Task: derive.Task{Given: `x > 1`, Show: `x < x^2`}, Cases: []grade.Case{{Given: `x > 0`}}},
		"unreadable":    {Seed: 2, Task: derive.Task{Given: `x > 1`, Show: `x <`}},
	} {
		if _, err := p.Grade(goodSquare); err == nil || !strings.HasPrefix(err.Error(), "grade: ") {
			t.Errorf("%s: %v", name, err)
		}
		func() {
			defer func() {
				if err, _ := recover().(error); err == nil || !strings.HasPrefix(err.Error(), "grade: ") {
					t.Errorf("%s: the rule does not panic with what is wrong: %v", name, err)
				}
			}()
			p.Rule()
		}()
	}
	if err := square.Try([]string{goodSquare}, []string{`4xy = (x+y)^2 \because{the binomial formula}`}); err != nil {
		t.Error(err)
	}
	if err := square.Try([]string{"x"}, []string{goodSquare}); err == nil || !strings.Contains(err.Error(), "proof 1 is found wrong") || !strings.Contains(err.Error(), "slip 1 is found right") {
		t.Error(err)
	}
}

// The rule gives the same points.
func TestRule(t *testing.T) {
	for _, answer := range []string{goodSquare, "", `4xy = (x+y)^2 - (x-y)^2 \because{both squares are multiplied out}`} {
		r, want := check.Judge("", answer, square.Rule()), grades(t, square, answer)
		if r.Outcome != want.Outcome || r.Share != want.Share {
			t.Errorf("%s: %s, %g, want %s, %g", answer, r.Outcome, r.Share, want.Outcome, want.Share)
		}
		if answer != "" && r.Detail.Text(6) != want.Text(6) {
			t.Errorf("%s: the rule shows %s", answer, r.Detail.Text(6))
		}
	}
}

// A page has no markup of a student's.
func TestHTML(t *testing.T) {
	r := grades(t, square, `4xy = (x+y)^2 - (x-y)^2 \because{<script>alert(1)</script> is multiplied out}
		\le (x+y)^2 \because{a square is not negative <b>}`)
	page := r.HTML(6)
	for _, tag := range []string{"<script", "<b>"} {
		if strings.Contains(page, tag) {
			t.Errorf("%s in %s", tag, page)
		}
	}
	if strings.Count(page, "<td>3.00</td>") != 2 || strings.Count(page, "<tr>") != 3 {
		t.Error(page)
	}
}
