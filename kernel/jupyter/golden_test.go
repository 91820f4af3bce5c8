package jupyter_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/jupytertest"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares all frames that answer a request with testdata/NAME.golden.jsonl, one message a line.
func TestGolden(t *testing.T) {
	const shell, control = jupytertest.Shell, jupytertest.Control
	run := func(code string) wire.ExecuteRequest {
		return wire.ExecuteRequest{Code: code, StoreHistory: true, StopOnError: true}
	}
	for _, c := range []struct {
		name    string
		channel jupytertest.Channel
		typ     wire.Type
		content any
	}{
		{"kernel_info", shell, wire.TypeKernelInfoRequest, wire.Empty{}},
		{"kernel_info_control", control, wire.TypeKernelInfoRequest, wire.Empty{}},
		{"execute_streams", shell, wire.TypeExecuteRequest, run("print out\neprint err")},
		{"execute_result", shell, wire.TypeExecuteRequest, run("result 42")},
		{"execute_error", shell, wire.TypeExecuteRequest, run("print before\nerror no good")},
		{"execute_displays", shell, wire.TypeExecuteRequest, run("display one\nupdate two\nclear wait\nclear")},
		{"execute_page", shell, wire.TypeExecuteRequest, run("page help")},
		{"execute_expressions", shell, wire.TypeExecuteRequest, wire.ExecuteRequest{UserExpressions: map[string]string{"a": "1+1"}}},
		{"execute_silent", shell, wire.TypeExecuteRequest, wire.ExecuteRequest{Code: "print x", Silent: true}},
		{"execute_no_stdin", shell, wire.TypeExecuteRequest, run("input name")},
		{"complete", shell, wire.TypeCompleteRequest, wire.CompleteRequest{Code: "é𝛼b", CursorPos: 2}},
		{"inspect", shell, wire.TypeInspectRequest, wire.InspectRequest{Code: "abc", CursorPos: 99, DetailLevel: 1}},
		{"inspect_nothing", shell, wire.TypeInspectRequest, wire.InspectRequest{}},
		{"is_complete", shell, wire.TypeIsCompleteRequest, wire.IsCompleteRequest{Code: "{"}},
		{"history_tail", shell, wire.TypeHistoryRequest, wire.HistoryRequest{Access: "tail", N: 3}},
		{"history_range_output", shell, wire.TypeHistoryRequest, wire.HistoryRequest{Access: "range", Output: true, Start: 1, Stop: 3}},
		{"history_search", shell, wire.TypeHistoryRequest, wire.HistoryRequest{Access: "search", Pattern: "*esult*", Unique: true}},
		{"history_unknown", shell, wire.TypeHistoryRequest, wire.HistoryRequest{Access: "random"}},
		{"comm_info", shell, wire.TypeCommInfoRequest, wire.CommInfoRequest{}},
		{"connect", shell, wire.TypeConnectRequest, wire.Empty{}},
		{"interrupt", control, wire.TypeInterruptRequest, wire.Empty{}},
		{"debug", control, wire.TypeDebugRequest, wire.DebugRequest{Seq: 1, Command: "initialize"}},
		{"unknown", shell, "unknown_request", wire.Empty{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := start(t, nil)
			if strings.HasPrefix(c.name, "history") {
				k.run("result 1")
				k.run("print 2")
			}
			r := k.request(c.channel, c.typ, c.content)
			compare(t, c.name, k.render(r.Messages))
		})
	}
}

// TestGoldenOther compares the messages that are not the answer to one request.
func TestGoldenOther(t *testing.T) {
	k := start(t, nil)
	k.OnInput = func(string, bool) string { return "me" }
	compare(t, "welcome", k.render(k.Messages("")))
	r := k.execute(jupytertest.Execution{Code: "input name", AllowStdin: true})
	compare(t, "stdin", k.render(r.Messages))
	m, err := k.Session.New(wire.TypeCommOpen, nil, wire.Comm{ID: "c", TargetName: "nobody"})
	if err != nil {
		t.Fatal(err)
	}
	if err := k.SendMessage(jupytertest.Shell, m); err != nil {
		t.Fatal(err)
	}
	idle := func(m jupytertest.Message) bool {
		var s wire.Status
		return m.Header.Type == wire.TypeStatus && jupytertest.Content(m, &s) == nil && s.State == "idle"
	}
	if _, err := k.Wait(t.Context(), m.Header.ID, idle); err != nil { // comm messages are served beside executions
		t.Fatal(err)
	}
	compare(t, "comm_open", k.render(k.Messages(m.Header.ID)))
	r = k.request(jupytertest.Control, wire.TypeShutdownRequest, wire.ShutdownRequest{Restart: true})
	compare(t, "shutdown", k.render(r.Messages))
}

// What differs from run to run.
var (
	uuids  = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)
	dates  = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z`)
	hashes = regexp.MustCompile(`"[0-9a-f]{64}"`)
	ports  = regexp.MustCompile(`_port":\d+`)
	users  = regexp.MustCompile(`"username":"[^"]*"`)
)

// render writes messages as JSON lines, those of iopub last.
func (k *kernel) render(messages []jupytertest.Message) string {
	messages = slices.Clone(messages)
	slices.SortStableFunc(messages, func(a, b jupytertest.Message) int { return -strings.Compare(string(a.Channel), string(b.Channel)) })
	var out strings.Builder
	for _, m := range messages {
		line := []byte(`{"` + string(m.Channel) + `":[`)
		for i, f := range m.Frames {
			if i > 0 {
				line = append(line, ", "...)
			}
			if !bytes.HasPrefix(f, []byte("{")) {
				f, _ = wire.Marshal(string(f))
			}
			line = append(line, f...)
		}
		text := string(append(line, "]}\n"...))
		text = strings.ReplaceAll(text, k.Session.ID, "CLIENT")
		text = dates.ReplaceAllString(uuids.ReplaceAllString(text, "ID"), "DATE")
		text = ports.ReplaceAllString(hashes.ReplaceAllString(text, `"SIGNATURE"`), `_port":0`)
		out.WriteString(users.ReplaceAllString(text, `"username":"USER"`))
	}
	return out.String()
}

// compare compares with a golden file; on a difference, what came is saved beside it.
func compare(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden.jsonl")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		os.WriteFile(path+".got", []byte(got), 0o644)
		t.Errorf("differs from the golden file (%v): diff %s %s.got", err, path, path)
	}
}

var _ jupyter.Backend = (*scripted)(nil)
