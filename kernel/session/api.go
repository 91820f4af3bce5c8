package session

import (
	"context"
	"encoding/json"
)

// Request is one execution that a front end asks for.
type Request struct {
	Code            string
	CellID          string            // identity of the cell across runs (JupyterLab's cellId); empty when the front end has none
	Silent          bool              // no execution count, no history, no output but errors
	StoreHistory    bool              // count the execution and keep its text in the history
	UserExpressions map[string]string // Go expressions evaluated after the cell, by name
	AllowStdin      bool              // the front end can answer input requests
}

// Reply says how an execution ended.
type Reply struct {
	Count           int                        // execution count, as in "[3]"
	Status          Status                     // ok, error or aborted
	Err             *Error                     // when Status is StatusError
	UserExpressions map[string]json.RawMessage // each as the protocol's expression reply
	Payload         []Payload                  // pager texts and the like, for the front end
}

// Status of a reply, in the protocol's words.
type Status string

// The statuses that the protocol knows.
const (
	StatusOK      Status = "ok"
	StatusError   Status = "error"
	StatusAborted Status = "aborted"
)

// Error is a failed cell as the user reads it: a class, one line, and the lines of a traceback.
type Error struct {
	Name      string // such as "panic", "compile error", "interrupted"
	Value     string // one line, with cell and line where there is one
	Traceback []string
}

// Error implements the error interface.
func (e *Error) Error() string { return e.Name + ": " + e.Value }

// Payload is something for the front end outside the cell's output, as the protocol's payload: a page of text, or a text
// for the cell.
type Payload struct {
	Source  string            `json:"source"`         // "page" or "set_next_input"
	Data    map[string]string `json:"data,omitempty"` // of a page, by MIME type
	Start   int               `json:"start"`
	Text    string            `json:"text,omitempty"`    // for the cell
	Replace bool              `json:"replace,omitempty"` // it takes the place of the cell that ran, not of the next one
}

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
