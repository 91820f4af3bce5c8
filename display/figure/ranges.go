package figure

import "math"

// Ranges are the ends of the axes: those that are fixed, else those of the data with a margin.
func (f *Figure) Ranges() (x0, x1, y0, y1 float64) {
	x0, x1 = math.Inf(1), math.Inf(-1)
	y0, y1 = x0, x1
	filled, fromZero := false, false
	for _, l := range f.Layers {
		a, b, c, d := f.drawn(l)
		x0, x1, y0, y1 = min(x0, a), max(x1, b), min(y0, c), max(y1, d)
		filled = filled || l.Kind.Fills() && !math.IsInf(a, 0)
		fromZero = fromZero || l.Kind.FromZero()
	}
	margin := 0.045
	if filled {
		margin = 0
	}
	x0, x1 = axisRange(f.XAxis, x0, x1, margin, false)
	y0, y1 = axisRange(f.YAxis, y0, y1, margin, fromZero)
	return x0, x1, y0, y1
}

// drawn is the range of a layer, on logarithmic axes that of its positive part.
func (f *Figure) drawn(l Layer) (x0, x1, y0, y1 float64) {
	if !f.XAxis.Log && !f.YAxis.Log {
		return l.Extent()
	}
	if f.XAxis.Log {
		l.X = positive(l.X)
	}
	if f.YAxis.Log && !l.Kind.FromZero() {
		l.Y, l.Lo = positive(l.Y), positive(l.Lo)
	}
	x0, x1, y0, y1 = l.Extent()
	if f.YAxis.Log && y0 <= 0 {
		lo, _ := Span(positive(append(append([]float64(nil), l.Hi...), l.Y...)))
		y0 = lo / 2
	}
	return x0, x1, y0, y1
}

func positive(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		if out[i] = v; !(v > 0) {
			out[i] = math.NaN()
		}
	}
	return out
}

// axisRange widens [lo, hi] by a margin. Bars stand on 0 without a gap below them.
func axisRange(a Axis, lo, hi, margin float64, fromZero bool) (float64, float64) {
	switch {
	case a.Fixed && (!a.Log || a.Min > 0):
		return a.Min, a.Max
	case math.IsInf(lo, 0) || math.IsInf(hi, 0) || lo > hi || a.Log && lo <= 0:
		if a.Log {
			return 1, 10
		}
		return 0, 1
	case a.Log:
		if lo == hi {
			return lo / 2, hi * 2
		}
		m := math.Exp(margin * (math.Log(hi) - math.Log(lo)))
		return max(lo/m, 1e-300), min(hi*m, 1e300)
	case hi-lo <= 1e-12*max(math.Abs(lo), math.Abs(hi)):
		d := max(math.Abs(lo)*0.1, 0.5)
		return lo - d, hi + d
	}
	m := margin * (hi - lo)
	switch {
	case fromZero && lo == 0:
		return 0, hi + m
	case fromZero && hi == 0:
		return lo - m, 0
	}
	return lo - m, hi + m
}
