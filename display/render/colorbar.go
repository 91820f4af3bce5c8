package render

import (
	"image"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/display/render/axes"
)

// colorBar is the scale beside a heat map or shaded points.
type colorBar struct {
	scale scale
	label string
	room  vg.Length
}

// barOf is the bar of the last layer of a figure that has a scale, or nil.
func barOf(f *figure.Figure) *colorBar {
	var b *colorBar
	for _, l := range f.Layers {
		if l.Kind == figure.Heat || l.Kind == figure.Shades || l.Kind == figure.Scene && hasValue(l) {
			b = &colorBar{scale: scaleOf(l), label: l.Name}
		}
	}
	return b
}

// hasValue says that some piece of a scene has a value.
func hasValue(l figure.Layer) bool {
	lo, hi := figure.Span(l.Z)
	return lo <= hi
}

const (
	barGap   = 10
	barWidth = 12
)

func (b *colorBar) ticks(height vg.Length, p *panel) []axes.Tick {
	if b.scale.hi <= b.scale.lo {
		return []axes.Tick{{Value: b.scale.lo, Text: figure.Number(b.scale.lo)}}
	}
	return linearTicks(b.scale.lo, b.scale.hi, float64(height)/(44*p.scale))
}

// makeRoom leaves room for the bar on the right of c.
func (b *colorBar) makeRoom(c draw.Canvas, p *panel) draw.Canvas {
	style := words(11*p.scale, false, ink)
	var w vg.Length
	for _, t := range b.ticks(c.Size().Y, p) {
		w = max(w, style.Width(t.Text))
	}
	b.room = barGap + barWidth + 8 + w
	if b.label != "" {
		b.room += words(12*p.scale, false, ink).Height("Ag") + 6
	}
	return draw.Crop(c, 0, -b.room, 0, 0)
}

// draw draws the bar to the right of the area.
func (b *colorBar) draw(area draw.Canvas, p *panel) {
	m := image.NewPaletted(image.Rect(0, 0, 1, shades), b.scale.palette())
	for i := range shades {
		m.Pix[i] = byte(shades - i)
	}
	r := vg.Rectangle{
		Min: vg.Point{X: area.Max.X + barGap, Y: area.Min.Y},
		Max: vg.Point{X: area.Max.X + barGap + barWidth, Y: area.Max.Y},
	}
	area.DrawImage(r, m)
	line := draw.LineStyle{Color: axisInk, Width: 0.8}
	style := words(11*p.scale, false, ink)
	style.YAlign = draw.YCenter
	for _, t := range b.ticks(r.Size().Y, p) {
		y := r.Min.Y + r.Size().Y*vg.Length(b.scale.at(t.Value))
		area.StrokeLine2(line, r.Max.X, y, r.Max.X+3, y)
		area.FillText(style, vg.Point{X: r.Max.X + 6, Y: y}, t.Text)
	}
	if b.label != "" {
		label := words(12*p.scale, false, ink)
		label.XAlign, label.YAlign, label.Rotation = draw.XCenter, draw.YTop, quarterTurn
		x := area.Max.X + b.room - label.Height("Ag")
		area.FillText(label, vg.Point{X: x, Y: (r.Min.Y + r.Max.Y) / 2}, b.label)
	}
}

const quarterTurn = 1.5707963267948966
