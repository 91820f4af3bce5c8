package report

import (
	"testing"

	"github.com/mercer-go/mercer/kernel/run"
)

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
