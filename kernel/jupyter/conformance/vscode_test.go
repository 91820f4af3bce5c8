package conformance

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/jupytertest"
	"github.com/mercer-go/mercer/kernel/jupyter/kernelspec"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// This file plays what VS Code's Jupyter extension sends to a kernel that it starts itself, with the fields and in the order in
// which version 2026.6.1 in VS Code 1.139 did when it was recorded, and checks what the extension relies on.
//
// Reference: https://github.com/microsoft/vscode-jupyter, named at each step below src/.

// window is a notebook that is open in VS Code: it outlives the processes of its kernel.
type window struct {
	t        *testing.T
	ctx      context.Context
	argv     []string // of the kernelspec
	dir      string   // of the notebook
	notebook string
	session  string // RawKernelConnection.clientId

	conn   jupyter.Connection
	client *jupytertest.Client
	kernel *exec.Cmd
	stderr strings.Builder
	ended  chan error
}

// open opens a notebook with a kernel that is being started.
func open(t *testing.T, argv []string, dir, notebook string) *window {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	w := &window{t: t, ctx: ctx, argv: argv, dir: dir, notebook: notebook, session: wire.NewID()}
	w.start()
	return w
}

// start starts the kernel: kernels/raw/launcher/kernelProcess.node.ts (launch), kernelLauncher.node.ts (getKernelConnection).
func (w *window) start() {
	w.t.Helper()
	ports := freePorts(w.t, 5)
	w.conn = jupyter.Connection{
		Transport: "tcp", IP: "127.0.0.1", HB: ports[0], Control: ports[1], Shell: ports[2], Stdin: ports[3], IOPub: ports[4],
		Key: wire.NewID(), Scheme: "hmac-sha256", KernelName: "mercer",
	}
	name := sha256.Sum256([]byte(w.conn.Key))
	file := filepath.Join(w.t.TempDir(), fmt.Sprintf("kernel-v3%x.json", name[:20]))
	w.must(w.conn.Write(file))
	argv := slices.Clone(w.argv)
	argv[slices.Index(argv, "{connection_file}")] = file
	w.kernel = exec.Command(argv[0], argv[1:]...)
	w.kernel.Dir, w.kernel.Stderr = w.dir, &w.stderr
	w.must(w.kernel.Start())
	w.ended = make(chan error, 1)
	go func(cmd *exec.Cmd, ended chan error) { ended <- cmd.Wait() }(w.kernel, w.ended)
	w.t.Cleanup(func() { w.kernel.Process.Kill() })
	for _, port := range []int{w.conn.Shell, w.conn.IOPub} { // tcp-port-used: connects, and says nothing
		w.untilUsed(port)
	}
	client, err := jupytertest.Dial(w.ctx, w.conn)
	w.must(err)
	w.client = client
	w.t.Cleanup(func() { client.Close() })
	client.OnInput = func(string, bool) string { return "Ada" }
	w.ready()
}

// ready asks for the kernel's information on both channels, and waits for an answer and for something on iopub:
// kernels/raw/session/rawKernelConnection.node.ts (postStartKernel).
func (w *window) ready() {
	w.t.Helper()
	ids := []string{
		w.send(jupytertest.Shell, "kernel_info_request", struct{}{}, nil), // KernelConnection of @jupyterlab/services
		w.send(jupytertest.Control, "kernel_info_request", struct{}{}, nil),
		w.send(jupytertest.Shell, "kernel_info_request", struct{}{}, nil),
	}
	for _, id := range ids {
		r := w.finish(id)
		var info wire.KernelInfoReply
		w.must(jupytertest.Content(r.Reply, &info))
		if r.Status != "ok" || info.LanguageInfo.Name != "go" || info.LanguageInfo.FileExtension != ".go" {
			w.t.Errorf("kernel_info_reply: %s", r.Reply.Content)
		}
	}
}

// untilUsed connects to a port until somebody listens there.
func (w *window) untilUsed(port int) {
	for w.ctx.Err() == nil {
		if c, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			c.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	w.t.Fatalf("nobody listens at port %d: %s", port, &w.stderr)
}

func (w *window) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err, w.stderr.String())
	}
}

// send sends a message as @jupyterlab/services makes it, and @nteract/messaging writes it.
func (w *window) send(ch jupytertest.Channel, kind string, content, metadata any) (id string) {
	w.t.Helper()
	id = wire.NewID()
	header := map[string]any{
		"date": time.Now().UTC().Format("2006-01-02T15:04:05.000Z"), "msg_id": id, "msg_type": kind, "session": w.session,
		"username": "d141cbd7-3870-42b5-9048-7369ae2ec3d0", "subshell_id": nil, "version": "5.2",
	}
	if metadata == nil {
		metadata = struct{}{}
	}
	frames := [][]byte{[]byte("<IDS|MSG>"), nil}
	mac := hmac.New(sha256.New, []byte(w.conn.Key))
	for _, part := range []any{header, struct{}{}, metadata, content} {
		data, err := json.Marshal(part)
		w.must(err)
		mac.Write(data)
		frames = append(frames, data)
	}
	frames[1] = []byte(hex.EncodeToString(mac.Sum(nil)))
	w.must(w.client.SendFrames(ch, frames))
	return id
}

func (w *window) finish(id string) *jupytertest.Result {
	w.t.Helper()
	r, err := w.client.Finish(w.ctx, id)
	w.must(err)
	for _, m := range r.Messages {
		w.valid(m)
	}
	return r
}

// iopubFields are the fields that the extension expects, and their types: kernels/raw/session/rawSocket.node.ts (ensureFields).
var iopubFields = map[wire.Type]map[string]any{
	"stream":         {"name": "", "text": ""},
	"display_data":   {"data": map[string]any{}, "metadata": map[string]any{}},
	"execute_input":  {"code": "", "execution_count": 0.0},
	"execute_result": {"execution_count": 0.0, "data": map[string]any{}, "metadata": map[string]any{}},
	"error":          {"ename": "", "evalue": "", "traceback": []any{}},
	"status":         {"execution_state": ""},
	"clear_output":   {"wait": false},
	"comm_open":      {"comm_id": "", "target_name": "", "data": map[string]any{}},
	"comm_msg":       {"comm_id": "", "data": map[string]any{}},
	"comm_close":     {"comm_id": ""},
}

// valid checks that no field is missing that the extension would have to make up.
func (w *window) valid(m jupytertest.Message) {
	w.t.Helper()
	h := m.Header
	if h.Username == "" || h.Session == "" || h.ID == "" || h.Version == "" || len(m.Metadata) == 0 {
		w.t.Errorf("%s without all fields of the header, or metadata: %+v", h.Type, h)
	}
	var content map[string]any
	w.must(jupytertest.Content(m, &content))
	for name, like := range iopubFields[h.Type] {
		if got := content[name]; m.Channel == jupytertest.IOPub && fmt.Sprintf("%T", got) != fmt.Sprintf("%T", like) {
			w.t.Errorf("%s: %s is %v", h.Type, name, got)
		}
	}
}

// cellID is the id of a cell, of which number says how many the notebook had when it was opened or given: vs/workbench/…/notebookCommon.ts of VS Code.
func (w *window) cellID(number int) string {
	return fmt.Sprintf("vscode-notebook-cell:%s#W%dsZmlsZQ%%3D%%3D", filepath.Join(w.dir, w.notebook), number)
}

// startCell sends a cell: kernels/execution/cellExecution.ts (execute). The next one is sent after it has ended.
func (w *window) startCell(number int, code string) (id string) {
	return w.send(jupytertest.Shell, "execute_request", map[string]any{
		"silent": false, "store_history": true, "user_expressions": struct{}{}, "allow_stdin": true, "stop_on_error": false, "code": code,
	}, map[string]any{"cellId": w.cellID(number)})
}

func (w *window) cell(number int, code string) *jupytertest.Result {
	w.t.Helper()
	return w.finish(w.startCell(number, code))
}

// hidden runs code that is in no cell: kernels/helpers.ts (executeSilently).
func (w *window) hidden(code string) *jupytertest.Result {
	w.t.Helper()
	return w.finish(w.send(jupytertest.Shell, "execute_request", map[string]any{
		"silent": false, "store_history": false, "user_expressions": struct{}{}, "allow_stdin": true, "stop_on_error": false, "code": code,
	}, nil))
}

// end ends the kernel as the extension does, without asking it: its children first, then itself: kernelProcess.node.ts (dispose).
func (w *window) end() {
	w.t.Helper()
	for _, pid := range children(w.kernel.Process.Pid) {
		syscall.Kill(pid, syscall.SIGTERM)
	}
	w.must(w.kernel.Process.Signal(syscall.SIGTERM))
	select {
	case err := <-w.ended:
		if err != nil {
			w.t.Errorf("the kernel ended with %v: %s", err, &w.stderr)
		}
	case <-time.After(20 * time.Second):
		w.t.Error("the kernel did not end when it was told to")
	}
	w.client.Close()
}

// children returns the processes that a process has started, and those that these have; none where there is no /proc.
func children(pid int) (all []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		data, _ := os.ReadFile(list)
		for _, f := range strings.Fields(string(data)) {
			if child, err := strconv.Atoi(f); err == nil {
				all = append(append(all, child), children(child)...)
			}
		}
	}
	return all
}

// freePorts returns ports of the machine that nobody listens at.
func freePorts(t *testing.T, n int) (ports []int) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

func TestVSCode(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and starts kernels; not in -short")
	}
	for _, name := range []string{"JPY_PARENT_PID", "JPY_SESSION_NAME", "JPY_API_TOKEN"} { // a Jupyter server sets these
		t.Setenv(name, "")
	}
	t.Setenv("MERCER_VALUES", t.TempDir())
	t.Setenv("MERCER_HISTORY", filepath.Join(t.TempDir(), "history.jsonl"))
	argv := kernelspec.New(kernelspec.Options{Command: build(t)}).Argv
	dir := t.TempDir()
	w := open(t, argv, dir, "a.ipynb")
	t.Run("cells", w.testCells)
	t.Run("code in no cell", w.testHidden)
	t.Run("completion", w.testCompletion)
	t.Run("input", w.testInput)
	t.Run("display", w.testDisplay)
	t.Run("comms", w.testComms)
	t.Run("interrupt", w.testInterrupt)
	t.Run("restart", w.testRestart)
	t.Run("reopened", func(t *testing.T) { testReopened(t, w, argv, dir) })
	if out := w.stderr.String(); strings.Contains(out, "dropped") || strings.Contains(out, "panic") {
		t.Errorf("the kernel complains: %s", out)
	}
}

func (w *window) testCells(t *testing.T) {
	w.t = t
	r := w.cell(0, "x := 41\nfmt.Println(\"hello\")")
	var got []string
	for _, m := range r.Messages {
		if m.Channel == jupytertest.IOPub {
			got = append(got, cmp.Or(state(m), string(m.Header.Type)))
		}
	}
	if want := []string{"busy", "execute_input", "stream", "idle"}; !slices.Equal(got, want) {
		t.Errorf("iopub: %v, want %v", got, want) // execution starts with the first, and counts when its reply has come
	}
	if r := w.cell(1, "x + 1"); r.Text() != "42" || count(r) != 2 {
		t.Errorf("%q, %d", r.Text(), count(r))
	}
	if r := w.cell(2, "y := nosuch"); r.Status != "error" || count(r) != 3 || len(r.OfType("error")) != 1 {
		t.Errorf("%s, %d", r.Status, count(r))
	}
	if r := w.cell(1, "z := 5"); r.Status != "ok" || count(r) != 4 {
		t.Errorf("after an error: %s, %d", r.Status, count(r))
	}
}

func state(m jupytertest.Message) string {
	var s wire.Status
	jupytertest.Content(m, &s)
	return s.State
}

func count(r *jupytertest.Result) int {
	var reply wire.ExecuteReply
	jupytertest.Content(r.Reply, &reply)
	return reply.Count
}

// testHidden sends what the extension asks before it debugs a cell, of whatever language: notebooks/debugger/helper.ts.
func (w *window) testHidden(t *testing.T) {
	w.t = t
	if r := w.hidden("import builtins\nimport ipykernel\nbuiltins.print(\"5dc3a68c\" + ipykernel.__version__ + \"5dc3a68c\")"); r.Status != "error" || r.Stdout() != "" {
		t.Errorf("%s, %q", r.Status, r.Stdout())
	}
	if r := w.cell(3, "x, z"); r.Text() != "41, 5" || count(r) != 5 {
		t.Errorf("afterwards: %q, %d", r.Text(), count(r))
	}
}

// testCompletion is standalone/intellisense/kernelCompletionProvider.ts (provideCompletionItemsFromKernel), which waits two seconds,
// and resolveCompletionItem.ts (createInspectRequestMessage), which asks for a text that never was: the column of the word, counted
// from the start of the cell, and the completion.
func (w *window) testCompletion(t *testing.T) {
	w.t = t
	const code = "s := \"a\"\nstrings.Tri"
	var c struct {
		wire.CompleteReply
		Metadata struct {
			Types []struct{ Text, Type string } `json:"_jupyter_types_experimental"`
		} `json:"metadata"`
	}
	r := w.finish(w.send(jupytertest.Shell, "complete_request", map[string]any{"code": code, "cursor_pos": len(code)}, nil))
	w.must(jupytertest.Content(r.Reply, &c))
	if r.Status != "ok" || code[c.Start:c.End] != "Tri" || !slices.Contains(c.Matches, "TrimSpace") || len(c.Metadata.Types) < len(c.Matches) {
		t.Fatalf("complete_reply: %s", r.Reply.Content)
	}
	for i, text := range c.Matches {
		if it := c.Metadata.Types[i]; it.Text != text || it.Type == "" {
			t.Errorf("completion %d: %q, %+v", i, text, it)
		}
	}
	for asked, found := range map[string]bool{"strings.TrimSpace": true, "s := \"aTrimSpace": false} {
		var reply wire.InspectReply
		r := w.finish(w.send(jupytertest.Shell, "inspect_request", map[string]any{"code": asked, "cursor_pos": len(asked), "detail_level": 0}, nil))
		w.must(jupytertest.Content(r.Reply, &reply))
		if r.Status != "ok" || reply.Found != found || found != (reply.Data["text/plain"] != "") {
			t.Errorf("inspect_reply for %q: %s", asked, r.Reply.Content)
		}
	}
}

// testInput is kernels/execution/cellExecutionMessageHandler.ts (handleInputRequest); shell, control and stdin have one identity.
func (w *window) testInput(t *testing.T) {
	w.t = t
	if r := w.cell(4, "var who string\nfmt.Print(\"name? \")\nfmt.Scanln(&who)\nfmt.Println(\"hello\", who)"); r.Stdout() != "name? hello Ada\n" {
		t.Errorf("%q", r.Stdout())
	}
}

// testDisplay is handleUpdateDisplayDataMessage in the same file, which reads transient.display_id.
func (w *window) testDisplay(t *testing.T) {
	w.t = t
	r := w.cell(5, "h := display.ShowHandle(\"first\")\nh.Update(\"second\")")
	var shown, updated wire.Display
	for _, m := range r.Outputs {
		switch m.Header.Type {
		case wire.TypeDisplayData:
			w.must(jupytertest.Content(m, &shown))
		case wire.TypeUpdateDisplay:
			w.must(jupytertest.Content(m, &updated))
		}
	}
	if id := shown.Transient.DisplayID; id == "" || id != updated.Transient.DisplayID {
		t.Errorf("shown as %q, updated as %q: %s", id, updated.Transient.DisplayID, r.Reply.Content)
	}
}

// testComms is what the manager of widgets asks a kernel, in @jupyter-widgets/base.
func (w *window) testComms(t *testing.T) {
	w.t = t
	r := w.finish(w.send(jupytertest.Shell, "comm_info_request", map[string]any{"target_name": "jupyter.widget"}, nil))
	var reply wire.CommInfoReply
	if w.must(jupytertest.Content(r.Reply, &reply)); reply.Status != "ok" || reply.Comms == nil {
		t.Errorf("comm_info_reply: %s", r.Reply.Content)
	}
}

// testInterrupt is rawKernelConnection.node.ts (interrupt), with interrupt_mode message.
func (w *window) testInterrupt(t *testing.T) {
	w.t = t
	id := w.startCell(6, "fmt.Println(\"up\")\nfor {\n\tx++\n}")
	_, err := w.client.WaitType(w.ctx, id, wire.TypeStream)
	w.must(err)
	if r := w.finish(w.send(jupytertest.Control, "interrupt_request", struct{}{}, nil)); r.Status != "ok" {
		t.Errorf("interrupt_reply: %s", r.Reply.Content)
	}
	if r := w.finish(id); r.Status != "error" || r.Err().Name != "interrupted" {
		t.Errorf("the cell: %s", r.Reply.Content)
	}
	if r := w.cell(7, "x"); r.Text() != "41" {
		t.Errorf("afterwards: %q", r.Text())
	}
}

// testRestart ends the kernel while a cell runs, and starts another for the same window, which knows the values when it is asked for them.
func (w *window) testRestart(t *testing.T) {
	w.t = t
	id := w.startCell(6, "fmt.Println(\"up\")\nfor {\n\tx++\n}")
	_, err := w.client.WaitType(w.ctx, id, wire.TypeStream)
	w.must(err)
	w.end()
	w.start()
	if r := w.cell(8, "x"); r.Status != "error" || count(r) != 1 {
		t.Errorf("a new kernel: %s", r.Reply.Content)
	}
	if r := w.cell(9, "%resume\nx, z"); r.Text() != "41, 5" {
		t.Errorf("values: %q, %s", r.Text(), r.Reply.Content)
	}
	if r := w.cell(1, "// z is declared no longer"); r.Status != "ok" {
		t.Errorf("%s", r.Reply.Content)
	}
	if r := w.cell(9, "z"); r.Status != "error" {
		t.Errorf("a cell of the same window does not replace what it declared: %q", r.Text())
	}
	w.end()
}

// testReopened opens the notebook again, whose cells are counted anew, and another one of the same directory.
func testReopened(t *testing.T, before *window, argv []string, dir string) {
	other := open(t, argv, dir, "b.ipynb")
	if r := other.cell(0, "%resume"); r.Status != "error" {
		t.Errorf("another notebook takes the values: %s", r.Stdout())
	}
	other.end()
	w := open(t, argv, dir, before.notebook)
	if r := w.cell(3, "%resume\nx"); r.Text() != "41" {
		t.Errorf("values: %q, %s", r.Text(), r.Reply.Content)
	}
	w.cell(0, "new := 1") // put before the cell that declares x, whose number it has now
	if r := w.cell(2, "x, new"); r.Text() != "41, 1" {
		t.Errorf("a value went with the number of its cell: %q, %s", r.Text(), r.Reply.Content)
	}
	w.end()
}
