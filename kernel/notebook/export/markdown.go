package export

import (
	"bytes"
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
)

// markdown renders Markdown cells and outputs: GitHub's flavour with raw HTML, as Jupyter shows it.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.GFM, extension.Footnote),
	goldmark.WithRendererOptions(html.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(codeBlocks{}, 100))),
)

// codeBlocks renders fenced code with its tokens marked.
type codeBlocks struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (codeBlocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, renderFence)
}

func renderFence(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var code strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		code.Write(line.Value(source))
	}
	marked := escape(code.String())
	if lexer := lexers.Get(string(n.(*ast.FencedCodeBlock).Language(source))); lexer != nil {
		marked = highlight(lexer, code.String())
	}
	_, err := w.WriteString(`<pre class="chroma"><code>` + marked + "</code></pre>\n")
	return ast.WalkSkipChildren, err
}

// renderMarkdown renders one Markdown text. Attachments are named by the file names of "attachment:" links.
func (p *page) renderMarkdown(src string, attachments map[string]any) string {
	marked, formulas := protect(src)
	p.math = p.math || len(formulas) > 0
	source := []byte(marked)
	doc := markdown.Parser().Parse(text.NewReader(source))
	p.visit(doc, source, formulas, attachments)
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, source, doc); err != nil {
		return "<pre>" + escape(src) + "</pre>"
	}
	return restore(p.clean(b.String()), formulas, formula.html)
}

// visit gives headings their anchors, finds the title and puts attachments inside.
func (p *page) visit(doc ast.Node, source []byte, formulas []formula, attachments map[string]any) {
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			title := restore(plain(n, source), formulas, func(f formula) string { return f.source })
			if p.title == "" {
				p.title = title
			}
			n.SetAttributeString("id", []byte(p.anchor(title)))
		case *ast.Image:
			if name, ok := strings.CutPrefix(string(n.Destination), "attachment:"); ok {
				n.Destination = attachment(attachments, name, n.Destination)
			}
		}
		return ast.WalkContinue, nil
	})
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

// anchor returns the id of a heading as JupyterLab makes it, spaces as hyphens, so that links within a notebook work;
// a repeated one gets a number.
func (p *page) anchor(title string) string {
	id := strings.ReplaceAll(title, " ", "-")
	p.anchors[id]++
	if n := p.anchors[id]; n > 1 {
		return id + "-" + strconv.Itoa(n)
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
