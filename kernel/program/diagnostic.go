package program

import (
	"fmt"
	"strings"
)

// Diagnostic is one error in the text of a cell.
type Diagnostic struct {
	File string // the key of the text, see FileKey; or a name that begins with "mercer_" for code that Mercer wrote
	Line int    // 1-based
	Col  int    // 1-based, in bytes; 0 when not known
	Msg  string // in Go's own words
	Hint string // what might help, or empty
}

// Diagnostics are the errors of a cell, in the order of their positions. As an error they read as the compiler's.
type Diagnostics []Diagnostic

// Error returns one line for each diagnostic.
func (ds Diagnostics) Error() string {
	lines := make([]string, len(ds))
	for i, d := range ds {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}

// String returns the diagnostic as "file:line:col: message (hint)".
func (d Diagnostic) String() string {
	s := fmt.Sprintf("%s:%d:%d: %s", d.File, d.Line, d.Col, d.Msg)
	if d.Hint != "" {
		s += " (" + d.Hint + ")"
	}
	return s
}
