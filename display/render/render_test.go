package render

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/display/internal/golden"
)

func TestGallery(t *testing.T) {
	for _, p := range gallery {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			data, err := SVG(t.Context(), p.grid())
			if err != nil {
				t.Fatal(err)
			}
			wellFormed(t, data)
			golden.Check(t, p.name+"_golden.svg", string(data))
		})
	}
}

func wellFormed(t *testing.T, data []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestDeterministic draws every page from its encoding, twice at once and with one processor: all bytes are the same.
func TestDeterministic(t *testing.T) {
	for _, p := range gallery {
		spec, err := p.grid().AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		want := drawOnce(t, spec)
		before := runtime.GOMAXPROCS(1)
		one := drawOnce(t, spec)
		runtime.GOMAXPROCS(before)
		var wg sync.WaitGroup
		got := make([]string, 2)
		for i := range got {
			wg.Go(func() { got[i] = drawOnce(t, spec) })
		}
		wg.Wait()
		if one != want || got[0] != want || got[1] != want {
			t.Errorf("%s: not the same bytes each time", p.name)
		}
	}
}

func drawOnce(t *testing.T, spec []byte) string {
	parts, err := Bundle(t.Context(), spec)
	if err != nil {
		t.Error(err)
		return ""
	}
	return fmt.Sprintf("%q", parts)
}

func TestPNG(t *testing.T) {
	f := figure.New("x²").Line("", nil, []float64{0, 1, 4}).PNG()
	spec, _ := f.AppendBinary(nil)
	parts, err := Bundle(t.Context(), spec)
	if err != nil || len(parts) != 2 || parts[0].MIME != "image/png" || parts[1].MIME != "text/plain" {
		t.Fatalf("parts %v, error %v", parts, err)
	}
	m, err := png.Decode(bytes.NewReader(parts[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	w, h := single(f).PageSize()
	if m.Bounds().Dx() != int(2*w) || m.Bounds().Dy() != int(2*h) {
		t.Errorf("%v pixels for a page of %g×%g", m.Bounds(), w, h)
	}
}

func TestPixels(t *testing.T) {
	parts, err := Bundle(t.Context(), append([]byte{figure.KindPixels, 2, 1}, 255, 0, 0, 255, 0, 0, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(parts[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	if r, _, _, a := m.At(0, 0).RGBA(); r != 0xffff || a != 0xffff {
		t.Errorf("first pixel is %v", m.At(0, 0))
	}
}

func TestFrames(t *testing.T) {
	s := figure.NewFrames("Steps of <gradient> descent")
	for k := range 3 {
		s.Add(fmt.Sprintf("t = %d", k), figure.New("").Scatter("", []float64{float64(k)}, []float64{1}))
	}
	spec, _ := s.AppendBinary(nil)
	parts, err := Bundle(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	html := string(parts[0].Data)
	if strings.Count(html, "<svg") != 3 || strings.Count(html, "display:none") != 2 || strings.Contains(html, "<gradient>") {
		t.Errorf("frames are\n%s", html)
	}
	golden.Check(t, "frames_golden.html", html)
}

// TestSizes keeps the pictures small: an SVG that is too large makes a notebook slow.
func TestSizes(t *testing.T) {
	for _, p := range gallery {
		data, err := SVG(t.Context(), p.grid())
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > 200_000 {
			t.Errorf("%s: %d bytes of SVG", p.name, len(data))
		}
	}
}

// TestHostile draws figures whose data are extreme. They must come out as some picture, without a panic.
func TestHostile(t *testing.T) {
	const huge = 1e308
	for name, f := range map[string]*figure.Figure{
		"huge":        figure.New("").Line("", nil, []float64{-huge, huge, 0}),
		"tiny":        figure.New("").Line("", nil, []float64{1, 1 + 1e-16, 1}),
		"denormal":    figure.New("").Line("", []float64{0, 5e-324}, []float64{0, 5e-324}),
		"log":         figure.New("").LogX().LogY().Line("", []float64{-1, 0, 1e-300, 1e300}, []float64{1, 2, 3, 4}),
		"log empty":   figure.New("").LogX().LogY().Line("", []float64{-1}, []float64{-1}),
		"log range":   figure.New("").LogX().XRange(-1, 1).Line("", []float64{1, 2}, []float64{1, 2}),
		"log bars":    figure.New("").LogY().Bars("", []string{"a", "b"}, []float64{0, 10}),
		"equal":       figure.New("").Equal().Line("", []float64{0, huge}, []float64{0, 1}),
		"one":         figure.New("").Scatter("", []float64{3}, []float64{4}),
		"band":        figure.New("").Band("", nil, []float64{1, 2}, []float64{3, 4}),
		"flat heat":   figure.New("").HeatMap("", func(x, y float64) float64 { return 1 }),
		"huge heat":   figure.New("").HeatMap("", func(x, y float64) float64 { return x * huge }),
		"one cell":    figure.New("").HeatMatrix("", [][]float64{{7}}, figure.Marked),
		"one node":    figure.NewGraph("", figure.Graph{Nodes: []string{"a"}, Directed: true, Edges: []figure.Edge{{Text: "loop"}}}),
		"on a point":  figure.NewGraph("", figure.Graph{Nodes: make([]string, 2), X: []float64{1, 1}, Y: []float64{1, 1}, Edges: []figure.Edge{{From: 0, To: 1}}}),
		"node at NaN": figure.NewGraph("", figure.Graph{Nodes: make([]string, 2), X: []float64{1, math.NaN()}, Y: []float64{1, 1}, Edges: []figure.Edge{{From: 0, To: 1}}}),
		"far nodes":   figure.NewGraph("", figure.Graph{Nodes: []string{"a", "b"}, X: []float64{-huge, huge}, Y: []float64{1, 1}, Edges: []figure.Edge{{From: 0, To: 1}}}),
		"log graph":   figure.New("").LogX().Graph("", figure.Graph{Nodes: make([]string, 2), X: []float64{-1, 1}, Y: []float64{1, 1}, Edges: []figure.Edge{{From: 0, To: 1}}}),
		"shares":      figure.NewTernary("", "", "", "").Size(80, 80).HeatMap("", figure.OnSimplex(func(a, b, c float64) float64 { return a / b })),
		"residuals":   figure.New("").Residuals("", []float64{-huge, huge, 0}, []float64{huge, -huge, 0}),
		"long title":  figure.New(strings.Repeat("very ", 60)).Axes(strings.Repeat("x", 300), strings.Repeat("y", 300)),
		"long name":   figure.New("").Line(strings.Repeat("name ", 60), nil, []float64{1, 2}),
		"small":       figure.New("t").Size(80, 80).Line("name", nil, []float64{1, 2}).Axes("x", "y"),
	} {
		if _, err := SVG(t.Context(), single(f)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestThin has a curve of many points, of which those that stay must pass all others within a twentieth of a pixel.
func TestThin(t *testing.T) {
	var run []vg.Point
	for i := range 401 {
		x := float64(i)/50 - 4
		run = append(run, vg.Point{X: vg.Length(60 * x), Y: vg.Length(300 / (1 + math.Exp(-2*x)))})
	}
	kept := thin(run)
	worst, k := 0.0, 0
	for _, p := range run {
		for kept[k+1].X < p.X {
			k++
		}
		a, b := kept[k], kept[k+1]
		y := a.Y + (p.X-a.X)/(b.X-a.X)*(b.Y-a.Y)
		worst = max(worst, math.Abs(float64(p.Y-y)))
	}
	if worst > 0.2 || len(kept) > 120 { // 0.05 across a slope of at most 2.7
		t.Errorf("%d points stay, the others are up to %.2f pixels off", len(kept), worst)
	}
	line := make([]vg.Point, 150)
	for i := range line {
		line[i].X = vg.Length(i)
	}
	if n := len(thin(line)); n != 2 {
		t.Errorf("of a straight line %d points stay", n)
	}
}

// TestLogTicks has axes with room for so many labels.
func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi, n float64
		want      string
	}{
		{191, 121000, 2.2, "10³ 10⁵"},
		{250, 92500, 2, "1000 10000"},
		{191, 121000, 5, "10³ 10⁴ 10⁵"},
		{3, 50, 3, "5 10 20 50"},
		{1e-9, 1, 3, "10⁻⁹ 10⁻⁶ 10⁻³ 10⁰"},
		{1e-3, 1, 9, "0.001 0.01 0.1 1"},
		{1e-4, 1, 9, "10⁻⁴ 10⁻³ 10⁻² 10⁻¹ 10⁰"},
		{1, 1e5, 9, "10⁰ 10¹ 10² 10³ 10⁴ 10⁵"},
		{3e-5, 9e-4, 9, "5·10⁻⁵ 10⁻⁴ 2·10⁻⁴ 5·10⁻⁴"},
		{4e4, 9e5, 9, "5·10⁴ 10⁵ 2·10⁵ 5·10⁵"},
	} {
		var got []string
		for _, tick := range logTicks(c.lo, c.hi, c.n) {
			if tick.Text != "" {
				got = append(got, tick.Text)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("[%g, %g] with %g labels: %s, want %s", c.lo, c.hi, c.n, s, c.want)
		}
	}
}

// TestGivenTicks: powers of ten that the author chooses are written in one way, other numbers as they are.
func TestGivenTicks(t *testing.T) {
	for _, c := range []struct {
		at   []float64
		log  bool
		want string
	}{
		{[]float64{100, 1e4, 1e6}, true, "10² 10⁴ 10⁶"},
		{[]float64{100, 1000, 1e4}, true, "100 1000 10000"},
		{[]float64{25, 100, 400}, true, "25 100 400"},
		{[]float64{0, .5, 1e6}, false, "0 0.5 1e+06"},
	} {
		if got := strings.Join(numbers(c.at, c.log), " "); got != c.want {
			t.Errorf("%g: %s, want %s", c.at, got, c.want)
		}
	}
}

func TestCircularContour(t *testing.T) {
	f := figure.New("").XRange(-2, 2).YRange(-2, 2).Level("", func(x, y float64) float64 { return x*x + y*y }, 1)
	lines := contour(t.Context(), f.Layers[0], 1)
	if len(lines) != 1 {
		t.Fatalf("%d lines", len(lines))
	}
	l := lines[0]
	last := len(l.x) - 1
	if l.x[0] != l.x[last] || l.y[0] != l.y[last] {
		t.Error("the circle is not closed")
	}
	for i := range l.x {
		if r := l.x[i]*l.x[i] + l.y[i]*l.y[i]; r < 0.998 || r > 1.002 {
			t.Errorf("a point of the circle has radius² %g", r)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi, n float64
		log       bool
		want      string
	}{
		{0, 1, 5, false, "0 0.2 0.4 0.6 0.8 1.0"},
		{-0.03, 0.03, 4, false, "−0.02 0 0.02"},
		{0, 2e6, 4, false, "0 0.5·10⁶ 1.0·10⁶ 1.5·10⁶ 2.0·10⁶"},
		{0.9, 7.2, 2, false, "2 4 6"}, // multiples of 5 would be 5 alone
		{-4.6, 4.6, 2, false, "−4 −2 0 2 4"},
		{1999.5, 2003, 4, false, "2000 2001 2002 2003"},
		{0.8, 1200, 5, true, "1 10 100 1000"},
		{1e-9, 1, 5, true, "10⁻⁹ 10⁻⁷ 10⁻⁵ 10⁻³ 10⁻¹"},
		{1, 20, 5, true, "1 2 5 10 20"},
	} {
		ticks := linearTicks(c.lo, c.hi, c.n)
		if c.log {
			ticks = logTicks(c.lo, c.hi, c.n)
		}
		var got []string
		for _, k := range ticks {
			if k.Text != "" {
				got = append(got, k.Text)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("ticks of [%g, %g]: got %s, want %s", c.lo, c.hi, s, c.want)
		}
	}
}

func FuzzBundle(f *testing.F) {
	for _, p := range gallery {
		if spec, err := p.grid().AppendBinary(nil); err == nil && len(spec) < 20_000 {
			f.Add(spec)
		}
	}
	f.Fuzz(func(t *testing.T, spec []byte) {
		if len(spec) > 1<<16 {
			return
		}
		if parts, err := Bundle(t.Context(), spec); err == nil && len(parts) != 2 {
			t.Errorf("%d parts", len(parts))
		}
	})
}

// TestMatricesAreCells has heat maps of many rows and columns: functions are smooth, matrices are not.
func TestMatricesAreCells(t *testing.T) {
	m := make([][]float64, 64)
	for i := range m {
		m[i] = make([]float64, 64)
		m[i][i] = 1
	}
	matrix := figure.New("").HeatMatrix("", m).Layers[0]
	function := figure.New("").HeatMap("", func(x, y float64) float64 { return x * y }).Layers[0]
	if isSmooth(matrix) || !isSmooth(function) {
		t.Errorf("smooth: matrix %t, function %t", isSmooth(matrix), isSmooth(function))
	}
}

func TestOpenMarkersHaveTheWidthOfTheLayer(t *testing.T) {
	f := figure.New("").Scatter("", nil, []float64{1, 2}, figure.Shape(figure.Ring), figure.Radius(14), figure.Width(1.5))
	data, err := SVG(t.Context(), single(f))
	if err != nil || !strings.Contains(string(data), `stroke="#0072b2" stroke-width="1.5"`) {
		t.Errorf("error %v, no ring of 1.5 pixels in\n%s", err, data)
	}
}

// TestRowsAreLevel has a page whose panels differ in their ticks and legends: titles stand at one height, areas are of one
// width.
func TestRowsAreLevel(t *testing.T) {
	y := []float64{0, 3, 0}
	g := figure.NewGrid("", 3,
		figure.New("one").Line("a long name of a line", nil, y).Line("another", nil, []float64{3, 0, 3}).YRange(0, 3),
		figure.New("two").Line("l", nil, y).YRange(0, 3.2),
		figure.New("three").HeatMap("f", func(x, y float64) float64 { return x }))
	data, err := SVG(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	heights := regexp.MustCompile(`y="([0-9.]+)" font-size="[0-9.]+" font-weight="bold"`).FindAllStringSubmatch(string(data), -1)
	if len(heights) != 3 || heights[0][1] != heights[1][1] || heights[0][1] != heights[2][1] {
		t.Errorf("the titles are at %v", heights)
	}
	// The vertical axes of the first two and the heat map's picture say where areas begin; axes are drawn as M x y0 L x y1.
	var widths []float64
	for _, m := range regexp.MustCompile(`d="M([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)" fill="none" stroke="#5a5a5a"`).FindAllStringSubmatch(string(data), -1) {
		a, _ := strconv.ParseFloat(m[1], 64)
		b, _ := strconv.ParseFloat(m[3], 64)
		if m[2] == m[4] && b-a > 50 {
			widths = append(widths, math.Round(b-a))
		}
	}
	if len(widths) != 3 || widths[0] != widths[1] || widths[0] != widths[2] {
		t.Errorf("the areas are %v wide", widths)
	}
}

// Every kind of layer that a figure can have is drawn.
func TestKindsAreDrawn(t *testing.T) {
	const all = "lstebrmpchgdawTxonyqzj3"
	for _, k := range all {
		if kinds[figure.Kind(k)].draw == nil {
			t.Errorf("nothing draws %c", k)
		}
	}
	if len(kinds) != len(all) {
		t.Errorf("%d kinds are drawn", len(kinds))
	}
}

// TestNamesBelowAnAxis: names that would run into one another are broken into lines, shortened, or
// left out; others stay.
func TestNamesBelowAnAxis(t *testing.T) {
	style := words(11, false, ink)
	for _, c := range []struct {
		name  string
		width float64
		names []string
		want  []string
	}{
		{"room", 400, []string{"LDA", "SVM", "tree"}, []string{"LDA", "SVM", "tree"}},
		{"one", 100, []string{"linear discriminant analysis"}, []string{"linear discriminant analysis"}},
		{"long names", 300, []string{"linear discriminant analysis", "support vector machine", "tree"},
			[]string{"linear discriminant\nanalysis", "support vector\nmachine", "tree"}},
		{"a long word", 100, []string{"misclassification", "b", "c"}, []string{"mis…", "b", "c"}},
		{"too many", 60, []string{"aaaa", "bbbb", "cccc", "dddd", "eeee", "ffff"}, []string{"aaaa", " ", " ", "dddd", " ", " "}},
		{"formulas", 60, []string{`$\alpha_1 + \beta_1 + \gamma_1$`, `$\alpha_2 + \beta_2 + \gamma_2$`}, []string{`$\alpha_1 + \beta_1 + \gamma_1$`, `$\alpha_2 + \beta_2 + \gamma_2$`}},
	} {
		at := make([]float64, len(c.names))
		for i := range at {
			at[i] = float64(i)
		}
		axis := ticker{axis: figure.Axis{TicksAt: at, Names: c.names}, room: 68, size: c.width, below: &style, width: c.width}
		var got []string
		for _, tick := range axis.ticks(-.5, float64(len(at))-.5) {
			got = append(got, tick.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestLegendOfAPairPlot: figures that have the same legend share it, though others of the page have
// none; different ones, and one alone, are not shared.
func TestLegendOfAPairPlot(t *testing.T) {
	classes := func() *figure.Figure {
		return figure.New("").Line("a", nil, []float64{1, 2}).Line("b", nil, []float64{2, 1})
	}
	none := func() *figure.Figure { return figure.New("").Histogram("", []float64{1, 2, 3}, 2) }
	other := func() *figure.Figure { return figure.New("").Line("c", nil, []float64{1, 2}) }
	for _, c := range []struct {
		name string
		page *figure.Grid
		want bool
	}{
		{"all", figure.NewGrid("", 2, classes(), classes()), true},
		{"with histograms", figure.NewGrid("", 2, none(), classes(), classes(), none()), true},
		{"another", figure.NewGrid("", 2, none(), classes(), other()), false},
		{"one", figure.NewGrid("", 2, none(), classes(), none()), false},
		{"its own place", figure.NewGrid("", 2, classes(), classes().Legend(figure.TopLeft)), false},
		{"one legend", figure.NewGrid("", 2, classes(), classes()).OneLegend(), false},
	} {
		if got := sharedLegend(c.page) != nil; got != c.want {
			t.Errorf("%s: shared %t, want %t", c.name, got, c.want)
		}
	}
}
