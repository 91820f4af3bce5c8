package render

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/display/render/axes"
)

// layers are the grid lines and all layers of a panel.
type layers struct{ *panel }

// draw draws them on the area of the data.
func (ls layers) draw(c draw.Canvas) {
	g := newGround(c, ls.panel)
	for rank := range ranks {
		if rank == rankGrid && !ls.Bare && !ls.hasFilled() {
			g.gridLines()
		}
		for _, l := range ls.Layers {
			if k, known := kinds[l.Kind]; known && ls.rank(l.Kind) == rank {
				k.draw(g, l)
			}
		}
	}
}

// rank is the rank of a layer. In a ternary figure contours lie below the triangle, which hides what is beside it.
func (ls layers) rank(k figure.Kind) int {
	if k == figure.Contour && ls.has(figure.Ternary) {
		return rankAreas
	}
	return kinds[k].rank
}

// has says that the figure has a layer of a kind.
func (ls layers) has(k figure.Kind) bool {
	for _, l := range ls.Layers {
		if l.Kind == k {
			return true
		}
	}
	return false
}

// ground is the area of the data, with the maps from data to the canvas.
type ground struct {
	draw.Canvas
	*panel
	x, y func(float64) vg.Length
}

func newGround(area draw.Canvas, p *panel) *ground {
	g := &ground{Canvas: area, panel: p}
	g.x, g.y = p.frame.Map(area)
	return g
}

func (g *ground) gridLines() {
	style := draw.LineStyle{Color: gridInk, Width: 0.7}
	for _, t := range ticksOf(g.frame.X) {
		if x := g.x(t.Value); len(g.XAxis.Names) == 0 && !t.Minor() && g.ContainsX(x) {
			g.StrokeLine2(style, x, g.Min.Y, x, g.Max.Y)
		}
	}
	for _, t := range ticksOf(g.frame.Y) {
		if y := g.y(t.Value); !t.Minor() && g.ContainsY(y) {
			g.StrokeLine2(style, g.Min.X, y, g.Max.X, y)
		}
	}
}

func ticksOf(a axes.Axis) []axes.Tick { return a.Ticks(a.Min, a.Max) }

// at maps a point of the data to the canvas. ok is false where it is not finite or, on a logarithmic axis, not positive.
func (g *ground) at(x, y float64) (p vg.Point, ok bool) {
	if !usable(x, g.XAxis.Log) || !usable(y, g.YAxis.Log) {
		return p, false
	}
	p = vg.Point{X: g.x(x), Y: g.y(y)}
	// Far away points would lose all precision in clipping.
	const far = 1e6
	return vg.Point{X: min(max(p.X, -far), far), Y: min(max(p.Y, -far), far)}, true
}

func usable(v float64, log bool) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0) && (!log || v > 0)
}

// runs are the parts of a line between points that cannot be drawn.
func (g *ground) runs(x, y []float64) [][]vg.Point {
	var all [][]vg.Point
	var run []vg.Point
	for i := range x {
		p, ok := g.at(x[i], y[i])
		if ok {
			run = append(run, p)
		}
		if (!ok || i == len(x)-1) && len(run) > 0 {
			all = append(all, run)
			run = nil
		}
	}
	return all
}

func drawLine(g *ground, l figure.Layer) {
	g.strokeRuns(lineStyle(l.Style), g.runs(l.X, l.Y))
	if l.Style.Marks {
		drawScatter(g, l)
	}
}

// strokeRuns strokes lines, clipped to the axes, without points that do not change the picture.
func (g *ground) strokeRuns(style draw.LineStyle, runs [][]vg.Point) {
	for _, run := range g.ClipLinesXY(runs...) {
		g.StrokeLines(style, thin(run))
	}
}

// thin leaves out points of a line so that it passes all of them within a twentieth of a pixel.
func thin(run []vg.Point) []vg.Point {
	if len(run) < 3 {
		return run
	}
	const most = 200 // points left out in a row, which bounds the work
	out, last := run[:1:1], 0
	for i := 1; i < len(run)-1; i++ {
		if i-last > most || !straight(run[last:i+2]) {
			out, last = append(out, run[i]), i
		}
	}
	return append(out, run[len(run)-1])
}

// straight says that points lie within a twentieth of a pixel of the line from the first to the last, and between them.
func straight(run []vg.Point) bool {
	a, c := run[0], run[len(run)-1]
	ux, uy := float64(c.X-a.X), float64(c.Y-a.Y)
	n := math.Hypot(ux, uy)
	for _, b := range run[1 : len(run)-1] {
		vx, vy := float64(b.X-a.X), float64(b.Y-a.Y)
		along := vx*ux + vy*uy
		if n == 0 || along < 0 || along > n*n || math.Abs(ux*vy-uy*vx) > 0.05*n {
			return false
		}
	}
	return true
}

func drawStep(g *ground, l figure.Layer) {
	var x, y []float64
	for i := range l.X {
		if i > 0 {
			x, y = append(x, l.X[i]), append(y, l.Y[i-1])
		}
		x, y = append(x, l.X[i]), append(y, l.Y[i])
	}
	g.strokeRuns(lineStyle(l.Style), g.runs(x, y))
}

func drawErrorBars(g *ground, l figure.Layer) {
	style := lineStyle(l.Style)
	style.Width, style.Dashes = 1.2, nil
	for i := range l.X {
		lo, ok1 := g.at(l.X[i], l.Lo[i])
		hi, ok2 := g.at(l.X[i], l.Hi[i])
		if !ok1 || !ok2 {
			continue
		}
		const cap = 3
		g.strokeRuns(style, [][]vg.Point{
			{lo, hi}, {{X: lo.X - cap, Y: lo.Y}, {X: lo.X + cap, Y: lo.Y}}, {{X: hi.X - cap, Y: hi.Y}, {X: hi.X + cap, Y: hi.Y}}})
	}
	drawScatter(g, l)
}

func drawBand(g *ground, l figure.Layer) {
	upper, lower := g.runs(l.X, l.Hi), g.runs(l.X, l.Lo)
	if len(upper) != len(lower) {
		return // the ends cannot be drawn at different places
	}
	for k := range upper {
		around := append([]vg.Point(nil), upper[k]...)
		for i := len(lower[k]) - 1; i >= 0; i-- {
			around = append(around, lower[k][i])
		}
		g.FillPolygon(faded(colorOf(l.Style), l.Style, 0.2), g.ClipPolygonXY(around))
	}
}

func drawBars(g *ground, l figure.Layer) {
	edge := draw.LineStyle{Color: colorOf(l.Style), Width: 0.8}
	for i := range l.X {
		base := 0.0
		if g.YAxis.Log {
			base = g.frame.Y.Min
		}
		a, ok1 := g.at(l.X[i], base)
		b, ok2 := g.at(l.Y[i], l.Hi[i])
		if !ok1 || !ok2 {
			continue
		}
		corners := g.ClipPolygonXY([]vg.Point{a, {X: b.X, Y: a.Y}, b, {X: a.X, Y: b.Y}})
		if len(corners) == 0 {
			continue
		}
		g.FillPolygon(faded(colorOf(l.Style), l.Style, 0.45), corners)
		g.StrokeLines(edge, append(corners, corners[0]))
	}
}

func drawStems(g *ground, l figure.Layer) {
	style := lineStyle(l.Style)
	style.Width = 1.2
	for i := range l.X {
		base, ok1 := g.at(l.X[i], 0)
		top, ok2 := g.at(l.X[i], l.Y[i])
		if ok1 && ok2 {
			g.strokeRuns(style, [][]vg.Point{{base, top}})
		}
	}
	drawScatter(g, l)
}

func drawPolygon(g *ground, l figure.Layer) {
	for _, run := range g.runs(l.X, l.Y) {
		g.FillPolygon(faded(colorOf(l.Style), l.Style, 0.18), g.ClipPolygonXY(run))
		g.strokeRuns(lineStyle(l.Style), [][]vg.Point{append(run, run[0])})
	}
}

// drawStraight draws a·x + b·y + c = 0 through the whole area.
func drawStraight(g *ground, l figure.Layer) {
	a, b, c := l.X[0], l.Y[0], l.Z[0]
	X, Y := g.frame.X, g.frame.Y
	var ends [2]vg.Point
	switch {
	case math.Abs(a)*(X.Max-X.Min) > math.Abs(b)*(Y.Max-Y.Min) || b == 0:
		for i, y := range []float64{Y.Min, Y.Max} {
			p, ok := g.at(-(b*y+c)/a, y)
			if !ok {
				return
			}
			ends[i] = p
		}
	default:
		for i, x := range []float64{X.Min, X.Max} {
			p, ok := g.at(x, -(a*x+c)/b)
			if !ok {
				return
			}
			ends[i] = p
		}
	}
	g.strokeRuns(lineStyle(l.Style), [][]vg.Point{ends[:]})
}

func drawArrows(g *ground, l figure.Layer) {
	style := lineStyle(l.Style)
	for i := range l.X {
		a, ok1 := g.at(l.X[i], l.Y[i])
		b, ok2 := g.at(l.Lo[i], l.Hi[i])
		if ok1 && ok2 {
			g.strokeRuns(style, [][]vg.Point{{a, b}})
			g.arrowHead(style.Color, a, b, b)
		}
	}
}

func drawTrace(g *ground, l figure.Layer) {
	style := lineStyle(l.Style)
	style.Width = 1.2
	for _, run := range g.runs(l.X, l.Y) {
		g.strokeRuns(style, [][]vg.Point{run})
		for i := 1; i < len(run); i++ {
			a, b := run[i-1], run[i]
			if math.Hypot(float64(b.X-a.X), float64(b.Y-a.Y)) > 22 {
				g.arrowHead(style.Color, a, b, vg.Point{X: a.X + 0.6*(b.X-a.X), Y: a.Y + 0.6*(b.Y-a.Y)})
			}
		}
	}
	l.Style.Size = max(l.Style.Size, 2.4)
	l.Style.Marker = max(l.Style.Marker, figure.Circle)
	drawScatter(g, l)
}

// arrowHead draws the head of an arrow in the direction from a to b, its tip at tip.
func (g *ground) arrowHead(clr color.Color, a, b, tip vg.Point) {
	dx, dy := float64(b.X-a.X), float64(b.Y-a.Y)
	n := math.Hypot(dx, dy)
	if n == 0 || !g.Contains(tip) {
		return
	}
	size := min(8, 0.5*n)
	ux, uy := vg.Length(dx/n*size), vg.Length(dy/n*size)
	const half = 0.38
	g.FillPolygon(clr, []vg.Point{tip,
		{X: tip.X - ux - half*uy, Y: tip.Y - uy + half*ux}, {X: tip.X - ux + half*uy, Y: tip.Y - uy - half*ux}})
}

func drawLabels(g *ground, l figure.Layer) {
	style := words(11*g.scale, false, colorOf(l.Style))
	style.YAlign = draw.YBottom
	for i, text := range l.Text {
		p, ok := g.at(l.X[i], l.Y[i])
		if !ok || !g.Contains(p) || text == "" {
			continue
		}
		p.X, p.Y = p.X+4, p.Y+3
		if w := style.Width(text); p.X+w > g.Max.X {
			p.X -= w + 8
		}
		if h := style.Height(text); p.Y+h > g.Max.Y {
			p.Y -= h + 8
		}
		if box := style.Rectangle(text).Add(p); !g.onPolygon(box) {
			g.halo(box)
		}
		g.FillText(style, p, text)
	}
}

// onPolygon says that a box lies on a filled polygon, where a white halo would be a patch.
func (g *ground) onPolygon(box vg.Rectangle) bool {
	centre := vg.Point{X: (box.Min.X + box.Max.X) / 2, Y: (box.Min.Y + box.Max.Y) / 2}
	for _, l := range g.Layers {
		if l.Kind != figure.Polygon {
			continue
		}
		for _, run := range g.runs(l.X, l.Y) {
			if encloses(run, centre) {
				return true
			}
		}
	}
	return false
}

// encloses says that p lies in the polygon: a ray from it crosses the outline an odd number of times.
func encloses(outline []vg.Point, p vg.Point) bool {
	in := false
	for i, a := range outline {
		b := outline[(i+1)%len(outline)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(p.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) {
			in = !in
		}
	}
	return in
}

// halo lightens what lies under a text.
func (g *ground) halo(r vg.Rectangle) {
	g.SetColor(color.NRGBA{255, 255, 255, 185})
	g.Fill(r.Path())
}

func drawBoxes(g *ground, l figure.Layer) {
	style := words(11*g.scale, false, ink)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	plain := l.Style.Color == "white"
	for i, text := range l.Text {
		p, ok := g.at(l.X[i], l.Y[i])
		if !ok {
			continue
		}
		lines := strings.Split(text, "\n")
		r := boxAround(p, lines, style.Width, style.Height("Ag"))
		g.SetColor(paper)
		g.Fill(r.Path())
		if !plain {
			g.SetColor(color.NRGBA{0, 114, 178, 18})
			g.Fill(r.Path())
			corners := []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min}
			g.StrokeLines(draw.LineStyle{Color: palette[0].color, Width: 1}, corners)
		}
		lineHeight := 1.25 * style.Height("Ag")
		for k, line := range lines {
			y := p.Y + lineHeight*vg.Length(float64(len(lines)-1)/2-float64(k))
			g.FillText(style, vg.Point{X: p.X, Y: y}, line)
		}
	}
}

func boxAround(p vg.Point, lines []string, width func(string) vg.Length, height vg.Length) vg.Rectangle {
	var w vg.Length
	for _, line := range lines {
		w = max(w, width(line))
	}
	w, h := w/2+6, height*1.25*vg.Length(len(lines))/2+3
	return vg.Rectangle{Min: vg.Point{X: p.X - w, Y: p.Y - h}, Max: vg.Point{X: p.X + w, Y: p.Y + h}}
}
