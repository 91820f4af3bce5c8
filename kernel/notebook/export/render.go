package export

import (
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

// This file renders the cells of a notebook, for a page of its own (html.go) or for one of a site (package book).

//go:embed style.css
var cellStyle string

// MathScript sets the formulas of a [Document] with KaTeX, which must have been loaded; those in HTML outputs need its
// auto-render script besides.
//
//go:embed math.js
var MathScript string

// FramesScript moves the sliders of a [Document].
//
//go:embed frames.js
var FramesScript string

// Style returns the style sheet of rendered cells, in light and dark. The theme is what the reader's system prefers, or what
// the attribute data-theme of the root element says; printed pages are light.
var Style = sync.OnceValue(func() string { return cellStyle + codeStyle })

// Document is a notebook whose cells are rendered.
type Document struct {
	Title    string    // text of the first heading, or Options.Name
	Headings []Heading // of Markdown cells and outputs, in order
	Cells    []Cell    // in order, one for each cell of the notebook
	Math     bool      // some text holds mathematics, for MathScript
	AutoMath bool      // an HTML output holds mathematics, which the script has to find
	Frames   bool      // an output has a slider, for FramesScript
	Left     []string  // names of the elements ("<script>") and attributes ("onclick") that were left out, sorted
}

// Heading is a heading of a Markdown text.
type Heading struct {
	Level  int
	Anchor string      // id of its element
	HTML   markup.HTML // its text without markup, its formulas as MathScript expects them
	Cell   int         // index of its cell
}

// Cell is a rendered cell.
type Cell struct {
	ID       string // id of its element: that of the notebook, or "cell-N" with the number of the cell, from 1
	Class    string // "markdown", "code" or "raw"
	Prompt   string // "In [3]:" of a code cell
	Folded   int    // of a code cell whose author folded its source away: how many lines it has; else 0
	Answers  bool   // the folded source has the answers of exercises: it stays folded on paper too
	Formulas bool   // the folded source is the text of formulas, which its output shows set: paper has that alone
	Whole    bool   // the source is so short that paper keeps it on one page
	Body     markup.HTML
	Outputs  []Output
}

// Output is a rendered output.
type Output struct {
	Prompt string // "Out[3]:" of a result
	Body   markup.HTML
}

// page is a notebook on its way to a Document.
type page struct {
	Document
	Options
	anchors map[string]int  // headings and cells by id
	left    map[string]bool // what clean has left out
	output  bool            // an output is rendered, no cell
	section int             // level of the last heading outside of outputs
	taken   int             // bytes that took long to render
}

// What is rendered of a notebook with Options.Bounded.
const (
	mostText  = 50_000    // bytes of a Markdown text or a source
	mostTexts = 1_000_000 // of all these
)

// tooLong reports whether a text is not to be rendered, and counts it if it is.
func (p *page) tooLong(text string) bool {
	if p.Bounded && (len(text) > mostText || p.taken+len(text) > mostTexts) {
		return true
	}
	p.taken += len(text)
	return false
}

// Render renders the cells of a notebook.
func Render(nb *notebook.Notebook, opts Options) *Document {
	p := &page{anchors: map[string]int{}, Options: opts, left: map[string]bool{}}
	ids := make([]string, len(nb.Cells)) // before the headings, whose ids give way to them
	for i, c := range nb.Cells {
		ids[i] = p.unique(cellID(c, i))
	}
	for i, c := range nb.Cells {
		known := len(p.Headings)
		v := p.view(c)
		v.ID = ids[i]
		p.Cells = append(p.Cells, v)
		for k := range p.Headings[known:] {
			p.Headings[known+k].Cell = i
		}
	}
	if opts.Base != "" {
		p.relocate()
	}
	p.Title = cmp.Or(p.Title, opts.Name)
	p.Left = slices.Sorted(maps.Keys(p.left))
	return &p.Document
}

// relocate makes the relative links of all cells lead to the same files from elsewhere.
func (p *page) relocate() {
	for i := range p.Cells {
		c := &p.Cells[i]
		c.Body = relocate(c.Body, p.Base)
		for k := range c.Outputs {
			c.Outputs[k].Body = relocate(c.Outputs[k].Body, p.Base)
		}
	}
}

// RenderMarkdown renders a Markdown text as if it were the only cell of a notebook.
func RenderMarkdown(text string, opts Options) *Document {
	return Render(&notebook.Notebook{Cells: []*notebook.Cell{{Type: notebook.Markdown, Source: text}}}, opts)
}

func cellID(c *notebook.Cell, i int) string {
	if c.ID != "" {
		return c.ID
	}
	return "cell-" + strconv.Itoa(i+1)
}

// view renders a cell, but for its id.
func (p *page) view(c *notebook.Cell) Cell {
	switch c.Type {
	case notebook.Markdown:
		attachments, _ := c.Rest["attachments"].(map[string]any)
		return Cell{Class: "markdown", Body: markup.HTML(p.renderMarkdown(c.Source, attachments))}
	case notebook.Code:
		return p.viewCode(c)
	}
	return Cell{Class: "raw", Body: markup.HTML("<pre>" + escape(c.Source) + "</pre>")}
}

// wholeLines is how many lines a source has at most that is not broken between pages.
const wholeLines = 15

func (p *page) viewCode(c *notebook.Cell) Cell {
	v := Cell{Class: "code", Prompt: prompt("In ", c.Count)}
	if source := strings.TrimRight(c.Source, "\n"); strings.TrimSpace(source) != "" {
		v.Body = markup.HTML(escape(source))
		if !p.PlainCode && !p.tooLong(source) {
			v.Body = markup.HTML(codeHTML(source, p.Bounded))
		}
		v.Whole = strings.Count(source, "\n") < wholeLines
		if hidden(c, "source_hidden") {
			v.Folded = strings.Count(source, "\n") + 1
			v.Answers, v.Formulas = answers(c), strings.HasPrefix(source, "%%derive")
		}
	}
	if hidden(c, "outputs_hidden") {
		return v
	}
	for _, o := range c.Outputs {
		view := Output{Body: markup.HTML(p.renderOutput(o))}
		if o.Type == notebook.Result {
			view.Prompt = prompt("Out", o.Count)
		}
		v.Outputs = append(v.Outputs, view)
	}
	return v
}

// hidden reports whether the author folded this part of the cell away in JupyterLab.
func hidden(c *notebook.Cell, part string) bool {
	jupyter, _ := c.Metadata["jupyter"].(map[string]any)
	is, _ := jupyter[part].(bool)
	return is
}

// answers reports whether the cell's source holds the answers of exercises: metadata "mercer": {"answers": true}.
func answers(c *notebook.Cell) bool {
	mercer, _ := c.Metadata["mercer"].(map[string]any)
	is, _ := mercer["answers"].(bool)
	return is
}

func prompt(word string, count int) string {
	if count == 0 {
		return word + "[ ]:"
	}
	return fmt.Sprintf("%s[%d]:", word, count)
}

func escape(s string) string { return html.EscapeString(s) }

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
