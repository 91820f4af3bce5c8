package widgets

import (
	"context"
	"encoding/json"
	"errors"
	"html"
	"slices"
	"sync"
	"time"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// Widgets are the open models of a kernel. They serve the comms of Target and ControlTarget.
type Widgets struct {
	notebook string // its path, or ""

	mu      sync.Mutex
	models  map[string]*open // by id
	control []string         // ids of control comms, the oldest first
	views   map[string]*view // by the id of their interaction
	shows   bool             // a front end has asked for models: it has widgets
	ended   bool
	stored  stored
	runs    sync.WaitGroup
}

// open is a model with an open comm.
type open struct {
	*model
	view *view // nil for one that only shows what is stored
}

// New returns widgets without models. What the file of the notebook, if it is known, has from another kernel is shown as it is stored.
func New(notebook string) *Widgets {
	return &Widgets{notebook: notebook, models: map[string]*open{}, views: map[string]*view{}}
}

// view is an interaction in front ends. It is guarded by the lock of its Widgets.
type view struct {
	w    *Widgets
	it   show.Interaction
	send jupyter.CommSender // of the newest message

	controls                       []*model // of the interaction, in order
	noteLayout, note, html, output *model

	values  []string // that the controls have
	waiting bool     // they are newer than those of the run
	run     *oneRun  // or nil
	closed  bool
}

// oneRun is a run of the cell's program for one choice of values.
type oneRun struct {
	cancel context.CancelCauseFunc
	began  time.Time
}

// The times of a run.
const (
	patience = time.Second            // after which a run is ended whose values are outdated
	noteTime = 400 * time.Millisecond // after which the reader is told that it goes on
)

// Front is a front end that may show widgets, to which send sends.
func (w *Widgets) Front(send jupyter.CommSender) show.Interactive { return front{w, send} }

type front struct {
	w    *Widgets
	send jupyter.CommSender
}

// ShowsControls implements show.Interactive.
func (f front) ShowsControls() bool {
	f.w.mu.Lock()
	defer f.w.mu.Unlock()
	return f.w.shows
}

// ViewType is the MIME type of what shows a model.
const ViewType = "application/vnd.jupyter.widget-view+json"

// Open implements show.Interactive.
func (f front) Open(i show.Interaction) map[string]json.RawMessage {
	w := f.w
	w.mu.Lock()
	defer w.mu.Unlock()
	w.drop(i.ID, f.send)
	v := &view{w: w, it: i, send: f.send, values: i.Start()}
	w.views[i.ID] = v
	models := v.models()
	v.fill(i.Outputs)
	for _, m := range models {
		w.models[m.id] = &open{m, v}
		f.send.SendComm(jupyter.CommMessage{Type: wire.TypeCommOpen, Metadata: version, Comm: wire.Comm{
			ID: m.id, TargetName: Target, Data: encode(state{"state": m.state, "buffer_paths": []any{}}),
		}})
	}
	return map[string]json.RawMessage{ViewType: encode(state{"version_major": 2, "version_minor": 0, "model_id": i.ID})}
}

// drop closes the models of an interaction that another one takes the place of.
func (w *Widgets) drop(id string, send jupyter.CommSender) {
	v := w.views[id]
	if v != nil {
		v.close()
	}
	var ids []string
	for other, m := range w.models {
		if other == id || v != nil && m.view == v {
			ids = append(ids, other)
			delete(w.models, other)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		send.SendComm(jupyter.CommMessage{Type: wire.TypeCommClose, Comm: wire.Comm{ID: id}})
	}
}

func (v *view) close() {
	v.closed, v.waiting = true, false
	if v.run != nil {
		v.run.cancel(context.Canceled)
	}
}

var errInterrupted = errors.New("interrupted")

// Interrupt ends what runs.
func (w *Widgets) Interrupt() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, v := range w.views {
		v.waiting = false
		if v.run != nil {
			v.run.cancel(errInterrupted)
		}
	}
}

// Close ends what runs and waits for it. There will be no other run.
func (w *Widgets) Close() {
	w.mu.Lock()
	w.ended = true
	for _, v := range w.views {
		v.close()
	}
	w.mu.Unlock()
	w.runs.Wait()
}

// update takes what a front end says of the state of a model. Of controls the value counts. All front ends are told of it, and of the value that
// the control has then, if that is another one.
func (v *view) update(m *open, sent map[string]json.RawMessage, send jupyter.CommSender) {
	n := slices.Index(v.controls, m.model)
	if n < 0 {
		return
	}
	c := &v.it.Controls[n]
	key, had := wireValue(c, v.values[n])
	value, ok, err := readValue(c, sent)
	if !ok {
		return
	}
	v.send = send
	send.SendComm(toModel(m.id, state{"method": "echo_update", "state": state{key: sent[key]}, "buffer_paths": []any{}}))
	now := had
	if err == nil {
		_, now = wireValue(c, value)
	}
	m.state[key] = now
	if err != nil || !same(sent[key], now) {
		send.SendComm(toModel(m.id, state{"method": "update", "state": state{key: now}, "buffer_paths": []any{}}))
	}
	if err == nil && value != v.values[n] {
		v.values[n] = value
		v.start()
	}
}

// same says whether a value that was sent is another one, but for rounding.
func same(sent json.RawMessage, now any) bool {
	var x float64
	want, isFloat := now.(float64)
	if isFloat && json.Unmarshal(sent, &x) == nil {
		return x-want <= 1e-3*want && want-x <= 1e-3*want || x-want <= 1e-9 && want-x <= 1e-9
	}
	return string(sent) == string(encode(now))
}

// start has the program run for the newest values, when the run that goes on has ended.
func (v *view) start() {
	if v.closed || v.w.ended {
		return
	}
	v.waiting = true
	if v.run == nil {
		v.w.runs.Go(v.serve)
		v.run = &oneRun{cancel: func(error) {}, began: time.Now()}
		return
	}
	time.AfterFunc(patience-time.Since(v.run.began), v.endOutdated(v.run))
}

// endOutdated returns what ends a run, if it goes on and newer values wait.
func (v *view) endOutdated(r *oneRun) func() {
	return func() {
		v.w.mu.Lock()
		defer v.w.mu.Unlock()
		if v.run == r && v.waiting {
			r.cancel(context.Canceled)
		}
	}
}

// serve runs the program until no newer values wait.
func (v *view) serve() {
	v.w.mu.Lock()
	defer v.w.mu.Unlock()
	for v.waiting && !v.closed {
		ctx, cancel := context.WithCancelCause(context.Background())
		values := slices.Clone(v.values)
		v.waiting, v.run = false, &oneRun{cancel, time.Now()}
		note := time.AfterFunc(noteTime, v.tell(v.run, show.Assignment(v.it.Controls, values)))
		v.w.mu.Unlock()
		outputs := v.it.Again(ctx, values)
		note.Stop()
		v.w.mu.Lock()
		outdated := context.Cause(ctx) == context.Canceled
		cancel(nil)
		if !v.closed && !outdated {
			v.show(v.fill(outputs))
		}
	}
	v.run = nil
	v.quiet()
}

// tell returns what tells the reader that a run goes on.
func (v *view) tell(r *oneRun, values string) func() {
	return func() {
		v.w.mu.Lock()
		defer v.w.mu.Unlock()
		if v.run == r && !v.closed {
			v.change(v.note, state{"value": "<i>computing " + html.EscapeString(values) + " …</i>"})
			v.change(v.noteLayout, state{"display": nil})
		}
	}
}

// quiet takes back what tell has told.
func (v *view) quiet() {
	if v.noteLayout.state["display"] == nil && !v.closed {
		v.change(v.noteLayout, state{"display": "none"})
	}
}

// fill puts outputs into the models and returns those that have changed.
func (v *view) fill(outputs []show.Recorded) (changed map[*model]state) {
	markup, all := show.Markup(outputs)
	if all {
		markup, outputs = style+markup, nil
	} else {
		markup = ""
	}
	changed = map[*model]state{}
	if v.html.state["value"] != markup {
		v.html.state["value"] = markup
		changed[v.html] = state{"value": markup}
	}
	if had := v.output.state["outputs"].([]show.Recorded); len(had)+len(outputs) > 0 {
		v.output.state["outputs"] = append([]show.Recorded{}, outputs...)
		changed[v.output] = state{"outputs": v.output.state["outputs"]}
	}
	return changed
}

// style keeps pictures within the page, and all else on its left, as JupyterLab does with outputs of cells.
const style = "<style>.mercer-svg svg{max-width:100%;height:auto}.widget-html-content .jp-RenderedHTMLCommon table{margin-left:0}" +
	".widget-html-content .jp-RenderedHTMLCommon pre{margin:0;padding:0}</style>"

// show sends what has changed: what is new before what is gone.
func (v *view) show(changed map[*model]state) {
	order := []*model{v.html, v.output}
	if v.html.state["value"] == "" {
		order = []*model{v.output, v.html}
	}
	for _, m := range order {
		if s := changed[m]; s != nil {
			v.change(m, s)
		}
	}
}

// change changes the state of a model.
func (v *view) change(m *model, s state) {
	for k, x := range s {
		m.state[k] = x
	}
	v.send.SendComm(toModel(m.id, state{"method": "update", "state": s, "buffer_paths": []any{}}))
}
