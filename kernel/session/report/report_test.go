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

// TestSeveralPanics: the value of the error is the panic that ended the program, with its text; all stand in the traceback.
func TestSeveralPanics(t *testing.T) {
	for message, want := range map[string]string{
		"one": "one",
		"(*main.E) 0xc000012345 [recovered]\n\tpanic: the real one":                                "the real one",
		"first\n\tpanic: second\n\tpanic: third":                                                   "third",
		"first [recovered]\n\tpanic: second [recovered]\n\tpanic: third":                           "third",
		"same [recovered, repanicked]":                                                             "same",
		"first\n\tof two lines [recovered]\n\tpanic: second\n\tof two lines":                       "second",
		"runtime error: index out of range [5] with length 3 [recovered]\n\tpanic: while clearing": "while clearing",
	} {
		e := explainCrash(&run.Crash{Kind: "panic", Message: message}, Places{})
		if trace := strings.Join(e.Traceback, "\n"); e.Value != want || !strings.HasSuffix(trace, withoutAddress(message)) {
			t.Errorf("%q: got %q, %q", message, e.Value, trace)
		}
	}
}

func TestWithoutAddress(t *testing.T) {
	for message, want := range map[string]string{
		"(main.T) 0x497e08": "a value of type T",
		"([]interface {}) 0x133051908000\n\tpanic: (struct { A int; B func(int) error }) 0x497f98 [recovered]": "a value of type []interface {}" +
			"\n\tpanic: a value of type struct { A int; B func(int) error } [recovered]",
		"main.Celsius(3)":           "main.Celsius(3)",
		"at (x) 0x497e08":           "at (x) 0x497e08",
		"runtime error: index (5)":  "runtime error: index (5)",
		"(*errors.errorString) 0x1": "(*errors.errorString) 0x1",
	} {
		if got := withoutAddress(message); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

// TestLongMessages: of an error's text as much is shown as of other texts, whatever ended the cell.
func TestLongMessages(t *testing.T) {
	long := strings.Repeat("é", 500_000)
	for _, o := range []run.Outcome{
		{Failure: &frame.Failed{Name: "error", Value: long}},
		{Crash: &run.Crash{Kind: "panic", Message: long}},
	} {
		e := explainOutcome(&o, Places{})
		if n := len(strings.Join(e.Traceback, "\n")) + len(e.Value); n > 5*maxMessage || !strings.Contains(strings.Join(e.Traceback, "\n"), "… (496000 characters left out) …") {
			t.Errorf("%d bytes: %.100q", n, e.Value)
		}
	}
}
