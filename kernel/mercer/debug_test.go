package main

import (
	"bufio"
	"context"
	"log/slog"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-dap"
)

// The debugger is built from the sources that this program carries, once, and speaks the protocol.
func TestDebuggerIsBuilt(t *testing.T) {
	needsGo(t)
	build, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOCACHE", strings.TrimSpace(string(build))) // delve is compiled there for other tests
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, want := range []string{"Building the debugger (once; this takes some seconds) …", ""} {
		said := ""
		d := &debuggers{log: slog.New(slog.DiscardHandler)}
		if _, err := d.start(); err == nil {
			t.Error("it starts before it is there")
		}
		for range 2 {
			if err := d.prepare(t.Context(), func(text string) { said += text }); err != nil {
				t.Fatal(err)
			}
		}
		if said != want {
			t.Errorf("said %q, want %q", said, want)
		}
		greet(t, d)
		d.close()
	}
}

// greet starts an adapter and has it answer.
func greet(t *testing.T, d *debuggers) {
	t.Helper()
	a, err := d.start()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	context.AfterFunc(ctx, a.Kill)
	request := `{"seq":1,"type":"request","command":"initialize","arguments":{"adapterID":"go"}}`
	if err := dap.WriteBaseMessage(a, []byte(request)); err != nil {
		t.Fatal(err)
	}
	message, err := dap.ReadBaseMessage(bufio.NewReader(a))
	if err != nil || !strings.Contains(string(message), `"supportsConditionalBreakpoints":true`) {
		t.Errorf("%s, %v", message, err)
	}
	a.Kill()
	_ = a.Wait() // it was killed
}
