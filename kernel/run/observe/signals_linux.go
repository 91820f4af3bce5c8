package observe

import (
	"bytes"
	"math/bits"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// This file reads off a Go program whether it has asked for signals (os/signal.Notify). Each Go program catches nearly all
// signals, so what is caught does not say it. But once a program has asked for some signal, the Go runtime has a thread that
// blocks most of those that were not asked for (runtime.ensureSigM). One that has asked for all blocks none there; then it
// catches SIGCONT too, which the runtime by itself does not. Whether the interrupt is among them cannot be read: it is never
// blocked.

// HandlesInterrupt reports whether a Go program has asked for signals and does not ignore the interrupt, and whether that
// is known.
func HandlesInterrupt(pid int) (handles, known bool) {
	status := filepath.Join("/proc", strconv.Itoa(pid), "status")
	caught, known := signalSet(status, "SigCgt:")
	if !known || !has(caught, syscall.SIGINT) {
		return false, known
	}
	if has(caught, syscall.SIGCONT) && has(caught, syscall.SIGURG) {
		return true, true
	}
	for _, tid := range threads(pid) {
		if blocked, ok := signalSet(filepath.Join(taskDir(pid), strconv.Itoa(tid), "status"), "SigBlk:"); ok && receives(blocked) {
			return true, true
		}
	}
	return false, true
}

// receives reports whether a thread with these blocked signals is the one that receives those that were asked for: it leaves
// the runtime's own unblocked, whereas a thread that is just being made blocks all.
func receives(blocked uint64) bool {
	return bits.OnesCount64(blocked) > 64/4 && !has(blocked, syscall.SIGPROF) && !has(blocked, syscall.SIGSEGV)
}

func has(set uint64, signal syscall.Signal) bool { return set>>(signal-1)&1 == 1 }

// signalSet reads a set of signals from a file of /proc.
func signalSet(path, name string) (set uint64, ok bool) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	for line := range bytes.Lines(data) {
		if value, found := bytes.CutPrefix(line, []byte(name)); found {
			set, err = strconv.ParseUint(string(bytes.TrimSpace(value)), 16, 64)
			return set, err == nil
		}
	}
	return 0, false
}
