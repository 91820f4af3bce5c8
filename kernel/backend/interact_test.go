package backend

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/jupytertest"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
	"github.com/mercer-go/mercer/kernel/session"
)

// TestInteractOverSockets moves a slider as a front end does, also while a cell runs, and interrupts what it has set off.
func TestInteractOverSockets(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, err := session.New(session.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	server, err := jupyter.Listen(jupyter.Config{Backend: New(s, "test"), Connection: jupyter.Connection{
		Transport: "ipc", IP: filepath.Join(t.TempDir(), "k"), Shell: 1, IOPub: 2, Stdin: 3, Control: 4, HB: 5, Key: "k", Scheme: "hmac-sha256"}})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	c, err := jupytertest.Dial(ctx, server.Connection())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	run := func(e jupytertest.Execution) *jupytertest.Result {
		t.Helper()
		r, err := c.Execute(ctx, e)
		if err != nil {
			t.Fatalf("%s: %v", e.Code, err)
		}
		if r.Status != "ok" {
			t.Fatalf("%s: %v", e.Code, r.Err())
		}
		return r
	}
	const code = `display.Interact(func(x float64) any {
	for x == 3 {
	}
	return x + offset
}, display.Slider("x", 0, 4, 1))`
	asked, err := c.Send(jupytertest.Shell, wire.TypeCommOpen, wire.Comm{ID: "control", TargetName: "jupyter.widget.control", Data: []byte("{}")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Send(jupytertest.Shell, wire.TypeCommMsg, wire.Comm{ID: "control", Data: []byte(`{"method":"request_states"}`)}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.WaitType(ctx, asked, wire.TypeStatus); err != nil {
		t.Fatal(err)
	}
	run(jupytertest.Execution{Code: "offset := 1.0"})
	r := run(jupytertest.Execution{Code: code, CellID: "c", AllowStdin: true})
	control := ""
	for _, m := range r.OfType(wire.TypeCommOpen) {
		var opened wire.Comm
		if jupytertest.Content(m, &opened); strings.HasSuffix(opened.ID, "-control1") {
			control = opened.ID
		}
		if string(m.Metadata) != `{"version":"2.1.0"}` || opened.TargetName != "jupyter.widget" {
			t.Fatalf("opened with %s, %s", m.Metadata, m.Content)
		}
	}
	shown := r.Displays()
	if len(shown) != 1 || control == "" || shown[0].Data["application/vnd.jupyter.widget-view+json"] == nil {
		t.Fatalf("shown: %v, control %q", shown, control)
	}
	move := func(x int) string {
		t.Helper()
		id, err := c.Send(jupytertest.Shell, wire.TypeCommMsg, wire.Comm{ID: control, Data: fmt.Appendf(nil, `{"method":"update","state":{"value":%d}}`, x)})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	await := func(id, text string) {
		t.Helper()
		if _, err := c.Wait(ctx, id, func(m jupytertest.Message) bool { return strings.Contains(string(m.Content), text) }); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	await(move(4), "<pre>5</pre>")
	run(jupytertest.Execution{Code: "offset = 10"})
	await(move(1), "<pre>11</pre>")
	sleeping, err := c.StartExecution(jupytertest.Execution{Code: `fmt.Println("on"); time.Sleep(time.Hour)`})
	if err != nil {
		t.Fatal(err)
	}
	await(sleeping, "on")
	await(move(0), "<pre>10</pre>")
	looping := move(3)
	await(looping, "computing x = 3")
	if _, err := c.Request(ctx, jupytertest.Control, wire.TypeInterruptRequest, struct{}{}); err != nil {
		t.Fatal(err)
	}
	await(looping, "interrupted")
	if r, err := c.Finish(ctx, sleeping); err != nil || r.Status != "error" {
		t.Errorf("the cell that slept: %v, %v", r, err)
	}
	info, err := c.Request(ctx, jupytertest.Shell, wire.TypeCommInfoRequest, wire.CommInfoRequest{TargetName: "jupyter.widget"})
	if err != nil || !strings.Contains(string(info.Reply.Content), control) {
		t.Errorf("comm_info: %v %v", info, err)
	}
	// Without somebody who can be asked, as with nbclient, there are no controls.
	r = run(jupytertest.Execution{Code: strings.Replace(code, "3", "9", 1), CellID: "d"})
	if shown := r.Displays(); len(r.OfType(wire.TypeCommOpen)) > 0 || len(shown) != 1 || shown[0].Data["application/vnd.jupyter.widget-view+json"] != nil {
		t.Errorf("without a user: %v", shown)
	}
}
