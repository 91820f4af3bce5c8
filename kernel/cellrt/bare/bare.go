// Package bare is the run-time of a cell's program as far as it has nothing to do with values: the connection to the
// kernel, interrupts, the beginning and the end. Programs without variables link it alone, which spares the linker a
// fifth of its work; package cellrt, which also loads and commits values, is built on it.
package bare

import (
	"os"

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
		End(conn)
	}
}

// Run runs the initialisers and the cell.
func (p *Program) Run() {
	for _, f := range p.Inits {
		f()
	}
	if p.Cell != nil {
		p.Cell()
	}
}

// Begin connects the program to the kernel that started it. It returns nil in a program that is run by hand.
func Begin() *frame.Conn {
	conn := frame.Default()
	if conn != nil {
		dumpOnQuit()
	}
	return conn
}

// End tells the kernel that the cell has ended well, and ends the program without waiting for its goroutines.
func End(conn *frame.Conn) {
	if conn.Send(frame.Done, nil) != nil {
		os.Exit(1)
	}
	os.Exit(0)
}
