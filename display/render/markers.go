package render

import (
	"context"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
)

// manyPoints is how many markers are drawn as shapes; more of them are drawn as a picture, which stays small.
const manyPoints = 3000

func drawScatter(g *ground, l figure.Layer) {
	var pts []vg.Point
	for i := range l.X {
		if p, ok := g.at(l.X[i], l.Y[i]); ok && g.Contains(p) {
			pts = append(pts, p)
		}
	}
	m := markerOf(l, len(pts))
	if len(pts) <= manyPoints {
		m.draw(g.Canvas, pts)
		return
	}
	g.rasterized(m.color, func(c draw.Canvas) {
		for i := range pts { // one by one, so that places with many points are darker
			m.draw(c, pts[i:i+1])
		}
	})
}

// rasterized draws in one colour onto a transparent picture of the area and puts that on the canvas.
func (g *ground) rasterized(clr color.NRGBA, paint func(c draw.Canvas)) {
	size := g.Rectangle.Size()
	c := newPicture(g.ctx, size.X, size.Y, color.Transparent)
	inner := draw.New(c)
	inner.Translate(vg.Point{X: -g.Min.X, Y: -g.Min.Y})
	paint(inner)
	g.DrawImage(g.Rectangle, monochrome(g.ctx, c.Image(), clr))
}

// monochrome keeps the opacity of a picture in one colour, in 64 steps, which makes its encoding small.
func monochrome(ctx context.Context, m image.Image, clr color.NRGBA) image.Image {
	var shades color.Palette
	for i := range 64 {
		clr.A = byte(i * 255 / 63)
		shades = append(shades, clr)
	}
	out := image.NewPaletted(m.Bounds(), shades)
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		proceed(ctx)
		for x := b.Min.X; x < b.Max.X; x++ {
			_, _, _, a := m.At(x, y).RGBA()
			out.SetColorIndex(x, y, byte((a*63+32767)/65535))
		}
	}
	return out
}

// coarse makes the encoding of a picture with few colours small: it keeps as many steps of each colour and of the opacity as give 256 of them at most, or 16.
func coarse(ctx context.Context, m image.Image) image.Image {
	for _, steps := range []int{15, 9} {
		if out, ok := paletted(ctx, m, steps); ok {
			return out
		}
	}
	b := m.Bounds()
	out := image.NewNRGBA(b)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		proceed(ctx)
		for x := b.Min.X; x < b.Max.X; x++ {
			out.SetNRGBA(x, y, stepped(m.At(x, y), 15))
		}
	}
	return out
}

// stepped is the nearest colour with so many steps from none to all.
func stepped(c color.Color, steps int) color.NRGBA {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	step := func(v uint8) uint8 { return uint8((int(v)*steps + 127) / 255 * 255 / steps) }
	if n.A = step(n.A); n.A == 0 {
		return color.NRGBA{}
	}
	return color.NRGBA{step(n.R), step(n.G), step(n.B), n.A}
}

// paletted is a picture in steps, if these are 256 colours or fewer.
func paletted(ctx context.Context, m image.Image, steps int) (out *image.Paletted, ok bool) {
	b, place := m.Bounds(), map[color.NRGBA]uint8{}
	out = image.NewPaletted(b, nil)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		proceed(ctx)
		for x := b.Min.X; x < b.Max.X; x++ {
			c := stepped(m.At(x, y), steps)
			at, known := place[c]
			if !known {
				if len(place) == 256 {
					return nil, false
				}
				at = uint8(len(place))
				place[c], out.Palette = at, append(out.Palette, c)
			}
			out.Pix[out.PixOffset(x, y)] = at
		}
	}
	return out, true
}

// marker is how the points of a layer look.
type marker struct {
	shape  figure.Marker
	color  color.NRGBA
	radius vg.Length
	width  vg.Length // of the strokes of open shapes, 0 for one that suits the radius
}

func markerOf(l figure.Layer, n int) marker {
	m := marker{shape: l.Style.Marker, radius: 3.2}
	opacity := 0.85
	switch {
	case n > manyPoints:
		m.radius, opacity = 1.5, 0.3
	case n > 400:
		m.radius, opacity = 2.3, 0.75
	}
	m.color = faded(colorOf(l.Style), l.Style, opacity)
	if l.Style.Size > 0 && l.Style.Size <= 100 {
		m.radius = vg.Length(l.Style.Size)
	}
	if l.Style.Width > 0 && l.Style.Width <= 100 {
		m.width = vg.Length(l.Style.Width)
	}
	if m.shape == 0 {
		m.shape = figure.Circle + figure.Marker(max(l.Style.Series-1, 0)%int(figure.Ring-1))
	}
	return m
}

// draw draws the marker at all points, as one path.
func (m marker) draw(c draw.Canvas, pts []vg.Point) {
	if len(pts) == 0 {
		return
	}
	var path vg.Path
	for _, p := range pts {
		m.outline(&path, p)
	}
	c.SetColor(m.color)
	if !m.stroked() {
		c.Fill(path)
		return
	}
	c.SetLineDash(nil, 0)
	if m.width == 0 {
		m.width = max(1.2, m.radius*0.45)
	}
	c.SetLineWidth(m.width)
	c.Stroke(path)
}

func (m marker) stroked() bool {
	return m.shape == figure.Cross || m.shape == figure.Plus || m.shape == figure.Ring || m.shape == figure.Box
}

// outline adds the shape at p to the path. Shapes are made to look equally large.
func (m marker) outline(path *vg.Path, p vg.Point) {
	r := m.radius
	switch m.shape {
	case figure.Triangle:
		m.corners(path, p, 1.3*r, math.Pi/2, 3)
	case figure.Square:
		m.corners(path, p, 1.3*r, math.Pi/4, 4)
	case figure.Diamond:
		m.corners(path, p, 1.35*r, 0, 4)
	case figure.Box:
		m.corners(path, p, 1.6*r, math.Pi/4, 4)
	case figure.Star:
		m.star(path, p, 1.5*r)
	case figure.Cross:
		d := 0.9 * r
		bar(path, p, d, d)
		bar(path, p, d, -d)
	case figure.Plus:
		bar(path, p, 1.2*r, 0)
		bar(path, p, 0, 1.2*r)
	case figure.Ring:
		m.circle(path, p, 1.3*r)
	default:
		m.circle(path, p, r)
	}
}

func (m marker) circle(path *vg.Path, p vg.Point, r vg.Length) {
	path.Move(vg.Point{X: p.X + r, Y: p.Y})
	path.Arc(p, r, 0, 2*math.Pi)
	path.Close()
}

func (m marker) corners(path *vg.Path, p vg.Point, r vg.Length, start float64, n int) {
	for i := range n {
		s, k := math.Sincos(start + 2*math.Pi*float64(i)/float64(n))
		corner(path, i, vg.Point{X: p.X + r*vg.Length(k), Y: p.Y + r*vg.Length(s)})
	}
	path.Close()
}

func (m marker) star(path *vg.Path, p vg.Point, r vg.Length) {
	for i := range 10 {
		ri := r
		if i%2 == 1 {
			ri = 0.45 * r
		}
		s, k := math.Sincos(math.Pi/2 + math.Pi*float64(i)/5)
		corner(path, i, vg.Point{X: p.X + ri*vg.Length(k), Y: p.Y + ri*vg.Length(s)})
	}
	path.Close()
}

func corner(path *vg.Path, i int, p vg.Point) {
	if i == 0 {
		path.Move(p)
	} else {
		path.Line(p)
	}
}

func bar(path *vg.Path, p vg.Point, dx, dy vg.Length) {
	path.Move(vg.Point{X: p.X - dx, Y: p.Y - dy})
	path.Line(vg.Point{X: p.X + dx, Y: p.Y + dy})
}
