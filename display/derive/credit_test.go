package derive_test

import (
	"math"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/check"
	"github.com/mercer-go/mercer/display/derive"
)

// A derivation that does not show the goal has half of the share of its steps that hold from a side on.
func TestCredit(t *testing.T) {
	cube := derive.Task{Given: `x, y \in \mathbb{R}`, Show: `(x+y)^3 - (x-y)^3 = 6x^2y + 2y^3`, Steps: 3}
	for _, c := range []struct {
		name, answer string
		task         derive.Task
		share        float64
		says         string // part of it
	}{
		{"right", `4xy = (x+y)^2 - (x-y)^2 \because{multiplied out}
			\le (x+y)^2 \because{a square is not negative}`, square, 1, ""},
		{"empty", ``, square, 0, ""},
		{"what cannot be read", `4xy = (x+y^2 \because{multiplied out}`, square, 0, ""},
		{"the goal alone", `4xy \le (x+y)^2 \because{a square is not negative}`, square, 0, "at least 2 steps"},
		{"nothing added", `4xy = 4xy + 0 \because{zero is added}`, square, 0, ""},
		{"the first of two", `4xy = (x+y)^2 - (x-y)^2 \because{multiplied out}
			\le (x-y)^2 \because{a square is not negative}`, square, 1. / 4, "1 of 2 steps hold"},
		{"the first of two, and no more", `4xy = (x+y)^2 - (x-y)^2 \because{multiplied out}`, square, 1. / 4, ""},
		{"a slip in the middle, then from the other side", `(x+y)^3 - (x-y)^3 = x^3+3x^2y+3xy^2+y^3 - (x-y)^3 \because{the first cube}
			= 6x^2y + y^3 \because{the second cube}
			6x^2y + 2y^3 = 2y(3x^2 + y^2) \because{a common factor}`, cube, 1. / 3, "2 of 3 steps hold from a side of it on"},
		{"both lines fail", `(x+y)^3 = x^3 + y^3 \because{the cube of a sum}
			(x-y)^3 = x^3 - y^3 \because{the cube of a difference}`, cube, 0, "; step 2 does not hold: at x = "},
		{"no reason", `4xy = (x+y)^2 - (x-y)^2
			\le (x+y)^2`, square, 0, "no reason"},
		{"there and back", `4xy = 4xy + x - x \because{x is added and taken away}
			= 4xy \because{and again}
			= 4xy + x - x \because{and again}`, square, 0, ""},
		{"away from both sides", `x^2 = x^2 + y - y \because{y is added and taken away}`, square, 0, ""},
	} {
		r := check.Judge("", c.answer, c.task.Rule())
		if math.Abs(r.Share-c.share) > 1e-12 || !strings.Contains(r.Says, c.says) {
			t.Errorf("%s: share %g, want %g: %s", c.name, r.Share, c.share, r.Says)
		}
	}
}

// Steps that hold and do not lead on are never worth half of the task.
func TestCreditOfPadding(t *testing.T) {
	answer, from := "", "4xy"
	for range 12 {
		to := from + " + x - x"
		answer += from + " = " + to + ` \because{x is added and taken away}` + "\n"
		from = to
	}
	if r := check.Judge("", answer, square.Rule()); r.Outcome != check.Wrong || r.Share >= .5 {
		t.Errorf("%s, share %g", r.Outcome, r.Share)
	}
}
