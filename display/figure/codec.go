package figure

import (
	"encoding/binary"
	"errors"
	"math"
)

// The binary form begins with a byte that says what follows. Numbers are eight bytes (IEEE 754, little endian), counts
// are varints, a text or a list is its length and its entries, a struct its fields in order.
const (
	KindGrid   = 'G' // a page of figures; a single figure is a page of one
	KindFrames = 'F' // a sequence of pages
	KindPixels = 'P' // an image: width, height, then four bytes (red, green, blue, alpha, premultiplied) a pixel
)

// ErrCorrupt is returned for bytes that are not an encoded figure.
var ErrCorrupt = errors.New("figure: not an encoded figure")

// AppendBinary appends the encoding of f to dst. It returns an error when f is too large to be drawn.
func (f *Figure) AppendBinary(dst []byte) ([]byte, error) {
	return (&Grid{Figures: []*Figure{f}}).AppendBinary(dst)
}

// AppendBinary appends the encoding of g to dst. It returns an error when g is too large to be drawn.
func (g *Grid) AppendBinary(dst []byte) ([]byte, error) {
	if err := check(g); err != nil {
		return nil, err
	}
	return putGrid(append(dst, KindGrid), g), nil
}

// AppendBinary appends the encoding of s to dst. It returns an error when s is too large to be drawn.
func (s *Frames) AppendBinary(dst []byte) ([]byte, error) {
	if err := check(s.Pages...); err != nil {
		return nil, err
	}
	dst = append(dst, KindFrames)
	dst = putText(dst, s.Title)
	dst = putInt(dst, s.Millis)
	dst = putTexts(dst, s.Names)
	dst = putInt(dst, len(s.Pages))
	for _, g := range s.Pages {
		dst = putGrid(dst, g)
	}
	return dst, nil
}

// IsFigure marks what encodes itself as a figure.
func (f *Figure) IsFigure() {}

// IsFigure marks what encodes itself as a figure.
func (g *Grid) IsFigure() {}

// IsFigure marks what encodes itself as a figure.
func (s *Frames) IsFigure() {}

func putGrid(dst []byte, g *Grid) []byte {
	if g == nil {
		g = &Grid{}
	}
	dst = putText(dst, g.Title)
	dst = putInt(dst, g.Cols)
	dst = putNumber(putNumber(dst, g.Width), g.Height)
	dst = putBool(dst, g.AsPNG)
	dst = putInt(dst, len(g.Figures))
	for _, f := range g.Figures {
		if f == nil {
			f = &Figure{Bare: true}
		}
		dst = putFigure(dst, f)
	}
	return dst
}

func putFigure(dst []byte, f *Figure) []byte {
	dst = putText(dst, f.Title)
	dst = putAxis(putAxis(dst, f.XAxis), f.YAxis)
	dst = putBool(putBool(putBool(dst, f.EqualAspect), f.Bare), f.AsPNG)
	dst = append(dst, byte(f.Corner))
	dst = putNumber(putNumber(dst, f.Width), f.Height)
	dst = putTexts(dst, f.Problems)
	dst = putInt(dst, len(f.Layers))
	for _, l := range f.Layers {
		dst = putLayer(dst, l)
	}
	return dst
}

func putAxis(dst []byte, a Axis) []byte {
	dst = putText(dst, a.Label)
	dst = putNumber(putNumber(dst, a.Min), a.Max)
	dst = putBool(putBool(dst, a.Fixed), a.Log)
	return putTexts(putNumbers(dst, a.TicksAt), a.Names)
}

func putLayer(dst []byte, l Layer) []byte {
	dst = putText(append(dst, byte(l.Kind)), l.Name)
	for _, x := range [][]float64{l.X, l.Y, l.Z, l.Lo, l.Hi} {
		dst = putNumbers(dst, x)
	}
	dst = putTexts(dst, l.Text)
	s := l.Style
	dst = putInt(putText(dst, s.Color), s.Series)
	dst = append(dst, byte(s.Marker), byte(s.Dash))
	dst = putNumber(putNumber(putNumber(dst, s.Width), s.Size), s.Alpha)
	return putBool(dst, s.Marks)
}

func putInt(dst []byte, n int) []byte { return binary.AppendUvarint(dst, uint64(max(n, 0))) }

func putNumber(dst []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(x))
}

func putBool(dst []byte, b bool) []byte {
	if b {
		return append(dst, 1)
	}
	return append(dst, 0)
}

func putText(dst []byte, s string) []byte { return append(putInt(dst, len(s)), s...) }

func putTexts(dst []byte, list []string) []byte {
	dst = putInt(dst, len(list))
	for _, s := range list {
		dst = putText(dst, s)
	}
	return dst
}

func putNumbers(dst []byte, list []float64) []byte {
	dst = putInt(dst, len(list))
	for _, x := range list {
		dst = putNumber(dst, x)
	}
	return dst
}
