package snapshot

import (
	"runtime"

	"github.com/mercer-go/mercer/kernel/snapshot/memory"
)

// This file is about goroutines that a cell has left behind and that may write to its variables during a commit. They
// cannot be stopped from here; so a commit detects what they do. One thread at a time runs Go code while it encodes, which
// lets small values through between two turns of the others, and no garbage is collected, so that memory which the others
// drop meanwhile can still be looked at.

// calm prepares for a commit and reports whether other goroutines run than did when the values were loaded. resume
// undoes the preparations.
func (im *Image) calm() (others bool, resume func()) {
	if runtime.NumGoroutine() <= im.goroutines {
		return false, func() {}
	}
	percent := memory.SetGCPercent(-1)
	threads := runtime.GOMAXPROCS(1)
	faults := memory.SetPanicOnFault(true)
	runtime.Gosched() // begin with a full turn
	return true, func() {
		memory.SetPanicOnFault(faults)
		runtime.GOMAXPROCS(threads)
		memory.SetGCPercent(percent)
	}
}

// faultsAreTears makes a fault of memory access, to which a header leads that was read while another goroutine wrote it,
// a commit that has not been made.
func faultsAreTears(c *committer, s **Saved, err *error) {
	r := recover()
	if r == nil {
		return
	}
	if _, fault := r.(runtime.Error); !fault {
		panic(r)
	}
	c.out.Close(nil)
	c.out.Remove()
	*s, *err = nil, nil
}
