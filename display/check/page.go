package check

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/internal/numeral"
)

// This file shows a list as HTML.

func (l *List) bundle() *frame.Bundle {
	return &frame.Bundle{Parts: []frame.Part{
		{MIME: "text/html", Data: []byte(numeral.NoMath(l.html()))},
		{MIME: "text/plain", Data: []byte(l.text())},
	}}
}

const (
	good    = "color:#1a9461"
	bad     = "color:#d9480f;font-weight:bold"
	waiting = "color:#7d7d7d" // of an exercise that is not answered
	pad     = ";padding:.15em .45em"
	// A number with the sign of a comparison or its unit stays on one line; longer cells, and those that begin with a word, may break, so that a
	// table fits a column of text.
	oneLine = 16
)

func (l *List) html() string {
	var b strings.Builder
	if len(l.rows) == 1 && l.title == "" {
		r := l.rows[0]
		style := good
		if !r.ok {
			style = bad
		}
		line := strings.TrimPrefix(strings.TrimSuffix(r.line(), "\n"), mark(r.ok))
		return `<div class="mercer-check"><span style="` + style + `">` + mark(r.ok) + `</span>` + numeral.HTML(line) + "</div>\n"
	}
	open, folded := l.fold()
	b.WriteString(htmlTable(l.title, open))
	if len(folded) > 0 {
		b.WriteString(`<details class="mercer-check"><summary style="cursor:pointer` + pad + `">` + numeral.HTML(summary(folded)) + "</summary>\n")
		b.WriteString(htmlTable("", folded) + "</details>\n")
	}
	return b.String()
}

func htmlTable(title string, rows []row) string {
	var b strings.Builder
	b.WriteString(`<table class="mercer-check">`)
	if title != "" {
		b.WriteString(`<caption style="text-align:left;font-weight:bold">` + numeral.HTML(title) + `</caption>`)
	}
	b.WriteString("\n<thead><tr>")
	for j, h := range heads {
		b.WriteString(`<th style="text-align:` + align(j) + pad + `">` + h + "</th>")
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for _, r := range rows {
		b.WriteString(r.htmlRow())
	}
	b.WriteString("</tbody></table>\n")
	return b.String()
}

func (r row) htmlRow() string {
	var b strings.Builder
	b.WriteString("<tr>")
	for j, c := range r.cells() {
		style := "text-align:" + align(j) + pad
		if j == 0 && r.ok {
			style += ";" + good
		} else if !r.ok {
			style += ";" + bad
		}
		indent := len(c) - len(strings.TrimLeft(c, " "))
		text := numeral.HTML(c[indent:])
		if j >= 2 && staysWhole(c) {
			text = numeral.OneLine(c[indent:])
		}
		b.WriteString(`<td style="` + style + `">` + strings.Repeat("&nbsp;", indent) + text + "</td>")
	}
	b.WriteString("</tr>\n")
	return b.String()
}

// staysWhole tells whether a cell stands on one line: a short one with a number, its unit or a comparison, not with words.
func staysWhole(c string) bool {
	first, _ := utf8.DecodeRuneInString(c)
	return strings.ContainsAny(c, " -") && utf8.RuneCountInString(c) <= oneLine && (!unicode.IsLetter(first) || strings.HasPrefix(c, "slack "))
}

func align(column int) string {
	if column < 2 {
		return "left"
	}
	return "right"
}
