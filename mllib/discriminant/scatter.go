package discriminant

import (
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	chunk     = 2048 // rows that one goroutine handles at a time, at least
	maxChunks = 64   // into which rows are cut at most, for each needs memory for a scatter matrix
	blockRows = 256  // rows that are centred and multiplied at a time
	largeDim  = 128  // the dimension from which one product keeps all processors busy
)

// rows is a list of rows of a matrix: those of one class, with their weights (nil for 1 each). Sums are made within chunks and then over
// the chunks in their order, so that they do not depend on the number of goroutines.
type rows struct {
	data   []float64
	stride int
	d      int
	index  []int
	weight []float64
}

// byClass checks the data and returns the classes and the rows of each.
func byClass(x mat.Matrix, y []int, weights []float64) (classes []int, parts []rows, err error) {
	n, d, err := input.Matrix("X", x)
	if err == nil && len(y) != n {
		err = input.Errorf(input.ErrShape, "y", "got %d labels for the %d rows of X", len(y), n)
	}
	if err == nil && weights != nil {
		err = input.Weights("weights", weights, n)
	}
	if err != nil {
		return nil, nil, err
	}
	y = label.Counted(y, weights)
	classes = label.Distinct(y)
	data, stride := input.Rows(x)
	parts = slices.Repeat([]rows{{data: data, stride: stride, d: d}}, len(classes))
	for i, v := range y {
		k, _ := slices.BinarySearch(classes, v)
		parts[k].index = append(parts[k].index, i)
		if weights != nil {
			parts[k].weight = append(parts[k].weight, weights[i])
		}
	}
	for k, r := range parts {
		if total := r.total(); !(total > 0 && total <= math.MaxFloat64 && 1/total <= math.MaxFloat64) {
			return nil, nil, input.Param(false, "weights", fmt.Sprintf("the sum %v in class %d", total, classes[k]), "a positive number above 1e-308")
		}
	}
	return classes, parts, nil
}

func (r rows) weightOf(k int) float64 {
	if r.weight == nil {
		return 1
	}
	return r.weight[k]
}

// total returns the sum of the weights.
func (r rows) total() float64 {
	if r.weight == nil {
		return float64(len(r.index))
	}
	return floats.Sum(r.weight)
}

func (r rows) row(k int) []float64 {
	at := r.index[k] * r.stride
	return r.data[at : at+r.d]
}

// mean returns the weighted mean of the rows.
func (r rows) mean() []float64 {
	parts := make([][]float64, parallel.Pieces(len(r.index), chunk))
	parallel.Rows(len(r.index), chunk, func(c, lo, hi int) {
		sum := make([]float64, r.d)
		for k := lo; k < hi; k++ {
			w := r.weightOf(k)
			for j, v := range r.row(k) {
				sum[j] += float64(w * v) // rounded, so that no processor fuses it
			}
		}
		parts[c] = sum
	})
	mean := make([]float64, r.d)
	for _, p := range parts {
		floats.Add(mean, p)
	}
	total := r.total()
	for j := range mean {
		mean[j] /= total
	}
	return mean
}

// scatter returns Σ w (x - m)(x - m)ᵀ around the weighted mean m, which it improves in place: what the rounding of the mean
// leaves over is taken off (the corrected two-pass algorithm).
func (r rows) scatter(mean []float64) dist.Sym {
	n := len(r.index)
	size := max(chunk, (n+maxChunks-1)/maxChunks)
	if r.d >= largeDim {
		size = n // one chunk, whose products are shared out by themselves
	}
	parts := make([]centred, parallel.Pieces(n, size))
	parallel.Rows(n, size, func(c, lo, hi int) {
		parts[c] = centred{lower: make([]float64, r.d*r.d), rest: make([]float64, r.d)}
		for first := lo; first < hi; first += parts[c].rows(r.d) {
			parts[c].add(r, mean, first, min(hi, first+parts[c].rows(r.d)))
		}
	})
	sum := parts[0]
	for _, p := range parts[1:] {
		floats.Add(sum.lower, p.lower)
		floats.Add(sum.rest, p.rest)
	}
	total := r.total()
	for i, v := range sum.rest {
		for j, w := range sum.rest[:i+1] {
			sum.lower[i*r.d+j] -= v * w / total
		}
		mean[i] += v / total
	}
	return dist.FromLower(r.d, sum.lower)
}

// centred are sums over rows from which a mean was subtracted.
type centred struct {
	lower []float64 // Σ w (x - m)(x - m)ᵀ, on and below the diagonal
	rest  []float64 // Σ w (x - m), which would be 0 without rounding
	block []float64 // memory for the rows
	ones  []float64 // their weights
}

// rows is how many rows are taken together: as many as keep all processors busy where they do not have chunks of their own.
func (c *centred) rows(d int) int {
	if d >= largeDim {
		return 4 * blockRows
	}
	return blockRows
}

// add adds rows lo..hi-1.
func (c *centred) add(r rows, mean []float64, lo, hi int) {
	n := hi - lo
	if c.block == nil {
		c.block, c.ones = make([]float64, n*r.d), make([]float64, n)
	}
	x := blas64.General{Rows: n, Cols: r.d, Stride: r.d, Data: c.block[:n*r.d]}
	parallel.Rows(n, blockRows, func(_, from, to int) {
		for k := from; k < to; k++ {
			floats.SubTo(x.Data[k*r.d:(k+1)*r.d], r.row(lo+k), mean)
			c.ones[k] = r.weightOf(lo + k)
		}
	})
	blas64.Gemv(blas.Trans, 1, x, blas64.Vector{N: n, Inc: 1, Data: c.ones}, 1, blas64.Vector{N: r.d, Inc: 1, Data: c.rest})
	if r.weight == nil {
		blas64.Syrk(blas.Trans, 1, x, 1, blas64.Symmetric{Uplo: blas.Lower, N: r.d, Stride: r.d, Data: c.lower})
		return
	}
	weighted := blas64.General{Rows: n, Cols: r.d, Stride: r.d, Data: make([]float64, n*r.d)}
	for k, w := range c.ones[:n] {
		floats.ScaleTo(weighted.Data[k*r.d:(k+1)*r.d], w, x.Data[k*r.d:(k+1)*r.d])
	}
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, weighted, x, 1, blas64.General{Rows: r.d, Cols: r.d, Stride: r.d, Data: c.lower})
}
