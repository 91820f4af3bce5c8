package run

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/mercer-go/mercer/display/frame"
)

// gate is an Output whose first call of each kind waits until it is opened, so that a test can look at what waits.
type gate struct {
	recorder
	reached chan struct{} // closed with the first call
	open    chan struct{} // closed by the test
	once    sync.Once
}

func newGate() *gate { return &gate{reached: make(chan struct{}), open: make(chan struct{})} }

func (g *gate) wait() {
	g.once.Do(func() {
		close(g.reached)
		<-g.open
	})
}

func (g *gate) Stream(name, text string)       { g.wait(); g.recorder.Stream(name, text) }
func (g *gate) Display(b frame.Bundle, u bool) { g.wait(); g.recorder.Display(b, u) }
func (g *gate) Clear(w bool)                   { g.wait(); g.recorder.Clear(w) }

func named(kind frame.Kind, id, text string) *event {
	e := &event{kind: kind}
	if text != "" {
		e.bundle = bundle(text)
	}
	e.bundle.ID = id
	return e
}

// TestOutletJoinsWhatWaits queues events behind an Output that is busy.
func TestOutletJoinsWhatWaits(t *testing.T) {
	for _, test := range []struct {
		name string
		put  func(o *outlet)
		want string
	}{
		{"text of one stream", func(o *outlet) { o.stream("stdout", []byte("a")); o.stream("stdout", []byte("b")) }, "ab"},
		{"text of two streams", func(o *outlet) {
			o.stream("stdout", []byte("a"))
			o.stream("stderr", []byte("b"))
			o.stream("stdout", []byte("c"))
		}, "a!bc"},
		{"updates of one display", func(o *outlet) {
			o.show(named(frame.Update, "x", "1"))
			o.show(named(frame.Update, "y", "2"))
			o.show(named(frame.Update, "x", "3"))
		}, "~[3]~[2]"},
		{"an update after a new display of its name", func(o *outlet) {
			o.show(named(frame.Update, "x", "1"))
			o.show(named(frame.Display, "x", "2"))
			o.show(named(frame.Update, "x", "3"))
		}, "~[1][2]~[3]"},
		{"clearings", func(o *outlet) {
			o.show(&event{kind: frame.Clear, wait: true})
			o.show(&event{kind: frame.Clear})
			o.show(named(frame.Display, "", "1"))
			o.show(&event{kind: frame.Clear})
		}, "<clear>[1]<clear>"},
		{"text between", func(o *outlet) {
			o.show(named(frame.Display, "", "1"))
			o.stream("stdout", []byte("a"))
			o.call(func(out Output) { out.Notice("n") })
			o.stream("stdout", []byte("b"))
		}, "[1]ab"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newGate()
			o := newOutlet(g, nil)
			o.stream("stdout", []byte("<"))
			<-g.reached
			o.call(func(Output) {}) // what follows is not joined to the first text
			test.put(o)
			close(g.open)
			o.close()
			if got := strings.TrimPrefix(g.text.String(), "<"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestOutletCalls looks at when senders go on.
func TestOutletCalls(t *testing.T) {
	g := newGate()
	o := newOutlet(g, nil)
	first := o.show(named(frame.Display, "", "1"))
	<-g.reached
	second := o.show(named(frame.Update, "x", "2"))
	third := o.show(named(frame.Update, "x", "3"))
	for i, done := range []<-chan struct{}{first, second, third} {
		select {
		case <-done:
			t.Errorf("sender %d goes on before its turn", i)
		default:
		}
	}
	close(g.open)
	o.sync()
	<-first
	<-second
	<-third
	o.close()
	<-o.show(named(frame.Display, "", "late")) // nobody waits for what comes too late
	o.sync()
	o.close()
	if got := g.text.String(); got != "[1]~[3]" {
		t.Errorf("got %q", got)
	}
}

// TestOutletPace sends many updates: the last is shown, and far from all of them, whatever the speed of the machine.
func TestOutletPace(t *testing.T) {
	for _, hurried := range []bool{false, true} {
		rec := &recorder{}
		hurry := make(chan struct{})
		if hurried {
			close(hurry)
		}
		o := newOutlet(rec, hurry)
		const n = 20_000
		for i := range n {
			o.show(named(frame.Update, "x", fmt.Sprint(i)))
		}
		o.close()
		got := rec.text.String()
		if shown := strings.Count(got, "~"); !hurried && shown > n/2 || !strings.HasSuffix(got, fmt.Sprintf("~[%d]", n-1)) {
			t.Errorf("hurried %v: %d of %d updates shown, ends %q", hurried, shown, n, got[max(0, len(got)-20):])
		}
	}
}

// TestOutletManySenders sends from many goroutines; each one's events keep their order and none is lost.
func TestOutletManySenders(t *testing.T) {
	var mu sync.Mutex
	rec := map[string]int{}
	o := newOutlet(&recorder{}, nil)
	var senders sync.WaitGroup
	for s := range 8 {
		senders.Go(func() {
			name := fmt.Sprint(s)
			for i := range 200 {
				o.call(func(Output) {
					mu.Lock()
					defer mu.Unlock()
					if rec[name] != i {
						t.Errorf("sender %s: event %d comes as number %d", name, i, rec[name])
					}
					rec[name]++
				})
			}
		})
	}
	senders.Wait()
	o.close()
	for name, n := range rec {
		if n != 200 {
			t.Errorf("sender %s: %d of 200", name, n)
		}
	}
}

// TestSlowReader runs programs whose Output is slow: the program's text does not wait for it, nor does an interrupt.
func TestSlowReader(t *testing.T) {
	g := newGate()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan *Outcome)
	go func() {
		cmd := &Command{Path: "/bin/sh", Args: []string{"-c", "echo one; echo two >&2; head -c 3000000 /dev/zero | tr '\\0' x; echo end"}, Out: g}
		o, err := cmd.Run(ctx)
		if err != nil {
			t.Error(err)
		}
		ended <- o
	}()
	<-g.reached
	close(g.open) // had the program waited for the Output, 3 MB would not have fitted into its pipe
	o := <-ended
	if text := g.text.String(); !o.Done || !strings.Contains(text, "!two") || !strings.HasSuffix(text, "end\n") {
		t.Errorf("done %v, ends %q", o.Done, text[max(0, len(text)-20):])
	}
}

// stuck is an Output that does not return from a display before the context ends, as one that draws for long.
type stuck struct {
	recorder
	ctx     context.Context
	entered chan struct{}
}

func (s *stuck) Display(frame.Bundle, bool) {
	close(s.entered)
	<-s.ctx.Done()
}

// TestInterruptWhileDrawing interrupts a program whose display is being drawn.
func TestInterruptWhileDrawing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := &stuck{ctx: ctx, entered: make(chan struct{})}
	go func() {
		<-s.entered
		cancel()
	}()
	o, _ := runProgram(t, ctx, "shows, then sleeps", func(c *Command) { c.Out = s })
	if !o.Interrupted || o.Done {
		t.Errorf("got %+v", o)
	}
}
