// Package send carries what is shown from a program to whoever reads it.
//
// There are three ways: frames to the Mercer kernel, gonbui's pipe to a GoNB kernel, and text on a terminal. Under
// build tag mercer the second is left out, and with it everything that draws pictures, because the kernel draws.
package send

import (
	"os"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/display/frame"
)

// transport is one of the three ways.
type transport interface {
	// show shows b as a frame of the kind says: Display, Update or Result.
	show(k frame.Kind, b *frame.Bundle)
	clear(wait bool)
	// ask asks the reader for a line; hidden does not show what is typed.
	ask(prompt string, hidden bool) (string, error)
	// flush waits until everything has left the program.
	flush()
	// live says that a thing shown once can be updated in place.
	live() bool
}

// current is the way that this program has, decided at the first use.
var current = sync.OnceValue(func() transport {
	if c := frame.Default(); c != nil {
		return frames{c}
	}
	return withoutFrames()
})

// Display shows b.
func Display(b *frame.Bundle) { current().show(frame.Display, b) }

// Update replaces what was shown under b.ID.
func Update(b *frame.Bundle) { current().show(frame.Update, b) }

// Result shows b as the result of the cell.
func Result(b *frame.Bundle) { current().show(frame.Result, b) }

// Clear removes what the cell has shown so far; with wait, only when the next thing is shown.
func Clear(wait bool) { current().clear(wait) }

// Ask asks the reader for a line; hidden does not show what is typed.
func Ask(prompt string, hidden bool) (string, error) { return current().ask(prompt, hidden) }

// Note gives the reader a notice that is shown once in a session. Only a kernel of Mercer has a place for it.
func Note(text string) {
	if c := frame.Default(); c != nil {
		_, _ = c.Ask(frame.Note, []byte(text))
	}
}

// Live says that a thing shown once can be updated in place.
func Live() bool { return current().live() }

// Fail ends the program as failed. In a test binary it panics with an *Error, which a test may recover.
func Fail(f frame.Failed) {
	current().flush()
	if c := frame.Default(); c != nil {
		payload, _ := f.AppendBinary(nil)
		_ = c.Send(frame.Failure, payload)
		os.Exit(1)
	}
	if strings.HasSuffix(os.Args[0], ".test") {
		panic(&Error{f})
	}
	_, _ = os.Stderr.WriteString(f.Name + ": " + f.Value + "\n")
	os.Exit(1)
}

// Error is what Fail panics with in a test binary.
type Error struct{ frame.Failed }

// Error implements the error interface.
func (e *Error) Error() string { return e.Name + ": " + e.Value }

// Text returns the text/plain part of b, or the first part that is text.
func Text(b *frame.Bundle) string {
	for _, p := range b.Parts {
		if p.MIME == "text/plain" {
			return string(p.Data)
		}
	}
	for _, p := range b.Parts {
		if strings.HasPrefix(p.MIME, "text/") {
			return string(p.Data)
		}
	}
	return ""
}
