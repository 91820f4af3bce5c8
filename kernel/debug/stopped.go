package debug

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/google/go-dap"
)

// This file answers what is asked of a program that has stopped, and lets it go on.

// forward hands a request on as it is.
func (d *Debugger) forward(ctx context.Context, r Request) (any, error) {
	p := d.debugged()
	if p == nil {
		return nil, errNotRunning
	}
	var args any = object{}
	if len(r.Arguments) > 0 {
		args = r.Arguments
	}
	data, err := p.ask(ctx, askTime, r.Command, args)
	if err != nil || len(data) == 0 {
		return nil, err
	}
	return data, nil
}

// pause stops a program that runs. One that is about to begin is stopped when it has begun: before, its adapter takes a pause for nothing.
func (d *Debugger) pause(ctx context.Context, r Request) (any, error) {
	d.talk.Lock()
	defer d.talk.Unlock()
	return d.forward(ctx, r)
}

// resume lets the program go on. The front ends are told before, since it may stop again at once.
func (d *Debugger) resume(ctx context.Context, r Request) (any, error) {
	p, thread := d.stoppedAt()
	if thread == 0 {
		return nil, errNotStopped
	}
	if was := d.setStopped(p, 0); was != 0 {
		d.emitContinued(was)
	}
	if _, err := p.ask(ctx, askTime, r.Command, dap.ContinueArguments{ThreadId: thread}); err != nil {
		return nil, err
	}
	return dap.ContinueResponseBody{AllThreadsContinued: true}, nil
}

func (d *Debugger) threads(ctx context.Context, r Request) (any, error) {
	p, thread := d.stoppedAt()
	if thread == 0 {
		return dap.ThreadsResponseBody{Threads: runningThread}, nil
	}
	data, err := p.ask(ctx, askTime, r.Command, nil)
	var body dap.ThreadsResponseBody
	if err == nil {
		err = json.Unmarshal(data, &body)
	}
	body.Threads = shownThreads(body.Threads, thread)
	return body, err
}

func (d *Debugger) stackTrace(ctx context.Context, r Request) (any, error) {
	args, err := arguments[dap.StackTraceArguments](r)
	if err != nil {
		return nil, err
	}
	p, stopped := d.stoppedAt()
	if stopped == 0 {
		return nil, errNotStopped
	}
	if args.ThreadId <= 0 {
		args.ThreadId = stopped
	}
	frames, _ := d.frames(ctx, p, args.ThreadId)
	total, from := len(frames), min(max(args.StartFrame, 0), len(frames))
	if frames = frames[from:]; args.Levels > 0 {
		frames = frames[:min(args.Levels, len(frames))]
	}
	return dap.StackTraceResponseBody{StackFrames: append([]dap.StackFrame{}, frames...), TotalFrames: total}, nil
}

// scopes are the local variables, if there are any, and those of the notebook, which are the variables of a cell's statements too.
func (d *Debugger) scopes(ctx context.Context, r Request) (any, error) {
	data, err := d.forward(ctx, r)
	if err != nil {
		return nil, err
	}
	var body dap.ScopesResponseBody
	if raw, ok := data.(json.RawMessage); ok {
		err = json.Unmarshal(raw, &body)
	}
	if len(body.Scopes) > 0 && d.empty(ctx, body.Scopes[0]) {
		body.Scopes = body.Scopes[1:]
	}
	body.Scopes = append(body.Scopes, dap.Scope{Name: "Globals", VariablesReference: globals})
	if p, thread := d.stoppedAt(); thread != 0 && d.exceptionAt(p).kind != "" {
		d.showExceptionIn(p, body.Scopes[0].VariablesReference) // the front end opens the first
	}
	return body, err
}

// globals is the reference of the notebook's variables, beyond those that an adapter gives.
const globals = 1 << 30

// notebook are the notebook's variables that a program uses, wherever it has stopped: delve has a scope for the variables of the package that it has
// stopped in, which may be the runtime.
func (d *Debugger) notebook(ctx context.Context, p *program) []dap.Variable {
	list := []dap.Variable{}
	for _, name := range p.vars[:min(len(p.vars), mostVariables)] {
		for _, pkg := range []string{"main", `"command-line-arguments"`} { // of programs, of test programs
			v, err := d.evaluated(ctx, p, dap.EvaluateArguments{Expression: pkg + "." + name, Context: "watch"})
			if err == nil {
				list = append(list, dap.Variable{Name: name, Value: v.Result, Type: v.Type, EvaluateName: name, VariablesReference: v.VariablesReference,
					IndexedVariables: v.IndexedVariables, NamedVariables: v.NamedVariables})
				break
			}
		}
	}
	return list
}

// empty says that there is nothing to be shown in a scope.
func (d *Debugger) empty(ctx context.Context, s dap.Scope) bool {
	p, thread := d.stoppedAt()
	if thread == 0 {
		return false
	}
	data, err := p.ask(ctx, askTime, "variables", dap.VariablesArguments{VariablesReference: s.VariablesReference})
	var body dap.VariablesResponseBody
	return err == nil && json.Unmarshal(data, &body) == nil && len(shownVariables(body.Variables)) == 0
}

func (d *Debugger) variables(ctx context.Context, r Request) (any, error) {
	args, err := arguments[dap.VariablesArguments](r)
	if err != nil {
		return nil, err
	}
	if p, thread := d.stoppedAt(); args.VariablesReference == globals && thread != 0 {
		list := d.withException(globals, d.forClient(shownVariables(d.notebook(ctx, p))))
		return dap.VariablesResponseBody{Variables: list}, nil
	}
	data, err := d.forward(ctx, r)
	if err != nil {
		return nil, err
	}
	var body dap.VariablesResponseBody
	if raw, ok := data.(json.RawMessage); ok {
		err = json.Unmarshal(raw, &body)
	}
	body.Variables = d.withException(args.VariablesReference, d.forClient(shownVariables(body.Variables)))
	return body, err
}

// evaluate evaluates an expression where the program has stopped; otherwise of the notebook's variables as they are kept.
func (d *Debugger) evaluate(ctx context.Context, r Request) (any, error) {
	args, err := arguments[dap.EvaluateArguments](r)
	if err != nil {
		return nil, err
	}
	if p, thread := d.stoppedAt(); thread != 0 {
		return d.value(ctx, p, args)
	}
	data, _, err := d.cfg.Notebook.Show(ctx, args.Expression)
	if err != nil {
		return nil, err
	}
	return dap.EvaluateResponseBody{Result: plain(data)}, nil
}

// plain is the text of a value.
func plain(data map[string]json.RawMessage) string {
	var text string
	if json.Unmarshal(data["text/plain"], &text) != nil {
		text = string(data["text/plain"])
	}
	return strings.TrimRight(text, "\n")
}
