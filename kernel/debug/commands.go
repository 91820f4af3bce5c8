package debug

import (
	"context"
	"encoding/json"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/go-dap"
)

// command is one command of front ends: what must be for it to make sense, what does it, and the body of an answer that refuses it, which front
// ends look into without asking.
type command struct {
	needs need
	run   func(d *Debugger, ctx context.Context, r Request) (any, error)
	empty any
}

type object = map[string]any

var (
	noFrames    = object{"stackFrames": []any{}, "totalFrames": 0}
	noScopes    = object{"scopes": []any{}}
	noVariables = object{"variables": []any{}}
	noBundle    = object{"data": object{}, "metadata": object{}}
)

// commands are those that JupyterLab and VS Code send. It is filled in init because answering some of them reads it.
var commands map[string]command

func init() {
	commands = map[string]command{
		"initialize":              {nothing, (*Debugger).initialize, nil},
		"attach":                  {initialized, (*Debugger).attach, nil},
		"disconnect":              {nothing, (*Debugger).disconnect, nil},
		"terminate":               {nothing, (*Debugger).terminate, nil},
		"debugInfo":               {nothing, (*Debugger).info, nil},
		"dumpCell":                {initialized, (*Debugger).dumpCell, nil},
		"setBreakpoints":          {initialized, (*Debugger).setBreakpoints, object{"breakpoints": []any{}}},
		"setExceptionBreakpoints": {initialized, (*Debugger).setExceptionBreakpoints, nil},
		"configurationDone":       {initialized, (*Debugger).agree, nil},
		"source":                  {nothing, (*Debugger).source, object{"content": ""}},
		"modules":                 {nothing, (*Debugger).modules, object{"modules": []any{}, "totalModules": 0}},
		"inspectVariables":        {nothing, (*Debugger).inspectVariables, noVariables},
		"richInspectVariables":    {nothing, (*Debugger).richInspectVariables, noBundle},
		"copyToGlobals":           {nothing, (*Debugger).copyToGlobals, nil},
		"threads":                 {initialized, (*Debugger).threads, nil},
		"stackTrace":              {stopped, (*Debugger).stackTrace, noFrames},
		"scopes":                  {stopped, (*Debugger).scopes, noScopes},
		"variables":               {stopped, (*Debugger).variables, noVariables},
		"evaluate":                {initialized, (*Debugger).evaluate, object{"result": "", "variablesReference": 0}},
		"setVariable":             {stopped, (*Debugger).forward, nil},
		"exceptionInfo":           {stopped, (*Debugger).exceptionInfo, nil},
		"continue":                {stopped, (*Debugger).resume, nil},
		"next":                    {stopped, (*Debugger).forward, nil},
		"stepIn":                  {stopped, (*Debugger).forward, nil},
		"stepOut":                 {stopped, (*Debugger).forward, nil},
		"pause":                   {running, (*Debugger).pause, nil},
	}
}

// panicFilters are the panics at which delve can stop, by its names for them.
var panicFilters = []string{"unrecovered-panic", "runtime-fatal-throw"}

func (d *Debugger) initialize(_ context.Context, r Request) (any, error) {
	args, err := arguments[dap.InitializeRequestArguments](r)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.initialized, d.client = true, args.ClientID
	return dap.Capabilities{
		SupportsConfigurationDoneRequest: true, SupportsConditionalBreakpoints: true, SupportsHitConditionalBreakpoints: true, SupportsLogPoints: true,
		SupportsEvaluateForHovers: true, SupportsSetVariable: true, SupportsExceptionInfoRequest: true, SupportsDelayedStackTraceLoading: true,
		SupportsModulesRequest: true, SupportsTerminateRequest: true, SupportTerminateDebuggee: true,
		ExceptionBreakpointFilters: []dap.ExceptionBreakpointsFilter{
			{Filter: panicFilters[0], Label: "Panics that nobody recovers", Default: true},
			{Filter: panicFilters[1], Label: "Fatal errors of the Go runtime", Default: true},
		},
	}, nil
}

// attach switches the debugger on: the programs of cells are built for it from now on.
func (d *Debugger) attach(ctx context.Context, _ Request) (any, error) {
	if d.cfg.Prepare != nil {
		if err := d.cfg.Prepare(ctx, d.say); err != nil {
			return nil, err
		}
	}
	for _, code := range d.cfg.Notebook.Codes() {
		d.sources.add(code)
	}
	d.mu.Lock()
	d.attached = true
	d.mu.Unlock()
	d.emit("initialized", nil)
	return nil, nil
}

// say shows a sentence in the front end's console, if it has one.
func (d *Debugger) say(text string) {
	d.emit("output", object{"category": "console", "output": text + "\n"})
}

// disconnect switches it off. A program that is debugged goes on, or is ended if that was asked for.
func (d *Debugger) disconnect(ctx context.Context, r Request) (any, error) {
	args, err := arguments[dap.DisconnectArguments](r)
	if err != nil {
		return nil, err
	}
	if args.TerminateDebuggee && d.debugged() != nil {
		d.cfg.Notebook.Interrupt()
	}
	d.talk.Lock()
	defer d.talk.Unlock()
	sources := d.breakpointSources()
	d.mu.Lock()
	p := d.program
	d.initialized, d.attached, d.filters = false, false, filters{}
	clear(d.breakpoints)
	d.mu.Unlock()
	if p != nil {
		err = d.letGo(ctx, p, sources)
	}
	d.emit("terminated", nil)
	return nil, err
}

// letGo has a program go on to its end without any stop. Its adapter stays, but says no more: delve may leave a signal behind that ends a program
// which it detaches from while that runs.
func (d *Debugger) letGo(ctx context.Context, p *program, sources []string) error {
	for _, source := range sources {
		if _, err := d.tell(ctx, p, source); err != nil {
			return err
		}
	}
	thread := d.setStopped(p, 0)
	if thread == 0 {
		return nil
	}
	d.emitContinued(thread)
	if _, err := p.ask(ctx, askTime, "setExceptionBreakpoints", object{"filters": []string{}}); err != nil {
		return err
	}
	_, err := p.ask(ctx, askTime, "continue", dap.ContinueArguments{ThreadId: thread})
	return err
}

// terminate ends the cell that is debugged, as an interrupt does. The debugger stays on.
func (d *Debugger) terminate(context.Context, Request) (any, error) {
	if d.debugged() != nil {
		d.cfg.Notebook.Interrupt()
	}
	return nil, nil
}

// info says what a front end that has just come must know.
func (d *Debugger) info(context.Context, Request) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	type at struct {
		Line int `json:"line"`
	}
	points, threads := []object{}, []int{}
	for path, list := range d.breakpoints {
		lines := make([]at, len(list))
		for i, b := range list {
			lines[i] = at{b.Line}
		}
		points = append(points, object{"source": path, "breakpoints": lines})
	}
	slices.SortFunc(points, func(a, b object) int { return strings.Compare(a["source"].(string), b["source"].(string)) })
	if d.program != nil && d.program.stopped != 0 {
		threads = append(threads, d.program.stopped)
	}
	return object{
		"isStarted": d.initialized && d.attached, "hashMethod": "Murmur2", "hashSeed": hashSeed,
		"tmpFilePrefix": d.sources.prefix, "tmpFileSuffix": suffix, "breakpoints": points, "stoppedThreads": threads,
		"richRendering": true, "exceptionPaths": []string{"Go panics"}, "copyToGlobals": false,
	}, nil
}

func (d *Debugger) dumpCell(_ context.Context, r Request) (any, error) {
	args, err := arguments[struct{ Code *string }](r)
	if err != nil {
		return nil, err
	}
	if args.Code == nil {
		return nil, fmt.Errorf("dumpCell has no code")
	}
	path, err := d.sources.dump(*args.Code)
	return object{"sourcePath": path}, err
}

func (d *Debugger) setExceptionBreakpoints(ctx context.Context, r Request) (any, error) {
	args, err := arguments[dap.SetExceptionBreakpointsArguments](r)
	if err != nil {
		return nil, err
	}
	d.talk.Lock()
	defer d.talk.Unlock()
	d.mu.Lock()
	d.filters.names = args.Filters
	d.filters.chosen = d.filters.chosen || len(args.Filters) > 0 || d.client != clientLab
	p, panics, halted := d.program, d.panics(), d.program != nil && d.program.stopped != 0
	d.mu.Unlock()
	if p == nil || !halted { // an adapter takes it only of a program that has stopped; the next one is told
		return nil, nil
	}
	_, err = p.ask(ctx, askTime, r.Command, object{"filters": panics})
	return nil, err
}

// agree has nothing to do: cells begin when their breakpoints are set.
func (d *Debugger) agree(context.Context, Request) (any, error) { return nil, nil }

func (d *Debugger) source(_ context.Context, r Request) (any, error) {
	args, err := arguments[dap.SourceArguments](r)
	if err != nil {
		return nil, err
	}
	if args.Source == nil {
		return nil, fmt.Errorf("source names no source")
	}
	text, err := d.sources.read(args.Source.Path)
	return object{"content": text, "mimeType": "text/x-go"}, err
}

func (d *Debugger) modules(context.Context, Request) (any, error) {
	list := d.cfg.Notebook.Files()
	found := make([]object, len(list))
	for i, f := range list {
		found[i] = object{"id": i, "name": f.Package + "/" + filepath.Base(f.Path), "path": f.Path}
	}
	return object{"modules": found, "totalModules": len(found)}, nil
}

// inspectVariables lists the notebook's variables as they were kept after the last cell.
func (d *Debugger) inspectVariables(ctx context.Context, _ Request) (any, error) {
	list := d.cfg.Notebook.Variables(ctx)
	found := make([]dap.Variable, len(list))
	for i, v := range list {
		found[i] = dap.Variable{Name: v.Name, Type: v.Type, Value: v.Value, EvaluateName: v.Name}
	}
	return dap.VariablesResponseBody{Variables: d.forClient(found)}, nil
}

// richInspectVariables shows a variable in all its representations, and of a program that has stopped as text.
func (d *Debugger) richInspectVariables(ctx context.Context, r Request) (any, error) {
	args, err := arguments[struct {
		VariableName string
		FrameID      int
	}](r)
	if err != nil {
		return nil, err
	}
	if !token.IsIdentifier(args.VariableName) {
		return nil, fmt.Errorf("%q is no variable", args.VariableName)
	}
	if p, thread := d.stoppedAt(); thread != 0 {
		text, err := d.value(ctx, p, dap.EvaluateArguments{Expression: args.VariableName, FrameId: args.FrameID, Context: "clipboard"})
		if err == nil {
			return object{"data": object{"text/plain": text.Result}, "metadata": object{}}, nil
		}
		if args.FrameID != 0 {
			return nil, err
		}
	}
	data, metadata, err := d.cfg.Notebook.Show(ctx, args.VariableName)
	if err != nil {
		return nil, err
	}
	if metadata == nil {
		metadata = map[string]json.RawMessage{}
	}
	return object{"data": data, "metadata": metadata}, nil
}

// copyToGlobals is Python's.
func (d *Debugger) copyToGlobals(context.Context, Request) (any, error) {
	return nil, fmt.Errorf("a variable of a function cannot be made one of the notebook while a cell runs: its cell has to declare it outside of the function")
}

// evaluated is the value of an expression in a program that has stopped, in delve's words.
func (d *Debugger) evaluated(ctx context.Context, p *program, args dap.EvaluateArguments) (body dap.EvaluateResponseBody, err error) {
	data, err := p.ask(ctx, askTime, "evaluate", args)
	if err == nil {
		err = json.Unmarshal(data, &body)
	}
	return body, err
}

// value is the value of an expression in a program that has stopped.
func (d *Debugger) value(ctx context.Context, p *program, args dap.EvaluateArguments) (dap.EvaluateResponseBody, error) {
	body, err := d.evaluated(ctx, p, args)
	if err == nil {
		one := shownVariables([]dap.Variable{{Type: body.Type, Value: body.Result}})[0]
		body.Type, body.Result = one.Type, one.Value
	}
	return body, err
}
