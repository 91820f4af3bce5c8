package assignment

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// made makes a cell of an assignment; kinds are of "answer", "grade", "locked".
func made(id, source string, points float64, kinds ...string) *notebook.Cell {
	m := map[string]any{"grade_id": id, "schema_version": json.Number("3"), "points": json.Number(fmt.Sprint(points)),
		"solution": slices.Contains(kinds, "answer"), "grade": slices.Contains(kinds, "grade"), "locked": slices.Contains(kinds, "locked")}
	c := &notebook.Cell{Type: notebook.Code, ID: id, Source: source, Metadata: map[string]any{key: m}}
	if slices.Contains(kinds, "text") {
		c.Type = notebook.Markdown
	}
	return c
}

func own(id, source string) *notebook.Cell {
	return &notebook.Cell{Type: notebook.Code, ID: id, Source: source, Metadata: map[string]any{}}
}

func book(cells ...*notebook.Cell) *notebook.Notebook {
	return &notebook.Notebook{Minor: 5, Metadata: map[string]any{"kernelspec": map[string]any{"name": "mercer"}}, Cells: cells}
}

const function = "func f(x float64) float64 {\n\t// BEGIN SOLUTION\n\treturn 2 * x\n\t// END SOLUTION\n\tpanic(check.Unanswered)\n}"

// source is an assignment with an answer in code that the machine grades, and one in words that a person does.
func source() *notebook.Notebook {
	return book(
		made("setup", "import \"math\"", 0, "locked"),
		made("f", function, 0, "answer"),
		made("try-f", "f(1)", 0, "locked"),
		made("grade-f", "// graded\n// BEGIN HIDDEN TESTS\nf(2)\n// END HIDDEN TESTS", 3, "grade", "locked"),
		made("why", "It doubles.", 2, "answer", "grade", "text"),
	)
}

func texts(nb *notebook.Notebook) string {
	var list []string
	for _, c := range nb.Cells {
		list = append(list, c.ID+": "+strings.ReplaceAll(c.Source, "\n", "|"))
	}
	return strings.Join(list, "\n")
}

func TestRelease(t *testing.T) {
	src := source()
	src.Cells[2].Outputs, src.Cells[2].Count = []*notebook.Output{{Type: notebook.Stream, Text: "2"}}, 3
	before := string(src.Marshal())
	released, err := Release(src)
	if err != nil {
		t.Fatal(err)
	}
	want := `setup: import "math"
f: func f(x float64) float64 {|	// your answer here|	panic(check.Unanswered)|}
try-f: f(1)
grade-f: // graded
why: *Your answer here.*`
	if got := texts(released); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if string(src.Marshal()) != before {
		t.Error("the source has changed")
	}
	if c := released.Cells[2]; len(c.Outputs) != 0 || c.Count != 0 || c.Metadata["editable"] != false || released.Cells[1].Metadata["editable"] != nil {
		t.Errorf("outputs %v, metadata %v", c.Outputs, c.Metadata)
	}
}

func TestReleaseErrors(t *testing.T) {
	for _, c := range []struct {
		cell *notebook.Cell
		want string
	}{
		{made("f", "x\n// BEGIN SOLUTION\ny", 0, "answer"), "BEGIN SOLUTION has no END SOLUTION"},
		{made("f", "// END SOLUTION\ny", 0, "answer"), "do not alternate"},
		{made("f", "// BEGIN SOLUTION\n// BEGIN SOLUTION\n// END SOLUTION", 0, "answer"), "do not alternate"},
		{made("f", function, 0, "locked"), "stands in a cell that is not to be answered"},
		{own("", function), "stands in a cell that is not to be answered"},
		{made("setup", "x", 0, "locked"), `two cells of the source have the grade_id "setup"`},
		{made("f", "x", -1, "grade"), "-1 points are negative"},
		{made("f", "x", 1, "grade", "text"), "a test must be a code cell"},
	} {
		if _, err := Release(book(made("setup", "", 0, "locked"), c.cell)); err == nil || !strings.Contains(err.Error(), "cell 2") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if _, err := Release(book(own("a", "x"))); err == nil || !strings.Contains(err.Error(), "no assignment") {
		t.Error(err)
	}
}

// A student can answer, add cells and nothing else.
func TestPrepare(t *testing.T) {
	src := source()
	released, err := Release(src)
	if err != nil {
		t.Fatal(err)
	}
	answered := func() *notebook.Notebook {
		nb := released.Clone()
		nb.Cells[1].Source, nb.Cells[4].Source = "func f(x float64) float64 { return x + x }", "Twice."
		return nb
	}
	const right = `setup: import "math"
f: func f(x float64) float64 { return x + x }
try-f: f(1)
grade-f: // graded|// BEGIN HIDDEN TESTS|f(2)|// END HIDDEN TESTS
why: Twice.`
	for _, c := range []struct {
		name   string
		change func(nb *notebook.Notebook)
		want   string
		note   string
	}{
		{"answers", func(*notebook.Notebook) {}, right, ""},
		{"a test that is easier", func(nb *notebook.Notebook) { nb.Cells[3].Source = "3." }, right, `as in the assignment: "grade-f"`},
		{"a test that is text", func(nb *notebook.Notebook) { nb.Cells[3].Type = notebook.Markdown }, right, `as in the assignment: "grade-f"`},
		{"a test that is skipped", func(nb *notebook.Notebook) {
			nb.Cells[3].Metadata = with(nb.Cells[3].Metadata, "tags", []any{"skip-execution"})
		}, right, ""},
		{"more points", func(nb *notebook.Notebook) { nb.Cells[3].Metadata = made("grade-f", "", 99, "answer").Metadata }, right, ""},
		{"another kernel", func(nb *notebook.Notebook) {
			nb.Metadata = map[string]any{"kernelspec": map[string]any{"name": "python3"}}
		}, right, ""},
		{"a test removed", func(nb *notebook.Notebook) { nb.Cells = slices.Delete(nb.Cells, 3, 4) }, right, `are there again, without an answer: "grade-f"`},
		{"the set-up removed", func(nb *notebook.Notebook) { nb.Cells = nb.Cells[1:] }, right, `are there again, without an answer: "setup"`},
		{"an answer removed", func(nb *notebook.Notebook) { nb.Cells = slices.Delete(nb.Cells, 1, 2) },
			strings.Replace(right, "func f(x float64) float64 { return x + x }", "func f(x float64) float64 {|\t// your answer here|\tpanic(check.Unanswered)|}", 1), `again, without an answer: "f"`},
		{"a cell of one's own", func(nb *notebook.Notebook) { nb.Cells = slices.Insert(nb.Cells, 3, own("mine", "f(3)")) },
			strings.Replace(right, "grade-f:", "mine: f(3)\ngrade-f:", 1), ""},
		{"an answer twice", func(nb *notebook.Notebook) {
			nb.Cells = slices.Insert(nb.Cells, 1, made("f", "func f(x float64) float64 { return x }", 0, "answer"))
		}, strings.Replace(right, "\nf: ", "\nf: func f(x float64) float64 { return x }\nf-2: ", 1), ""},
		{"a test twice", func(nb *notebook.Notebook) {
			nb.Cells = slices.Insert(nb.Cells, 3, made("grade-f", "3.", 3, "grade", "locked"))
		}, strings.Replace(right, "grade-f:", "grade-f: 3.\ngrade-f-2:", 1), ""},
		{"a part of one's own", func(nb *notebook.Notebook) { nb.Cells = append(nb.Cells, made("grade-g", "3.", 9, "grade", "locked")) },
			right + "\ngrade-g: 3.", `not of this assignment are taken as the student's own: "grade-g"`},
		{"nothing", func(nb *notebook.Notebook) { nb.Cells = nil }, "", `again, without an answer: "setup", "f", "try-f", "grade-f", "why"`},
	} {
		nb := answered()
		c.change(nb)
		got, notes, err := Prepare(src, nb)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if c.want != "" && texts(got) != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, texts(got), c.want)
		}
		if said := strings.Join(notes, "; "); !strings.Contains(said, c.note) || c.note == "" && said != "" {
			t.Errorf("%s: notes %q", c.name, said)
		}
		holds(t, c.name, src, got)
	}
}

// holds checks what Prepare promises of any notebook.
func holds(t *testing.T, name string, src, got *notebook.Notebook) {
	t.Helper()
	parts, err := Parts(src)
	if err != nil {
		t.Fatal(err)
	}
	cells, ids := map[string]*notebook.Cell{}, map[string]bool{}
	for _, c := range got.Cells {
		if p, ok := partOf(c); ok {
			if cells[p.ID] != nil {
				t.Errorf("%s: part %s is there twice", name, p.ID)
			}
			cells[p.ID] = c
		}
		if ids[c.ID] {
			t.Errorf("%s: two cells have the id %q", name, c.ID)
		}
		ids[c.ID] = true
	}
	if len(cells) != len(parts) {
		t.Errorf("%s: %d parts, want %d", name, len(cells), len(parts))
	}
	of := partsOf(src)
	for _, p := range parts {
		c := cells[p.ID]
		if c == nil {
			t.Errorf("%s: no part %s", name, p.ID)
			continue
		}
		if now, _ := partOf(c); now != p && now.Markdown == p.Markdown {
			t.Errorf("%s: part %+v, want %+v", name, now, p)
		}
		if p.restored() && (c.Source != of[p.ID].Source || c.Type != of[p.ID].Type || fmt.Sprint(c.Metadata) != fmt.Sprint(of[p.ID].Metadata)) {
			t.Errorf("%s: %s is %q, %v", name, p.ID, c.Source, c.Metadata)
		}
	}
	if fmt.Sprint(got.Metadata["kernelspec"]) != fmt.Sprint(src.Metadata["kernelspec"]) {
		t.Errorf("%s: kernel %v", name, got.Metadata)
	}
}

// A task is answered in cells of the student's own behind it.
func TestTask(t *testing.T) {
	task := made("task", "Study the *iris* data.", 4, "text")
	task.Metadata[key].(map[string]any)["task"] = true
	src := book(task, made("end", "The end.", 0, "locked", "text"))
	for _, c := range []struct {
		answer string
		open   bool
	}{{"", false}, {"\n", false}, {"x := 1", true}} {
		submitted := src.Clone()
		if c.answer != "" {
			submitted.Cells = slices.Insert(submitted.Cells, 1, own("mine", c.answer))
		}
		nb, _, err := Prepare(src, submitted)
		if err != nil {
			t.Fatal(err)
		}
		marks, err := Grade(src, nb)
		if err != nil || len(marks) != 1 || marks[0].Open != c.open {
			t.Errorf("%q: %v, %v", c.answer, marks, err)
		}
	}
}

func FuzzPrepare(f *testing.F) {
	released, err := Release(source())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(source().Marshal())
	f.Add(released.Marshal())
	f.Add([]byte(`{"cells":[{"cell_type":"code","id":"a","metadata":{"nbgrader":{"grade_id":"f","points":1e999,"locked":"x"}},"source":"","outputs":[],"execution_count":null}],"metadata":{},"nbformat":4,"nbformat_minor":5}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		nb, err := notebook.Parse(data)
		if err != nil {
			return
		}
		got, _, err := Prepare(source(), nb)
		if err != nil {
			t.Fatal(err)
		}
		holds(t, "fuzz", source(), got)
		if _, err := Grade(source(), got); err != nil {
			t.Fatal(err)
		}
		Release(nb)
	})
}

func TestGrade(t *testing.T) {
	result := func(text string) *notebook.Output {
		return &notebook.Output{Type: notebook.Result, Data: map[string]any{"text/plain": text}}
	}
	for _, c := range []struct {
		name    string
		outputs []*notebook.Output
		count   int
		want    float64
		why     string
	}{
		{"no output", nil, 4, 3, ""},
		{"not run", nil, 0, 0, "the test has not run"},
		{"points", []*notebook.Output{result("1.25")}, 4, 1.25, ""},
		{"text", []*notebook.Output{result("fine")}, 4, 3, ""},
		{"too many", []*notebook.Output{result("99")}, 4, 3, ""},
		{"less than none", []*notebook.Output{result("-1")}, 4, 0, ""},
		{"no number", []*notebook.Output{result("NaN")}, 4, 3, ""},
		{"printed points", []*notebook.Output{{Type: notebook.Stream, Name: "stdout", Text: "100"}, result("0")}, 4, 0, ""},
		{"an error behind points", []*notebook.Output{result("3"), {Type: notebook.Failure, EName: "panic", EValue: "no\nmore"}}, 4, 0, "panic: no"},
		{"stderr", []*notebook.Output{{Type: notebook.Stream, Name: "stderr", Text: "oh"}}, 4, 0, "the test writes to stderr: oh"},
	} {
		nb := source()
		nb.Cells[3].Outputs, nb.Cells[3].Count = c.outputs, c.count
		marks, err := Grade(source(), nb)
		if err != nil || len(marks) != 2 {
			t.Fatalf("%s: %v, %v", c.name, marks, err)
		}
		if m := marks[0]; m.ID != "grade-f" || m.Earned != c.want || m.Why != c.why || m.Open {
			t.Errorf("%s: %+v", c.name, m)
		}
		if m := marks[1]; !m.Open || m.Earned != 0 || m.Points != 2 {
			t.Errorf("%s: by hand %+v", c.name, m)
		}
	}
	nb := source()
	nb.Cells[4].Source = TextStub + "\n"
	if marks, err := Grade(source(), nb); err != nil || marks[1].Open || marks[1].Why != "not answered" {
		t.Errorf("unanswered: %+v, %v", marks, err)
	}
	if _, err := Grade(source(), book()); err == nil {
		t.Error("a notebook without tests is graded")
	}
}
