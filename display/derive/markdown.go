package derive

import (
	"strings"

	"github.com/mercer-go/mercer/display/derive/layout"
)

// This file writes a derivation line by line in Go as Markdown with displayed, aligned LaTeX.

func (r *report) markdown() string {
	var b strings.Builder
	b.WriteString("**" + r.title + "** (" + r.head() + ")\n\n")
	var rows []layout.Row
	flush := func() {
		if len(rows) > 0 {
			b.WriteString("$$\\begin{aligned}\n" + strings.Join(layout.Rows(rows), " \\\\\n") + "\n\\end{aligned}$$\n\n")
			rows = nil
		}
	}
	for _, lines := range r.blocks {
		if len(lines) == 1 && lines[0].prose {
			flush()
			b.WriteString(lines[0].latex + "\n\n")
			continue
		}
		rows = append(rows, blockRows(lines)...)
	}
	flush()
	for _, lines := range r.blocks {
		for _, l := range lines {
			if !l.ok {
				b.WriteString("✗ `" + strings.ReplaceAll(l.latex, "`", "'") + "`\n\n```\n" + strings.ReplaceAll(l.counter, "```", "'''") + "\n```\n\n")
			}
		}
	}
	if r.problem != "" {
		b.WriteString("✗ does not hold: " + r.problem + "\n")
	}
	return b.String()
}

// blockRows are the rows of a chain or a statement: the first expression stands left of the first relation.
func blockRows(lines []line) []layout.Row {
	var rows []layout.Row
	left := ""
	for i, l := range lines {
		if l.rel == first && l.ok && len(lines) > 1 && i == 0 {
			left = l.latex
			continue
		}
		rows = append(rows, l.row(left))
		left = ""
	}
	return rows
}

func (l line) row(left string) layout.Row {
	rel := relationLatex[l.rel]
	if l.arrow != "" {
		left, rel = l.arrow, `\quad`
	}
	r := layout.Row{Left: left, Right: strings.TrimSpace(rel + " " + l.latex), Reason: l.reason}
	if !l.claims() && l.ok {
		return r
	}
	r.Mark = `\textcolor{#1a9461}{\checkmark}`
	if !l.ok {
		r.Mark = `\textcolor{#d9480f}{\times}`
	}
	if found := l.found(); found != "" {
		r.Found = `\,\scriptsize\text{` + layout.Text(found) + `}`
	}
	return r
}
