package notebook

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// ErrNoInput is what a cell gets that asks for input where nobody can answer.
var ErrNoInput = errors.New("input is not available: the notebook runs without a front end")

// Recorder stores what cells put out in their notebook, as nbclient does. It is the [session.Sink] of one cell after the
// other: begin each with [Recorder.Start]. The zero value is ready.
//
// Outputs keep the order in which the cell wrote them. Neighbouring texts of the same stream are joined.
type Recorder struct {
	cell  *Cell
	clear bool // before the next output: clear_output(wait=True)
	shown map[string][]shown
}

// shown is where a display id was shown.
type shown struct {
	cell *Cell
	out  *Output
}

var _ show.Sink = (*Recorder)(nil)

// Start directs what follows to the cell and drops its earlier outputs.
func (r *Recorder) Start(cell *Cell) {
	r.cell, r.clear = cell, false
	r.drop()
	cell.Count = 0
}

// Finish records how the cell ended: its count, and its error as an output.
func (r *Recorder) Finish(reply session.Reply) {
	r.cell.Count = reply.Count
	if reply.Status != session.StatusError || reply.Err == nil {
		return
	}
	r.add(&Output{Type: Failure, EName: reply.Err.Name, EValue: reply.Err.Value, Traceback: reply.Err.Traceback})
}

// Stream implements [session.Sink].
func (r *Recorder) Stream(name, text string) {
	if text == "" {
		return
	}
	r.dropIfDue()
	outs := r.cell.Outputs
	if n := len(outs); n > 0 && outs[n-1].Type == Stream && outs[n-1].Name == name {
		outs[n-1].Text += text
		return
	}
	r.cell.Outputs = append(outs, &Output{Type: Stream, Name: name, Text: text})
}

// Display implements [session.Sink].
func (r *Recorder) Display(b show.Bundle, update bool) {
	data, metadata := values(b.Data), values(b.Metadata)
	r.update(b.ID, data, metadata)
	if update {
		return
	}
	out := &Output{Type: Display, Data: data, Metadata: metadata}
	r.add(out)
	r.remember(b.ID, out)
}

// Result implements [session.Sink].
func (r *Recorder) Result(count int, b show.Bundle) {
	data, metadata := values(b.Data), values(b.Metadata)
	r.update(b.ID, data, metadata)
	out := &Output{Type: Result, Count: count, Data: data, Metadata: metadata}
	r.add(out)
	r.remember(b.ID, out)
}

// Clear implements [session.Sink].
func (r *Recorder) Clear(wait bool) {
	if wait {
		r.clear = true
		return
	}
	r.drop()
}

// Input implements [session.Sink]: it fails with [ErrNoInput].
func (r *Recorder) Input(context.Context, string, bool) (string, error) { return "", ErrNoInput }

func (r *Recorder) add(out *Output) {
	r.dropIfDue()
	r.cell.Outputs = append(r.cell.Outputs, out)
}

func (r *Recorder) dropIfDue() {
	if r.clear {
		r.drop()
	}
}

// drop removes the cell's outputs, also from what display ids know.
func (r *Recorder) drop() {
	r.clear = false
	r.cell.Outputs = nil
	for id, list := range r.shown {
		kept := list[:0]
		for _, s := range list {
			if s.cell != r.cell {
				kept = append(kept, s)
			}
		}
		r.shown[id] = kept
	}
}

// update replaces what is shown under the display id, in all cells.
func (r *Recorder) update(id string, data, metadata map[string]any) {
	if id == "" {
		return
	}
	for _, s := range r.shown[id] {
		s.out.Data, s.out.Metadata = data, metadata
	}
}

func (r *Recorder) remember(id string, out *Output) {
	if id == "" {
		return
	}
	if r.shown == nil {
		r.shown = map[string][]shown{}
	}
	r.shown[id] = append(r.shown[id], shown{r.cell, out})
}

// values decodes the values of a bundle; one that is no JSON is kept as text.
func values(raw map[string]json.RawMessage) map[string]any {
	m := make(map[string]any, len(raw))
	for k, v := range raw {
		val, err := parseJSON(v)
		if err != nil {
			val = string(v)
		}
		m[k] = val
	}
	joinBundle(m)
	return m
}
