package svm

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/smo"
	"github.com/mercer-go/mercer/mllib/internal/squares"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file has observations as the solvers ask for them: as rows of a Gram matrix and, those of the linear kernel, as points.

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

// ridged is a matrix with more on its diagonal.
type ridged struct {
	of      smo.Matrix
	more    []float64
	columns []int // in increasing order; nil for all
}

func (m ridged) RowTo(dst []float64, i int) {
	m.of.RowTo(dst, i)
	at, found := i, true
	if m.columns != nil {
		at, found = slices.BinarySearch(m.columns, i)
	}
	if found && at < len(dst) {
		dst[at] += m.more[i]
	}
}

func (m ridged) Columns(columns []int) smo.Matrix {
	return ridged{m.of.Columns(columns), m.more, columns}
}

// observations are what a machine is fitted to.
type observations struct {
	matrix   smo.Matrix
	diagonal []float64
	x        mat.Matrix // points, of the linear kernel; nil of other kernels, and of a Gram matrix
	origin   []float64  // what was taken from the points, which keeps digits where the offset allows for it; nil for nothing
}

// pointsOf are the rows of X, without their Gram matrix where there is no need for it if a price is all that is asked for.
func pointsOf(k kernels.Kernel, x mat.Matrix, free, price bool) (observations, error) {
	var o observations
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return o, err
	}
	data, stride := input.Rows(x)
	if isLinear(k) {
		if squares.Lost(data, stride, n, d) {
			return o, input.Errorf(input.ErrNotFinite, "X", "its squares overflow or underflow")
		}
		if first := data[:d]; free && far(data, stride, n, d) {
			o.origin = first
			moved := mat.NewDense(n, d, nil)
			moved.Apply(func(_, j int, v float64) float64 { return v - first[j] }, x)
			x = moved
		}
		o.x = x
	}
	if o.diagonal, err = k.Diagonal(x); err == nil {
		err = o.sizes()
	}
	if err != nil || price && o.newton() {
		return o, err
	}
	rows, err := k.Rows(x)
	o.matrix = ofKernel{rows}
	return o, err
}

// gramOf are the observations of a Gram matrix.
func gramOf(gram mat.Matrix) (observations, error) {
	n, _, err := input.Matrix("gram", gram)
	if err != nil {
		return observations{}, err
	}
	m, err := input.Symmetric("gram", gram, n)
	if err != nil {
		return observations{}, err
	}
	o := observations{matrix: given{SymDense: m}, diagonal: diagonalOf(m)}
	return o, o.sizes()
}

// sizes refuses a diagonal of the Gram matrix with which sums of products overflow.
func (o observations) sizes() error {
	largest := 0.0
	for _, v := range o.diagonal {
		largest = max(largest, math.Abs(v))
	}
	if largest > 1e150 {
		return input.Errorf(input.ErrNotFinite, "X", "K(x, x) is as large as %.3g: sums of products overflow", largest)
	}
	return nil
}

// plane is w of points, where it is not known yet Σ β_i x_i, and by how much b is less for them than for those around the origin that was taken from them. It is nil and 0 of other observations.
//
// Where the β_i add up to 0, the sum is one over differences of points, which keeps digits far from the origin.
func (o observations) plane(w, beta []float64, free bool) ([]float64, float64) {
	if o.x == nil {
		return nil, 0
	}
	n, d := o.x.Dims()
	data, stride := input.Rows(o.x)
	if w == nil {
		w = make([]float64, d)
		z := make([]float64, d)
		for i := range n {
			if beta[i] == 0 {
				continue
			}
			if copy(z, data[i*stride:][:d]); free {
				floats.Sub(z, data[:d])
			}
			floats.AddScaled(w, beta[i], z)
		}
	}
	if o.origin == nil {
		return w, 0
	}
	return w, floats.Dot(w, o.origin)
}

// rowsOf are copies of some rows of X.
func rowsOf(x mat.Matrix, those []int) [][]float64 {
	if len(those) == 0 {
		return nil
	}
	_, d := x.Dims()
	rows, numbers := make([][]float64, len(those)), make([]float64, len(those)*d)
	for k, i := range those {
		rows[k] = mat.Row(numbers[k*d:(k+1)*d:(k+1)*d], i, x)
	}
	return rows
}

func isLinear(k kernels.Kernel) bool { return k.Kind == kernels.KindLinear }

// far reports whether n rows of d numbers, the first of each stride, are farther from the origin than from the first of them by so much that products would lose digits.
func far(data []float64, stride, n, d int) bool {
	size, spread := 0.0, 0.0
	for i := range n {
		for j, v := range data[i*stride:][:d] {
			size, spread = max(size, math.Abs(v)), max(spread, math.Abs(v-data[j]))
		}
	}
	return spread < 1e-2*size
}
