package figure

import (
	"encoding/binary"
	"math"
)

// Pixels is a decoded image.
type Pixels struct {
	Width, Height int
	RGBA          []byte // four bytes a pixel, premultiplied, row by row from the top
}

// Decode decodes what AppendBinary made: a *Grid, *Frames or *Pixels. It accepts only whole encodings, and layers
// whose columns fit their kind. Its error is ErrCorrupt, or says what is too much to be drawn.
func Decode(data []byte) (any, error) {
	if len(data) == 0 {
		return nil, ErrCorrupt
	}
	r := &reader{data: data[1:]}
	var v any
	switch data[0] {
	case KindGrid:
		v = r.grid()
	case KindFrames:
		v = r.frames()
	case KindPixels:
		v = r.pixels()
	default:
		return nil, ErrCorrupt
	}
	if r.bad || len(r.data) > 0 {
		return nil, ErrCorrupt
	}
	switch v := v.(type) {
	case *Grid:
		return v, check(v)
	case *Frames:
		return v, check(v.Pages...)
	}
	return v, nil
}

// reader takes values off the front of data and remembers that it could not.
type reader struct {
	data []byte
	bad  bool
}

func (r *reader) fail() {
	r.bad, r.data = true, nil
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.fail()
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) bool() bool { return r.byte() != 0 }

func (r *reader) int() int {
	v, n := binary.Uvarint(r.data)
	if n <= 0 || v > math.MaxInt32 {
		r.fail()
		return 0
	}
	r.data = r.data[n:]
	return int(v)
}

// count is the length of a list whose entries take at least size bytes each.
func (r *reader) count(size int) int {
	n := r.int()
	if n > len(r.data)/size {
		r.fail()
		return 0
	}
	return n
}

func (r *reader) number() float64 {
	b := r.bytes(8)
	if b == nil {
		return 0
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b))
}

func (r *reader) text() string { return string(r.bytes(r.count(1))) }

func (r *reader) texts() []string {
	var list []string
	for range r.count(1) {
		list = append(list, r.text())
	}
	return list
}

func (r *reader) numbers() []float64 {
	n := r.count(8)
	if n == 0 {
		return nil
	}
	list := make([]float64, n)
	for i := range list {
		list[i] = r.number()
	}
	return list
}

func (r *reader) frames() *Frames {
	s := &Frames{Title: r.text(), Millis: r.int(), Names: r.texts()}
	for range r.count(1) {
		s.Pages = append(s.Pages, r.grid())
	}
	if len(s.Names) != len(s.Pages) {
		r.fail()
	}
	return s
}

func (r *reader) grid() *Grid {
	g := &Grid{Title: r.text(), Cols: r.int(), Width: r.number(), Height: r.number(), AsPNG: r.bool()}
	for range r.count(1) {
		g.Figures = append(g.Figures, r.figure())
	}
	if !sizeOK(g.Width) || !sizeOK(g.Height) {
		r.fail()
	}
	return g
}

func sizeOK(px float64) bool { return px == 0 || px >= 80 && px <= 4000 }

func (r *reader) figure() *Figure {
	f := &Figure{Title: r.text(), XAxis: r.axis(), YAxis: r.axis()}
	f.EqualAspect, f.Bare, f.AsPNG = r.bool(), r.bool(), r.bool()
	f.Corner = Corner(r.byte())
	f.Width, f.Height = r.number(), r.number()
	f.Problems = r.texts()
	for range r.count(1) {
		l := r.layer()
		f.Layers = append(f.Layers, l)
		if !l.fits() {
			r.fail()
		}
	}
	if !sizeOK(f.Width) || !sizeOK(f.Height) {
		r.fail()
	}
	return f
}

func (r *reader) axis() Axis {
	a := Axis{Label: r.text(), Min: r.number(), Max: r.number(), Fixed: r.bool(), Log: r.bool()}
	a.TicksAt, a.Names = r.numbers(), r.texts()
	if a.Fixed && (!finite(a.Min) || !finite(a.Max) || a.Min >= a.Max) || len(a.Names) != 0 && len(a.Names) != len(a.TicksAt) {
		r.fail()
	}
	return a
}

func (r *reader) layer() Layer {
	l := Layer{Kind: Kind(r.byte()), Name: r.text()}
	for _, x := range []*[]float64{&l.X, &l.Y, &l.Z, &l.Lo, &l.Hi} {
		*x = r.numbers()
	}
	l.Text = r.texts()
	s := &l.Style
	s.Color, s.Series = r.text(), r.int()
	s.Marker, s.Dash = Marker(r.byte()), Dash(r.byte())
	s.Width, s.Size, s.Alpha, s.Marks = r.number(), r.number(), r.number(), r.bool()
	return l
}

func (r *reader) pixels() *Pixels {
	p := &Pixels{Width: r.int(), Height: r.int()}
	if p.Width <= 0 || p.Height <= 0 || p.Height > len(r.data)/4/p.Width {
		r.fail()
		return p
	}
	p.RGBA = r.bytes(4 * p.Width * p.Height)
	return p
}

// edgesFit says that the edges of a graph join nodes that it has.
func (l Layer) edgesFit() bool {
	n, edges := len(l.X), len(l.Lo)
	if len(l.Hi) != edges || len(l.Text) != n+edges || len(l.Z) != n+edges {
		return false
	}
	for _, ends := range [][]float64{l.Lo, l.Hi} {
		for _, v := range ends {
			if !(v >= 0 && v < float64(n)) || v != math.Trunc(v) {
				return false
			}
		}
	}
	return true
}
