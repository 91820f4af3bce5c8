package debug

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Request is a request of the Debug Adapter Protocol, the content of a debug_request.
type Request struct {
	Seq       int
	Command   string
	Arguments json.RawMessage // may be empty
}

// Response answers a request, the content of a debug_reply.
type Response struct {
	Seq        int    `json:"seq"`
	Type       string `json:"type"` // "response"
	RequestSeq int    `json:"request_seq"`
	Success    bool   `json:"success"`
	Command    string `json:"command"`
	Message    string `json:"message,omitempty"`
	Body       any    `json:"body,omitempty"`
}

// Event tells of something that nobody has asked for, the content of a debug_event.
type Event struct {
	Seq   int    `json:"seq"`
	Type  string `json:"type"` // "event"
	Event string `json:"event"`
	Body  any    `json:"body,omitempty"`
}

// arguments decodes the arguments of a request; none are the zero value.
func arguments[T any](r Request) (T, error) {
	var args T
	if len(r.Arguments) == 0 {
		return args, nil
	}
	if err := json.Unmarshal(r.Arguments, &args); err != nil {
		return args, fmt.Errorf("the arguments of %s cannot be read: %w", r.Command, err)
	}
	return args, nil
}

// Reasons why a request is refused.
var (
	errNotStarted = errors.New("the debugger is not on: initialize and attach come first")
	errNotStopped = errors.New("no cell has stopped")
	errNotRunning = errors.New("no cell runs")
)
