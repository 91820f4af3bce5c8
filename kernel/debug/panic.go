package debug

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/go-dap"
)

// This file says why a program has stopped that panics: with the event, in answer to exceptionInfo, and, since JupyterLab shows
// neither, as the first of the local variables.

// exception is why a program has stopped by itself; the zero value if it has not.
type exception struct {
	kind   string // "panic", "fatal error" or "runtime error"
	reason string // as Go prints it
	scope  int    // the reference of the variables among which it is shown
}

// exceptionOf returns the exception at which a goroutine has stopped, as the event describes it and its topmost frame has it.
func (d *Debugger) exceptionOf(ctx context.Context, p *program, event dap.StoppedEventBody, frames []dap.StackFrame) exception {
	if event.Reason != "exception" {
		return exception{}
	}
	e := exception{kind: cmp.Or(event.Description, "exception"), reason: unquoted(event.Text)}
	if e.reason == "" && len(frames) > 0 { // delve gives texts only
		v, err := d.value(ctx, p, dap.EvaluateArguments{Expression: "(*msgs).arg.(data)", FrameId: frames[0].Id, Context: "watch"})
		if err == nil {
			e.reason = unquoted(v.Result)
		}
	}
	return e
}

// unquoted is a text as it reads; what is no text in quotes stays.
func unquoted(text string) string {
	if plain, err := strconv.Unquote(text); err == nil {
		return plain
	}
	return text
}

// text is the exception in one line.
func (e exception) text() string {
	if e.reason == "" {
		return e.kind
	}
	return e.kind + ": " + e.reason
}

// exceptionInfo answers why the program has stopped, with the stack of the user's own code.
func (d *Debugger) exceptionInfo(ctx context.Context, r Request) (any, error) {
	args, err := arguments[dap.ExceptionInfoArguments](r)
	if err != nil {
		return nil, err
	}
	p, thread := d.stoppedAt()
	if thread == 0 {
		return nil, errNotStopped
	}
	e := d.exceptionAt(p)
	if e.kind == "" || args.ThreadId > 0 && args.ThreadId != thread {
		return nil, errors.New("the program has not stopped at a panic")
	}
	var stack strings.Builder
	frames, _ := d.frames(ctx, p, thread)
	for _, f := range frames {
		fmt.Fprintln(&stack, f.Name)
		if f.Source != nil {
			fmt.Fprintf(&stack, "\t%s:%d\n", f.Source.Name, f.Line)
		}
	}
	return dap.ExceptionInfoResponseBody{ExceptionId: e.kind, Description: e.reason, BreakMode: "unhandled",
		Details: &dap.ExceptionDetails{Message: e.text(), TypeName: e.kind, StackTrace: stack.String()}}, nil
}

// exceptionAt is the exception at which the program has stopped.
func (d *Debugger) exceptionAt(p *program) exception {
	d.mu.Lock()
	defer d.mu.Unlock()
	return p.raised
}

// showExceptionIn has the exception shown among the variables with a reference.
func (d *Debugger) showExceptionIn(p *program, reference int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p.raised.scope = reference
}

// withException puts the exception before the variables with a reference, if it is shown among them.
func (d *Debugger) withException(reference int, list []dap.Variable) []dap.Variable {
	p, thread := d.stoppedAt()
	if thread == 0 {
		return list
	}
	if e := d.exceptionAt(p); e.kind != "" && e.scope == reference {
		return append([]dap.Variable{{Name: "(" + e.kind + ")", Value: cmp.Or(e.reason, e.kind)}}, list...)
	}
	return list
}
