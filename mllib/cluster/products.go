package cluster

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/mercer-go/mercer/mllib/internal/squares"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// This file finds nearest centres by products of matrices, which in many dimensions are several times as fast as distances one by one:
//
//	‖x - c‖² = ‖x‖² - 2⟨x, c⟩ + ‖c‖²
//
// The sum is off by rounding of its terms, by at most what package squares says. So a product decides only where it is sure: where two
// centres are not further apart than the errors of both allow, the distances are computed as the finder does, and decide. The labels are those of the
// finder, to the last one.

// The finder is faster in fewer dimensions, or for fewer coordinates of all centres together.
const fewDimensions, fewCoordinates = 48, 6000

// productRows is the number of rows that are multiplied at a time.
const productRows = 512

// products finds the centres that are nearest to many observations.
type products struct {
	*dataset
	centers  []float64 // one after another
	k        int
	norms    []float64 // ‖x‖² of the observations
	ofCenter []float64 // ‖c‖²
	top      float64   // the largest of them
	narrow   *narrow   // in single precision, nil where that leaves too much to decide
	unsure   atomic.Int64
	memory   sync.Pool // of *productMemory
}

// productMemory is what the products of some rows take; it is made when it is needed.
type productMemory struct {
	rows, squares []float64
	inner         []float32
}

// newProducts returns nil where the finder does better.
func newProducts(s *dataset, k int) *products {
	if s.d < fewDimensions || k*s.d < fewCoordinates {
		return nil
	}
	p := &products{dataset: s, k: k, norms: make([]float64, s.n), ofCenter: make([]float64, k)}
	s.blocks(1, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			p.norms[i] = floats.Dot(s.row(i), s.row(i))
		}
	})
	p.memory.New = func() any { return &productMemory{} }
	p.narrow = newNarrow(s, k)
	return p
}

// set takes the centres, which must not change while they are in use.
func (p *products) set(centers []float64) {
	p.centers = centers
	for k := range p.k {
		c := centers[k*p.d : (k+1)*p.d]
		p.ofCenter[k] = floats.Dot(c, c)
	}
	p.top = slices.Max(p.ofCenter)
	if p.unsure.Swap(0) > manyUnsure*int64(p.n) {
		p.narrow = nil
	}
	if p.narrow != nil {
		p.narrow.set(centers)
	}
}

// each calls f(i, nearest centre, bounds of the squared distances) for the observations with the given indices, in their order: upper is at
// least the squared distance from the nearest centre, lower at most that from each other one.
func (p *products) each(index []int32, f func(i, k int, upper, lower float64)) {
	m := p.memory.Get().(*productMemory)
	defer p.memory.Put(m)
	if p.narrow != nil && p.narrow.usable {
		p.eachNarrow(m, index, f)
		return
	}
	if size := min(productRows, p.n) * p.k; len(m.squares) < size {
		m.squares = make([]float64, size)
	}
	for ; len(index) > 0; index = index[min(productRows, len(index)):] {
		some := index[:min(productRows, len(index))]
		// Rows that nobody asks for cost less than copying the others, if they are few.
		if span := int(some[len(some)-1]-some[0]) + 1; span <= min(productRows, len(some)+len(some)/8) {
			p.multiply(m.squares, p.data[int(some[0])*p.stride:], p.stride, span)
			for _, i := range some {
				k, upper, lower := p.nearestWide(int(i), m.squares[int(i-some[0])*p.k:][:p.k])
				f(int(i), k, upper, lower)
			}
			continue
		}
		p.multiply(m.squares, p.gather(m, some), p.d, len(some))
		for r, i := range some {
			k, upper, lower := p.nearestWide(int(i), m.squares[r*p.k:][:p.k])
			f(int(i), k, upper, lower)
		}
	}
}

// gather copies the observations with the given indices.
func (p *products) gather(m *productMemory, index []int32) []float64 {
	if m.rows == nil {
		m.rows = make([]float64, min(productRows, p.n)*p.d)
	}
	for r, i := range index {
		copy(m.rows[r*p.d:(r+1)*p.d], p.row(int(i)))
	}
	return m.rows
}

// multiply writes ⟨x, c⟩ for n rows and all centres into dst.
func (p *products) multiply(dst, rows []float64, stride, n int) {
	blas64.Gemm(blas.NoTrans, blas.Trans, 1,
		blas64.General{Rows: n, Cols: p.d, Stride: stride, Data: rows},
		blas64.General{Rows: p.k, Cols: p.d, Stride: p.d, Data: p.centers},
		0, blas64.General{Rows: n, Cols: p.k, Stride: p.k, Data: dst})
}

// off is by how much at most the squared distances of observations with the given ‖x‖² may be wrong.
func (p *products) off(norm float64) float64 { return squares.Off(p.d, norm+p.top) }

// upper is at least the squared distance of observation i from centre k.
func (p *products) upper(i, k int) float64 {
	v := (p.norms[i] - 2*floats.Dot(p.row(i), p.centers[k*p.d:(k+1)*p.d])) + p.ofCenter[k]
	return max(0, v+p.off(p.norms[i]))
}

// gaps writes for each centre a number that is at most the squared distance from the nearest other one.
func (p *products) gaps(dst []float64) {
	inner := make([]float64, p.k*p.k)
	p.multiply(inner, p.centers, p.d, p.k)
	off := p.off(p.top)
	for k := range dst {
		least := math.Inf(1)
		for l, v := range inner[k*p.k : (k+1)*p.k] {
			if l != k {
				least = min(least, (p.ofCenter[k]-2*v)+p.ofCenter[l])
			}
		}
		dst[k] = max(0, least-off)
	}
}

// nearestWide is nearest for the products of observation i with the centres, which it overwrites.
func (p *products) nearestWide(i int, inner []float64) (best int, upper, lower float64) {
	for k, v := range inner {
		inner[k] = (p.norms[i] - 2*v) + p.ofCenter[k]
	}
	return p.nearest(i, inner, p.off(p.norms[i]))
}

// nearest returns the nearest centre of observation i, the lowest index among equals, and bounds, given its squared distances from the centres, of which each is
// off by at most so much.
func (p *products) nearest(i int, values []float64, off float64) (best int, upper, lower float64) {
	least, second := math.Inf(1), math.Inf(1)
	for k, v := range values {
		if v < least {
			best, least, second = k, v, least
		} else if v < second {
			second = v
		}
	}
	if second <= least+2*off {
		best = p.decide(i, values, least+2*off)
		second = math.Inf(1)
		for k, v := range values {
			if k != best {
				second = min(second, v)
			}
		}
	}
	return best, max(0, values[best]+off), max(0, second-off)
}

// decide returns the nearest centre among those whose squared distance is at most the limit, by distances as the finder computes them.
func (p *products) decide(i int, values []float64, limit float64) int {
	best, least, candidates := -1, math.Inf(1), int64(0)
	defer func() { p.unsure.Add(candidates) }()
	for k, v := range values {
		if v > limit {
			continue
		}
		candidates++
		if s := squares.Between(p.row(i), p.centers[k*p.d:]); best < 0 || s < least {
			best, least = k, s
		}
	}
	return best
}
