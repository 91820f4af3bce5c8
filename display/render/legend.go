package render

import (
	"math"
	"reflect"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
)

// legendBox is a legend with its size.
type legendBox struct {
	entries []figure.Layer
	style   text.Style
	w, h    vg.Length
	row     vg.Length
}

const (
	swatch  = 22 // width of the sample of a line
	padding = 6
)

// entriesOf are the layers that a legend names.
func entriesOf(f *figure.Figure) []figure.Layer {
	if f.Corner == figure.NoLegend {
		return nil
	}
	var all []figure.Layer
	for _, l := range f.Layers {
		if entries := kinds[l.Kind].entries; entries != nil {
			all = append(all, entries(f, l)...)
		} else if l.Name != "" {
			all = append(all, l)
		}
	}
	return all
}

// legendOf is the legend of a figure, nil for none.
func legendOf(f *figure.Figure, scale float64) *legendBox {
	entries := entriesOf(f)
	if len(entries) == 0 {
		return nil
	}
	b := &legendBox{entries: entries, style: words(11*scale, false, ink)}
	b.style.YAlign = draw.YCenter
	b.row = b.style.Height("Ag") + 5
	for _, l := range entries {
		b.w = max(b.w, b.style.Width(l.Name))
	}
	b.w += swatch + 3*padding
	b.h = b.row*vg.Length(len(entries)) + padding
	return b
}

// sameLegend says that two figures have the same entries in the same looks.
func sameLegend(a, b *figure.Figure) bool {
	x, y := entriesOf(a), entriesOf(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i].Kind != y[i].Kind || x[i].Name != y[i].Name || !reflect.DeepEqual(x[i].Style, y[i].Style) {
			return false
		}
	}
	return true
}

// outside leaves room for the legend on the right of c.
func (b *legendBox) outside(c draw.Canvas) draw.Canvas { return draw.Crop(c, 0, -b.w-padding, 0, 0) }

func (b *legendBox) drawBeside(area draw.Canvas, bar *colorBar) {
	x := area.Max.X + padding
	if bar != nil {
		x += bar.room
	}
	b.draw(area, vg.Point{X: x, Y: area.Max.Y})
}

func (b *legendBox) drawInside(area draw.Canvas, corner figure.Corner) {
	r := b.place(area, corner)
	area.SetColor(faded(paper, figure.Style{}, 0.88))
	area.Fill(r.Path())
	corners := []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min}
	area.StrokeLines(draw.LineStyle{Color: gridInk, Width: 0.8}, corners)
	b.draw(area, vg.Point{X: r.Min.X, Y: r.Max.Y})
}

// place is the rectangle of the legend in a corner of the area.
func (b *legendBox) place(area draw.Canvas, corner figure.Corner) vg.Rectangle {
	const inset = 7
	p := vg.Point{X: area.Max.X - inset - b.w, Y: area.Max.Y - inset - b.h}
	if corner == figure.TopLeft || corner == figure.BottomLeft {
		p.X = area.Min.X + inset
	}
	if corner == figure.BottomLeft || corner == figure.BottomRight {
		p.Y = area.Min.Y + inset
	}
	return vg.Rectangle{Min: p, Max: vg.Point{X: p.X + b.w, Y: p.Y + b.h}}
}

// draw draws the entries below and to the right of corner.
func (b *legendBox) draw(c draw.Canvas, corner vg.Point) {
	y := corner.Y - padding/2 - b.row/2
	for _, l := range b.entries {
		x0, x1 := corner.X+padding, corner.X+padding+swatch
		b.sample(swatchAt{c, x0, x1, y}, l)
		c.FillText(b.style, vg.Point{X: x1 + padding, Y: y}, l.Name)
		y -= b.row
	}
}

// sample draws what a layer looks like.
func (b *legendBox) sample(at swatchAt, l figure.Layer) {
	if l.Style.Color == "white" {
		at.SetColor(axisInk)
		at.Fill(vg.Rectangle{Min: vg.Point{X: at.x0 - 2, Y: at.y - 5}, Max: vg.Point{X: at.x1 + 2, Y: at.y + 5}}.Path())
	}
	if sample := kinds[l.Kind].sample; sample != nil {
		sample(at, l)
	} else {
		sampleStroke(at, l)
	}
}

// corner chooses where the legend goes: the given corner, or the first that covers no data, or outside.
func (p *panel) corner(area draw.Canvas, b *legendBox) figure.Corner {
	if p.Corner != figure.Auto {
		return p.Corner
	}
	size := area.Size()
	if b.w > 0.7*size.X || b.h > 0.8*size.Y || p.bar != nil {
		return figure.Outside
	}
	for _, corner := range []figure.Corner{figure.TopRight, figure.TopLeft, figure.BottomRight, figure.BottomLeft} {
		if !p.covers(area, b.place(area, corner)) {
			return corner
		}
	}
	return figure.Outside
}

// covers says that a rectangle of the canvas lies over data, or over sentences about what is not
// drawn.
func (p *panel) covers(area draw.Canvas, r vg.Rectangle) bool {
	if r.Max.Y > p.problemsBottom(area) {
		return true
	}
	g := newGround(area, p)
	const near = 4
	r.Min.X, r.Min.Y, r.Max.X, r.Max.Y = r.Min.X-near, r.Min.Y-near, r.Max.X+near, r.Max.Y+near
	for _, l := range p.Layers {
		if g.touches(l, r) {
			return true
		}
	}
	return false
}

// touches says that a layer has something in a rectangle of the canvas.
func (g *ground) touches(l figure.Layer, r vg.Rectangle) bool {
	if touches := kinds[l.Kind].touches; touches != nil {
		return touches(g, l, r)
	}
	return lineTouches(g, l, r)
}

func inside(r vg.Rectangle, p vg.Point) bool {
	return p.X >= r.Min.X && p.X <= r.Max.X && p.Y >= r.Min.Y && p.Y <= r.Max.Y
}

// pathTouches walks along lines in steps of a few pixels.
func pathTouches(runs [][]vg.Point, r vg.Rectangle) bool {
	for _, run := range runs {
		for i, p := range run {
			if inside(r, p) {
				return true
			}
			if i == 0 {
				continue
			}
			a := run[i-1]
			n := min(int(math.Hypot(float64(p.X-a.X), float64(p.Y-a.Y))/3), 2000)
			for k := 1; k < n; k++ {
				t := vg.Length(k) / vg.Length(n)
				if inside(r, vg.Point{X: a.X + t*(p.X-a.X), Y: a.Y + t*(p.Y-a.Y)}) {
					return true
				}
			}
		}
	}
	return false
}

func (g *ground) straightTouches(l figure.Layer, r vg.Rectangle) bool {
	var signs [2]bool
	for _, x := range []vg.Length{r.Min.X, r.Max.X} {
		for _, y := range []vg.Length{r.Min.Y, r.Max.Y} {
			u := g.frame.X.Min + float64((x-g.Min.X)/g.Rectangle.Size().X)*(g.frame.X.Max-g.frame.X.Min)
			v := g.frame.Y.Min + float64((y-g.Min.Y)/g.Rectangle.Size().Y)*(g.frame.Y.Max-g.frame.Y.Min)
			if l.X[0]*u+l.Y[0]*v+l.Z[0] > 0 {
				signs[0] = true
			} else {
				signs[1] = true
			}
		}
	}
	return signs[0] && signs[1]
}

func (g *ground) barsTouch(l figure.Layer, r vg.Rectangle) bool {
	for i := range l.X {
		a, ok1 := g.at(l.X[i], max(0, g.frame.Y.Min))
		b, ok2 := g.at(l.Y[i], l.Hi[i])
		if ok1 && ok2 && a.X <= r.Max.X && b.X >= r.Min.X && min(a.Y, b.Y) <= r.Max.Y && max(a.Y, b.Y) >= r.Min.Y {
			return true
		}
	}
	return false
}
