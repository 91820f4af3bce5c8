package widgets

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// Targets of comms.
const (
	Target        = "jupyter.widget"
	ControlTarget = "jupyter.widget.control"
)

// version is that of the protocol, and of the one of the control comm.
var version = json.RawMessage(`{"version":"2.1.0"}`)

// mostControls bounds the control comms that are open; a page that is loaded opens one, and closes it.
const mostControls = 64

// message is what a front end sends over the comm of a model, or over a control comm.
type message struct {
	Method string                     `json:"method"`
	State  map[string]json.RawMessage `json:"state"`
}

var _ jupyter.Comms = (*Widgets)(nil)

// CommInfo implements jupyter.Comms.
func (w *Widgets) CommInfo() map[string]string {
	w.mu.Lock()
	defer w.mu.Unlock()
	open := map[string]string{}
	for id := range w.models {
		open[id] = Target
	}
	for _, id := range w.control {
		open[id] = ControlTarget
	}
	return open
}

// Comm implements jupyter.Comms.
func (w *Widgets) Comm(_ context.Context, m jupyter.CommMessage, out show.Sink) {
	send, ok := out.(jupyter.CommSender)
	if !ok {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch m.Type {
	case wire.TypeCommOpen:
		w.opened(m, send)
	case wire.TypeCommClose:
		w.closed(m.ID)
	case wire.TypeCommMsg:
		var said message
		if json.Unmarshal(m.Data, &said) != nil {
			return
		}
		if one := w.models[m.ID]; one != nil {
			w.heard(one, said, send)
		} else if said.Method == "request_states" {
			send.SendComm(toModel(m.ID, state{"method": "update_states", "states": w.states(), "buffer_paths": []any{}}))
		}
	}
}

// opened takes a comm that a front end has opened: of control there may be several, models are the kernel's.
func (w *Widgets) opened(m jupyter.CommMessage, send jupyter.CommSender) {
	if m.TargetName != ControlTarget {
		send.SendComm(jupyter.CommMessage{Type: wire.TypeCommClose, Comm: wire.Comm{ID: m.ID}})
		return
	}
	w.shows = true
	w.restore()
	w.control = append(w.control, m.ID)
	w.control = w.control[max(0, len(w.control)-mostControls):]
}

// closed forgets a comm that a front end has closed. What a model of an interaction is part of is then gone from the page.
func (w *Widgets) closed(id string) {
	for i, c := range w.control {
		if c == id {
			w.control = append(w.control[:i:i], w.control[i+1:]...)
			return
		}
	}
	delete(w.models, id)
}

// heard acts on a message to a model.
func (w *Widgets) heard(m *open, said message, send jupyter.CommSender) {
	switch said.Method {
	case "request_state":
		send.SendComm(toModel(m.id, state{"method": "update", "state": m.state, "buffer_paths": []any{}}))
	case "update":
		if m.view != nil {
			m.view.update(m, said.State, send)
		}
	}
}

// states are those of all models, by their ids.
func (w *Widgets) states() map[string]any {
	all := map[string]any{}
	for id, m := range w.models {
		all[id] = map[string]any{
			"model_name": m.state["_model_name"], "model_module": m.state["_model_module"], "model_module_version": m.state["_model_module_version"],
			"state": m.state,
		}
	}
	return all
}

// toModel is a comm_msg.
func toModel(id string, data state) jupyter.CommMessage {
	return jupyter.CommMessage{Type: wire.TypeCommMsg, Comm: wire.Comm{ID: id, Data: encode(data)}}
}

// encode writes JSON, leaving HTML as it is.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return json.RawMessage("{}")
	}
	return json.RawMessage(strings.TrimSuffix(b.String(), "\n"))
}
