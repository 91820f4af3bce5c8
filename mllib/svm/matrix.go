package svm

import (
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/smo"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// This file has the Gram matrices that the solver asks for rows.

// ofKernel computes rows.
type ofKernel struct{ *kernels.Rows }

func (m ofKernel) Columns(columns []int) smo.Matrix { return ofKernel{m.Rows.Columns(columns)} }

// given is a matrix that a caller has computed.
type given struct {
	*mat.SymDense
	columns []int // nil for all
}

func (m given) RowTo(dst []float64, i int) {
	if m.columns == nil {
		for j := range dst {
			dst[j] = m.At(i, j)
		}
		return
	}
	for c, j := range m.columns {
		dst[c] = m.At(i, j)
	}
}

func (m given) Columns(columns []int) smo.Matrix { return given{m.SymDense, columns} }

func diagonalOf(m *mat.SymDense) []float64 {
	d := make([]float64, m.SymmetricDim())
	for i := range d {
		d[i] = m.At(i, i)
	}
	return d
}

// reordered is a matrix with its rows and columns in another order, and with other signs.
type reordered struct {
	of      smo.Matrix
	order   []int     // row v is row order[v] of the matrix
	signs   []float64 // nil, or by what row and column v are multiplied
	columns []int     // numbers in order
}

func reorder(m smo.Matrix, order []int, signs []float64) smo.Matrix {
	all := make([]int, len(order))
	for v := range all {
		all[v] = v
	}
	return reordered{of: m, order: order, signs: signs}.Columns(all)
}

func (m reordered) RowTo(dst []float64, v int) {
	m.of.RowTo(dst, m.order[v])
	if m.signs == nil {
		return
	}
	for c, w := range m.columns {
		dst[c] *= m.signs[v] * m.signs[w]
	}
}

func (m reordered) Columns(columns []int) smo.Matrix {
	those := make([]int, len(columns))
	for c, v := range columns {
		those[c] = m.order[v]
	}
	m.columns, m.of = columns, m.of.Columns(those)
	return m
}

// points are observations that rows are computed of, moved where that keeps digits: what a free offset allows for.
type points struct {
	matrix   smo.Matrix
	diagonal []float64
	origin   []float64 // nil if the points were not moved
}

func pointsOf(k kernels.Kernel, x mat.Matrix, free bool) (points, error) {
	data, stride := input.Rows(x)
	n, d := x.Dims()
	var p points
	if isLinear(k) {
		if squares.Lost(data, stride, n, d) {
			return p, input.Errorf(input.ErrNotFinite, "X", "its squares overflow or underflow")
		}
		if first := data[:d]; free && far(x) {
			p.origin = first
			moved := mat.NewDense(n, d, nil)
			moved.Apply(func(_, j int, v float64) float64 { return v - first[j] }, x)
			x = moved
		}
	}
	rows, err := k.Rows(x)
	if err != nil {
		return p, err
	}
	p.matrix = ofKernel{rows}
	p.diagonal, err = k.Diagonal(x)
	return p, err
}

func isLinear(k kernels.Kernel) bool { return k.Kind == kernels.KindLinear }

// far reports whether the rows are farther from the origin than from the first of them by so much that products would lose digits.
func far(x mat.Matrix) bool {
	n, d := x.Dims()
	size, spread := 0.0, 0.0
	for i := range n {
		for j := range d {
			size, spread = max(size, math.Abs(x.At(i, j))), max(spread, math.Abs(x.At(i, j)-x.At(0, j)))
		}
	}
	return spread < 1e-2*size
}
