package book

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/mercer-go/mercer/display/formula/syntax"
	"github.com/mercer-go/mercer/kernel/notebook/export"
	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

// This file makes the index of the search: the sections of all pages with their text and the words of their code. The
// script of the search page (site.js) goes over it as it is; a course has some hundred kilobytes of text.

// section is the part of a page from one heading to the next.
type section struct {
	Page    string `json:"p"`
	Anchor  string `json:"a"`
	Chapter string `json:"c"`
	Title   string `json:"t"`
	Text    string `json:"x"` // what is read: paragraphs, captions, titles of derivations
	Words   string `json:"w"` // what is not: the words of code cells and the items that they carry, each once
}

// searchIndex is a script that holds the sections.
func searchIndex(chapters []*chapter) ([]byte, error) {
	var all []*section
	for _, c := range chapters {
		all = append(all, sectionsOf(c)...)
	}
	var b bytes.Buffer
	b.WriteString("var mercerSections = ")
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(all)
	return b.Bytes(), err
}

// indexer walks over the cells of a page.
type indexer struct {
	sections []*section
	text     strings.Builder // of the last section
	words    map[string]bool // likewise
}

func sectionsOf(c *chapter) []*section {
	x := &indexer{}
	title := strings.TrimSpace(c.Number() + " " + plainText(c.Title()))
	x.begin(&section{Page: c.Page(), Chapter: title, Title: plainText(c.Title())})
	for i, cell := range c.doc.Cells {
		if cell.Class == "code" {
			x.code(c, i)
			continue
		}
		x.markdown(cell.Body)
	}
	x.end()
	for _, s := range x.sections {
		s.Page, s.Chapter = c.Page(), title
	}
	return slices.DeleteFunc(x.sections, func(s *section) bool { return s.Text == "" && s.Words == "" && s.Anchor == "" })
}

func (x *indexer) begin(s *section) {
	x.end()
	x.sections = append(x.sections, s)
	x.words = map[string]bool{}
}

// end completes the last section.
func (x *indexer) end() {
	if len(x.sections) == 0 {
		return
	}
	s := x.sections[len(x.sections)-1]
	s.Text = strings.Join(strings.Fields(x.text.String()), " ")
	x.text.Reset()
	words := make([]string, 0, len(x.words))
	for w := range x.words {
		words = append(words, w)
	}
	slices.Sort(words)
	s.Words = strings.Join(words, " ")
}

// markdown adds the text of a Markdown cell; each heading begins a section.
func (x *indexer) markdown(body markup.HTML) {
	for _, p := range pieces(body) {
		if p.heading != "" {
			x.begin(&section{Anchor: p.heading, Title: p.text})
			continue
		}
		x.text.WriteString(p.text + " ")
	}
}

var latexCommand = regexp.MustCompile(`\\[A-Za-z]+`)

var goWord = regexp.MustCompile(`\p{L}[\p{L}\p{N}_]*(?:\.\p{L}[\p{L}\p{N}_]*)*`)

// code adds the words of a code cell, its items, and the captions of what it shows.
func (x *indexer) code(c *chapter, i int) {
	for _, w := range goWord.FindAllString(latexCommand.ReplaceAllString(c.nb.Cells[i].Source, " "), -1) {
		if len(w) > 2 {
			x.words[w] = true
		}
	}
	for _, tag := range itemTags(c.nb.Cells[i]) {
		x.words[tag] = true
	}
	for _, d := range c.derivations {
		if d.Cell == c.doc.Cells[i].ID {
			x.text.WriteString(plainText(d.Title) + ". ")
		}
	}
	for _, o := range c.doc.Cells[i].Outputs {
		x.captions(o)
	}
}

// captions adds the captions of the tables and the names of the pictures of an output.
func (x *indexer) captions(o export.Output) {
	z, inside := html.NewTokenizer(strings.NewReader(string(o.Body))), false
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		t := z.Token()
		switch {
		case t.Data == "caption" && kind != html.TextToken:
			inside = kind == html.StartTagToken
			x.text.WriteString(" ")
		case t.Data == "img":
			name, _, _ := strings.Cut(attribute(t, "alt"), "\n")
			x.text.WriteString(name + ". ")
		case inside && kind == html.TextToken:
			x.text.WriteString(t.Data)
		}
	}
}

// piece is a stretch of text, or a heading with its id.
type piece struct {
	heading, text string
}

// pieces cuts HTML at its headings. Formulas are written in Unicode as far as that goes.
func pieces(body markup.HTML) []piece {
	list := []piece{{}}
	math, heading := false, ""
	z := html.NewTokenizer(strings.NewReader(string(body)))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		t := z.Token()
		last := &list[len(list)-1]
		switch {
		case kind == html.TextToken && math:
			last.text += plainFormula(t.Data)
		case kind == html.TextToken:
			last.text += t.Data
		case t.Data == "span":
			math = kind == html.StartTagToken && strings.HasPrefix(attribute(t, "class"), "math")
		case isHeading(t.Data) && kind == html.StartTagToken:
			heading = t.Data
			list = append(list, piece{heading: attribute(t, "id")})
		case t.Data == heading && kind == html.EndTagToken:
			heading = ""
			list = append(list, piece{})
		case t.Data == "p" || t.Data == "li" || t.Data == "td" || t.Data == "br":
			last.text += " "
		}
	}
	return list
}

var (
	fraction = regexp.MustCompile(`\\[dt]?frac\s*(?:(\w)\s*(\w)|\{([^{}]*)\}\s*\{([^{}]*)\})`)
	environ  = regexp.MustCompile(`\\(?:begin|end)\{\w+\*?\}`)
	oneSign  = regexp.MustCompile(`([_^])\{([^{}])\}`)
)

// plainFormula is a formula as text: signs for the commands that have one, fractions with a slash, no other commands.
func plainFormula(tex string) string {
	tex = fraction.ReplaceAllString(environ.ReplaceAllString(tex, " "), "$1$3/$2$4")
	tex = latexCommand.ReplaceAllString(syntax.Plain(tex), "")
	return oneSign.ReplaceAllString(strings.NewReplacer("&", " ", `\`, " ").Replace(tex), "$1$2")
}

func isHeading(name string) bool {
	return len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6'
}

// plainText is HTML as text.
func plainText(body markup.HTML) string {
	var b strings.Builder
	for _, p := range pieces(body) {
		b.WriteString(p.text)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
