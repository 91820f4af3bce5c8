package figure

import (
	"fmt"
	"math"
	"strings"
)

// kind is what this package knows of a kind of layer. A new one is a constant of Kind, a record here, a method that makes
// it, and a record in package render.
type kind struct {
	words  string                                 // what the text alternative calls it
	fits   func(l Layer) bool                     // the columns are those of the kind
	extent func(l Layer) (x0, x1, y0, y1 float64) // nil: the spans of X and Y
	tell   func(l Layer, words string) string     // the text alternative; nil: name, number, and the ranges of x and y
	excess func(l Layer) string                   // see Layer.excess
	look
}

// look is how a kind of layer lies on its axes.
type look byte

const (
	open  look = iota // beside and below it is room
	fills             // it covers a part of the plane wholly
	based             // it stands on zero
)

var kinds = map[Kind]kind{
	Line:     {"line", points, nil, nil, tooManyPoints, open},
	Scatter:  {"points", points, nil, nil, tooManyPoints, open},
	Step:     {"step function", points, nil, nil, tooManyPoints, open},
	ErrorBar: {"error bars", pointsWithEnds, withEnds, nil, tooManyMarks, open},
	Band:     {"band", ends, withEnds, nil, tooManyPoints, open},
	Bars:     {"bars", func(l Layer) bool { return points(l) && len(l.Hi) == len(l.X) }, barsExtent, nil, tooManyMarks, based},
	Stem:     {"stems", points, fromZero, nil, tooManyMarks, based},
	Polygon:  {"polygon", points, nil, nil, tooManyPoints, open},
	Contour:  {"contours", grid, nil, levelWords, tooManyLevels, open},
	Heat:     {"heat map", grid, gridExtent, gridWords, tooManyCells, fills},
	Gray:     {"grey image", grid, gridExtent, gridWords, tooManyCells, fills},
	Regions:  {"regions", func(l Layer) bool { return grid(l) && len(l.X) > 1 && len(l.Y) > 1 }, nil, regionWords, tooManyCells, fills},
	Straight: {"straight line", straight, straightExtent, straightWords, tooManyMarks, open},
	Arrows:   {"arrows", pointsWithEnds, arrowsExtent, nil, tooManyMarks, open},
	Trace:    {"path", points, nil, nil, tooManyMarks, open},
	Labels:   {"text", pointsWithText, nil, textWords, tooManyMarks, open},
	Boxes:    {"text", pointsWithText, nil, textWords, tooManyMarks, open},
	Nodes:    {"graph", func(l Layer) bool { return points(l) && l.edgesFit() }, nil, graphWords, tooManyMarks, open},
	Joins:    {"dendrogram", func(l Layer) bool { return points(l) && len(l.X) == 5*len(l.Lo) }, nil, joinWords, tooManyPoints, open},
	BoxPlot:  {"box plot", func(l Layer) bool { return pointsWithEnds(l) && len(l.Z) == 2*len(l.X) }, boxesExtent, boxWords, tooManyMarks, open},
	Shades:   {"shaded points", func(l Layer) bool { return points(l) && len(l.Z) == len(l.X) }, nil, shadeWords, tooManyMarks, open},
	Scene:    {"space", sceneFits, nil, sceneWords, tooManyMarks, open},
	Ternary:  {"triangle of shares", func(l Layer) bool { return points(l) && len(l.X) == 4 && len(l.Text) == 3 }, nil, cornerWords, tooManyMarks, open},
}

// Fills says that layers of the kind fill the whole plane that they cover, so that axes end with them.
func (k Kind) Fills() bool { return kinds[k].look == fills }

// FromZero says that layers of the kind stand on zero, so that the y axis begins there.
func (k Kind) FromZero() bool { return kinds[k].look == based }

// fits says that the columns of the layer are those of its kind.
func (l Layer) fits() bool {
	k, known := kinds[l.Kind]
	return known && k.fits(l)
}

// Extent returns the ranges of x and y that the layer covers. Rules cover their own coordinate only, and slanted
// lines none: they reach as far as the axes do. An empty range is (+Inf, -Inf).
func (l Layer) Extent() (x0, x1, y0, y1 float64) {
	if extent := kinds[l.Kind].extent; extent != nil {
		return extent(l)
	}
	return spans(l)
}

// excess says what of a layer is too much, and what to do about it; it is empty when all is well.
func (l Layer) excess() string {
	if excess := kinds[l.Kind].excess; excess != nil {
		return excess(l)
	}
	return tooManyMarks(l)
}

// words tells what a layer shows.
func (l Layer) words() string {
	k := kinds[l.Kind]
	if k.tell != nil {
		return k.tell(l, k.words)
	}
	x0, x1, y0, y1 := l.Extent()
	return fmt.Sprintf("%s: %d, x in %s, y in %s", named(k.words, l.Name), len(l.X), interval(x0, x1), interval(y0, y1))
}

// What the columns of layers must be.

func points(l Layer) bool { return len(l.X) > 0 && len(l.X) == len(l.Y) }

func ends(l Layer) bool { return len(l.X) > 0 && len(l.Lo) == len(l.X) && len(l.Hi) == len(l.X) }

func pointsWithEnds(l Layer) bool { return points(l) && ends(l) }

func pointsWithText(l Layer) bool { return points(l) && len(l.Text) == len(l.X) }

func grid(l Layer) bool {
	return len(l.X) > 0 && len(l.Y) > 0 && len(l.Z) == len(l.X)*len(l.Y) && rising(l.X) && rising(l.Y)
}

func straight(l Layer) bool {
	return len(l.X) == 1 && len(l.Y) == 1 && len(l.Z) == 1 && (l.X[0] != 0 || l.Y[0] != 0)
}

// What layers cover.

func spans(l Layer) (x0, x1, y0, y1 float64) {
	x0, x1 = Span(l.X)
	y0, y1 = Span(l.Y)
	return x0, x1, y0, y1
}

func withEnds(l Layer) (x0, x1, y0, y1 float64) {
	x0, x1, y0, y1 = spans(l)
	lo, _ := Span(l.Lo)
	_, hi := Span(l.Hi)
	return x0, x1, min(y0, lo), max(y1, hi)
}

func barsExtent(l Layer) (x0, x1, y0, y1 float64) {
	x0, _ = Span(l.X)
	_, x1 = Span(l.Y)
	lo, hi := Span(l.Hi)
	return x0, x1, min(0, lo), max(0, hi)
}

func boxesExtent(l Layer) (x0, x1, y0, y1 float64) {
	x0, x1, y0, y1 = withEnds(l)
	return x0 - 0.4, x1 + 0.4, y0, y1
}

func fromZero(l Layer) (x0, x1, y0, y1 float64) {
	x0, x1, y0, y1 = spans(l)
	return x0, x1, min(0, y0), max(y1, 0)
}

func arrowsExtent(l Layer) (x0, x1, y0, y1 float64) {
	x0, x1, y0, y1 = spans(l)
	a, b := Span(l.Lo)
	c, d := Span(l.Hi)
	return min(x0, a), max(x1, b), min(y0, c), max(y1, d)
}

func gridExtent(l Layer) (x0, x1, y0, y1 float64) {
	x0, x1, y0, y1 = spans(l)
	hx, hy := halfCell(l.X), halfCell(l.Y)
	return x0 - hx, x1 + hx, y0 - hy, y1 + hy
}

func straightExtent(l Layer) (x0, x1, y0, y1 float64) {
	x0, x1 = math.Inf(1), math.Inf(-1)
	y0, y1 = x0, x1
	switch {
	case len(l.X) != 1 || len(l.Y) != 1 || len(l.Z) != 1:
	case l.X[0] == 0:
		y0 = -l.Z[0] / l.Y[0]
		y1 = y0
	case l.Y[0] == 0:
		x0 = -l.Z[0] / l.X[0]
		x1 = x0
	}
	return x0, x1, y0, y1
}

// What of layers is too much.

func tooManyPoints(l Layer) string {
	if len(l.X) <= maxPoints {
		return ""
	}
	return fmt.Sprintf("%s points are more than the %s that are drawn: draw a sample of them, or their numbers with Histogram or HeatGrid", grouped(len(l.X)), grouped(maxPoints))
}

func tooManyMarks(l Layer) string {
	n := max(len(l.X), len(l.Lo))
	if n <= maxShapes {
		return ""
	}
	return fmt.Sprintf("%s marks are more than the %s that are drawn", grouped(n), grouped(maxShapes))
}

func tooManyCells(l Layer) string {
	if len(l.Z) <= maxCells {
		return ""
	}
	return fmt.Sprintf("a grid of %s values is more than the %s that are drawn: take every second or third row and column", grouped(len(l.Z)), grouped(maxCells))
}

func tooManyLevels(l Layer) string {
	if len(l.Lo) <= maxLevels {
		return tooManyCells(l)
	}
	return fmt.Sprintf("%s levels are more than the %s that are drawn", grouped(len(l.Lo)), grouped(maxLevels))
}

// What layers show, in words.

func levelWords(l Layer, words string) string {
	lo, hi := Span(l.Lo)
	if lo == hi {
		return named("level set", l.Name) + ": level " + Number(lo)
	}
	return fmt.Sprintf("%s: %d levels in %s", named(words, l.Name), len(l.Lo), interval(lo, hi))
}

func gridWords(l Layer, words string) string {
	lo, hi := Span(l.Z)
	return fmt.Sprintf("%s: %d×%d values in %s", named(words, l.Name), len(l.Y), len(l.X), interval(lo, hi))
}

func boxWords(l Layer, words string) string {
	lo, hi := Span(l.Y)
	_, _, least, most := withEnds(l)
	return fmt.Sprintf("%s: %d, medians in %s, whiskers in %s", named(words, l.Name), len(l.X), interval(lo, hi), interval(least, most))
}

func shadeWords(l Layer, words string) string {
	x0, x1, y0, y1 := spans(l)
	lo, hi := Span(l.Z)
	return fmt.Sprintf("%s: %d, x in %s, y in %s, values in %s", named(words, l.Name), len(l.X), interval(x0, x1), interval(y0, y1), interval(lo, hi))
}

func regionWords(l Layer, words string) string { return words + " of class " + some(l.Text, 12) }

func textWords(l Layer, words string) string {
	return words + ": " + strings.ReplaceAll(some(l.Text, 12), "\n", ", ")
}

func cornerWords(l Layer, words string) string { return words + ": " + strings.Join(l.Text, ", ") }

func straightWords(l Layer, words string) string {
	text := named(words, l.Name) + ": "
	a, b, c := l.X[0], l.Y[0], l.Z[0]
	switch {
	case a == 0:
		return text + "y = " + Number(-c/b+0)
	case b == 0:
		return text + "x = " + Number(-c/a+0)
	}
	return text + fmt.Sprintf("%s·x + %s·y + %s = 0", Number(a), Number(b), Number(c))
}
