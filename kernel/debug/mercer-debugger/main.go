// Command mercer-debugger debugs the program of a cell: it speaks the Debug Adapter Protocol on its
// standard streams. Kernels start it; it is a program of its own, as no other has a use for delve, and is
// built when somebody first switches the debugger on.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/mercer-go/mercer/kernel/debug/adapter"
)

func main() {
	out := os.Stdout
	os.Stdout = os.Stderr // what is printed is no part of the conversation
	if err := adapter.Serve(streams{os.Stdin, out, os.Stdin}); err != nil {
		fmt.Fprintln(os.Stderr, "mercer-debugger:", err)
		os.Exit(1)
	}
}

// streams are the standard streams as a conversation.
type streams struct {
	io.Reader
	io.Writer
	io.Closer
}
