package export

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/mercer-go/mercer/kernel/notebook/markup"
)

// markdown renders Markdown cells and outputs: GitHub's flavour with raw HTML, as Jupyter shows it.
var markdown = newMarkdown(codeBlocks{})

// boundedMarkdown renders it for Options.Bounded.
var boundedMarkdown = newMarkdown(codeBlocks{goOnly: true})

func newMarkdown(code codeBlocks) goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.GFM, extension.Footnote),
		goldmark.WithRendererOptions(html.WithUnsafe(),
			renderer.WithNodeRenderers(util.Prioritized(code, 100))),
	)
}

// codeBlocks renders fenced code with its tokens marked.
type codeBlocks struct{ goOnly bool }

// RegisterFuncs implements renderer.NodeRenderer.
func (c codeBlocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, c.renderFence)
}

func (c codeBlocks) renderFence(
	w util.BufWriter, source []byte, n ast.Node, entering bool,
) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var code strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		code.Write(line.Value(source))
	}
	marked := escape(code.String())
	lexer := lexers.Get(string(n.(*ast.FencedCodeBlock).Language(source)))
	if lexer != nil && (isGo(lexer) || !c.goOnly) {
		marked = highlight(lexer, code.String())
	}
	_, err := w.WriteString(`<pre class="chroma"><code>` + marked + "</code></pre>\n")
	return ast.WalkSkipChildren, err
}

// renderMarkdown renders one Markdown text. Attachments are named by the file names of "attachment:" links.
func (p *page) renderMarkdown(src string, attachments map[string]any) string {
	if p.tooLong(src) {
		return fmt.Sprintf("<p><em>This text of %d KB is shown as it was written: "+
			"it is too long to be set, or stands behind much other text.</em></p>\n<pre>%s</pre>",
			(len(src)+999)/1000, escape(src))
	}
	marked, formulas := protect(src)
	p.Math = p.Math || len(formulas) > 0
	source := []byte(marked)
	markdown := markdown
	if p.Bounded {
		markdown = boundedMarkdown
	}
	doc := markdown.Parser().Parse(text.NewReader(source))
	p.visit(doc, source, formulas, attachments)
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, source, doc); err != nil {
		return "<pre>" + escape(src) + "</pre>"
	}
	return restore(joinPercent(p.clean(b.String())), formulas, formula.html)
}

var percent = regexp.MustCompile(`([\d` + markClose + `]) %`)

// joinPercent keeps a number and its sign of percent on one line. Code stays as it is.
func joinPercent(markup string) string {
	var b strings.Builder
	pieces(markup, func(raw string, isText bool) {
		if isText {
			raw = percent.ReplaceAllString(raw, "$1\u00a0%")
		}
		b.WriteString(raw)
	})
	return b.String()
}

// visit gives headings their anchors, finds the title and puts attachments inside.
func (p *page) visit(doc ast.Node, source []byte, formulas []formula, attachments map[string]any) {
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			p.heading(n, plain(n, source), formulas)
		case *ast.Image:
			if name, ok := strings.CutPrefix(string(n.Destination), "attachment:"); ok {
				n.Destination = attachment(attachments, name, n.Destination)
			}
		}
		return ast.WalkContinue, nil
	})
}

// heading notes a heading, whose text has marks in place of its formulas, and gives it its id and level.
func (p *page) heading(n *ast.Heading, marked string, formulas []formula) {
	title := restore(marked, formulas, func(f formula) string { return f.source })
	p.Title = cmp.Or(p.Title, title)
	if p.Outline {
		n.Level = p.level(n.Level)
	}
	// As JupyterLab makes it, spaces as hyphens, so that links within a notebook work.
	id := p.unique(strings.ReplaceAll(title, " ", "-"))
	n.SetAttributeString("id", []byte(id))
	text := markup.HTML(restore(escape(marked), formulas, formula.html))
	p.Headings = append(p.Headings, Heading{Level: n.Level, Anchor: id, HTML: text})
}

// level returns the level of the next heading of an outline, of which the author wants another. What an output has are
// headings below that of its section.
func (p *page) level(wanted int) int {
	if p.output {
		wanted += p.section
	}
	level := 1
	if len(p.Headings) > 0 {
		level = max(2, min(wanted, p.Headings[len(p.Headings)-1].Level+1))
	}
	if !p.output {
		p.section = level
	}
	return level
}

// plain returns the text of a node without markup.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := c.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		if s, ok := c.(*ast.String); ok && entering {
			b.Write(s.Value)
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// unique returns the id, with a number if it is taken.
func (p *page) unique(id string) string {
	p.anchors[id]++
	if n := p.anchors[id]; n > 1 {
		return p.unique(id + "-" + strconv.Itoa(n))
	}
	return id
}

// attachment returns the data URL of a cell's attached image, or the link as it is when there is none.
func attachment(attachments map[string]any, name string, link []byte) []byte {
	bundle, _ := attachments[name].(map[string]any)
	for _, mime := range imageTypes {
		if data, ok := bundle[mime].(string); ok {
			return []byte(dataURL(mime, data))
		}
	}
	return link
}
