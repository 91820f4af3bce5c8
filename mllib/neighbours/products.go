package neighbours

import (
	"math"
	"sync"

	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// This file rules out observations by products of matrices. Of the differences from a centre x, of a point, and z, of an observation, the row (-2x, 1)
// times the row (z, ‖z‖²) is ‖x - z‖² - ‖x‖², up to rounding (package squares). An observation is ruled out where that is larger than the
// distance to beat allows with all rounding. Any centre is right; near the observations the bound of the rounding is small.

const (
	fewQuestions   = 64      // products pay for so many points and more,
	fewCoordinates = 6       // in so many dimensions and more,
	fewRows        = 500     // among so many observations and more
	centreRows     = 1000    // observations that make the centre, about
	safeNorms      = 0x1p997 // up to such sums of ‖x‖² and ‖z‖² nothing overflows
)

// products is the observations as products take them.
type products struct {
	d      int
	centre []float64
	rows   []float64 // (z, ‖z‖²), one after another
	top    []float64 // the largest ‖z‖² of each block
	used   sync.Pool // of *sieve that batches have done with
}

// newProducts returns nil where distances one by one are faster.
func newProducts(m *Model, points int) *products {
	n, d := len(m.X), len(m.X[0])
	if points < fewQuestions || d < fewCoordinates || n < fewRows {
		return nil
	}
	return makeProducts(m)
}

func makeProducts(m *Model) *products {
	n, d := len(m.X), len(m.X[0])
	p := &products{d: d, centre: centre(m.X), rows: make([]float64, n*(d+1)), top: make([]float64, parallel.Pieces(n, blockSize))}
	parallel.Rows(n, blockSize, func(block, lo, hi int) {
		for i := lo; i < hi; i++ {
			z := p.rows[i*(d+1) : (i+1)*(d+1)]
			z[d] = subtract(z[:d], m.X[i], p.centre)
			p.top[block] = max(p.top[block], z[d])
		}
	})
	return p
}

// centre is the mean of some rows.
func centre(rows [][]float64) []float64 {
	c := make([]float64, len(rows[0]))
	step := 1 + len(rows)/centreRows
	share := 1 / float64(parallel.Pieces(len(rows), step))
	for i := 0; i < len(rows); i += step {
		floats.AddScaled(c, share, rows[i])
	}
	return c
}

// subtract writes x - c into dst and returns the sum of the squares.
func subtract(dst, x, c []float64) float64 {
	dst, c = dst[:len(x)], c[:len(x)]
	sum := 0.0
	for j, v := range x {
		v -= c[j]
		dst[j] = v
		sum += float64(v * v)
	}
	return sum
}

// sieve is the points of a batch as products take them, and their products with a block of observations.
type sieve struct {
	*products
	rows   []float64 // (-2x, 1), one after another
	norms  []float64 // ‖x‖²
	values []float64 // a row for each point
	width  int       // observations in the block
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
	s.rows, s.norms, s.values = sized(s.rows, len(points)*(p.d+1)), sized(s.norms, len(points)), sized(s.values, len(points)*blockSize)
	largest := 0.0
	for i, x := range points {
		row := s.rows[i*(p.d+1) : (i+1)*(p.d+1)]
		s.norms[i] = subtract(row[:p.d], x, p.centre)
		floats.Scale(-2, row[:p.d])
		row[p.d] = 1
		largest = max(largest, s.norms[i])
	}
	for _, top := range p.top {
		if !(top+largest <= safeNorms) { // also for what is not a number
			return nil
		}
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
func sized(v []float64, n int) []float64 {
	if cap(v) < n {
		return make([]float64, n)
	}
	return v[:n]
}

// multiply takes the observations lo, ..., hi-1, which are a block.
func (s *sieve) multiply(lo, hi int) {
	if s == nil {
		return
	}
	s.width, s.top = hi-lo, s.products.top[lo/blockSize]
	k := s.d + 1
	blas64.Gemm(blas.NoTrans, blas.Trans, 1,
		blas64.General{Rows: len(s.norms), Cols: k, Stride: k, Data: s.rows},
		blas64.General{Rows: s.width, Cols: k, Stride: k, Data: s.products.rows[lo*k : hi*k]},
		0, blas64.General{Rows: len(s.norms), Cols: s.width, Stride: s.width, Data: s.values})
}

// pass appends the observations of the block, counted from its first, that may be among the nearest of point i, given those so far. It
// returns false where it does not know of any that may not.
func (s *sieve) pass(i int, best *nearest, some []int) ([]int, bool) {
	if s == nil {
		return some, false
	}
	values := s.values[i*s.width : (i+1)*s.width]
	var limit float64
	switch {
	case len(best.index) == best.k:
		limit = s.limit(i, best.last())
	case len(best.index) == 0 && best.k <= min(len(values), fewInABlock):
		limit = s.first(i, best.k, values)
	default:
		return some, false
	}
	j := 0
	for ; j+4 <= len(values); j += 4 {
		if v := values[j : j+4 : j+4]; v[0] <= limit || v[1] <= limit || v[2] <= limit || v[3] <= limit {
			some = appendUpTo(some, v, j, limit)
		}
	}
	return appendUpTo(some, values[j:], j, limit), true
}

// appendUpTo appends the indices, from first on, of the values up to the limit.
func appendUpTo(some []int, values []float64, first int, limit float64) []int {
	for i, v := range values {
		if v <= limit {
			some = append(some, first+i)
		}
	}
	return some
}

// limit is at least the value of an observation of the block whose squared distance from point i, one by one, is at most last.
func (s *sieve) limit(i int, last float64) float64 { return (last - s.norms[i]) + s.off(i, last) }

// first is at least the values of the k observations that are nearest to point i in the first block: of those with the k least values none
// is further away than the last of these and an error tell, and those which are not further have at most one error more.
func (s *sieve) first(i, k int, values []float64) float64 {
	s.least.k = k
	s.least.reset()
	last := math.Inf(1)
	for j, v := range values {
		if v < last {
			s.least.offer(j, v)
			last = s.least.last()
		}
	}
	return last + 2*s.off(i, math.Abs(last))
}

// off is by how much at most a value for point i and its sum with another number, the size of which is given, are wrong.
func (s *sieve) off(i int, size float64) float64 {
	norm := s.norms[i]
	return squares.Off(s.d, norm+s.top) + 0x1p-51*(size+norm)
}
