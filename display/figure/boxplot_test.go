package figure

import (
	"math"
	"reflect"
	"testing"
)

// The five numbers are those of matplotlib.cbook.boxplot_stats, worked by hand: quartiles of 1 … 9 and 30 are 3.25, 5.5 and 7.75, whiskers reach
// at most 6.75 beyond the box.
func TestBoxPlot(t *testing.T) {
	f := New("").BoxPlot("b", []string{"ten", "none", "one"}, [][]float64{{30, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {math.NaN()}, {4}})
	if len(f.Layers) != 2 || f.Err() != nil {
		t.Fatalf("%d layers, %v", len(f.Layers), f.Err())
	}
	box, beyond := f.Layers[0], f.Layers[1]
	for _, c := range []struct {
		what      string
		got, want []float64
	}{
		{"places", box.X, []float64{0, 2}},
		{"medians", box.Y, []float64{5.5, 4}},
		{"ends of boxes", box.Z, []float64{3.25, 4, 7.75, 4}},
		{"lower whiskers", box.Lo, []float64{1, 4}},
		{"upper whiskers", box.Hi, []float64{9, 4}},
		{"values beyond", beyond.Y, []float64{30}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
}

// A whisker never ends inside its box, also where all values beyond the box are far away.
func TestWhiskersReachTheBox(t *testing.T) {
	l := New("").BoxPlot("", []string{"a"}, [][]float64{{-100, 0, 0, 0, 0, 1, 1, 1, 1, 100}}).Layers[0]
	if l.Lo[0] > l.Z[0] || l.Hi[0] < l.Z[1] {
		t.Errorf("whiskers from %g to %g, box from %g to %g", l.Lo[0], l.Hi[0], l.Z[0], l.Z[1])
	}
}

// Each violin is symmetric about its place and as wide as 0.4 to each side.
func TestViolins(t *testing.T) {
	f := New("").Violins("v", []string{"a", "b"}, [][]float64{{1, 2, 2, 3, 7}, {5, 5}})
	outline := f.Layers[0]
	for violin := range 2 {
		left, right, sum := math.Inf(1), math.Inf(-1), 0.0
		for _, x := range outline.X[163*violin : 163*violin+162] {
			left, right, sum = min(left, x), max(right, x), sum+x-float64(violin)
		}
		if at := float64(violin); math.Abs(left-at+0.4) > 1e-12 || math.Abs(right-at-0.4) > 1e-12 || math.Abs(sum) > 1e-9 {
			t.Errorf("violin %d reaches from %g to %g, skewed by %g", violin, left, right, sum)
		}
	}
	if f.Layers[1].Y[0] != 2 || f.Layers[1].Style.Series != outline.Style.Series {
		t.Errorf("median %g in colour %d", f.Layers[1].Y[0], f.Layers[1].Style.Series)
	}
}

func TestSameAxes(t *testing.T) {
	g := NewGrid("", 2, New("").Line("", nil, []float64{0, 1}), nil, New("").Line("", nil, []float64{5, 2, 3}), New("").Image([][]float64{{1}})).SameAxes()
	for _, i := range []int{0, 2} {
		x0, x1, y0, y1 := g.Figures[i].Ranges()
		if !(x0 < 0 && x1 > 2 && y0 < 0 && y1 > 5) || x0 != g.Figures[0].XAxis.Min || y1 != g.Figures[0].YAxis.Max {
			t.Errorf("figure %d: %g to %g, %g to %g", i, x0, x1, y0, y1)
		}
	}
	if g.Figures[3].XAxis.Fixed {
		t.Error("a picture has axes")
	}
	mixed := NewGrid("", 2, New("").Line("", nil, []float64{1, 2}).LogY(), New("").Line("", nil, []float64{5, 2, 3})).SameY()
	if mixed.Err() == nil {
		t.Error("a logarithmic axis and another are made the same")
	}
}
