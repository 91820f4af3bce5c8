package neighbours

import (
	"math"
	"slices"
	"sync"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/internal/single"
	"github.com/mercer-go/mercer/mllib/internal/squares"
)

// This file rules out observations by products of matrices, in single precision (package single). Of the differences from a centre x, of a point, and z, of an
// observation, the row (-2x, 1) times the row (z, ‖z‖²) is ‖x - z‖² - ‖x‖², up to rounding. An observation is ruled out where that is larger than the
// distance to beat allows with all rounding. Any centre is right; near the observations the bound of the rounding is small. All numbers are multiplied by a power
// of two that makes the largest z about 1 long.

const (
	fewQuestions   = 64      // products pay for so many points and more,
	fewCoordinates = 6       // in so many dimensions and more,
	fewRows        = 500     // among so many observations and more
	safeNorms      = 0x1p997 // up to such sums of ‖x‖² and ‖z‖² nothing overflows
	farPoint       = 0x1p40  // nor in single precision up to such multiples of the largest ‖z‖²
)

// products is the observations as products take them.
type products struct {
	d      int
	centre []float64
	scale  float64   // the power of two
	panels []float32 // (z, ‖z‖²), packed, block by block
	top    []float64 // the largest ‖z‖² of each block
	most   float64   // and of all
	used   sync.Pool // of *sieve that batches have done with
}

// newProducts returns nil where distances one by one are faster.
func newProducts(s *space, points int) *products {
	n, d := len(s.x), len(s.x[0])
	if !euclidean(s.kernel) || points < fewQuestions || d < fewCoordinates || n < fewRows {
		return nil
	}
	return makeProducts(s)
}

func makeProducts(s *space) *products {
	n, d := len(s.x), len(s.x[0])
	p := &products{d: d, top: make([]float64, parallel.Pieces(n, blockSize)), panels: single.Memory.Borrow(single.Panels(n) * single.Width * (d + 1))}
	p.centre = single.Centre(n, func(i int) []float64 { return s.x[i] })
	norms := make([]float64, n)
	parallel.Rows(n, blockSize, func(block, lo, hi int) {
		for i := lo; i < hi; i++ {
			norms[i] = single.Square(s.x[i], p.centre)
			p.top[block] = max(p.top[block], norms[i])
		}
	})
	p.most = slices.Max(p.top)
	p.scale = single.Scale(p.most)
	scales := single.Factors(d, p.scale)
	parallel.Rows(n, blockSize, func(_, lo, hi int) {
		row := make([]float32, d+1)
		for i := lo; i < hi; i++ {
			lanes.Narrow(row, s.x[i], p.centre, scales)
			row[d] = float32(norms[i] * p.scale * p.scale)
			single.Set(p.panels, d+1, i, row)
		}
	})
	for i := n; i%single.Width > 0; i++ {
		single.Set(p.panels, d+1, i, make([]float32, d+1))
	}
	return p
}

// done gives back the memory of the observations.
func (p *products) done() {
	if p != nil {
		single.Memory.Return(p.panels)
		p.panels = nil
	}
}

// sieve is the points of a batch as products take them, and their products with a block of observations.
type sieve struct {
	*products
	rows   []float32 // (-2x, 1), one after another
	index  []int32   // their numbers
	norms  []float64 // ‖x‖²
	values []float32 // a row for each point
	width  int       // observations in the block, and
	stride int       // numbers in a row of values
	top    float64   // the largest ‖z‖² of the block
	least  nearest   // the least values of a point
}

// sieve returns nil where products may overflow, or there are none.
func (p *products) sieve(points [][]float64) *sieve {
	if p == nil {
		return nil
	}
	s, ok := p.used.Get().(*sieve)
	if !ok {
		s = &sieve{products: p}
	}
	s.rows, s.norms = sized(s.rows, len(points)*(p.d+1)), sized(s.norms, len(points))
	s.index, s.values = s.index[:0], sized(s.values, single.RoundUp(len(points))*blockSize)
	largest, twice := 0.0, single.Factors(p.d, -2*p.scale)
	for i, x := range points {
		row := s.rows[i*(p.d+1) : (i+1)*(p.d+1)]
		lanes.Narrow(row, x, p.centre, twice)
		row[p.d] = 1
		s.norms[i] = single.Square(x, p.centre)
		s.index = append(s.index, int32(i))
		largest = max(largest, s.norms[i])
	}
	if !(p.most+largest <= safeNorms && largest*p.scale*p.scale <= farPoint) { // also for what is not a number
		return nil
	}
	return s
}

// done gives back the memory of the sieve.
func (s *sieve) done() {
	if s != nil {
		s.used.Put(s)
	}
}

// sized returns n numbers that may hold anything, in the memory of v if that suffices.
func sized[T any](v []T, n int) []T {
	if cap(v) < n {
		return make([]T, n)
	}
	return v[:n]
}

// multiply takes the observations lo, ..., hi-1, which are a block.
func (s *sieve) multiply(lo, hi int) {
	if s == nil {
		return
	}
	s.width, s.top = hi-lo, s.products.top[lo/blockSize]
	s.stride = single.Panels(s.width) * single.Width
	single.Multiply(s.values, s.rows, s.d+1, s.index, s.panels[lo*(s.d+1):][:s.stride*(s.d+1)])
}

// pass appends the observations of the block, counted from its first, that may be among the nearest of point i, given those so far. It
// returns false where it does not know of any that may not.
func (s *sieve) pass(i int, best *nearest, some []int) ([]int, bool) {
	if s == nil {
		return some, false
	}
	values := s.values[i*s.stride:][:s.width]
	var most float64
	switch {
	case len(best.index) == best.k:
		most = s.limit(i, best.last())
	case len(best.index) == 0 && best.k <= min(len(values), fewInABlock):
		most = s.first(i, best.k, values)
	default:
		return some, false
	}
	limit := math.Nextafter32(float32(most), float32(math.Inf(1)))
	j := 0
	for ; j+4 <= len(values); j += 4 {
		if v := values[j : j+4 : j+4]; v[0] <= limit || v[1] <= limit || v[2] <= limit || v[3] <= limit {
			some = appendUpTo(some, v, j, limit)
		}
	}
	return appendUpTo(some, values[j:], j, limit), true
}

// appendUpTo appends the indices, from first on, of the values up to the limit.
func appendUpTo(some []int, values []float32, first int, limit float32) []int {
	for i, v := range values {
		if v <= limit {
			some = append(some, first+i)
		}
	}
	return some
}

// limit is at least the value of an observation of the block whose squared distance from point i, one by one, is at most last.
func (s *sieve) limit(i int, last float64) float64 {
	return (last-s.norms[i])*s.scale*s.scale + s.off(i, last)
}

// first is at least the values of the k observations that are nearest to point i in the first block: of those with the k least values none
// is further away than the last of these and an error tell, and those which are not further have at most one error more.
func (s *sieve) first(i, k int, values []float32) float64 {
	s.least.k = k
	s.least.reset()
	last := math.Inf(1)
	for j, v := range values {
		if v := float64(v); v < last {
			s.least.offer(j, v)
			last = s.least.last()
		}
	}
	return last + 2*s.off(i, math.Abs(last)/s.scale/s.scale)
}

// off is by how much at most a value for point i and its sum with another number, the size of which is given, are wrong.
func (s *sieve) off(i int, size float64) float64 {
	norm, square := s.norms[i], s.scale*s.scale
	products := (2*math.Sqrt(norm*s.scale)*math.Sqrt(s.top*s.scale))*s.scale + s.top*square
	return single.Off(s.d+1, products) + (squares.Off(s.d, norm+s.top)+0x1p-51*(size+norm))*square
}
