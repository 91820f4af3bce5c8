package backend

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/debug"
	"github.com/mercer-go/mercer/kernel/debug/adapter"
	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session"
	"github.com/mercer-go/mercer/kernel/session/show"
)

// The test binary is the debugger's adapter too.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "debug-adapter" {
		if err := adapter.Serve(streams{os.Stdin, os.Stdout}); err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

type streams struct {
	*os.File
	out *os.File
}

func (s streams) Write(p []byte) (int, error) { return s.out.Write(p) }

// screen is what a front end shows of a cell.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *screen) Stream(_, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text.WriteString(text)
}

func (s *screen) Display(b show.Bundle, _ bool) {
	s.Stream("", string(b.Data["text/html"])+string(b.Data["text/markdown"])+string(b.Data["text/plain"]))
}
func (s *screen) Result(_ int, b show.Bundle) { s.Display(b, false) }
func (s *screen) Clear(bool)                  {}
func (s *screen) Input(context.Context, string, bool) (string, error) {
	return "", jupyter.ErrNoInput
}

// panel is a front end with a debugger.
type panel struct {
	*Backend
	t      *testing.T
	events chan debug.Event
	seq    int
}

func newPanel(t *testing.T) *panel {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no Go toolchain")
	}
	exe, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New(session.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	p := &panel{Backend: New(s, "test"), t: t, events: make(chan debug.Event, 1000)}
	p.EnableDebugger(debug.Launch(exe, "debug-adapter"), nil)
	t.Cleanup(func() {
		if err := p.Shutdown(false); err != nil {
			t.Error(err)
		}
	})
	return p
}

// ask sends a request, and decodes the body of its answer into body. It says why it was refused.
func (p *panel) ask(command string, args, body any) string {
	p.t.Helper()
	p.seq++
	raw, err := json.Marshal(args)
	if err != nil {
		p.t.Fatal(err)
	}
	reply := p.Debug(p.t.Context(), wire.DebugRequest{Seq: p.seq, Command: command, Arguments: raw}, func(e any) { p.events <- e.(debug.Event) })
	data, err := json.Marshal(reply)
	if err != nil {
		p.t.Fatal(err)
	}
	var answer struct {
		Success bool
		Message string
		Body    json.RawMessage
	}
	if err := json.Unmarshal(data, &answer); err != nil {
		p.t.Fatal(err)
	}
	if body != nil && answer.Success {
		if err := json.Unmarshal(answer.Body, body); err != nil {
			p.t.Fatalf("%s: %v in %s", command, err, answer.Body)
		}
	}
	return answer.Message
}

// must sends a request that is granted.
func (p *panel) must(command string, args, body any) {
	p.t.Helper()
	if why := p.ask(command, args, body); why != "" {
		p.t.Fatalf("%s: %s", command, why)
	}
}

type args = map[string]any

func (p *panel) start() {
	p.t.Helper()
	p.must("initialize", args{"clientID": "test"}, nil)
	p.must("attach", args{}, nil)
}

// breakAt sets the breakpoints of a cell.
func (p *panel) breakAt(code string, lines ...int) {
	p.t.Helper()
	var cell struct{ SourcePath string }
	p.must("dumpCell", args{"code": code}, &cell)
	points := []args{}
	for _, line := range lines {
		points = append(points, args{"line": line})
	}
	var set struct{ Breakpoints []struct{ Verified bool } }
	p.must("setBreakpoints", args{"source": args{"path": cell.SourcePath}, "breakpoints": points}, &set)
	for _, b := range set.Breakpoints {
		if !b.Verified {
			p.t.Fatalf("a breakpoint of %q is not set", code)
		}
	}
}

// panicInfo checks why the program has stopped, as a front end can ask.
func (p *panel) panicInfo(kind, reason string) {
	p.t.Helper()
	var info struct{ ExceptionID, Description string }
	p.must("exceptionInfo", args{"threadId": 1}, &info)
	if info.ExceptionID != kind || info.Description != reason {
		p.t.Errorf("exceptionInfo: %+v, want %s: %s", info, kind, reason)
	}
	if vars := p.values(p.frames(1)[0].ID); !strings.HasPrefix(vars, "("+kind+")  = "+reason) {
		p.t.Errorf("variables %s, want the %s first", vars, kind)
	}
}

// execution is a cell that runs.
type execution struct {
	screen
	t         *testing.T
	reply     chan session.Reply
	interrupt context.CancelCauseFunc
}

func (p *panel) begin(code string) *execution {
	ctx, cancel := context.WithCancelCause(p.t.Context())
	x := &execution{t: p.t, reply: make(chan session.Reply, 1), interrupt: cancel}
	go func() { x.reply <- p.Execute(ctx, session.Request{Code: code, CellID: code, StoreHistory: true}, x) }()
	return x
}

// end waits for the end of the cell, and returns what it has shown, with its error.
func (x *execution) end() string {
	x.t.Helper()
	select {
	case r := <-x.reply:
		x.mu.Lock()
		defer x.mu.Unlock()
		if r.Err != nil {
			x.text.WriteString("error: " + r.Err.Name + ": " + r.Err.Value + strings.Join(r.Err.Traceback, "\n"))
		}
		return x.text.String()
	case <-time.After(2 * time.Minute):
		x.t.Fatal("the cell does not end")
		return ""
	}
}

func (p *panel) run(code string) string {
	p.t.Helper()
	return p.begin(code).end()
}

// stopped waits until the cell has stopped, and returns why and where: the names and lines of the frames.
func (p *panel) stopped(x *execution) (reason, where string) {
	p.t.Helper()
	for {
		select {
		case e := <-p.events:
			if e.Event != "stopped" {
				continue
			}
			var body struct {
				Reason   string
				ThreadID int
			}
			data, err := json.Marshal(e.Body)
			if err == nil {
				err = json.Unmarshal(data, &body)
			}
			if err != nil {
				p.t.Fatal(err)
			}
			return body.Reason, p.stack(body.ThreadID)
		case r := <-x.reply:
			x.mu.Lock()
			text := x.text.String()
			x.mu.Unlock()
			if strings.Contains(text, "runs without the debugger") {
				p.t.Skip(text)
			}
			p.t.Fatalf("the cell has ended: %+v, %s", r.Err, text)
		case <-time.After(2 * time.Minute):
			p.t.Fatal("the cell does not stop")
		}
	}
}

func (p *panel) stack(thread int) string {
	p.t.Helper()
	var at []string
	for _, f := range p.frames(thread) {
		at = append(at, f.Name+":"+strconv.Itoa(f.Line))
	}
	return strings.Join(at, " ")
}

type frame struct {
	ID     int
	Name   string
	Line   int
	Source struct{ Path string }
}

func (p *panel) frames(thread int) []frame {
	p.t.Helper()
	var trace struct{ StackFrames []frame }
	p.must("stackTrace", args{"threadId": thread}, &trace)
	return trace.StackFrames
}

// values are the variables of a frame, with their types and values, those of the notebook behind a bar.
func (p *panel) values(frame int) string {
	p.t.Helper()
	var s struct {
		Scopes []struct {
			Name               string
			VariablesReference int
		}
	}
	p.must("scopes", args{"frameId": frame}, &s)
	var text []string
	for i, scope := range s.Scopes {
		if want := []string{"Locals", "Globals"}[max(0, 2-len(s.Scopes))+i]; scope.Name != want { // locals only where there are some
			p.t.Errorf("scope %q, want %s", scope.Name, want)
		}
		if i > 0 {
			text = append(text, "|")
		}
		var v struct {
			Variables []struct{ Name, Type, Value string }
		}
		p.must("variables", args{"variablesReference": scope.VariablesReference}, &v)
		for _, v := range v.Variables {
			text = append(text, v.Name+" "+v.Type+" = "+v.Value+";")
		}
	}
	return strings.Join(text, " ")
}

// A breakpoint in a function of an earlier cell is hit when a later one calls it; there variables are read, and the program is stepped and goes on.
func TestDebugger(t *testing.T) {
	p := newPanel(t)
	const early = "type P struct{ X, y int }\n\nfunc sq[T int | float64](v T, p *P) T {\n\tw := v * v\n\treturn w\n}"
	if out := p.run(early); out != "" {
		t.Fatal(out)
	}
	p.start()
	const late = "%time\nn, p := 0, P{1, 2}\n\nfor i := range 3 {\n\tn += sq(i, &p)\n}\nfmt.Println(n)"
	p.breakAt(early, 4)
	x := p.begin(late)
	if reason, where := p.stopped(x); reason != "breakpoint" || !strings.HasPrefix(where, "sq[int]:4 ") || !strings.HasSuffix(where, ":4 (cell):5") {
		t.Errorf("stopped for %s at %s", reason, where)
	}
	at := p.frames(1)
	var info struct{ TmpFilePrefix string }
	p.must("debugInfo", nil, &info)
	if path := at[0].Source.Path; !strings.HasPrefix(path, info.TmpFilePrefix) {
		t.Errorf("the frame is of %s", path)
	}
	if got := p.values(at[0].ID); got != "v int = 0; p *P = *P {X: 1, y: 2}; | n int = 0; p P = P {X: 1, y: 2};" {
		t.Errorf("variables: %s", got)
	}
	for _, c := range [][2]string{{"next", ":5 (cell):5"}, {"stepOut", "(cell):5"}, {"continue", ":4 (cell):5"}} {
		p.must(c[0], args{"threadId": 1}, nil)
		if _, where := p.stopped(x); !strings.HasSuffix(where, c[1]) {
			t.Errorf("after %s at %s", c[0], where)
		}
	}
	var value struct{ Result string }
	if p.must("evaluate", args{"expression": "v + 40", "frameId": p.frames(1)[0].ID, "context": "repl"}, &value); value.Result != "41" {
		t.Errorf("v + 40 is %s", value.Result)
	}
	p.breakAt(early)
	p.must("continue", args{"threadId": 1}, nil)
	if out := x.end(); !strings.HasPrefix(out, "5\n") {
		t.Errorf("output %s", out)
	}
	var vars struct {
		Variables []struct{ Name, Value string }
	}
	if p.must("inspectVariables", args{}, &vars); len(vars.Variables) != 2 || vars.Variables[0].Value != "5" {
		t.Errorf("variables afterwards: %+v", vars.Variables)
	}
	p.must("disconnect", args{}, nil)
	if out := p.run(late + " //"); !strings.HasPrefix(out, "5\n") {
		t.Errorf("without the debugger: %s", out)
	}
}

// A cell that has stopped is interrupted within a second, and its values stay as they were; a panic stops it before it dies; and if
// the debugger is switched off the cell goes on.
func TestEndsOfStoppedCells(t *testing.T) {
	p := newPanel(t)
	if out := p.run("kept := 41"); out != "" {
		t.Fatal(out)
	}
	p.start()
	const stops = "kept = 1\nfor range 2 {\n\tkept++\n}"
	p.breakAt(stops, 3)
	x := p.begin(stops)
	p.stopped(x)
	start := time.Now()
	x.interrupt(jupyter.ErrInterrupted)
	if out := x.end(); !strings.Contains(out, "error: interrupted") || !strings.Contains(out, "line 3") {
		t.Errorf("interrupted: %s", out)
	}
	if took := time.Since(start); took > 3*time.Second { // one on a machine that does nothing else
		t.Errorf("it took %v", took)
	}
	const panics = "var none []int\nkept = none[kept]"
	x = p.begin(panics)
	if reason, where := p.stopped(x); reason != "exception" || where != "(cell):2" {
		t.Errorf("a panic stops for %s at %s", reason, where)
	}
	p.panicInfo("panic", "runtime error: index out of range [41] with length 0")
	p.must("continue", args{"threadId": 1}, nil)
	if out := x.end(); !strings.Contains(out, "index out of range [41] with length 0") {
		t.Errorf("a panic: %s", out)
	}
	for code, want := range map[string]string{
		`panic(fmt.Errorf("bad: %w", os.ErrNotExist))`: "bad: file does not exist",
		"type odd struct{ A int }\npanic(odd{3})":      "odd {A: 3}",
		"panic(3.5)": "3.5",
	} {
		x = p.begin(code)
		p.stopped(x)
		p.panicInfo("panic", want)
		p.must("continue", args{"threadId": 1}, nil)
		x.end()
	}
	x = p.begin(stops)
	p.stopped(x)
	p.must("disconnect", args{"terminateDebuggee": false}, nil)
	if out := x.end(); out != "" {
		t.Errorf("switched off: %s", out)
	}
	if out := p.run("kept"); !strings.Contains(out, "3") {
		t.Errorf("kept is %s", out)
	}
}

// A debugger that dies takes the cell with it, in a sentence, and the next cell has another one. Tests and goroutines stop as well.
func TestDebuggerDies(t *testing.T) {
	p := newPanel(t)
	p.start()
	const tested = "%test\nfunc TestSum(t *testing.T) {\n\tdone := make(chan int)\n\tgo func() {\n\t\ts := 1 + 1\n\t\tdone <- s\n\t}()\n\tif <-done != 2 {\n\t\tt.Error()\n\t}\n}"
	p.breakAt(tested, 6)
	x := p.begin(tested)
	if _, where := p.stopped(x); where != "TestSum.func1:6" {
		t.Errorf("stopped at %s", where)
	}
	killChildren(t, "debug-adapter")
	if out := x.end(); !strings.Contains(out, "error: debugger: the debugger has ended") || strings.Contains(out, "goroutine") {
		t.Errorf("the debugger was killed: %s", out)
	}
	x = p.begin(tested)
	p.stopped(x)
	p.must("continue", args{"threadId": 1}, nil)
	if out := x.end(); !strings.Contains(out, "PASS") {
		t.Errorf("output %s", out)
	}
}

// killChildren kills the children of this process that were started with an argument.
func killChildren(t *testing.T, arg string) {
	t.Helper()
	out, err := exec.Command("ps", "-o", "pid=,args=", "--ppid", strconv.Itoa(os.Getpid())).Output()
	if err != nil {
		t.Skip("ps does not list children: ", err)
	}
	killed := 0
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if pid, err := strconv.Atoi(fields[0]); err == nil && fields[len(fields)-1] == arg {
			killed++
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
		}
	}
	if killed != 1 {
		t.Fatalf("%d children were killed:\n%s", killed, out)
	}
}
