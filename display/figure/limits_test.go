package figure

import (
	"strings"
	"testing"
)

func column(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i)
	}
	return x
}

// TestLayersThatAreTooMuch draws too much of each kind, and as much as is drawn.
func TestLayersThatAreTooMuch(t *testing.T) {
	plane := func(x, y float64) float64 { return x + y }
	for _, test := range []struct {
		name string
		draw func(over int) *Figure
		want string
	}{
		{"scatter", func(over int) *Figure { x := column(maxPoints + over); return New("").Scatter("s", x, x) },
			`"s": 1,000,001 points are more than the 1,000,000 that are drawn: draw a sample`},
		{"line", func(over int) *Figure { return New("").Line("", nil, column(maxPoints+over)) }, "1,000,001 points"},
		{"stem", func(over int) *Figure { x := column(maxShapes + over); return New("").Stem("", x, x) }, "50,001 marks are more than the 50,000"},
		{"contour", func(over int) *Figure { return New("").Contour("c", plane, column(maxLevels+over)) }, `"c": 201 levels are more than the 200`},
		{"heat", func(over int) *Figure {
			x, y := column(2000), column(2000+over)
			return New("").HeatGrid("", x, y, make([]float64, len(x)*len(y)))
		}, "a grid of 4,002,000 values"},
	} {
		if f := test.draw(1); len(f.Layers) != 0 || len(f.Problems) != 1 || !strings.HasPrefix(f.Problems[0], test.want) {
			t.Errorf("%s: %d layers, problems %q", test.name, len(f.Layers), f.Problems)
		}
		if f := test.draw(0); len(f.Layers) != 1 || f.Err() != nil {
			t.Errorf("%s: the largest that is drawn: %v", test.name, f.Err())
		}
	}
}

// TestPagesThatAreTooMuch encodes pages, and decodes what was encoded without looking.
func TestPagesThatAreTooMuch(t *testing.T) {
	figures := func(n int, f *Figure) *Grid {
		g := NewGrid("", 0)
		for range n {
			g.Add(f)
		}
		return g
	}
	frames := func(n int, f *Figure) *Frames {
		s := NewFrames("")
		for range n {
			s.Add("", f)
		}
		return s
	}
	tiny, large := New("").Line("", nil, column(2)), New("").Line("", nil, column(maxPoints))
	for _, test := range []struct {
		v    interface{ AppendBinary([]byte) ([]byte, error) }
		want string
	}{
		{figures(maxPanels, tiny), ""},
		{figures(maxPanels+1, tiny), "figure: a page of 401 figures is more than the 400 that are drawn: use several pages, or Frames"},
		{figures(11, large), "figure: 11,000,000 points and values together are more than the 10,000,000"},
		{frames(maxPages, tiny), ""},
		{frames(maxPages+1, tiny), "figure: 1,001 pages are more than the 1,000 that are drawn"},
	} {
		_, err := test.v.AppendBinary(nil)
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
	over := &Figure{Layers: []Layer{{Kind: Contour, X: column(2), Y: column(2), Z: column(4), Lo: column(maxLevels + 1)}}}
	data := putGrid([]byte{KindGrid}, &Grid{Figures: []*Figure{over}})
	if _, err := Decode(data); err == nil || err.Error() != "figure: 201 levels are more than the 200 that are drawn" {
		t.Errorf("decoded: %v", err)
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}
