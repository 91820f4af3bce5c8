package jupytertest

import (
	"encoding/json"
	"strings"

	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// Result is all that a kernel sent in answer to one request.
type Result struct {
	Reply    Message
	Status   string    // of the reply
	Outputs  []Message // on iopub, without status and execute_input
	Messages []Message // everything, in the order of arrival on each channel
}

// newResult returns the result when the reply and the idle status are there, otherwise nil.
func newResult(messages []Message) *Result {
	r := &Result{Messages: messages}
	idle := false
	for _, m := range messages {
		switch {
		case m.Channel == Shell || m.Channel == Control:
			r.Reply = m
		case m.Header.Type == wire.TypeStatus:
			var s wire.Status
			idle = idle || Content(m, &s) == nil && s.State == "idle"
		case m.Channel == IOPub && m.Header.Type != wire.TypeExecuteInput:
			r.Outputs = append(r.Outputs, m)
		}
	}
	if !idle || r.Reply.Message == nil {
		return nil
	}
	var s wire.StatusReply
	if Content(r.Reply, &s) == nil {
		r.Status = s.Status
	}
	return r
}

// Stdout returns the text that was written to the standard output.
func (r *Result) Stdout() string { return r.stream("stdout") }

// Stderr returns the text that was written to the standard error output.
func (r *Result) Stderr() string { return r.stream("stderr") }

func (r *Result) stream(name string) string {
	var b strings.Builder
	for _, m := range r.OfType(wire.TypeStream) {
		var s wire.Stream
		if Content(m, &s) == nil && s.Name == name {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

// OfType returns the outputs of a type.
func (r *Result) OfType(t wire.Type) (found []Message) {
	for _, m := range r.Outputs {
		if m.Header.Type == t {
			found = append(found, m)
		}
	}
	return found
}

// Text returns the text of the execute_result, or "".
func (r *Result) Text() string {
	for _, m := range r.OfType(wire.TypeExecuteResult) {
		var e wire.ExecuteResult
		var text string
		if Content(m, &e) == nil && json.Unmarshal(e.Data["text/plain"], &text) == nil {
			return text
		}
	}
	return ""
}

// Displays returns the contents of the display_data messages.
func (r *Result) Displays() (displays []wire.Display) {
	for _, m := range r.OfType(wire.TypeDisplayData) {
		var d wire.Display
		if Content(m, &d) == nil {
			displays = append(displays, d)
		}
	}
	return displays
}

// Err returns the error of the reply, or nil when its status is not "error".
func (r *Result) Err() *wire.ErrorReply {
	var e wire.ErrorReply
	if r.Status != "error" || Content(r.Reply, &e) != nil {
		return nil
	}
	return &e
}
