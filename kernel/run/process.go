package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	dumpTime    = 400 * time.Millisecond // from the dump signal to the kill
	politeTime  = 300 * time.Millisecond // from SIGINT to the dump signal, for programs that handle it
	releaseTime = 500 * time.Millisecond // after which a program that wrote like a dying one is believed to live
	leftOpen    = 200 * time.Millisecond // how long streams are read on after the end, when a child of the program holds them open
)

// process is a running program. Its mutex makes the order of what the program shows: every call of Output happens
// under it.
type process struct {
	cmd   *Command
	proc  *os.Process
	start time.Time

	mu       sync.Mutex
	stdout   *stream
	stderr   *stream
	pipes    []*pipe
	drainBuf []byte
	flushing bool // a flush is scheduled
	waiting  bool // a call of releaseStderr is scheduled
	finished bool // the cell's last commit is made
	ended    bool // the outcome is out: no further Output call
	outcome  Outcome
}

// Run runs the program to its end. The error is for what is not the program's fault, such as an executable that does
// not start; how the program fared is in the outcome. When ctx ends, the program is interrupted and then killed, which
// takes less than a second.
func (c *Command) Run(ctx context.Context) (*Outcome, error) {
	p := &process{cmd: c, drainBuf: make([]byte, readSize)}
	limits := c.Limits.withDefaults()
	p.stdout = &stream{name: "stdout", out: c.Out, limits: limits}
	p.stderr = &stream{name: "stderr", out: c.Out, limits: limits, crash: &crashCatcher{}}
	f, err := openFiles(c)
	if err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	defer f.close()
	if err := p.launch(f); err != nil {
		if _, gone := os.Stat(c.Dir); c.Dir != "" && gone != nil {
			return nil, fmt.Errorf("run: working directory: %w", gone)
		}
		return nil, fmt.Errorf("run: start %s: %w", filepath.Base(c.Path), err)
	}
	return p.serve(ctx, f, limits)
}

// launch starts the program and closes our copies of its ends of the pipes.
func (p *process) launch(f *files) error {
	p.start = time.Now()
	proc, err := os.StartProcess(p.cmd.Path, append([]string{p.cmd.Path}, p.cmd.Args...), &os.ProcAttr{
		Dir:   p.cmd.Dir,
		Env:   append(f.env, p.cmd.Env...),
		Files: f.child,
		Sys:   sysProcAttr(),
	})
	if err != nil {
		return err
	}
	p.proc = proc
	f.closeChild()
	for _, s := range []struct {
		r  *os.File
		to *stream
	}{{f.stdout, p.stdout}, {f.stderr, p.stderr}} {
		q, err := newPipe(p, s.r, s.to)
		if err != nil {
			p.kill()
			return err
		}
		p.pipes = append(p.pipes, q)
	}
	return nil
}

// serve attends to the program until it has ended.
func (p *process) serve(ctx context.Context, f *files, limits Limits) (*Outcome, error) {
	var readers sync.WaitGroup
	for _, q := range p.pipes {
		readers.Go(q.pump)
	}
	if f.frames != nil {
		readers.Go(func() { p.serveFrames(f.frames, f.replies) })
	}
	var gonb *gonbPipes
	if f.gonb != nil {
		gonb = f.gonb
		readers.Go(func() { p.serveGoNB(gonb, f.stdin) })
	}
	stop := make(chan struct{})
	var helpers sync.WaitGroup
	helpers.Go(func() { watchMemory(p.proc.Pid, limits.Memory, stop, p.overMemory) })
	helpers.Go(func() { p.interruptAt(ctx, stop) })
	helpers.Go(func() { p.feedStdin(f.stdin, stop) })

	state, err := p.proc.Wait()
	close(stop)
	if err == nil && !state.Success() {
		p.killGroup() // what a failed program started ends with it
	}
	if gonb != nil {
		gonb.ended()
	}
	f.expire(time.Now().Add(leftOpen))
	readers.Wait()
	p.mu.Lock()
	p.settle()
	p.pipes = nil // their descriptors are closed next
	p.mu.Unlock()
	f.closeOurs()
	helpers.Wait()
	if err != nil {
		return nil, fmt.Errorf("run: wait: %w", err)
	}
	return p.finish(state), nil
}

// finish hands on the last output and completes the outcome.
func (p *process) finish(state *os.ProcessState) *Outcome {
	p.mu.Lock()
	defer p.mu.Unlock()
	o := &p.outcome
	o.Total = time.Since(p.start)
	o.ExitCode = state.ExitCode()
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		o.Signal = ws.Signal().String()
	}
	if c := p.stderr.crash; c.holding && o.ExitCode == 2 {
		text := c.die(o.Interrupted)
		if !p.finished {
			o.Crash = parseCrash(text, inCell)
		}
	}
	p.stdout.close()
	p.stderr.close()
	if !p.cmd.Frames {
		o.Done = state.Success()
	}
	o.Done = p.finished || o.Done && state.Success() && o.Failure == nil
	p.ended = true
	return o
}

// inCell tells the cell's own sources by their name.
func inCell(file string) bool { return strings.HasPrefix(filepath.Base(file), "cell_") }

// scheduleFlush makes sure that what is pending is handed on soon. The lock is held.
func (p *process) scheduleFlush() {
	if p.stderr.crash.holding && !p.waiting {
		p.waiting = true
		time.AfterFunc(releaseTime, p.releaseStderr)
	}
	if p.flushing {
		return
	}
	p.flushing = true
	time.AfterFunc(batchDelay, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.flushing = false
		p.flush(false)
	})
}

// flush hands on what is pending on both streams. The lock is held.
func (p *process) flush(all bool) {
	if p.ended {
		return
	}
	p.stdout.flush(all)
	p.stderr.flush(all)
}

// releaseStderr gives back what looked like a crash when the program is alive long after.
func (p *process) releaseStderr() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = false
	if p.ended || p.outcome.Interrupted || !p.stderr.crash.holding || !p.alive() {
		return
	}
	p.release()
}

// release gives back what looked like a crash. The lock is held.
func (p *process) release() {
	c := p.stderr.crash
	p.stderr.crash = nil
	p.stderr.write(c.release())
	p.stderr.flush(true)
	p.stderr.crash = c
}

// settle brings what the program has written so far to the output, before something else is shown. The lock is held.
func (p *process) settle() {
	for _, q := range p.pipes {
		q.drain()
	}
	p.flush(true)
}

func (p *process) alive() bool { return p.proc.Signal(syscall.Signal(0)) == nil }

func (p *process) kill() {
	p.proc.Kill()
	p.killGroup()
}

// overMemory ends a program that has grown too large.
func (p *process) overMemory(used uint64) {
	p.mu.Lock()
	p.outcome.OverMemory = used
	p.mu.Unlock()
	p.kill()
}

// interruptAt waits for the end of ctx and then ends the program: SIGINT if it handles interrupts, SIGQUIT for a dump of
// its stacks, SIGKILL.
func (p *process) interruptAt(ctx context.Context, stop <-chan struct{}) {
	select {
	case <-stop:
		return
	case <-ctx.Done():
	}
	p.mu.Lock()
	p.outcome.Interrupted = true
	p.mu.Unlock()
	wait := func(d time.Duration) (ended bool) {
		select {
		case <-stop:
			return true
		case <-time.After(d):
			return false
		}
	}
	if p.cmd.Notify {
		p.proc.Signal(os.Interrupt)
		if wait(politeTime) {
			return
		}
	}
	p.mu.Lock()
	if p.stderr.crash.holding && p.alive() {
		p.release() // make room for the dump
	}
	p.mu.Unlock()
	p.proc.Signal(syscall.SIGQUIT)
	if !wait(dumpTime) {
		p.kill()
	}
}

// feedStdin writes the fixed input, or prompts for lines when it takes the program long to end.
func (p *process) feedStdin(w *os.File, stop <-chan struct{}) {
	switch {
	case p.cmd.Stdin != nil:
		w.Write(p.cmd.Stdin) // a program that does not read it is no error
		w.Close()
	case p.cmd.PromptAfter > 0:
		p.prompt(w, stop)
	case !p.cmd.GoNB:
		w.Close()
	}
}

func (p *process) prompt(w *os.File, stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-time.After(p.cmd.PromptAfter):
		}
		line, err := p.ask(" ", p.cmd.Password)
		if err != nil {
			w.Close()
			return
		}
		if _, err := io.WriteString(w, line+"\n"); err != nil {
			return
		}
	}
}

var errNoInput = errors.New("the front end does not take input here")

// ask asks the user for a line.
func (p *process) ask(prompt string, password bool) (string, error) {
	if p.cmd.Input == nil {
		return "", errNoInput
	}
	p.mu.Lock()
	p.settle()
	p.mu.Unlock()
	return p.cmd.Input(prompt, password)
}

// killGroup ends what the program started.
func (p *process) killGroup() { syscall.Kill(-p.proc.Pid, syscall.SIGKILL) }
