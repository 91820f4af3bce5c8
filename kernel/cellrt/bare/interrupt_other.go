//go:build !linux

package bare

import (
	"os"
	"os/signal"
	"runtime"
	"syscall"
)

// maxDump bounds the stacks that are written when the cell is interrupted.
const maxDump = 256 << 10

// dumpOnQuit makes SIGQUIT, with which the kernel interrupts a cell, write the stacks of all goroutines and end the
// program. The runtime would do so too, but cannot show the stack of a goroutine that is running on another thread: the
// endless loop, that is, which the user wants to see. The price is that the runtime no longer tells a deadlock, because the
// goroutine that waits for the signal could wake the others.
func dumpOnQuit() {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGQUIT)
	go func() {
		<-quit
		stacks := make([]byte, maxDump)
		stacks = stacks[:runtime.Stack(stacks, true)]
		os.Stderr.WriteString("SIGQUIT: quit\n\n" + string(stacks))
		os.Exit(2)
	}()
}
