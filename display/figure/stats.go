package figure

import (
	"math"
	"sort"
	"strconv"
)

// Histogram draws counts of values in bins of equal width; bins below 1 stands for √n of them, at least 5 and at most 60.
func (f *Figure) Histogram(name string, values []float64, bins int, opts ...Option) *Figure {
	return f.histogram(name, values, bins, false, opts)
}

// HistogramIn draws counts of values in the bins between edges, which rise; the last bin holds its right edge. Values
// outside are left out. Bins that fit values on a lattice have edges between its points.
func (f *Figure) HistogramIn(name string, values, edges []float64, opts ...Option) *Figure {
	if len(edges) < 2 || !rising(edges) {
		return f.problem("histogram %q: %d edges that rise are not two or more", name, len(edges))
	}
	last := len(edges) - 1
	heights, some := make([]float64, last), false
	for _, x := range values {
		if finite(x) && x >= edges[0] && x <= edges[last] {
			heights[min(sort.Search(last, func(i int) bool { return edges[i+1] > x }), last-1)]++
			some = true
		}
	}
	if !some {
		return f.problem("histogram %q: no value between the edges", name)
	}
	return f.add(Layer{Kind: Bars, Name: name, X: clone(edges[:last]), Y: clone(edges[1:]), Hi: heights}, true, opts)
}

// HistogramDensity draws a histogram whose area is 1, to compare with a density.
func (f *Figure) HistogramDensity(name string, values []float64, bins int, opts ...Option) *Figure {
	return f.histogram(name, values, bins, true, opts)
}

func (f *Figure) histogram(name string, values []float64, bins int, density bool, opts []Option) *Figure {
	v := finiteSorted(values)
	if len(v) == 0 {
		return f.problem("histogram %q: no finite value", name)
	}
	if bins < 1 {
		bins = min(max(int(math.Sqrt(float64(len(v)))), 5), 60)
	}
	lo, hi := v[0], v[len(v)-1]
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	heights, width := make([]float64, bins), (hi-lo)/float64(bins)
	for _, x := range v {
		heights[min(int((x-lo)/width), bins-1)]++
	}
	if density {
		for i := range heights {
			heights[i] /= width * float64(len(v))
		}
	}
	edges := spread(lo, hi, bins+1)
	return f.add(Layer{Kind: Bars, Name: name, X: edges[:bins], Y: edges[1:], Hi: heights}, true, opts)
}

// Density draws the kernel density estimate of values with a Gaussian window of the given width (standard deviation);
// a width that is not positive stands for Silverman's rule 0.9·min(s, IQR/1.34)·n^(−1/5).
func (f *Figure) Density(name string, values []float64, width float64, opts ...Option) *Figure {
	v := finiteSorted(values)
	if len(v) == 0 {
		return f.problem("density %q: no finite value", name)
	}
	if !(width > 0) {
		width = silverman(v)
	}
	x := spread(v[0]-3*width, v[len(v)-1]+3*width, 301)
	return f.Line(name, x, densityAt(v, width, x), opts...)
}

// densityAt is the kernel density estimate of values at the places x.
func densityAt(values []float64, width float64, x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		for _, c := range values {
			t := (x[i] - c) / width
			y[i] += math.Exp(-t * t / 2)
		}
		y[i] /= float64(len(values)) * width * math.Sqrt(2*math.Pi)
	}
	return y
}

func silverman(v []float64) float64 {
	n := float64(len(v))
	var mean, ss float64
	for _, x := range v {
		mean += x / n
	}
	for _, x := range v {
		ss += (x - mean) * (x - mean)
	}
	s := math.Sqrt(ss / max(n-1, 1))
	if iqr := (v[len(v)*3/4] - v[len(v)/4]) / 1.34; iqr > 0 {
		s = min(s, iqr)
	}
	if s == 0 {
		return 1
	}
	return 0.9 * s * math.Pow(n, -0.2)
}

// ROC draws the receiver operating characteristic of scores for labels (positive where the label is above 0; NaN is a
// problem), the diagonal of chance beside it, and states the area under the curve in the legend. Ties count half.
func (f *Figure) ROC(name string, scores, labels []float64, opts ...Option) *Figure {
	if len(scores) != len(labels) {
		return f.problem("ROC %q: %d scores and %d labels", name, len(scores), len(labels))
	}
	fpr, tpr, area := roc(scores, labels)
	if !finite(area) {
		return f.problem("ROC %q: needs finite scores, no label NaN, and both classes: labels above 0 and others", name)
	}
	if f.XAxis.Label == "" {
		f.Axes("false positive rate", "true positive rate")
	}
	if len(f.Layers) == 0 {
		f.XRange(0, 1).YRange(0, 1).Equal()
		f.Line("", []float64{0, 1}, []float64{0, 1}, Color("gray"), Dashed, Thin)
	}
	return f.Line(name+" (AUC "+Fixed(area, 3)+")", fpr, tpr, opts...)
}

func roc(scores, labels []float64) (fpr, tpr []float64, area float64) {
	order := make([]int, len(scores))
	var pos, neg float64
	for i := range order {
		order[i] = i
		if !finite(scores[i]) || math.IsNaN(labels[i]) {
			return nil, nil, math.NaN()
		}
		if labels[i] > 0 {
			pos++
		} else {
			neg++
		}
	}
	if pos == 0 || neg == 0 {
		return nil, nil, math.NaN()
	}
	sort.SliceStable(order, func(i, j int) bool { return scores[order[i]] > scores[order[j]] })
	fpr, tpr = []float64{0}, []float64{0}
	var fp, tp float64
	for k, i := range order {
		if labels[i] > 0 {
			tp++
		} else {
			fp++
		}
		if k+1 < len(order) && scores[order[k+1]] == scores[i] {
			continue
		}
		last := len(fpr) - 1
		fpr, tpr = append(fpr, fp/neg), append(tpr, tp/pos)
		area += (fpr[last+1] - fpr[last]) * (tpr[last+1] + tpr[last]) / 2
	}
	return fpr, tpr, area
}

// QQ draws the ordered values against the quantiles that the inverse distribution function quantile gives at
// (i − ½)/n, with the diagonal.
func (f *Figure) QQ(name string, values []float64, quantile func(p float64) float64, opts ...Option) *Figure {
	v := finiteSorted(values)
	if len(v) == 0 || quantile == nil {
		return f.problem("QQ %q: needs finite values and a quantile function", name)
	}
	q := make([]float64, len(v))
	for i := range q {
		q[i] = quantile((float64(i) + 0.5) / float64(len(v)))
	}
	f.Line("", []float64{q[0], q[len(q)-1]}, []float64{q[0], q[len(q)-1]}, Color("gray"), Dashed, Thin)
	if f.XAxis.Label == "" {
		f.Axes("theoretical quantile", "sample quantile")
	}
	return f.Scatter(name, q, v, opts...)
}

// Residuals draws observed − fitted against fitted, the line at 0, and from ten points on their trend: the local mean,
// which is at 0 where the fit leaves nothing systematic. The legend states the root mean square.
//
// The trend is a local line with tricube weights over the nearer half of the points.
//
// Reference: W. S. Cleveland, Robust locally weighted regression and smoothing scatterplots (1979), section 2, without the
// robustness weights.
func (f *Figure) Residuals(name string, fitted, observed []float64, opts ...Option) *Figure {
	if len(fitted) != len(observed) {
		return f.problem("residuals %q: %d fitted and %d observed", name, len(fitted), len(observed))
	}
	var x, r []float64
	square := 0.0
	for i := range fitted {
		if e := observed[i] - fitted[i]; finite(e) && finite(fitted[i]) {
			x, r, square = append(x, fitted[i]), append(r, e), square+e*e
		}
	}
	if len(x) == 0 {
		return f.problem("residuals %q: no finite pair", name)
	}
	if f.XAxis.Label == "" && f.YAxis.Label == "" {
		f.Axes("fitted", "observed − fitted")
	}
	if len(f.Layers) == 0 {
		f.HLine("", 0, Color("gray"), Dashed, Thin)
	}
	rms := math.Sqrt(square / float64(len(x)))
	f.Scatter(name+" (r.m.s. "+strconv.FormatFloat(rms, 'g', 3, 64)+")", x, r, opts...)
	series := f.Layers[len(f.Layers)-1].Style
	if tx, ty := trend(x, r); len(tx) > 0 {
		f.Line("", tx, ty, Option{Style{Color: series.Color, Series: series.Series, Width: 2}})
	}
	return f
}

// trend is the local line through points at 61 places, nothing for fewer than ten points or places.
func trend(x, y []float64) (at, value []float64) {
	lo, hi := Span(x)
	places := map[float64]bool{}
	for _, v := range x {
		places[v] = true
	}
	if len(places) < 10 {
		return nil, nil
	}
	at = spread(lo, hi, 61)
	distance := make([]float64, len(x))
	for _, a := range at {
		for i, v := range x {
			distance[i] = math.Abs(v - a)
		}
		sort.Float64s(distance)
		k := len(distance) / 2
		for distance[k] == 0 {
			k++ // more than half of the points are here; others are not
		}
		value = append(value, localLine(x, y, a, distance[k]*(1+1e-9)))
	}
	return at, value
}

// localLine is the value at a of the line that fits the points nearest to a.
func localLine(x, y []float64, a, width float64) float64 {
	var s0, s1, s2, t0, t1 float64
	for i := range x {
		u := (x[i] - a) / width
		if !(math.Abs(u) < 1) {
			continue
		}
		w := 1 - math.Abs(u*u*u)
		w *= w * w
		s0, s1, s2 = s0+w, s1+w*u, s2+w*u*u
		t0, t1 = t0+w*y[i], t1+w*u*y[i]
	}
	if det := s0*s2 - s1*s1; det > 1e-9*s0*s0 {
		return (s2*t0 - s1*t1) / det
	}
	return t0 / s0
}

func finiteSorted(values []float64) []float64 {
	var v []float64
	for _, x := range values {
		if finite(x) {
			v = append(v, x)
		}
	}
	sort.Float64s(v)
	return v
}
