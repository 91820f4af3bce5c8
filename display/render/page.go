package render

import (
	"context"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
	"github.com/mercer-go/mercer/display/render/axes"
)

// drawPage draws all figures of a page in rows, their areas aligned.
func drawPage(ctx context.Context, c draw.Canvas, g *figure.Grid) {
	c = draw.Crop(c, 6, -10, 6, -8)
	if g.Title != "" && !g.Single() {
		style := words(14, true, ink)
		style.XAlign, style.YAlign = draw.XCenter, draw.YTop
		c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y}, g.Title)
		c.Max.Y -= style.Height(g.Title) + 10
	}
	shared := sharedLegend(g)
	if shared != nil {
		shared.draw(c, vg.Point{X: c.Max.X - shared.w, Y: c.Max.Y - 16})
		c.Max.X -= shared.w + 4
	}
	rows, cols := g.Shape()
	panels := newPanels(ctx, c, g, rows, cols)
	if p := panels[0][0]; rows == 1 && cols == 1 && p != nil {
		p.draw(alone(c, p), shared == nil)
		return
	}
	canvases := place(c, panels, shared == nil)
	for i := range rows {
		for j := range cols {
			if p := panels[i][j]; p != nil {
				p.draw(canvases[i][j], shared == nil)
			}
		}
	}
}

func newPanels(ctx context.Context, c draw.Canvas, g *figure.Grid, rows, cols int) [][]*panel {
	size := c.Size()
	w, h := float64(size.X)/float64(cols), float64(size.Y)/float64(rows)
	scale := 1.0
	if w < 290 {
		scale = max(0.8, w/290)
	}
	panels := make([][]*panel, rows)
	for i := range panels {
		panels[i] = make([]*panel, cols)
		for j := range cols {
			if k := i*cols + j; k < len(g.Figures) && g.Figures[k] != nil {
				panels[i][j] = newPanel(ctx, g.Figures[k], w, h, scale)
			}
		}
	}
	return panels
}

// alone is the canvas of the only panel of a page.
func alone(c draw.Canvas, p *panel) draw.Canvas {
	if p.bar != nil || p.Corner == figure.Outside {
		return c
	}
	return align([][]*panel{{p}}, c)[0][0]
}

// place finds the canvas of each panel. The areas of a page are aligned and of one width; room for legends and colour bars
// beside them is added to the columns that need it.
func place(c draw.Canvas, panels [][]*panel, legends bool) [][]draw.Canvas {
	var rooms []vg.Length
	var total vg.Length
	for range 3 { // room for one legend may leave another none inside
		rooms, total = settle(panels, align(panels, draw.Crop(c, 0, -total, 0, 0)), legends)
	}
	if total > 0.6*c.Size().X { // no page has so much room: each panel makes its own
		return align(panels, c)
	}
	canvases := align(panels, draw.Crop(c, 0, -total, 0, 0))
	for i, row := range panels {
		left := vg.Length(0)
		for j, p := range row {
			canvases[i][j].Min.X += left
			canvases[i][j].Max.X += left
			if p != nil {
				canvases[i][j].Max.X += p.room
			}
			left += rooms[j]
		}
		raiseTitles(row, canvases[i])
	}
	return canvases
}

// align returns the canvases of panels whose areas are aligned.
func align(panels [][]*panel, c draw.Canvas) [][]draw.Canvas {
	frames := make([][]*axes.Frame, len(panels))
	for i, row := range panels {
		frames[i] = make([]*axes.Frame, len(row))
		for j, p := range row {
			if p != nil {
				frames[i][j] = &p.frame
			}
		}
	}
	return axes.Align(frames, c, 14)
}

// raiseTitles puts the titles of a row on one height; the areas stay where they are.
func raiseTitles(row []*panel, canvases []draw.Canvas) {
	top := canvases[0].Max.Y
	for _, c := range canvases {
		top = max(top, c.Max.Y)
	}
	for j, p := range row {
		if p != nil && p.Title != "" {
			p.frame.Title.Gap += top - canvases[j].Max.Y
			canvases[j].Max.Y = top
		}
	}
}

// settle finds the room that each column needs beside its areas, and the sum.
func settle(panels [][]*panel, canvases [][]draw.Canvas, legends bool) (rooms []vg.Length, total vg.Length) {
	rooms = make([]vg.Length, len(panels[0]))
	for i, row := range panels {
		for j, p := range row {
			if p != nil {
				rooms[j] = max(rooms[j], p.settle(canvases[i][j], legends))
			}
		}
	}
	for _, room := range rooms {
		total += room
	}
	return rooms, total
}

// sharedLegend is the legend of a page whose figures that have one all have the same, else nil. One
// figure alone keeps its own.
func sharedLegend(g *figure.Grid) *legendBox {
	if g.Single() {
		return nil
	}
	var first *figure.Figure
	count := 0
	for _, f := range g.Figures {
		if f == nil {
			continue
		}
		if barOf(f) != nil {
			return nil
		}
		if len(entriesOf(f)) == 0 {
			continue
		}
		if f.Corner != figure.Auto {
			return nil
		}
		if first == nil {
			first = f
		}
		if count++; !sameLegend(first, f) {
			return nil
		}
	}
	if first == nil || count == 1 && len(g.Figures) > 1 {
		return nil
	}
	return legendOf(first, 1)
}
