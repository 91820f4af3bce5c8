package figure

import (
	"fmt"
	"strings"
)

// This file tells in words what a figure shows: its text alternative.

// String is the text alternative: title, axes, and each layer with its ranges.
func (f *Figure) String() string {
	var b strings.Builder
	b.WriteString("Figure")
	if f.Title != "" {
		b.WriteString(": " + f.Title)
	}
	b.WriteString("\n")
	if !f.Bare {
		b.WriteString(axisWords("x", f.XAxis) + axisWords("y", f.YAxis))
	}
	for _, l := range f.Layers {
		if s := f.layerWords(l); s != "" {
			b.WriteString("  " + s + "\n")
		}
	}
	for _, p := range f.Problems {
		b.WriteString("  not drawn: " + p + "\n")
	}
	return b.String()
}

// String is the text alternative of the page.
func (g *Grid) String() string {
	if g.Title == "" && len(g.Figures) == 1 && g.Figures[0] != nil {
		return g.Figures[0].String()
	}
	s := fmt.Sprintf("Page of %d figures: %s\n", len(g.Figures), g.Title)
	if pictures := g.pictureWords(); pictures != "" {
		return s + pictures
	}
	for _, f := range g.Figures {
		if f != nil {
			s += f.String()
		}
	}
	return s
}

// pictureWords tells on one line what a page of images of one size shows; it is empty for other pages.
func (g *Grid) pictureWords() string {
	if !g.pictures() {
		return ""
	}
	var titles []string
	var z []float64
	var first Layer
	for _, f := range g.Figures {
		if f == nil {
			continue
		}
		l := f.Layers[0]
		if first.X == nil {
			first = l
		}
		if len(l.X) != len(first.X) || len(l.Y) != len(first.Y) || len(f.Problems) > 0 {
			return ""
		}
		if z = append(z, l.Z...); f.Title != "" {
			titles = append(titles, f.Title)
		}
	}
	if first.X == nil {
		return ""
	}
	first.Z = z
	if len(titles) > 0 {
		first.Name = some(titles, 12)
	}
	return fmt.Sprintf("  each a %s\n", first.words())
}

// String is the text alternative of the sequence: its first and its last page.
func (s *Frames) String() string {
	text := fmt.Sprintf("Sequence of %d frames: %s\n", len(s.Pages), s.Title)
	if n := len(s.Pages); n > 0 {
		text += "first, " + s.Names[0] + ": " + s.Pages[0].String()
		if n > 1 {
			text += "last, " + s.Names[n-1] + ": " + s.Pages[n-1].String()
		}
	}
	return text
}

func axisWords(name string, a Axis) string {
	if a.Label == "" && !a.Log && !a.Fixed {
		return ""
	}
	s := "  " + name + " axis"
	if a.Label != "" {
		s += ": " + a.Label
	}
	if a.Fixed {
		s += ", " + interval(a.Min, a.Max)
	}
	if a.Log {
		s += ", logarithmic"
	}
	return s + "\n"
}

// layerWords tells what a layer shows; in a ternary figure its points are shares.
func (f *Figure) layerWords(l Layer) string {
	corners := f.corners()
	if corners != nil && (l.Kind == Scatter || l.Kind == Trace || l.Kind == Line) {
		return l.shareWords(corners)
	}
	return l.words()
}

func named(kind, name string) string {
	if name == "" {
		return kind
	}
	return kind + " “" + name + "”"
}

func interval(lo, hi float64) string { return "[" + Number(lo) + ", " + Number(hi) + "]" }

func some(list []string, n int) string {
	if len(list) > n {
		return strings.Join(list[:n], ", ") + fmt.Sprintf(", … (%d)", len(list))
	}
	return strings.Join(list, ", ")
}
