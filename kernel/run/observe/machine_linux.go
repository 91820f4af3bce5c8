package observe

import (
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// freeSpace is what a user may still write to the disk of a directory, in bytes.
func freeSpace(dir string) (bytes uint64, ok bool) {
	var st syscall.Statfs_t
	err := syscall.Statfs(dir, &st)
	return st.Bavail * uint64(st.Bsize), err == nil
}

// probe computes until it has had a processor for some time, and returns what that took by the clock.
func probe(long time.Duration) (ran, while time.Duration, ok bool) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	first, err := threadTime()
	for began := time.Now(); err == nil; {
		var now time.Duration
		if now, err = threadTime(); err == nil && now-first >= long {
			return now - first, time.Since(began), true
		}
	}
	return 0, 0, false
}

// threadTime is the processor time of this thread.
func threadTime() (time.Duration, error) {
	var ts unix.Timespec
	err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts)
	return time.Duration(ts.Nano()), err
}
