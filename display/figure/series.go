package figure

import (
	"fmt"
	"math"
	"slices"
)

// Line draws a line through the points (x[i], y[i]), in their order. A nil x stands for 0, 1, 2, …
func (f *Figure) Line(name string, x, y []float64, opts ...Option) *Figure {
	return f.series2("line", Line, name, x, y, opts)
}

// Scatter draws a marker at each point (x[i], y[i]). A nil x stands for 0, 1, 2, …
func (f *Figure) Scatter(name string, x, y []float64, opts ...Option) *Figure {
	return f.series2("scatter", Scatter, name, x, y, opts)
}

// Shaded draws a marker at each point (x[i], y[i]) in the colour of value[i], with a colour bar, which name labels. Points without a
// finite value are left out.
func (f *Figure) Shaded(name string, x, y, value []float64, opts ...Option) *Figure {
	if len(x) != len(y) || len(x) != len(value) {
		return f.problem("shaded points %q: %d x, %d y and %d values", name, len(x), len(y), len(value))
	}
	l := Layer{Kind: Shades, Name: name}
	for i := range x {
		if finite(x[i]) && finite(y[i]) && finite(value[i]) {
			l.X, l.Y, l.Z = append(l.X, x[i]), append(l.Y, y[i]), append(l.Z, value[i])
		}
	}
	if len(l.X) == 0 {
		return f.problem("shaded points %q: no finite point with a finite value", name)
	}
	return f.add(l, false, opts)
}

// Step draws the function that is y[i] from x[i] to x[i+1], as a distribution function is.
func (f *Figure) Step(name string, x, y []float64, opts ...Option) *Figure {
	return f.series2("step", Step, name, x, y, opts)
}

// Stem draws a stalk from 0 to each y[i], as for probabilities and coefficients.
func (f *Figure) Stem(name string, x, y []float64, opts ...Option) *Figure {
	return f.series2("stem", Stem, name, x, y, opts)
}

// Trace draws the path of an iteration: dots, joined by a line with arrow heads.
func (f *Figure) Trace(name string, x, y []float64, opts ...Option) *Figure {
	return f.series2("trace", Trace, name, x, y, opts)
}

// Polygon draws a closed outline, lightly filled.
func (f *Figure) Polygon(name string, x, y []float64, opts ...Option) *Figure {
	return f.series2("polygon", Polygon, name, x, y, opts)
}

func (f *Figure) series2(what string, k Kind, name string, x, y []float64, opts []Option) *Figure {
	if x == nil {
		x = counting(len(y))
	}
	if len(x) != len(y) {
		return f.problem("%s %q: %d x and %d y", what, name, len(x), len(y))
	}
	if !anyFinite(x, y) {
		return f.problem("%s %q: no finite point", what, name)
	}
	return f.add(Layer{Kind: k, Name: name, X: clone(x), Y: clone(y)}, true, opts)
}

// ErrorBars draws y[i] with a bar from y[i]−below[i] to y[i]+above[i]. A nil above stands for below.
func (f *Figure) ErrorBars(name string, x, y, below, above []float64, opts ...Option) *Figure {
	if x == nil {
		x = counting(len(y))
	}
	if above == nil {
		above = below
	}
	if len(x) != len(y) || len(below) != len(y) || len(above) != len(y) {
		return f.problem("error bars %q: %d x, %d y, %d below, %d above", name, len(x), len(y), len(below), len(above))
	}
	if !anyFinite(x, y) {
		return f.problem("error bars %q: no finite point", name)
	}
	lo, hi := make([]float64, len(y)), make([]float64, len(y))
	for i := range y {
		lo[i], hi[i] = y[i]-below[i], y[i]+above[i]
	}
	return f.add(Layer{Kind: ErrorBar, Name: name, X: clone(x), Y: clone(y), Lo: lo, Hi: hi}, true, opts)
}

// Band fills the area between lo[i] and hi[i]. A nil x stands for 0, 1, 2, …
func (f *Figure) Band(name string, x, lo, hi []float64, opts ...Option) *Figure {
	if x == nil {
		x = counting(len(lo))
	}
	if len(x) != len(lo) || len(x) != len(hi) {
		return f.problem("band %q: %d x, %d lower and %d upper ends", name, len(x), len(lo), len(hi))
	}
	if !anyFinite(x, lo) {
		return f.problem("band %q: no finite point", name)
	}
	return f.add(Layer{Kind: Band, Name: name, X: clone(x), Lo: clone(lo), Hi: clone(hi)}, true, opts)
}

// Bars draws a bar for each label, the height of each from 0. Several of them in a figure, which must have the same labels, stand beside one
// another: a group of bars at each label, in the order of the calls.
func (f *Figure) Bars(name string, labels []string, heights []float64, opts ...Option) *Figure {
	if len(labels) != len(heights) {
		return f.problem("bars %q: %d labels and %d heights", name, len(labels), len(heights))
	}
	at := counting(len(heights))
	if !anyFinite(at, heights) {
		return f.problem("bars %q: no finite height", name)
	}
	for _, l := range f.Layers {
		if l.grouped && !slices.Equal(labels, f.XAxis.Names) {
			return f.problem("bars %q: the labels are %q, those of the bars before %q", name, labels, f.XAxis.Names)
		}
	}
	l := Layer{Kind: Bars, Name: name, X: make([]float64, len(heights)), Y: make([]float64, len(heights)),
		Hi: clone(heights), grouped: true}
	before := len(f.Layers)
	if f.add(l, true, opts); len(f.Layers) > before {
		f.XAxis.TicksAt, f.XAxis.Names = at, append([]string(nil), labels...)
		f.groupBars()
	}
	return f
}

// groupBars divides the place of each label, 0.8 wide, among the layers of Bars.
func (f *Figure) groupBars() {
	var all []*Layer
	for i := range f.Layers {
		if f.Layers[i].grouped {
			all = append(all, &f.Layers[i])
		}
	}
	width := 0.8 / float64(len(all))
	for k, l := range all {
		for i := range l.X {
			l.X[i] = float64(i) - 0.4 + float64(k)*width
			l.Y[i] = float64(i) - 0.4 + float64(k+1)*width
		}
	}
}

func counting(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i)
	}
	return x
}

func clone[T any](x []T) []T { return append([]T(nil), x...) }

func anyFinite(x, y []float64) bool {
	for i := range x {
		if finite(x[i]) && finite(y[i]) {
			return true
		}
	}
	return false
}

// Curve draws y = fn(x) for x from lo to hi. It is sampled here at 401 points, evenly on the axis: call LogX before.
func (f *Figure) Curve(name string, fn func(x float64) float64, lo, hi float64, opts ...Option) *Figure {
	xs, err := f.samples(lo, hi, 401)
	if err != nil || fn == nil {
		return f.problem("curve %q: %v", name, orNil(err))
	}
	y := make([]float64, len(xs))
	for i, x := range xs {
		y[i] = fn(x)
	}
	return f.series2("curve", Line, name, xs, y, opts)
}

func orNil(err error) string {
	if err == nil {
		return "nil function"
	}
	return err.Error()
}

// samples returns n places from lo to hi, evenly on the x axis.
func (f *Figure) samples(lo, hi float64, n int) ([]float64, error) {
	if !finite(lo) || !finite(hi) || lo >= hi {
		return nil, fmt.Errorf("[%g, %g] is not an interval", lo, hi)
	}
	if f.XAxis.Log && lo <= 0 {
		return nil, fmt.Errorf("[%g, %g] is not positive and the axis is logarithmic", lo, hi)
	}
	xs := make([]float64, n)
	for i := range xs {
		t := float64(i) / float64(n-1)
		if f.XAxis.Log {
			xs[i] = lo * math.Pow(hi/lo, t)
		} else {
			xs[i] = lo + (hi-lo)*t
		}
	}
	xs[n-1] = hi
	return xs, nil
}
