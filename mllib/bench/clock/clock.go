// Package clock measures what the programs of the benchmarks take.
package clock

import (
	"fmt"
	"os"
	"strings"
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

// PeakMB returns the largest resident memory of this process so far, in MB (2²⁰ bytes); 0 where there is no /proc, as outside Linux.
// The system call for it counts what the process that started this one held, too.
func PeakMB() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		var kB float64
		if n, _ := fmt.Sscanf(line, "VmHWM: %f kB", &kB); n == 1 {
			return kB / 1024
		}
	}
	return 0
}
