package render

import (
	"context"
	"encoding/base64"
	"html"
	"image"
	"image/color"
	"math"
	"strconv"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svg is a vg.Canvas that writes compact SVG: coordinates in CSS pixels with two digits, y downwards, one transform
// for each rotated text and none elsewhere.
type svg struct {
	ctx   context.Context
	w, h  float64
	out   []byte
	state svgState
	stack []svgState
}

type svgState struct {
	m     matrix
	color color.Color
	width float64
	dash  []vg.Length
}

// matrix maps (x, y) to (a·x + c·y + e, b·x + d·y + f).
type matrix struct{ a, b, c, d, e, f float64 }

func (m matrix) at(p vg.Point) (x, y float64) {
	px, py := float64(p.X), float64(p.Y)
	return m.a*px + m.c*py + m.e, m.b*px + m.d*py + m.f
}

// then is the map that applies n first and m after it.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b,
		m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

const fontFamily = "Liberation Sans, Arimo, Arial, Helvetica, sans-serif"

func newSVG(ctx context.Context, w, h float64, title string) *svg {
	c := &svg{ctx: ctx, w: w, h: h}
	c.state = svgState{m: matrix{1, 0, 0, -1, 0, h}, color: color.Black, width: 1}
	c.add(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="`, num(w), `" height="`, num(h),
		`" viewBox="0 0 `, num(w), " ", num(h), `" role="img" aria-label="`, html.EscapeString(readable(title)), `" font-family="`, fontFamily, "\">\n",
		`<rect width="`, num(w), `" height="`, num(h), "\" fill=\"#fff\"/>\n")
	return c
}

func (c *svg) bytes() []byte { return append(c.out, "</svg>\n"...) }

func (c *svg) add(parts ...string) {
	for _, p := range parts {
		c.out = append(c.out, p...)
	}
}

// num writes a coordinate with at most two digits after the point.
func num(x float64) string {
	x = math.Round(x*100) / 100
	return strconv.FormatFloat(x+0, 'f', -1, 64) // +0 turns -0 into 0
}

// Size implements vg.CanvasSizer.
func (c *svg) Size() (w, h vg.Length) { return vg.Length(c.w), vg.Length(c.h) }

// SetLineWidth implements vg.Canvas.
func (c *svg) SetLineWidth(w vg.Length) { c.state.width = float64(w) }

// SetLineDash implements vg.Canvas.
func (c *svg) SetLineDash(pattern []vg.Length, _ vg.Length) { c.state.dash = pattern }

// SetColor implements vg.Canvas.
func (c *svg) SetColor(clr color.Color) {
	if clr == nil {
		clr = color.Black
	}
	c.state.color = clr
}

// Rotate implements vg.Canvas.
func (c *svg) Rotate(rad float64) {
	s, k := math.Sincos(rad)
	c.state.m = c.state.m.then(matrix{k, s, -s, k, 0, 0})
}

// Translate implements vg.Canvas.
func (c *svg) Translate(p vg.Point) {
	c.state.m = c.state.m.then(matrix{1, 0, 0, 1, float64(p.X), float64(p.Y)})
}

// Scale implements vg.Canvas.
func (c *svg) Scale(x, y float64) { c.state.m = c.state.m.then(matrix{x, 0, 0, y, 0, 0}) }

// Push implements vg.Canvas.
func (c *svg) Push() { c.stack = append(c.stack, c.state) }

// Pop implements vg.Canvas.
func (c *svg) Pop() {
	c.state = c.stack[len(c.stack)-1]
	c.stack = c.stack[:len(c.stack)-1]
}

// Stroke implements vg.Canvas.
func (c *svg) Stroke(p vg.Path) {
	proceed(c.ctx)
	if c.state.width <= 0 {
		return
	}
	hex, opacity := paint(c.state.color)
	c.add(`<path d="`, c.path(p), `" fill="none" stroke="`, hex, `" stroke-width="`, num(c.state.width), `"`)
	if opacity != "" {
		c.add(` stroke-opacity="`, opacity, `"`)
	}
	if len(c.state.dash) > 0 {
		c.add(` stroke-dasharray="`)
		for i, d := range c.state.dash {
			if i > 0 {
				c.add(" ")
			}
			c.add(num(float64(d)))
		}
		c.add(`"`)
	} else {
		c.add(` stroke-linejoin="round"`)
	}
	c.add("/>\n")
}

// Fill implements vg.Canvas.
func (c *svg) Fill(p vg.Path) {
	proceed(c.ctx)
	hex, opacity := paint(c.state.color)
	c.add(`<path d="`, c.path(p), `" fill="`, hex, `"`)
	if opacity != "" {
		c.add(` fill-opacity="`, opacity, `"`)
	}
	c.add("/>\n")
}

// path writes the data of a path. Arcs are full circles or parts of them.
func (c *svg) path(p vg.Path) string {
	w := pathWriter{m: c.state.m}
	for _, comp := range p {
		switch comp.Type {
		case vg.MoveComp:
			w.put('M', comp.Pos)
		case vg.LineComp:
			w.put('L', comp.Pos)
		case vg.CurveComp:
			w.put("_QC"[len(comp.Control)], append(append([]vg.Point(nil), comp.Control...), comp.Pos)...)
		case vg.CloseComp:
			w.b = append(w.b, 'Z')
		case vg.ArcComp:
			w.arc(comp)
		}
	}
	return string(w.b)
}

type pathWriter struct {
	m matrix
	b []byte
}

func (w *pathWriter) put(cmd byte, pts ...vg.Point) {
	w.b = append(w.b, cmd)
	for i, p := range pts {
		if i > 0 {
			w.b = append(w.b, ' ')
		}
		x, y := w.m.at(p)
		w.b = append(append(append(w.b, num(x)...), ' '), num(y)...)
	}
}

// arc writes an arc as two halves, so that a full circle is one too. The canvas' transforms keep lengths.
func (w *pathWriter) arc(comp vg.PathComp) {
	at := func(angle float64) vg.Point {
		s, k := math.Sincos(angle)
		return vg.Point{X: comp.Pos.X + comp.Radius*vg.Length(k), Y: comp.Pos.Y + comp.Radius*vg.Length(s)}
	}
	if n := len(w.b); n == 0 || w.b[n-1] == 'Z' {
		w.put('M', at(comp.Start))
	} else {
		w.put('L', at(comp.Start))
	}
	sweep := " 0 0 0 "
	if comp.Angle < 0 {
		sweep = " 0 0 1 "
	}
	r := num(float64(comp.Radius))
	for _, angle := range []float64{comp.Start + comp.Angle/2, comp.Start + comp.Angle} {
		x, y := w.m.at(at(angle))
		w.b = append(w.b, "A"+r+" "+r+sweep+num(x)+" "+num(y)...)
	}
}

// FillString implements vg.Canvas.
func (c *svg) FillString(f font.Face, pt vg.Point, text string) {
	proceed(c.ctx)
	size := float64(f.Font.Size)
	if size <= 0 || text == "" {
		return
	}
	x, y := c.state.m.at(pt)
	hex, opacity := paint(c.state.color)
	c.add(`<text x="`, num(x), `" y="`, num(y), `" font-size="`, num(size), `"`)
	if f.Font.Weight == xfont.WeightBold {
		c.add(` font-weight="bold"`)
	}
	if f.Font.Style == xfont.StyleItalic {
		c.add(` font-style="italic"`)
	}
	if angle := math.Atan2(c.state.m.b, c.state.m.a) * 180 / math.Pi; math.Abs(angle) > 0.01 {
		c.add(` transform="rotate(`, num(angle), " ", num(x), " ", num(y), `)"`)
	}
	c.add(` fill="`, hex, `"`)
	if opacity != "" {
		c.add(` fill-opacity="`, opacity, `"`)
	}
	c.add(">", html.EscapeString(text), "</text>\n")
}

// DrawImage implements vg.Canvas.
func (c *svg) DrawImage(rect vg.Rectangle, m image.Image) {
	data, err := encodePNG(c.ctx, m)
	if err != nil {
		panic(stopped{err})
	}
	x, y := c.state.m.at(vg.Point{X: rect.Min.X, Y: rect.Max.Y})
	size := rect.Size()
	c.add(`<image x="`, num(x), `" y="`, num(y), `" width="`, num(float64(size.X)), `" height="`, num(float64(size.Y)),
		`" preserveAspectRatio="none" xlink:href="data:image/png;base64,`, base64.StdEncoding.EncodeToString(data), "\"/>\n")
}

// paint is a colour as #rrggbb and its opacity, which is empty when it is full.
func paint(clr color.Color) (hex, opacity string) {
	n := color.NRGBAModel.Convert(clr).(color.NRGBA)
	const digits = "0123456789abcdef"
	b := []byte{'#'}
	for _, v := range []byte{n.R, n.G, n.B} {
		b = append(b, digits[v>>4], digits[v&15])
	}
	if n.A != 255 {
		opacity = num(float64(n.A) / 255)
	}
	return string(b), opacity
}
