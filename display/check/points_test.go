package check

import (
	"errors"
	"math"
	"testing"

	"github.com/mercer-go/mercer/display/internal/send"
)

func TestPoints(t *testing.T) {
	partly := func(share float64) Rule {
		return NewRule(func(any) (string, error) { return "", Partly(share, errors.New("a step fails")) })
	}
	for _, c := range []struct {
		name   string
		most   float64
		answer any
		rule   Rule
		want   float64
		text   string
	}{
		{"right", 3, 16, Number(16, .5), 3, "✓ t: right · 3 of 3 points"},
		{"wrong", 3, 17, Number(16, .5), 0, "✗ t: 17 is too large, by less than 10 % · 0 of 3 points"},
		{"missing", 3, Unanswered, Number(16, .5), 0, "○ t: not answered yet · 0 of 3 points"},
		{"in part", 5, 1, partly(.37), 1.75, "✗ t: a step fails · 1.75 of 5 points"},
		{"more than all", 2, 1, partly(7), 2, "✗ t: a step fails · 2 of 2 points"},
		{"no share", 2, 1, partly(math.NaN()), 0, "✗ t: a step fails · 0 of 2 points"},
		{"a panic", 2, func() int { panic("no") }, Trials(1, func(f func() int, t *Trial) { t.Equal("f", f(), 1) }), 0, ""},
	} {
		if points := Points(c.most, "t", c.answer, c.rule); points != c.want {
			t.Errorf("%s: %g points, want %g", c.name, points, c.want)
		}
		if text := Judge("t", c.answer, c.rule).String() + pointsOf(c.want, c.most); c.text != "" && text != c.text {
			t.Errorf("%s: %q, want %q", c.name, text, c.text)
		}
	}
}

// A slip of the exercise is the teacher's: it fails the cell.
func TestPointsOfFaultyExercise(t *testing.T) {
	for name, f := range map[string]func(){
		"no power":  func() { Points(1, "t", 16, Number(16, .5).Refutes(16)) },
		"no points": func() { Points(0, "t", 16, Number(16, .5)) },
		"NaN":       func() { Points(math.NaN(), "t", 16, Number(16, .5)) },
	} {
		func() {
			defer func() {
				var failed *send.Error
				if err, _ := recover().(error); !errors.As(err, &failed) || failed.Name != "FaultyExercise" {
					t.Errorf("%s: the cell does not fail: %v", name, err)
				}
			}()
			f()
		}()
	}
}
