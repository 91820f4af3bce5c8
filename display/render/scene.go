package render

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
)

// manyPieces is how many pieces of a scene are drawn as shapes; more of them are drawn as a picture, which stays small.
const manyPieces = 400

// drawScene draws points, lines and faces in their order, the farthest first.
func drawScene(g *ground, l figure.Layer) {
	if len(l.Lo) <= manyPieces {
		g.scene(g.Canvas, l, true)
		return
	}
	g.pictured(func(c draw.Canvas) { g.scene(c, l, false) })
}

// pictured draws onto a transparent picture of the area and puts that on the canvas.
func (g *ground) pictured(paint func(c draw.Canvas)) {
	size := g.Rectangle.Size()
	c := newPicture(g.ctx, size.X, size.Y, color.Transparent)
	inner := draw.New(c)
	inner.Translate(vg.Point{X: -g.Min.X, Y: -g.Min.Y})
	paint(inner)
	g.DrawImage(g.Rectangle, coarse(g.ctx, c.Image()))
}

// looks are those of the series of a scene.
func looks(l figure.Layer) []figure.Style {
	var all []figure.Style
	for k := 0; k+4 < len(l.Text); k += 4 {
		size, _ := strconv.ParseFloat(l.Text[k+2], 64)
		alpha, _ := strconv.ParseFloat(l.Text[k+3], 64)
		all = append(all, figure.Style{Color: l.Text[k+1], Size: size, Width: size, Alpha: alpha})
	}
	return all
}

// scene draws the pieces; points have rims where they are shapes.
func (g *ground) scene(c draw.Canvas, l figure.Layer, rims bool) {
	values, styles, at := scaleOf(l), looks(l), 0
	for i, n := range l.Lo {
		var corners []vg.Point
		for range int(n) {
			if p, ok := g.at(l.X[at], l.Y[at]); ok {
				corners = append(corners, p)
			}
			at++
		}
		style := styles[int(l.Hi[i])-1]
		clr := faded(colorOf(style), style, 0.9)
		if !math.IsNaN(l.Z[i]) {
			clr = faded(values.color(l.Z[i]), style, 1)
		}
		drawPiece(c, corners, clr, style, rims)
	}
}

func drawPiece(c draw.Canvas, corners []vg.Point, clr color.NRGBA, style figure.Style, rims bool) {
	edge := draw.LineStyle{Color: color.NRGBA{255, 255, 255, 110}, Width: 0.5}
	switch len(corners) {
	case 0:
	case 1:
		m := marker{shape: figure.Circle, radius: 2.6, color: clr}
		if style.Size > 0 {
			m.radius = vg.Length(min(style.Size, 100))
		}
		if m.draw(c, corners); !rims {
			return
		}
		var rim vg.Path
		m.outline(&rim, corners[0])
		c.SetLineStyle(edge)
		c.Stroke(rim)
	case 2:
		line := draw.LineStyle{Color: clr, Width: 1.4}
		if style.Width > 0 {
			line.Width = vg.Length(min(style.Width, 100))
		}
		c.StrokeLines(line, corners)
	default:
		c.FillPolygon(clr, corners)
		c.StrokeLines(edge, append(corners, corners[0]))
	}
}

// sceneEntries names the series that have a name.
func sceneEntries(_ *figure.Figure, l figure.Layer) []figure.Layer {
	kind := map[int]figure.Kind{} // of the pieces of each series
	for i, n := range l.Lo {
		kind[int(l.Hi[i])] = figure.Scatter
		if n == 2 {
			kind[int(l.Hi[i])] = figure.Line
		}
	}
	var all []figure.Layer
	for k, style := range looks(l) {
		if name := l.Text[4*k]; name != "" {
			style.Marker, style.Size = figure.Circle, min(style.Size, 4)
			all = append(all, figure.Layer{Kind: kind[k+1], Name: name, Style: style})
		}
	}
	return all
}
