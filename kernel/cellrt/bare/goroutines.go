package bare

import (
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/mercer-go/mercer/display/frame"
	"github.com/mercer-go/mercer/kernel/snapshot/turns"
)

// This file looks, at the end of a cell, for goroutines that the cell's code has started and that have not ended: they end
// with the cell's program, and what they were still to do or to print is not done.

// idle is how many goroutines ran before the cell did.
var idle int

const (
	settleTime = 200 * time.Millisecond // what goroutines are given that neither wait nor end
	mostStacks = 64 << 10               // bytes of stacks that are looked at
)

// left says that goroutines of the cell end with it.
var left bool

// Leave looks for goroutines of the cell that end with it, and returns the connection for what is left to be said.
func Leave(conn *frame.Conn) *frame.Conn {
	conn = conn.Final()
	left = runtime.NumGoroutine() > idle && goOn()
	return conn
}

// End reports to the kernel that the cell has ended well, and that goroutines end with it if some do. It ends the program without
// waiting for these, and without giving them a turn.
func End(conn *frame.Conn) {
	if left {
		if runtime.GOOS == "linux" { // where the connection waits without the scheduler
			turns.Hold()
		}
		_, _ = conn.Ask(frame.Note, []byte(frame.GoroutinesEnded))
	}
	if conn.Send(frame.Done, nil) != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// goOn reports whether goroutines that the cell has started would go on: they wait for something, or still compute after
// settleTime. One that is about to return does neither, however busy the machine is, so that the answer is always the same.
func goOn() bool {
	stacks := make([]byte, mostStacks)
	all, n := runtime.NumGoroutine(), runtime.Stack(stacks, true)
	waiting, ready := startedByCell(string(stacks[:n]))
	if waiting || ready == 0 {
		return waiting
	}
	others := all - ready
	if n == mostStacks { // and not all were seen
		others = idle
	}
	return !turns.Give(settleTime, func() bool { return runtime.NumGoroutine() <= others })
}

// startedByCell reports whether there are goroutines that functions of package main have started, and that wait; and
// how many there are that could run. It reads the stacks as runtime.Stack writes them.
func startedByCell(stacks string) (waiting bool, ready int) {
	for stack := range strings.SplitSeq(stacks, "\n\n") {
		if !strings.Contains(stack, "\ncreated by main.") {
			continue
		}
		_, state, _ := strings.Cut(stack, "[")
		state, _, _ = strings.Cut(state, "]")
		state, _, _ = strings.Cut(state, ",") // what follows is for how long
		switch state {
		case "running", "runnable", "preempted", "copystack", "syscall":
			ready++
		default:
			waiting = true
		}
	}
	return waiting, ready
}
