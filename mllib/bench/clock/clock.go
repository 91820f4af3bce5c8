// Package clock measures what the programs of the benchmarks take.
package clock

import (
	"syscall"
	"time"
)

// CPU returns the processor time that this process has taken so far, in all its threads; 0 where the system does not tell.
func CPU() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Ms returns a duration in milliseconds.
func Ms(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }
