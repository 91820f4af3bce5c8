package export

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/kernel/notebook"
	"github.com/mercer-go/mercer/kernel/notebook/katex"
)

//go:embed page.html
var pageSource string

//go:embed style.css
var pageStyle string

//go:embed math.js
var mathScript string

//go:embed frames.js
var framesScript string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// themes is the style of highlighted code: it does not depend on the notebook.
var themes = sync.OnceValue(codeStyle)

// page is a notebook on its way to HTML.
type page struct {
	title    string         // text of the first heading
	anchors  map[string]int // headings by id
	math     bool           // some text holds mathematics
	autoMath bool           // an HTML output holds mathematics, which the script has to find
	trust    bool
	frames   bool            // an output has a slider, whose behaviour is the page's
	left     map[string]bool // what clean has left out
}

// Options say how a notebook is exported.
type Options struct {
	Name  string // title of a notebook without a heading
	Trust bool   // keep scripts, handlers and frames of Markdown and HTML
}

// Page is an exported notebook.
type Page struct {
	HTML []byte
	Left []string // names of the elements ("<script>") and attributes ("onclick") that were left out, sorted
}

// cellView is a cell as the template shows it.
type cellView struct {
	Class   string // "markdown", "code" or "raw"
	Prompt  string // "In [3]:" of a code cell
	Body    template.HTML
	Outputs []outputView
}

// outputView is an output as the template shows it.
type outputView struct {
	Prompt string // "Out[3]:" of a result
	Body   template.HTML
}

// HTML returns the notebook as a page.
func HTML(nb *notebook.Notebook, opts Options) (Page, error) {
	p := &page{anchors: map[string]int{}, trust: opts.Trust, left: map[string]bool{}}
	var cells []cellView
	for _, c := range nb.Cells {
		cells = append(cells, p.view(c))
	}
	if p.title == "" {
		p.title = opts.Name
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, map[string]any{
		"Title": p.title, "Cells": cells, "Styles": p.styles(), "Scripts": p.scripts(),
	})
	if err != nil {
		return Page{}, fmt.Errorf("export %s: %w", opts.Name, err)
	}
	return Page{HTML: b.Bytes(), Left: p.leftOut()}, nil
}

// generator marks a page as written by this package.
const generator = `<meta name="generator" content="Mercer">`

// Ours returns an error if a file is at the path that this package has not written, which is not to be overwritten. An
// empty path, and one without a file, are fine.
func Ours(path string) error {
	f, err := os.Open(path)
	if path == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 1024)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if n > 0 && !bytes.Contains(head[:n], []byte(generator)) {
		return fmt.Errorf("%s is there and was not written by mercer: move it away, write to another directory with -o, or no HTML with --no-html", path)
	}
	return nil
}

func (p *page) styles() []template.CSS {
	list := []template.CSS{template.CSS(pageStyle), template.CSS(themes())}
	if p.math {
		list = append(list, template.CSS(katex.Style()))
	}
	return list
}

func (p *page) scripts() []template.JS {
	var list []template.JS
	if p.math {
		scripts := katex.Scripts()
		if !p.autoMath {
			scripts = scripts[:1]
		}
		for _, s := range append(slices.Clip(scripts), mathScript) {
			list = append(list, template.JS(s))
		}
	}
	if p.frames {
		list = append(list, template.JS(framesScript))
	}
	return list
}

// view renders one cell.
func (p *page) view(c *notebook.Cell) cellView {
	switch c.Type {
	case notebook.Markdown:
		attachments, _ := c.Rest["attachments"].(map[string]any)
		return cellView{Class: "markdown", Body: template.HTML(p.renderMarkdown(c.Source, attachments))}
	case notebook.Code:
		return p.viewCode(c)
	}
	return cellView{Class: "raw", Body: template.HTML("<pre>" + escape(c.Source) + "</pre>")}
}

func (p *page) viewCode(c *notebook.Cell) cellView {
	v := cellView{Class: "code", Prompt: prompt("In ", c.Count)}
	if !hidden(c, "source_hidden") && strings.TrimSpace(c.Source) != "" {
		v.Body = template.HTML(codeHTML(strings.TrimRight(c.Source, "\n")))
	}
	if hidden(c, "outputs_hidden") {
		return v
	}
	for _, o := range c.Outputs {
		view := outputView{Body: template.HTML(p.renderOutput(o))}
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
