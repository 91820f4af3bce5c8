package figure

import (
	"errors"
	"math"
)

// planeSamples is how finely functions of the plane are sampled along each axis.
const planeSamples = 121

// Contour draws level sets of fn over the axes' range: the range that is fixed, else that of the data drawn so far, a
// little enlarged. Without levels it draws eight, evenly between the extremes.
func (f *Figure) Contour(name string, fn Plane, levels []float64, opts ...Option) *Figure {
	x, y, z, ok := f.samplePlane("contour "+name, fn, planeSamples)
	if !ok {
		return f
	}
	return f.ContourGrid(name, x, y, z, levels, opts...)
}

// Level draws the set where fn equals level, as one line with its own entry in the legend.
func (f *Figure) Level(name string, fn Plane, level float64, opts ...Option) *Figure {
	x, y, z, ok := f.samplePlane("level "+name, fn, planeSamples)
	if !ok {
		return f
	}
	return f.add(Layer{Kind: Contour, Name: name, X: x, Y: y, Z: z, Lo: []float64{level}}, true, opts)
}

// ContourGrid draws level sets of values on a grid; z is row by row, len(y) rows of len(x) values. Without levels it
// draws eight. The levels have the colours of a sequential scale unless Color says otherwise.
func (f *Figure) ContourGrid(name string, x, y, z, levels []float64, opts ...Option) *Figure {
	if !f.gridOK("contour", name, x, y, z) {
		return f
	}
	if len(levels) == 0 {
		levels = evenLevels(z, 8)
	}
	return f.add(Layer{Kind: Contour, Name: name, X: clone(x), Y: clone(y), Z: clone(z), Lo: clone(levels)}, false, opts)
}

// HeatMap draws fn over the axes' range in colours, with a colour bar.
func (f *Figure) HeatMap(name string, fn Plane, opts ...Option) *Figure {
	x, y, z, ok := f.samplePlane("heat map "+name, fn, planeSamples)
	if !ok {
		return f
	}
	return f.HeatGrid(name, x, y, z, opts...)
}

// HeatGrid draws values on a grid in colours with a colour bar, which name labels; z is row by row, len(y) rows of
// len(x) values, centred at (x[j], y[i]).
func (f *Figure) HeatGrid(name string, x, y, z []float64, opts ...Option) *Figure {
	if !f.gridOK("heat map", name, x, y, z) {
		return f
	}
	return f.add(Layer{Kind: Heat, Name: name, X: clone(x), Y: clone(y), Z: clone(z)}, false, opts)
}

// HeatMatrix draws the entries of a matrix, a [][]float64 or a [][]int in colours with a colour bar, the first row at the top. Marked
// writes the entries into their places.
func (f *Figure) HeatMatrix(name string, m any, opts ...Option) *Figure {
	return f.matrix("heat matrix", Heat, name, m, opts)
}

// Image draws a matrix as a grey picture, the first row at the top, small values black; in the range of its values.
func (f *Figure) Image(m any, opts ...Option) *Figure {
	f.Bare, f.EqualAspect = true, true
	return f.matrix("image", Gray, "", m, opts)
}

func (f *Figure) matrix(what string, k Kind, name string, m any, opts []Option) *Figure {
	rows, err := rowsOf(m)
	if err != nil || len(rows) == 0 {
		return f.problem("%s %q: %s", what, name, noRows(err))
	}
	var z []float64
	for i := len(rows) - 1; i >= 0; i-- {
		z = append(z, rows[i]...)
	}
	x, y := counting(len(rows[0])), counting(len(rows))
	if !f.gridOK(what, name, x, y, z) {
		return f
	}
	if 4*len(x) >= len(y) && 4*len(y) >= len(x) {
		f.EqualAspect = true
	}
	if len(f.XAxis.TicksAt) == 0 {
		f.XTicks(matrixTicks(len(x)))
	}
	if len(f.YAxis.TicksAt) == 0 {
		f.YTicks(matrixTicks(len(y)))
	}
	if f.rows == 0 {
		f.YAxis.fromTop(len(y))
	}
	f.rows = len(y)
	return f.add(Layer{Kind: k, Name: name, X: x, Y: y, Z: z}, false, opts)
}

func noRows(err error) string {
	if err == nil {
		return "no rows"
	}
	return err.Error()
}

// matrixTicks are the numbers of about six rows or columns, from 0.
func matrixTicks(n int) []float64 {
	step := 1
	for _, s := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if step = s; n <= 8*s {
			break
		}
	}
	var at []float64
	for i := 0; i < n; i += step {
		at = append(at, float64(i))
	}
	return at
}

// samplePlane samples fn over the axes' range.
func (f *Figure) samplePlane(what string, fn Plane, n int) (x, y, z []float64, ok bool) {
	if f.XAxis.Log || f.YAxis.Log {
		f.problem("%s: functions of the plane need linear axes", what)
		return nil, nil, nil, false
	}
	x0, x1, y0, y1 := f.extent()
	x, y = spread(x0, x1, n), spread(y0, y1, n)
	z, err := valuesAt(fn, x, y)
	if err == nil && !anyFinite(z, z) {
		err = errors.New("the function is nowhere finite")
	}
	if err != nil {
		f.problem("%s: %v", what, err)
	}
	return x, y, z, err == nil
}

// extent is the axes' range: fixed, or of the data so far with a margin, or [-1, 1].
func (f *Figure) extent() (x0, x1, y0, y1 float64) {
	x0, x1 = math.Inf(1), math.Inf(-1)
	y0, y1 = x0, x1
	for _, l := range f.Layers {
		a, b, c, d := l.Extent()
		x0, x1, y0, y1 = min(x0, a), max(x1, b), min(y0, c), max(y1, d)
	}
	x0, x1 = widen(x0, x1, f.XAxis)
	y0, y1 = widen(y0, y1, f.YAxis)
	return x0, x1, y0, y1
}

func widen(lo, hi float64, a Axis) (float64, float64) {
	switch {
	case a.Fixed:
		return a.Min, a.Max
	case lo > hi:
		return -1, 1
	case lo == hi:
		return lo - 1, hi + 1
	}
	m := 0.12 * (hi - lo)
	return lo - m, hi + m
}

func spread(lo, hi float64, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = lo + (hi-lo)*float64(i)/float64(n-1)
	}
	return x
}

func evenLevels(z []float64, n int) []float64 {
	lo, hi := Span(z)
	levels := make([]float64, n)
	for i := range levels {
		levels[i] = lo + (hi-lo)*(float64(i)+0.5)/float64(n)
	}
	return levels
}

func (f *Figure) gridOK(what, name string, x, y, z []float64) bool {
	switch {
	case len(x) < 1 || len(y) < 1 || len(z) != len(x)*len(y):
		f.problem("%s %q: %d values for %d columns and %d rows", what, name, len(z), len(x), len(y))
	case !rising(x) || !rising(y):
		f.problem("%s %q: the coordinates of the grid do not rise", what, name)
	case !anyFinite(z, z):
		f.problem("%s %q: no finite value", what, name)
	default:
		return true
	}
	return false
}

func rising(x []float64) bool {
	for i := range x {
		if !finite(x[i]) || i > 0 && x[i] <= x[i-1] {
			return false
		}
	}
	return true
}
