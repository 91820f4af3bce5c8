// Package parallel shares work among goroutines in pieces whose number depends on the data only, never on the number of goroutines. What
// a piece computes belongs into a place of its own and is put together in the order of the pieces, so that a result is the same, to the
// last bit, on every machine.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Do calls f(0), ..., f(pieces-1), each once, on at most GOMAXPROCS goroutines, and returns when all have returned. Where f panics, the
// pieces that are not begun are left out and Do panics in the goroutine of its caller, with the value of the least piece that did.
func Do(pieces int, f func(piece int)) { On(runtime.GOMAXPROCS(0), pieces, f) }

// On is Do on at most so many goroutines; with one, that of the caller.
func On(workers, pieces int, f func(piece int)) {
	workers = min(pieces, workers)
	if workers < 2 {
		for p := range pieces {
			f(p)
		}
		return
	}
	q := queue{pieces: pieces}
	var group sync.WaitGroup
	for range workers {
		group.Go(func() { q.work(f) })
	}
	group.Wait()
	switch {
	case q.broken:
		panic(q.panicked)
	case q.ended < pieces:
		panic("parallel: a piece ended its goroutine")
	}
}

// Rows cuts 0..n-1 into pieces of size rows, the last of which may be shorter, and calls f(piece, lo, hi) for the rows lo..hi-1 of each,
// as Do does.
func Rows(n, size int, f func(piece, lo, hi int)) {
	Do(Pieces(n, size), func(p int) { f(p, p*size, min(n, (p+1)*size)) })
}

// Pieces is the number of pieces into which Rows cuts n rows.
func Pieces(n, size int) int { return (n + size - 1) / size }

// Try is Do for work that can fail. It returns the error of the least piece that fails, whoever runs what: once a piece has failed, those
// after it that are not begun are left out, and none before it is.
func Try(pieces int, f func(piece int) error) error {
	errs := make([]error, pieces)
	var least atomic.Int64 // of the pieces that have failed
	least.Store(int64(pieces))
	Do(pieces, func(p int) {
		if int64(p) > least.Load() {
			return
		}
		if errs[p] = f(p); errs[p] != nil {
			lower(&least, int64(p))
		}
	})
	if p := least.Load(); p < int64(pieces) {
		return errs[p]
	}
	return nil
}

// lower makes a the smaller one of itself and p.
func lower(a *atomic.Int64, p int64) {
	for old := a.Load(); p < old; old = a.Load() {
		if a.CompareAndSwap(old, p) {
			return
		}
	}
}

// queue hands out pieces in increasing order.
type queue struct {
	pieces int
	next   atomic.Int64

	mu       sync.Mutex
	ended    int  // pieces that have returned
	broken   bool // a piece panicked
	least    int  // which
	panicked any  // with what
}

func (q *queue) work(f func(piece int)) {
	for p := q.take(); p < q.pieces; p = q.take() {
		q.run(p, f)
	}
}

func (q *queue) take() int { return int(q.next.Add(1)) - 1 }

func (q *queue) run(p int, f func(piece int)) {
	returned := false
	defer func() {
		v := recover()
		q.mu.Lock()
		defer q.mu.Unlock()
		switch {
		case returned:
			q.ended++
		case v != nil && (!q.broken || p < q.least):
			q.next.Add(int64(q.pieces)) // no further piece begins
			q.broken, q.least, q.panicked = true, p, v
		}
	}()
	f(p)
	returned = true
}
