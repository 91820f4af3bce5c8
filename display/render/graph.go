package render

import (
	"math"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
)

// drawGraph draws the edges of a graph and over them its nodes: dots, circles around short words, boxes around others.
func drawGraph(g *ground, l figure.Layer) {
	style := words(11*g.scale, false, ink)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	nodes := make([]node, len(l.X))
	for i := range nodes {
		nodes[i] = g.node(l, i, style)
	}
	lookOut(nodes)
	g.edges(l, nodes, style)
	for _, n := range nodes {
		if n.ok {
			g.drawNode(n, style)
		}
	}
}

// node is a node on the canvas.
type node struct {
	at    vg.Point
	ok    bool
	lines []string // of its words
	round bool
	w, h  vg.Length // half its width and height
	out   float64   // the angle that looks away from the middle of the graph
	style figure.Style
}

// lookOut finds the angles that look away from the middle of all nodes; a node in the middle looks upwards.
func lookOut(nodes []node) {
	var middle vg.Point
	for _, n := range nodes {
		middle.X += n.at.X / vg.Length(len(nodes))
		middle.Y += n.at.Y / vg.Length(len(nodes))
	}
	for i := range nodes {
		d := nodes[i].at.Sub(middle)
		if nodes[i].out = math.Pi / 2; math.Hypot(float64(d.X), float64(d.Y)) > 1 {
			nodes[i].out = math.Atan2(float64(d.Y), float64(d.X))
		}
	}
}

// rim is the distance from the middle of the node to its border at an angle.
func (n node) rim(angle float64) vg.Length {
	s, c := math.Sincos(angle)
	x, y := math.Abs(c)/float64(n.w), math.Abs(s)/float64(n.h)
	if n.round {
		return vg.Length(1 / math.Hypot(x, y))
	}
	return vg.Length(1 / max(x, y))
}

// ahead is the point at a distance and an angle from p.
func ahead(p vg.Point, distance vg.Length, angle float64) vg.Point {
	s, c := math.Sincos(angle)
	return vg.Point{X: p.X + distance*vg.Length(c), Y: p.Y + distance*vg.Length(s)}
}

func (g *ground) node(l figure.Layer, i int, style text.Style) node {
	p, ok := g.at(l.X[i], l.Y[i])
	n := node{at: p, ok: ok, style: l.Style}
	if class := l.Z[i]; class >= 1 && class < 1e6 {
		n.style.Series = int(class)
	}
	if l.Text[i] == "" {
		n.round, n.w = true, 3.6
		if l.Style.Size > 0 && l.Style.Size <= 100 {
			n.w = vg.Length(l.Style.Size)
		}
		n.h = n.w
		return n
	}
	n.lines = strings.Split(l.Text[i], "\n")
	r := boxAround(p, n.lines, style.Width, style.Height("Ag"))
	n.w, n.h = r.Size().X/2, r.Size().Y/2
	if n.w <= 17 && len(n.lines) == 1 {
		n.round = true
		n.w = max(n.w, 13)
		n.h = n.w
	}
	return n
}

// holds says that a point of the canvas lies on the node.
func (n node) holds(p vg.Point) bool {
	dx, dy := float64((p.X-n.at.X)/n.w), float64((p.Y-n.at.Y)/n.h)
	if n.round {
		return dx*dx+dy*dy < 1
	}
	return math.Abs(dx) < 1 && math.Abs(dy) < 1
}

func (n node) outline() vg.Path {
	var path vg.Path
	if n.round {
		marker{}.circle(&path, n.at, n.w)
		return path
	}
	return vg.Rectangle{Min: vg.Point{X: n.at.X - n.w, Y: n.at.Y - n.h}, Max: vg.Point{X: n.at.X + n.w, Y: n.at.Y + n.h}}.Path()
}

func (g *ground) drawNode(n node, style text.Style) {
	clr := colorOf(n.style)
	if len(n.lines) == 0 {
		g.SetColor(clr)
		g.Fill(n.outline())
		return
	}
	g.SetColor(paper)
	g.Fill(n.outline())
	g.SetColor(faded(clr, n.style, 0.16))
	g.Fill(n.outline())
	g.SetLineStyle(draw.LineStyle{Color: clr, Width: 1.2})
	g.Stroke(n.outline())
	lineHeight := 1.25 * style.Height("Ag")
	for k, line := range n.lines {
		y := n.at.Y + lineHeight*vg.Length(float64(len(n.lines)-1)/2-float64(k))
		g.FillText(style, vg.Point{X: n.at.X, Y: y}, line)
	}
}

// edges draws the edges, those of one width as one path, and then their heads and words.
func (g *ground) edges(l figure.Layer, nodes []node, style text.Style) {
	directed := l.Style.Marks
	joined := map[[2]float64]bool{}
	for i := range l.Lo {
		joined[[2]float64{l.Lo[i], l.Hi[i]}] = true
	}
	runs := make([][]vg.Point, len(l.Lo))
	paths := map[float64]*vg.Path{}
	var widths []float64
	for i := range runs {
		a, b := nodes[int(l.Lo[i])], nodes[int(l.Hi[i])]
		if !a.ok || !b.ok {
			continue
		}
		runs[i] = way(a, b, directed && joined[[2]float64{l.Hi[i], l.Lo[i]}])
		width := l.Z[len(nodes)+i]
		if !(width > 0 && width <= 100) {
			width = 1.2
		}
		if paths[width] == nil {
			paths[width], widths = &vg.Path{}, append(widths, width)
		}
		for k, p := range runs[i] {
			corner(paths[width], k, p)
		}
	}
	for _, w := range widths {
		g.SetLineStyle(draw.LineStyle{Color: edgeInk, Width: vg.Length(w)})
		g.Stroke(*paths[w])
	}
	for _, run := range runs {
		if directed && len(run) > 1 {
			tip := run[len(run)-1]
			g.arrowHead(edgeInk, before(run, 12), tip, tip)
		}
	}
	for i, run := range runs {
		if len(run) > 1 && l.Text[len(nodes)+i] != "" {
			p := between(run[(len(run)-1)/2], run[len(run)/2], 0.5)
			if l.Lo[i] == l.Hi[i] {
				p = ahead(p, style.Height("Ag")/2, nodes[int(l.Lo[i])].out)
			}
			g.edgeText(l.Text[len(nodes)+i], p, style)
		}
	}
}

// before is the last point of a run that is so far from its end, or the first.
func before(run []vg.Point, far float64) vg.Point {
	tip := run[len(run)-1]
	for k := len(run) - 2; k > 0; k-- {
		if math.Hypot(float64(tip.X-run[k].X), float64(tip.Y-run[k].Y)) >= far {
			return run[k]
		}
	}
	return run[0]
}

// way is the line from the border of a node to that of another: straight, or bent to the left so that the edge back does
// not lie on it, or a loop that looks out of the graph.
func way(a, b node, bent bool) []vg.Point {
	along := func(t float64) vg.Point { return between(a.at, b.at, t) }
	n := 1
	switch {
	case a.at == b.at:
		r := max(min(a.w, a.h), 11)
		middle := ahead(a.at, a.rim(a.out)+0.6*r, a.out)
		along = func(t float64) vg.Point { return ahead(middle, r, a.out+math.Pi*(2*t-1)) }
		n = 32
	case bent:
		along = func(t float64) vg.Point {
			p, rise := between(a.at, b.at, t), vg.Length(0.5*t*(1-t))
			return vg.Point{X: p.X - rise*(b.at.Y-a.at.Y), Y: p.Y + rise*(b.at.X-a.at.X)}
		}
		n = 16
	}
	start := border(func(t float64) bool { return a.holds(along(t / 2)) }) / 2
	end := 1 - border(func(t float64) bool { return b.holds(along(1 - t/2)) })/2
	if start >= end {
		return nil
	}
	run := make([]vg.Point, n+1)
	for k := range run {
		run[k] = along(start + (end-start)*float64(k)/float64(n))
	}
	return run
}

// border is the place in [0, 1] up to which inside holds, 0 where it does not hold at all.
func border(inside func(t float64) bool) float64 {
	lo, hi := 0.0, 1.0
	for range 20 {
		if t := (lo + hi) / 2; inside(t) {
			lo = t
		} else {
			hi = t
		}
	}
	return lo
}

// edgeText writes the words of an edge at p.
func (g *ground) edgeText(words string, p vg.Point, style text.Style) {
	box := style.Rectangle(words).Add(p)
	g.SetColor(paper)
	g.Fill(box.Path())
	g.FillText(style, p, words)
}

// graphTouches says that a graph has a node or an edge in a rectangle of the canvas.
func (g *ground) graphTouches(l figure.Layer, r vg.Rectangle) bool {
	for i := range l.X {
		if p, ok := g.at(l.X[i], l.Y[i]); ok && inside(r, p) {
			return true
		}
	}
	for i := range l.Lo {
		a, b := int(l.Lo[i]), int(l.Hi[i])
		if pathTouches(g.runs([]float64{l.X[a], l.X[b]}, []float64{l.Y[a], l.Y[b]}), r) {
			return true
		}
	}
	return false
}
