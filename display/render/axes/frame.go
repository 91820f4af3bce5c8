package axes

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Frame is what surrounds the data of a figure.
type Frame struct {
	Title Label
	X, Y  Axis
}

// layout is a frame on a canvas.
type layout struct {
	below, left *side
	area        draw.Canvas
}

// layout places the parts of a frame on c.
func (f *Frame) layout(c draw.Canvas) layout {
	f.X.repair()
	f.Y.repair()
	l := layout{below: f.X.below(c.Min.Y), left: f.Y.left(c.Min.X)}
	if f.Title.Text != "" {
		c.Max.Y -= f.Title.Style.Rectangle(f.Title.Text).Size().Y
		c.Max.Y -= f.Title.Gap
	}
	l.area = c
	l.area.Min.X, l.area.Max.X = l.below.stretch(c.Min.X+l.left.room, c.Max.X)
	l.area.Min.Y, l.area.Max.Y = l.left.stretch(c.Min.Y+l.below.room, c.Max.Y)
	return l
}

// Area is the part of a canvas that the frame leaves for the data.
func (f *Frame) Area(c draw.Canvas) draw.Canvas { return f.layout(c).area }

// Map returns the maps from values to an area.
func (f *Frame) Map(area draw.Canvas) (x, y func(float64) vg.Length) {
	x = func(v float64) vg.Length { return place(area.Min.X, area.Max.X, f.X.At(v)) }
	y = func(v float64) vg.Length { return place(area.Min.Y, area.Max.Y, f.Y.At(v)) }
	return x, y
}

// Draw draws the frame on c and returns the area of the data.
func (f *Frame) Draw(c draw.Canvas) draw.Canvas {
	l := f.layout(c)
	if f.Title.Text != "" {
		style := f.Title.Style
		style.XAlign, style.YAlign = draw.XCenter, draw.YTop
		up := style.FontExtents().Descent
		c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y + up}, f.Title.Text)
	}
	l.below.draw(c, l.area.Min.X, l.area.Max.X, func(along, across vg.Length) vg.Point {
		return vg.Point{X: along, Y: across}
	})
	l.left.draw(c, l.area.Min.Y, l.area.Max.Y, func(along, across vg.Length) vg.Point {
		return vg.Point{X: across, Y: along}
	})
	return l.area
}

// pointAt returns the point of the canvas at places along and across an axis.
type pointAt func(along, across vg.Length) vg.Point

// draw draws an axis from lo to hi.
func (s *side) draw(c draw.Canvas, lo, hi vg.Length, at pointAt) {
	if s.Label.Text != "" {
		c.FillText(s.label, at((hi-lo)/2+lo, s.labelAt), s.Label.Text)
	}
	ticks := s.visible(lo, hi)
	for _, t := range ticks {
		if !t.Minor() {
			c.FillText(s.text, at(t.along+s.up, s.textAt), t.Text)
		}
	}
	for _, t := range ticks {
		outer := s.tickAt
		if t.Minor() {
			outer += s.TickLength / 2
		}
		c.StrokeLines(s.Line, []vg.Point{at(t.along, outer), at(t.along, s.lineAt)})
	}
	if !s.Hidden {
		c.StrokeLines(s.Line, []vg.Point{at(lo, s.lineAt), at(hi, s.lineAt)})
	}
}

// placedTick is a tick and its place along the axis.
type placedTick struct {
	Tick
	along vg.Length
}

// visible are the ticks that lie between lo and hi, but for rounding.
func (s *side) visible(lo, hi vg.Length) (all []placedTick) {
	const slack = 3e-8
	for _, t := range s.ticks {
		along := place(lo, hi, s.At(t.Value))
		if along >= lo-slack && along <= hi+slack {
			all = append(all, placedTick{t, along})
		}
	}
	return all
}
