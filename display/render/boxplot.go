package render

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
)

// Half the widths of a box and of the ends of its whiskers, in units of x.
const (
	halfBox     = 0.28
	halfWhisker = 0.14
)

func drawBoxPlot(g *ground, l figure.Layer) {
	edge := lineStyle(l.Style)
	if l.Style.Width == 0 {
		edge.Width = 1.2
	}
	median := edge
	median.Width = 2 * edge.Width
	for i := range l.X {
		b, ok := g.boxAt(l, i)
		if !ok {
			continue
		}
		corners := []vg.Point{{X: b.left, Y: b.lower}, {X: b.right, Y: b.lower}, {X: b.right, Y: b.upper}, {X: b.left, Y: b.upper}}
		g.FillPolygon(faded(colorOf(l.Style), l.Style, 0.3), g.ClipPolygonXY(corners))
		w := (b.right - b.left) * halfWhisker / (2 * halfBox)
		g.strokeRuns(edge, [][]vg.Point{append(corners, corners[0]),
			{{X: b.middle, Y: b.least}, {X: b.middle, Y: b.lower}}, {{X: b.middle, Y: b.upper}, {X: b.middle, Y: b.most}},
			{{X: b.middle - w, Y: b.least}, {X: b.middle + w, Y: b.least}}, {{X: b.middle - w, Y: b.most}, {X: b.middle + w, Y: b.most}}})
		g.strokeRuns(median, [][]vg.Point{{{X: b.left, Y: b.median}, {X: b.right, Y: b.median}}})
	}
}

// box is a box of a box plot on the canvas.
type box struct {
	left, middle, right               vg.Length
	least, lower, median, upper, most vg.Length
}

// boxAt is box i of a layer, if all of it can be drawn.
func (g *ground) boxAt(l figure.Layer, i int) (box, bool) {
	n := len(l.X)
	var y [5]vg.Length
	for k, v := range []float64{l.Lo[i], l.Z[i], l.Y[i], l.Z[n+i], l.Hi[i]} {
		p, ok := g.at(l.X[i], v)
		if !ok {
			return box{}, false
		}
		y[k] = p.Y
	}
	left, ok := g.at(l.X[i]-halfBox, l.Y[i])
	middle, _ := g.at(l.X[i], l.Y[i])
	right, _ := g.at(l.X[i]+halfBox, l.Y[i])
	return box{left.X, middle.X, right.X, y[0], y[1], y[2], y[3], y[4]}, ok
}

func (g *ground) boxPlotTouches(l figure.Layer, r vg.Rectangle) bool {
	for i := range l.X {
		if b, ok := g.boxAt(l, i); ok && b.left <= r.Max.X && b.right >= r.Min.X && b.least <= r.Max.Y && b.most >= r.Min.Y {
			return true
		}
	}
	return false
}

// manyShades is how many markers of many colours are drawn as shapes; more of them are drawn as a picture.
const manyShades = 300

// drawShades draws markers in the colours of their values.
func drawShades(g *ground, l figure.Layer) {
	if len(l.X) <= manyShades {
		g.shadesOn(g.Canvas, l, true)
		return
	}
	g.pictured(func(c draw.Canvas) { g.shadesOn(c, l, false) })
}

func (g *ground) shadesOn(c draw.Canvas, l figure.Layer, rims bool) {
	s, m := scaleOf(l), markerOf(l, len(l.X))
	edge := draw.LineStyle{Color: axisInk, Width: 0.4}
	for i := range l.X {
		p, ok := g.at(l.X[i], l.Y[i])
		if !ok || !g.Contains(p) {
			continue
		}
		m.color = faded(s.color(l.Z[i]), l.Style, 1)
		m.draw(c, []vg.Point{p})
		if !m.stroked() && rims { // pale ones are seen on paper too
			var path vg.Path
			m.outline(&path, p)
			c.SetLineStyle(edge)
			c.Stroke(path)
		}
	}
}
