package show

import (
	"context"
	"encoding/json"
	"errors"
)

// Recorded is an output as a notebook's file has it.
type Recorded struct {
	Type      string                     `json:"output_type"` // "stream", "display_data" or "error"
	Name      string                     `json:"name,omitzero"`
	Text      string                     `json:"text,omitzero"`
	Data      map[string]json.RawMessage `json:"data,omitzero"`
	Metadata  map[string]json.RawMessage `json:"metadata,omitzero"`
	EName     string                     `json:"ename,omitzero"`
	EValue    string                     `json:"evalue,omitzero"`
	Traceback []string                   `json:"traceback,omitzero"`

	id string // display id
}

// Record is a Sink that keeps what it receives.
type Record struct {
	Outputs []Recorded
	clear   bool // before the next output
}

var _ Sink = (*Record)(nil)

func (r *Record) add(o Recorded) {
	if r.clear {
		r.Outputs, r.clear = nil, false
	}
	r.Outputs = append(r.Outputs, o)
}

// Stream implements Sink. Text that follows other text of the same stream is joined to it.
func (r *Record) Stream(name, text string) {
	if n := len(r.Outputs); n > 0 && !r.clear && r.Outputs[n-1].Type == "stream" && r.Outputs[n-1].Name == name {
		r.Outputs[n-1].Text += text
		return
	}
	r.add(Recorded{Type: "stream", Name: name, Text: text})
}

// Display implements Sink. An update of what is not in the record is dropped.
func (r *Record) Display(b Bundle, update bool) {
	o := Recorded{Type: "display_data", Data: nonNil(b.Data), Metadata: nonNil(b.Metadata), id: b.ID}
	if !update {
		r.add(o)
		return
	}
	for i := range r.Outputs {
		if r.Outputs[i].id == b.ID && b.ID != "" {
			r.Outputs[i] = o
		}
	}
}

func nonNil(m map[string]json.RawMessage) map[string]json.RawMessage {
	if m == nil {
		return map[string]json.RawMessage{}
	}
	return m
}

// Result implements Sink.
func (r *Record) Result(_ int, b Bundle) { r.Display(b, false) }

// Clear implements Sink.
func (r *Record) Clear(wait bool) {
	if r.clear = wait; !wait {
		r.Outputs = nil
	}
}

// Input implements Sink: nobody is asked.
func (r *Record) Input(context.Context, string, bool) (string, error) {
	return "", errors.New("the function of display.Interact cannot ask, nor can what stands before it in its cell when a control is moved")
}

// Fail adds an error.
func (r *Record) Fail(name, value string, traceback []string) {
	r.add(Recorded{Type: "error", EName: name, EValue: value, Traceback: append([]string{}, traceback...)})
}

// Replay gives what the record has to a sink; an error becomes text of the standard error.
func (r *Record) Replay(to Sink) {
	for _, o := range r.Outputs {
		switch o.Type {
		case "stream":
			to.Stream(o.Name, o.Text)
		case "display_data":
			to.Display(Bundle{Data: o.Data, Metadata: o.Metadata, ID: o.id}, false)
		}
	}
}
