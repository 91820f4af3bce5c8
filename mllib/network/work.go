package network

import (
	"slices"

	"github.com/mercer-go/mercer/mllib/internal/dense"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// This file has the weighted sums of a layer, and their transposes, for n rows at a time.

// rows is a matrix that lies row by row.
func rows(n, cols, stride int, data []float64) blas64.General {
	return blas64.General{Rows: n, Cols: cols, Stride: stride, Data: data}
}

// fill copies b into each row of out.
func fill(out, b []float64) {
	for len(out) > 0 {
		copy(out, b)
		out = out[len(b):]
	}
}

// sums sets out, n×units, to the weighted sums of the units over in, whose rows begin at multiples of stride. m is for layers on patches.
func (s *stage) sums(theta, in []float64, stride, n int, m *memory, out []float64) {
	w, b := s.of(theta)
	fill(out, b)
	switch s.Kind {
	case Dense:
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, rows(n, s.seen, stride, in), rows(len(b), s.seen, s.seen, w), 1, rows(n, len(b), len(b), out))
	case Shared:
		s.copied(in, stride, n, m)
		places := n * s.places()
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, rows(places, s.seen, s.seen, m.patches), rows(s.out.Maps, s.seen, s.seen, w), 1, rows(places, s.out.Maps, s.out.Maps, out))
	case Local:
		s.copied(in, stride, n, m)
		width, units := s.places()*s.seen, len(b)
		for u := range units {
			place := u / s.out.Maps * s.seen
			dense.Inner(w[u*s.seen:(u+1)*s.seen], m.patches[place:], width, m.column[:n])
			for i, v := range m.column[:n] {
				out[i*units+u] += v
			}
		}
	}
}

// copied copies the patches, unless they are there from the call before.
func (s *stage) copied(in []float64, stride, n int, m *memory) {
	if m.still && m.of == &in[0] && m.rows == n {
		return
	}
	s.gather(m.patches, in, stride, n)
	m.of, m.rows = &in[0], n
}

// back adds the derivatives by the weights and the biases to grad, given those by the sums, delta, and sets below, where it is not nil, to those by the units below.
// m has the patches of the last call of sums.
func (s *stage) back(theta, grad, in []float64, stride, n int, m *memory, delta, below []float64) {
	w, _ := s.of(theta)
	gw, gb := s.of(grad)
	addRows(gb, delta)
	switch s.Kind {
	case Dense:
		units := len(gb)
		d, weights := rows(n, units, units, delta), rows(units, s.seen, s.seen, w)
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, d, rows(n, s.seen, stride, in), 1, rows(units, s.seen, s.seen, gw))
		if below != nil {
			blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, d, weights, 0, rows(n, s.seen, s.seen, below))
		}
	case Shared:
		places, maps := n*s.places(), s.out.Maps
		d, patches := rows(places, maps, maps, delta), rows(places, s.seen, s.seen, m.patches)
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, d, patches, 1, rows(maps, s.seen, s.seen, gw))
		if below != nil {
			blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, d, rows(maps, s.seen, s.seen, w), 0, rows(places, s.seen, s.seen, m.spread))
			s.scatter(below, m.spread, n)
		}
	case Local:
		s.backLocal(w, gw, n, m, delta, below)
	}
}

// backLocal is back without the biases.
func (s *stage) backLocal(w, gw []float64, n int, m *memory, delta, below []float64) {
	width, units := s.places()*s.seen, s.out.Units()
	if below != nil {
		clear(m.spread[:n*width])
	}
	for u := range units {
		place := u / s.out.Maps * s.seen
		for i := range n {
			m.column[i] = delta[i*units+u]
		}
		dense.AddRows(m.column[:n], m.patches[place:], width, gw[u*s.seen:(u+1)*s.seen])
		if below == nil {
			continue
		}
		own := w[u*s.seen : (u+1)*s.seen]
		for i, d := range m.column[:n] {
			to := m.spread[i*width+place:][:s.seen]
			for k, v := range own {
				to[k] += float64(d * v)
			}
		}
	}
	if below != nil {
		s.scatter(below, m.spread, n)
	}
}

// ones are weights of rows that are added up.
var ones = slices.Repeat([]float64{1}, 256)

// addRows adds the rows of a matrix to sum.
func addRows(sum, data []float64) {
	for len(data) > 0 {
		n := min(len(ones), len(data)/len(sum))
		dense.AddRows(ones[:n], data, len(sum), sum)
		data = data[n*len(sum):]
	}
}
