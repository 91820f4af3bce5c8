// Package turns keeps the right to run Go code, and gives it to other goroutines for a time. Go's scheduler comes back to a
// goroutine that has yielded only after seconds where hundreds of others wake all the time (a sleeper that is due runs next, in
// the time slice of the one before), so the end of a cell, which ends these goroutines, must not yield.
package turns

import (
	"runtime"
	"time"
	_ "unsafe" // for go:linkname
)

// Hold keeps the running goroutine from giving way to others until Release: where one thread at a time runs Go code, no other
// goroutine runs meanwhile. What is done between the two must wait for nothing that the scheduler knows of, such as channels,
// locks, and files of package os.
func Hold() { procPin() }

// Release ends what Hold has begun.
func Release() { procUnpin() }

// Give lets other goroutines run for a time, or until there is nothing more to wait for, and reports whether that was so. They
// run on other threads, of which it makes sure that there is one.
func Give(most time.Duration, done func() bool) bool {
	if threads := runtime.GOMAXPROCS(0); threads == 1 {
		runtime.GOMAXPROCS(2)
		defer runtime.GOMAXPROCS(threads)
	}
	Hold()
	defer Release()
	began := time.Now()
	for nap := shortNap; !done(); nap = min(2*nap, longNap) {
		if time.Since(began) >= most {
			return false
		}
		sleep(nap)
	}
	return true
}

// Between two looks the thread sleeps for so long, at first and at the most.
const (
	shortNap = 20 * time.Microsecond
	longNap  = time.Millisecond
)

//go:linkname procPin runtime.procPin
func procPin() int

//go:linkname procUnpin runtime.procUnpin
func procUnpin()
