package layout

import (
	"strings"
)

// PageWidth is how much of a derivation is seen without scrolling, in em of its mathematics: 700 pixels, the width of a column of text in a
// notebook, where an em of MathJax and KaTeX is about 19.
const PageWidth = 36

// Row is one row of aligned formulas, in LaTeX but for the reason, which is text with mathematics between dollar signs.
type Row struct{ Mark, Found, Left, Right, Reason string }

// Rows writes rows so that they fit the page, as far as their formulas do: the reasons have a column of their own where
// there is room for it, in lines of words if need be, and else stand behind or below their formulas, in smaller type; below they begin with
// "because", since a reason may itself be an equation.
func Rows(rows []Row) []string {
	var left, right float64
	marks := 0.8
	for _, r := range rows {
		marks = max(marks, 0.8+0.7*Ems(r.Found))
		left, right = max(left, Ems(r.Left)), max(right, Ems(r.Right))
	}
	const gap = 1.5
	room := PageWidth - marks - left - 2*gap // from the relation to the end of the page
	set := Row.setBelow
	if fit(rows, room-right) {
		set, room = Row.setAside, room-right
	}
	var all []string
	for _, r := range rows {
		all = append(all, set(r, room)...)
	}
	return all
}

// narrow is the least width of a column of reasons that are broken, in em.
const narrow = 14

// fit says that the reasons fit into a column of so many em.
func fit(rows []Row, room float64) bool {
	for _, r := range rows {
		lines := breakReason(r.Reason, room)
		for _, line := range lines {
			if Ems(reason(line)) > room || len(lines) > 1 && room < narrow {
				return false
			}
		}
	}
	return true
}

// formula is the row without its reason.
func (r Row) formula() string {
	return r.Mark + " &" + r.Found + " &\\quad " + r.Left + " &" + r.Right
}

// setAside is the row with its reason in a column of so many em.
func (r Row) setAside(room float64) []string {
	all := []string{r.formula()}
	for i, line := range breakReason(r.Reason, room) {
		if i == 0 {
			all[0] += " &&\\quad " + reason(line)
		} else {
			all = append(all, "&&&&&\\quad "+reason(line))
		}
	}
	return all
}

// setBelow is the row, its formula broken where it is wider than the room of so many em, with its reason behind the formula if both are in
// the room, else below it.
func (r Row) setBelow(room float64) []string {
	const indent = 2
	lines := breakFormula(r.Right, max(room, shortest))
	r.Right = lines[0]
	all, used := []string{r.formula()}, Ems(lines[0])
	for _, line := range lines[1:] {
		all, used = append(all, "&&&\\qquad "+line), hanging+Ems(line)
	}
	if r.Reason != "" && used+indent+smallEms(r.Reason) <= room {
		all[len(all)-1] += "\\qquad " + small(r.Reason)
		return all
	}
	if room-indent < aside {
		return append(all, r.fromMarks()...)
	}
	for _, line := range r.because(room - indent) {
		all = append(all, "&&&\\qquad "+small(line))
	}
	return all
}

// aside is the least room, in em, for a reason below its formula, from the relation on; where the left side is wider, it begins at the marks.
const aside = 20

// fromMarks is the reason in lines that begin right of the marks. They take no room in the columns of the formulas (\rlap).
func (r Row) fromMarks() []string {
	const indent = 2.8
	var all []string
	for _, line := range r.because(PageWidth - indent) {
		all = append(all, "&\\small\\rlap{\\text{\\qquad "+inText(line)+"}}")
	}
	return all
}

// because is the reason, said to be one, in lines of smaller type of at most so many em.
func (r Row) because(room float64) []string {
	if r.Reason == "" {
		return nil
	}
	return breakReason("because: "+r.Reason, room/smaller)
}

// smaller is the size of the type of \small.
const smaller = 0.9

func smallEms(s string) float64 { return smaller * Ems(reason(s)) }

// small is a reason in smaller type, as the last of its cell.
func small(s string) string { return "\\small " + reason(s) }

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
		if line != "" && Ems(reason(longer)) > room {
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

// reason writes a reason as LaTeX: words as text, and what stands between dollar signs as mathematics.
func reason(s string) string {
	var b strings.Builder
	parts := strings.Split(s, "$")
	for i, part := range parts {
		isMath := i%2 == 1 && i < len(parts)-1
		switch {
		case part == "":
		case isMath:
			b.WriteString(part)
		default:
			b.WriteString(`\text{` + Text(part) + `}`)
		}
	}
	return b.String()
}

// inText writes a reason as the contents of \text, which may hold mathematics between dollar signs: \rlap wants text.
func inText(s string) string {
	parts := strings.Split(s, "$")
	for i, part := range parts {
		if i%2 == 1 && i < len(parts)-1 {
			parts[i] = "$" + part + "$"
		} else {
			parts[i] = Text(part)
		}
	}
	return strings.Join(parts, "")
}

var texSpecial = strings.NewReplacer(`\`, "∖", "%", `\%`, "#", `\#`, "&", `\&`, "_", `\_`, "{", `\{`, "}", `\}`,
	"^", "ˆ", "~", "∼")

// Text escapes what is special in \text.
func Text(s string) string { return texSpecial.Replace(s) }
