package figure

// Style is how a layer looks. The zero value leaves everything to the kind of the layer.
type Style struct {
	Color  string  // a name of the palette or #rrggbb; empty for the automatic colour
	Series int     // number of the automatic colour, from 1; 0 for none
	Marker Marker  // 0 for the automatic marker
	Dash   Dash    // 0 for solid
	Width  float64 // of lines, in CSS pixels; 0 for the default
	Size   float64 // of markers, radius in CSS pixels; 0 for the default
	Alpha  float64 // opacity in (0, 1]; 0 for the default of the kind
	Marks  bool    // lines also show their points; contours their levels

	hidden bool // no entry in the legend
}

// Palette has the names of the automatic colours in their order.
var Palette = [...]string{"blue", "vermillion", "green", "purple", "orange", "sky", "black", "yellow"}

// Option changes how a layer looks: it sets what its style sets, and leaves the rest. It is data, so that a notebook keeps it from
// cell to cell.
type Option struct{ set Style }

// apply sets in s what the option sets.
func (o Option) apply(s *Style) {
	override(&s.Color, o.set.Color)
	override(&s.Series, o.set.Series)
	override(&s.Marker, o.set.Marker)
	override(&s.Dash, o.set.Dash)
	override(&s.Width, o.set.Width)
	override(&s.Size, o.set.Size)
	override(&s.Alpha, o.set.Alpha)
	override(&s.Marks, o.set.Marks)
	override(&s.hidden, o.set.hidden)
}

// override sets at to v, unless v is the zero value, which leaves the matter to others.
func override[T comparable](at *T, v T) {
	var zero T
	if v != zero {
		*at = v
	}
}

// Marker is the shape of a point.
type Marker byte

// The markers. Automatic ones follow this order, so classes differ in colour and in shape.
const (
	Circle Marker = iota + 1
	Triangle
	Square
	Diamond
	Cross
	Plus
	Ring
	Box
	Star
)

// Dash is the pattern of a line.
type Dash byte

// The patterns of lines.
const (
	DashLong Dash = iota + 1
	DashDots
	DashMixed
)

// The options without a parameter.
var (
	Dashed   = Option{Style{Dash: DashLong}}
	Dotted   = Option{Style{Dash: DashDots}}
	DashDot  = Option{Style{Dash: DashMixed}}
	Thin     = Option{Style{Width: 0.8}}
	Thick    = Option{Style{Width: 3}}
	Marked   = Option{Style{Marks: true}}  // a line shows its points, a contour its levels
	Unlisted = Option{Style{hidden: true}} // no entry in the legend
)

// Color draws in a colour of the palette (blue, orange, green, vermillion, sky, purple, yellow, black, gray) or in
// #rrggbb. A name that is not known is drawn in black.
func Color(name string) Option { return Option{Style{Color: name}} }

// Shape draws points with a marker.
func Shape(m Marker) Option { return Option{Style{Marker: m}} }

// Width draws lines of this width in CSS pixels.
func Width(px float64) Option { return Option{Style{Width: px}} }

// Radius draws markers of this radius in CSS pixels.
func Radius(px float64) Option { return Option{Style{Size: px}} }

// Alpha draws with this opacity, in (0, 1].
func Alpha(a float64) Option { return Option{Style{Alpha: a}} }
