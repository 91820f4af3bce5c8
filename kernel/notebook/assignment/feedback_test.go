package assignment

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// hiddenTest is a test whose lines no student may read.
const hiddenTest = `// graded: f
// BEGIN HIDDEN TESTS
import "github.com/mercer-go/mercer/display/check"

reference := func(x float64) float64 { return x + x }
seed := uint64(20261129)
check.Points(3, "1. Twice", f, rule(reference, seed))
// END HIDDEN TESTS`

// speaking is a Runner whose tests say what tests may say, and what they should not.
type speaking struct{ runs }

func (s *speaking) Judge(ctx context.Context, dir, name, student string, answers Answering) error {
	nb, err := notebook.Read(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	display := func(page, text string) *notebook.Output {
		return &notebook.Output{Type: notebook.Display, Data: map[string]any{"text/html": page, "text/plain": text}, Metadata: map[string]any{}}
	}
	c := nb.Cells[3]
	c.Count = 4
	switch answers.(said).answer {
	case "right":
		c.Outputs = []*notebook.Output{
			display(`<div class="mercer-check">✓ 1. Twice: right (80 trials) · 3 of 3 points</div>`, "✓ 1. Twice: right"),
			display(`<div class="mercer-check">line 1 (Twice, of course) holds</div>`, "return 2 * x"),
			display(`<div class="mercer-check">check.Points(3, "1. Twice", f, rule(reference, seed))</div>`, ""),
			{Type: notebook.Stream, Name: "stdout", Text: "seed 20261129"},
			result("3"),
		}
	case "wrong":
		c.Outputs = []*notebook.Output{{Type: notebook.Failure, EName: "compile error", EValue: "seed := uint64(20261129) is not used",
			Traceback: []string{"seed := uint64(20261129)", "reference := func(x float64) float64 { return x + x }"}}}
	}
	return nb.Write(filepath.Join(dir, name))
}

// A page of feedback has what a student is to know, and nothing of the tests, of the answers, and of other students.
func TestFeedback(t *testing.T) {
	dir := course(t)
	src := source()
	src.Cells[3].Source = hiddenTest
	src.Cells = append(src.Cells, made("task", "## The end\n\n### BEGIN MARK SCHEME\nOne point for the idea.\n### END MARK SCHEME", 0, "locked", "text"))
	path := filepath.Join(dir, "source", "ps", "ps.ipynb")
	if err := src.Write(path); err != nil {
		t.Fatal(err)
	}
	put(t, dir, "PK", "in/dora.zip")
	handIn(t, filepath.Join(dir, "in", "ada.ipynb"), "right", "return 2 * x\nTwice, <b>of course</b>.")
	handIn(t, filepath.Join(dir, "in", "bob.ipynb"), "wrong", "It grows.")
	handIn(t, filepath.Join(dir, "in", "cy.ipynb"), "wrong", "")
	b := Batch{Source: path, Dir: filepath.Join(dir, "graded"), Runner: &speaking{}, Tell: func(Result) {}}
	list, err := Find(path, []string{filepath.Join(dir, "in")}, b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Grade(context.Background(), list); err == nil {
		t.Fatal("a zip is graded")
	}
	table := read(t, dir, "graded", "by-hand.csv")
	put(t, dir, strings.Replace(table, "ada,why,2,,,", "ada,why,2,1.5,\"short, <i>good</i>\",", 1), "graded/by-hand.csv")

	pages, without, err := Feedback{Source: path, Graded: b.Dir, Dir: filepath.Join(dir, "feedback")}.Write()
	if err != nil || len(pages) != 3 || len(without) != 1 || !strings.HasPrefix(without[0], "dora: not graded: ") {
		t.Fatal(pages, without, err)
	}
	secrets := append(hiddenLines(src, book()), "BEGIN HIDDEN", "END HIDDEN", "BEGIN SOLUTION", "20261129", "MARK SCHEME")
	for _, c := range []struct {
		student    string
		want, none []string
	}{
		{"ada", []string{"4.5 of 5 points", "By tests 3 of 3, by a person 1.5 of 2.", "1. Twice: right (80 trials)", "line 1 (Twice, of course) holds", "short, &lt;i&gt;good&lt;/i&gt;", "The end", string(OwnOutputs)}, []string{"bob", "cy", "It grows"}},
		{"bob", []string{"0 of 5 points", "2 are not graded yet", "The test failed.", "It grows"}, []string{"ada", "cy", "course"}},
		{"cy", []string{"0 of 5 points", "by a person 0 of 2.", "not answered"}, []string{"ada", "bob"}},
	} {
		page := read(t, dir, "feedback", c.student+".html")
		body := page[strings.Index(page, "<body>"):]
		for _, want := range c.want {
			if !strings.Contains(body, want) {
				t.Errorf("%s: no %q in\n%s", c.student, want, body)
			}
		}
		for _, secret := range append(c.none, secrets...) {
			if secret == "return 2 * x" && c.student == "ada" { // the student's own words
				continue
			}
			if strings.Contains(body, secret) {
				t.Errorf("%s: %q stands in\n%s", c.student, secret, body)
			}
		}
	}
	pages, _, err = Feedback{Source: path, Graded: b.Dir, Dir: filepath.Join(dir, "nested"), Nested: true}.Write()
	if err != nil || pages[0] != filepath.Join(dir, "nested", "ada", "ps", "ps.html") || read(t, pages[0]) != read(t, dir, "feedback", "ada.html") {
		t.Error(pages, err)
	}
	put(t, dir, "<p>mine", "feedback/ada.html")
	if _, _, err := (Feedback{Source: path, Graded: b.Dir, Dir: filepath.Join(dir, "feedback")}).Write(); err == nil {
		t.Error("another's page is overwritten")
	}
	src.Cells[0].Source = "// changed"
	if err := src.Write(path); err != nil {
		t.Fatal(err)
	}
	if pages, without, _ := (Feedback{Source: path, Graded: b.Dir, Dir: filepath.Join(dir, "new")}).Write(); len(pages) > 0 || !strings.Contains(without[0], "another version of the assignment") {
		t.Error(pages, without)
	}
}
