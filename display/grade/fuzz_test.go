package grade_test

import (
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/derive"
	"github.com/mercer-go/mercer/display/grade"
)

// FuzzGrade checks that no answer makes a panic or an error, that points lie between none and all and are the sum of those of the steps, and that of
// an answer that is not right it is said why, and of each step without points.
func FuzzGrade(f *testing.F) {
	all, err := entries()
	if err != nil {
		f.Fatal(err)
	}
	for _, e := range all {
		for _, a := range e.answers {
			f.Add(a.text)
		}
	}
	f.Add(goodSquare)
	f.Add(goodRidge)
	f.Add(`\let z = 9^{9^9} \because{large}` + "\n" + `4xy = z - z \because{large}`)
	f.Add(`\therefore 1 = 1 \because{numbers}` + "\n" + `\begin{cases`)
	tasks := []grade.Proof{square, ridge}
	for i := range tasks {
		tasks[i].Task.Options = []derive.Option{derive.Work(1), derive.Draws(20), derive.Effort(20)}
	}
	f.Fuzz(func(t *testing.T, answer string) {
		if len(answer) > 800 || strings.Count(answer, `\because`) > 8 {
			return
		}
		for _, p := range tasks {
			r, err := p.Grade(answer)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(r.Says, "a teacher has to look at it") {
				t.Errorf("a panic: %s", r.Says)
			}
			sum := 0.
			for _, s := range r.Steps {
				if sum += s.Share; s.Share == 0 && s.Says == "" {
					t.Errorf("line %d has no points, and it is not said why", s.Line)
				}
			}
			if r.Share < 0 || r.Share > 1 || sum-r.Share > 1e-9 || r.Share-sum > 1e-9 {
				t.Errorf("share %g, the steps %g", r.Share, sum)
			}
			if r.Outcome != check.Right && (r.Says == "" || r.Share >= .5) {
				t.Errorf("%s, share %g: %q", r.Outcome, r.Share, r.Says)
			}
			_ = r.HTML(3) + r.Text(3)
		}
	})
}
