package figure

import (
	"math"
	"slices"
)

// Grid is a page of figures in rows: small multiples. NewGrid makes one.
type Grid struct {
	Title   string
	Cols    int // figures in a row; 0 for as many as look well
	Figures []*Figure
	Width   float64 // of the whole page in CSS pixels, 0 for the default
	Height  float64 // of the whole page in CSS pixels, 0 for the default
	AsPNG   bool
}

// NewGrid returns a page with cols figures in a row; cols below 1 leaves it to the page.
func NewGrid(title string, cols int, figures ...*Figure) *Grid {
	return (&Grid{Title: title, Cols: max(cols, 0)}).Add(figures...)
}

// Add puts figures on the page, in rows from the top left. A nil figure leaves its place empty.
func (g *Grid) Add(figures ...*Figure) *Grid {
	g.Figures = append(g.Figures, figures...)
	return g
}

// Figure adds an empty figure to the page and returns it.
func (g *Grid) Figure(title string) *Figure {
	f := New(title)
	g.Figures = append(g.Figures, f)
	return f
}

// SameAxes gives all figures of the page that have axes one range, which holds the ranges of each, so that they compare at a glance. Call it
// last: it looks at the layers that are there. Axes of which some are logarithmic and others not are a problem of the figures.
func (g *Grid) SameAxes() *Grid { return g.SameX().SameY() }

// SameX is SameAxes for the x axes alone.
func (g *Grid) SameX() *Grid {
	return g.same("x", func(f *Figure) (a *Axis, lo, hi float64) {
		lo, hi, _, _ = f.Ranges()
		return &f.XAxis, lo, hi
	})
}

// SameY is SameAxes for the y axes alone.
func (g *Grid) SameY() *Grid {
	return g.same("y", func(f *Figure) (a *Axis, lo, hi float64) {
		_, _, lo, hi = f.Ranges()
		return &f.YAxis, lo, hi
	})
}

func (g *Grid) same(name string, axis func(*Figure) (a *Axis, lo, hi float64)) *Grid {
	lo, hi := math.Inf(1), math.Inf(-1)
	var axes []*Axis
	for _, f := range g.Figures {
		if f == nil || f.Bare || len(f.Layers) == 0 {
			continue
		}
		a, least, most := axis(f)
		if axes = append(axes, a); a.Log != axes[0].Log {
			f.problem("same %s axes: some are logarithmic and others are not", name)
			return g
		}
		lo, hi = min(lo, least), max(hi, most)
	}
	for _, a := range axes {
		a.Min, a.Max, a.Fixed = lo, hi, true
	}
	return g
}

// OneLegend leaves out the legend of each figure whose entries all stand in that of one figure before it, as in a page of pairs of columns with the same
// classes. Call it last: it looks at the layers that are there.
func (g *Grid) OneLegend() *Grid {
	var shown []map[string]bool
	for _, f := range g.Figures {
		if f == nil || f.Corner == NoLegend {
			continue
		}
		entries := map[string]bool{}
		for _, l := range f.Layers {
			if l.Name != "" {
				entries[l.Name] = true
			}
		}
		if slices.ContainsFunc(shown, func(other map[string]bool) bool { return within(entries, other) }) {
			f.Legend(NoLegend)
		} else {
			shown = append(shown, entries)
		}
	}
	return g
}

func within(part, all map[string]bool) bool {
	for entry := range part {
		if !all[entry] {
			return false
		}
	}
	return true
}

// Size sets the size of the whole page in CSS pixels.
func (g *Grid) Size(width, height float64) *Grid {
	g.Width, g.Height = width, height
	return g
}

// PNG asks for a PNG picture in place of SVG.
func (g *Grid) PNG() *Grid {
	g.AsPNG = true
	return g
}

// Err returns what could not be drawn and why, or nil.
func (g *Grid) Err() error {
	var all []string
	for _, f := range g.Figures {
		if f != nil {
			all = append(all, f.Problems...)
		}
	}
	return problemsError(g.Title, all)
}

// Frames is a sequence of pages of which a reader sees one at a time and moves with a slider. It needs no kernel.
type Frames struct {
	Title  string
	Pages  []*Grid
	Names  []string // what the slider says at each page
	Millis int      // of one page when it plays by itself
}

// NewFrames returns an empty sequence.
func NewFrames(title string) *Frames { return &Frames{Title: title, Millis: 600} }

// Add appends a page of one figure; name is what the slider says there, such as "t = 3".
func (s *Frames) Add(name string, f *Figure) *Frames {
	return s.AddGrid(name, &Grid{Figures: []*Figure{f}})
}

// AddGrid appends a page of several figures.
func (s *Frames) AddGrid(name string, g *Grid) *Frames {
	s.Pages = append(s.Pages, g)
	s.Names = append(s.Names, name)
	return s
}

// Err returns what could not be drawn and why, or nil.
func (s *Frames) Err() error {
	var all []string
	for _, g := range s.Pages {
		if err := g.Err(); err != nil {
			all = append(all, err.Error())
		}
	}
	return problemsError(s.Title, all)
}
