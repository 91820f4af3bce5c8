package regression

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/lanes"
	"github.com/mercer-go/mercer/mllib/internal/parallel"
	"github.com/mercer-go/mercer/mllib/internal/scratch"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// design is the problem without an intercept and without weights that has the same w: rows and targets minus their means, times the roots of the weights, and in other units.
type design struct {
	n, d   int       // rows of weight > 0, and columns
	rows   []float64 // n×d
	y      []float64
	mean   []float64 // of the columns, 0 without an intercept
	yMean  float64
	weight float64   // sum of the weights
	units  []float64 // the columns were multiplied by these powers of two
	yUnit  float64   // and the targets by this
	noise  []float64 // lengths of what the columns lost when they were rounded to numbers far from 0
	uneven float64   // the largest weight, divided by the smallest
	free   bool      // there is an intercept
}

const pieceRows = 512 // rows that one goroutine takes at a time; sums are put together piece by piece

// newDesign checks the data and centres them. With one unit all columns are multiplied by the same number, as they also are where a penalty is put on more
// columns than there are rows.
func newDesign(x mat.Matrix, y, w []float64, t task, oneUnit bool) (*design, error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, err
	}
	err = input.Vector("y", y, n)
	if w != nil {
		err = errors.Join(err, checkWeights(w, n))
	}
	if err != nil {
		return nil, err
	}
	g := &design{n: n, d: d, free: !t.noIntercept, mean: make([]float64, d), units: make([]float64, d)}
	data, stride := input.Rows(x)
	raw := rawRows{data: data, stride: stride, d: d, y: y, w: w}
	if raw.w != nil {
		raw.drop()
		g.n = len(raw.y)
		g.uneven = floats.Max(raw.w) / floats.Min(raw.w)
		if floats.Max(raw.w) < 0x1p-1000 {
			return nil, input.Errorf(input.ErrNotFinite, "w", "the largest weight is %v, whose inverse overflows", floats.Max(raw.w))
		}
	}
	if g.weight = raw.total(); !finite(g.weight) {
		return nil, input.Errorf(input.ErrNotFinite, "w", "the sum of the weights overflows")
	}
	if g.free {
		g.mean, g.yMean = raw.means(g.mean, 0)
		g.mean, g.yMean = raw.means(g.mean, g.yMean)
	}
	g.centre(raw, oneUnit || t.lambda > 0 && g.d > g.n)
	return g, nil
}

func checkWeights(w []float64, n int) error {
	if err := input.Vector("w", w, n); err != nil {
		return err
	}
	any := false
	for i, v := range w {
		if v < 0 {
			return input.Param(false, fmt.Sprintf("w[%d]", i), v, "a number >= 0")
		}
		any = any || v > 0
	}
	return input.Param(any, "w", "only zeros", "a positive weight")
}

// rawRows are the data as they came.
type rawRows struct {
	data   []float64
	stride int
	d      int
	y, w   []float64
}

func (r rawRows) row(i int) []float64 { return r.data[i*r.stride : i*r.stride+r.d] }

func (r rawRows) weight(i int) float64 {
	if r.w == nil {
		return 1
	}
	return r.w[i]
}

// drop leaves out rows of weight 0.
func (r *rawRows) drop() {
	kept := rawRows{stride: r.d, d: r.d}
	for i, w := range r.w {
		if w > 0 {
			kept.data, kept.y, kept.w = append(kept.data, r.row(i)...), append(kept.y, r.y[i]), append(kept.w, w)
		}
	}
	*r = kept
}

func (r rawRows) total() float64 {
	if r.w == nil {
		return float64(len(r.y))
	}
	return floats.Sum(r.w)
}

// means returns c + the weighted means of the rows minus c, and the same of the targets: a second call removes the rounding of the first.
func (r rawRows) means(c []float64, yc float64) (mean []float64, yMean float64) {
	pieces := parallel.Pieces(len(r.y), pieceRows)
	parts, yParts := make([]float64, pieces*r.d), make([]float64, pieces)
	inverse := 1 / r.total()
	parallel.Rows(len(r.y), pieceRows, func(p, lo, hi int) {
		sum, squares := parts[p*r.d:(p+1)*r.d], make([]float64, r.d) // the squares are not needed
		for i := lo; i < hi; i++ {
			share := r.weight(i) * inverse
			lanes.AddMoments(sum, squares, r.row(i), c, share)
			yParts[p] += float64((r.y[i] - yc) * share)
		}
	})
	mean = append([]float64(nil), c...)
	for p := range pieces {
		floats.Add(mean, parts[p*r.d:(p+1)*r.d])
		yMean += yParts[p]
	}
	return mean, yc + yMean
}

// centre writes the rows of the design, with columns of a size near 1. Columns of which centring leaves rounding only become 0.
func (g *design) centre(r rawRows, oneUnit bool) {
	size, ySize := g.sizes(r)
	for j := range size {
		if size[j] <= 8*0x1p-52*math.Abs(g.mean[j]) {
			size[j] = 0
		}
	}
	if oneUnit {
		most := floats.Max(size)
		for j := range size {
			if size[j] > 0 {
				size[j] = most
			}
		}
	}
	g.noise = make([]float64, g.d)
	for j := range size {
		g.units[j] = unitOf(size[j])
		g.noise[j] = 0x1p-52 * math.Abs(g.mean[j]) * g.units[j] * math.Sqrt(float64(g.n))
	}
	if g.yUnit = unitOf(ySize); g.yUnit == 0 {
		g.yUnit = 1
	}
	weightUnit := g.weight / float64(g.n) // weights of mean 1
	g.rows, g.y = memory.Borrow(g.n*g.d), make([]float64, g.n)
	parallel.Rows(g.n, pieceRows, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			root := 1.0
			if r.w != nil {
				root = math.Sqrt(r.w[i] / weightUnit)
			}
			lanes.Shift(g.row(i), r.row(i), g.mean, g.units, root)
			g.y[i] = (r.y[i] - g.yMean) * g.yUnit * root
		}
	})
}

// sizes returns the largest absolute entry of each centred column, and of the centred targets.
func (g *design) sizes(r rawRows) (size []float64, ySize float64) {
	pieces := parallel.Pieces(g.n, pieceRows)
	parts, yParts := make([]float64, pieces*g.d), make([]float64, pieces)
	parallel.Rows(g.n, pieceRows, func(p, lo, hi int) {
		part := parts[p*g.d : (p+1)*g.d]
		for i := lo; i < hi; i++ {
			lanes.Largest(part, r.row(i), g.mean)
			yParts[p] = max(yParts[p], math.Abs(r.y[i]-g.yMean))
		}
	})
	size = make([]float64, g.d)
	for p := range pieces {
		for j, v := range parts[p*g.d : (p+1)*g.d] {
			size[j] = max(size[j], v)
		}
		ySize = max(ySize, yParts[p])
	}
	return size, ySize
}

// unitOf is the power of two by which a number of this size comes between 1/2 and 1, and 0 for 0.
func unitOf(size float64) float64 {
	if size == 0 {
		return 0
	}
	_, e := math.Frexp(size)
	return math.Ldexp(1, max(-1022, min(1022, -e)))
}

func (g *design) row(i int) []float64 { return g.rows[i*g.d : (i+1)*g.d] }

func (g *design) general() blas64.General {
	return blas64.General{Rows: g.n, Cols: g.d, Stride: g.d, Data: g.rows}
}

// times writes the rows times w into dst.
func (g *design) times(dst, w []float64) {
	parallel.Rows(g.n, pieceRows, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			dst[i] = floats.Dot(g.row(i), w)
		}
	})
}

// memory lends that of the rows.
var memory scratch.Of[float64]

// done gives the memory of the rows back.
func (g *design) done() {
	memory.Return(g.rows)
	g.rows = nil
}

// pull returns the transpose of the rows times the residuals of w.
func (g *design) pull(w []float64) []float64 {
	zero := !slices.ContainsFunc(w, func(v float64) bool { return v != 0 })
	pieces := parallel.Pieces(g.n, pieceRows)
	parts := make([]float64, pieces*g.d)
	parallel.Rows(g.n, pieceRows, func(p, lo, hi int) {
		part := parts[p*g.d : (p+1)*g.d]
		for i := lo; i < hi; i++ {
			row, left := g.row(i), g.y[i]
			if !zero {
				left -= floats.Dot(row, w)
			}
			floats.AddScaled(part, left, row)
		}
	})
	sum := make([]float64, g.d)
	for p := range pieces {
		floats.Add(sum, parts[p*g.d:(p+1)*g.d])
	}
	return sum
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
