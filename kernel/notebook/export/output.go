package export

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/mercer-go/mercer/kernel/notebook"
)

// representations are the MIME types that a page can show, the richest first.
var representations = []struct {
	mime string
	show func(p *page, o *notebook.Output, v any) string
}{
	{"text/html", (*page).showHTML},
	{"application/javascript", (*page).showScript},
	{"image/svg+xml", (*page).showSVG},
	{"image/png", showImage("image/png")},
	{"image/jpeg", showImage("image/jpeg")},
	{"image/gif", showImage("image/gif")},
	{"text/latex", (*page).showLatex},
	{"text/markdown", (*page).showMarkdown},
	{"text/plain", (*page).showPlain},
	{"application/json", (*page).showJSON},
}

// imageTypes are the types of attachments that can be shown.
var imageTypes = []string{"image/png", "image/jpeg", "image/gif", "image/svg+xml"}

// renderOutput returns the HTML of one output.
func (p *page) renderOutput(o *notebook.Output) string {
	switch o.Type {
	case notebook.Stream:
		return `<pre class="stream ` + html.EscapeString(o.Name) + `">` + ansiHTML(o.Text) + "</pre>\n"
	case notebook.Failure:
		return `<pre class="failure">` + ansiHTML(traceback(o)) + "</pre>\n"
	case notebook.Display, notebook.Result:
		return p.renderBundle(o)
	}
	return ""
}

// traceback returns the text of an error; one without a traceback is its name and value.
func traceback(o *notebook.Output) string {
	if len(o.Traceback) == 0 {
		return o.EName + ": " + o.EValue
	}
	return strings.Join(o.Traceback, "\n")
}

func (p *page) renderBundle(o *notebook.Output) string {
	for _, r := range representations {
		if v, ok := o.Data[r.mime]; ok {
			if s := r.show(p, o, v); s != "" {
				return s + "\n"
			}
		}
	}
	mimes := sortedKeys(o.Data)
	if len(mimes) == 0 {
		return ""
	}
	mime := mimes[0] // a type that needs an extension: its data, folded
	shown := p.showPlain(o, o.Data[mime])
	if shown == "" {
		shown = p.showJSON(o, o.Data[mime])
	}
	return `<details><summary>` + escape(mime) + `</summary>` + shown + "</details>\n"
}

func (p *page) showHTML(_ *notebook.Output, v any) string {
	s, _ := v.(string)
	s = p.clean(s)
	if hasFormula(s) {
		p.Math, p.AutoMath = true, true
		return `<div class="html has-math">` + s + `</div>`
	}
	return `<div class="html">` + s + `</div>`
}

func (p *page) showScript(_ *notebook.Output, v any) string {
	s, _ := v.(string)
	if !p.Trust {
		p.left["<script>"] = true
		return "" // its next representation, or the text of the script
	}
	return "<div><script>" + s + "</script></div>"
}

// showSVG puts the picture into an image of its own, as JupyterLab does: ids of one picture do not meet those of another.
func (p *page) showSVG(o *notebook.Output, v any) string {
	s, ok := v.(string)
	if !ok || !strings.Contains(s, "<svg") {
		return ""
	}
	return p.image(o, "image/svg+xml", s)
}

func showImage(mime string) func(*page, *notebook.Output, any) string {
	return func(p *page, o *notebook.Output, v any) string {
		s, ok := v.(string)
		if !ok || !isBase64(s) {
			return "" // its next representation, or the data as text
		}
		return p.image(o, mime, s)
	}
}

// isBase64 reports whether a text is data in base64, with spaces and line ends anywhere.
func isBase64(text string) bool {
	data := strings.TrimRight(strings.Join(strings.Fields(text), ""), "=")
	_, err := base64.RawStdEncoding.DecodeString(data)
	return err == nil
}

// image returns a picture with the size that its metadata state.
func (p *page) image(o *notebook.Output, mime, data string) string {
	size := ""
	if m, ok := o.Metadata[mime].(map[string]any); ok {
		for _, side := range []string{"width", "height"} {
			if n, ok := m[side].(json.Number); ok {
				size += fmt.Sprintf(` %s="%s"`, side, escape(n.String()))
			}
		}
	}
	alt, _ := o.Data["text/plain"].(string)
	if mime == "image/svg+xml" && isDrawing(data) {
		size += ` class="drawn"`
	}
	return `<div class="figure"><img src="` + escape(dataURL(mime, data)) + `" alt="` + escape(alt) + `"` + size + `></div>`
}

// mostDrawn is how many colours a drawing has at most; a map of colours has more.
const mostDrawn = 24

var hexColor = regexp.MustCompile(`#[0-9A-Fa-f]{3,6}\b`)

// isDrawing reports whether a picture in SVG is lines, marks and texts in a few colours, which a dark page may show light on dark. In pictures of
// pixels and maps of colours, light and dark mean something.
func isDrawing(svg string) bool {
	colors := map[string]bool{}
	for _, c := range hexColor.FindAllString(svg, -1) {
		colors[c] = true
	}
	return len(colors) <= mostDrawn && !strings.Contains(svg, "<image")
}

// dataURL returns the URL that holds the data themselves. Data of an image are base64 already, but for SVG.
func dataURL(mime, data string) string {
	if mime == "image/svg+xml" {
		data = base64.StdEncoding.EncodeToString([]byte(data))
	}
	return "data:" + mime + ";base64," + strings.Join(strings.Fields(data), "")
}

// showLatex sets the formulas of the text; a text without delimiters is one formula.
func (p *page) showLatex(_ *notebook.Output, v any) string {
	s, ok := v.(string)
	if !ok {
		return ""
	}
	p.Math = true
	marked, formulas := protect(s)
	if len(formulas) == 0 {
		return `<div class="latex">` + formula{tex: s, display: true}.html() + `</div>`
	}
	return `<div class="latex">` + restore(escape(marked), formulas, formula.html) + `</div>`
}

func (p *page) showMarkdown(_ *notebook.Output, v any) string {
	s, ok := v.(string)
	if !ok {
		return ""
	}
	p.output = true
	defer func() { p.output = false }()
	return `<div class="markdown">` + p.renderMarkdown(s, nil) + `</div>`
}

func (p *page) showPlain(_ *notebook.Output, v any) string {
	s, ok := v.(string)
	if !ok {
		return ""
	}
	return `<pre class="plain">` + ansiHTML(s) + `</pre>`
}

func (p *page) showJSON(_ *notebook.Output, v any) string {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return ""
	}
	return `<pre class="plain">` + escape(string(text)) + `</pre>`
}
