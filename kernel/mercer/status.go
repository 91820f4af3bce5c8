package main

import (
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-isatty"
)

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// status shows what a set-up does: on a terminal in one line that is overwritten, else in lines.
type status struct {
	w    io.Writer
	live bool
}

func newStatus(w io.Writer) status { return status{w, isTerminal(w)} }

func (s status) show(text string) {
	if s.live {
		fmt.Fprintf(s.w, "\r\x1b[K%s …", text)
		return
	}
	fmt.Fprintln(s.w, text)
}

// end clears the line.
func (s status) end() {
	if s.live {
		fmt.Fprint(s.w, "\r\x1b[K")
	}
}
