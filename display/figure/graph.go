package figure

import (
	"fmt"
	"math"
	"strings"
)

// Graph is nodes and the edges between them.
type Graph struct {
	Nodes    []string  // words of the nodes; empty ones are drawn as dots
	Edges    []Edge    // pairs of nodes
	Directed bool      // edges have arrow heads
	Classes  []int     // the class of each node from 0, which colours it; nil for one colour
	X, Y     []float64 // places of the nodes; nil for a layout in which distances are the numbers of edges between nodes
}

// Edge joins two nodes, given by their numbers from 0. An edge from a node to itself is a loop.
type Edge struct {
	From, To int
	Text     string  // at its middle
	Width    float64 // in CSS pixels, 0 for 1.2
}

// maxLayout is the number of nodes up to which a layout is found.
const maxLayout = 600

// NewGraph returns a figure of a graph, without axes.
func NewGraph(title string, g Graph) *Figure {
	f := New(title).NoAxes().Equal()
	if f.Graph("", g); len(f.Layers) == 0 {
		return f
	}
	x0, x1, y0, y1 := f.Layers[0].Extent()
	pad := max(0.13*max(x1-x0, y1-y0), 0.3)
	return f.XRange(x0-pad, x1+pad).YRange(y0-pad, y1+pad)
}

// Graph draws a graph over the axes of the figure, as for neighbours in the plane of the data.
func (f *Figure) Graph(name string, g Graph, opts ...Option) *Figure {
	if why := g.check(); why != "" {
		return f.problem("graph %q: %s", name, why)
	}
	n := len(g.Nodes)
	l := Layer{Kind: Nodes, Name: name, X: clone(g.X), Y: clone(g.Y), Text: append([]string(nil), g.Nodes...), Z: make([]float64, n)}
	if g.X == nil {
		l.X, l.Y = g.layout()
	}
	for i, c := range g.Classes {
		l.Z[i] = float64(c + 1)
	}
	for _, e := range g.Edges {
		l.Lo, l.Hi = append(l.Lo, float64(e.From)), append(l.Hi, float64(e.To))
		l.Text, l.Z = append(l.Text, e.Text), append(l.Z, e.Width)
	}
	l.Style.Marks = g.Directed
	return f.add(l, g.Classes == nil, opts)
}

// check tells what is wrong with the graph, or nothing.
func (g Graph) check() string {
	n := len(g.Nodes)
	switch {
	case n == 0:
		return "no nodes"
	case len(g.X) != len(g.Y) || g.X != nil && len(g.X) != n:
		return fmt.Sprintf("%d nodes, %d x and %d y", n, len(g.X), len(g.Y))
	case g.Classes != nil && len(g.Classes) != n:
		return fmt.Sprintf("%d nodes and %d classes", n, len(g.Classes))
	case g.X == nil && n > maxLayout:
		return fmt.Sprintf("%d nodes need places: a layout is found for %d", n, maxLayout)
	case g.X != nil && !anyFinite(g.X, g.Y):
		return "no finite place"
	}
	for i, c := range g.Classes {
		if c < 0 {
			return fmt.Sprintf("node %d has class %d", i, c)
		}
	}
	for i, e := range g.Edges {
		if e.From < 0 || e.From >= n || e.To < 0 || e.To >= n {
			return fmt.Sprintf("edge %d joins %d and %d of %d nodes", i, e.From, e.To, n)
		}
		if !(e.Width >= 0 && e.Width <= 100) {
			return fmt.Sprintf("edge %d is %g pixels wide", i, e.Width)
		}
	}
	return ""
}

// layout places the nodes so that distances in the plane are those in the graph, as far as that goes: it lowers the
// stress Σ (‖zᵢ − zⱼ‖ − dᵢⱼ)²/dᵢⱼ² by majorisation, from a circle.
//
// Reference: E. Gansner, Y. Koren, S. North, Graph drawing by stress majorization (2004), equation (7).
func (g Graph) layout() (x, y []float64) {
	n := len(g.Nodes)
	x, y = make([]float64, n), make([]float64, n)
	for i := range x {
		s, c := math.Sincos(math.Pi/2 - 2*math.Pi*float64(i)/float64(n))
		x[i], y[i] = float64(n)*c/6, float64(n)*s/6
	}
	if n < 3 {
		x, y = counting(n), make([]float64, n)
		return x, y
	}
	x0, y0 := clone(x), clone(y)
	d := g.distances()
	for range 500 {
		moved := 0.0
		for i := range x {
			var sx, sy, weight float64
			for j := range x {
				if i == j {
					continue
				}
				dx, dy := x[i]-x[j], y[i]-y[j]
				scale := d[i][j] / max(math.Hypot(dx, dy), 1e-9)
				w := 1 / (d[i][j] * d[i][j])
				sx, sy, weight = sx+w*(x[j]+scale*dx), sy+w*(y[j]+scale*dy), weight+w
			}
			sx, sy = sx/weight, sy/weight
			moved = max(moved, math.Hypot(sx-x[i], sy-y[i]))
			x[i], y[i] = sx, sy
		}
		if moved < 1e-4 {
			break
		}
	}
	level(x, y, x0, y0)
	return x, y
}

// distances are the numbers of edges between nodes, by breadth first; nodes that no path joins are a little farther apart
// than any that one does.
func (g Graph) distances() [][]float64 {
	n := len(g.Nodes)
	near := make([][]int, n)
	for _, e := range g.Edges {
		near[e.From], near[e.To] = append(near[e.From], e.To), append(near[e.To], e.From)
	}
	d, farthest := make([][]float64, n), 1.0
	for s := range d {
		d[s] = make([]float64, n)
		for queue := []int{s}; len(queue) > 0; queue = queue[1:] {
			for _, j := range near[queue[0]] {
				if j != s && d[s][j] == 0 {
					d[s][j] = d[s][queue[0]] + 1
					farthest = max(farthest, d[s][j])
					queue = append(queue, j)
				}
			}
		}
	}
	for i := range d {
		for j := range d[i] {
			if i != j && d[i][j] == 0 {
				d[i][j] = farthest + 1
			}
		}
	}
	return d
}

// level turns places so that their longest direction is horizontal; where all directions are about as long, so that they
// are near the places x0 and y0, whose mean is 0.
func level(x, y, x0, y0 []float64) {
	n := float64(len(x))
	var mx, my, xx, xy, yy float64
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	for i := range x {
		x[i], y[i] = x[i]-mx, y[i]-my
		xx, xy, yy = xx+x[i]*x[i], xy+x[i]*y[i], yy+y[i]*y[i]
	}
	angle := math.Atan2(2*xy, xx-yy) / 2
	if math.Hypot(xx-yy, 2*xy) < 0.15*(xx+yy) {
		var cross, dot float64
		for i := range x {
			cross, dot = cross+x0[i]*y[i]-y0[i]*x[i], dot+x0[i]*x[i]+y0[i]*y[i]
		}
		angle = math.Atan2(cross, dot)
	}
	s, c := math.Sincos(angle)
	for i := range x {
		x[i], y[i] = c*x[i]+s*y[i], c*y[i]-s*x[i]
	}
}

// graphWords tells the nodes and, where they are few, the edges of a graph.
func graphWords(l Layer, words string) string {
	n := len(l.X)
	nodes, labels := l.Text[:n], l.Text[n:]
	s := fmt.Sprintf("%s: %d nodes", named(words, l.Name), n)
	if all := strings.Join(nodes, ""); all != "" {
		s += " (" + strings.ReplaceAll(some(nodes, 12), "\n", " ") + ")"
	}
	s += fmt.Sprintf(", %d edges", len(l.Lo))
	if len(l.Lo) == 0 || len(l.Lo) > 20 {
		return s
	}
	var edges []string
	for i := range l.Lo {
		edges = append(edges, l.edgeWords(i, labels[i]))
	}
	return s + ": " + strings.Join(edges, ", ")
}

func (l Layer) edgeWords(i int, text string) string {
	dash := "–"
	if l.Style.Marks {
		dash = "→"
	}
	s := l.nodeWord(int(l.Lo[i])) + dash + l.nodeWord(int(l.Hi[i]))
	if text != "" {
		s += " (" + text + ")"
	}
	return strings.ReplaceAll(s, "\n", " ")
}

func (l Layer) nodeWord(i int) string {
	if l.Text[i] != "" {
		return l.Text[i]
	}
	return fmt.Sprint(i)
}
