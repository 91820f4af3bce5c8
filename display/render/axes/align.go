package axes

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Align returns the canvases of frames in rows and columns, a gap apart, on which their areas have
// one size and stand in line. A frame may be nil: its place stays empty.
func Align(frames [][]*Frame, c draw.Canvas, gap vg.Length) [][]draw.Canvas {
	g := newGrid(frames, c, gap)
	g.across.even()
	g.up.even()
	canvases := make([][]draw.Canvas, len(frames))
	for i, row := range frames {
		for j := range row {
			canvases[i] = append(canvases[i], g.canvas(g.across.lines[i][j], g.up.lines[j][i]))
		}
	}
	return canvases
}

// grid has the canvases of frames as two directions, which do not depend on one another: the lines
// of across are the rows, from left to right, those of up are the columns, from top to bottom.
type grid struct {
	frames     [][]*Frame
	whole      draw.Canvas
	across, up direction
}

// direction has the spans of all canvases in one direction.
type direction struct {
	lines      [][]span
	whole, gap vg.Length
	downwards  bool // the first span of a line is the highest
	// area returns the area of a frame in a span, and whether there is a frame.
	area func(line, k int, s span) (span, bool)
}

// span is a canvas or an area in one direction.
type span struct{ lo, hi vg.Length }

func (s span) length() vg.Length { return s.hi - s.lo }

// newGrid divides a canvas into equal tiles.
func newGrid(frames [][]*Frame, c draw.Canvas, gap vg.Length) *grid {
	rows, cols := len(frames), len(frames[0])
	g := &grid{frames: frames, whole: c}
	size := c.Size()
	g.across = direction{lines: make([][]span, rows), whole: size.X, gap: gap}
	g.up = direction{lines: make([][]span, cols), whole: size.Y, gap: gap, downwards: true}
	g.across.area, g.up.area = g.areaAcross, g.areaUp
	tiles := draw.Tiles{Rows: rows, Cols: cols, PadX: gap, PadY: gap}
	for i := range rows {
		for j := range cols {
			t := tiles.At(c, j, i)
			g.across.lines[i] = append(g.across.lines[i], span{t.Min.X, t.Max.X})
			g.up.lines[j] = append(g.up.lines[j], span{t.Min.Y, t.Max.Y})
		}
	}
	return g
}

func (g *grid) areaAcross(row, col int, s span) (span, bool) {
	area, ok := areaOf(g.frames[row][col], g.canvas(s, g.up.lines[col][row]))
	return span{area.Min.X, area.Max.X}, ok
}

func (g *grid) areaUp(col, row int, s span) (span, bool) {
	area, ok := areaOf(g.frames[row][col], g.canvas(g.across.lines[row][col], s))
	return span{area.Min.Y, area.Max.Y}, ok
}

func (g *grid) canvas(x, y span) draw.Canvas {
	c := g.whole
	c.Rectangle = vg.Rectangle{Min: vg.Point{X: x.lo, Y: y.lo}, Max: vg.Point{X: x.hi, Y: y.hi}}
	return c
}

// areaOf is the area of a frame, if there is one.
func areaOf(f *Frame, c draw.Canvas) (area draw.Canvas, ok bool) {
	if f == nil {
		return c, false
	}
	return f.Area(c), true
}

// even changes the spans so that all areas have one length, and those at one place of their lines
// begin at one point.
func (d *direction) even() {
	margins := d.margins()
	var sum vg.Length
	for _, m := range margins {
		sum += m.lo + m.hi
	}
	n := len(margins)
	length := (d.whole - (sum + d.gap*vg.Length(n-1))) / vg.Length(n)
	for i, line := range d.lines {
		var moved vg.Length
		for k := range line {
			if d.downwards {
				k = n - 1 - k
			}
			s, inner := d.trim(i, k, margins[k])
			line[k] = span{s.lo + moved, s.hi + (moved + length - inner)}
			moved += length - inner
		}
	}
}

// margins are the largest distances between the ends of a span and of its area, for each place in
// the lines.
func (d *direction) margins() []span {
	margins := make([]span, len(d.lines[0]))
	for i, line := range d.lines {
		for k, s := range line {
			if a, ok := d.area(i, k, s); ok {
				m := &margins[k]
				m.lo, m.hi = max(m.lo, a.lo-s.lo), max(m.hi, s.hi-a.hi)
			}
		}
	}
	return margins
}

// trim returns a span whose area begins a margin within the tile, and the length of its area.
func (d *direction) trim(line, k int, margin span) (span, vg.Length) {
	s := d.lines[line][k]
	a, ok := d.area(line, k, s)
	if !ok {
		return s, s.length() - (margin.hi + margin.lo)
	}
	s = span{s.lo + (margin.lo - (a.lo - s.lo)), s.hi + (s.hi - a.hi - margin.hi)}
	a, _ = d.area(line, k, s) // a text at the end may now take more or less of it
	return s, a.length()
}
