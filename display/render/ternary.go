package render

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
)

// drawTernary hides what lies beside the triangle of shares and draws its grid, the numbers at the sides and the names of
// the corners. The numbers of a share stand where the lines on which it is constant end.
func drawTernary(g *ground, l figure.Layer) {
	var corners [3]vg.Point
	for k := range corners {
		p, ok := g.at(l.X[k], l.Y[k])
		if !ok {
			return
		}
		corners[k] = p
	}
	g.hideBeside(corners)
	grid := draw.LineStyle{Color: gridInk, Width: 0.7}
	if g.hasFilled() {
		grid.Color = color.NRGBA{255, 255, 255, 110}
	}
	for k := range corners {
		for _, share := range []float64{0.2, 0.4, 0.6, 0.8} {
			g.shareLine(grid, corners, k, share)
		}
	}
	outline := append(corners[:], corners[0])
	g.StrokeLines(draw.LineStyle{Color: axisInk, Width: 1}, outline)
	g.cornerNames(corners, l.Text)
}

// between is the point a part t of the way from a to b.
func between(a, b vg.Point, t float64) vg.Point {
	s := vg.Length(t)
	return vg.Point{X: a.X + s*(b.X-a.X), Y: a.Y + s*(b.Y-a.Y)}
}

// shareLine draws the line on which the share of corner k is constant, and its number at the end on the side towards the
// corner before it.
func (g *ground) shareLine(style draw.LineStyle, corners [3]vg.Point, k int, share float64) {
	own, next, last := corners[k], corners[(k+1)%3], corners[(k+2)%3]
	from, to := between(next, own, share), between(last, own, share)
	g.StrokeLine2(style, from.X, from.Y, to.X, to.Y)
	tick := draw.LineStyle{Color: axisInk, Width: 0.8}
	n := vg.Length(math.Hypot(float64(to.X-from.X), float64(to.Y-from.Y)))
	if n == 0 {
		return
	}
	ux, uy := (to.X-from.X)/n, (to.Y-from.Y)/n
	g.StrokeLine2(tick, to.X, to.Y, to.X+4*ux, to.Y+4*uy)
	label := words(10*g.scale, false, ink)
	label.XAlign, label.YAlign = draw.XCenter, draw.YCenter
	g.FillText(label, vg.Point{X: to.X + 15*ux, Y: to.Y + 11*uy}, figure.Number(share))
}

// cornerNames writes the names of the corners beside them.
func (g *ground) cornerNames(corners [3]vg.Point, names []string) {
	for k, p := range corners {
		style := words(12*g.scale, true, ink)
		style.XAlign, style.YAlign = draw.XCenter, draw.YTop
		p.Y -= 14
		if k == 2 {
			style.YAlign = draw.YBottom
			p.Y += 22
		}
		w := style.Width(names[k]) / 2
		p.X = min(max(p.X, g.Min.X+w), g.Max.X-w)
		g.FillText(style, p, names[k])
	}
}

// hideBeside paints everything outside the triangle in the colour of the paper: below it, left and right of it.
func (g *ground) hideBeside(corners [3]vg.Point) {
	a, b, c := corners[0], corners[1], corners[2]
	const over = 1 // the areas overlap, else a hair of what they hide is seen between them
	x0, x1, y0, y1 := g.Min.X-over, g.Max.X+over, g.Min.Y-over, g.Max.Y+over
	for _, area := range [][]vg.Point{
		{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: a.Y}, {X: x0, Y: a.Y}},
		{{X: x0, Y: y0}, {X: a.X, Y: y0}, a, c, {X: c.X + over, Y: y1}, {X: x0, Y: y1}},
		{{X: x1, Y: y0}, {X: b.X, Y: y0}, b, c, {X: c.X - over, Y: y1}, {X: x1, Y: y1}},
	} {
		g.FillPolygon(paper, area)
	}
}
