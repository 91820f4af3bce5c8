package check

import (
	"errors"
	"fmt"
	"math"
	"strings"
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
		if _, text := Judge("t", c.answer, c.rule).graded(c.most); c.text != "" && text != c.text+"\n" {
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

// parts is a detail that says how many points each of so many parts is worth.
type parts int

func (p parts) Text(most float64) string {
	return fmt.Sprintf("  %d parts of %g\n", int(p), most/float64(p))
}
func (p parts) HTML(most float64) string { return "<p>" + p.Text(most) + "</p>" }

func TestPointsShowDetails(t *testing.T) {
	rule := NewDetailedRule(func(answer any) (string, Detail, error) {
		if answer == "panic" {
			panic("no")
		}
		return "", parts(answer.(int)), Partly(.25, errors.New("some parts fail"))
	})
	page, text := Judge("t", 2, rule).graded(3)
	if text != "✗ t: some parts fail · 0.75 of 3 points\n  2 parts of 1.5\n" || !strings.Contains(page, "<p>  2 parts of 1.5\n</p>") {
		t.Errorf("%s%s", text, page)
	}
	if r := Judge("t", "panic", rule); r.Detail != nil || r.Outcome != Wrong || r.Points(3) != 0 {
		t.Errorf("an answer that panics: %+v", r)
	}
	if r := Judge("t", Unanswered, rule); r.Detail != nil || r.Outcome != NotAnswered || r.Points(3) != 0 {
		t.Errorf("no answer: %+v", r)
	}
}
