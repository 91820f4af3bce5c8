package neighbours

import (
	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/internal/squares"
)

// This file answers many questions at once. It goes through the observations block by block and asks all points of a batch about a block
// while that is in the cache. Products of matrices tell which observations of a block may be among the nearest (products.go); distances one by one
// decide, in the order of the observations, so that the result is that of direct. Where products leave too many, or cannot be
// had, the whole block is laid out for vector instructions, once for the batch.

const (
	fewPoints   = 8                           // from so many points on a batch pays
	leastEach   = 32                          // points of a batch, at least,
	mostEach    = 256                         // and at most: their products with a block fit into the second cache
	batches     = 4                           // as many at least, if the points suffice, so that all processors have work
	blockSize   = 240                         // observations in a block, whole tiles of a product, and no power of two, for the cache
	usualK      = 32                          // up to so many neighbours, their memory is laid out ahead
	fewInABlock = blockSize / lanes.Width / 2 // up to so many distances are faster one by one than those of the whole block
)

// batch is some points and the observations that are nearest to them so far.
type batch struct {
	*space
	points [][]float64
	best   []nearest
	failed []error
	sieve  *sieve // nil without products

	block   []float64 // the observations of a block, coordinate by coordinate, as far as somebody asked for them
	squares []float64 // distances of one point from them
	few     []int     // observations of a block that may be near
}

// room is lists of the k nearest observations of so many points, empty.
func room(points, k int) []nearest {
	some, best := min(k, usualK), make([]nearest, points)
	index, squares := make([]int, points*some), make([]float64, points*some)
	for i := range best {
		best[i] = nearest{k: k, index: index[i*some : i*some : (i+1)*some], squares: squares[i*some : i*some : (i+1)*some]}
	}
	return best
}

// batchSize is the number of points of a batch if there are so many in all: whole tiles of a product.
func batchSize(points int) int {
	const tile = 8
	return min(mostEach, max(leastEach, parallel.Pieces(points, batches*tile)*tile))
}

// search finds the k nearest observations of each point, the same as direct, with its errors; p may be nil.
func (s *space) search(points [][]float64, k int, p *products) ([]nearest, []error) {
	b := &batch{space: s, points: points, best: room(len(points), k), failed: make([]error, len(points))}
	if len(points) < fewPoints || !euclidean(s.kernel) {
		for i, x := range points {
			b.failed[i] = s.direct(&b.best[i], x)
		}
		return b.best, b.failed
	}
	b.sieve, b.squares = p.sieve(points), make([]float64, blockSize)
	defer b.sieve.done()
	for lo := 0; lo < len(s.x); lo += blockSize {
		b.ask(lo, min(lo+blockSize, len(s.x)))
	}
	return b.best, b.failed
}

// ask offers the observations lo, ..., hi-1 to all points.
func (b *batch) ask(lo, hi int) {
	b.block = b.block[:0]
	b.sieve.multiply(lo, hi)
	for i := range b.points {
		if b.failed[i] != nil {
			continue
		}
		near, some := b.sieve.pass(i, &b.best[i], b.few[:0])
		if some && len(near) <= fewInABlock {
			for _, j := range near {
				b.best[i].offer(lo+j, squares.Between(b.points[i], b.x[lo+j]))
			}
		} else {
			b.failed[i] = b.all(i, lo, hi)
		}
		b.few = near
	}
}

// all offers the observations lo, ..., hi-1 to point i.
func (b *batch) all(i, lo, hi int) error {
	if len(b.block) == 0 {
		b.layOut(b.x[lo:hi])
	}
	some := b.squares[:len(b.block)/len(b.x[0])]
	lanes.Squared(some, b.points[i], b.block)
	return b.best[i].among(lo, some[:hi-lo])
}

// layOut copies observations to the block, coordinate by coordinate.
func (b *batch) layOut(rows [][]float64) {
	d, width := len(rows[0]), parallel.Pieces(len(rows), lanes.Width)*lanes.Width // the last places may hold anything
	b.block = sized(b.block, d*width)
	for i, row := range rows {
		for j, v := range row {
			b.block[j*width+i] = v
		}
	}
}
