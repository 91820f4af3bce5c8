package cluster

import "github.com/mercer-go/mercer/mllib/internal/parallel"

// This file splits the rows of the data among goroutines. What a piece computes is stored by its number and put together in order.

const (
	blockSize = 1024    // observations of a piece
	smallWork = 1 << 16 // multiplications below which starting goroutines does not pay
)

// blockCount returns the number of pieces of the data.
func (s *dataset) blockCount() int { return parallel.Pieces(s.n, blockSize) }

// blocks calls f(b, lo, hi) for each piece of the rows, for work of k·d multiplications a row.
func (s *dataset) blocks(k int, f func(b, lo, hi int)) {
	spread(s.blockCount(), s.n*k*s.d, func(b int) { f(b, b*blockSize, min(s.n, (b+1)*blockSize)) })
}

// spread calls f(0), ..., f(pieces-1), on all processors if the work is large.
func spread(pieces, work int, f func(piece int)) {
	if work >= smallWork {
		parallel.Do(pieces, f)
		return
	}
	for p := range pieces {
		f(p)
	}
}
