package debug

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/google/go-dap"
)

// setBreakpoints takes the breakpoints of a source in the place of those that it had. Those of a cell hold whenever one of its functions or
// statements runs; where a line has nothing to stop at, the next one that has is taken.
func (d *Debugger) setBreakpoints(ctx context.Context, r Request) (any, error) {
	args, err := arguments[dap.SetBreakpointsArguments](r)
	if err != nil {
		return nil, err
	}
	path := args.Source.Path
	if path == "" {
		return nil, fmt.Errorf("setBreakpoints names no source")
	}
	wanted, answers := d.place(path, args.Breakpoints)
	d.talk.Lock()
	defer d.talk.Unlock()
	d.mu.Lock()
	if len(wanted) > 0 {
		d.breakpoints[path] = wanted
	} else {
		delete(d.breakpoints, path)
	}
	p := d.program
	d.mu.Unlock()
	if p != nil {
		told, err := d.tell(ctx, p, path)
		if err != nil {
			return nil, err
		}
		answers = amend(answers, told)
	}
	return dap.SetBreakpointsResponseBody{Breakpoints: answers}, nil
}

// place puts breakpoints where a program can stop. The answers are one for each that was asked for.
func (d *Debugger) place(path string, asked []dap.SourceBreakpoint) (wanted []dap.SourceBreakpoint, answers []dap.Breakpoint) {
	possible, known := d.sources.lines(path)
	source := &dap.Source{Name: d.shownSource(&dap.Source{Path: path}).Name, Path: path}
	answers = make([]dap.Breakpoint, len(asked))
	for i, b := range asked {
		answers[i] = dap.Breakpoint{Verified: true, Source: source, Line: b.Line}
		switch line := possible.from(b.Line); {
		case !known && !d.sources.isCell(path):
			answers[i].Verified, answers[i].Message = false, "there is no such source"
			continue
		case known && line == 0:
			answers[i].Verified, answers[i].Message = false, "nothing at this line or below it is run"
			continue
		case known:
			b.Line, answers[i].Line = line, line
		}
		if !slices.ContainsFunc(wanted, func(o dap.SourceBreakpoint) bool { return o.Line == b.Line }) {
			wanted = append(wanted, dap.SourceBreakpoint{Line: b.Line, Condition: b.Condition, HitCondition: b.HitCondition, LogMessage: b.LogMessage})
		}
	}
	return wanted, answers
}

// breakpointSources are the sources with breakpoints.
func (d *Debugger) breakpointSources() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Sorted(maps.Keys(d.breakpoints))
}

// tell tells a program's adapter the breakpoints of a source, if the program has it, and returns what it says.
func (d *Debugger) tell(ctx context.Context, p *program, path string) ([]dap.Breakpoint, error) {
	file := path
	if d.sources.isCell(path) {
		if file = p.files[d.sources.key(path)]; file == "" {
			return nil, nil
		}
	}
	d.mu.Lock()
	wanted := slices.Clone(d.breakpoints[path])
	d.mu.Unlock()
	if wanted == nil {
		wanted = []dap.SourceBreakpoint{}
	}
	data, err := p.ask(ctx, askTime, "setBreakpoints", dap.SetBreakpointsArguments{Source: dap.Source{Path: file}, Breakpoints: wanted})
	var body dap.SetBreakpointsResponseBody
	if err == nil {
		err = json.Unmarshal(data, &body)
	}
	return body.Breakpoints, err
}

// amend puts into answers what an adapter has refused, such as a condition that it cannot read. Lines that its program does not have, since the
// program does not use that function, are no fault.
func amend(answers, told []dap.Breakpoint) []dap.Breakpoint {
	for i := range answers {
		if len(told) == len(answers) && !told[i].Verified && answers[i].Verified && told[i].Line > 0 {
			answers[i].Verified, answers[i].Message = false, told[i].Message
		}
	}
	return answers
}
