package figure

import (
	"bytes"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func sample() *Figure {
	return New("all").
		Line("line", nil, []float64{1, 2, math.NaN(), 4}, Dashed, Color("green")).
		Classes([][]float64{{1, 2}, {3, 4}, {5, 6}}, []int{1, -1, 1}).
		ErrorBars("bars", nil, []float64{1, 2}, []float64{0.1, 0.2}, nil).
		Band("band", nil, []float64{1, 2}, []float64{3, 4}).
		Regions(func(x, y float64) float64 { return math.Copysign(1, x) }).
		Margins("w", []float64{1, 2}, 3).
		Graph("g", Graph{Nodes: []string{"a", ""}, Edges: []Edge{{From: 0, To: 1, Text: "e", Width: 2}}, Classes: []int{0, 1}, X: []float64{1, 2}, Y: []float64{1, 3}}).
		BoxPlot("scores", []string{"one", "two"}, [][]float64{{1, 2, 3, 9}, {2}}).Shaded("value", []float64{1}, []float64{2}, []float64{3}).
		Text(1, 2, "here").Arrow("a", 0, 0, 1, 1).
		Axes("x", "y").XRange(0, 5).XTicks([]float64{1, 2}, "one", "two").Legend(Outside).Size(300, 200)
}

func TestRoundTrip(t *testing.T) {
	g := NewGrid("page", 2, sample(), NewTernary("t", "a", "b", "c").Shares("s", [][]float64{{1, 2, 3}}), New("other").HeatMatrix("m", [][]float64{{1, 2}, {3, 4}}),
		NewDendrogram("d", Dendrogram{Merges: [][2]int{{0, 1}, {2, 3}}, Heights: []float64{1, 2}, Cut: 1})).Size(600, 400)
	data, err := g.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	v, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := v.(*Grid).AppendBinary(nil)
	if !bytes.Equal(data, again) {
		t.Error("the encoding of what was decoded differs")
	}
	if got, want := v.(*Grid).String(), g.String(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestFramesRoundTrip(t *testing.T) {
	s := NewFrames("f").Add("one", sample()).AddGrid("two", NewGrid("g", 1, sample()))
	data, _ := s.AppendBinary(nil)
	v, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if got := v.(*Frames); !reflect.DeepEqual(got.Names, s.Names) || len(got.Pages) != 2 {
		t.Errorf("got %v", got)
	}
}

func TestTruncated(t *testing.T) {
	data, _ := sample().AppendBinary(nil)
	for n := 0; n < len(data); n += 1 + n/20 {
		if _, err := Decode(data[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes are accepted", n, len(data))
		}
	}
	if _, err := Decode(append(data, 0)); err == nil {
		t.Error("a byte too many is accepted")
	}
}

// TestBadInput has every mistake that a method reports: the figure stays without the layer and Err tells why.
func TestBadInput(t *testing.T) {
	nan := math.NaN()
	for want, f := range map[string]*Figure{
		"2 x and 1 y":                New("").Line("", []float64{1, 2}, []float64{1}),
		"no finite point":            New("").Scatter("", nil, []float64{nan, math.Inf(1)}),
		"line \"\": no finite":       New("").Line("", nil, nil),
		"2 points and 1 labels":      New("").Classes([][]float64{{1, 2}, {3, 4}}, []int{1}),
		"neither a matrix":           New("").Classes(3, []int{1}),
		"labels are string":          New("").Classes([][]float64{{1, 2}}, "a"),
		"two columns":                New("").Classes([][]float64{{1}}, []int{1}),
		"no matrix":                  New("").HeatMatrix("", nil),
		"no rows":                    New("").Image([][]float64{}),
		"3 values for 2 columns":     New("").HeatGrid("", []float64{1, 2}, []float64{1, 2}, []float64{1, 2, 3}),
		"do not rise":                New("").HeatGrid("", []float64{2, 1}, []float64{1}, []float64{1, 2}),
		"no finite value":            New("").Histogram("", []float64{nan}, 3),
		"nowhere finite":             New("").Contour("", func(x, y float64) float64 { return nan }, nil),
		"contour : nil function":     New("").Contour("", nil, nil),
		"curve \"\": nil":            New("").Curve("", nil, 0, 1),
		"not an interval":            New("").Curve("", math.Sin, 1, 1),
		"x range: [2, 1]":            New("").XRange(2, 1),
		"y range: [NaN, 1]":          New("").YRange(nan, 1),
		"linear axes":                New("").LogX().Regions(func(x, y float64) float64 { return 1 }),
		"w has 3 entries":            New("").DecisionLine("", []float64{1, 2, 3}, 0),
		"is not a line":              New("").Margins("", []float64{0, 0}, 1),
		"slanted":                    New("").LogY().DecisionLine("", []float64{1, 1}, 0),
		"positive definite":          New("").Ellipse("", []float64{0, 0}, 1, 2, 1, 1),
		"0 edges":                    New("").HistogramIn("", []float64{1}, nil),
		"between the edges":          New("").HistogramIn("", []float64{1}, []float64{2, 3}),
		"no nodes":                   NewGraph("", Graph{}),
		"2 nodes, 1 x and 0 y":       NewGraph("", Graph{Nodes: make([]string, 2), X: []float64{1}}),
		"2 nodes and 1 classes":      NewGraph("", Graph{Nodes: make([]string, 2), Classes: []int{0}}),
		"node 1 has class -1":        NewGraph("", Graph{Nodes: make([]string, 2), Classes: []int{0, -1}}),
		"edge 0 joins 0 and 2":       NewGraph("", Graph{Nodes: make([]string, 2), Edges: []Edge{{To: 2}}}),
		"NaN pixels wide":            NewGraph("", Graph{Nodes: make([]string, 2), Edges: []Edge{{Width: nan}}}),
		"need places":                NewGraph("", Graph{Nodes: make([]string, 601)}),
		"no finite place":            NewGraph("", Graph{Nodes: make([]string, 1), X: []float64{nan}, Y: []float64{1}}),
		"is not ternary":             New("").Shares("", [][]float64{{1, 0, 0}}),
		"1 fitted and 2":             New("").Residuals("", []float64{1}, []float64{1, 2}),
		"no finite pair":             New("").Residuals("", []float64{nan}, []float64{1}),
		"both classes":               New("").ROC("", []float64{1, 2}, []float64{1, 1}),
		"no label NaN":               New("").ROC("", []float64{.1, .2, .3}, []float64{-1, 1, math.NaN()}),
		"1 scores and 2":             New("").ROC("", []float64{1}, []float64{1, 1}),
		"2 labels and 1 heights":     New("").Bars("", []string{"a", "b"}, []float64{1}),
		"2 positions and 1 names":    New("").XTicks([]float64{1, 2}, "a"),
		"2 labels and 1 samples":     New("").BoxPlot("", []string{"a", "b"}, [][]float64{{1}}),
		"violins \"v\": no finite":   New("").Violins("v", []string{"a"}, [][]float64{{nan}}),
		"1 x, 1 y and 2 values":      New("").Shaded("", []float64{1}, []float64{1}, []float64{1, 2}),
		"point with a finite value":  New("").Shaded("", []float64{1}, []float64{1}, []float64{nan}),
		"80,000 marks are more than": New("").BoxPlot("", make([]string, 80_000), slices.Repeat([][]float64{{1}}, 80_000)),
		"between 80 and 4000":        New("").Size(10, 1e9),
		"0 merges and 0 heights":     NewDendrogram("", Dendrogram{}),
		"1 merges and 2 heights":     NewDendrogram("", Dendrogram{Merges: [][2]int{{0, 1}}, Heights: []float64{1, 2}}),
		"1 merges of 3 leaves":       NewDendrogram("", Dendrogram{Merges: [][2]int{{0, 1}}, Heights: []float64{1}, Leaves: make([]string, 3)}),
		"joins 0 and 2":              NewDendrogram("", Dendrogram{Merges: [][2]int{{0, 2}}, Heights: []float64{1}}),
		"joins 0 and 0":              NewDendrogram("", Dendrogram{Merges: [][2]int{{0, 0}}, Heights: []float64{1}}),
		"has the height NaN":         NewDendrogram("", Dendrogram{Merges: [][2]int{{0, 1}}, Heights: []float64{nan}}),
		"has the height -1":          NewDendrogram("", Dendrogram{Merges: [][2]int{{0, 1}}, Heights: []float64{-1}}),
		"a cut at -1":                NewDendrogram("", Dendrogram{Merges: [][2]int{{0, 1}}, Heights: []float64{1}, Cut: -1}),
		"60,000 leaves are more":     NewDendrogram("", Dendrogram{Merges: make([][2]int, 59_999), Heights: make([]float64, 59_999)}),
		"tree: no root":              NewTree("", nil),
		"tree: 0 texts":              NewTreeOf("", nil, nil, nil),
		"tree: node 0 of 1":          NewTreeOf("", []string{"a"}, []string{""}, [][]int{{0}}),
	} {
		err := f.Err()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
		if len(f.Layers) > 0 {
			t.Errorf("%s: a layer was added", want)
		}
	}
}

func TestCyclicTree(t *testing.T) {
	n := &Node{Text: "n"}
	n.Children = []*Node{n}
	if NewTree("", n).Err() == nil {
		t.Error("a tree that contains itself has no error")
	}
}

// TestROC compares with the area counted by hand: of the 3·2 pairs (positive, negative), 2 are in order and 1 is a tie.
func TestROC(t *testing.T) {
	_, _, area := roc([]float64{0.9, 0.8, 0.4, 0.4, 0.95}, []float64{1, 1, 1, -1, -1})
	if want := 2.5 / 6; math.Abs(area-want) > 1e-15 {
		t.Errorf("area %g, want %g", area, want)
	}
}

func TestHistogramArea(t *testing.T) {
	f := New("").HistogramDensity("", []float64{0, 1, 2, 3, 10}, 4)
	area := 0.0
	for i, h := range f.Layers[0].Hi {
		area += h * (f.Layers[0].Y[i] - f.Layers[0].X[i])
	}
	if math.Abs(area-1) > 1e-12 {
		t.Errorf("area %g", area)
	}
}

func TestHistogramIn(t *testing.T) {
	f := New("").HistogramIn("", []float64{-1, 0, 0.5, 1, 1.5, 2, 3, math.NaN()}, []float64{0, 1, 2})
	if got, want := f.Layers[0].Hi, []float64{2, 3}; !reflect.DeepEqual(got, want) {
		t.Errorf("counts %v, want %v", got, want)
	}
}

func TestPictureWords(t *testing.T) {
	g := NewGrid("digits", 2, New("a").Image([][]float64{{0, 1}}), New("b").Image([][]float64{{2, 3}}))
	if got, want := g.String(), "Page of 2 figures: digits\n  each a grey image “a, b”: 1×2 values in [0, 3]\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := g.Add(New("c").Image([][]float64{{2}})).String(); !strings.Contains(got, "Figure: c") {
		t.Errorf("images of two sizes: %s", got)
	}
	if got := NewGrid("", 1, nil, nil).String(); got != "Page of 2 figures: \n" {
		t.Errorf("nothing: %q", got)
	}
}

func TestSharesOfBadRows(t *testing.T) {
	for want, P := range map[string]any{
		"row 1 has 2 shares": [][]float64{{1, 0, 0}, {1, 0}},
		"no finite point":    [][]float64{{-1, 1, 1}, {0, 0, 0}},
		"neither a matrix":   "P",
	} {
		f := NewTernary("", "a", "b", "c").Shares("", P)
		if err := f.Err(); err == nil || !strings.Contains(err.Error(), want) || len(f.Layers) != 1 {
			t.Errorf("error %v and %d layers, want one with %q", err, len(f.Layers), want)
		}
	}
}

// TestSimplex has the corners and the centre, and goes back from places to shares.
func TestSimplex(t *testing.T) {
	h := math.Sqrt(3) / 2
	for i, want := range [][]float64{{0, 0}, {1, 0}, {0.5, h}, {0.5, h / 3}} {
		got := Simplex([][]float64{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {1, 1, 1}})[i]
		if math.Hypot(got[0]-want[0], got[1]-want[1]) > 1e-15 {
			t.Errorf("point %d is at %v, want %v", i, got, want)
		}
	}
	fn := OnSimplex(func(a, b, c float64) float64 { return a + 10*b + 100*c })
	p := Simplex([][]float64{{0.2, 0.3, 0.5}})[0]
	if got := fn(p[0], p[1]); math.Abs(got-53.2) > 1e-12 {
		t.Errorf("at (0.2, 0.3, 0.5) the function is %g, want 53.2", got)
	}
	if got := fn(-5, -5); math.Abs(got-1) > 1e-12 {
		t.Errorf("beside corner a it is %g, want 1", got)
	}
	if OnSimplex(nil) != nil {
		t.Error("of no function there is one")
	}
}

// TestLayout has graphs whose distances fit into the plane: a path and a triangle.
func TestLayout(t *testing.T) {
	path := Graph{Nodes: make([]string, 5), Edges: []Edge{{From: 0, To: 3}, {From: 3, To: 1}, {From: 1, To: 4}, {From: 4, To: 2}}}
	triangle := Graph{Nodes: make([]string, 3), Edges: []Edge{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 0}, {From: 1, To: 1}}}
	apart := Graph{Nodes: make([]string, 3), Edges: []Edge{{From: 0, To: 1}}}
	for name, g := range map[string]Graph{"path": path, "triangle": triangle, "two parts": apart} {
		x, y := g.layout()
		for i, row := range g.distances() {
			for j, want := range row {
				if got := math.Hypot(x[i]-x[j], y[i]-y[j]); math.Abs(got-want) > 0.02 {
					t.Errorf("%s: nodes %d and %d are %.3f apart, want %g", name, i, j, got, want)
				}
			}
		}
	}
}

// TestLayoutOfACycle has the nodes of a cycle clockwise from the top.
func TestLayoutOfACycle(t *testing.T) {
	const n = 5
	g := Graph{Nodes: make([]string, n)}
	for i := range n {
		g.Edges = append(g.Edges, Edge{From: i, To: (i + 1) % n})
	}
	x, y := g.layout()
	r := math.Hypot(x[0], y[0])
	for i := range n {
		s, c := math.Sincos(math.Pi/2 - 2*math.Pi*float64(i)/n)
		if math.Hypot(x[i]-r*c, y[i]-r*s) > 0.01 {
			t.Errorf("node %d is at (%.3f, %.3f), want (%.3f, %.3f)", i, x[i], y[i], r*c, r*s)
		}
	}
}

// TestResiduals has residuals on a line: the trend is that line, the legend has their root mean square.
func TestResiduals(t *testing.T) {
	x := spread(0, 4, 41)
	y := clone(x)
	for i := range y {
		y[i] += 0.5 * (x[i] - 2)
	}
	f := New("").Residuals("fit", x, y)
	if got := f.Layers[1].Name; got != "fit (r.m.s. 0.592)" { // 0.5·√(41² − 1)/√12·0.1
		t.Errorf("the legend says %q", got)
	}
	line := f.Layers[2]
	for i, a := range line.X {
		if want := 0.5 * (a - 2); math.Abs(line.Y[i]-want) > 1e-12 {
			t.Errorf("the trend at %g is %g, want %g", a, line.Y[i], want)
		}
	}
	same := make([]float64, 30)
	copy(same, spread(1, 2, 12))
	if f := New("").Residuals("", same, counting(30)); f.Err() != nil || !anyFinite(f.Layers[2].Y, f.Layers[2].Y) {
		t.Errorf("many equal places: %v", f.Err())
	}
	if f := New("").Residuals("", counting(9), counting(9)); len(f.Layers) != 2 {
		t.Errorf("nine points have %d layers", len(f.Layers))
	}
}

func TestDensityArea(t *testing.T) {
	l := New("").Density("", []float64{0, 1, 5}, 0).Layers[0]
	area := 0.0
	for i := 1; i < len(l.X); i++ {
		area += (l.Y[i] + l.Y[i-1]) / 2 * (l.X[i] - l.X[i-1])
	}
	if math.Abs(area-1) > 0.01 {
		t.Errorf("area %g", area)
	}
}

func TestColorsDiffer(t *testing.T) {
	f := New("").Classes([][]float64{{1, 2}, {3, 4}}, []int{0, 1}).Line("a", nil, []float64{1}).
		Line("b", nil, []float64{1}, Color("purple")).Line("c", nil, []float64{1})
	var got []int
	for _, l := range f.Layers {
		got = append(got, l.Style.Series)
	}
	if want := []int{1, 2, 3, 0, 5}; !reflect.DeepEqual(got, want) {
		t.Errorf("series %v, want %v", got, want)
	}
}

// TestMatrixTicks has ticks of rows counted from the top, whether they are set before the matrix or after it.
func TestMatrixTicks(t *testing.T) {
	m := [][]float64{{1, 2}, {3, 4}, {5, 6}}
	for name, f := range map[string]*Figure{
		"after":  New("").HeatMatrix("", m).YTicks([]float64{0, 2}, "first", "last").XTicks([]float64{1}, "right"),
		"before": New("").XTicks([]float64{1}, "right").YTicks([]float64{0, 2}, "first", "last").HeatMatrix("", m),
		"twice":  New("").HeatMatrix("", m).YTicks([]float64{1}).YTicks([]float64{0}, "a", "b").YTicks([]float64{0, 2}, "first", "last").XTicks([]float64{1}, "right"),
	} {
		if got, want := f.YAxis, []float64{2, 0}; !reflect.DeepEqual(got.TicksAt, want) || !reflect.DeepEqual(got.Names, []string{"first", "last"}) {
			t.Errorf("%s: rows %v %v, want %v", name, got.TicksAt, got.Names, want)
		}
		if got := f.XAxis; !reflect.DeepEqual(got.TicksAt, []float64{1}) || got.Names[0] != "right" {
			t.Errorf("%s: columns %v %v", name, got.TicksAt, got.Names)
		}
	}
	f := New("").HeatMatrix("", m)
	if !reflect.DeepEqual(f.YAxis.TicksAt, []float64{2, 1, 0}) || !reflect.DeepEqual(f.YAxis.Names, []string{"0", "1", "2"}) {
		t.Errorf("by themselves: rows %v %v", f.YAxis.TicksAt, f.YAxis.Names)
	}
}

func TestMinusOfClasses(t *testing.T) {
	f := New("").Classes([][]float64{{1, 2}, {3, 4}}, []int{1, -1}).Regions(func(x, y float64) float64 { return -1 })
	if a, b := f.Layers[0].Name, f.Layers[2].Text[0]; a != "−1" || b != "−1" {
		t.Errorf("the class is %q as points and %q as a region", a, b)
	}
}

func FuzzDecode(f *testing.F) {
	for _, e := range []interface{ AppendBinary([]byte) ([]byte, error) }{sample(), NewFrames("").Add("", sample()), NewGrid("", 0)} {
		data, _ := e.AppendBinary(nil)
		f.Add(data)
	}
	f.Add([]byte{KindPixels, 1, 1, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Decode(data)
		if err != nil {
			return
		}
		if s, ok := v.(interface {
			AppendBinary([]byte) ([]byte, error)
			String() string
		}); ok {
			_ = s.String()
			if _, err := s.AppendBinary(nil); err != nil {
				t.Error(err)
			}
		}
	})
}

// normals is a model with normal classes.
type normals struct {
	labels []int
	means  [][]float64
	covs   [][][]float64
}

func (n normals) NormalClasses() ([]int, [][]float64, [][][]float64) {
	return n.labels, n.means, n.covs
}

func TestClassEllipses(t *testing.T) {
	two := normals{[]int{1, -1}, [][]float64{{0, 0}, {5, 5}}, [][][]float64{{{1, 0}, {0, 1}}, {{4, 0}, {0, 9}}}}
	f := New("").ClassEllipses("class", two, []float64{1, 2}, Dashed)
	if f.Err() != nil || len(f.Layers) != 4 {
		t.Fatalf("%d layers, %v", len(f.Layers), f.Err())
	}
	for i, want := range []struct {
		name   string
		series int
		right  float64 // the largest x
	}{{"class 1", 2, 1}, {"", 2, 2}, {"class −1", 1, 7}, {"", 1, 9}} {
		l := f.Layers[i]
		if l.Name != want.name || l.Style.Series != want.series || math.Abs(l.X[0]-want.right) > 1e-12 || l.Style.Dash != DashLong {
			t.Errorf("layer %d: %q of series %d from x = %v, want %+v", i, l.Name, l.Style.Series, l.X[0], want)
		}
	}
	if f := New("").ClassEllipses("", two, nil); f.Err() != nil || len(f.Layers) != 2 || f.Layers[0].Name != "" || f.Layers[0].X[0] != 1 {
		t.Errorf("without radii: %d layers, %v", len(f.Layers), f.Err())
	}
	for what, model := range map[string]NormalClasses{
		"no model": nil, "no classes": normals{},
		"means are missing":     normals{[]int{1}, nil, two.covs[:1]},
		"on the line":           normals{[]int{1}, [][]float64{{1}}, [][][]float64{{{1}}}},
		"not positive definite": normals{[]int{1}, [][]float64{{1, 1}}, [][][]float64{{{1, 2}, {2, 1}}}},
	} {
		if New("").ClassEllipses("", model, nil).Err() == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

func TestClassNames(t *testing.T) {
	X, labels := [][]float64{{0, 0}, {1, 1}, {2, 0}}, []int{7, -1, 7}
	half := func(x, y float64) float64 { return math.Copysign(1, x-1) }
	f := New("").ClassNames("healthy", "ill").Classes(X, labels).Regions(half)
	if got := f.Layers[0].Name + " " + f.Layers[1].Name + " " + strings.Join(f.Layers[2].Text, " "); got != "healthy ill healthy ill" {
		t.Error(got)
	}
	if f := New("").Classes(X, labels); f.Layers[0].Name != "−1" || f.Layers[1].Name != "7" {
		t.Errorf("without names: %s and %s", f.Layers[0].Name, f.Layers[1].Name)
	}
	if f := New("").ClassNames("one").Classes(X, labels); f.Err() == nil {
		t.Error("one name for two classes is no problem")
	}
}

// Every kind of layer has a record, which knows what its columns must be.
func TestKindsAreWhole(t *testing.T) {
	for k, r := range kinds {
		if r.words == "" || r.fits == nil || r.excess == nil {
			t.Errorf("%c: %+v", k, r)
		}
		if (Layer{Kind: k}).fits() {
			t.Errorf("%c: a layer without columns fits", k)
		}
	}
	if (Layer{Kind: '?', X: []float64{1}, Y: []float64{1}}).fits() {
		t.Error("a layer of an unknown kind fits")
	}
}

// TestOptionsAreData: an option that a variable holds can be stored, so it has no function in it.
func TestOptionsAreData(t *testing.T) {
	var hasFunc func(reflect.Type) bool
	hasFunc = func(typ reflect.Type) bool {
		if typ.Kind() == reflect.Struct {
			for i := range typ.NumField() {
				if hasFunc(typ.Field(i).Type) {
					return true
				}
			}
		}
		return typ.Kind() == reflect.Func || typ.Kind() == reflect.Interface
	}
	if hasFunc(reflect.TypeFor[Option]()) {
		t.Error("an option holds a function: a notebook could not keep it")
	}
}

// TestLaterOptionsWin: an option sets what it names and leaves the rest, and the last of two wins.
func TestLaterOptionsWin(t *testing.T) {
	for _, tt := range []struct {
		opts []Option
		want Style
	}{
		{[]Option{Color("blue"), Dashed, Marked, Color("green")}, Style{Color: "green", Dash: DashLong, Marks: true}},
		{[]Option{Thin, Width(2), Radius(5), Alpha(.5), Shape(Ring), {}}, Style{Width: 2, Size: 5, Alpha: .5, Marker: Ring, Series: 1}},
	} {
		f := New("").Line("a line", nil, []float64{1, 2}, tt.opts...)
		if got := f.Layers[0].Style; got != tt.want {
			t.Errorf("%+v, want %+v", got, tt.want)
		}
	}
	if f := New("").Line("a line", nil, []float64{1, 2}, Unlisted); f.Layers[0].Name != "" {
		t.Error("an unlisted layer has a name")
	}
}

func TestZeroHasNoSign(t *testing.T) {
	if got := Number(math.Copysign(0, -1)); got != "0" {
		t.Errorf("%q, want 0", got)
	}
}

func TestMatrixOfCounts(t *testing.T) {
	counts, numbers := New("").HeatMatrix("n", [][]int{{1, 2, 3}, {4, 5, 6}}), New("").HeatMatrix("n", [][]float64{{1, 2, 3}, {4, 5, 6}})
	if err := counts.Err(); err != nil || !reflect.DeepEqual(counts, numbers) {
		t.Errorf("%+v, %v, want %+v", counts, err, numbers)
	}
	if err := New("").HeatMatrix("n", [][]int{{1, 2, 3}, {4}}).Err(); err == nil {
		t.Error("ragged rows are drawn")
	}
}
