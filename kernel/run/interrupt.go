package run

import (
	"context"
	"errors"
	"fmt"
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

// sayAfter is how long a program that has been given an interrupt goes on before its user is reminded.
const sayAfter = time.Second

// takeInterrupt gives an interrupt to a program that has asked for signals, and reports whether it has. The program goes on,
// and may commit, until the next interrupt or for as long as is allowed.
func (p *process) takeInterrupt(allowed time.Duration, stop <-chan struct{}) bool {
	if handles, _ := observe.HandlesInterrupt(p.proc.Pid); !handles || !p.cmd.EndsItself || p.cmd.Tracer != nil {
		return false
	}
	p.mu.Lock()
	again := p.asked
	p.asked = true
	p.mu.Unlock()
	if again || p.proc.Signal(os.Interrupt) != nil {
		return false
	}
	go func() {
		if within(sayAfter, stop) {
			return
		}
		p.notice(fmt.Sprintf("The program handles the interrupt itself. Interrupt once more to end it now; it is ended after %v.", allowed))
		if !within(allowed-sayAfter, stop) {
			p.cancel(errNotEnded)
		}
	}()
	return true
}

// heedsInterrupts reports whether the program handles interrupts, or may do so where that is not known.
func (p *process) heedsInterrupts() bool {
	if handles, known := observe.HandlesInterrupt(p.proc.Pid); known {
		return handles
	}
	return p.cmd.Notify
}

var errNotEnded = errors.New("the program has not ended after an interrupt")

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
	asked := p.asked
	p.mu.Unlock()
	if !asked && p.heedsInterrupts() {
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
// is running only if its own thread gets the signal, so that goes to the thread that stands at a breakpoint, or else to the
// one that is busiest, where the system tells.
func (p *process) askForDump() {
	if t := p.cmd.Tracer; t != nil && observe.Quit(p.proc.Pid, t.Thread()) {
		return
	}
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
