package jupyter_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/jupytertest"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session"
)

func codes(list []session.Request) []string {
	all := []string{}
	for _, r := range list {
		all = append(all, r.Code)
	}
	return all
}

// queue sends executions while a cell waits, and returns their ids once the backend has been told of all.
func (k *kernel) queue(list ...jupytertest.Execution) (ids []string) {
	k.t.Helper()
	var want []string
	for _, e := range list {
		id, err := k.StartExecution(e)
		if err != nil {
			k.t.Fatal(err)
		}
		ids, want = append(ids, id), append(want, e.Code)
	}
	k.await(func() bool {
		n := len(k.backend.ahead)
		return n > 0 && slices.Equal(codes(k.backend.ahead[n-1]), want)
	})
	return ids
}

func TestStopOnError(t *testing.T) {
	k := start(t, nil)
	failing, err := k.StartExecution(jupytertest.Execution{Code: "wait\nerror first"})
	if err != nil {
		t.Fatal(err)
	}
	k.await(func() bool { return k.backend.started > 0 })
	ids := k.queue(jupytertest.Execution{Code: "print 1"}, jupytertest.Execution{Code: "print 2"})
	info, err := k.Send(jupytertest.Shell, wire.TypeKernelInfoRequest, wire.Empty{})
	if err != nil {
		t.Fatal(err)
	}
	close(k.backend.release)
	if r := k.finish(failing); r.Status != "error" || r.Err().Name != "boom" || len(r.OfType(wire.TypeError)) != 1 {
		t.Errorf("the failing cell: %q", r.Reply.Content)
	}
	for _, id := range ids {
		if r := k.finish(id); r.Status != "aborted" || len(r.Outputs) != 0 {
			t.Errorf("a queued cell: status %q, outputs %d", r.Status, len(r.Outputs))
		}
	}
	if r := k.finish(info); r.Status != "ok" {
		t.Errorf("kernel_info among aborted cells: %q", r.Status)
	}
	if r := k.run("print 3"); r.Status != "ok" || r.Stdout() != "3\n" {
		t.Errorf("a cell sent after the error: status %q", r.Status)
	}
}

func TestGoOnAfterError(t *testing.T) {
	k := start(t, nil)
	failing, err := k.StartExecution(jupytertest.Execution{Code: "wait\nerror first", KeepGoing: true})
	if err != nil {
		t.Fatal(err)
	}
	k.await(func() bool { return k.backend.started > 0 })
	ids := k.queue(jupytertest.Execution{Code: "print 1"})
	close(k.backend.release)
	if r := k.finish(failing); r.Status != "error" {
		t.Errorf("status %q", r.Status)
	}
	if r := k.finish(ids[0]); r.Status != "ok" || r.Stdout() != "1\n" {
		t.Errorf("status %q", r.Status)
	}
}

func TestInterrupt(t *testing.T) {
	k := start(t, nil)
	id := k.startWaiting()
	queued := k.queue(jupytertest.Execution{Code: "print no"})
	if r := k.request(jupytertest.Control, wire.TypeInterruptRequest, wire.Empty{}); r.Status != "ok" {
		t.Errorf("interrupt_reply: %q", r.Status)
	}
	if r := k.finish(id); r.Status != "error" || r.Err().Name != "interrupted" || r.Err().Value != jupyter.ErrInterrupted.Error() {
		t.Errorf("reply %s", r.Reply.Content)
	}
	if r := k.finish(queued[0]); r.Status != "aborted" {
		t.Errorf("queued: %q", r.Status)
	}
	k.request(jupytertest.Control, wire.TypeInterruptRequest, wire.Empty{}) // with nothing to interrupt
	if r := k.run("print yes"); r.Status != "ok" {
		t.Errorf("after an interrupt: %q", r.Status)
	}
}

func TestControlWhileBusy(t *testing.T) {
	k := start(t, nil)
	id := k.startWaiting()
	for _, req := range []wire.Type{wire.TypeKernelInfoRequest, wire.TypeConnectRequest} {
		if r := k.request(jupytertest.Control, req, wire.Empty{}); r.Status != "ok" {
			t.Errorf("%s: %q", req, r.Status)
		}
	}
	debug := k.request(jupytertest.Control, wire.TypeDebugRequest, wire.DebugRequest{Seq: 7, Command: "attach"})
	var d wire.DebugReply
	if err := jupytertest.Content(debug.Reply, &d); err != nil || d.Success || d.RequestSeq != 7 || d.Command != "attach" || d.Status != "error" {
		t.Errorf("debug_reply %s", debug.Reply.Content)
	}
	if r := k.request(jupytertest.Control, wire.TypeExecuteRequest, wire.ExecuteRequest{Code: "print no"}); r.Status != "error" {
		t.Errorf("execute on control: %q", r.Status)
	}
	if r := k.request(jupytertest.Control, "usage_request", wire.Empty{}); r.Status != "error" || r.Reply.Header.Type != "usage_reply" {
		t.Errorf("unknown request: %q", r.Status)
	}
	if pong, err := k.Heartbeat([]byte("ping")); err != nil || string(pong) != "ping" {
		t.Errorf("heartbeat: %q, %v", pong, err)
	}
	close(k.backend.release)
	k.finish(id)
}

func TestAhead(t *testing.T) {
	k := start(t, nil)
	id := k.startWaiting()
	ids := k.queue(
		jupytertest.Execution{Code: "print 1", CellID: "a", AllowStdin: true}, jupytertest.Execution{Code: "print 2", CellID: "b", NoHistory: true},
	)
	first := k.backend.ahead[len(k.backend.ahead)-1]
	if first[0].CellID != "a" || !first[0].AllowStdin || !first[0].StoreHistory || first[1].CellID != "b" || first[1].StoreHistory {
		t.Errorf("ahead: %+v", first)
	}
	close(k.backend.release)
	k.finish(id)
	for _, id := range ids {
		k.finish(id)
	}
	k.await(func() bool { return len(k.backend.ahead[len(k.backend.ahead)-1]) == 0 })
}

func TestStdin(t *testing.T) {
	k := start(t, nil)
	k.OnInput = func(prompt string, password bool) string {
		if password {
			return "hidden"
		}
		return "answer to " + prompt
	}
	if r := k.execute(jupytertest.Execution{Code: "input name?\ninput password", AllowStdin: true}); r.Stdout() != "got answer to name?\ngot hidden\n" {
		t.Errorf("stdout %q", r.Stdout())
	}
	if r := k.execute(jupytertest.Execution{Code: "input name?"}); r.Err() == nil || r.Err().Value != jupyter.ErrNoInput.Error() {
		t.Errorf("without allow_stdin: %s", r.Reply.Content)
	}
}

// TestStdinStale answers a question twice, and one that was interrupted: late answers must not reach the next question.
func TestStdinStale(t *testing.T) {
	k := start(t, nil)
	id, err := k.StartExecution(jupytertest.Execution{Code: "input one", AllowStdin: true})
	if err != nil {
		t.Fatal(err)
	}
	old, err := k.WaitType(k.ctx, id, wire.TypeInputRequest)
	if err != nil {
		t.Fatal(err)
	}
	queued, err := k.StartExecution(jupytertest.Execution{Code: "print queued", AllowStdin: true}) // must not deadlock
	if err != nil {
		t.Fatal(err)
	}
	k.request(jupytertest.Control, wire.TypeInterruptRequest, wire.Empty{})
	if r := k.finish(id); r.Status != "error" || r.Err().Value != "interrupted" {
		t.Errorf("interrupted question: %s", r.Reply.Content)
	}
	k.finish(queued)
	second, err := k.StartExecution(jupytertest.Execution{Code: "input two", AllowStdin: true})
	if err != nil {
		t.Fatal(err)
	}
	question, err := k.WaitType(k.ctx, second, wire.TypeInputRequest)
	if err != nil {
		t.Fatal(err)
	}
	k.Reply(old, wire.TypeInputReply, wire.InputReply{Value: "stale"})
	plain := question
	plain.Message = &wire.Message{RawHeader: json.RawMessage("{}")} // as jupyter_client answers, without a parent
	k.Reply(plain, wire.TypeInputReply, wire.InputReply{Value: "fresh"})
	if r := k.finish(second); r.Stdout() != "got fresh\n" {
		t.Errorf("stdout %q", r.Stdout())
	}
}

// TestTwoFrontEnds shows that both see the output, and only who asked gets the reply and the question.
func TestTwoFrontEnds(t *testing.T) {
	k := start(t, nil)
	other, err := jupytertest.Dial(k.ctx, k.server.Connection())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	k.OnInput = func(string, bool) string { return "mine" }
	other.OnInput = func(string, bool) string { t.Error("asked the wrong front end"); return "" }
	id, err := k.StartExecution(jupytertest.Execution{Code: "input x", AllowStdin: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.WaitType(k.ctx, id, wire.TypeStream); err != nil {
		t.Error(err)
	}
	if r := k.finish(id); r.Stdout() != "got mine\n" {
		t.Errorf("stdout %q", r.Stdout())
	}
	for _, m := range other.Messages(id) {
		if m.Channel != jupytertest.IOPub {
			t.Errorf("the other front end got %s on %s", m.Header.Type, m.Channel)
		}
	}
}

func TestSilent(t *testing.T) {
	k := start(t, nil)
	r := k.execute(jupytertest.Execution{Code: "print x\nresult 1\ndisplay d", Silent: true, UserExpressions: map[string]string{"e": "1+1"}})
	if r.Status != "ok" || len(r.Outputs) != 0 || len(r.Messages) != 3 { // busy, idle, reply
		t.Errorf("status %q, outputs %d of %d messages", r.Status, len(r.Outputs), len(r.Messages))
	}
	var reply wire.ExecuteReply
	if err := jupytertest.Content(r.Reply, &reply); err != nil || len(reply.UserExpressions) != 1 {
		t.Errorf("user expressions: %s", r.Reply.Content)
	}
	if r := k.execute(jupytertest.Execution{Code: "error quiet", Silent: true}); r.Status != "error" || len(r.OfType(wire.TypeError)) != 1 {
		t.Errorf("an error in a silent cell: %q", r.Status)
	}
	h := k.request(jupytertest.Shell, wire.TypeHistoryRequest, wire.HistoryRequest{Access: "tail", N: 10})
	var history wire.HistoryReply
	if err := jupytertest.Content(h.Reply, &history); err != nil || len(history.History) != 0 {
		t.Errorf("history of silent cells: %s", h.Reply.Content)
	}
}

func TestBackendPanics(t *testing.T) {
	k := start(t, nil)
	if r := k.run("panic oh"); r.Status != "error" || r.Err().Name != "InternalError" {
		t.Errorf("reply %s", r.Reply.Content)
	}
	if r := k.run("broken\nprint on"); r.Status != "ok" || r.Stdout() != "on\n" {
		t.Errorf("after a display that is no JSON: %q", r.Status)
	}
}

func TestComms(t *testing.T) {
	k := start(t, func(c *jupyter.Config) { c.Backend = withComms{c.Backend.(*scripted)} })
	running := k.startWaiting() // comms are served beside it
	send := func(typ wire.Type, c wire.Comm, buffers ...[]byte) string {
		m, err := k.Session.New(typ, nil, c)
		if err != nil {
			t.Fatal(err)
		}
		m.Buffers = buffers
		if err := k.SendMessage(jupytertest.Shell, m); err != nil {
			t.Fatal(err)
		}
		return m.Header.ID
	}
	send(wire.TypeCommOpen, wire.Comm{ID: "c", TargetName: "slider", Data: json.RawMessage(`{}`)})
	id := send(wire.TypeCommMsg, wire.Comm{ID: "c", Data: json.RawMessage(`{"value":3}`)}, []byte{0, 1, 2})
	echo, err := k.WaitType(k.ctx, id, wire.TypeCommMsg)
	if err != nil {
		t.Fatal(err)
	}
	if len(echo.Buffers) != 1 || string(echo.Buffers[0]) != "\x00\x01\x02" || string(echo.Content) != `{"comm_id":"c","data":{"value":3}}` {
		t.Errorf("echo %s with buffers %v", echo.Content, echo.Buffers)
	}
	for target, want := range map[string]int{"": 1, "slider": 1, "other": 0} {
		var info wire.CommInfoReply
		r := k.request(jupytertest.Shell, wire.TypeCommInfoRequest, wire.CommInfoRequest{TargetName: target})
		if err := jupytertest.Content(r.Reply, &info); err != nil || len(info.Comms) != want {
			t.Errorf("comm_info of %q: %s", target, r.Reply.Content)
		}
	}
	send(wire.TypeCommClose, wire.Comm{ID: "c"})
	r := k.request(jupytertest.Shell, wire.TypeCommInfoRequest, wire.CommInfoRequest{})
	if string(r.Reply.Content) != `{"status":"ok","comms":{}}` {
		t.Errorf("after comm_close: %s", r.Reply.Content)
	}
	id = send(wire.TypeCommMsg, wire.Comm{ID: "endless", Data: json.RawMessage(`{}`)})
	if _, err := k.WaitType(k.ctx, id, wire.TypeCommMsg); err != nil {
		t.Fatal(err)
	}
	k.request(jupytertest.Control, wire.TypeInterruptRequest, wire.Empty{}) // ends both
	_, err = k.Wait(k.ctx, id, func(m jupytertest.Message) bool {
		var s wire.Status
		return m.Header.Type == wire.TypeStatus && jupytertest.Content(m, &s) == nil && s.State == "idle"
	})
	if err != nil {
		t.Error("the comm message:", err)
	}
	if r := k.finish(running); r.Status != "error" || r.Err().Value != jupyter.ErrInterrupted.Error() {
		t.Errorf("the running cell: %s", r.Reply.Content)
	}
}

func TestShutdown(t *testing.T) {
	k := start(t, nil)
	running := k.startWaiting()
	queued := k.queue(jupytertest.Execution{Code: "print no"})
	served := make(chan error, 1)
	go func() { served <- k.server.Serve(k.ctx) }()
	r := k.request(jupytertest.Control, wire.TypeShutdownRequest, wire.ShutdownRequest{Restart: true})
	if r.Status != "ok" || len(r.OfType(wire.TypeShutdownReply)) != 1 {
		t.Errorf("shutdown_reply %s", r.Reply.Content)
	}
	if r := k.finish(running); r.Status != "error" || r.Err().Value != jupyter.ErrShutdown.Error() {
		t.Errorf("the running cell: %s", r.Reply.Content)
	}
	if r := k.finish(queued[0]); r.Status != "aborted" {
		t.Errorf("the queued cell: %q", r.Status)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	if !slices.Equal(k.backend.down, []bool{true}) {
		t.Errorf("Shutdown was called with %v", k.backend.down)
	}
}

func TestListenErrors(t *testing.T) {
	k := start(t, nil)
	taken := k.server.Connection()
	for name, c := range map[string]jupyter.Config{
		"no backend":  {},
		"transport":   {Backend: newScripted(), Connection: jupyter.Connection{Transport: "udp"}},
		"ports taken": {Backend: newScripted(), Connection: taken},
		"last taken":  {Backend: newScripted(), Connection: jupyter.Connection{Shell: taken.Shell}},
	} {
		if s, err := jupyter.Listen(c); err == nil {
			s.Close()
			t.Errorf("%s: no error", name)
		}
	}
}

// TestHelpWhileACellRuns: questions about code that is not run are answered while a cell runs, and while others wait.
func TestHelpWhileACellRuns(t *testing.T) {
	k := start(t, nil)
	id := k.startWaiting()
	waits, err := k.StartExecution(jupytertest.Execution{Code: "print next"})
	if err != nil {
		t.Fatal(err)
	}
	for i, content := range map[wire.Type]any{
		wire.TypeCompleteRequest: wire.CompleteRequest{Code: "a", CursorPos: 1}, wire.TypeInspectRequest: wire.InspectRequest{Code: "a", CursorPos: 1},
		wire.TypeIsCompleteRequest: wire.IsCompleteRequest{Code: "a"},
	} {
		if r := k.request(jupytertest.Shell, i, content); r.Status == "" || r.Status == "error" {
			t.Errorf("%s: %+v", i, r)
		}
	}
	close(k.backend.release)
	k.finish(id)
	k.finish(waits)
}
