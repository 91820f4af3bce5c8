package primal

import (
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/dense"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Problem is what is solved, for n rows of d numbers.
type Problem struct {
	X            mat.Matrix // n×d
	Linear       []float64  // p_i = −z_i
	Tube         float64    // ε ≥ 0
	Lower, Upper []float64  // Lower_i ≤ 0 ≤ Upper_i; infinite only with Ridge
	Ridge        []float64  // r_i > 0, or nil for none
	Free         bool       // there is an offset, and Σ β_i = 0
}

// rows are those of X. Where there is an offset, they are taken around their mean, for which X is not copied.
type rows struct {
	data   []float64
	stride int
	n, d   int
	mean   []float64 // nil for the origin
}

const strip = 2048 // rows at a time; sums are those over strips, in their order

func newRows(x mat.Matrix, free bool) rows {
	r := rows{}
	r.n, r.d = x.Dims()
	r.data, r.stride = input.Rows(x)
	if free {
		ones := make([]float64, r.n)
		floats.AddConst(1/float64(r.n), ones)
		r.mean = r.sum(ones)
	}
	return r
}

// scores writes ⟨w, x_i − mean⟩ to dst.
func (r rows) scores(dst, w []float64) {
	shift := 0.0
	if r.mean != nil {
		shift = -floats.Dot(w, r.mean)
	}
	parallel.Rows(r.n, strip, func(_, lo, hi int) {
		dense.Inner(w, r.data[lo*r.stride:], r.stride, dst[lo:hi])
		floats.AddConst(shift, dst[lo:hi])
	})
}

// sum is Σ weights_i (x_i − mean).
func (r rows) sum(weights []float64) []float64 {
	parts := make([][]float64, parallel.Pieces(r.n, strip))
	parallel.Rows(r.n, strip, func(p, lo, hi int) {
		parts[p] = make([]float64, r.d)
		dense.AddRows(weights[lo:hi], r.data[lo*r.stride:], r.stride, parts[p])
	})
	total := make([]float64, r.d)
	for _, p := range parts {
		floats.Add(total, p)
	}
	if r.mean != nil {
		floats.AddScaled(total, -floats.Sum(weights), r.mean)
	}
	return total
}

// pick writes rows around the mean, times factors, to the rows of dst; a last column of dst beyond d is the factor.
func (r rows) pick(dst *mat.Dense, those []int, factors []float64) {
	_, width := dst.Dims()
	for k, i := range those {
		row := dst.RawRowView(k)
		copy(row, r.data[i*r.stride:][:r.d])
		if r.mean != nil {
			floats.Sub(row[:r.d], r.mean)
		}
		if width > r.d {
			row[r.d] = 1
		}
		floats.Scale(factors[k], row)
	}
}

// soft moves v towards 0 by a.
func soft(v, a float64) float64 {
	switch {
	case v > a:
		return v - a
	case v < -a:
		return v + a
	}
	return 0
}
