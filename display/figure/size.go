package figure

import (
	"fmt"
	"math"
)

// This file decides how large a page is, in CSS pixels.

// Single says that the page is a single figure without a title of its own.
func (g *Grid) Single() bool { return len(g.Figures) == 1 && g.Title == "" }

// Heading is the title of the page, or of its only figure.
func (g *Grid) Heading() string {
	if g.Single() && g.Figures[0] != nil {
		return g.Figures[0].Title
	}
	return g.Title
}

// PNGWanted says that the page or one of its figures asks for PNG.
func (g *Grid) PNGWanted() bool {
	for _, f := range g.Figures {
		if f != nil && f.AsPNG {
			return true
		}
	}
	return g.AsPNG
}

// Metadata is the display metadata of the page as a JSON object: the size at which its PNG is shown, or empty.
func (g *Grid) Metadata() string {
	if !g.PNGWanted() {
		return ""
	}
	w, h := g.PageSize()
	return fmt.Sprintf(`{"image/png":{"width":%.0f,"height":%.0f}}`, w, h)
}

// Metadata is the display metadata of the figure, as that of a page.
func (f *Figure) Metadata() string { return (&Grid{Figures: []*Figure{f}}).Metadata() }

// Metadata is empty: frames are not PNG.
func (s *Frames) Metadata() string { return "" }

// Shape is the number of rows and columns of the page, at least 1 each.
func (g *Grid) Shape() (rows, cols int) {
	n := max(len(g.Figures), 1)
	cols = min(g.Cols, n)
	if cols < 1 {
		switch {
		case n <= 3:
			cols = n
		case n == 4:
			cols = 2
		case g.pictures():
			cols = 10
		default:
			cols = 3
		}
	}
	cols = min(cols, n)
	return (n + cols - 1) / cols, cols
}

// pictures says that the page is one of images only.
func (g *Grid) pictures() bool {
	for _, f := range g.Figures {
		if f != nil && (len(f.Layers) != 1 || f.Layers[0].Kind != Gray) {
			return false
		}
	}
	return len(g.Figures) > 0
}

const titleHeight = 28

// PageSize is the size of the page: what Size asked for, or what suits the number and kind of its figures.
func (g *Grid) PageSize() (width, height float64) {
	if g.Width > 0 && g.Height > 0 {
		return g.Width, g.Height
	}
	rows, cols := g.Shape()
	width, height = g.panelSize(cols)
	if g.Single() {
		f := g.Figures[0]
		if f != nil && f.Width > 0 && f.Height > 0 {
			return f.Width, f.Height
		}
		return width, height
	}
	width, height = width*float64(cols), height*float64(rows)
	if g.Title != "" {
		height += titleHeight
	}
	return min(max(width, 200), 4000), min(max(height, 100), 4000)
}

// panelSize is the size of one figure in a row of cols.
func (g *Grid) panelSize(cols int) (width, height float64) {
	if g.pictures() && !g.Single() {
		w := min(max(960/float64(cols), 64), 180)
		return w, w * 1.05
	}
	width = []float64{560, 430, 320}[min(cols, 3)-1]
	if cols > 3 {
		width = max(960/float64(cols), 190)
	}
	height = width * 0.66
	if cols > 1 {
		height = width * 0.78
	}
	if f := g.Figures; len(f) > 0 && f[0] != nil && f[0].EqualAspect {
		width, height = equalSize(f[0], width)
	}
	return width, height
}

// equalSize suits a figure with equal units to the shape of its data.
func equalSize(f *Figure, width float64) (w, h float64) {
	x0, x1, y0, y1 := f.extent()
	ratio := (y1 - y0) / (x1 - x0)
	if math.IsNaN(ratio) || ratio <= 0 {
		ratio = 1
	}
	if ratio > 0.9 {
		width *= 0.86
	}
	return math.Round(width), math.Round(min(max(width*ratio*0.9+20, width*0.52), width*1.2))
}
