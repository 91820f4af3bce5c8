package report

import (
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/run"
)

// TestShownFailure: what a cell has shown is not told again below it; the value of the error, which programs read, has it all.
func TestShownFailure(t *testing.T) {
	for _, shown := range []bool{false, true} {
		e := explainOutcome(&run.Outcome{Failure: &frame.Failed{Name: "CheckFailed", Value: "x: got 1, want 2", Shown: shown}}, Places{})
		if told := strings.Contains(strings.Join(e.Traceback, "\n"), "got 1"); told == shown || e.Value != "x: got 1, want 2" {
			t.Errorf("shown %t: %q, %q", shown, e.Value, e.Traceback)
		}
	}
}

// TestLoopsWithoutLine finds the lines of jumps of which the compiler has none, which a processor may stop at or not.
func TestLoopsWithoutLine(t *testing.T) {
	l := Places{}
	l.Add("cell_1.go", "Cell [1]", "n := 1\nfunc f() {\n\tg()\n\tfor {\n\t}\n}\nfunc (t T) m() { for ;; { n++ } }\nfunc none() {}\nfor { n++ }")
	for _, test := range []struct {
		name       string
		line, want int
	}{
		{"main.f", -6, 4}, {"main.T.m", 0, 7}, {"main.(*T).m", -1, 7}, {"main.f.func1", -3, 4}, {"main.mercer_cell", -20, 4}, {"main.f", 3, 3},
	} {
		f := l.atLoop(run.Frame{Func: test.name, File: "/tmp/cell_1.go", Line: test.line})
		if f.Line != test.want {
			t.Errorf("%s: line %d becomes %d, want %d", test.name, test.line, f.Line, test.want)
		}
	}
}
