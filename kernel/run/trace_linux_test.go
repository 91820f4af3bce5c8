//go:build !race

// Where races are looked for, a loop calls the detector all the time, on whose stack no signal finds the goroutine's.

package run

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// runs keeps its thread busy for ever, and notes which one that is. Without GODEBUG=asyncpreemptoff=1 the runtime would
// now and then take it off its thread.
func runs(thread *atomic.Int64) {
	runtime.LockOSThread()
	thread.Store(int64(syscall.Gettid()))
	for thread.Load() != 0 {
	}
}

func init() {
	programs["two loops"] = func() {
		runtime.GOMAXPROCS(4) // one for each loop
		var first, second atomic.Int64
		go firstLoop(&first)
		go secondLoop(&second)
		for first.Load() == 0 || second.Load() == 0 {
			runtime.Gosched()
		}
		fmt.Println(first.Load(), second.Load())
		select {}
	}
}

//go:noinline
func firstLoop(thread *atomic.Int64) { runs(thread) }

//go:noinline
func secondLoop(thread *atomic.Int64) { runs(thread) }

// threadsTold is an Output that reads the threads of "two loops" and then interrupts it.
type threadsTold struct {
	recorder
	once   sync.Once
	tids   [2]int
	cancel func()
}

func (o *threadsTold) Stream(_, text string) {
	if n, _ := fmt.Sscan(text, &o.tids[0], &o.tids[1]); n == 2 {
		o.once.Do(o.cancel)
	}
}

// Of a program that stands still for its debugger, an interrupt shows the goroutine that has stopped, and no other that runs.
func TestInterruptShowsWhatHasStopped(t *testing.T) {
	for i, name := range []string{"firstLoop", "secondLoop"} {
		ctx, cancel := context.WithCancel(t.Context())
		out := &threadsTold{cancel: cancel}
		f := &fakeTracer{
			attach: func(context.Context, int, func(error)) error { return nil },
			thread: func() int { return out.tids[i] },
		}
		o, _ := runProgram(t, ctx, "two loops", func(c *Command) {
			c.Out, c.Tracer, c.Env = out, f, append(c.Env, "GODEBUG=asyncpreemptoff=1")
		})
		if o.Crash == nil || len(o.Crash.Frames) == 0 {
			t.Fatalf("no stack: %+v", o)
		}
		var shown strings.Builder
		for _, frame := range o.Crash.Frames {
			fmt.Fprintln(&shown, frame.Func)
		}
		if !strings.Contains(shown.String(), name) {
			t.Errorf("stopped in %s, the stack is of\n%s", name, &shown)
		}
	}
}
