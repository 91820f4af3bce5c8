package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"syscall"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/cellrt/traced"
)

// Tracer is a debugger. The program of a Command with one is built for it, and waits at its start (package traced).
type Tracer interface {
	// Attach takes hold of the process that waits; the program begins when it returns, without a debugger if that is an error. When
	// ctx ends there is nothing to take hold of any more. lost is to be called if the debugger fails later: the program cannot go on
	// then, since breakpoints stand in it.
	Attach(ctx context.Context, pid int, lost func(error)) error
	// Thread returns the thread on which the process has stopped, 0 where it has not or that is not known.
	Thread() int
	// Release lets go of the process, which is about to end or has ended, within a fraction of a second.
	Release()
}

// openGate makes the socket at which the program waits.
func (f *descriptors) openGate() error {
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		return os.NewSyscallError("socketpair", err)
	}
	for _, fd := range ends {
		syscall.CloseOnExec(fd)
	}
	if err := syscall.SetNonblock(ends[0], true); err != nil {
		return err
	}
	f.gate = os.NewFile(uintptr(ends[0]), "gate")
	f.env = append(f.env, traced.Env+"="+strconv.Itoa(len(f.child)))
	f.child, f.ours = append(f.child, os.NewFile(uintptr(ends[1]), "gate")), append(f.ours, f.gate)
	return nil
}

// trace has the debugger take hold of the program before it begins.
func (p *process) trace(ctx context.Context, gate *os.File) {
	var b [1]byte
	if _, err := gate.Read(b[:]); err != nil {
		return // it has ended
	}
	if err := p.cmd.Tracer.Attach(ctx, p.proc.Pid, p.lost); err != nil && ctx.Err() == nil {
		p.notice("The cell runs without the debugger: " + err.Error() + ".")
	}
	_, _ = gate.Write(b[:])
}

// lost ends the program when its debugger has failed.
func (p *process) lost(why error) {
	p.mu.Lock()
	p.failWith(why)
	p.mu.Unlock()
	p.kill()
}

// failWith notes that the program has ended with its debugger. The lock is held.
func (p *process) failWith(why error) {
	if !p.finished && p.outcome.Failure == nil && p.ctx.Err() == nil {
		p.outcome.Failure = &frame.Failed{Name: "debugger", Value: fmt.Sprintf("%v. The cell was ended with it, for its program had breakpoints in it", why)}
	}
}

// trapped notes it where the program stood at a breakpoint of a debugger that has died, and ended by its trap before that was noticed. The lock is held.
func (p *process) trapped(signal syscall.Signal) {
	if p.cmd.Tracer != nil && signal == syscall.SIGTRAP {
		p.failWith(errors.New("the debugger has ended"))
	}
}

// untrace lets the debugger let go of the program, which is about to end.
func (p *process) untrace() {
	if p.cmd.Tracer != nil {
		p.cmd.Tracer.Release()
	}
}
