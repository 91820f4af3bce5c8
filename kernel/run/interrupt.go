package run

import (
	"context"
	"os"
	"syscall"
	"time"

	"github.com/mercer-go/mercer/kernel/run/observe"
)

const (
	dumpTime    = 400 * time.Millisecond // from the dump signal to the kill
	mostDumps   = 5                      // as often, for a program that waits for a processor
	politeTime  = 300 * time.Millisecond // from SIGINT to the dump signal, for programs that handle it
	releaseTime = 500 * time.Millisecond // after which a program that wrote like a dying one is believed to live
	aliveTime   = 100 * time.Millisecond // if it has run so long since, or sleeps
)

// suspicion is what is known of a program that writes like a dying one.
type suspicion struct {
	waiting    bool          // a call of releaseStderr is scheduled
	ranBefore  time.Duration // how long it had run when it began to write so
	overflowed bool          // its stack has, and it was ended while the runtime said so
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
	if p.cmd.Notify {
		p.proc.Signal(os.Interrupt)
		if within(politeTime, stop) {
			return
		}
	}
	p.mu.Lock()
	if p.written.stderr.crash.holding && p.alive() {
		p.release() // make room for the dump
	}
	p.mu.Unlock()
	p.askForDump()
	p.untrace() // what stands at a breakpoint goes on, into its end
	ran := observe.RanSoFar(p.proc.Pid)
	for range mostDumps {
		if within(dumpTime, stop) {
			return
		}
		if !observe.Dying(p.proc.Pid, ran+aliveTime) { // it has had its time
			break
		}
	}
	p.kill()
}

// askForDump makes the Go runtime write the program's stacks and end it. The runtime shows the stack of a goroutine that
// is running only if its own thread gets the signal, so that goes to the thread that is busiest, where the system tells.
func (p *process) askForDump() {
	if !observe.QuitBusiest(p.proc.Pid) {
		p.proc.Signal(syscall.SIGQUIT)
	}
}

// within waits for at most d until stop is closed.
func within(d time.Duration, stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	case <-time.After(d):
		return false
	}
}

// releaseStderr gives back what looked like a crash when the program is alive long after.
func (p *process) releaseStderr() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.suspicion.waiting = false
	if p.written.stderr.crash == nil || !p.written.stderr.crash.holding || p.outcome.Interrupted || !p.alive() {
		return
	}
	if lo, hi, ok := p.written.stderr.crash.overflowed(); ok && observe.Maps(p.proc.Pid, lo, hi) {
		p.suspicion.overflowed = true // the runtime goes on counting the frames that it leaves out, millions of them
		p.kill()
		return
	}
	if observe.Dying(p.proc.Pid, p.suspicion.ranBefore+aliveTime) {
		p.scheduleRelease()
		return
	}
	p.release()
}

// scheduleRelease looks later whether a program that wrote like a dying one lives. The lock is held.
func (p *process) scheduleRelease() {
	if !p.suspicion.waiting {
		p.suspicion.waiting = true
		time.AfterFunc(releaseTime, p.releaseStderr)
	}
}

// release gives back what looked like a crash. The lock is held.
func (p *process) release() {
	c := p.written.stderr.crash
	p.written.stderr.crash = nil
	p.written.stderr.write(c.release())
	p.written.stderr.flush(true)
	p.written.stderr.crash = c
}
