package display

import "github.com/mercer-go/mercer/display/figure"

// The figures of package figure, under short names. See there for what they draw.
type (
	Figure       = figure.Figure
	Grid         = figure.Grid
	Frames       = figure.Frames
	Space        = figure.Space
	FigureOption = figure.Option
)

// NewFigure returns an empty figure. Its methods add layers and return it, so that it is the last expression of a cell
// or the argument of Show.
func NewFigure(title string) *Figure { return figure.New(title) }

// NewGrid returns a page of figures with cols in a row: small multiples.
func NewGrid(title string, cols int, figures ...*Figure) *Grid {
	return figure.NewGrid(title, cols, figures...)
}

// NewFrames returns an empty sequence of figures behind a slider, which also works without a kernel.
func NewFrames(title string) *Frames { return figure.NewFrames(title) }

// NewSpace returns an empty space for points, paths and surfaces in three dimensions, which From and Turn make figures of.
func NewSpace(title string) *Space { return figure.NewSpace(title) }

// ImageGrid returns a page of grey pictures with cols in a row. An image is a matrix or a [][]float64; titles may be
// fewer than images.
func ImageGrid[M any](title string, cols int, images []M, titles ...string) *Grid {
	g := figure.NewGrid(title, cols)
	for i, m := range images {
		name := ""
		if i < len(titles) {
			name = titles[i]
		}
		g.Add(figure.New(name).Image(m))
	}
	return g
}

// Options of layers, see package figure.
var (
	Dashed   = figure.Dashed
	Dotted   = figure.Dotted
	DashDot  = figure.DashDot
	Thin     = figure.Thin
	Thick    = figure.Thick
	Marked   = figure.Marked
	Unlisted = figure.Unlisted
)

// Color draws a layer in a colour of the palette (blue, orange, green, vermillion, sky, purple, yellow, black, gray)
// or in #rrggbb.
func Color(name string) FigureOption { return figure.Color(name) }

// Shape draws points with a marker, such as figure.Ring.
func Shape(m figure.Marker) FigureOption { return figure.Shape(m) }

// LineWidth draws lines of this width in CSS pixels.
func LineWidth(px float64) FigureOption { return figure.Width(px) }

// Radius draws markers of this radius in CSS pixels.
func Radius(px float64) FigureOption { return figure.Radius(px) }

// Alpha draws with this opacity, in (0, 1].
func Alpha(a float64) FigureOption { return figure.Alpha(a) }

// Places of a legend, for Figure.Legend.
const (
	TopRight    = figure.TopRight
	TopLeft     = figure.TopLeft
	BottomRight = figure.BottomRight
	BottomLeft  = figure.BottomLeft
	Outside     = figure.Outside
	NoLegend    = figure.NoLegend
)
