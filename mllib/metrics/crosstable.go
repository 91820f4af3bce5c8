package metrics

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// crossTable is a table of counts with names and margins, as Confusion and Contingency show themselves: HTML on a page, String on a
// terminal.
type crossTable struct {
	caption    string
	corner     string // what stands in rows and in columns
	rows, cols []string
	counts     [][]int // len(rows) × len(cols)
	diagonal   bool    // the counts on the diagonal are set in bold
}

// classNames are the names of labels as Confusion.Named gives them, or the labels as numbers, and whether the names, if there are some, fit.
func classNames(labels []int, names []string) (all []string, fit bool) {
	numbers := true // labels are numbers of names
	for _, k := range labels {
		all = append(all, strconv.Itoa(k))
		numbers = numbers && k >= 1 && k <= len(names)
	}
	switch {
	case numbers:
		for i, k := range labels {
			all[i] = names[k-1]
		}
	case len(names) == len(labels):
		all = names
	default:
		return all, len(names) == 0
	}
	return all, true
}

// numerals are labels as numbers.
func numerals(labels []int) []string {
	all, _ := classNames(labels, nil)
	return all
}

// lines are the rows of the table as they are written, with sums at their ends and below.
func (t crossTable) lines() [][]string {
	lines := [][]string{append(append([]string{t.corner}, t.cols...), "all")}
	below, total := make([]int, len(t.cols)), 0
	for i, counts := range t.counts {
		line, sum := []string{t.rows[i]}, 0
		for j, n := range counts {
			line = append(line, strconv.Itoa(n))
			sum += n
			below[j] += n
		}
		lines = append(lines, append(line, strconv.Itoa(sum)))
		total += sum
	}
	last := []string{"all"}
	for _, n := range below {
		last = append(last, strconv.Itoa(n))
	}
	return append(lines, append(last, strconv.Itoa(total)))
}

// html is the table as HTML, in the manner of package display's tables.
func (t crossTable) html() string {
	const pad = "padding:.15em .7em"
	var b strings.Builder
	b.WriteString(`<table class="mercer-table">`)
	if t.caption != "" {
		fmt.Fprintf(&b, `<caption style="text-align:left;font-weight:bold">%s</caption>`, html.EscapeString(t.caption))
	}
	b.WriteString("\n")
	for i, line := range t.lines() {
		b.WriteString("<tr>")
		for j, text := range line {
			tag, align := "td", "right"
			switch {
			case j == 0:
				tag, align = `th scope="row"`, "left"
			case i == 0:
				tag = `th scope="col"`
			}
			if text = html.EscapeString(text); t.diagonal && i == j && i > 0 && i <= len(t.counts) {
				text = "<b>" + text + "</b>"
			}
			fmt.Fprintf(&b, `<%s style="text-align:%s;%s">%s</%s>`, tag, align, pad, text, tag[:2])
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table>\n")
	return b.String()
}

// String is the table as text.
func (t crossTable) String() string {
	lines := t.lines()
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for j, text := range line {
			widths[j] = max(widths[j], utf8.RuneCountInString(text))
		}
	}
	var b strings.Builder
	if t.caption != "" {
		b.WriteString(t.caption + "\n")
	}
	for _, line := range lines {
		for j, text := range line {
			space := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(text))
			switch {
			case j == 0:
				b.WriteString(text + space)
			default:
				b.WriteString("  " + space + text)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}
