package derive

import (
	"strings"
)

// This file writes an evaluated derivation as Markdown with displayed, aligned LaTeX.

func (r *report) markdown() string {
	var b strings.Builder
	b.WriteString("**" + r.title + "** (" + r.head() + ")\n\n")
	var rows []string
	flush := func() {
		if len(rows) > 0 {
			b.WriteString("$$\\begin{aligned}\n" + strings.Join(rows, " \\\\\n") + "\n\\end{aligned}$$\n\n")
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
func blockRows(lines []line) []string {
	var rows []string
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

func (l line) row(left string) string {
	rel := relationLatex[l.rel]
	if l.arrow != "" {
		left, rel = l.arrow, `\quad`
	}
	row := left + " &" + rel + " " + l.latex
	if l.reason != "" {
		row += ` &&\quad ` + texReason(l.reason)
	} else {
		row += ` &&`
	}
	if !l.claims() && l.ok {
		return row
	}
	mark := `\textcolor{#00795c}{\checkmark}`
	if !l.ok {
		mark = `\textcolor{#c43e00}{\times}`
	}
	row += ` &&\quad ` + mark
	if found := l.found(); found != "" {
		row += `\ {\small\text{` + texText(found) + `}}`
	}
	return row
}

// texReason writes a reason as LaTeX: words as text, and what stands between dollar signs as mathematics.
func texReason(s string) string {
	var b strings.Builder
	parts := strings.Split(s, "$")
	for i, part := range parts {
		isMath := i%2 == 1 && i < len(parts)-1
		switch {
		case part == "":
		case isMath:
			b.WriteString(part)
		default:
			b.WriteString(`\text{` + texText(part) + `}`)
		}
	}
	return b.String()
}

var texSpecial = strings.NewReplacer(`\`, "∖", "%", `\%`, "#", `\#`, "&", `\&`, "_", `\_`, "{", `\{`, "}", `\}`,
	"^", "ˆ", "~", "∼")

// texText escapes what is special in \text.
func texText(s string) string { return texSpecial.Replace(s) }
