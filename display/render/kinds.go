package render

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
)

// kind is what this package knows of a kind of layer: how it is drawn, and how a legend goes about it.
type kind struct {
	rank int // what lies below what, see the constants
	draw func(*ground, figure.Layer)
	// entries are what a legend names of the layer; nil: the layer, if it has a name.
	entries func(*figure.Figure, figure.Layer) []figure.Layer
	sample  func(swatchAt, figure.Layer)                   // how it looks in a legend; nil: a line
	touches func(*ground, figure.Layer, vg.Rectangle) bool // it has something in a rectangle; nil: the line through its points
}

// What lies below what. Layers of one rank keep their order.
const (
	rankAreas = iota
	rankGrid
	rankFills
	rankLines
	rankPoints
	rankWords
	ranks
)

var kinds = map[figure.Kind]kind{
	figure.Line:     {rank: rankLines, draw: drawLine, sample: sampleLine},
	figure.Scatter:  {rank: rankPoints, draw: drawScatter, sample: samplePoint, touches: pointsTouch},
	figure.Step:     {rank: rankLines, draw: drawStep},
	figure.ErrorBar: {rank: rankPoints, draw: drawErrorBars, sample: sampleErrorBar, touches: errorBarsTouch},
	figure.Band:     {rank: rankFills, draw: drawBand, sample: sampleFill(0.2), touches: bandTouches},
	figure.Bars:     {rank: rankFills, draw: drawBars, sample: sampleFill(0.45), touches: (*ground).barsTouch},
	figure.Stem:     {rank: rankPoints, draw: drawStems, sample: sampleMarked},
	figure.Polygon:  {rank: rankFills, draw: drawPolygon, sample: sampleFill(0.18)},
	figure.Contour:  {rank: rankLines, draw: drawContours, entries: contourEntries, sample: sampleContour, touches: never},
	figure.Heat:     {rank: rankAreas, draw: drawHeat, entries: noEntries},
	figure.Gray:     {rank: rankAreas, draw: drawHeat, entries: noEntries},
	figure.Regions:  {rank: rankAreas, draw: drawRegions, entries: regionEntries, touches: never},
	figure.Straight: {rank: rankLines, draw: drawStraight, touches: (*ground).straightTouches},
	figure.Arrows:   {rank: rankLines, draw: drawArrows, touches: arrowsTouch},
	figure.Trace:    {rank: rankLines, draw: drawTrace, sample: sampleMarked},
	figure.Labels:   {rank: rankWords, draw: drawLabels, touches: pointsTouch},
	figure.Boxes:    {rank: rankWords, draw: drawBoxes, touches: pointsTouch},
	figure.Nodes:    {rank: rankLines, draw: drawGraph, sample: samplePoint, touches: (*ground).graphTouches},
	figure.Joins:    {rank: rankLines, draw: drawLine},
	figure.BoxPlot:  {rank: rankFills, draw: drawBoxPlot, sample: sampleFill(0.3), touches: (*ground).boxPlotTouches},
	figure.Shades:   {rank: rankPoints, draw: drawShades, entries: noEntries, touches: pointsTouch},
	figure.Scene:    {rank: rankPoints, draw: drawScene, entries: sceneEntries, touches: pointsTouch},
	figure.Ternary:  {rank: rankGrid, draw: drawTernary},
}

// What a legend names of a layer.

func noEntries(*figure.Figure, figure.Layer) []figure.Layer { return nil }

// contourEntries names level sets, and contours of one colour: those of a scale have their numbers beside them.
func contourEntries(_ *figure.Figure, l figure.Layer) []figure.Layer {
	if l.Name == "" || l.Style.Series == 0 && l.Style.Color == "" && len(l.Lo) > 1 {
		return nil
	}
	return []figure.Layer{l}
}

// regionEntries names the regions, of classes that have one, unless points of the classes do.
func regionEntries(f *figure.Figure, l figure.Layer) []figure.Layer {
	for _, other := range f.Layers {
		if other.Kind == figure.Scatter && other.Name != "" {
			return nil
		}
	}
	var all []figure.Layer
	for c, name := range l.Text {
		if c < 12 && slices.Contains(l.Z, float64(c)) {
			all = append(all, figure.Layer{Kind: figure.Band, Name: name, Style: figure.Style{Series: c + 1, Alpha: 0.3}})
		}
	}
	return all
}

// How layers look in a legend.

// swatchAt is the place of a sample: from x0 to x1 at the height y.
type swatchAt struct {
	draw.Canvas
	x0, x1, y vg.Length
}

func (s swatchAt) middle() vg.Point { return vg.Point{X: (s.x0 + s.x1) / 2, Y: s.y} }

func (s swatchAt) stroke(style draw.LineStyle) { s.StrokeLine2(style, s.x0, s.y, s.x1, s.y) }

func (s swatchAt) mark(l figure.Layer) { markerOf(l, len(l.X)).draw(s.Canvas, []vg.Point{s.middle()}) }

func sampleStroke(s swatchAt, l figure.Layer) { s.stroke(lineStyle(l.Style)) }

func sampleLine(s swatchAt, l figure.Layer) {
	sampleStroke(s, l)
	if l.Style.Marks {
		s.mark(l)
	}
}

func sampleMarked(s swatchAt, l figure.Layer) {
	sampleStroke(s, l)
	if l.Kind == figure.Trace {
		l.Style.Marker = max(l.Style.Marker, figure.Circle)
	}
	s.mark(l)
}

func samplePoint(s swatchAt, l figure.Layer) {
	m := markerOf(l, len(l.X))
	m.color.A = 255
	m.radius = max(m.radius, 2.6)
	m.draw(s.Canvas, []vg.Point{s.middle()})
}

func sampleFill(alpha float64) func(swatchAt, figure.Layer) {
	return func(s swatchAt, l figure.Layer) {
		r := vg.Rectangle{Min: vg.Point{X: s.x0 + 3, Y: s.y - 4}, Max: vg.Point{X: s.x1 - 3, Y: s.y + 4}}
		s.SetColor(faded(colorOf(l.Style), l.Style, alpha))
		s.Fill(r.Path())
	}
}

func sampleContour(s swatchAt, l figure.Layer) {
	style := lineStyle(l.Style)
	if l.Style.Series == 0 && l.Style.Color == "" {
		style.Color = ink
	}
	s.stroke(style)
}

func sampleErrorBar(s swatchAt, l figure.Layer) {
	m := s.middle()
	s.StrokeLine2(lineStyle(l.Style), m.X, s.y-5, m.X, s.y+5)
	s.mark(l)
}

// Where layers have something in a rectangle of the canvas. Tinted regions and contours may be covered.

func never(*ground, figure.Layer, vg.Rectangle) bool { return false }

func pointsTouch(g *ground, l figure.Layer, r vg.Rectangle) bool {
	for i := range l.X {
		if p, ok := g.at(l.X[i], l.Y[i]); ok && inside(r, p) {
			return true
		}
	}
	return false
}

func lineTouches(g *ground, l figure.Layer, r vg.Rectangle) bool {
	return pathTouches(g.runs(l.X, l.Y), r)
}

func bandTouches(g *ground, l figure.Layer, r vg.Rectangle) bool {
	return pathTouches(g.runs(l.X, l.Lo), r) || pathTouches(g.runs(l.X, l.Hi), r)
}

func errorBarsTouch(g *ground, l figure.Layer, r vg.Rectangle) bool {
	return bandTouches(g, l, r) || lineTouches(g, l, r)
}

func arrowsTouch(g *ground, l figure.Layer, r vg.Rectangle) bool {
	return lineTouches(g, l, r) || pathTouches(g.runs(l.Lo, l.Hi), r)
}
