package axes

import (
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// TestPlot holds frames against plots of gonum/plot, on random axes: both draw the same, alone and
// aligned in rows and columns.
func TestPlot(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 60 {
		rows, cols := 1+r.IntN(3), 1+r.IntN(3)
		frames, plots := make([][]*Frame, rows), make([][]*plot.Plot, rows)
		for i := range rows {
			for range cols {
				f, p := random(r)
				if rows*cols > 1 && r.IntN(6) == 0 {
					f, p = nil, nil
				}
				frames[i], plots[i] = append(frames[i], f), append(plots[i], p)
			}
		}
		size := vg.Point{X: vg.Length(cols * (300 + r.IntN(400)))}
		size.Y = vg.Length(rows * (250 + r.IntN(300)))
		gap := vg.Length(r.IntN(20))
		got := calls(size, func(c draw.Canvas) {
			for i, row := range Align(frames, c, gap) {
				for j, c := range row {
					if f := frames[i][j]; f != nil {
						mark(f.Draw(c))
					}
				}
			}
		})
		want := calls(size, func(c draw.Canvas) {
			tiles := draw.Tiles{Rows: rows, Cols: cols, PadX: gap, PadY: gap}
			for i, row := range plot.Align(plots, tiles, c) {
				for j, c := range row {
					if p := plots[i][j]; p != nil {
						p.Draw(c)
					}
				}
			}
		})
		if len(got) != len(want) {
			t.Fatalf("page %d: %d calls, want %d", n, len(got), len(want))
		}
		for i := range got {
			if !same(got[i], want[i]) {
				t.Fatalf("page %d, call %d: %s, want %s", n, i, got[i], want[i])
			}
		}
	}
}

// mark draws around the area of the data.
func mark(area draw.Canvas) {
	area.SetLineWidth(1)
	area.Stroke(area.Path())
}

// marker is a plotter that does the same.
type marker struct{}

func (marker) Plot(area draw.Canvas, _ *plot.Plot) { mark(area) }

// calls are the texts and lines that are drawn on a canvas, lines with their width.
func calls(size vg.Point, paint func(draw.Canvas)) (all []string) {
	var c recorder.Canvas
	paint(draw.NewCanvas(&c, size.X, size.Y))
	var width vg.Length
	for _, a := range c.Actions {
		switch a := a.(type) {
		case *recorder.SetLineWidth:
			width = a.Width
		case *recorder.Stroke:
			if width > 0 {
				all = append(all, fmt.Sprint(width, a.Call()))
			}
		case *recorder.Translate, *recorder.Rotate, *recorder.FillString:
			all = append(all, a.Call())
		}
	}
	return all
}

var number = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?`)

// same compares calls, numbers but for rounding: processors that fuse multiplication and addition
// round otherwise.
func same(a, b string) bool {
	x, y := number.FindAllString(a, -1), number.FindAllString(b, -1)
	if number.ReplaceAllString(a, "#") != number.ReplaceAllString(b, "#") {
		return false
	}
	for i := range x {
		u, _ := strconv.ParseFloat(x[i], 64)
		v, _ := strconv.ParseFloat(y[i], 64)
		if math.Abs(u-v) > 1e-7 {
			return false
		}
	}
	return true
}

// random is a random frame, and the plot that is to look the same.
func random(r *rand.Rand) (*Frame, *plot.Plot) {
	p := plot.New()
	p.BackgroundColor = nil
	p.Add(marker{})
	f := &Frame{Title: Label{Text: words(r, 3), Style: style(13), Gap: vg.Length(r.IntN(9))}}
	p.Title.Text, p.Title.TextStyle, p.Title.Padding = f.Title.Text, f.Title.Style, f.Title.Gap
	p.Title.TextStyle.XAlign, p.Title.TextStyle.YAlign = draw.XCenter, draw.YTop
	f.X, f.Y = axis(r, &p.X), axis(r, &p.Y)
	if r.IntN(6) == 0 {
		f.X.Hidden, f.Y.Hidden = true, true
		p.HideAxes()
	}
	return f, p
}

// axis returns a random axis, and sets up the one of a plot that is to look the same.
func axis(r *rand.Rand, b *plot.Axis) Axis {
	a := Axis{
		Log:   r.IntN(3) == 0,
		Label: Label{Text: words(r, 5), Style: style(12), Gap: vg.Length(r.IntN(9))},
		Line:  draw.LineStyle{Color: color.Black, Width: 0.8}, TickStyle: style(11), TickLength: 4,
	}
	a.Min = r.ExpFloat64() * math.Pow(10, float64(r.IntN(9)-4))
	a.Max = a.Min * (1 + math.Pow(10, float64(r.IntN(6)-2)))
	var ticks []Tick
	for range r.IntN(9) {
		value := a.Min + r.Float64()*(a.Max-a.Min)
		if r.IntN(2) == 0 {
			value = []float64{a.Min, a.Max}[r.IntN(2)]
		}
		ticks = append(ticks, Tick{value, words(r, 3)})
	}
	a.Ticks = func(float64, float64) []Tick { return ticks }

	b.Min, b.Max, b.Padding, b.LineStyle = a.Min, a.Max, 0, a.Line
	b.Label.Text, b.Label.Padding = a.Label.Text, a.Label.Gap
	b.Label.TextStyle.Font, b.Label.TextStyle.Handler = a.Label.Style.Font, a.Label.Style.Handler
	b.Tick.Label.Font, b.Tick.Label.Handler = a.TickStyle.Font, a.TickStyle.Handler
	b.Tick.LineStyle, b.Tick.Length = a.Line, a.TickLength
	var theirs plot.ConstantTicks
	for _, tick := range ticks {
		theirs = append(theirs, plot.Tick{Value: tick.Value, Label: tick.Text})
	}
	b.Tick.Marker = theirs
	if a.Log {
		b.Scale = log{}
	}
	return a
}

// log is a logarithmic axis that has NaN, where that of gonum/plot panics.
type log struct{}

func (log) Normalize(lo, hi, x float64) float64 {
	return (math.Log(x) - math.Log(lo)) / (math.Log(hi) - math.Log(lo))
}

// words are at most n words, or none.
func words(r *rand.Rand, n int) string {
	return strings.Repeat("word ", r.IntN(n+1)) + []string{"", "1.5", "two\nlines"}[r.IntN(3)]
}

func style(size vg.Length) text.Style {
	return text.Style{
		Color:   color.Black,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		Handler: plot.DefaultTextHandler,
	}
}
