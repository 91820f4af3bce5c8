package check

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/display/internal/numeral"
)

// This file shows a list: as an HTML table and as text.

const maxBrief = 60

func num(x float64) string {
	return numeral.Minus(strconv.FormatFloat(x+0, 'g', 10, 64)) // x+0 has no negative zero
}

// brief is the Go syntax of a value, cut when it is long.
func brief(v any) string {
	s := fmt.Sprint(v)
	switch v := v.(type) {
	case float64:
		return num(v)
	case string:
		s = strconv.Quote(v)
	case []float64:
		parts := make([]string, 0, 8)
		for i, x := range v {
			if i == 6 && len(v) > 7 {
				parts = append(parts, fmt.Sprintf("… (%d entries)", len(v)))
				break
			}
			parts = append(parts, numeral.Minus(strconv.FormatFloat(x, 'g', 6, 64)))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case int, []int, [][]int:
		s = numeral.Minus(s)
	}
	if r := []rune(s); len(r) > maxBrief {
		s = string(r[:maxBrief-1]) + "…"
	}
	return s
}

// failures names the checks that do not hold.
func (l *List) failures() string {
	var names []string
	for _, r := range l.rows {
		if !r.ok {
			names = append(names, fmt.Sprintf("%s: got %s, want %s", r.name, r.got, r.want))
		}
	}
	return strings.Join(names, "; ")
}

func (l *List) bundle() *frame.Bundle {
	return &frame.Bundle{Parts: []frame.Part{
		{MIME: "text/html", Data: []byte(l.html())},
		{MIME: "text/plain", Data: []byte(l.text())},
	}}
}

var heads = []string{"", "check", "got", "want", "deviation", "tolerance"}

func (r row) cells() []string {
	return []string{mark(r.ok), r.name, r.got, r.want, r.dev, r.tol}
}

func mark(ok bool) string {
	if ok {
		return "✓"
	}
	return "✗"
}

func (l *List) text() string {
	table := [][]string{heads}
	for _, r := range l.rows {
		table = append(table, r.cells())
	}
	if len(l.rows) == 1 && l.title == "" {
		return l.rows[0].line()
	}
	var b strings.Builder
	if l.title != "" {
		b.WriteString(l.title + "\n")
	}
	widths := make([]int, len(heads))
	for _, cells := range table {
		for j, c := range cells {
			widths[j] = max(widths[j], utf8.RuneCountInString(c))
		}
	}
	for _, cells := range table {
		line := ""
		for j, c := range cells {
			line += c + strings.Repeat(" ", widths[j]-utf8.RuneCountInString(c)+2)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// line is a single check on one line of text.
func (r row) line() string {
	s := mark(r.ok) + " " + r.name + ": " + r.got
	if r.want != "" && !(r.ok && r.got == r.want) {
		s += ", want " + r.want
	}
	var extra []string
	if r.dev != "" {
		extra = append(extra, strings.TrimSpace(deviation(r.dev)))
	}
	if r.tol != "" {
		extra = append(extra, "tolerance "+r.tol)
	}
	if len(extra) > 0 {
		s += " (" + strings.Join(extra, ", ") + ")"
	}
	return s + "\n"
}

func deviation(s string) string {
	if s[0] >= '0' && s[0] <= '9' || s[0] == 'N' || s[0] == '+' {
		return "deviation " + s
	}
	return s
}

const (
	good = "color:#1a9461"
	bad  = "color:#d9480f;font-weight:bold"
	pad  = ";padding:.15em .7em"
	// A number, with the sign of a comparison or as an interval, stays on one line; longer cells may break.
	oneLine = 26
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
		return `<div class="mercer-check"><span style="` + style + `">` + mark(r.ok) + `</span>` + html.EscapeString(line) + "</div>\n"
	}
	b.WriteString(`<table class="mercer-check">`)
	if l.title != "" {
		b.WriteString(`<caption style="text-align:left;font-weight:bold">` + html.EscapeString(l.title) + `</caption>`)
	}
	b.WriteString("\n<thead><tr>")
	for j, h := range heads {
		b.WriteString(`<th style="text-align:` + align(j) + pad + `">` + h + "</th>")
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for _, r := range l.rows {
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
		if j >= 2 && strings.ContainsAny(c, " -") && utf8.RuneCountInString(c) <= oneLine {
			style += ";white-space:nowrap"
		}
		indent := len(c) - len(strings.TrimLeft(c, " "))
		b.WriteString(`<td style="` + style + `">` + strings.Repeat("&nbsp;", indent) + html.EscapeString(c[indent:]) + "</td>")
	}
	b.WriteString("</tr>\n")
	return b.String()
}

func align(column int) string {
	if column < 2 {
		return "left"
	}
	return "right"
}
