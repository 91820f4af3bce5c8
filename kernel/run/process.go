package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/mercer-go/mercer/kernel/interrupt"
	"github.com/mercer-go/mercer/kernel/run/observe"
)

// leftOpen is how long streams are read on after the program's end, when a child of the program holds them open.
const leftOpen = 200 * time.Millisecond

// process is a running program. Its mutex is held for short looks and changes only; what may take long, such as what an
// Output or a commit does, happens without it.
type process struct {
	ctx      context.Context // of Run
	cancel   context.CancelCauseFunc
	cmd      *Command
	proc     *os.Process
	start    time.Time
	outlet   *outlet
	hearings *hearings
	marker   string // in the environment of what the program starts

	mu        sync.Mutex
	written   written
	suspicion suspicion
	asked     bool   // it was given an interrupt, for which it had asked
	finished  bool   // the cell's last commit is made
	sizes     string // see Crash.Sizes
	outcome   Outcome
}

// Run runs the program to its end. The error is for what is not the program's fault, such as an executable that does
// not start; how the program fared is in the outcome. When ctx ends, the program is interrupted and then killed, which
// takes less than a second.
func (c *Command) Run(ctx context.Context) (*Outcome, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	f, err := openFiles(c)
	if err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	defer f.close()
	limits := c.Limits.withDefaults()
	p := &process{ctx: ctx, cancel: cancel, cmd: c, outlet: newOutlet(c.Out, ctx.Done()), hearings: &hearings{judge: c.Judge}, marker: newMarker()}
	p.written = newWritten(p.outlet, limits)
	defer p.outlet.close()
	if err := p.launch(f); err != nil {
		if _, gone := os.Stat(c.Dir); c.Dir != "" && gone != nil {
			return nil, fmt.Errorf("run: working directory: %w", gone)
		}
		return nil, notStarted(c.Path, err)
	}
	return p.serve(ctx, f, limits)
}

// notStarted tells of a program that the operating system does not start.
func notStarted(path string, err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("run: no program can be started in %s, which may be on a file system mounted with noexec: set XDG_CACHE_HOME to a directory where programs can be started: %w",
			filepath.Dir(path), err)
	}
	return fmt.Errorf("run: start %s: %w", filepath.Base(path), err)
}

// launch starts the program and closes our copies of its ends of the pipes.
func (p *process) launch(f *descriptors) error {
	p.start = time.Now()
	proc, err := os.StartProcess(p.cmd.Path, append([]string{p.cmd.Path}, p.cmd.Args...), &os.ProcAttr{
		Dir:   p.cmd.Dir,
		Env:   p.environ(f.env),
		Files: f.child,
		Sys:   observe.Attributes(),
	})
	if err != nil {
		return err
	}
	p.proc = proc
	f.closeChild()
	for _, s := range []struct {
		r  *os.File
		to *stream
	}{{f.stdout, p.written.stdout}, {f.stderr, p.written.stderr}} {
		q, err := newPipe(p, s.r, s.to)
		if err != nil {
			p.kill()
			return err
		}
		p.written.pipes = append(p.written.pipes, q)
	}
	p.written.pipes[1].first = p.written.pipes[0]
	return nil
}

// serve attends to the program until it has ended.
func (p *process) serve(ctx context.Context, f *descriptors, limits Limits) (*Outcome, error) {
	var readers sync.WaitGroup
	for _, q := range p.written.pipes {
		readers.Go(q.pump)
	}
	asking, stopAsking := context.WithCancel(ctx) // nobody is asked for what a program that has ended would have read
	defer stopAsking()
	if f.frames != nil {
		readers.Go(func() { p.serveFrames(asking, &lateReader{f.frames, maxPipe}, f.replies, limits.ShowBytes) })
	}
	if f.gonb != nil {
		readers.Go(func() { p.serveGoNB(asking, f.gonb, f.stdin) })
	}
	if f.gate != nil {
		readers.Go(func() { p.trace(asking, f.gate) })
	}
	stop := make(chan struct{})
	var helpers sync.WaitGroup
	helpers.Go(func() { observe.WatchMemory(p.proc.Pid, limits.Memory, limits.Machine, stop, p.overMemory) })
	helpers.Go(func() { p.interruptAt(ctx, stop) })
	helpers.Go(func() { p.feedStdin(asking, f.stdin) })

	unhandle := interrupt.Handle(ctx, func() bool { return p.takeInterrupt(limits.Interrupt, stop) })
	state, err := p.proc.Wait()
	close(stop)
	unhandle()
	stopAsking()
	p.untrace()
	left := p.endChildren(ctx, err == nil && state.Success())
	if f.gonb != nil {
		f.gonb.ended()
	}
	f.expire(time.Now().Add(leftOpen))
	readers.Wait()
	p.hearings.end()
	p.mu.Lock()
	p.written.settle()
	p.written.pipes = nil // their descriptors are closed next
	p.mu.Unlock()
	f.closeOurs()
	helpers.Wait()
	if err != nil {
		return nil, fmt.Errorf("run: wait: %w", err)
	}
	return p.finish(state, left), nil
}

// finish hands on the last output and completes the outcome.
func (p *process) finish(state *os.ProcessState, left string) *Outcome {
	p.mu.Lock()
	defer p.mu.Unlock()
	o := &p.outcome
	o.Total = time.Since(p.start)
	o.ExitCode = state.ExitCode()
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		o.Signal = ws.Signal().String()
		o.Interrupted = o.Interrupted || p.asked && ws.Signal() == syscall.SIGINT // it had asked for other signals only
		p.trapped(ws.Signal())
	}
	if c := p.written.stderr.crash; c.holding && (o.ExitCode == 2 || p.suspicion.overflowed) {
		text := c.die(o.Interrupted)
		if !p.finished {
			o.Crash = parseCrash(text, inCell)
			o.Crash.Sizes = p.sizes
		}
	}
	p.written.close(p.outlet)
	if left != "" {
		p.outlet.call(func(out Output) { out.Notice(left) })
	}
	if !p.cmd.Frames {
		o.Done = state.Success()
	}
	o.Done = p.finished || o.Done && state.Success() && o.Failure == nil
	return o
}

// inCell tells the cell's own sources by their name.
func inCell(file string) bool { return strings.HasPrefix(filepath.Base(file), "cell_") }

// scheduleFlush makes sure that what is pending is handed on soon. The lock is held.
func (p *process) scheduleFlush() {
	if c := p.written.stderr.crash; c != nil && c.holding && !p.suspicion.waiting {
		p.suspicion.ranBefore = observe.RanSoFar(p.proc.Pid)
		p.scheduleRelease()
	}
	if p.written.flushing {
		return
	}
	p.written.flushing = true
	time.AfterFunc(batchDelay, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.written.flushing = false
		p.written.flush(false)
	})
}

// notice shows a notice after what the program has written so far.
func (p *process) notice(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.written.settle()
	p.outlet.call(func(out Output) { out.Notice(text) })
}

func (p *process) alive() bool { return p.proc.Signal(syscall.Signal(0)) == nil }

func (p *process) kill() {
	p.proc.Kill()
	p.killGroup()
	if p.cmd.Tracer != nil {
		go p.untrace() // a process that is traced has not ended for us before it has for its tracer
	}
}

// killGroup ends what the program started, as far as it stayed in its process group.
func (p *process) killGroup() { syscall.Kill(-p.proc.Pid, syscall.SIGKILL) }

// overMemory ends a program that has grown too large, or holds much where little is left (scarce).
func (p *process) overMemory(used uint64, scarce bool) {
	p.mu.Lock()
	p.outcome.OverMemory, p.outcome.Scarce = used, scarce
	p.mu.Unlock()
	p.kill()
}
