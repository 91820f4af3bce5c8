package render

import (
	"image"
	"image/color"
	"math"
	"sort"

	"gonum.org/v1/plot/vg"

	"github.com/mercer-go/mercer/display/figure"
)

// This file draws values on a grid as pictures: heat maps, grey images, regions.

// smoothFrom is the number of columns and rows from which a heat map is drawn smoothly, not as cells. The entries of a
// matrix are cells, however many they are.
const smoothFrom = 60

func isSmooth(l figure.Layer) bool {
	return l.Kind == figure.Heat && len(l.X) >= smoothFrom && len(l.Y) >= smoothFrom && !(counts(l.X) && counts(l.Y))
}

// counts says that coordinates are 0, 1, 2, …, as those of a matrix are.
func counts(x []float64) bool {
	for i, v := range x {
		if v != float64(i) {
			return false
		}
	}
	return true
}

func drawHeat(g *ground, l figure.Layer) {
	s := scaleOf(l)
	smooth := isSmooth(l)
	scale := 1.0
	if !smooth {
		scale = 2
	}
	m := g.picture(l, s.palette(), scale, func(r *raster, px, py float64) byte {
		v := r.nearest(px, py)
		if smooth {
			v = r.bilinear(px, py)
		}
		return s.index(v)
	})
	g.DrawImage(g.covered(l), m)
	if l.Style.Marks && len(l.X) <= 20 && len(l.Y) <= 20 {
		g.entries(l, s)
	}
}

// entries writes the values of a heat map into its cells.
func (g *ground) entries(l figure.Layer, s scale) {
	for i, y := range l.Y {
		for j, x := range l.X {
			v := l.Z[i*len(l.X)+j]
			p, ok := g.at(x, y)
			if !ok || !g.Contains(p) || math.IsNaN(v) {
				continue
			}
			style := words(10*g.scale, false, contrast(s.color(v)))
			style.XAlign, style.YAlign = -0.5, -0.5
			g.FillText(style, p, shortNumber(v))
		}
	}
}

func shortNumber(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e6 {
		return figure.Number(v)
	}
	return figure.Fixed(v, 2)
}

// contrast is black or white, whichever is read better on c.
func contrast(c color.NRGBA) color.NRGBA {
	if 0.299*float64(c.R)+0.587*float64(c.G)+0.114*float64(c.B) > 140 {
		return color.NRGBA{20, 20, 20, 255}
	}
	return paper
}

// drawRegions tints the area of each class; a pixel belongs to the class that weighs most among its neighbours.
func drawRegions(g *ground, l figure.Layer) {
	n := max(len(l.Text), 1)
	colors := color.Palette{color.NRGBA{255, 255, 255, 0}}
	for c := range min(n, 250) {
		tint := colorOf(figure.Style{Series: c + 1})
		tint = faded(tint, l.Style, 0.24)
		colors = append(colors, tint)
	}
	weight := make([]float64, len(colors))
	m := g.picture(l, colors, 2, func(r *raster, px, py float64) byte { return r.vote(weight, px, py) })
	g.DrawImage(g.covered(l), m)
}

// covered is the part of the area that the grid covers.
func (g *ground) covered(l figure.Layer) vg.Rectangle {
	x0, x1, y0, y1 := l.Extent()
	a, ok1 := g.at(x0, y0)
	b, ok2 := g.at(x1, y1)
	if !ok1 || !ok2 {
		return g.Rectangle
	}
	return vg.Rectangle{
		Min: vg.Point{X: max(a.X, g.Min.X), Y: max(a.Y, g.Min.Y)},
		Max: vg.Point{X: min(b.X, g.Max.X), Y: min(b.Y, g.Max.Y)},
	}
}

// raster finds the values of a grid at places of the canvas.
type raster struct {
	l    figure.Layer
	x, y []float64 // the grid on the canvas
}

// picture computes a picture of the covered area, with so many pixels for each of the canvas.
func (g *ground) picture(l figure.Layer, colors color.Palette, scale float64, at func(r *raster, px, py float64) byte) image.Image {
	r := &raster{l: l}
	for _, x := range l.X {
		p, _ := g.at(x, g.frame.Y.Min)
		r.x = append(r.x, float64(p.X))
	}
	for _, y := range l.Y {
		p, _ := g.at(g.frame.X.Min, y)
		r.y = append(r.y, float64(p.Y))
	}
	area := g.covered(l)
	w := min(max(int(float64(area.Size().X)*scale), 1), 4000)
	h := min(max(int(float64(area.Size().Y)*scale), 1), 4000)
	m := image.NewPaletted(image.Rect(0, 0, w, h), colors)
	for j := range h {
		proceed(g.ctx)
		py := float64(area.Max.Y) - (float64(j)+0.5)/float64(h)*float64(area.Size().Y)
		for i := range w {
			px := float64(area.Min.X) + (float64(i)+0.5)/float64(w)*float64(area.Size().X)
			m.Pix[j*m.Stride+i] = at(r, px, py)
		}
	}
	return m
}

// cell is the number of the grid place before p and how far p is on the way to the next, both within the grid.
func cell(grid []float64, p float64) (int, float64) {
	if len(grid) < 2 {
		return 0, 0
	}
	i := sort.SearchFloat64s(grid, p) - 1
	i = min(max(i, 0), len(grid)-2)
	return i, min(max((p-grid[i])/(grid[i+1]-grid[i]), 0), 1)
}

func (r *raster) value(i, j int) float64 {
	i, j = min(i, len(r.y)-1), min(j, len(r.x)-1)
	return r.l.Z[i*len(r.x)+j]
}

func (r *raster) nearest(px, py float64) float64 {
	j, s := cell(r.x, px)
	i, t := cell(r.y, py)
	return r.value(i+int(math.Round(t)), j+int(math.Round(s)))
}

func (r *raster) bilinear(px, py float64) float64 {
	j, s := cell(r.x, px)
	i, t := cell(r.y, py)
	return (1-t)*((1-s)*r.value(i, j)+s*r.value(i, j+1)) + t*((1-s)*r.value(i+1, j)+s*r.value(i+1, j+1))
}

// vote is 1 + the class with the largest bilinear weight, 0 where there is none.
func (r *raster) vote(weight []float64, px, py float64) byte {
	clear(weight)
	j, s := cell(r.x, px)
	i, t := cell(r.y, py)
	best := 0
	for k, w := range [4]float64{(1 - t) * (1 - s), (1 - t) * s, t * (1 - s), t * s} {
		c := r.value(i+k/2, j+k%2)
		if !(c >= 0 && int(c) < len(weight)-1) {
			continue
		}
		class := int(c) + 1
		if weight[class] += w; weight[class] > weight[best] {
			best = class
		}
	}
	return byte(best)
}

// scale maps values to colours.
type scale struct {
	lo, hi float64
	colors []color.NRGBA
}

// scaleOf chooses the colours of a layer: grey, or around 0 when values of both signs are about as large, or rising.
func scaleOf(l figure.Layer) scale {
	lo, hi := figure.Span(l.Z)
	if math.IsInf(lo, 0) {
		lo, hi = 0, 1
	}
	if l.Kind == figure.Gray {
		return scale{lo, hi, []color.NRGBA{{0, 0, 0, 255}, {255, 255, 255, 255}}}
	}
	if lo < 0 && hi > 0 && -lo/hi > 0.2 && -lo/hi < 5 {
		m := max(-lo, hi)
		return scale{-m, m, diverging}
	}
	return scale{lo, hi, viridis}
}

func (s scale) at(v float64) float64 {
	if !(s.hi > s.lo) {
		return 0.5
	}
	return (v - s.lo) / (s.hi - s.lo)
}

func (s scale) color(v float64) color.NRGBA { return scaleAt(s.colors, s.at(v)) }

const shades = 254

// palette has a transparent place for missing values and then the shades.
func (s scale) palette() color.Palette {
	p := color.Palette{color.NRGBA{255, 255, 255, 0}}
	for i := range shades {
		p = append(p, scaleAt(s.colors, float64(i)/(shades-1)))
	}
	return p
}

func (s scale) index(v float64) byte {
	if math.IsNaN(v) {
		return 0
	}
	return byte(1 + math.Round(min(max(s.at(v), 0), 1)*(shades-1)))
}
