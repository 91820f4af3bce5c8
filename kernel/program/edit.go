package program

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// edit replaces the bytes [from, to) of a text.
type edit struct {
	from, to int
	text     string
}

// origin is where a text stands in a cell.
type origin struct {
	file      string
	line, col int
}

// apply carries out edits, which must not overlap, and keeps every other byte at its line and column: after a
// replacement of another length stands a line directive.
func apply(text string, at origin, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	var out strings.Builder
	last := 0
	for i, e := range edits {
		if e.from < last {
			continue
		}
		out.WriteString(text[last:e.from])
		out.WriteString(e.text)
		last = e.to
		next := i+1 < len(edits) && edits[i+1].from == e.to
		if !next && e.moves(text) {
			out.WriteString(at.directive(text[:e.to]))
		}
	}
	out.WriteString(text[last:])
	return out.String()
}

// moves says whether what follows the edit would have another line or column without a directive.
func (e edit) moves(text string) bool {
	if strings.Count(e.text, "\n") != strings.Count(text[e.from:e.to], "\n") {
		return true
	}
	return len(e.text) != e.to-e.from && strings.TrimSpace(lineRest(text[e.to:])) != ""
}

func lineRest(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// after returns the place behind a text that begins at the origin.
func (o origin) after(head string) origin {
	if i := strings.LastIndexByte(head, '\n'); i >= 0 {
		return origin{o.file, o.line + strings.Count(head, "\n"), len(head) - i}
	}
	return origin{o.file, o.line, o.col + len(head)}
}

// directive returns the comment that tells the compiler the place behind head.
func (o origin) directive(head string) string {
	p := o.after(head)
	return fmt.Sprintf("/*line %s:%d:%d*/", p.file, p.line, p.col)
}

// spaces returns an edit that blanks a range, line ends kept.
func spaces(text string, from, to int) edit {
	b := []byte(text[from:to])
	for i := range b {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
	return edit{from, to, string(b)}
}
