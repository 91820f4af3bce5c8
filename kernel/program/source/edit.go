package source

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mercer-go/mercer/kernel/defs"
)

// Edit replaces the bytes [From, To) of a text.
type Edit struct {
	From, To int
	Text     string
}

// Replace returns an edit that replaces the bytes [from, to).
func Replace(from, to int, text string) Edit { return Edit{from, to, text} }

// Insert returns an edit that inserts a text.
func Insert(at int, text string) Edit { return Edit{at, at, text} }

// Apply carries out edits, which must not overlap, and keeps every other byte at its line and column: after a
// replacement of another length stands a line directive. at is where the text stands.
func Apply(text string, at defs.Origin, edits []Edit) string {
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Or(a.From-b.From, a.To-b.To) })
	var out strings.Builder
	last, place := 0, at // place is where last stands
	for i, e := range edits {
		if e.From < last {
			continue
		}
		out.WriteString(text[last:e.From])
		out.WriteString(e.Text)
		place = place.After(text[last:e.To])
		last = e.To
		next := i+1 < len(edits) && edits[i+1].From == e.To
		if !next && e.moves(text) {
			out.WriteString(place.Directive(""))
		}
	}
	out.WriteString(text[last:])
	return out.String()
}

// moves says whether what follows the edit would have another line or column without a directive.
func (e Edit) moves(text string) bool {
	if strings.Count(e.Text, "\n") != strings.Count(text[e.From:e.To], "\n") {
		return true
	}
	return len(e.Text) != e.To-e.From && strings.TrimSpace(lineRest(text[e.To:])) != ""
}

func lineRest(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// Spaces returns an edit that blanks a range, line ends kept.
func Spaces(text string, from, to int) Edit {
	b := []byte(text[from:to])
	for i := range b {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
	return Edit{from, to, string(b)}
}
