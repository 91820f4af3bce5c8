package debug

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-dap"
)

// fake is an adapter without a program: it answers as its table says, and notes what it was asked.
type fake struct {
	answers map[string]func(args json.RawMessage) (body any, err error)
	deaf    map[string]bool // commands that it does not answer

	in     *io.PipeReader
	out    *io.PipeWriter
	mu     sync.Mutex
	asked  []string
	killed bool
	seq    int

	r io.Reader
	w io.Writer
}

func newFake() *fake {
	f := &fake{answers: map[string]func(json.RawMessage) (any, error){}, deaf: map[string]bool{}}
	in, w := io.Pipe()
	r, out := io.Pipe()
	f.in, f.out, f.r, f.w = in, out, r, w
	f.answer("evaluate", object{"result": "cell_00000000.go", "variablesReference": 0})
	f.answers["setBreakpoints"] = func(args json.RawMessage) (any, error) {
		var a dap.SetBreakpointsArguments
		if err := json.Unmarshal(args, &a); err != nil {
			return nil, err
		}
		told := make([]object, len(a.Breakpoints))
		for i, b := range a.Breakpoints {
			told[i] = object{"verified": b.Condition != "no Go", "message": "no such thing", "line": b.Line, "id": i + 1}
		}
		return object{"breakpoints": told}, nil
	}
	f.answer("threads", object{"threads": []object{{"id": 7, "name": "[Go 7] main.worker (Thread 3)"}, {"id": 1, "name": "* [Go 1] main.mercer_cell (Thread 2)"}}})
	f.answer("stackTrace", object{"stackFrames": []object{
		{"id": 1000, "name": "main.sq", "line": 2, "source": object{"path": "cell_00000000.go"}},
		{"id": 1001, "name": "main.mercer_cell.func1", "line": 3, "source": object{"path": "cell_00000000.go"}},
		{"id": 1002, "name": "main.main", "line": 3, "source": object{"path": "mercer_main.go"}},
		{"id": 1003, "name": "bare.Main", "line": 3, "source": object{"path": "/x/kernel/cellrt/bare/bare.go"}},
		{"id": 1004, "name": "runtime.main", "line": 3, "source": object{"path": "/go/src/runtime/proc.go"}},
	}})
	f.answer("scopes", object{"scopes": []object{{"name": "Locals", "variablesReference": 1}}})
	f.answer("variables", object{"variables": []object{
		{"name": "p", "value": "main.P {X: 1, Y: \"main.go\"}", "type": "main.P", "evaluateName": "p", "variablesReference": 4}, {"name": "mercer_pkg", "value": "1", "type": "int", "variablesReference": 0},
		{"name": "~r0", "value": "1", "type": "int", "variablesReference": 0},
	}})
	go f.serve()
	return f
}

func (f *fake) answer(command string, body any) {
	f.answers[command] = func(json.RawMessage) (any, error) { return body, nil }
}

func (f *fake) refuse(command, why string) {
	f.answers[command] = func(json.RawMessage) (any, error) { return nil, errors.New(why) }
}

func (f *fake) Read(p []byte) (int, error)  { return f.r.Read(p) }
func (f *fake) Write(p []byte) (int, error) { return f.w.Write(p) }

func (f *fake) Kill() {
	f.mu.Lock()
	f.killed = true
	f.mu.Unlock()
	f.out.Close()
	f.in.Close()
}

func (f *fake) Wait() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.killed {
		return errors.New("signal: killed")
	}
	return nil
}

// serve answers requests until it is killed or told to end.
func (f *fake) serve() {
	r := bufio.NewReader(f.in)
	for {
		data, err := dap.ReadBaseMessage(r)
		if err != nil {
			return
		}
		var q struct {
			Seq       int
			Command   string
			Arguments json.RawMessage
		}
		if json.Unmarshal(data, &q) != nil {
			return
		}
		f.mu.Lock()
		f.asked = append(f.asked, q.Command+" "+string(q.Arguments))
		deaf, answer := f.deaf[q.Command], f.answers[q.Command]
		f.mu.Unlock()
		if deaf {
			continue
		}
		reply := object{"type": "response", "request_seq": q.Seq, "command": q.Command, "success": true}
		if answer != nil {
			body, err := answer(q.Arguments)
			if err != nil {
				reply["success"], reply["message"] = false, err.Error()
			}
			reply["body"] = body
		}
		f.send(reply)
		if q.Command == "disconnect" {
			f.out.Close()
			return
		}
	}
}

// tell sends an event.
func (f *fake) tell(event string, body any) {
	f.send(object{"type": "event", "event": event, "body": body})
}

func (f *fake) send(m object) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seq++
	m["seq"] = f.seq
	data, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	_ = dap.WriteBaseMessage(f.out, data) // an error is that it was killed
}

// heard returns what it was asked, as the command and its arguments.
func (f *fake) heard(command string) (list []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, a := range f.asked {
		if strings.HasPrefix(a, command+" ") {
			list = append(list, strings.TrimPrefix(a, command+" "))
		}
	}
	return list
}

// book is a notebook that says always the same.
type book struct {
	interrupted chan struct{}
}

func (book) Codes() []string                      { return []string{"earlier := 1"} }
func (book) Variables(context.Context) []Variable { return []Variable{{"a", "[]float64", "[1 2 3]"}} }
func (book) Files() []File                        { return []File{{"fmt", "/go/src/fmt/print.go"}} }
func (b book) Interrupt()                         { close(b.interrupted) }
func (book) Show(_ context.Context, expr string) (data, metadata map[string]json.RawMessage, err error) {
	if expr != "a" {
		return nil, nil, errors.New("undefined: " + expr)
	}
	return map[string]json.RawMessage{"text/plain": []byte(`"[1 2 3]"`)}, nil, nil
}

// desk is a debugger with fake adapters and what it has told.
type desk struct {
	*Debugger
	t      *testing.T
	fake   *fake
	book   book
	events chan Event
	seq    int
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	k := &desk{t: t, book: book{make(chan struct{})}, events: make(chan Event, 100)}
	k.Debugger = New(Config{Dir: t.TempDir(), Notebook: k.book, Emit: func(e Event) { k.events <- e }, Start: func() (Adapter, error) {
		if k.fake == nil {
			return nil, errors.New("there is none")
		}
		return k.fake, nil
	}})
	t.Cleanup(k.Close)
	return k
}

// ask sends a request and returns the answer, whose body went through JSON as it does on its way.
func (k *desk) ask(command string, args any) Response {
	k.t.Helper()
	var raw json.RawMessage
	if args != nil {
		raw = marshal(k.t, args)
	}
	k.seq++
	r := k.Handle(k.t.Context(), Request{Seq: k.seq, Command: command, Arguments: raw})
	if r.Type != "response" || r.RequestSeq != k.seq || r.Command != command || r.Success != (r.Message == "") {
		k.t.Errorf("%s is answered by %+v", command, r)
	}
	return r
}

// ok sends a request that must be granted, and returns the body of the answer as JSON.
func (k *desk) ok(command string, args any) string {
	k.t.Helper()
	r := k.ask(command, args)
	if !r.Success {
		k.t.Fatalf("%s: %s", command, r.Message)
	}
	return string(marshal(k.t, r.Body))
}

// refused sends a request that must be refused, for a reason with some words in it.
func (k *desk) refused(command string, args any, words string) {
	k.t.Helper()
	if r := k.ask(command, args); r.Success || !strings.Contains(r.Message, words) {
		k.t.Errorf("%s: %v %q, want it refused with %q", command, r.Success, r.Message, words)
	}
}

// start switches the debugger on as JupyterLab does.
func (k *desk) start() {
	k.t.Helper()
	k.ok("initialize", object{"clientID": "jupyterlab", "pathFormat": "path", "linesStartAt1": true, "columnsStartAt1": true})
	k.ok("attach", object{})
	k.event("initialized")
	k.ok("setExceptionBreakpoints", object{"filters": []string{}})
}

// run begins a program with a new adapter. lost is sent why the debugger has failed.
func (k *desk) run() (lost chan error) {
	k.t.Helper()
	k.fake, lost = newFake(), make(chan error, 1)
	if err := k.Tracer([]string{"n"}).Attach(k.t.Context(), 42, func(err error) { lost <- err }); err != nil {
		k.t.Fatal(err)
	}
	return lost
}

// stop has the program stop.
func (k *desk) stop(reason string) string {
	k.t.Helper()
	k.fake.tell("stopped", object{"reason": reason, "threadId": 1, "allThreadsStopped": true})
	return k.event("stopped")
}

// event returns the body of the next event, which must be of that kind.
func (k *desk) event(kind string) string {
	k.t.Helper()
	select {
	case e := <-k.events:
		if e.Event != kind || e.Type != "event" {
			k.t.Fatalf("event %+v, want %s", e, kind)
		}
		return string(marshal(k.t, e.Body))
	case <-time.After(10 * time.Second):
		k.t.Fatalf("no event %s", kind)
		return ""
	}
}

// silence makes sure that nothing was told.
func (k *desk) silence() {
	k.t.Helper()
	select {
	case e := <-k.events:
		k.t.Errorf("event %+v", e)
	default:
	}
}

func marshal(t *testing.T, v any) json.RawMessage {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
