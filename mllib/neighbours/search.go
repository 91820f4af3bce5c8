package neighbours

import (
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/lanes"
)

const (
	fewPoints  = 8   // from so many points on it pays to lay the observations out for vector instructions
	pointsEach = 32  // points that one goroutine takes at a time
	blockSize  = 248 // observations in a block, a multiple of lanes.Width, and no power of two, for the cache
)

// nearest is the k nearest observations so far, in the order of their distances. It is used again for the next point.
type nearest struct {
	k       int
	index   []int
	squares []float64 // of the distances
	block   []float64 // memory for those of a block
}

// offer takes an observation that is nearer than one of those so far: of equal distances the first stays.
func (b *nearest) offer(i int, square float64) {
	if len(b.index) == b.k {
		if square >= b.squares[b.k-1] {
			return
		}
		b.index, b.squares = b.index[:b.k-1], b.squares[:b.k-1]
	}
	at := len(b.squares)
	for at > 0 && square < b.squares[at-1] {
		at--
	}
	b.index, b.squares = slices.Insert(b.index, at, i), slices.Insert(b.squares, at, square)
}

// among offers the observations from first on, given the squares of their distances.
func (b *nearest) among(first int, squares []float64) error {
	for i, s := range squares {
		if s-s != 0 {
			return input.Errorf(input.ErrNotFinite, "distance", "from observation %d overflows", first+i)
		}
		if len(b.index) < b.k || s < b.squares[b.k-1] {
			b.offer(first+i, s)
		}
	}
	return nil
}

// direct looks for the nearest observations one by one.
func (m *Model) direct(b *nearest, x []float64) error {
	b.index, b.squares = b.index[:0], b.squares[:0]
	for i, row := range m.X {
		sum := 0.0
		for j, v := range row {
			sum += float64((v - x[j]) * (v - x[j])) // rounded, so that no processor fuses it
		}
		if err := b.among(i, []float64{sum}); err != nil {
			return err
		}
	}
	return nil
}

// inBlocks lays the observations out in blocks, coordinate by coordinate, and returns a search that gives the same as direct.
func (m *Model) inBlocks() func(b *nearest, x []float64) error {
	d := len(m.X[0])
	var blocks [][]float64
	for rows := range slices.Chunk(m.X, blockSize) {
		width := (len(rows) + lanes.Width - 1) / lanes.Width * lanes.Width // the last places may stay 0
		block := make([]float64, d*width)
		for i, row := range rows {
			for j, v := range row {
				block[j*width+i] = v
			}
		}
		blocks = append(blocks, block)
	}
	return func(b *nearest, x []float64) error {
		b.index, b.squares = b.index[:0], b.squares[:0]
		if b.block == nil {
			b.block = make([]float64, blockSize)
		}
		for k, block := range blocks {
			squares := b.block[:len(block)/d]
			lanes.Squared(squares, x, block)
			if err := b.among(k*blockSize, squares[:min(blockSize, len(m.X)-k*blockSize)]); err != nil {
				return err
			}
		}
		return nil
	}
}
