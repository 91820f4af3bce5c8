package turns

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// Others run while a goroutine gives them a turn, also where there is one thread only, and it goes on when they have done
// what it waits for, though sleepers wake all the time.
func TestGive(t *testing.T) {
	for _, threads := range []int{1, 2} {
		was := runtime.GOMAXPROCS(threads)
		var turns, stopped atomic.Int64
		var stop atomic.Bool
		const sleepers = 20
		for range sleepers {
			go func() {
				for !stop.Load() {
					turns.Add(1)
					time.Sleep(time.Nanosecond)
				}
				stopped.Add(1)
			}()
		}
		if !Give(time.Minute, func() bool { return turns.Load() > 100 }) {
			t.Errorf("%d threads: others had %d turns", threads, turns.Load())
		}
		stop.Store(true)
		if !Give(time.Minute, func() bool { return stopped.Load() == sleepers }) {
			t.Errorf("%d threads: %d others have stopped", threads, stopped.Load())
		}
		if now := runtime.GOMAXPROCS(was); now != threads {
			t.Errorf("%d threads are left, want %d", now, threads)
		}
	}
	if Give(time.Millisecond, func() bool { return false }) {
		t.Error("what never comes has come")
	}
}

// While a goroutine holds its turn on the only thread, no other runs, however long it takes.
func TestHold(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var ran atomic.Bool
	Hold()
	go ran.Store(true)
	sleep(30 * time.Millisecond)
	if ran.Load() {
		t.Error("another goroutine had a turn")
	}
	Release()
	for !ran.Load() {
		runtime.Gosched()
	}
}
