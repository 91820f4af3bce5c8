package render

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
)

// drawPage draws all figures of a page in rows, their areas aligned.
func drawPage(c draw.Canvas, g *figure.Grid) {
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
	tiles := draw.Tiles{Rows: rows, Cols: cols, PadX: 14, PadY: 14}
	panels := newPanels(c, g, rows, cols)
	canvases := place(c, tiles, panels)
	for i := range rows {
		for j := range cols {
			if p := panels[i][j]; p != nil {
				p.draw(canvases[i][j], shared == nil)
			}
		}
	}
}

func newPanels(c draw.Canvas, g *figure.Grid, rows, cols int) [][]*panel {
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
				panels[i][j] = newPanel(g.Figures[k], w, h, scale)
			}
		}
	}
	return panels
}

// place finds the canvas of each panel. Pages without colour bars are aligned by gonum/plot, others are plain tiles.
func place(c draw.Canvas, tiles draw.Tiles, panels [][]*panel) [][]draw.Canvas {
	plots := make([][]*plot.Plot, len(panels))
	aligned := true
	for i, row := range panels {
		for _, p := range row {
			if p == nil {
				plots[i] = append(plots[i], nil)
				continue
			}
			aligned = aligned && p.bar == nil && p.Corner != figure.Outside
			plots[i] = append(plots[i], p.plot)
		}
	}
	if aligned {
		return plot.Align(plots, tiles, c)
	}
	out := make([][]draw.Canvas, tiles.Rows)
	for i := range out {
		for j := range tiles.Cols {
			out[i] = append(out[i], tiles.At(c, j, i))
		}
	}
	return out
}

// sharedLegend is the legend of a page whose figures all have the same one, else nil.
func sharedLegend(g *figure.Grid) *legendBox {
	if g.Single() {
		return nil
	}
	var first *figure.Figure
	for _, f := range g.Figures {
		if f == nil {
			continue
		}
		if f.Corner != figure.Auto || barOf(f) != nil {
			return nil
		}
		if first == nil {
			first = f
		}
		if !sameLegend(first, f) {
			return nil
		}
	}
	if first == nil {
		return nil
	}
	return legendOf(first, 1)
}
