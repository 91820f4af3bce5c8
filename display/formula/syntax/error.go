package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Error says what is wrong at a place of the text.
type Error struct {
	Text string // the whole text
	Span Span
	Msg  string
}

// Error is the message with line and column, from 1.
func (e *Error) Error() string {
	line, column, _ := e.place()
	return fmt.Sprintf("line %d, column %d: %s", line, column, e.Msg)
}

// Position is the line and the column of the place, from 1, the column in characters.
func (e *Error) Position() (line, column int) {
	line, column, _ = e.place()
	return line, column
}

// Caret is the line of the text with carets below the place.
func (e *Error) Caret() string {
	_, column, line := e.place()
	from := min(max(e.Span.From, 0), len(e.Text))
	to := min(max(e.Span.To, from), len(e.Text))
	marked := e.Text[from:to]
	if cut := strings.IndexByte(marked, '\n'); cut >= 0 {
		marked = marked[:cut]
	}
	return strings.ReplaceAll(line, "\t", " ") + "\n" + strings.Repeat(" ", column-1) + strings.Repeat("^", max(1, utf8.RuneCountInString(marked)))
}

// place is the line and the column of the error, from 1, and the text of the line.
func (e *Error) place() (line, column int, text string) {
	from := min(max(e.Span.From, 0), len(e.Text))
	begin := strings.LastIndexByte(e.Text[:from], '\n') + 1
	end := len(e.Text)
	if next := strings.IndexByte(e.Text[begin:], '\n'); next >= 0 {
		end = begin + next
	}
	return 1 + strings.Count(e.Text[:from], "\n"), 1 + utf8.RuneCountInString(e.Text[begin:from]), e.Text[begin:end]
}

// Errors are the errors of a document, in the order of its lines.
type Errors []*Error

// Error has a line for each error.
func (e Errors) Error() string {
	var lines []string
	for _, one := range e {
		lines = append(lines, one.Error())
	}
	return strings.Join(lines, "\n")
}
