package derive

import (
	"strings"
)

// This file writes an evaluated derivation as Markdown with displayed, aligned LaTeX: a column for the marks and what
// was found, which is always in sight, then the formulas, then the reasons. What is too wide for a page is broken: reasons
// into lines of words, beside the formulas or else below them.

// pageWidth is how much of a derivation is seen without scrolling, in em.
const pageWidth = 41

func (r *report) markdown() string {
	var b strings.Builder
	b.WriteString("**" + r.title + "** (" + r.head() + ")\n\n")
	var rows []row
	flush := func() {
		if len(rows) > 0 {
			b.WriteString("$$\\begin{aligned}\n" + strings.Join(setRows(rows), " \\\\\n") + "\n\\end{aligned}$$\n\n")
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

// row is one row of the aligned formulas, in LaTeX but for the reason.
type row struct{ mark, found, left, right, reason string }

// blockRows are the rows of a chain or a statement: the first expression stands left of the first relation.
func blockRows(lines []line) []row {
	var rows []row
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

func (l line) row(left string) row {
	rel := relationLatex[l.rel]
	if l.arrow != "" {
		left, rel = l.arrow, `\quad`
	}
	r := row{left: left, right: strings.TrimSpace(rel + " " + l.latex), reason: l.reason}
	if !l.claims() && l.ok {
		return r
	}
	r.mark = `\textcolor{#1a9461}{\checkmark}`
	if !l.ok {
		r.mark = `\textcolor{#d9480f}{\times}`
	}
	if found := l.found(); found != "" {
		r.found = `\,\scriptsize\text{` + texText(found) + `}`
	}
	return r
}

// setRows writes rows so that they fit the page, as far as their formulas do: the reasons have a column of their own where
// there is room for it, in lines of words if need be, and else stand behind or below their formulas.
func setRows(rows []row) []string {
	var left, right float64
	marks := 0.8
	for _, r := range rows {
		marks = max(marks, 0.8+0.7*ems(r.found))
		left, right = max(left, ems(r.left)), max(right, ems(r.right))
	}
	const gap = 1.5
	room := pageWidth - marks - left - 2*gap // from the relation to the end of the page
	set := row.setBelow
	if fit(rows, room-right) {
		set, room = row.setAside, room-right
	}
	var all []string
	for _, r := range rows {
		all = append(all, set(r, room)...)
	}
	return all
}

// narrow is the least width of a column of reasons that are broken, in em.
const narrow = 9

// fit says that the reasons fit into a column of so many em.
func fit(rows []row, room float64) bool {
	for _, r := range rows {
		lines := breakReason(r.reason, room)
		for _, line := range lines {
			if ems(texReason(line)) > room || len(lines) > 1 && room < narrow {
				return false
			}
		}
	}
	return true
}

// formula is the row without its reason.
func (r row) formula() string {
	return r.mark + " &" + r.found + " &\\quad " + r.left + " &" + r.right
}

// setAside is the row with its reason in a column of so many em.
func (r row) setAside(room float64) []string {
	all := []string{r.formula()}
	for i, line := range breakReason(r.reason, room) {
		if i == 0 {
			all[0] += " &&\\quad " + texReason(line)
		} else {
			all = append(all, "&&&&&\\quad "+texReason(line))
		}
	}
	return all
}

// setBelow is the row with its reason behind its formula if both are in the room of so many em, else below it.
func (r row) setBelow(room float64) []string {
	all := []string{r.formula()}
	const indent = 2
	if r.reason != "" && ems(r.right)+indent+ems(texReason(r.reason)) <= room {
		all[0] += "\\qquad " + texReason(r.reason)
		return all
	}
	for _, line := range breakReason(r.reason, max(room-indent, narrow)) {
		all = append(all, "&&&\\qquad "+texReason(line))
	}
	return all
}

// breakReason breaks a reason at spaces outside its mathematics into lines of at most so many em.
func breakReason(s string, room float64) []string {
	var lines []string
	line, math := "", false
	for _, word := range strings.FieldsFunc(s, func(r rune) bool {
		if r == '$' {
			math = !math
		}
		return r == ' ' && !math
	}) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && ems(texReason(longer)) > room {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
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
