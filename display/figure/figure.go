package figure

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// MIME is the type of an encoded figure, grid or sequence of frames in a bundle.
const MIME = "application/vnd.mercer.figure"

// Figure is one set of axes and what is drawn on it. New makes one; the zero value is an empty figure without title.
type Figure struct {
	Title        string
	XAxis, YAxis Axis
	EqualAspect  bool    // one unit of x is as long as one unit of y
	Bare         bool    // no axes: pictures and diagrams
	Corner       Corner  // where the legend goes
	Width        float64 // in CSS pixels, 0 for the default
	Height       float64 // in CSS pixels, 0 for the default
	AsPNG        bool    // draw as PNG in place of SVG
	Layers       []Layer
	Problems     []string // why layers are missing

	classNames []string  // for Classes and Regions
	spare      string    // the problem of names that no label shows
	classes    []float64 // the numeric labels that these have shown, in increasing order
	rows       int       // of the matrix that is drawn, 0 for none; ticks of y count them from the top
}

// New returns an empty figure with a title, which may be empty.
func New(title string) *Figure { return &Figure{Title: title} }

// Layer is one kind of mark with its data. Which of the fields a kind uses is said at the constants of Kind.
type Layer struct {
	Kind   Kind
	Name   string    // what the legend calls it; empty for no entry
	X, Y   []float64 // positions; for grids the coordinates of the columns (X) and of the rows (Y)
	Z      []float64 // further numbers, by kind
	Lo, Hi []float64 // lower and upper ends in y
	Text   []string  // labels
	Style  Style

	of      string // "box plot" or "violins", which have the places of the labels for themselves
	grouped bool   // one of Bars, with a place beside the others at each label

	labels []float64 // of the class of points that Classes has drawn; of the classes 0, 1, … of regions
}

// Kind says what a layer draws.
type Kind byte

// The kinds of layers.
const (
	Line     Kind = 'l' // X, Y: a line through the points, broken where one is not finite
	Scatter  Kind = 's' // X, Y: markers
	Step     Kind = 't' // X, Y: constant from each point to the next (right continuous)
	ErrorBar Kind = 'e' // X, Y, Lo, Hi: markers with bars from Lo to Hi
	Band     Kind = 'b' // X, Lo, Hi: the area between
	Bars     Kind = 'r' // X, Y, Hi: left and right ends and heights of bars from 0
	Stem     Kind = 'm' // X, Y: a stalk from 0 and a marker
	Polygon  Kind = 'p' // X, Y: a closed outline, filled lightly
	Contour  Kind = 'c' // X, Y, Z (row by row), Lo: the levels
	Heat     Kind = 'h' // X, Y, Z (row by row): colours with a colour bar
	Gray     Kind = 'g' // X, Y, Z (row by row): a grey image, no colour bar
	Regions  Kind = 'd' // X, Y, Z (row by row, class numbers 0, 1, …): tinted areas; Text: names of the classes
	Straight Kind = 'a' // X[0]·x + Y[0]·y + Z[0] = 0, as far as the axes reach
	Arrows   Kind = 'w' // X, Y, Lo, Hi: arrows from (X, Y) to (Lo, Hi)
	Trace    Kind = 'T' // X, Y: a path with dots and arrow heads in its direction
	Labels   Kind = 'x' // X, Y, Text: words at points
	Boxes    Kind = 'o' // X, Y, Text: words in boxes, the nodes of a diagram
	Nodes    Kind = 'n' // X, Y: nodes of a graph; Lo, Hi: the numbers of the nodes that each edge joins; Text, Z: words and classes (from 1, 0 for none) of the nodes, then words and widths of the edges
	Joins    Kind = 'j' // X, Y: the elbows of the merges of a dendrogram, broken by NaN; Lo: the heights of the merges; Text: the leaves below them
	BoxPlot  Kind = 'q' // X, Y, Lo, Hi: places, medians and ends of the whiskers; Z: the lower ends of all boxes, then the upper ones
	Shades   Kind = 'z' // X, Y, Z: markers in the colours of a scale, with a colour bar
	Scene    Kind = '3' // X, Y: corners of pieces in space as they are seen, the farthest first; Lo: corners of each (1 a point, 2 a line, more a face); Hi: its series, from 1; Z: its value, NaN for none; Text: name, colour, size and opacity of each series, and the direction
	Ternary  Kind = 'y' // X, Y: the outline of a triangle of shares; Text: the names of its corners
)

// Corner says where a legend goes.
type Corner byte

// The places of a legend. Auto looks for the corner that covers the least and goes outside when every corner covers data.
const (
	Auto Corner = iota
	TopRight
	TopLeft
	BottomRight
	BottomLeft
	Outside
	NoLegend
)

// Legend says where the legend goes.
func (f *Figure) Legend(c Corner) *Figure {
	f.Corner = c
	return f
}

// Size sets the size in CSS pixels. Sizes outside 80 to 4000 are a problem.
func (f *Figure) Size(width, height float64) *Figure {
	if !(width >= 80 && width <= 4000 && height >= 80 && height <= 4000) {
		return f.problem("size: %g×%g pixels is not between 80 and 4000", width, height)
	}
	f.Width, f.Height = width, height
	return f
}

// PNG asks for a PNG picture in place of SVG.
func (f *Figure) PNG() *Figure {
	f.AsPNG = true
	return f
}

// NoAxes draws no axes, for pictures and diagrams.
func (f *Figure) NoAxes() *Figure {
	f.Bare = true
	return f
}

// Err returns what could not be drawn and why, or nil.
func (f *Figure) Err() error { return problemsError(f.Title, f.Problems) }

func problemsError(title string, problems []string) error {
	if len(problems) == 0 {
		return nil
	}
	return errors.New("figure " + fmt.Sprintf("%q", title) + ": " + strings.Join(problems, "; "))
}

// problem notes why a layer is missing, once.
func (f *Figure) problem(format string, args ...any) *Figure {
	if p := fmt.Sprintf(format, args...); !slices.Contains(f.Problems, p) {
		f.Problems = append(f.Problems, p)
	}
	return f
}

// add appends a layer with its options and, where it draws in a colour of its own, the next automatic colour.
func (f *Figure) add(l Layer, own bool, opts []Option) *Figure {
	for _, o := range opts {
		o.apply(&l.Style)
	}
	if own && l.Style.Color == "" && l.Style.Series == 0 {
		l.Style.Series = f.freeSeries()
	}
	if l.Style.hidden {
		l.Name = ""
	}
	if e := l.excess(); e != "" {
		return f.problem("%s", strings.TrimPrefix(fmt.Sprintf("%q: ", l.Name), `"": `)+e)
	}
	f.Layers = append(f.Layers, l)
	return f
}

// freeSeries is the number of the first automatic colour that no layer has, or, when all are taken, of the one that is
// taken least.
func (f *Figure) freeSeries() int {
	taken := make([]int, len(Palette))
	for _, l := range f.Layers {
		for i, name := range Palette {
			if l.Style.Color == name || l.Style.Color == "" && l.Style.Series-1 == i || l.Kind == Regions && i < len(l.Text) {
				taken[i]++
			}
		}
	}
	best := 0
	for i, n := range taken {
		if n < taken[best] {
			best = i
		}
	}
	return best + 1
}
