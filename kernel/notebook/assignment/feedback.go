package assignment

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/export"
	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

// Feedback writes for each student of whom a directory has a graded notebook a page that the
// student may have: points, what tests found in words, comments of a person, and the notebook as
// it was handed in. Sources of tests and answers of the assignment's source are not in it.
type Feedback struct {
	Source string // path of the assignment's notebook
	Graded string // directory of results, see [Batch]
	Dir    string // for the pages
	Nested bool   // the page is STUDENT/SET/SET.html, as nbgrader has it; otherwise STUDENT.html
}

// Write writes the pages and returns their paths. without says in a sentence each whom there is no
// page for, and why.
func (f Feedback) Write() (pages, without []string, err error) {
	data, err := os.ReadFile(f.Source)
	if err != nil {
		return nil, nil, err
	}
	source, err := notebook.Parse(data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.Source, err)
	}
	s, err := newStore(f.Graded, source, data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.Source, err)
	}
	table, hand, err := s.tables(nil)
	if err != nil {
		return nil, nil, err
	}
	set := strings.TrimSuffix(filepath.Base(f.Source), filepath.Ext(f.Source))
	for _, student := range slices.Sorted(table.students()) {
		page, err := s.feedback(student, set, table, hand)
		if err != nil {
			without = append(without, fmt.Sprintf("%s: %v", student, err))
			continue
		}
		path, err := f.place(student, set)
		if err == nil {
			err = export.Ours(path)
		}
		if err == nil {
			err = notebook.WriteFile(path, []byte(page))
		}
		if err != nil {
			return pages, without, err
		}
		pages = append(pages, path)
	}
	return pages, without, nil
}

// place is where a page is written; its directory is there then.
func (f Feedback) place(student, set string) (string, error) {
	path := filepath.Join(f.Dir, student+".html")
	if f.Nested {
		path = filepath.Join(f.Dir, student, set, set+".html")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return "", fmt.Errorf("cannot make the directory of a page: %w", err)
	}
	return path, nil
}

// feedback is the page of a student.
func (s *store) feedback(student, set string, table *grades, hand *byHand) (markup.HTML, error) {
	if table.notGraded(student) {
		row := table.rows[student]
		return "", fmt.Errorf("%s", row[len(row)-1])
	}
	if err := refused(student); err != nil {
		return "", err
	}
	nb, err := notebook.Read(notebookOf(s.dir, student))
	if err != nil {
		return "", err
	}
	if graded(nb).of == "" || graded(nb).source != s.digest {
		return "", fmt.Errorf("graded with another version of the assignment: grade it again")
	}
	p := &feedbackPage{marks: map[string]Mark{}, hand: hand, student: student,
		hidden: hiddenLines(s.source, nb)}
	if p.released, err = releasedParts(s.source); err != nil {
		return "", err
	}
	marks, err := Grade(s.source, nb)
	if err != nil {
		return "", err
	}
	for _, m := range marks {
		p.marks[m.ID] = m
	}
	return p.page(set, marks, graded(nb).notes, nb), nil
}

func releasedParts(source *notebook.Notebook) (map[string]*notebook.Cell, error) {
	released, err := Release(source)
	if err != nil {
		return nil, err
	}
	return partsOf(released), nil
}

// feedbackPage is what the page of a student is made from.
type feedbackPage struct {
	student  string
	released map[string]*notebook.Cell // by the names of parts
	marks    map[string]Mark
	hand     *byHand
	hidden   []string
}

// OwnOutputs stands on the pages of graded notebooks, whose cells can put out what looks like a check.
const OwnOutputs markup.HTML = "Only the cells that give points show what the grader found: " +
	"all other outputs are what the notebook itself has shown."

//go:embed feedback.css
var feedbackStyle string

func (p *feedbackPage) page(set string, marks []Mark, notes []string, nb *notebook.Notebook) markup.HTML {
	shown := &notebook.Notebook{Minor: nb.Minor, Metadata: nb.Metadata}
	for _, c := range nb.Cells {
		shown.Cells = append(shown.Cells, p.cell(c))
	}
	doc := export.Render(shown, export.Options{Name: set, Bounded: true})
	var b markup.Builder
	p.addHead(&b, doc.Title, marks, notes)
	for i, c := range nb.Cells {
		b.Add("{}", export.Markup(doc.Cells[i:i+1]))
		if part, ok := partOf(c); ok && part.Graded {
			p.addPoints(&b, p.marks[part.ID])
		}
	}
	return export.PageAround(doc, doc.Title+", "+p.student, markup.HTML(feedbackStyle), b.HTML())
}

// cell is a cell as the student may see it: of locked ones the text that was released, of tests
// what they found.
func (p *feedbackPage) cell(c *notebook.Cell) *notebook.Cell {
	part, ok := partOf(c)
	if !ok || part.Answer {
		return c
	}
	shown := *c
	shown.Source = ""
	if given := p.released[part.ID]; given != nil && !part.Graded {
		shown.Source, shown.Rest = given.Source, given.Rest
	}
	if part.Graded {
		shown.Outputs = p.words(c)
	}
	return &shown
}

// words are the outputs of a test in which it says what it has found: those of package check.
// Figures, printed text and errors may show how it is found.
func (p *feedbackPage) words(test *notebook.Cell) (list []*notebook.Output) {
	for _, o := range test.Outputs {
		page, _ := o.Data["text/html"].(string)
		text, _ := o.Data["text/plain"].(string)
		if o.Type != notebook.Display || !strings.Contains(page, `class="mercer-check"`) ||
			p.quotes(page) || p.quotes(text) {
			continue
		}
		list = append(list, &notebook.Output{Type: notebook.Display,
			Data: map[string]any{"text/html": page, "text/plain": text}, Metadata: map[string]any{}})
	}
	return list
}

// quotes reports whether a text has a line of the hidden tests.
func (p *feedbackPage) quotes(text string) bool {
	return slices.ContainsFunc(p.hidden, func(line string) bool {
		return strings.Contains(text,
			line)
	})
}

// shortest is how long a hidden line is at least that a text would quote: shorter ones, as a
// brace, stand everywhere.
const shortest = 8

// hiddenLines are the lines of the source that a student has neither been given nor written.
func hiddenLines(source, own *notebook.Notebook) (lines []string) {
	released, err := Release(source)
	if err != nil {
		return nil
	}
	var known strings.Builder
	for _, c := range released.Cells {
		known.WriteString(c.Source + "\n")
	}
	for _, c := range own.Cells {
		if p, ok := partOf(c); !ok || p.Answer {
			known.WriteString(c.Source + "\n")
		}
	}
	for _, c := range source.Cells {
		for _, line := range strings.Split(c.Source, "\n") {
			if text := strings.TrimSpace(line); len(text) >= shortest && !strings.Contains(known.String(),
				text) {
				lines = append(lines, text)
			}
		}
	}
	return lines
}

// addHead writes the title, the sums and a table of the points.
func (p *feedbackPage) addHead(b *markup.Builder, title string, marks []Mark, notes []string) {
	var machine, hand, of [2]float64 // earned, of; of by machine and by hand
	open := 0.
	for _, m := range marks {
		row := p.hand.row(p.student, m)
		j := judgement(m, row)
		sum, i := &machine, 0
		if row.decides(m) {
			sum, i = &hand, 1
		}
		sum[0] += j.earned
		of[i] += m.Points
		if j.open {
			open += m.Points
		}
	}
	b.Add("<header class=\"feedback\">\n<p class=\"set\">{}</p>\n<p class=\"student\">{}</p>\n",
		markup.Text(title), markup.Text(p.student))
	b.Add("<p class=\"total\">{} of {} points</p>\n", figures(machine[0]+hand[0]),
		figures(of[0]+of[1]))
	b.Add("<p>By tests {} of {}, by a person {} of {}", figures(machine[0]), figures(of[0]),
		figures(hand[0]), figures(of[1]))
	b.If(open > 0, "; {} are not graded yet", figures(open))
	b.Add(".</p>\n<p>{}</p>\n", OwnOutputs)
	b.Add("<table class=\"points\">\n<thead><tr><th>part</th><th>points</th><th>of</th><th>by</th></tr></thead>\n<tbody>\n")
	for _, m := range marks {
		row := p.hand.row(p.student, m)
		j, by := judgement(m, row), "tests"
		if row.decides(m) {
			by = "a person"
		}
		earned := figures(j.earned)
		if j.open {
			earned = "not yet"
		}
		b.Add("<tr><td><a href=\"#points-{}\">{}</a></td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
			markup.Text(m.ID), markup.Text(m.ID), earned, figures(m.Points), markup.Text(by))
	}
	b.Add("</tbody>\n</table>\n")
	for _, n := range notes {
		b.If(!p.quotes(n), "<p>{}.</p>\n", markup.Text(n))
	}
	b.Add("</header>\n")
}

func figures(f float64) markup.HTML { return markup.Text(points(f)) }

// addPoints writes what a part has earned, and why.
func (p *feedbackPage) addPoints(b *markup.Builder, m Mark) {
	hand := p.hand.row(p.student, m)
	j := judgement(m, hand)
	b.Add("<aside class=\"points\" id=\"points-{}\"><p><strong>", markup.Text(m.ID))
	if j.open {
		b.Add("Not graded yet</strong>, of {} points", figures(m.Points))
	} else {
		b.Add("{} of {} points</strong>", figures(j.earned), figures(m.Points))
	}
	b.Add(" · {}</p>\n", markup.Text(m.ID))
	if why := p.why(m); !hand.decides(m) && why != "" {
		b.Add("<p>{}</p>\n", markup.Text(why))
	}
	if _, given := hand.given(); m.ByHand() && m.Why != "" && !given {
		b.Add("<p>{}</p>\n", markup.Text(m.Why))
	}
	if comment := strings.TrimSpace(hand.comment); comment != "" && hand.changed == "" {
		b.Add("<blockquote>{}</blockquote>\n", markup.Text(comment))
	}
	b.Add("</aside>\n")
}

// why says in words why a test gave nothing.
func (p *feedbackPage) why(m Mark) string {
	switch {
	case strings.HasPrefix(m.Why, "FaultyExercise"):
		return "The test has a fault of its own: ask your teacher."
	case m.Why != "" && p.quotes(m.Why):
		return "The test failed."
	}
	return m.Why
}
