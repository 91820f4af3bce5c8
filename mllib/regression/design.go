package regression

import (
	"errors"
	"math"

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
	n, d   int // rows of weight > 0, and columns
	raw    rawRows
	roots  []float64 // of the weights, divided by their mean; as many ones as a piece has rows, if there are no weights
	rows   []float64 // n×d, once store was called; blocks makes them anew each time
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

const (
	pieceRows = 1024 // rows that one goroutine takes at a time; sums are put together piece by piece
	shiftRows = 128  // the same where nothing is summed
)

// newDesign checks the data and finds their means and units; store writes the rows. With one unit all columns are multiplied by the same number, as they also are where a
// penalty is put on more columns than there are rows.
func newDesign(x mat.Matrix, y, w []float64, t task, oneUnit bool) (*design, error) {
	n, d, err := input.Shape("X", x)
	if err == nil && w != nil { // rows of weight 0 must be finite, too
		_, _, err = input.Matrix("X", x)
	}
	if err != nil {
		return nil, err
	}
	err = input.Vector("y", y, n)
	if w != nil {
		err = errors.Join(err, input.Weights("w", w, n))
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
	g.raw = raw
	e := raw.extent()
	if !finite(floats.Sum(e.mean)) {
		if _, _, err = input.Matrix("X", x); err != nil {
			return nil, err
		}
	}
	g.centre(e, oneUnit || t.lambda > 0 && g.d > g.n)
	return g, nil
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

// extent is where the columns lie, and the targets.
type extent struct {
	mean, low, high    []float64
	yMean, yLow, yHigh float64
}

// extent takes the means about those of the first rows, which removes most of their rounding. In it a number that is not finite shows in the mean of its column.
func (r rawRows) extent() extent {
	first := r.about(min(len(r.y), pieceRows), make([]float64, r.d), 0)
	e := r.about(len(r.y), first.mean, first.yMean)
	if !finite(floats.Sum(e.mean) + e.yMean) { // differences overflow
		e = r.about(len(r.y), make([]float64, r.d), 0)
	}
	return e
}

// about returns the extent of the first n rows: c + the weighted means of the rows minus c, and the same of the targets.
func (r rawRows) about(n int, c []float64, yc float64) extent {
	pieces := parallel.Pieces(n, pieceRows)
	parts := make([]extent, pieces)
	total := float64(n)
	if r.w != nil {
		total = floats.Sum(r.w[:n])
	}
	inverse := 1 / total
	parallel.Rows(n, pieceRows, func(p, lo, hi int) {
		part := newExtent(r.d)
		weights := make([]float64, blockRows(r.d))
		for i := lo; i < hi; i += len(weights) {
			weights = weights[:min(len(weights), hi-i)]
			for k := range weights {
				weights[k] = r.weight(i+k) * inverse
				y := r.y[i+k]
				part.yMean += float64((y - yc) * weights[k])
				part.yLow, part.yHigh = min(part.yLow, y), max(part.yHigh, y)
			}
			lanes.Extent(part.mean, part.low, part.high, r.data[i*r.stride:], r.stride, c, weights)
		}
		parts[p] = part
	})
	all := newExtent(r.d)
	copy(all.mean, c)
	for _, part := range parts {
		floats.Add(all.mean, part.mean)
		for j := range c {
			all.low[j], all.high[j] = min(all.low[j], part.low[j]), max(all.high[j], part.high[j])
		}
		all.yMean += part.yMean
		all.yLow, all.yHigh = min(all.yLow, part.yLow), max(all.yHigh, part.yHigh)
	}
	all.yMean += yc
	return all
}

// blockRows is the number of rows that fit into the first cache, or a few where they are long.
func blockRows(d int) int { return max(8, min(pieceRows, 2048/d)) }

// newExtent is that of no rows.
func newExtent(d int) extent {
	e := extent{mean: make([]float64, d), low: make([]float64, d), high: make([]float64, d), yLow: math.Inf(1), yHigh: math.Inf(-1)}
	for j := range d {
		e.low[j], e.high[j] = math.Inf(1), math.Inf(-1)
	}
	return e
}

// centre chooses the units, so that columns have a size near 1, and writes the targets. Columns of which centring leaves rounding only become 0.
func (g *design) centre(e extent, oneUnit bool) {
	if g.free {
		g.mean, g.yMean = e.mean, e.yMean
	}
	size, ySize := make([]float64, g.d), max(e.yHigh-g.yMean, g.yMean-e.yLow) // the largest absolute entries of what is centred
	for j := range size {
		if size[j] = max(e.high[j]-g.mean[j], g.mean[j]-e.low[j]); size[j] <= 8*0x1p-52*math.Abs(g.mean[j]) {
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
	g.y, g.roots = make([]float64, g.n), make([]float64, min(g.n, pieceRows))
	for i := range g.roots {
		g.roots[i] = 1
	}
	if g.raw.w != nil {
		g.roots = make([]float64, g.n)
		for i, w := range g.raw.w {
			g.roots[i] = math.Sqrt(w / weightUnit)
		}
	}
	for i, y := range g.raw.y {
		g.y[i] = (y - g.yMean) * g.yUnit
		if g.raw.w != nil {
			g.y[i] *= g.roots[i]
		}
	}
}

// shift writes rows lo to hi-1, of one piece, to dst, each width numbers behind the one before.
func (g *design) shift(dst []float64, width, lo, hi int) {
	roots := g.roots[:hi-lo]
	if g.raw.w != nil {
		roots = g.roots[lo:hi]
	}
	lanes.ShiftRows(dst, width, g.raw.data[lo*g.raw.stride:], g.raw.stride, g.mean, g.units, roots)
}

// store writes the rows.
func (g *design) store() {
	if g.rows == nil {
		g.rows = memory.Borrow(g.n * g.d)
		parallel.Rows(g.n, shiftRows, func(_, lo, hi int) { g.shift(g.rows[lo*g.d:], g.d, lo, hi) })
	}
}

// unitOf is the power of two by which a number of this size comes between 1/2 and 1, and 0 for 0.
func unitOf(size float64) float64 {
	if size == 0 {
		return 0
	}
	_, e := math.Frexp(size)
	return math.Ldexp(1, max(-1022, min(1022, -e)))
}

func (g *design) general() blas64.General {
	return blas64.General{Rows: g.n, Cols: g.d, Stride: g.d, Data: g.rows}
}

// memory lends that of the rows.
var memory scratch.Of[float64]

// done gives the memory of the rows back.
func (g *design) done() {
	if g.rows == nil {
		return
	}
	memory.Return(g.rows)
	g.rows = nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
