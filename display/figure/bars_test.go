package figure

import (
	"math"
	"strings"
	"testing"
)

// TestGroupedBars: bars of several layers stand beside one another, without a gap or an overlap, in the place of one.
func TestGroupedBars(t *testing.T) {
	labels := []string{"a", "b"}
	f := New("").Bars("one", labels, []float64{1, 2})
	if l := f.Layers[0]; l.X[1] != 0.6 || l.Y[1] != 1.4 {
		t.Errorf("one: %v to %v", l.X, l.Y)
	}
	f.Bars("two", labels, []float64{3, 4}).Bars("three", labels, []float64{5, 6})
	for i := range labels {
		at := float64(i) - 0.4
		for k, l := range f.Layers {
			if math.Abs(l.X[i]-at) > 1e-12 || math.Abs(l.Y[i]-l.X[i]-0.8/3) > 1e-12 {
				t.Errorf("layer %d, label %d: %g to %g", k, i, l.X[i], l.Y[i])
			}
			at = l.Y[i]
		}
		if math.Abs(at-float64(i)-0.4) > 1e-12 {
			t.Errorf("label %d ends at %g", i, at)
		}
	}
	if f.Bars("four", []string{"a", "c"}, []float64{1, 2}); f.Err() == nil || len(f.Layers) != 3 ||
		!strings.Contains(f.Err().Error(), `bars "four": the labels are ["a" "c"], those of the bars before ["a" "b"]`) {
		t.Errorf("other labels: %v", f.Err())
	}
	if h := New("").Histogram("h", []float64{1, 2, 3}, 2).Bars("b", labels, []float64{1, 2}); len(h.Layers) != 2 || h.Layers[1].X[0] != -0.4 {
		t.Errorf("beside a histogram: %v", h.Layers)
	}
}

// TestSamplesOnce: box plots, or violins, of two calls would stand upon one another and are a problem; one of each is none.
func TestSamplesOnce(t *testing.T) {
	labels, samples := []string{"a", "b"}, [][]float64{{1, 2, 4}, {3, 5, 6}}
	f := New("").Violins("v", labels, samples).BoxPlot("b", labels, samples)
	if f.Err() != nil {
		t.Errorf("one of each: %v", f.Err())
	}
	n := len(f.Layers)
	for _, again := range []*Figure{f.BoxPlot("c", labels, samples), f.Violins("w", labels, samples)} {
		if again.Err() == nil || len(again.Layers) != n || !strings.Contains(again.Err().Error(), "others stand at these places") {
			t.Errorf("two: %v", again.Err())
		}
	}
}

// TestOneLegend: the legend of a page of pairs stands once; a figure with an entry of its own keeps its legend.
func TestOneLegend(t *testing.T) {
	x, y := [][]float64{{1, 2}, {3, 4}}, []int{1, 2}
	own := New("").Classes(x, y).Line("line", []float64{1, 2}, []float64{1, 2})
	g := NewGrid("", 2, New("").Classes(x, y), New("").Classes(x, y), nil, own, New("").Classes(x, y)).OneLegend()
	for i, want := range []Corner{Auto, NoLegend, 0, Auto, NoLegend} {
		if f := g.Figures[i]; f != nil && f.Corner != want {
			t.Errorf("figure %d: legend %d, want %d", i, f.Corner, want)
		}
	}
}
