package axes

import (
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Tick is a place on an axis.
type Tick struct {
	Value float64
	Text  string // empty for a minor tick, which is shorter
}

// Minor reports whether a tick is a minor one.
func (t Tick) Minor() bool { return t.Text == "" }

// Label is a text and its distance from what lies inside of it.
type Label struct {
	Text  string
	Style text.Style // its alignment is set by this package
	Gap   vg.Length
}

// inside is where the room of a label ends that begins at an edge: its parts and its gap.
func (l Label) inside(edge vg.Length, parts ...vg.Length) vg.Length {
	if l.Text == "" {
		return edge
	}
	for _, p := range parts {
		edge += p
	}
	return edge + l.Gap
}

// Axis is one axis of a figure.
type Axis struct {
	Min, Max   float64
	Log        bool // logarithmic, for positive values
	Label      Label
	Ticks      func(lo, hi float64) []Tick // returns ticks in the range from lo to hi
	TickStyle  text.Style                  // of their texts; its alignment is set by this package
	TickLength vg.Length
	Line       draw.LineStyle // of the axis and of its ticks
	Hidden     bool           // no line and no ticks
}

// At returns the place of a value on the axis, 0 at Min and 1 at Max. It is NaN for values that are
// not positive on a logarithmic axis.
func (a *Axis) At(x float64) float64 {
	if a.Log {
		lo := math.Log(a.Min)
		return (math.Log(x) - lo) / (math.Log(a.Max) - lo)
	}
	return (x - a.Min) / (a.Max - a.Min)
}

// repair replaces ends that overflowed by 0, and widens an empty range.
func (a *Axis) repair() {
	if math.IsInf(a.Min, 0) {
		a.Min = 0
	}
	if math.IsInf(a.Max, 0) {
		a.Max = 0
	}
	if a.Min == a.Max {
		a.Min, a.Max = a.Min-1, a.Max+1
	}
}

// side is an axis set at its edge of the canvas. Places across it are coordinates of the canvas.
type side struct {
	*Axis
	ticks       []Tick
	label, text text.Style
	labelAt     vg.Length // the baseline of the label
	textAt      vg.Length // where the texts of ticks are aligned
	tickAt      vg.Length // the outer end of the ticks
	lineAt      vg.Length
	room        vg.Length // from the edge to the area
	up          vg.Length // what texts are moved along the axis
	// reach is how far the text of a tick reaches beyond the tick, along the axis.
	reach func(s text.Style, txt string) vg.Length
}

// below sets the horizontal axis at the lower edge.
func (a *Axis) below(edge vg.Length) *side {
	s := a.side(draw.XCenter, draw.YTop)
	s.reach = rightOf
	height := s.label.Height(a.Label.Text)
	texts := s.longest(func(size vg.Point) vg.Length { return size.Y })
	s.labelAt = edge + s.label.FontExtents().Descent
	s.tickAt = a.Label.inside(edge, height) + texts
	s.textAt = s.tickAt + s.text.FontExtents().Descent
	s.setLine(a.Label.inside(0, height), texts)
	if len(s.ticks) == 0 {
		s.lineAt += s.Line.Width / 2
	}
	return s
}

// left sets the vertical axis at the left edge.
func (a *Axis) left(edge vg.Length) *side {
	s := a.side(draw.XRight, draw.YCenter)
	s.reach = topOf
	s.label.Rotation = math.Pi / 2
	s.up = s.text.FontExtents().Descent
	height, descent := s.label.Height(a.Label.Text), s.label.FontExtents().Descent
	s.labelAt = edge + height - descent
	s.textAt = a.Label.inside(edge, height, descent)
	s.tickAt = s.textAt
	texts := s.longest(func(size vg.Point) vg.Length { return size.X })
	if texts == 0 {
		s.setLine(a.Label.inside(0, descent, height), 0)
		return s
	}
	s.textAt += texts
	s.tickAt = s.textAt + s.text.Width(" ")
	s.setLine(a.Label.inside(0, descent, height)+texts, s.label.Width(" "))
	return s
}

// side has the ticks and the styles of an axis whose texts are aligned so.
func (a *Axis) side(x text.XAlignment, y text.YAlignment) *side {
	s := &side{Axis: a, label: a.Label.Style, text: a.TickStyle}
	if !a.Hidden {
		s.ticks = a.Ticks(a.Min, a.Max)
	}
	s.label.XAlign, s.label.YAlign = draw.XCenter, draw.YBottom
	s.text.XAlign, s.text.YAlign = x, y
	return s
}

// longest is the greatest size of the texts of ticks in a direction.
func (s *side) longest(in func(size vg.Point) vg.Length) (most vg.Length) {
	for _, t := range s.ticks {
		if !t.Minor() {
			most = max(most, in(s.text.Rectangle(t.Text).Size()))
		}
	}
	return most
}

// setLine places the line, and the area behind it. Label and texts are their rooms.
func (s *side) setLine(label, texts vg.Length) {
	s.lineAt, s.room = s.tickAt, label+texts
	if len(s.ticks) > 0 {
		s.lineAt += s.TickLength
		s.room += s.TickLength
	}
	if !s.Hidden {
		s.room += s.Line.Width / 2
	}
}

// stretch returns the ends of the axis if it begins at lo and no text leaves the canvas at edge.
func (s *side) stretch(lo, edge vg.Length) (from, to vg.Length) {
	t, end, farthest := vg.Length(1), edge, edge
	keep := func(at float64, reach vg.Length) {
		if far := place(lo, edge, at) + reach; far > farthest && at > 0 && at <= 1 {
			t, end, farthest = vg.Length(at), edge-reach, far
		}
	}
	if s.Label.Text != "" {
		keep(s.At(0.5*(s.Max+s.Min)), s.label.Width(s.Label.Text)/2)
	}
	for _, tick := range s.ticks {
		if !tick.Minor() {
			keep(s.At(tick.Value), s.reach(s.text, tick.Text))
		}
	}
	// Both divide by t, which may round lo: stored pictures are rounded so.
	return t * lo / t, (end + t*lo - lo) / t
}

// rightOf is how far a text reaches to the right.
func rightOf(s text.Style, txt string) vg.Length {
	box := s.Rectangle(txt)
	return box.Min.X + box.Size().X
}

// topOf is how far a text reaches above its middle, its descent left out.
func topOf(s text.Style, txt string) vg.Length {
	e := s.FontExtents()
	box := s.Rectangle(txt).Add(vg.Point{Y: e.Height - e.Ascent})
	return box.Min.Y + box.Size().Y
}

// place is the point at a fraction of the way from lo to hi.
func place(lo, hi vg.Length, at float64) vg.Length { return vg.Length(at)*(hi-lo) + lo }
