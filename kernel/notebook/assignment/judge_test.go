package assignment

import (
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// A name is compared where it is fetched, before a test that uses it may fail.
func TestNamesAreCompared(t *testing.T) {
	src := source()
	src.Cells[1].Source = `var student = "nobody"
// BEGIN SOLUTION
student = "x"
// END SOLUTION`
	const look = "_ = mercer_grade.Student(student)"
	for test, want := range map[string]int{
		"check(grade.Student(student), grade.Student(student))": 1,
		"check(student)": 0,
	} {
		nb := &notebook.Notebook{Cells: src.Clone().Cells}
		nb.Cells[3].Source = test
		judge, _, err := Judge(nb)
		if err != nil {
			t.Fatal(err)
		}
		text := judge.Cells[1].Source
		if strings.Count(text, look) != want || strings.Count(text, "import mercer_grade ") != want ||
			want == 1 && strings.Index(text, look) < strings.Index(text, ".Fetch(") {
			t.Errorf("%s: the cell is\n%s", test, text)
		}
	}
}

func TestStubs(t *testing.T) {
	const head = "import mercer_answers \"github.com/mercer-go/mercer/display/grade/remote\"\n"
	for _, c := range []struct{ answer, released, want, fails string }{
		{function, "func f(x float64) float64 {\n\t// your answer here\n\tpanic(check.Unanswered)\n}",
			head + `func f(mercer_answers_a0 float64) (mercer_answers_r0 float64) {
	mercer_answers.Call("f", f, []interface{}{mercer_answers_a0}, []interface{}{&mercer_answers_r0})
	return
}`, ""},
		{"var most any = check.Unanswered\nx := 1\nmost = x", "var most any = check.Unanswered",
			head + "var most any = check.Unanswered\nmercer_answers.Fetch(\"most\", &most)", ""},
		{"func g(xs ...int) {}", "// your answer here", head + `func g(mercer_answers_a0 ...int) () {
	mercer_answers.Call("g", g, []interface{}{mercer_answers_a0}, []interface{}{})
	return
}`, ""},
		{"fmt.Println(1)", "// your answer here", "", ""},
		{"type T int", "// your answer here", "", "type T is declared in a cell to be answered"},
		{"func (t T) m() {}", "", "", "a method, m, is to be answered"},
		{"func m[T any](x T) {}", "", "", "a generic function, m, is to be answered"},
		{"func f( {", "", "", "the answer:"},
	} {
		s, err := newStub(c.answer, c.released)
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s: %v, want %s", c.answer, err, c.fails)
			}
			continue
		}
		if err != nil || s.text() != c.want {
			t.Errorf("%s:\n%s\n%v, want\n%s", c.answer, s.text(), err, c.want)
		}
	}
}
