package render

import (
	"context"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/display/render/axes"
)

// panel is one figure being drawn.
type panel struct {
	ctx context.Context
	*figure.Figure
	frame axes.Frame
	scale float64 // of texts: smaller on small multiples
	bar   *colorBar
	auto  bool      // the place of the legend is free
	room  vg.Length // of the legend and the colour bar beside the area, once it is settled
}

// newPanel sets up the axes of f in about w×h pixels.
func newPanel(ctx context.Context, f *figure.Figure, w, h, scale float64) *panel {
	proceed(ctx)
	p := &panel{ctx: ctx, Figure: f, scale: scale, bar: barOf(f), auto: f.Corner == figure.Auto}
	p.frame.Title = axes.Label{Text: f.Title, Style: words(13*scale, true, ink), Gap: 6}
	names := words(11*scale, false, ink)
	p.frame.X = p.axis(f.XAxis, ticker{f.XAxis, 68 * scale, max(w-90, 60), &names, max(w-50, 60)})
	p.frame.Y = p.axis(f.YAxis, ticker{f.YAxis, 44 * scale, max(h-70, 40), nil, 0})
	p.frame.X.Min, p.frame.X.Max, p.frame.Y.Min, p.frame.Y.Max = p.Ranges()
	return p
}

func (p *panel) axis(spec figure.Axis, t ticker) axes.Axis {
	return axes.Axis{
		Log:        spec.Log,
		Label:      axes.Label{Text: spec.Label, Style: words(12*p.scale, false, ink), Gap: 4},
		Ticks:      t.ticks,
		TickStyle:  words(11*p.scale, false, ink),
		TickLength: 4,
		Line:       draw.LineStyle{Color: axisInk, Width: 0.8},
		Hidden:     p.Bare,
	}
}

// settle decides where the legend goes if the panel is drawn on c, and returns the room that the legend and the colour bar
// take beside the area.
func (p *panel) settle(c draw.Canvas, legend bool) vg.Length {
	proceed(p.ctx)
	X, Y := p.frame.X, p.frame.Y
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
			f.Corner = p.corner(p.frame.Area(c), side)
		}
		if p.Corner == figure.Outside {
			p.room += side.w + padding
		}
	}
	p.frame.X, p.frame.Y = X, Y
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
	whole, X, Y := c, p.frame.X, p.frame.Y
	if p.EqualAspect {
		c = p.equalize(c)
	}
	inner := p.frame.Area(c)
	corner := figure.NoLegend
	if side != nil && p.Corner != figure.Outside {
		corner = p.corner(inner, side)
		if corner == figure.Outside { // from the start: what equalize left empty is room for the legend
			p.frame.X, p.frame.Y = X, Y
			c = side.outside(whole)
			if p.EqualAspect {
				c = p.equalize(c)
			}
			inner = p.frame.Area(c)
		}
	}
	layers{p}.draw(p.frame.Draw(c))
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
	x0, x1, y0, y1 := p.frame.X.Min, p.frame.X.Max, p.frame.Y.Min, p.frame.Y.Max
	if p.XAxis.Log || p.YAxis.Log {
		return c
	}
	for range 3 {
		size := p.frame.Area(c).Size()
		if size.X <= 0 || size.Y <= 0 {
			return c
		}
		ux, uy := (x1-x0)/float64(size.X), (y1-y0)/float64(size.Y)
		switch {
		case ux < uy && !p.XAxis.Fixed && !p.hasFilled():
			d := (uy*float64(size.X) - (x1 - x0)) / 2
			p.frame.X.Min, p.frame.X.Max = x0-d, x1+d
		case ux > uy && !p.YAxis.Fixed && !p.hasFilled():
			d := (ux*float64(size.Y) - (y1 - y0)) / 2
			p.frame.Y.Min, p.frame.Y.Max = y0-d, y1+d
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
	y := c.Max.Y - problemsInset
	for _, line := range p.problemLines(style, c.Size().X) {
		at := vg.Point{X: c.Min.X + problemsInset, Y: y}
		c.SetColor(faded(paper, figure.Style{}, 0.85))
		c.Fill(style.Rectangle(line).Add(at).Path())
		c.FillText(style, at, line)
		y -= style.Height(line) + 3
	}
}

const problemsInset = 8

// problemLines are the lines of the sentences on an area of a width.
func (p *panel) problemLines(style text.Style, width vg.Length) (lines []string) {
	for _, s := range p.Problems {
		lines = append(lines, wrap("not drawn: "+s, style, width-2*problemsInset)...)
	}
	return lines
}

// problemsBottom is how far down the sentences reach on an area.
func (p *panel) problemsBottom(area draw.Canvas) vg.Length {
	style := words(11*p.scale, false, problems)
	y := area.Max.Y
	for i, line := range p.problemLines(style, area.Size().X) {
		if i == 0 {
			y -= problemsInset
		}
		y -= style.Height(line) + 3
	}
	return y
}
