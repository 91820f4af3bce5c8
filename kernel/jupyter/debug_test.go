package jupyter_test

import (
	"context"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/jupytertest"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// withDebugger is a scripted backend that has a debugger, which echoes what it is asked and tells of it.
type withDebugger struct{ *scripted }

func (b withDebugger) Debug(ctx context.Context, r wire.DebugRequest, events func(content any)) any {
	if r.Command == "endless" {
		<-ctx.Done()
	}
	events(map[string]any{"type": "event", "event": "stopped", "body": r.Arguments})
	return map[string]any{"type": "response", "request_seq": r.Seq, "success": true, "command": r.Command, "body": r.Arguments}
}

// Debug requests are answered while a cell runs, and events come on iopub; messages as in the golden file.
func TestDebug(t *testing.T) {
	k := start(t, func(c *jupyter.Config) { c.Backend = withDebugger{c.Backend.(*scripted)} })
	id, err := k.StartExecution(jupytertest.Execution{Code: "wait"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.WaitType(k.ctx, id, wire.TypeExecuteInput); err != nil {
		t.Fatal(err)
	}
	r := k.request(jupytertest.Control, wire.TypeDebugRequest, wire.DebugRequest{Seq: 3, Command: "stackTrace", Arguments: []byte(`{"threadId":1}`)})
	compare(t, "debug_running", k.render(r.Messages))
	k.request(jupytertest.Control, wire.TypeInterruptRequest, wire.Empty{})
	if _, err := k.Finish(k.ctx, id); err != nil {
		t.Fatal(err)
	}
	r = k.request(jupytertest.Shell, wire.TypeDebugRequest, wire.DebugRequest{Seq: 4, Command: "threads"})
	if e := r.Err(); e == nil || !strings.Contains(e.Value, "control channel") {
		t.Errorf("on shell: %+v", e)
	}
}

// A debug request that takes its time keeps nobody from interrupting, and ends with the kernel.
func TestDebugAndInterrupts(t *testing.T) {
	k := start(t, func(c *jupyter.Config) { c.Backend = withDebugger{c.Backend.(*scripted)} })
	if _, err := k.Send(jupytertest.Control, wire.TypeDebugRequest, wire.DebugRequest{Seq: 1, Command: "endless"}); err != nil {
		t.Fatal(err)
	}
	k.request(jupytertest.Control, wire.TypeInterruptRequest, wire.Empty{})
}
