package run

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

// fakeTracer takes hold of programs as its function says, and counts how often it has let go.
type fakeTracer struct {
	attach   func(ctx context.Context, pid int, lost func(error)) error
	thread   func() int // nil: the program has not stopped
	mu       sync.Mutex
	released int
}

func (f *fakeTracer) Attach(ctx context.Context, pid int, lost func(error)) error {
	return f.attach(ctx, pid, lost)
}

func (f *fakeTracer) Thread() int {
	if f.thread == nil {
		return 0
	}
	return f.thread()
}

func (f *fakeTracer) Release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.released++
}

// A program waits for its debugger, begins without one that cannot take hold of it, and ends with one that fails.
func TestTraced(t *testing.T) {
	for _, c := range []struct {
		name, program, note, failure, text string
		attach                             func(ctx context.Context, pid int, lost func(error)) error
		done                               bool
	}{
		{name: "attached", program: "shows one", text: "[one]", done: true, attach: func(_ context.Context, pid int, _ func(error)) error {
			time.Sleep(50 * time.Millisecond)
			if pid <= 0 {
				return errors.New("no process")
			}
			return nil
		}},
		{name: "refused", program: "shows one", text: "[one]", done: true, note: "The cell runs without the debugger: not allowed.",
			attach: func(context.Context, int, func(error)) error { return errors.New("not allowed") }},
		{name: "lost", program: "loop", failure: "it has ended. The cell was ended with it", text: "looping\n",
			attach: func(_ context.Context, _ int, lost func(error)) error {
				time.AfterFunc(200*time.Millisecond, func() { lost(errors.New("it has ended")) })
				return nil
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fakeTracer{attach: c.attach}
			o, rec := runProgram(t, t.Context(), c.program, func(cmd *Command) { cmd.Tracer = f })
			if o.Done != c.done || rec.text.String() != c.text || strings.Join(rec.notes, "") != c.note {
				t.Errorf("outcome %+v, output %q, notes %q", o, rec.text.String(), rec.notes)
			}
			if c.failure != "" && (o.Failure == nil || !strings.Contains(o.Failure.Value, c.failure)) {
				t.Errorf("failure %+v, want %q", o.Failure, c.failure)
			}
			f.mu.Lock()
			defer f.mu.Unlock()
			if f.released == 0 {
				t.Error("the debugger was not told that the program has ended")
			}
		})
	}
}

// A program may end by the trap at which it stood before it is known that its debugger has died.
func TestTrapped(t *testing.T) {
	f := &fakeTracer{attach: func(context.Context, int, func(error)) error { return nil }}
	for _, tracer := range []Tracer{f, nil} {
		o, _ := runProgram(t, t.Context(), "", func(cmd *Command) {
			cmd.Path, cmd.Args, cmd.Tracer = "/bin/sh", []string{"-c", "kill -TRAP $$"}, tracer
		})
		if told := o.Failure != nil && strings.HasPrefix(o.Failure.Value, "the debugger has ended. "); told != (tracer != nil) || o.Signal == "" || o.Done {
			t.Errorf("tracer %v: outcome %+v, failure %+v", tracer, o, o.Failure)
		}
	}
}

// A program that waits for its debugger is interrupted as any other, and one that ends then ends the wait of its debugger.
func TestInterruptOfATracedProgram(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan struct{})
	f := &fakeTracer{attach: func(ctx context.Context, _ int, _ func(error)) error {
		cancel()
		<-ctx.Done()
		close(ended)
		return ctx.Err()
	}}
	start := time.Now()
	o, rec := runProgram(t, ctx, "loop", func(cmd *Command) { cmd.Tracer = f })
	if !o.Interrupted || o.Done || len(rec.notes) > 0 {
		t.Errorf("got %+v, notes %q", o, rec.notes)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	<-ended
}
