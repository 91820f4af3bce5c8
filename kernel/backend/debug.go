package backend

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/mercer-go/mercer/kernel/debug"
	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session"
)

// debugging is the debugger of a backend. The zero value is none.
type debugging struct {
	debugger *debug.Debugger

	mu     sync.Mutex
	events func(content any)       // of the newest debug request
	cancel context.CancelCauseFunc // of the cell that runs
}

var _ jupyter.Debugger = (*Backend)(nil)

// EnableDebugger has cells debugged by adapters that start returns, see debug.Launch. prepare, if it is
// not nil, makes what adapters need when the debugger is switched on, see debug.Config.
func (b *Backend) EnableDebugger(start func() (debug.Adapter, error), prepare func(context.Context, func(string)) error) {
	panel := session.NewPanel(b.session)
	b.debug.debugger = debug.New(debug.Config{
		Dir: panel.Dir(), Start: start, Prepare: prepare, Notebook: debugged{panel, b.debug.interrupt}, Emit: b.debug.emit,
	})
}

// Debug implements jupyter.Debugger.
func (b *Backend) Debug(ctx context.Context, r wire.DebugRequest, events func(content any)) any {
	d := &b.debug
	if !d.on() {
		return debug.Response{Type: "response", RequestSeq: r.Seq, Command: r.Command, Message: "this kernel has no debugger"}
	}
	d.mu.Lock()
	d.events = events
	d.mu.Unlock()
	return d.debugger.Handle(ctx, debug.Request{Seq: r.Seq, Command: r.Command, Arguments: r.Arguments})
}

func (d *debugging) on() bool { return d.debugger != nil }

// features are those that kernel_info_reply tells.
func (d *debugging) features() []string {
	if d.on() {
		return []string{"debugger"}
	}
	return []string{}
}

// emit tells the front ends of an event.
func (d *debugging) emit(e debug.Event) {
	d.mu.Lock()
	send := d.events
	d.mu.Unlock()
	if send != nil {
		send(e)
	}
}

// begin has an execution debugged, if the debugger is on.
func (d *debugging) begin(ctx context.Context, r *session.Request) (context.Context, func()) {
	if !d.on() {
		return ctx, func() {}
	}
	d.debugger.Ran(r.Code)
	if d.debugger.On() {
		r.Debugger = d.debugger.Tracer
	}
	ctx, cancel := context.WithCancelCause(ctx)
	d.mu.Lock()
	d.cancel = cancel
	d.mu.Unlock()
	return ctx, func() {
		d.mu.Lock()
		d.cancel = nil
		d.mu.Unlock()
		cancel(nil)
	}
}

// traced are executions as begin would have them.
func (d *debugging) traced(waiting []session.Request) []session.Request {
	if !d.on() || !d.debugger.On() {
		return waiting
	}
	waiting = slices.Clone(waiting)
	for i := range waiting {
		waiting[i].Debugger = d.debugger.Tracer
	}
	return waiting
}

// interrupt ends the cell that runs.
func (d *debugging) interrupt() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cancel != nil {
		d.cancel(jupyter.ErrInterrupted)
	}
}

// debugged is a session as its debugger sees it.
type debugged struct {
	*session.Panel
	interrupt func()
}

var _ debug.Notebook = debugged{}

// Interrupt implements debug.Notebook.
func (d debugged) Interrupt() { d.interrupt() }

// Variables implements debug.Notebook.
func (d debugged) Variables(ctx context.Context) []debug.Variable {
	values := d.Values(ctx)
	list := make([]debug.Variable, len(values))
	for i, v := range values {
		list[i] = debug.Variable(v)
	}
	return list
}

// Show implements debug.Notebook.
func (d debugged) Show(ctx context.Context, expr string) (data, metadata map[string]json.RawMessage, err error) {
	b, err := d.Panel.Show(ctx, expr)
	return b.Data, b.Metadata, err
}

// Files implements debug.Notebook.
func (d debugged) Files() (list []debug.File) {
	dirs := d.Packages()
	for _, path := range slices.Sorted(maps.Keys(dirs)) {
		names, err := os.ReadDir(dirs[path])
		if err != nil {
			continue // it is told when it is compiled
		}
		for _, f := range names {
			if name := f.Name(); f.Type().IsRegular() && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
				list = append(list, debug.File{Package: path, Path: filepath.Join(dirs[path], name)})
			}
		}
	}
	return list
}
