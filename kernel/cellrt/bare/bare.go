// Package bare is the run-time of a cell's program as far as it has nothing to do with values: the connection to the
// kernel, interrupts, the beginning and the end. Programs without variables link it alone, which spares the linker a
// fifth of its work; package cellrt, which also loads and commits values, is built on it.
package bare

import (
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/mercer-go/mercer/display/frame"
)

// Program is a cell that reaches no variable of the notebook.
type Program struct {
	Inits []func() // run first, in order
	Cell  func()   // the cell's statements; may be nil
}

// Main runs a cell's program and does not return when a kernel started it.
func Main(p Program) {
	conn := Begin()
	frame.SetCommit(func() error { return nil }) // there is nothing to commit
	p.Run()
	if conn != nil {
		End(Leave(conn))
	}
}

// Run runs the initialisers and the cell. If a matrix operation panics about sizes, the kernel hears which these are.
func (p *Program) Run() {
	ended := false
	defer func() {
		if conn := frame.Default(); !ended && conn != nil {
			sendSizes(conn)
		}
	}()
	sendTime := timer()
	for _, f := range p.Inits {
		f()
	}
	if p.Cell != nil {
		p.Cell()
	}
	sendTime()
	ended = true
}

// timer returns what sends to the kernel how much time has passed since, where the kernel asks for it.
func timer() func() {
	conn := frame.Default()
	if conn == nil || os.Getenv(frame.EnvTimed) == "" {
		return func() {}
	}
	_ = os.Unsetenv(frame.EnvTimed) // it is not for the programs that this one starts
	began := time.Now()
	return func() { _ = conn.Send(frame.Took, strconv.AppendInt(nil, int64(time.Since(began)), 10)) }
}

// Begin connects the program to the kernel that started it. It returns nil in a program that is run by hand.
func Begin() *frame.Conn {
	conn := frame.Default()
	if conn != nil {
		dumpOnQuit()
		orderStreams()
		idle = runtime.NumGoroutine()
	}
	return conn
}
