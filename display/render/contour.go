package render

import (
	"context"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
)

// Contours by marching squares: every cell of the grid has up to two segments of a level, which end on its edges. An
// edge has two segments at most, one in each of its cells, so segments that share an edge join to lines.

func drawContours(g *ground, l figure.Layer) {
	lo, hi := figure.Span(l.Lo)
	for _, level := range l.Lo {
		style := lineStyle(l.Style)
		if l.Style.Color == "" && l.Style.Series == 0 {
			style.Width = 1.2
			if l.Style.Width > 0 {
				style.Width = vg.Length(l.Style.Width)
			}
			style.Color = g.levelColor(level, lo, hi)
		}
		lines := contour(g.ctx, l, level)
		var runs [][]vg.Point
		for _, line := range lines {
			runs = append(runs, g.runs(line.x, line.y)...)
		}
		g.strokeRuns(style, runs)
		if l.Style.Marks {
			g.levelLabel(figure.Number(level), style.Color, runs)
		}
	}
}

// levelColor is dark enough to be seen on white; on a heat map all levels are white.
func (g *ground) levelColor(level, lo, hi float64) color.Color {
	if g.bar != nil {
		return paper
	}
	if hi <= lo {
		return ink
	}
	return scaleAt(viridis, 0.62*(level-lo)/(hi-lo))
}

// levelLabel writes the level in the middle of its longest line.
func (g *ground) levelLabel(text string, clr color.Color, runs [][]vg.Point) {
	var longest []vg.Point
	for _, run := range runs {
		if len(run) > len(longest) {
			longest = run
		}
	}
	if len(longest) < 8 {
		return
	}
	style := words(10*g.scale, false, clr)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	p := longest[len(longest)/2]
	box := style.Rectangle(text).Add(p)
	if !g.Contains(box.Min) || !g.Contains(box.Max) {
		return
	}
	g.halo(box)
	g.FillText(style, p, text)
}

// polyline is a line in data coordinates.
type polyline struct{ x, y []float64 }

// edge is an edge of the grid: from (i, j) to the right, or upwards.
type edge struct {
	i, j int
	up   bool
}

// contour finds the lines on which the values equal level.
func contour(ctx context.Context, l figure.Layer, level float64) []polyline {
	t := tracer{l: l, level: level, next: map[edge][]edge{}}
	for i := range len(l.Y) - 1 {
		proceed(ctx)
		for j := range len(l.X) - 1 {
			t.cell(i, j)
		}
	}
	return t.lines()
}

type tracer struct {
	l     figure.Layer
	level float64
	next  map[edge][]edge // the edges to which segments lead
	order []edge          // in the order of discovery, so that the result is always the same
}

func (t *tracer) z(i, j int) float64 { return t.l.Z[i*len(t.l.X)+j] - t.level }

// cell finds the segments in the cell whose lower left corner is (i, j).
func (t *tracer) cell(i, j int) {
	corners := [4]float64{t.z(i, j), t.z(i, j+1), t.z(i+1, j+1), t.z(i+1, j)}
	edges := [4]edge{{i, j, false}, {i, j + 1, true}, {i + 1, j, false}, {i, j, true}}
	var crossed []edge
	for k := range 4 {
		a, b := corners[k], corners[(k+1)%4]
		if math.IsNaN(a) || math.IsNaN(b) || math.IsInf(a, 0) || math.IsInf(b, 0) {
			return
		}
		if (a < 0) != (b < 0) {
			crossed = append(crossed, edges[k])
		}
	}
	switch {
	case len(crossed) == 2:
		t.join(crossed[0], crossed[1])
	case len(crossed) == 4: // a saddle: the mean decides which corners hang together
		mean := corners[0] + corners[1] + corners[2] + corners[3]
		if (mean < 0) == (corners[0] < 0) {
			t.join(crossed[0], crossed[1])
			t.join(crossed[2], crossed[3])
		} else {
			t.join(crossed[3], crossed[0])
			t.join(crossed[1], crossed[2])
		}
	}
}

func (t *tracer) join(a, b edge) {
	for _, e := range [2]edge{a, b} {
		if _, ok := t.next[e]; !ok {
			t.order = append(t.order, e)
		}
	}
	t.next[a] = append(t.next[a], b)
	t.next[b] = append(t.next[b], a)
}

// lines joins the segments: first lines with ends, then closed ones.
func (t *tracer) lines() []polyline {
	var all []polyline
	used := map[edge]bool{}
	for _, closed := range []bool{false, true} {
		for _, e := range t.order {
			if !used[e] && (closed || len(t.next[e]) == 1) {
				all = append(all, t.follow(e, used))
			}
		}
	}
	return all
}

func (t *tracer) follow(e edge, used map[edge]bool) polyline {
	var p polyline
	start := e
	for {
		used[e] = true
		t.add(&p, e)
		found := false
		for _, n := range t.next[e] {
			if !used[n] {
				e, found = n, true
				break
			}
		}
		if !found {
			break
		}
	}
	if e != start && len(t.next[start]) == 2 && len(p.x) > 2 {
		t.add(&p, start)
	}
	return p
}

// add appends the point of the edge at which the level lies.
func (t *tracer) add(p *polyline, e edge) {
	a := t.z(e.i, e.j)
	x, y := t.l.X[e.j], t.l.Y[e.i]
	if e.up {
		s := a / (a - t.z(e.i+1, e.j))
		y += s * (t.l.Y[e.i+1] - y)
	} else {
		s := a / (a - t.z(e.i, e.j+1))
		x += s * (t.l.X[e.j+1] - x)
	}
	p.x, p.y = append(p.x, x), append(p.y, y)
}
