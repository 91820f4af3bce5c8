package cluster

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// This file splits work among goroutines in pieces that do not depend on how many there are. What a piece computes is
// stored by its number and put together in order, so that the result is the same on every machine.

const (
	blockSize = 1024    // observations of a piece
	smallWork = 1 << 16 // multiplications below which starting goroutines does not pay
)

// blockCount returns the number of pieces of the data.
func (s *dataset) blockCount() int { return (s.n + blockSize - 1) / blockSize }

// blocks calls f(b, lo, hi) for each piece of the rows, for work of k·d multiplications a row.
func (s *dataset) blocks(k int, f func(b, lo, hi int)) {
	spread(s.blockCount(), s.n*k*s.d, func(b int) { f(b, b*blockSize, min(s.n, (b+1)*blockSize)) })
}

// spread calls f(0), ..., f(pieces-1), on all processors if the work is large.
func spread(pieces, work int, f func(piece int)) {
	workers := min(pieces, runtime.GOMAXPROCS(0))
	if work < smallWork || workers < 2 {
		for p := range pieces {
			f(p)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for p := int(next.Add(1)) - 1; p < pieces; p = int(next.Add(1)) - 1 {
				f(p)
			}
		})
	}
	group.Wait()
}
