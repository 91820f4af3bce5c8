package jupyter_test

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mercer-go/mercer/kernel/jupyter"
	"github.com/mercer-go/mercer/kernel/jupyter/history"
	"github.com/mercer-go/mercer/kernel/jupyter/jupytertest"
	"github.com/mercer-go/mercer/kernel/jupyter/wire"
)

// logbook is a log that a test can read.
type logbook struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logbook) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.buf.String(), text)
}

// kernel is a server with a scripted backend, and a client.
type kernel struct {
	*jupytertest.Client
	server  *jupyter.Server
	backend *scripted
	log     *logbook
	ctx     context.Context
	t       *testing.T
}

// start starts a kernel for a test; change may change its configuration. At the end of the test everything must be gone.
func start(t *testing.T, change func(*jupyter.Config)) *kernel {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	k := &kernel{backend: newScripted(), log: new(logbook), ctx: ctx, t: t}
	log, err := history.Open(filepath.Join(t.TempDir(), "history"))
	if err != nil {
		t.Fatal(err)
	}
	cfg := jupyter.Config{
		Connection: jupyter.Connection{Key: "secret"}, Backend: k.backend, History: log,
		Log: slog.New(slog.NewTextHandler(k.log, nil)),
	}
	if change != nil {
		change(&cfg)
	}
	k.server, err = jupyter.Listen(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		defer cancel()
		k.Close()
		if err := k.server.Close(); err != nil {
			t.Error(err)
		}
		checkGone(t)
	})
	if k.Client, err = jupytertest.Dial(ctx, k.server.Connection()); err != nil {
		t.Fatal(err)
	}
	return k
}

// checkGone fails when a goroutine of the server is left.
func checkGone(t *testing.T) {
	t.Helper()
	buf := make([]byte, 1<<20)
	for range 200 {
		stacks := string(buf[:runtime.Stack(buf, true)])
		if !strings.Contains(stacks, "jupyter/socket.(") && !strings.Contains(stacks, "jupyter.(*Server)") {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("goroutines left:\n%s", buf[:runtime.Stack(buf, true)])
}

// run executes code and waits for its end.
func (k *kernel) run(code string) *jupytertest.Result {
	k.t.Helper()
	return k.execute(jupytertest.Execution{Code: code})
}

func (k *kernel) execute(e jupytertest.Execution) *jupytertest.Result {
	k.t.Helper()
	r, err := k.Execute(k.ctx, e)
	if err != nil {
		k.t.Fatal(err)
	}
	return r
}

func (k *kernel) request(ch jupytertest.Channel, t wire.Type, content any) *jupytertest.Result {
	k.t.Helper()
	r, err := k.Request(k.ctx, ch, t, content)
	if err != nil {
		k.t.Fatal(err)
	}
	return r
}

// startWaiting sends a cell that waits, and returns when it runs.
func (k *kernel) startWaiting() (id string) {
	k.t.Helper()
	id, err := k.StartExecution(jupytertest.Execution{Code: "wait"})
	if err != nil {
		k.t.Fatal(err)
	}
	k.await(func() bool { return k.backend.started > 0 })
	return id
}

func (k *kernel) await(cond func() bool) {
	k.t.Helper()
	if err := k.backend.await(k.ctx, cond); err != nil {
		k.t.Fatal(err)
	}
}

func (k *kernel) finish(id string) *jupytertest.Result {
	k.t.Helper()
	r, err := k.Finish(k.ctx, id)
	if err != nil {
		k.t.Fatal(err)
	}
	return r
}

func TestExecute(t *testing.T) {
	k := start(t, nil)
	r := k.run("print hello\nresult 42")
	if r.Status != "ok" || r.Stdout() != "hello\n" || r.Text() != "42" {
		t.Errorf("status %q, stdout %q, text %q", r.Status, r.Stdout(), r.Text())
	}
	if r = k.run("print again"); r.Stdout() != "again\n" {
		t.Errorf("second run: %q", r.Stdout())
	}
}
