package cluster

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/single"
	"github.com/mercer-go/mercer/mllib/internal/squares"
)

// This file takes the products in single precision, from copies of the observations and the centres, which is twice as fast. What these products leave open
// distances decide, as ever.

const (
	narrowRows = 192    // rows that are multiplied at a time
	manyUnsure = 3      // from so many distances an observation that were left open in a pass on, double precision is faster
	farCenter  = 0x1p40 // in squares of the longest observation; further away single precision might overflow
)

// narrow is observations and centres, minus a point near them, as single precision takes them.
type narrow struct {
	*dataset
	centre   []float64
	scale    float64
	factors  []float64 // the scale for each coordinate
	rows     []float32
	norms    []float64 // ‖x‖² of the observations, minus the point
	panels   []float32
	ofCenter []float64 // ‖c‖² of the centres, minus the point
	top      float64   // the largest of them
	usable   bool      // with these centres
}

func newNarrow(s *dataset, k int) *narrow {
	w := &narrow{dataset: s, centre: single.Centre(s.n, s.row), norms: make([]float64, s.n), rows: single.Memory.Borrow(s.n * s.d),
		panels: make([]float32, single.Panels(k)*single.Width*s.d), ofCenter: make([]float64, k)}
	s.blocks(1, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			w.norms[i] = single.Square(s.row(i), w.centre)
		}
	})
	w.scale = single.Scale(slices.Max(w.norms))
	w.factors = single.Factors(s.d, w.scale)
	s.blocks(1, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			lanes.Narrow(w.rows[i*s.d:], s.row(i), w.centre, w.factors)
		}
	})
	return w
}

// done gives back the memory of the observations.
func (p *products) done() {
	if p != nil && p.narrow != nil {
		single.Memory.Return(p.narrow.rows)
		p.narrow = nil
	}
}

// set takes the centres.
func (w *narrow) set(centers []float64) {
	row := make([]float32, w.d)
	for k := range w.ofCenter {
		c := centers[k*w.d : (k+1)*w.d]
		w.ofCenter[k] = single.Square(c, w.centre)
		lanes.Narrow(row, c, w.centre, w.factors)
		single.Set(w.panels, w.d, k, row)
	}
	w.top = slices.Max(w.ofCenter)
	w.usable = w.top*w.scale*w.scale <= farCenter // also where it is not a number
}

// eachNarrow is each in single precision.
func (p *products) eachNarrow(m *productMemory, index []int32, f func(i, k int, upper, lower float64)) {
	w := p.narrow
	cols := len(w.panels) / w.d
	if m.inner == nil {
		m.inner = make([]float32, single.RoundUp(min(narrowRows, w.n))*cols)
	}
	if len(m.squares) < p.k {
		m.squares = make([]float64, p.k)
	}
	values, unit := m.squares[:p.k], 2/w.scale/w.scale
	for ; len(index) > 0; index = index[min(narrowRows, len(index)):] {
		some := index[:min(narrowRows, len(index))]
		single.Multiply(m.inner, w.rows, w.d, some, w.panels)
		for r, i := range some {
			for k, v := range m.inner[r*cols:][:p.k] {
				values[k] = (w.norms[i] - unit*float64(v)) + w.ofCenter[k]
			}
			k, upper, lower := p.nearest(int(i), values, w.off(w.norms[i]))
			f(int(i), k, upper, lower)
		}
	}
}

// off is as products.off.
func (w *narrow) off(norm float64) float64 {
	square := w.scale * w.scale
	return single.Off(w.d, 2*math.Sqrt(norm*square)*math.Sqrt(w.top*square))/square + squares.Off(w.d, norm+w.top)
}
