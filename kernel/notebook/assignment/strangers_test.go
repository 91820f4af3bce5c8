package assignment

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// This file tests that tables and pages stay true whatever is handed in, and under whatever name.

// Points that were given for one answer count for no other, wherever the results come from.
func TestMergeOfAnotherAnswer(t *testing.T) {
	const changed = "the answer has changed since: 1.5 of 2 were given"
	for _, c := range []struct {
		name, before, part string // rows of ada in by-hand.csv without the digest, "" to leave it as it is
		old                bool   // the row before has no digest
		row, hand, page    string
	}{
		{"points of the one before", "1.5,good,", "", false,
			"2.5,5,2,2.5,,why: " + changed, "1.5,good,%s," + changed, "2.5 of 5 points"},
		{"points without a digest", "1.5,good,", "", true,
			"2.5,5,2,2.5,,why: " + changed, "1.5,good,%s," + changed, "2.5 of 5 points"},
		{"points of both", "1.5,good,", "1,short,", false, "3.5,5,0,2.5,1,", "1,short,%s,", "3.5 of 5 points"},
		{"the same points", "1.5,good,", "1.5,fine,", false, "4,5,0,2.5,1.5,", "1.5,fine,%s,", "4 of 5 points"},
		{"points of the new one", "", "1,short,", false, "3.5,5,0,2.5,1,", "1,short,%s,", "3.5 of 5 points"},
	} {
		dir, r := course(t), &runs{}
		path := filepath.Join(dir, "source", "ps", "ps.ipynb")
		give := func(to, points string, digests bool) {
			t.Helper()
			if _, err := gradeSome(t, dir, r, Batch{Dir: to}, to+"-in"); err != nil {
				t.Fatal(err)
			}
			text := read(t, dir, to, "by-hand.csv")
			if points != "" {
				text = strings.Replace(text, ",2,,,", ",2,"+points, 1)
			}
			if !digests {
				text = "student,cell,of,points,comment\nada,why,2," + strings.TrimSuffix(points, ",") + "\n"
			}
			put(t, dir, text, to+"/by-hand.csv")
		}
		handIn(t, filepath.Join(dir, "graded-in", "ada.ipynb"), "right", "Because A.")
		handIn(t, filepath.Join(dir, "part-in", "ada.ipynb"), "right", "Nonsense B.")
		give("graded", c.before, !c.old)
		give("part", c.part, true)
		if err := Merge([]string{filepath.Join(dir, "part")}, filepath.Join(dir, "graded")); err != nil {
			t.Fatal(c.name, err)
		}
		if got := read(t, dir, "graded", "grades.csv"); !strings.HasSuffix(got, "\nada,"+c.row+"\n") {
			t.Errorf("%s: got\n%s", c.name, got)
		}
		hand := fmt.Sprintf(c.hand, digest("Nonsense B."))
		if got := read(t, dir, "graded", "by-hand.csv"); !strings.HasSuffix(got, "\nada,why,2,"+hand+"\n") {
			t.Errorf("%s: got\n%s", c.name, got)
		}
		pages, _, err := Feedback{Source: path, Graded: filepath.Join(dir, "graded"), Dir: filepath.Join(dir, "pages")}.Write()
		if err != nil || len(pages) != 1 {
			t.Fatal(c.name, pages, err)
		}
		page := read(t, pages[0])
		if !strings.Contains(page, c.page) || !strings.Contains(page, "Nonsense B.") ||
			strings.Contains(page, "<blockquote>good") {
			t.Errorf("%s: the page says\n%s", c.name, page[strings.Index(page, "<body>"):])
		}
	}
}

// A page does not count points of another answer, though the tables have not been written since.
func TestFeedbackOfAnotherAnswer(t *testing.T) {
	dir, r := course(t), &runs{}
	handIn(t, filepath.Join(dir, "a", "ada.ipynb"), "right", "Because A.")
	handIn(t, filepath.Join(dir, "b", "ada.ipynb"), "right", "Nonsense B.")
	for _, in := range []string{"a", "b"} {
		if _, err := gradeSome(t, dir, r, Batch{Dir: "graded-" + in}, in); err != nil {
			t.Fatal(err)
		}
	}
	text := strings.Replace(read(t, dir, "graded-a", "by-hand.csv"), ",2,,,", ",2,1.5,good,", 1)
	put(t, dir, text, "graded-a/by-hand.csv")
	f := Feedback{Source: filepath.Join(dir, "source", "ps", "ps.ipynb"), Graded: filepath.Join(dir, "graded-a"), Dir: filepath.Join(dir, "pages")}
	for _, want := range []string{"4 of 5 points", "2.5 of 5 points"} {
		pages, _, err := f.Write()
		if err != nil {
			t.Fatal(err)
		}
		page := read(t, pages[0])
		if !strings.Contains(page, `"total">`+want) || strings.Contains(page, "<blockquote>good") != (want == "4 of 5 points") {
			t.Errorf("no %q in\n%s", want, page[strings.Index(page, "<body>"):])
		}
		put(t, dir, read(t, dir, "graded-b", "ada.ipynb"), "graded-a/ada.ipynb")
	}
}

// The digest of an answer is another one where a person is shown something else.
func TestDigestOfAnswers(t *testing.T) {
	picture := func(data string) map[string]any {
		return map[string]any{"attachments": map[string]any{"p.png": map[string]any{"image/png": data}}}
	}
	words := func(text string, rest map[string]any) *notebook.Cell {
		return &notebook.Cell{Type: notebook.Markdown, Source: text, Rest: rest}
	}
	const see = "see ![](attachment:p.png)"
	before := []*notebook.Cell{words(see, picture("AAAA")), own("mine", "x := 1")}
	for _, c := range []struct {
		name  string
		after []*notebook.Cell
		same  bool
	}{
		{"the same", []*notebook.Cell{words(see+"\n", picture("AAAA")), own("else", "x := 1"), own("empty", "\n")}, true},
		{"another picture", []*notebook.Cell{words(see, picture("BBBB")), own("mine", "x := 1")}, false},
		{"no picture", []*notebook.Cell{words(see, nil), own("mine", "x := 1")}, false},
		{"another kind of cell", []*notebook.Cell{words(see, picture("AAAA")), words("x := 1", nil)}, false},
		{"cells joined", []*notebook.Cell{words(see+"\nx := 1", picture("AAAA"))}, false},
		{"a picture elsewhere", []*notebook.Cell{words(see, nil), words("x := 1", picture("AAAA"))}, false},
	} {
		if got := digestOf(c.after) == digestOf(before); got != c.same {
			t.Errorf("%s: the digests are the same: %v", c.name, got)
		}
	}
	src := source()
	marks := func(rest map[string]any) string {
		submitted := src.Clone()
		submitted.Cells[4].Source, submitted.Cells[4].Rest = see, rest
		nb, _, err := Prepare(src, submitted)
		if err != nil {
			t.Fatal(err)
		}
		list, err := Grade(src, nb)
		if err != nil {
			t.Fatal(err)
		}
		return list[1].Digest
	}
	if marks(picture("AAAA")) == marks(picture("BBBB")) {
		t.Error("another picture is handed in, and the digest is the same")
	}
}

// Names of files are names of students, or the row says why not; no name makes a table unreadable or a file elsewhere.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		files     []string
		row, says string // the name in the table, and what the remark holds
	}{
		{[]string{"ada.ipynb"}, "ada", ""},
		{[]string{"ada .ipynb"}, "ada", ""},
		{[]string{" =1+1.ipynb"}, " =1+1", ""},
		{[]string{"ada\nbob.ipynb"}, "ada bob", ""},
		{[]string{"ada\x1b[2J.ipynb"}, "ada [2J", ""},
		{[]string{"Jérôme.ipynb"}, "Jérôme", ""},
		{[]string{"ada.ipynb", "ada .ipynb"}, "ada", `2 notebooks have the name "ada" in the table`},
		{[]string{"ada.ipynb", "ada\t/ps.ipynb"}, "ada", `2 notebooks have the name "ada" in the table`},
		{[]string{"J\xe9r\xf4me.ipynb"}, `J\xe9r\xf4me`, "is not written in UTF-8"},
		{[]string{"J\xe9r\xf4me/ps/ps.ipynb"}, `J\xe9r\xf4me`, "is not written in UTF-8"},
		{[]string{"J\xe9r\xf4me.ipynb", `J\xe9r\xf4me.ipynb`}, `J\xe9r\xf4me`, "rename what was handed in"},
		{[]string{"...ipynb"}, "..", `".." cannot be the name of a student`},
		{[]string{"..ipynb"}, ".", `"." cannot be the name of a student`},
		{[]string{".. .ipynb"}, "..", `".." cannot be the name of a student`},
		{[]string{".ipynb"}, ".ipynb", `"" cannot be the name of a student`},
		{[]string{" .ipynb"}, ".ipynb", `"" cannot be the name of a student`},
		{[]string{`..\..\x.ipynb`}, `..\..\x`, "cannot be the name of a student"},
	} {
		dir, r := course(t), &runs{}
		for _, name := range c.files {
			handIn(t, filepath.Join(dir, "in", name), "right", "Twice.")
		}
		var before string
		for range 2 {
			_, err := gradeSome(t, dir, r, Batch{}, "in")
			if (err != nil) != (c.says != "") {
				t.Errorf("%q: %v", c.files, err)
			}
			got := read(t, dir, "graded", "grades.csv")
			rows, err := readTable(filepath.Join(dir, "graded", "grades.csv"))
			if err != nil || len(rows) != 2 || rows[1][0] != c.row || !strings.Contains(rows[1][6], c.says) ||
				(rows[1][1] == "") != (c.says != "") || before != "" && got != before {
				t.Errorf("%q: %v, got %q", c.files, err, got)
			}
			before = got
		}
		f := Feedback{Source: filepath.Join(dir, "source", "ps", "ps.ipynb"), Graded: filepath.Join(dir, "graded"), Dir: filepath.Join(dir, "out", "inner"), Nested: true}
		pages, without, err := f.Write()
		if err != nil || len(pages) != 1 && c.says == "" || len(without) != 1 && c.says != "" {
			t.Errorf("%q: pages %q, without %q, %v", c.files, pages, without, err)
		}
		for _, path := range pages {
			if want := filepath.Join(f.Dir, strings.TrimSpace(c.row), "ps", "ps.html"); path != want {
				t.Errorf("%q: %s", c.files, path)
			}
		}
	}
}

// A table that somebody has written leads to no file elsewhere either.
func TestRowsOfRefusedNames(t *testing.T) {
	for _, name := range []string{"..", ".", "../x", "a/../../x"} {
		dir, r := course(t), &runs{}
		if _, err := gradeSome(t, dir, r, Batch{}, "submitted/ada/ps/ps.ipynb"); err != nil {
			t.Fatal(err)
		}
		put(t, dir, read(t, dir, "graded", "grades.csv")+name+",2.5,5,2,2.5,,\n", "graded/grades.csv")
		put(t, dir, read(t, dir, "graded", "ps.ipynb"), "graded/"+name+".ipynb")
		f := Feedback{Source: filepath.Join(dir, "source", "ps", "ps.ipynb"), Graded: filepath.Join(dir, "graded"), Dir: filepath.Join(dir, "out", "inner"), Nested: true}
		pages, without, err := f.Write()
		if err != nil || len(pages) != 1 || len(without) != 1 || !strings.Contains(without[0], "cannot be the name") {
			t.Errorf("%q: pages %q, without %q, %v", name, pages, without, err)
		}
		err = Merge([]string{filepath.Join(dir, "graded")}, filepath.Join(dir, "merged"))
		if err == nil || !strings.Contains(err.Error(), "cannot be the name") {
			t.Errorf("%q is merged: %v", name, err)
		}
	}
}

// Whatever text comes into a table, the table can be read, and holds it in one line.
func TestTextsOfTables(t *testing.T) {
	for text, want := range map[string]string{
		"plain, \"ä\" 日本":                  "plain, \"ä\" 日本",
		"sch\xf6n":                         "sch\ufffdn",
		"\x1b[31mred\x1b[0m\x00\a\u009b2J": " [31mred [0m   2J",
		"a\r\nb\nc\rd\te":                  "a b c d e",
		"=1+1":                             " =1+1",
		"\t=1+1":                           " =1+1",
		"x;=1;-1; +1;;@a;b":                "x; =1; -1; +1;; @a;b",
		"x;\"=1;\"\"+1\"":                  "x;\" =1;\"\" +1\"",
	} {
		path := filepath.Join(t.TempDir(), "table.csv")
		if err := os.WriteFile(path, table([][]string{{"a", "b"}, {"x", text}}), 0o666); err != nil {
			t.Fatal(err)
		}
		rows, err := readTable(path)
		if err != nil || len(rows) != 2 || rows[1][1] != want {
			t.Errorf("%q: %q, %v", text, rows, err)
		}
	}
	dir, r := course(t), &runs{}
	r.fail = errors.New("\x1b[2J bytes \xff\xfe")
	for range 2 {
		if _, err := grade(t, dir, r, "1"); err == nil || !strings.Contains(err.Error(), "3 of 3") {
			t.Fatal(err)
		}
	}
	if got := read(t, dir, "graded", "grades.csv"); !utf8.ValidString(got) || strings.Contains(got, "\x1b") {
		t.Errorf("got %q", got)
	}
}

// A notebook of very many cells is refused soon, whatever their names.
func TestManyCells(t *testing.T) {
	const cells = 120_000
	id := func(text string) func(int) string { return func(int) string { return text } }
	for name, of := range map[string]func(i int) string{
		"invented parts": func(i int) string { return fmt.Sprintf(`"metadata":{"nbgrader":{"grade_id":"%d"}}`, i) },
		"one id":         id(`"id":"x","metadata":{}`),
		"long ids twice": func(i int) string {
			return fmt.Sprintf(`"id":"%s%05d","metadata":{}`, strings.Repeat("x", 59), i%40_000)
		},
		"no ids": id(`"metadata":{}`),
	} {
		var b strings.Builder
		b.WriteString(`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[`)
		for i := range cells {
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, `{"cell_type":"raw","source":"",%s}`, of(i))
		}
		b.WriteString("]}")
		dir, r := course(t), &runs{}
		put(t, dir, b.String(), "in/ada.ipynb")
		begin := time.Now()
		said, err := gradeSome(t, dir, r, Batch{}, "in")
		if err == nil || r.count > 0 || !strings.HasSuffix(said["ada"].Err.Error(), "has 120000 cells, more than 3000") {
			t.Errorf("%s: %v, %v", name, err, said)
		}
		if took := time.Since(begin); took > time.Minute { // two seconds, where nothing grows with the square
			t.Errorf("%s: it took %s", name, took)
		}
		t.Log(name, time.Since(begin))
	}
}

// A remark lists some names, and shortens what is long.
func TestRemarksAreShort(t *testing.T) {
	src := source()
	submitted := src.Clone()
	for i := range maxCells - len(src.Cells) {
		submitted.Cells = append(submitted.Cells, made(fmt.Sprintf("%d%s", i, strings.Repeat("é", i%200)), "", 1, "grade"))
	}
	_, notes, err := Prepare(src, submitted)
	if err != nil || len(notes) != 1 || utf8.RuneCountInString(notes[0]) > 1000 || !strings.HasSuffix(notes[0], `" and 2985 more`) {
		t.Errorf("%q, %v", notes, err)
	}
	dir, r := course(t), &runs{}
	for i := range 40 {
		put(t, dir, "PK", fmt.Sprintf("in/ada/%d.zip", i), fmt.Sprintf("in/bob/%d.zip", i))
		put(t, dir, "1", fmt.Sprintf("in/ada/%d.csv", i))
		put(t, dir, "{}", fmt.Sprintf("in/cy/%d/ps.ipynb", i))
	}
	handIn(t, filepath.Join(dir, "in", "ada", "ps.ipynb"), "right", "Twice.")
	if _, err := gradeSome(t, dir, r, Batch{}, "in"); err == nil {
		t.Error("archives beside a notebook are no error")
	}
	rows, err := readTable(filepath.Join(dir, "graded", "grades.csv"))
	if err != nil || len(rows) != 4 {
		t.Fatal(rows, err)
	}
	for i, want := range []int{2, 1, 1} {
		if got := strings.Count(rows[i+1][6], " and 30 more"); got != want {
			t.Errorf("%d: %s", i, rows[i+1][6])
		}
	}
	long := Result{Submission: Submission{Student: "ada"}, Notes: []string{strings.Repeat("ä", 1<<20)},
		Marks: []Mark{{Part: Part{ID: "f", Graded: true}, Why: strings.Repeat("b", 1<<20)}}}
	row := rowOf([]string{"student", "points", "of", "open", "f", "remarks"}, long, &byHand{})
	if n := utf8.RuneCountInString(row[5]); n > 2*maxRemark+10 || !utf8.ValidString(row[5]) {
		t.Errorf("a remark of %d characters", n)
	}
}

// A graded notebook keeps the marks, so that results are merged without the source.
func TestStoredMarks(t *testing.T) {
	marks := []Mark{
		{Part: Part{ID: "f", Graded: true, Points: 2.5}, Earned: 1.25, Why: "no"},
		{Part: Part{ID: "why", Graded: true, Answer: true, Points: 2}, Open: true, Digest: "abc"},
	}
	nb := book(own("a", "x"))
	record{"of", "source", []string{"note"}, marks}.keep(nb)
	again, err := notebook.Parse(nb.Marshal())
	if err != nil {
		t.Fatal(err)
	}
	if got := graded(again); got.of != "of" || !slices.Equal(got.notes, []string{"note"}) || !slices.Equal(got.marks, marks) {
		t.Errorf("got %+v", got)
	}
	if !json.Valid(nb.Marshal()) {
		t.Error("the notebook is no JSON")
	}
}
