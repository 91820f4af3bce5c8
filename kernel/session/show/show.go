// Package show brings what a cell shows to a front end: streams, displays and results in the front end's terms, with what
// only Mercer knows drawn (output.go), notices of the session, and the copy that %capture asks for (capture.go).
package show

import (
	"context"
	"encoding/json"
)

// Bundle is one displayed thing: its representations by MIME type, each a JSON value ready for the wire (a string, or
// an object for JSON types; images are base64 strings).
type Bundle struct {
	Data     map[string]json.RawMessage
	Metadata map[string]json.RawMessage
	ID       string // display id, or empty
}

// Sink receives what a cell puts out, in order. Its methods are called from one goroutine at a time.
type Sink interface {
	// Stream receives text of "stdout" or "stderr", batched.
	Stream(name, text string)
	// Display receives a display_data, or an update_display_data when update is true.
	Display(b Bundle, update bool)
	// Result receives the cell's execute_result.
	Result(count int, b Bundle)
	// Clear receives a clear_output.
	Clear(wait bool)
	// Input asks the user for a line, until ctx ends. It fails where the front end cannot answer.
	Input(ctx context.Context, prompt string, password bool) (string, error)
}

// Renderer turns a representation that only Mercer knows, such as a figure's data, into ones that front ends know. It
// returns soon after ctx ends, with an error.
type Renderer func(ctx context.Context, data []byte) ([]RenderedPart, error)

// RenderedPart is one representation made by a Renderer.
type RenderedPart struct {
	MIME string
	Data []byte
}
