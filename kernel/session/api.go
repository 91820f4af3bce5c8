package session

import (
	"encoding/json"

	"github.com/mercer-go/mercer/kernel/run"
	"github.com/mercer-go/mercer/kernel/session/report"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// Request is one execution that a front end asks for.
type Request struct {
	Code            string
	CellID          string            // identity of the cell across runs (state.CellID); empty when the front end has none
	Silent          bool              // no execution count, no history, no output but errors
	StoreHistory    bool              // count the execution and keep its text in the history
	UserExpressions map[string]string // Go expressions evaluated after the cell, by name
	AllowStdin      bool              // the front end can answer input requests
	Front           show.Interactive  // shows controls that the user can move, or nil
	// Debugger returns a debugger for the cell's program, which is built for one, and uses some variables of the notebook; nil for none.
	Debugger func(vars []string) run.Tracer `json:"-"`
	Aside    bool                           // what has gone wrong with the machine, and not with the cell, is told in Reply.Warnings, not shown with the cell
}

// Reply says how an execution ended.
type Reply struct {
	Count           int                        // execution count, as in "[3]"
	Status          Status                     // ok, error or aborted
	Err             *report.Error              // when Status is StatusError
	UserExpressions map[string]json.RawMessage // each as the protocol's expression reply
	Payload         []Payload                  // pager texts and the like, for the front end
	Warnings        []string                   // sentences, if Request.Aside
}

// Status of a reply, in the protocol's words.
type Status string

// The statuses that the protocol knows.
const (
	StatusOK      Status = "ok"
	StatusError   Status = "error"
	StatusAborted Status = "aborted"
)

// Payload is something for the front end outside the cell's output, as the protocol's payload: a page of text, or a text
// for the cell.
type Payload struct {
	Source  string            `json:"source"`         // "page" or "set_next_input"
	Data    map[string]string `json:"data,omitempty"` // of a page, by MIME type
	Start   int               `json:"start"`
	Text    string            `json:"text,omitempty"`    // for the cell
	Replace bool              `json:"replace,omitempty"` // it takes the place of the cell that ran, not of the next one
}
