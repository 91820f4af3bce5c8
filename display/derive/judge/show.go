package judge

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mercer-go/mercer/display/derive/layout"
	"github.com/mercer-go/mercer/display/derive/proof"
	"github.com/mercer-go/mercer/display/internal/numeral"
)

// markdown is the derivation with what was found, as Markdown with displayed, aligned LaTeX.
func (v *record) markdown() string {
	var b strings.Builder
	b.WriteString("**" + v.Title + "**" + v.head() + "\n\n")
	if len(v.Problems) > 0 {
		b.WriteString(proof.CodeBlock(v.problemText()) + "\n")
		return b.String()
	}
	var rows []layout.Row
	flush := func() {
		if len(rows) > 0 {
			b.WriteString("$$\\begin{aligned}\n" + strings.Join(layout.Rows(rows), " \\\\\n") + "\n\\end{aligned}$$\n\n")
			rows = nil
		}
	}
	for _, part := range v.blocks {
		if part.paragraph != "" {
			flush()
			b.WriteString(keepStops(part.paragraph) + "\n\n")
			continue
		}
		for i := part.from; i < part.to; i++ {
			rows = append(rows, stepRows(&v.Steps[i], v.begins(part, i))...)
		}
	}
	flush()
	for _, n := range v.notes() {
		b.WriteString(keepStops(n) + "\n\n")
	}
	for i := range v.Steps {
		b.WriteString(failureMarkdown(&v.Steps[i]))
	}
	return b.String()
}

// head tells the points and the tolerance.
func (v *record) head() string {
	if v.Points == 0 {
		return ""
	}
	s := " (" + numeral.Count(v.Points, "point")
	switch {
	case v.whole && v.Points == 1:
		return " (tolerance " + numeral.Small(v.Tol) + ")" // it has no variables
	case v.whole:
		s = " (" + v.casesWords()
	case v.Drawn && v.Corners > 0:
		s += fmt.Sprintf(" and %s, seed %d", numeral.Count(v.Corners, "corner case"), v.Seed)
	case v.Drawn:
		s += fmt.Sprintf(", seed %d", v.Seed)
	default:
		s += " from Go"
	}
	return s + ", tolerance " + numeral.Small(v.Tol) + ")"
}

const (
	good = `\textcolor{#1a9461}{\checkmark}`
	bad  = `\textcolor{#d9480f}{\times}`
	grey = `#7d7d7d`                    // of contrast 4.1 on white and 4.6 on the black of notebooks; no grey has 4.5 on both
	open = `\textcolor{#d9480f}{\circ}` // holds, and has no reason yet
)

// begins tells whether the left side of a step is shown: that of the first in a chain, unless it is the line above, to which \iff relates.
func (v *record) begins(part block, i int) bool {
	if i != part.from {
		return false
	}
	if i == 0 || !isArrowTex(v.Steps[i].Relation) {
		return true
	}
	above := &v.Steps[i-1]
	bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
	return above.Conclusion || bare(above.Left+above.Relation+above.Right) != bare(v.Steps[i].Left)
}

// stepRows are a line and its variants; the left side stands on the first line of a chain.
func stepRows(s *proof.Step, first bool) []layout.Row {
	r := layout.Row{Mark: good, Right: strings.TrimSpace(s.Relation + " " + s.Right), Reason: s.Reason}
	switch {
	case s.Conclusion:
		r.Left, r.Right = `\Rightarrow`, `\quad `+s.Right
	case first:
		r.Left = s.Left
	}
	if s.Label != "" {
		r.Reason = strings.TrimSpace(s.Reason + " (" + s.Label + ")")
	}
	switch s.Mark {
	case proof.Fails, proof.Flawed:
		r.Mark = bad
	case proof.NoReason:
		r.Mark = open
	}
	r.Found = foundTex(stepFound(s))
	all := []layout.Row{r}
	for _, v := range s.Variants {
		all = append(all, variantRow(v))
	}
	return all
}

// variantRow is a variant, in grey: what is not so is told from the line above it.
func variantRow(v proof.Variant) layout.Row {
	formula := strings.TrimSpace(v.Relation + " " + v.Right)
	if v.Refuted {
		return layout.Row{Mark: good, Found: foundTex("refuted"), Right: `\textcolor{` + grey + `}{\text{not }` + formula + `}`}
	}
	return layout.Row{Mark: bad, Found: foundTex("not refuted"), Right: `\text{not }` + formula}
}

func foundTex(found string) string {
	if found == "" {
		return ""
	}
	return `\,\scriptsize\text{` + layout.Text(found) + `}`
}

// stepFound tells in a word or two what was found about a line.
func stepFound(s *proof.Step) string {
	exact := ""
	if s.Mark == proof.Exact {
		exact = "exact"
	}
	switch {
	case s.Mark == proof.Fails:
		return "fails"
	case s.Mark == proof.Flawed:
		return "no step"
	case s.Mark == proof.NoReason:
		return "no reason yet"
	case s.Order:
		return strings.TrimPrefix(exact+", "+ratioWords(s.Ratio), ", ")
	case isArrowTex(s.Relation):
		return strings.TrimPrefix(exact+", ", ", ") + fmt.Sprintf("true at %d of %d", s.True, s.Tested)
	case s.Mark == proof.Exact:
		return exact
	case s.Equality:
		return unitWords(s.Deviation)
	}
	return string(proof.Holds)
}

func isArrowTex(rel string) bool { return rel == `\Leftrightarrow` || rel == `\Rightarrow` }

// unitWords is a deviation in units of its tolerance.
func unitWords(u float64) string {
	if u < 0.001 {
		return "< 0.001 tol"
	}
	return strconv.FormatFloat(u, 'g', 2, 64) + " tol"
}

// ratioWords is how near an inequality comes to equality.
func ratioWords(r float64) string {
	switch {
	case math.IsInf(r, 0):
		return "0 on both sides"
	case r > 0.9995:
		return "tight"
	}
	return "ratio " + numeral.Minus(strconv.FormatFloat(r, 'g', 3, 64))
}

// notes are what stands below: functions in Go, what exact means, what readers should know.
func (v *record) notes() []string {
	var all []string
	if len(v.where) > 0 {
		all = append(all, "where "+strings.Join(v.where, ", ")+".")
	}
	if s := v.weakest(); s != nil {
		all = append(all, fmt.Sprintf("exact: in rational arithmetic, at %s; a false identity of degree at most %d would have survived with probability below $2^{-%d}$.",
			numeral.Count(s.ExactPoints, "random point"), s.Degree, s.Chance))
	}
	all = append(all, v.drawnFrom...)
	if v.Rejected > 0 {
		all = append(all, numeral.Count(v.Rejected, "drawn point")+" violated the assumptions and were drawn again.")
	}
	return append(all, v.flags()...)
}

// flags are what readers should know about lines, the same once for all lines.
func (v *record) flags() []string {
	lines := map[string]string{}
	var order []string
	for _, s := range v.Steps {
		for _, f := range s.Flags {
			if lines[f] == "" {
				order = append(order, f)
			}
			lines[f] += ", " + strconv.Itoa(s.Number)
		}
	}
	var all []string
	for _, f := range order {
		numbers := strings.TrimPrefix(lines[f], ", ")
		word := "Line "
		if strings.Contains(numbers, ",") {
			word = "Lines "
		}
		all = append(all, word+numbers+": "+f+".")
	}
	return all
}

// weakest is the exact identity that a false one would pass for most easily, or nil.
func (v *record) weakest() *proof.Step {
	var least *proof.Step
	for i := range v.Steps {
		if s := &v.Steps[i]; s.Mark == proof.Exact && s.Chance > 0 && (least == nil || s.Chance < least.Chance) {
			least = s
		}
	}
	return least
}

// failureMarkdown tells what is wrong about a line, or is empty.
func failureMarkdown(s *proof.Step) string {
	text := failureText(s)
	if text == "" {
		return ""
	}
	mark := "✗"
	if s.Mark == proof.NoReason {
		mark = sign(s)
	}
	return mark + " line " + strconv.Itoa(s.Number) + ", " + inlineMath(strings.TrimSpace(s.Relation+" "+s.Right)) + "\n\n" + proof.CodeBlock(numeral.Wrap(text, messageWidth)) + "\n"
}

// messageWidth is how many characters a line of a message has at most, where it can be broken.
const messageWidth = 90

// sign is the mark of a line as text.
func sign(s *proof.Step) string {
	switch s.Mark {
	case proof.Fails, proof.Flawed:
		return "✗"
	case proof.NoReason:
		return "○"
	}
	return "✓"
}

// failureText tells what is wrong about a line, a fact a line: the point that refutes it first.
func failureText(s *proof.Step) string {
	var all []string
	if c := s.Counter; c != nil {
		if c.Point != "" {
			all = append(all, c.Origin+": "+c.Point)
		}
		switch {
		case c.Why != "":
			all = append(all, c.Why)
		case len(c.Values) == 1:
			all = append(all, "value: "+c.Values[0])
		case len(c.Values) > 1:
			all = append(all, "left:  "+c.Values[0], "right: "+strings.Join(c.Values[1:], ", "))
		}
	}
	all = append(all, s.Flaws...)
	for _, v := range s.Variants {
		if !v.Refuted {
			why := " holds at all points too"
			if v.Why != "" {
				why = ": " + v.Why
			}
			all = append(all, "the variant "+plain(strings.TrimSpace(v.Relation+" "+v.Right))+why+": it cannot be told from this line")
		}
	}
	return strings.Join(all, "\n")
}

func (v *record) problemText() string {
	var b strings.Builder
	for _, p := range v.Problems {
		b.WriteString(numeral.Wrap(p.Message, messageWidth) + "\n")
		if p.Caret != "" {
			b.WriteString(p.Caret + "\n")
		}
	}
	return b.String()
}

// stepText is the derivation with what was found, as plain text.
func (v *record) text() string {
	var b strings.Builder
	b.WriteString(v.Title + v.head() + "\n")
	if len(v.Problems) > 0 {
		return b.String() + v.problemText()
	}
	for _, part := range v.blocks {
		if part.paragraph != "" {
			b.WriteString(plainParagraph(part.paragraph) + "\n")
			continue
		}
		for i := part.from; i < part.to; i++ {
			b.WriteString(stepText(&v.Steps[i], v.begins(part, i)))
		}
	}
	for _, n := range v.notes() {
		b.WriteString(plainParagraph(n) + "\n")
	}
	return b.String()
}

// plainParagraph is Markdown as text, with signs in its mathematics.
func plainParagraph(s string) string {
	parts := strings.Split(s, "$")
	for i := range parts {
		if i%2 == 1 && i < len(parts)-1 {
			parts[i] = plain(strings.NewReplacer(`\Vert `, `\|`, `\vert `, "|").Replace(parts[i]))
		}
	}
	return strings.Join(parts, "")
}

// stepText is a line with its variants and what is wrong about it.
func stepText(s *proof.Step, first bool) string {
	left := ""
	switch {
	case s.Conclusion:
		left = "⇒ "
	case first:
		left = plain(s.Left) + " "
	}
	line := "  " + sign(s) + " " + left + strings.TrimSpace(plain(s.Relation)+" "+plain(s.Right))
	var notes []string
	for _, n := range []string{plainParagraph(s.Reason), stepFound(s)} {
		if n != "" {
			notes = append(notes, n)
		}
	}
	if len(notes) > 0 {
		line += "   [" + strings.Join(notes, "; ") + "]"
	}
	line += "\n"
	for _, v := range s.Variants {
		if v.Refuted {
			line += "    ✓ not " + plain(strings.TrimSpace(v.Relation+" "+v.Right)) + "   [refuted]\n"
		}
	}
	if why := numeral.Wrap(failureText(s), messageWidth); why != "" {
		line += "      " + strings.ReplaceAll(why, "\n", "\n      ") + "\n"
	}
	return line
}
