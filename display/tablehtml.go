package display

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// This file writes a table as HTML and as text.

// shownRows are the numbers of the rows that are shown, -1 for the row of dots.
func (t *Table) shownRows() []int {
	n, limit := t.height(), t.folded
	if limit == 0 {
		limit = DefaultRows
	}
	var rows []int
	for i := range n {
		switch {
		case n <= limit || i < limit-limit/4 || i >= n-limit/4:
			rows = append(rows, i)
		case i == limit-limit/4:
			rows = append(rows, -1)
		}
	}
	return rows
}

func (t *Table) note() string {
	var notes []string
	if n := t.height(); len(t.shownRows()) > 0 && contains32(t.shownRows(), -1) {
		notes = append(notes, fmt.Sprintf("%d rows", n))
	}
	if t.err != "" {
		notes = append(notes, "error: "+t.err)
	}
	return strings.Join(notes, "; ")
}

func contains32(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// pad is the room around the text of a cell, also where no style sheet gives it.
const pad = ";padding:.15em .7em"

// HTML is the table as HTML. Dollar signs in it are dollars.
func (t *Table) HTML() string { return numeral.NoMath(t.html()) }

func (t *Table) html() string {
	var b strings.Builder
	b.WriteString("<table class=\"mercer-table\">")
	if t.caption != "" {
		b.WriteString(`<caption style="text-align:left;font-weight:bold">` + numeral.HTML(t.caption) + "</caption>")
	}
	b.WriteString("\n<thead><tr>")
	align := make([]string, len(t.columns))
	best := make([]string, len(t.columns))
	for j := range t.columns {
		c := &t.columns[j]
		align[j] = "left"
		if c.toRight() {
			align[j] = "right"
		}
		if c.best != 0 {
			best[j] = c.bestText()
		}
		b.WriteString(`<th style="text-align:` + align[j] + pad + `">` + numeral.HTML(c.name) + "</th>")
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for _, i := range t.shownRows() {
		b.WriteString("<tr>")
		for j := range t.columns {
			b.WriteString(t.htmlCell(i, j, align[j], best[j]))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table>\n")
	if note := t.note(); note != "" {
		b.WriteString(`<div style="opacity:.7">` + escape(note) + "</div>\n")
	}
	for _, text := range t.warnings {
		b.WriteString("<div><b>warning:</b> " + escape(text) + "</div>\n")
	}
	return b.String()
}

func (t *Table) htmlCell(i, j int, align, best string) string {
	text := "⋮"
	if i >= 0 {
		text = t.columns[j].text(i)
	}
	open := `<td style="text-align:` + align + pad + `">`
	if i >= 0 && best != "" && text == best {
		return open + "<b>" + numeral.HTML(text) + "</b></td>"
	}
	return open + numeral.HTML(text) + "</td>"
}

// String is the table as text. A star stands behind the best value of a column.
func (t *Table) String() string {
	var b strings.Builder
	if t.caption != "" {
		b.WriteString(t.caption + "\n")
	}
	lines := make([]string, len(t.shownRows())+2)
	for j := range t.columns {
		t.textColumn(j, lines)
	}
	for _, line := range lines {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if note := t.note(); note != "" {
		b.WriteString(note + "\n")
	}
	for _, text := range t.warnings {
		b.WriteString("warning: " + text + "\n")
	}
	return b.String()
}

// textColumn appends column j to the lines of the text: the head, a rule, the rows.
func (t *Table) textColumn(j int, lines []string) {
	c := &t.columns[j]
	best := ""
	if c.best != 0 {
		best = c.bestText()
	}
	cells := []string{c.name}
	width := utf8.RuneCountInString(c.name)
	for _, i := range t.shownRows() {
		text := "⋮"
		if i >= 0 {
			if text = c.text(i); best != "" {
				text += map[bool]string{true: "*", false: " "}[text == best]
			}
		}
		cells = append(cells, text)
		width = max(width, utf8.RuneCountInString(text))
	}
	gap := ""
	if j > 0 {
		gap = "  "
	}
	for k, text := range cells {
		line := k
		if k > 0 {
			line = k + 1
		}
		pad := strings.Repeat(" ", width-utf8.RuneCountInString(text))
		if c.toRight() {
			text = pad + text
		} else {
			text += pad
		}
		lines[line] += gap + text
	}
	lines[1] += gap + strings.Repeat("─", width)
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

func escape(s string) string { return escaper.Replace(s) }
