package parallel

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// everywhere runs a test with one, two and four processors.
func everywhere(t *testing.T, test func(t *testing.T)) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, n := range []int{1, 2, 4} {
		runtime.GOMAXPROCS(n)
		t.Run(fmt.Sprintf("%d processors", n), test)
	}
}

func TestEveryPieceOnce(t *testing.T) {
	everywhere(t, func(t *testing.T) {
		for _, pieces := range []int{0, 1, 2, 3, 17, 1000} {
			count := make([]int, pieces)
			Do(pieces, func(p int) { count[p]++ })
			if slices.ContainsFunc(count, func(c int) bool { return c != 1 }) {
				t.Errorf("%d pieces: counts %v", pieces, count)
			}
		}
	})
}

// TestWorkers: never more pieces at once than workers, whatever GOMAXPROCS says, and with several workers more than one: each of the first two
// waits for the other.
func TestWorkers(t *testing.T) {
	everywhere(t, func(t *testing.T) {
		for _, workers := range []int{-1, 0, 1, 2, 3, 50} {
			var now, most atomic.Int64
			var both sync.WaitGroup
			if workers > 1 {
				both.Add(2)
			}
			count := make([]int, 20)
			On(workers, len(count), func(p int) {
				n := now.Add(1)
				defer now.Add(-1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				if workers > 1 && p < 2 {
					both.Done()
					both.Wait()
				}
				count[p]++
			})
			if slices.ContainsFunc(count, func(c int) bool { return c != 1 }) || most.Load() > int64(max(workers, 1)) {
				t.Errorf("%d workers: counts %v, %d at once", workers, count, most.Load())
			}
		}
	})
}

func TestRowsDivide(t *testing.T) {
	for _, c := range []struct{ n, size, pieces int }{{0, 4, 0}, {1, 4, 1}, {4, 4, 1}, {5, 4, 2}, {1000, 7, 143}} {
		seen, piece := make([]int, c.n), make([]int, c.n)
		Rows(c.n, c.size, func(p, lo, hi int) {
			for i := lo; i < hi; i++ {
				seen[i]++
				piece[i] = p
			}
		})
		if slices.ContainsFunc(seen, func(c int) bool { return c != 1 }) || !slices.IsSorted(piece) {
			t.Errorf("%d rows in pieces of %d: seen %v in pieces %v", c.n, c.size, seen, piece)
		}
		if got := Pieces(c.n, c.size); got != c.pieces {
			t.Errorf("Pieces(%d, %d) = %d, want %d", c.n, c.size, got, c.pieces)
		}
	}
}

// TestLeastError: of several failures it is always the same one that is told.
func TestLeastError(t *testing.T) {
	everywhere(t, func(t *testing.T) {
		for range 200 {
			err := Try(40, func(p int) error {
				if p == 13 {
					runtime.Gosched()
				}
				if p%7 == 6 {
					return fmt.Errorf("piece %d", p)
				}
				return nil
			})
			if err == nil || err.Error() != "piece 6" {
				t.Fatalf("got %v, want piece 6", err)
			}
		}
		if err := Try(40, func(int) error { return nil }); err != nil {
			t.Error(err)
		}
	})
}

// TestPanicReachesTheCaller: a panic in a goroutine would end the program; it is the caller's to recover from.
func TestPanicReachesTheCaller(t *testing.T) {
	cause := errors.New("cause")
	everywhere(t, func(t *testing.T) {
		defer func() {
			if v := recover(); v != cause {
				t.Errorf("recovered %v, want the value of piece 3", v)
			}
		}()
		Do(50, func(p int) {
			if p == 3 {
				panic(cause)
			}
		})
	})
}

func TestGoexitIsTold(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	defer func() {
		if recover() == nil {
			t.Error("a piece that ended its goroutine was taken for done")
		}
	}()
	Do(4, func(p int) {
		if p == 1 {
			runtime.Goexit()
		}
	})
}

// TestTryLeastError: a piece that was handed out, but not begun, when a later one failed is run: its error is the one that is returned.
func TestTryLeastError(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(16))
	for i := range 20_000 {
		err := Try(8, func(p int) error { return fmt.Errorf("piece %d", p) })
		if fmt.Sprint(err) != "piece 0" {
			t.Fatalf("repeat %d: %v, want piece 0", i, err)
		}
	}
}
