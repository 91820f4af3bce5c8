package debug

import (
	"context"
	"encoding/json"

	"github.com/google/go-dap"
)

// relay hands on what an adapter tells of its program, as far as a front end whose debugger outlives programs wants to know it.
func (d *Debugger) relay(p *program, m message) {
	switch m.Event {
	case "stopped":
		d.relayStopped(p, m.Body)
	case "continued":
		if was := d.setStopped(p, 0); was != 0 {
			d.emitContinued(was)
		}
	case "terminated", "exited":
		d.mu.Lock()
		p.over = true
		d.mu.Unlock()
		p.leave()
		if was := d.setStopped(p, 0); was != 0 {
			d.emitContinued(was)
		}
	case "output":
		d.relayOutput(m.Body)
	case "breakpoint":
		var body dap.BreakpointEventBody
		if json.Unmarshal(m.Body, &body) == nil {
			body.Breakpoint.Source = d.shownSource(body.Breakpoint.Source)
			d.emit("breakpoint", body)
		}
	}
}

// relayStopped tells that a program has stopped. A step that has come to an end of the cell's own code, or to what the kernel has written around
// it, goes on.
func (d *Debugger) relayStopped(p *program, data json.RawMessage) {
	var body dap.StoppedEventBody
	if json.Unmarshal(data, &body) != nil {
		return
	}
	d.mu.Lock()
	over, off := p.over, !d.attached
	d.mu.Unlock()
	if over {
		return
	}
	if off {
		_, _ = p.ask(context.Background(), askTime, "continue", dap.ContinueArguments{ThreadId: body.ThreadId})
		return // an adapter that does not take it has ended
	}
	frames, all := d.frames(context.Background(), p, body.ThreadId)
	if body.Reason == "step" && len(all) > 0 && d.machinery(all[0]) {
		if _, err := p.ask(context.Background(), askTime, "continue", dap.ContinueArguments{ThreadId: body.ThreadId}); err == nil {
			return
		}
	}
	if len(frames) == 0 || body.ThreadId == 0 { // a thread without Go on it
		if main, _ := d.frames(context.Background(), p, mainGoroutine); len(main) > 0 || body.ThreadId == 0 {
			body.ThreadId = mainGoroutine
		}
	}
	e := d.exceptionOf(context.Background(), p, body, all)
	if e.kind != "" {
		body.Description, body.Text = e.text(), e.reason
	}
	d.mu.Lock()
	gone := p.over
	if !gone {
		p.stopped, p.raised = body.ThreadId, e
	}
	d.mu.Unlock()
	if !gone {
		body.HitBreakpointIds = nil // those of the adapter mean nothing to a front end, whose breakpoints outlive it
		d.emit("stopped", body)
	}
}

// mainGoroutine is the one in which the statements of a cell run.
const mainGoroutine = 1

// relayOutput hands on what is meant for the user: log messages of breakpoints, and no talk of the adapter's about itself.
func (d *Debugger) relayOutput(data json.RawMessage) {
	var body dap.OutputEventBody
	if json.Unmarshal(data, &body) != nil || body.Category == "console" || body.Category == "important" {
		return
	}
	body.Source = d.shownSource(body.Source)
	d.emit("output", body)
}
