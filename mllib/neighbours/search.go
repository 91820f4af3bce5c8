package neighbours

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
)

// nearest is the k nearest observations so far, in the order of their distances. It is used again for the next point.
type nearest struct {
	k       int
	index   []int
	squares []float64 // of the distances
}

// reset forgets all observations.
func (b *nearest) reset() { b.index, b.squares = b.index[:0], b.squares[:0] }

// last is the squared distance below which an observation is taken.
func (b *nearest) last() float64 {
	if len(b.index) < b.k {
		return math.Inf(1)
	}
	return b.squares[b.k-1]
}

// offer takes an observation that is nearer than one of those so far: of equal distances the first stays.
func (b *nearest) offer(i int, square float64) {
	if len(b.index) < b.k {
		b.index, b.squares = append(b.index, i), append(b.squares, square)
	} else if square >= b.squares[b.k-1] {
		return
	}
	at := len(b.index) - 1
	for ; at > 0 && square < b.squares[at-1]; at-- {
		b.index[at], b.squares[at] = b.index[at-1], b.squares[at-1]
	}
	b.index[at], b.squares[at] = i, square
}

// take is offer for observations that come in any order: of equal distances the one that stands first stays.
func (b *nearest) take(i int, square float64) {
	at := len(b.index)
	if at < b.k {
		b.index, b.squares = append(b.index, i), append(b.squares, square)
	} else if at--; !before(i, square, b.index[at], b.squares[at]) {
		return
	}
	for ; at > 0 && before(i, square, b.index[at-1], b.squares[at-1]); at-- {
		b.index[at], b.squares[at] = b.index[at-1], b.squares[at-1]
	}
	b.index[at], b.squares[at] = i, square
}

// before reports whether observation i is nearer than j, or as near and stands before it.
func before(i int, square float64, j int, other float64) bool {
	return square < other || square == other && i < j
}

// among offers the observations from first on, given the squares of their distances.
func (b *nearest) among(first int, squares []float64) error {
	last := b.last()
	for i, s := range squares {
		if s < last {
			b.offer(first+i, s)
			last = b.last()
		} else if s-s != 0 {
			return input.Errorf(input.ErrNotFinite, "distance", "from observation %d overflows", first+i)
		}
	}
	return nil
}

// direct looks for the nearest observations one by one.
func (s *space) direct(b *nearest, x []float64) error {
	b.reset()
	for i, row := range s.x {
		if err := b.among(i, []float64{s.between(x, row)}); err != nil {
			return err
		}
	}
	return nil
}
