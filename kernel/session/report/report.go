// Package report makes of an error what the user reads: a class, one line, and a traceback that names cells and lines, shows
// the sources, and leaves out what is Mercer's own.
package report

import "github.com/mercer-go/mercer/kernel/run"

// Error is a failed cell as the user reads it: a class, one line, and the lines of a traceback.
type Error struct {
	Name      string // such as "panic", "compile error", "interrupted"
	Value     string // one line, with cell and line where there is one
	Traceback []string
}

// Error implements the error interface.
func (e *Error) Error() string { return e.Name + ": " + e.Value }

// EndedBadly is a program that did not come to its end.
type EndedBadly struct{ *run.Outcome }

// Error implements the error interface.
func (e *EndedBadly) Error() string { return "the cell's program ended badly" }
