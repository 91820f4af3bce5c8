package cell

import (
	"errors"
	"fmt"
	"go/scanner"
	"path/filepath"
	"slices"
	"strings"
)

// Diagnostic is one error in the text of a cell.
type Diagnostic struct {
	File string // the key of the text, see FileKey; or a name that begins with OursPrefix for code that Mercer wrote
	Line int    // 1-based
	Col  int    // 1-based, in bytes; 0 when not known
	Msg  string // in Go's own words
	Hint string // what might help, or empty

	Meant bool // Hint follows from the types of what stands there, so that nothing fits better
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

// maxDiagnostics is how many errors of a cell are reported.
const maxDiagnostics = 10

// Sorted returns the diagnostics by position, without repetitions, and not too many of them.
func (ds Diagnostics) Sorted() Diagnostics {
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
	ds = slices.CompactFunc(ds, func(a, b Diagnostic) bool {
		return a.File == b.File && a.Line == b.Line && (a.Col == b.Col || a.Msg == b.Msg)
	})
	return ds[:min(len(ds), maxDiagnostics)]
}

// SyntaxDiagnostics turns the parser's errors into diagnostics.
func SyntaxDiagnostics(err error) Diagnostics {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return Diagnostics{{Msg: err.Error()}}
	}
	var ds Diagnostics
	lines := map[int]bool{}
	for _, e := range list {
		if !lines[e.Pos.Line] { // after the first error of a line the parser mostly guesses
			ds = append(ds, Diagnostic{File: e.Pos.Filename, Line: e.Pos.Line, Col: e.Pos.Column, Msg: "syntax error: " + e.Msg})
		}
		lines[e.Pos.Line] = true
	}
	return ds.Sorted()
}

// CompilerDiagnostics reads lines such as "cell_0011aabb.go:3:5: message" from what the compiler wrote.
func CompilerDiagnostics(out string) Diagnostics {
	var ds Diagnostics
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\n")
		if d, ok := compilerDiagnostic(line); ok {
			ds = append(ds, d)
		} else if len(ds) > 0 && strings.HasPrefix(line, "\t") {
			ds[len(ds)-1].Msg += "\n" + line
		}
	}
	return ds.Sorted()
}

func compilerDiagnostic(line string) (d Diagnostic, ok bool) {
	file, rest, ok := strings.Cut(line, ":")
	d.File = filepath.Base(file)
	if !ok || !composed(d.File) {
		return d, false
	}
	if _, err := fmt.Sscanf(rest, "%d:%d:", &d.Line, &d.Col); err == nil {
		_, rest, _ = strings.Cut(rest, ":")
	} else if _, err := fmt.Sscanf(rest, "%d:", &d.Line); err != nil {
		return d, false
	}
	_, d.Msg, _ = strings.Cut(rest, ":")
	d.Msg = strings.TrimSpace(d.Msg)
	return d, true
}
