package snapshot

import (
	"runtime"
	"time"

	"github.com/mercer-go/mercer/kernel/snapshot/memory"
	"github.com/mercer-go/mercer/kernel/snapshot/turns"
)

// This file is about goroutines that a cell has left behind and that may write to its variables during a commit. One thread
// at a time runs Go code meanwhile, and the commit gives way to no other while it walks and encodes (turns.Hold), so that what
// it sees is of one moment, and is seen soon (package turns); at the end of a cell it gives way no more at all. Otherwise blobs
// are read later, and a goroutine that was stopped in the middle of a change leaves it half done; so a commit detects what the
// others do, gives them a turn, and begins again. No garbage is collected, so that memory which they drop can still be looked at.

// calm prepares for a commit and reports whether other goroutines run than did when the values were loaded. resume
// undoes the preparations.
func (im *Image) calm() (others bool, resume func()) {
	if runtime.NumGoroutine() <= im.goroutines {
		return false, func() {}
	}
	percent := memory.SetGCPercent(-1)
	threads := runtime.GOMAXPROCS(1)
	faults := memory.SetPanicOnFault(true)
	return true, func() {
		memory.SetPanicOnFault(faults)
		runtime.GOMAXPROCS(threads)
		memory.SetGCPercent(percent)
	}
}

// turnTime is what others are given when a commit has to begin again.
const turnTime = time.Millisecond

// giveTurn lets other goroutines go on with what they were stopped in.
func (im *Image) giveTurn() {
	if im.last {
		turns.Release()
		defer turns.Hold()
	}
	turns.Give(turnTime, func() bool { return false })
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
