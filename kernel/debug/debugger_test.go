package debug

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-dap"

	"github.com/mercer-go/mercer/kernel/cell"
)

// cellSq is a cell that the fake adapters' programs know.
const cellSq = "func sq(i int) int {\n\ty := i * i\n\treturn y\n}\n\n// said\nfmt.Println(sq(2))"

// Before it is on, the debugger answers what can be asked, and refuses the rest with a reason.
func TestOff(t *testing.T) {
	k := newDesk(t)
	for command, c := range commands {
		if c.needs > nothing {
			k.refused(command, object{}, "initialize and attach come first")
		}
	}
	k.refused("nosuch", object{}, `does not know the command "nosuch"`)
	if k.Tracer([]string{"n"}) != nil {
		t.Error("a program would be debugged")
	}
	k.ok("initialize", object{"clientID": "vscode"})
	k.refused("stackTrace", object{"threadId": 1}, "initialize and attach come first")
	k.ok("attach", nil)
	k.refused("stackTrace", object{"threadId": 1}, "no cell has stopped")
	k.refused("continue", object{"threadId": 1}, "no cell has stopped")
	k.refused("pause", object{"threadId": 1}, "no cell runs")
	if k.Tracer([]string{"n"}) == nil {
		t.Error("no program would be debugged")
	}
	k.ok("disconnect", object{"restart": false, "terminateDebuggee": false})
	if k.Tracer([]string{"n"}) != nil || !strings.Contains(k.ok("debugInfo", nil), `"isStarted":false`) {
		t.Error("it is still on")
	}
}

// Every command that JupyterLab and VS Code send is in the table.
func TestCommands(t *testing.T) {
	for _, name := range strings.Fields(`initialize attach dumpCell setBreakpoints setExceptionBreakpoints configurationDone debugInfo inspectVariables
		richInspectVariables threads stackTrace scopes variables evaluate source continue next stepIn stepOut pause modules copyToGlobals disconnect terminate
		setVariable exceptionInfo`) {
		if commands[name].run == nil {
			t.Errorf("there is no %s", name)
		}
	}
}

// Answers have all that ipykernel's have, as they were recorded of ipykernel 7.4 with debugpy 1.8.
func TestAnswersHaveWhatIpykernelHas(t *testing.T) {
	file, err := os.Open("testdata/ipykernel.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	k := newDesk(t)
	path, compared := "", 0
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var rec struct {
			Request struct {
				Command   string
				Arguments json.RawMessage
			}
			Reply struct{ Body map[string]any }
		}
		if err := json.Unmarshal(lines.Bytes(), &rec); err != nil {
			t.Fatal(err)
		}
		args := rec.Request.Arguments
		switch rec.Request.Command {
		case "copyToGlobals":
			continue // refused here
		case "dumpCell":
			args = marshal(t, object{"code": cellSq})
		case "setBreakpoints":
			args = marshal(t, object{"breakpoints": []object{{"line": 2}}, "source": object{"path": path}})
		case "source":
			args = marshal(t, object{"source": object{"path": path}, "sourceReference": 0})
		case "threads":
			k.event("initialized")
			k.run()
			k.fake.answer("evaluate", object{"result": "1", "type": "int", "variablesReference": 0})
			k.stop("breakpoint")
		case "pause":
			k.run()
		}
		var ours struct{ Body map[string]any }
		if err := json.Unmarshal([]byte(`{"body":`+k.ok(rec.Request.Command, args)+`}`), &ours); err != nil {
			t.Fatal(err)
		}
		if rec.Request.Command == "attach" {
			k.client = "another" // which is told types
		}
		if at, ok := ours.Body["sourcePath"].(string); ok {
			path = at
		}
		for _, lacking := range lacks(rec.Reply.Body, ours.Body) {
			if !slices.Contains([]string{"setBreakpoints breakpoints 0 id", "stackTrace stackFrames 0 source sourceReference", "scopes scopes 0 presentationHint",
				"scopes scopes 0 source", "evaluate presentationHint"}, rec.Request.Command+lacking) && !strings.HasPrefix(rec.Request.Command, "initialize") {
				t.Errorf("the answer to %s has no%s: %v", rec.Request.Command, lacking, ours.Body)
			}
		}
		compared++
	}
	if compared < 24 {
		t.Errorf("only %d answers were compared", compared)
	}
}

// lacks lists the keys of want that got does not have, in objects and in the first elements of lists.
func lacks(want, got any) (missing []string) {
	switch w := want.(type) {
	case map[string]any:
		g, _ := got.(map[string]any)
		for key, value := range w {
			if _, ok := g[key]; !ok {
				missing = append(missing, " "+key)
				continue
			}
			for _, below := range lacks(value, g[key]) {
				missing = append(missing, " "+key+below)
			}
		}
	case []any:
		if g, _ := got.([]any); len(w) > 0 && len(g) > 0 {
			for _, below := range lacks(w[0], g[0]) {
				missing = append(missing, " 0"+below)
			}
		}
	}
	return missing
}

// A breakpoint stands where the program can stop, is told to each program that has the cell, and is listed for front ends that come later.
func TestBreakpoints(t *testing.T) {
	k := newDesk(t)
	k.start()
	path := k.dumped(cellSq)
	got := k.ok("setBreakpoints", object{"source": object{"path": path}, "breakpoints": []object{{"line": 1}, {"line": 2, "condition": "i > 3"}, {"line": 5}, {"line": 6}, {"line": 40}}})
	for _, want := range []string{`"line":1`, `"line":2`, `"line":7`, `"verified":false`, `nothing at this line or below it is run`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s has no %s", got, want)
		}
	}
	if info := k.ok("debugInfo", nil); !strings.Contains(info, `[{"breakpoints":[{"line":1},{"line":2},{"line":7}],"source":`) {
		t.Errorf("debugInfo: %s", info)
	}
	k.fake = newFake()
	key := cell.FileKey(cellSq)
	k.fake.answer("evaluate", object{"result": "/tmp/x/" + key + "\ncell_00000000.go\nother.go", "variablesReference": 0})
	if err := k.Tracer([]string{"n"}).Attach(t.Context(), 42, func(error) {}); err != nil {
		t.Fatal(err)
	}
	told := k.fake.heard("setBreakpoints")
	if len(told) != 1 || !strings.Contains(told[0], `{"path":"/tmp/x/`+key+`"}`) || !strings.Contains(told[0], `"condition":"i \u003e 3"`) {
		t.Errorf("the adapter was told %q", told)
	}
	if got := k.ok("setBreakpoints", object{"source": object{"path": path}, "breakpoints": []object{{"line": 2, "condition": "no Go"}}}); !strings.Contains(got, "no such thing") {
		t.Errorf("a condition that the adapter refuses: %s", got)
	}
	k.ok("setBreakpoints", object{"source": object{"path": path}, "breakpoints": []object{}})
	if told := k.fake.heard("setBreakpoints"); len(told) != 3 || strings.Contains(told[2], "line") {
		t.Errorf("the adapter was told %q", told)
	}
	if info := k.ok("debugInfo", nil); !strings.Contains(info, `"breakpoints":[]`) {
		t.Errorf("debugInfo: %s", info)
	}
	k.refused("setBreakpoints", object{"breakpoints": []object{{"line": 1}}}, "names no source")
	if got := k.ok("setBreakpoints", object{"source": object{"path": "/no/such.go"}, "breakpoints": []object{{"line": 1}}}); !strings.Contains(got, "there is no such source") {
		t.Errorf("a source that is not there: %s", got)
	}
}

// dumped has a cell dumped, and returns its path.
func (k *desk) dumped(code string) string {
	k.t.Helper()
	var body struct{ SourcePath string }
	if err := json.Unmarshal([]byte(k.ok("dumpCell", object{"code": code})), &body); err != nil {
		k.t.Fatal(err)
	}
	return body.SourcePath
}

// A cell that stops is looked at, stepped, and goes on; the debugger outlives it.
func TestStopped(t *testing.T) {
	k := newDesk(t)
	k.start()
	k.run()
	if got := k.stop("breakpoint"); got != `{"reason":"breakpoint","threadId":1,"allThreadsStopped":true}` {
		t.Errorf("stopped: %s", got)
	}
	for _, c := range []struct {
		command string
		args    any
		want    string
	}{
		{"debugInfo", nil, `"stoppedThreads":[1]`},
		{"threads", nil, `{"threads":[{"id":1,"name":"goroutine 1: (cell)"},{"id":7,"name":"goroutine 7: worker"}]}`},
		{"stackTrace", object{"threadId": 1}, `{"stackFrames":[{"id":1000,"name":"sq","source":{"name":"cell_00000000.go","path":"cell_00000000.go"},"line":2,"column":1},` +
			`{"id":1001,"name":"(cell).func1","source":{"name":"cell_00000000.go","path":"cell_00000000.go"},"line":3,"column":1}],"totalFrames":2}`},
		{"stackTrace", object{"threadId": 1, "startFrame": 1, "levels": 5}, `"name":"(cell).func1"`},
		{"scopes", object{"frameId": 1000}, `[{"name":"Locals","variablesReference":1,"expensive":false},{"name":"Globals","variablesReference":1073741824,"expensive":false}]`},
		{"variables", object{"variablesReference": 1 << 30}, `[{"name":"n","value":"cell_00000000.go","evaluateName":"n","variablesReference":0}]`},
		{"variables", object{"variablesReference": 1}, `{"variables":[{"name":"p","value":"P {X: 1, Y: \"main.go\"}","evaluateName":"p","variablesReference":4}]}`},
		{"richInspectVariables", object{"variableName": "x", "frameId": 1000}, `{"data":{"text/plain":"cell_00000000.go"},"metadata":{}}`},
		{"evaluate", object{"expression": "x+1", "frameId": 1000, "context": "repl"}, `"result":"cell_00000000.go"`},
		{"next", object{"threadId": 1}, `null`},
	} {
		if got := k.ok(c.command, c.args); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.command, got, c.want)
		}
	}
	k.fake.tell("continued", object{"threadId": 1, "allThreadsContinued": true})
	k.event("continued")
	k.stop("step")
	k.ok("continue", object{"threadId": 1})
	k.event("continued")
	k.refused("stackTrace", object{"threadId": 1}, "no cell has stopped")
	k.stop("pause")
	k.fake.tell("exited", object{"exitCode": 0})
	k.fake.tell("terminated", nil)
	k.event("continued") // which clears the panels
	k.Tracer([]string{"n"}).Release()
	k.silence()
	if tid := k.Tracer(nil).Thread(); tid != 0 {
		t.Errorf("thread %d of no program", tid)
	}
	k.run()
	k.stop("breakpoint")
	if tid := k.Tracer(nil).Thread(); tid != 2 {
		t.Errorf("the program has stopped on thread %d, want 2", tid)
	}
	k.Tracer([]string{"n"}).Release()
	k.event("continued")
	if !strings.Contains(k.ok("debugInfo", nil), `"isStarted":true`) {
		t.Error("the debugger is off")
	}
}

// A step that leaves the cell goes on: nobody wants to see what the kernel has written around it.
func TestStepOutOfTheCell(t *testing.T) {
	k := newDesk(t)
	k.start()
	k.run()
	k.stop("breakpoint")
	k.fake.answer("stackTrace", object{"stackFrames": []object{{"id": 1000, "name": "main.main", "line": 2, "source": object{"path": "mercer_main.go"}}}})
	k.fake.tell("stopped", object{"reason": "step", "threadId": 1})
	k.fake.tell("output", object{"category": "stdout", "output": "logged\n"})
	k.event("output")
	if got := k.fake.heard("continue"); len(got) != 1 {
		t.Errorf("the adapter was told %q", got)
	}
}

// TestPanicSaysWhy: the event, the answer to exceptionInfo and the first local variable have the reason of a panic, also one that delve
// gives no text of; a breakpoint has none.
func TestPanicSaysWhy(t *testing.T) {
	k := newDesk(t)
	k.start()
	k.run()
	k.stop("breakpoint")
	k.refused("exceptionInfo", object{"threadId": 1}, "not stopped at a panic")
	k.fake.answer("evaluate", object{"result": "main.P {X: 1}", "type": "main.P"})
	for _, test := range []struct{ description, text, want string }{
		{"panic", `"runtime error: index out of range [29] with length 0"`, "panic: runtime error: index out of range [29] with length 0"},
		{"fatal error", `"all goroutines are asleep"`, "fatal error: all goroutines are asleep"},
		{"panic", "", "panic: P {X: 1}"},
	} {
		k.fake.tell("stopped", object{"reason": "exception", "description": test.description, "text": test.text, "threadId": 1})
		kind, reason, _ := strings.Cut(test.want, ": ")
		if got := k.event("stopped"); !strings.Contains(got, `"description":"`+test.want+`"`) || !strings.Contains(got, `"text":"`+reason+`"`) {
			t.Errorf("stopped: %s, want %s", got, test.want)
		}
		info := k.ok("exceptionInfo", object{"threadId": 1})
		if !strings.Contains(info, `"description":"`+reason+`"`) || !strings.Contains(info, `"exceptionId":"`+kind+`"`) || strings.Contains(info, "bare") {
			t.Errorf("exceptionInfo: %s, want %s", info, test.want)
		}
		k.ok("scopes", object{"frameId": 1000})
		if vars := k.ok("variables", object{"variablesReference": 1}); !strings.Contains(vars, `[{"name":"(`+kind+`)","value":"`+reason+`"`) {
			t.Errorf("variables: %s, want %s first", vars, test.want)
		}
	}
	k.fake.tell("stopped", object{"reason": "step", "threadId": 1})
	if got := k.event("stopped"); strings.Contains(got, "text") {
		t.Errorf("a step: %s", got)
	}
	k.ok("scopes", object{"frameId": 1000})
	if vars := k.ok("variables", object{"variablesReference": 1}); strings.Contains(vars, "(panic)") {
		t.Errorf("variables after a step: %s", vars)
	}
}

// What delve says about itself is not for the user.
func TestTalk(t *testing.T) {
	k := newDesk(t)
	k.start()
	k.run()
	for _, category := range []string{"console", "important"} {
		k.fake.tell("output", object{"category": category, "output": "Type 'dlv help'"})
	}
	k.fake.tell("capabilities", object{})
	k.fake.tell("breakpoint", object{"reason": "changed", "breakpoint": object{"verified": true, "line": 2, "source": object{"path": cell.FileKey("earlier := 1")}}})
	if got := k.event("breakpoint"); !strings.Contains(got, k.sources.path("earlier := 1")) {
		t.Errorf("breakpoint: %s", got)
	}
}

// Panics stop a program unless the front end has chosen otherwise. That JupyterLab names none when it starts is no choice.
func TestPanics(t *testing.T) {
	const all, none = `{"filters":["unrecovered-panic","runtime-fatal-throw"]}`, `{"filters":[]}`
	for _, c := range []struct {
		client string
		chosen [][]string
		want   string
	}{
		{"jupyterlab", nil, all},
		{"jupyterlab", [][]string{{}}, all},
		{"jupyterlab", [][]string{{}, {"unrecovered-panic"}}, `{"filters":["unrecovered-panic"]}`},
		{"jupyterlab", [][]string{{"unrecovered-panic"}, {}}, none},
		{"vscode", nil, all},
		{"vscode", [][]string{{}}, none},
	} {
		k := newDesk(t)
		k.ok("initialize", object{"clientID": c.client})
		k.ok("attach", nil)
		k.event("initialized")
		for _, filters := range c.chosen {
			k.ok("setExceptionBreakpoints", object{"filters": filters})
		}
		k.run()
		if got := k.fake.heard("setExceptionBreakpoints"); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s has chosen %q: the adapter was told %q, want %s", c.client, c.chosen, got, c.want)
		}
	}
}

// An adapter that ends without having been told to takes the program with it; one that was told does not.
func TestLost(t *testing.T) {
	k := newDesk(t)
	k.start()
	lost := k.run()
	k.stop("breakpoint")
	k.fake.Kill()
	if err := <-lost; !strings.Contains(err.Error(), "the debugger has ended: signal: killed") {
		t.Error(err)
	}
	k.event("continued")
	k.refused("continue", object{"threadId": 1}, "no cell has stopped")
	lost = k.run()
	k.fake.Kill()
	k.Tracer([]string{"n"}).Release() // as for a program that has ended with its debugger, before anybody has noticed that this has
	if err := <-lost; !strings.Contains(err.Error(), "the debugger has ended") {
		t.Error(err)
	}
	lost = k.run()
	k.Tracer([]string{"n"}).Release()
	select {
	case err := <-lost:
		t.Errorf("an orderly end is told as %v", err)
	default:
	}
}

// A program begins without a debugger that does not start, cannot take hold of it, or is switched off meanwhile.
func TestNoHold(t *testing.T) {
	k := newDesk(t)
	k.start()
	attach := func(edit func(*fake)) error {
		if k.fake = nil; edit != nil {
			k.fake = newFake()
			edit(k.fake)
		}
		return k.Tracer([]string{"n"}).Attach(t.Context(), 42, func(err error) { t.Errorf("lost: %v", err) })
	}
	for _, c := range []struct {
		edit func(*fake)
		want string
	}{
		{nil, "there is none"},
		{func(f *fake) { f.refuse("attach", "could not attach to pid 42: operation not permitted") }, "needs ptrace"},
		{func(f *fake) { f.refuse("attach", "no such process") }, "it cannot take hold of the cell's program: no such process"},
		{func(f *fake) { f.refuse("configurationDone", "out of order") }, "out of order"},
		{func(f *fake) { f.Kill() }, "the debugger has ended"},
	} {
		if err := attach(c.edit); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	tracer := k.Tracer([]string{"n"})
	k.ok("disconnect", nil)
	if err := tracer.Attach(t.Context(), 42, nil); err != nil {
		t.Error(err)
	}
}

// A pause that comes while a program begins waits until it has begun.
func TestEarlyPause(t *testing.T) {
	k := newDesk(t)
	k.start()
	k.fake = newFake()
	begun, goOn := make(chan struct{}), make(chan struct{})
	k.fake.answers["configurationDone"] = func(json.RawMessage) (any, error) {
		close(begun)
		<-goOn
		return nil, nil
	}
	attached := make(chan error, 1)
	go func() { attached <- k.Tracer([]string{"n"}).Attach(t.Context(), 42, func(error) {}) }()
	<-begun
	time.AfterFunc(50*time.Millisecond, func() { close(goOn) })
	k.ok("pause", object{"threadId": 1})
	if err := <-attached; err != nil {
		t.Fatal(err)
	}
	if last := k.fake.asked[len(k.fake.asked)-1]; !strings.HasPrefix(last, "pause") {
		t.Errorf("the adapter was asked last for %s", last)
	}
}

// Switched off while a program has stopped, the debugger lets it go on without any stop; if it was asked to end the program, that is interrupted.
func TestDisconnect(t *testing.T) {
	for _, end := range []bool{false, true} {
		k := newDesk(t)
		k.start()
		lost := k.run()
		k.stop("breakpoint")
		k.ok("disconnect", object{"terminateDebuggee": end})
		k.event("continued")
		k.event("terminated")
		k.fake.tell("stopped", object{"reason": "exception", "threadId": 1}) // it goes on at once
		for end := time.Now().Add(10 * time.Second); len(k.fake.heard("continue")) < 2; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("the program stands still")
			}
		}
		k.silence()
		select {
		case <-k.book.interrupted:
			if !end {
				t.Error("the cell was interrupted")
			}
		default:
			if end {
				t.Error("the cell was not interrupted")
			}
		}
		if len(lost) > 0 {
			t.Error(<-lost)
		}
	}
	k := newDesk(t)
	k.start()
	k.run()
	k.ok("terminate", nil)
	<-k.book.interrupted
}

// An adapter that does not answer keeps nobody waiting for long.
func TestDeafAdapter(t *testing.T) {
	k := newDesk(t)
	k.start()
	k.run()
	k.stop("breakpoint")
	k.fake.mu.Lock()
	k.fake.deaf["disconnect"] = true
	k.fake.mu.Unlock()
	start := time.Now()
	k.Tracer([]string{"n"}).Release()
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("letting go took %v", took)
	}
	k.event("continued")
}

// While nothing has stopped, variables are those of the notebook.
func TestNotebookVariables(t *testing.T) {
	k := newDesk(t)
	for _, c := range []struct {
		command string
		args    any
		want    string
	}{
		{"inspectVariables", nil, `{"variables":[{"name":"a","value":"[1 2 3]","evaluateName":"a","variablesReference":0}]}`},
		{"richInspectVariables", object{"variableName": "a"}, `{"data":{"text/plain":"[1 2 3]"},"metadata":{}}`},
		{"modules", object{}, `{"modules":[{"id":0,"name":"fmt/print.go","path":"/go/src/fmt/print.go"}],"totalModules":1}`},
	} {
		if got := k.ok(c.command, c.args); got != c.want {
			t.Errorf("%s: %s, want %s", c.command, got, c.want)
		}
	}
	k.refused("richInspectVariables", object{"variableName": "b"}, "undefined: b")
	k.refused("richInspectVariables", object{"variableName": "a; os.Exit(1)"}, "is no variable")
	k.refused("copyToGlobals", object{"srcVariableName": "x", "dstVariableName": "x", "srcFrameId": 1}, "cannot be made one of the notebook")
	k.start()
	if got := k.ok("evaluate", object{"expression": "a"}); got != `{"result":"[1 2 3]","variablesReference":0}` {
		t.Errorf("evaluate: %s", got)
	}
	if got := k.ok("threads", nil); got != `{"threads":[{"id":1,"name":"goroutine 1"}]}` {
		t.Errorf("threads: %s", got)
	}
}

// The text of cells and of packages can be read, and no other files.
func TestSource(t *testing.T) {
	k := newDesk(t)
	k.start()
	path := k.dumped(cellSq)
	if got := k.ok("source", object{"source": object{"path": path}, "sourceReference": 0}); !strings.Contains(got, `return y`) {
		t.Errorf("source: %s", got)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != cellSq {
		t.Errorf("the file has %q, %v", text, err)
	}
	if got := k.ok("source", object{"source": object{"path": k.sources.path("earlier := 1")}}); !strings.Contains(got, "earlier := 1") {
		t.Errorf("a cell that ran before: %s", got)
	}
	k.Ran("later := 1")
	k.ok("source", object{"source": object{"path": k.sources.path("later := 1")}})
	for _, path := range []string{"/etc/passwd", "relative.go", "", k.sources.path("never ran"), "/no/such.go"} {
		k.refused("source", object{"source": object{"path": path}}, "there is no source")
	}
	k.refused("source", object{}, "names no source")
	k.refused("dumpCell", object{}, "has no code")
}

// JupyterLab shows a type in the place of a value, so it is told only types with which it shows the value; other front ends are told all.
func TestTypesForFrontEnds(t *testing.T) {
	for client, want := range map[string]string{"jupyterlab": "[int  bool  ]", "": "[int  bool  ]", "vscode": "[int int bool float64 string]"} {
		k := newDesk(t)
		k.ok("initialize", object{"clientID": client})
		var types []string
		for _, v := range k.forClient([]dap.Variable{{Type: "int", Value: "12"}, {Type: "int", Value: "9007199254740993"}, {Type: "bool", Value: "true"},
			{Type: "float64", Value: "+Inf"}, {Type: "string", Value: `"a"`}}) {
			types = append(types, v.Type)
		}
		if got := fmt.Sprint(types); got != want {
			t.Errorf("%s is told %s, want %s", client, got, want)
		}
	}
}

// Whatever arguments come, there is an answer.
func FuzzArguments(f *testing.F) {
	for name := range commands {
		f.Add(name, `{"threadId":1,"source":{"path":"x.go"},"breakpoints":[{"line":-1}]}`)
		f.Add(name, `{"code":"x := 1","filters":null,"variableName":"a","frameId":1e9}`)
		f.Add(name, `[]`)
	}
	f.Fuzz(func(t *testing.T, command, args string) {
		k := newDesk(t)
		k.start()
		k.run()
		k.stop("breakpoint")
		r := k.Handle(t.Context(), Request{Seq: 1, Command: command, Arguments: json.RawMessage(args)})
		if _, err := json.Marshal(r); err != nil || r.Success != (r.Message == "") {
			t.Errorf("%s %s is answered by %+v, %v", command, args, r, err)
		}
	})
}
