// Package adapter is delve's side of a debug session: what the process of "mercer-debugger" does. Only that command links it, so that
// nothing which goes wrong in the debugger touches the kernel.
package adapter

import "io"

// Conversation is where requests come from and answers go to.
type Conversation interface {
	io.Reader
	io.Writer
	io.Closer
}
