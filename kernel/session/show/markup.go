package show

import (
	"encoding/json"
	"html"
	"strings"
)

// This file writes outputs as HTML, for pages and widgets that hold many of them.

// Markup returns outputs as HTML. All of it is false where a front end shows them better: formulas, Markdown, colours of a terminal, and what
// needs an extension.
func Markup(outputs []Recorded) (markup string, all bool) {
	var b strings.Builder
	all = true
	for _, o := range outputs {
		one, whole := o.markup()
		b.WriteString(one)
		all = all && whole
	}
	return b.String(), all
}

func (o *Recorded) markup() (markup string, all bool) {
	switch o.Type {
	case "stream":
		return pre(o.Text, ""), !strings.Contains(o.Text, "\x1b")
	case "error":
		return pre(o.EName+": "+o.EValue, "color:#d9480f"), false
	}
	for _, f := range forms {
		if text, ok := o.part(f.mime); ok {
			return f.markup(text)
		}
	}
	text, _ := o.part("text/plain")
	return pre(text, ""), len(o.Data) < 2
}

// forms are the representations that are written as HTML, the richest first.
var forms = []struct {
	mime   string
	markup func(text string) (string, bool)
}{
	{"text/html", func(s string) (string, bool) {
		return `<div class="jp-RenderedHTMLCommon">` + s + "</div>\n", !strings.Contains(s, "<script") && !strings.Contains(s, "$") && !strings.Contains(s, `\(`)
	}},
	{"image/svg+xml", func(s string) (string, bool) {
		if i := strings.Index(s, "<svg"); i >= 0 {
			s = s[i:]
		}
		return `<div class="mercer-svg">` + s + "</div>\n", true
	}},
	{"image/png", pixels("image/png")},
	{"image/jpeg", pixels("image/jpeg")},
	{"image/gif", pixels("image/gif")},
	{"text/latex", func(s string) (string, bool) { return "<div>" + html.EscapeString(s) + "</div>\n", false }},
	{"text/markdown", func(s string) (string, bool) { return pre(s, "white-space:pre-wrap"), false }},
}

func pixels(mime string) func(string) (string, bool) {
	return func(s string) (string, bool) {
		return `<div><img src="data:` + mime + `;base64,` + html.EscapeString(strings.Join(strings.Fields(s), "")) + `" style="max-width:100%"></div>` + "\n", true
	}
}

// part is a representation that is text, or in base64.
func (o *Recorded) part(mime string) (text string, ok bool) {
	data, ok := o.Data[mime]
	return text, ok && json.Unmarshal(data, &text) == nil
}

func pre(text, style string) string {
	if style != "" {
		style = ` style="` + style + `"`
	}
	return "<pre" + style + ">" + html.EscapeString(strings.TrimSuffix(text, "\n")) + "</pre>\n"
}

// Words returns the text of outputs.
func Words(outputs []Recorded) string {
	var b strings.Builder
	for _, o := range outputs {
		text := o.Text
		switch o.Type {
		case "display_data":
			text, _ = o.part("text/plain")
		case "error":
			text = o.EName + ": " + o.EValue
		}
		b.WriteString(strings.TrimSuffix(text, "\n") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
