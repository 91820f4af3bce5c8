package render

import (
	"context"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
)

// panel is one figure being drawn.
type panel struct {
	ctx context.Context
	*figure.Figure
	plot  *plot.Plot
	scale float64 // of texts: smaller on small multiples
	bar   *colorBar
	auto  bool      // the place of the legend is free
	room  vg.Length // of the legend and the colour bar beside the area, once it is settled
}

// newPanel sets up the axes of f in about w×h pixels.
func newPanel(ctx context.Context, f *figure.Figure, w, h, scale float64) *panel {
	proceed(ctx)
	p := &panel{ctx: ctx, Figure: f, plot: plot.New(), scale: scale, bar: barOf(f), auto: f.Corner == figure.Auto}
	p.plot.BackgroundColor = nil
	p.plot.Title.Text = f.Title
	p.plot.Title.TextStyle = words(13*scale, true, ink)
	p.plot.Title.TextStyle.XAlign, p.plot.Title.TextStyle.YAlign = draw.XCenter, draw.YTop
	p.plot.Title.Padding = 6
	p.axis(&p.plot.X, f.XAxis, ticker{f.XAxis, 68 * scale, max(w-90, 60)})
	p.axis(&p.plot.Y, f.YAxis, ticker{f.YAxis, 44 * scale, max(h-70, 40)})
	p.plot.X.Min, p.plot.X.Max, p.plot.Y.Min, p.plot.Y.Max = p.Ranges()
	if f.Bare {
		p.plot.HideAxes()
	}
	return p
}

func (p *panel) axis(a *plot.Axis, spec figure.Axis, t ticker) {
	label, tick := a.Label.TextStyle, a.Tick.Label
	a.Label.Text = spec.Label
	a.Label.TextStyle = words(12*p.scale, false, ink)
	a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign = label.XAlign, label.YAlign
	a.Label.TextStyle.Rotation = label.Rotation
	a.Label.Padding = 4
	a.Tick.Label = words(11*p.scale, false, ink)
	a.Tick.Label.XAlign, a.Tick.Label.YAlign = tick.XAlign, tick.YAlign
	a.Tick.Length, a.Tick.Width, a.Tick.Color = 4, 0.8, axisInk
	a.Tick.Marker = t
	a.LineStyle = draw.LineStyle{Color: axisInk, Width: 0.8}
	a.Padding = 0
	if spec.Log {
		a.Scale = logScale{}
	}
}

// settle decides where the legend goes if the panel is drawn on c, and returns the room that the legend and the colour bar
// take beside the area.
func (p *panel) settle(c draw.Canvas, legend bool) vg.Length {
	proceed(p.ctx)
	X, Y := p.plot.X, p.plot.Y
	p.room = 0
	if p.bar != nil {
		c = p.bar.makeRoom(c, p)
		p.room = p.bar.room
	}
	if side := legendOf(p.Figure, p.scale); legend && side != nil {
		if p.EqualAspect {
			c = p.equalize(c)
		}
		if p.auto && p.Corner != figure.Outside {
			f := *p.Figure
			f.Corner = figure.Auto
			p.Figure = &f
			f.Corner = p.corner(p.plot.DataCanvas(c), side)
		}
		if p.Corner == figure.Outside {
			p.room += side.w + padding
		}
	}
	p.plot.X, p.plot.Y = X, Y
	return p.room
}

// draw draws the panel on c; legend says whether it draws its own.
func (p *panel) draw(c draw.Canvas, legend bool) {
	if p.bar != nil {
		c = p.bar.makeRoom(c, p)
	}
	var side *legendBox
	if legend {
		side = legendOf(p.Figure, p.scale)
	}
	if side != nil && p.Corner == figure.Outside {
		c = side.outside(c)
	}
	whole, X, Y := c, p.plot.X, p.plot.Y
	if p.EqualAspect {
		c = p.equalize(c)
	}
	inner := p.plot.DataCanvas(c)
	corner := figure.NoLegend
	if side != nil && p.Corner != figure.Outside {
		corner = p.corner(inner, side)
		if corner == figure.Outside { // from the start: what equalize left empty is room for the legend
			p.plot.X, p.plot.Y = X, Y
			c = side.outside(whole)
			if p.EqualAspect {
				c = p.equalize(c)
			}
			inner = p.plot.DataCanvas(c)
		}
	}
	p.plot.Add(layers{p})
	p.plot.Draw(c)
	if p.bar != nil {
		p.bar.draw(inner, p)
	}
	switch {
	case side != nil && (corner == figure.Outside || p.Corner == figure.Outside):
		side.drawBeside(inner, p.bar)
	case side != nil:
		side.drawInside(inner, corner)
	}
	p.drawProblems(inner)
}

// equalize makes one unit of x as long as one unit of y: it widens ranges that are free, and else leaves room empty.
func (p *panel) equalize(c draw.Canvas) draw.Canvas {
	x0, x1, y0, y1 := p.plot.X.Min, p.plot.X.Max, p.plot.Y.Min, p.plot.Y.Max
	if p.XAxis.Log || p.YAxis.Log {
		return c
	}
	for range 3 {
		size := p.plot.DataCanvas(c).Size()
		if size.X <= 0 || size.Y <= 0 {
			return c
		}
		ux, uy := (x1-x0)/float64(size.X), (y1-y0)/float64(size.Y)
		switch {
		case ux < uy && !p.XAxis.Fixed && !p.hasFilled():
			d := (uy*float64(size.X) - (x1 - x0)) / 2
			p.plot.X.Min, p.plot.X.Max = x0-d, x1+d
		case ux > uy && !p.YAxis.Fixed && !p.hasFilled():
			d := (ux*float64(size.Y) - (y1 - y0)) / 2
			p.plot.Y.Min, p.plot.Y.Max = y0-d, y1+d
		case ux < uy:
			d := size.X - vg.Length((x1-x0)/uy)
			c = draw.Crop(c, d/2, -d/2, 0, 0)
		case ux > uy:
			d := size.Y - vg.Length((y1-y0)/ux)
			c = draw.Crop(c, 0, 0, d/2, -d/2)
		}
	}
	return c
}

func (p *panel) hasFilled() bool {
	for _, l := range p.Layers {
		if l.Kind.Fills() {
			return true
		}
	}
	return false
}

// drawProblems writes why layers are missing where they would be.
func (p *panel) drawProblems(c draw.Canvas) {
	style := words(11*p.scale, false, problems)
	style.YAlign = draw.YTop
	y := c.Max.Y - 8
	for _, s := range p.Problems {
		for _, line := range wrap("not drawn: "+s, style, c.Size().X-16) {
			at := vg.Point{X: c.Min.X + 8, Y: y}
			c.SetColor(faded(paper, figure.Style{}, 0.85))
			c.Fill(style.Rectangle(line).Add(at).Path())
			c.FillText(style, at, line)
			y -= style.Height(line) + 3
		}
	}
}
