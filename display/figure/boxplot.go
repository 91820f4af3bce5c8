package figure

import (
	"math"
	"sort"
)

// BoxPlot draws the distribution of each sample at its label: a box from the lower to the upper quartile with a line at the median,
// whiskers to the farthest values within one and a half times the box's height of its ends, and a ring at each value beyond. Quartiles are
// those of numpy.percentile: linear between the ordered values. Values that are not finite are left out. On an axis that has the labels
// already, as from Bars, the boxes stand at them.
//
// Reference: J. W. Tukey, Exploratory Data Analysis (1977), section 2D.
func (f *Figure) BoxPlot(name string, labels []string, samples [][]float64, opts ...Option) *Figure {
	sorted, ok := f.samplesAt("box plot", name, labels, samples)
	if !ok {
		return f
	}
	l := Layer{Kind: BoxPlot, Name: name, of: "box plot"}
	var upper, beyondX, beyondY []float64
	for i, v := range sorted {
		if len(v) == 0 {
			continue
		}
		q1, q3 := quantile(v, 0.25), quantile(v, 0.75)
		reach := 1.5 * (q3 - q1)
		first := sort.Search(len(v), func(k int) bool { return v[k] >= q1-reach })
		last := sort.Search(len(v), func(k int) bool { return v[k] > q3+reach }) - 1
		l.X, l.Y = append(l.X, float64(i)), append(l.Y, quantile(v, 0.5))
		l.Lo, l.Hi = append(l.Lo, min(v[first], q1)), append(l.Hi, max(v[last], q3))
		l.Z, upper = append(l.Z, q1), append(upper, q3)
		for k, y := range v {
			if k < first || k > last {
				beyondX, beyondY = append(beyondX, float64(i)), append(beyondY, y)
			}
		}
	}
	l.Z = append(l.Z, upper...)
	before := len(f.Layers)
	if f.add(l, true, opts); len(f.Layers) > before && len(beyondX) > 0 {
		style := f.Layers[before].Style
		f.add(Layer{Kind: Scatter, X: beyondX, Y: beyondY,
			Style: Style{Color: style.Color, Series: style.Series, Marker: Ring, Size: 2.4, Width: 1}}, true, nil)
	}
	return f
}

// Violins draws the kernel density estimate of each sample at its label, to both sides, with a dot at the median. The windows are
// Gaussian with the width of Silverman's rule, as in Density; all violins are equally wide, and end with the values.
//
// Reference: J. L. Hintze, R. D. Nelson, Violin plots (1998).
func (f *Figure) Violins(name string, labels []string, samples [][]float64, opts ...Option) *Figure {
	sorted, ok := f.samplesAt("violins", name, labels, samples)
	if !ok {
		return f
	}
	outline := Layer{Kind: Polygon, Name: name, of: "violins"}
	medians := Layer{Kind: Scatter, Style: Style{Marker: Circle, Size: 2.6}}
	for i, v := range sorted {
		if len(v) == 0 {
			continue
		}
		at := spread(v[0], v[len(v)-1], 81)
		density := densityAt(v, silverman(v), at)
		_, top := Span(density)
		for side, k := -0.4, 0; k < 2; side, k = 0.4, k+1 {
			for j := range at {
				if k == 1 {
					j = len(at) - 1 - j
				}
				outline.X = append(outline.X, float64(i)+side*density[j]/top)
				outline.Y = append(outline.Y, at[j])
			}
		}
		outline.X, outline.Y = append(outline.X, math.NaN()), append(outline.Y, math.NaN()) // the next one is a line of its own
		medians.X, medians.Y = append(medians.X, float64(i)), append(medians.Y, quantile(v, 0.5))
	}
	before := len(f.Layers)
	if f.add(outline, true, opts); len(f.Layers) == before {
		return f
	}
	style := f.Layers[before].Style
	medians.Style.Color, medians.Style.Series = style.Color, style.Series
	return f.add(medians, true, nil)
}

// samplesAt are the finite values of each sample in increasing order; the labels become the ticks of the x axis.
func (f *Figure) samplesAt(what, name string, labels []string, samples [][]float64) (sorted [][]float64, ok bool) {
	if len(labels) != len(samples) {
		f.problem("%s %q: %d labels and %d samples", what, name, len(labels), len(samples))
		return nil, false
	}
	for _, s := range samples {
		v := finiteSorted(s)
		sorted, ok = append(sorted, v), ok || len(v) > 0
	}
	if !ok {
		f.problem("%s %q: no finite value", what, name)
		return nil, false
	}
	for _, l := range f.Layers {
		if l.of == what {
			f.problem("%s %q: others stand at these places; one call with a label for each sample puts them beside one another", what, name)
			return nil, false
		}
	}
	f.XAxis.TicksAt, f.XAxis.Names = counting(len(labels)), clone(labels)
	return sorted, true
}

// quantile is the p-quantile of ordered values, linear between them.
func quantile(v []float64, p float64) float64 {
	at := p * float64(len(v)-1)
	k := int(at)
	if k+1 >= len(v) {
		return v[len(v)-1]
	}
	t := at - float64(k)
	return (1-t)*v[k] + t*v[k+1]
}
