//go:build !linux

package turns

import "time"

// sleep is for systems where a thread cannot be stopped without telling the scheduler: it keeps the thread busy.
func sleep(d time.Duration) {
	for began := time.Now(); time.Since(began) < d; {
	}
}
