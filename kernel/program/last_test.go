package program

import (
	"regexp"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/cell"
)

// What becomes of a last line: the function of package display that takes it, "_" where it is thrown away, "" where it
// stays as it is.
func TestLastLine(t *testing.T) {
	env := testEnv(t)
	earlier := notebook(t, env, `func only(ok bool) error { return nil }
func two() (int, error) { return 1, nil }
func three() (int, string, error) { return 1, "", nil }
func pair() (int, int) { return 1, 2 }
func nothing() {}
type myError struct{}
func (*myError) Error() string { return "" }
func mine() *myError { return nil }
var x, bad = 1, error(nil)`)
	called := regexp.MustCompile(`display\.(\w+)\(`)
	for _, c := range []struct{ code, want string }{
		{"x", "Result"}, {"x;", "_"}, {"x // why; not", "Result"}, {"x ; // not shown", "_"}, {"bad", "Result"}, {"bad;", "_"}, {"x, bad", "Results"},
		{"x, bad;", "_"}, {"pair()", "Results"}, {"pair();", ""}, {"nothing()", ""}, {"x = 2", ""}, {"x++", ""}, {"y := x", ""},
		{"two()", "ResultsErr"}, {"two();", "FailErr"}, {"three()", "ResultsErr"}, {"only(true)", "FailErr"}, {"only(true);", "FailErr"},
		{"(only(true))", "FailErr"}, {"mine()", "Result"}, {`errors.New("made")`, "Result"}, {`fmt.Errorf("made")`, "Result"},
		{`errors.Join(bad, bad);`, "_"}, {`fmt.Println("text")`, ""}, {`fmt.Fprint(os.Stdout, "")`, ""}, {`os.Stdout.WriteString("")`, "FailErr"},
		{"%%\nx", "Result"}, {"%%\ntwo()", "ResultsErr"}, {"if x > 0 {\n\tx\n}", "?"}, {"for range 2 {\n\tpair()\n}", ""},
	} {
		split, err := cell.Split(c.code)
		if err != nil {
			t.Fatal(err)
		}
		mode := Plain
		if split.MainLine > 0 {
			mode = Main
		}
		p, err := Compose(t.Context(), env, Request{Defs: earlier, Cell: split, Mode: mode})
		if c.want == "?" {
			if err == nil {
				t.Errorf("%s: composed, though a value inside is not used", c.code)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.code, err)
			continue
		}
		text := ""
		for _, s := range p.Unit.Sources {
			if s.Name == p.MainSource() {
				text = s.Text
			}
		}
		got := ""
		if m := called.FindStringSubmatch(text); m != nil {
			got = m[1]
		} else if strings.Contains(text, "_ = ") || strings.Contains(text, "_ =(") {
			got = "_"
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q\n%s", c.code, got, c.want, text)
		}
	}
	// A request for no result, as of user expressions, hides no error either.
	for code, want := range map[string]string{"x": "_ = ", "two()": "display.FailErr("} {
		split, _ := cell.Split(code)
		p, err := Compose(t.Context(), env, Request{Defs: earlier, Cell: split, NoResult: true})
		if err != nil {
			t.Fatal(err)
		}
		if text := p.Unit.Sources; !strings.Contains(joined(text), want) {
			t.Errorf("%s: no %s", code, want)
		}
	}
}
