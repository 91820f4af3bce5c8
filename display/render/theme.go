package render

import (
	"image/color"
	"math"
	"strconv"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/mercer-go/mercer/display/figure"
)

// palette has the colours of series in their order: those of Okabe and Ito, which colour-blind readers can tell
// apart, the yellow darkened to be seen on white and put last.
//
// Reference: M. Okabe, K. Ito, Color Universal Design (2008).
var palette = []named{
	{"blue", color.NRGBA{0, 114, 178, 255}},
	{"vermillion", color.NRGBA{213, 94, 0, 255}},
	{"green", color.NRGBA{0, 158, 115, 255}},
	{"purple", color.NRGBA{204, 121, 167, 255}},
	{"orange", color.NRGBA{230, 159, 0, 255}},
	{"sky", color.NRGBA{86, 180, 233, 255}},
	{"black", color.NRGBA{30, 30, 30, 255}},
	{"yellow", color.NRGBA{196, 180, 20, 255}},
}

var moreColors = []named{
	{"gray", color.NRGBA{130, 130, 130, 255}},
	{"grey", color.NRGBA{130, 130, 130, 255}},
	{"red", color.NRGBA{213, 94, 0, 255}},
	{"white", color.NRGBA{255, 255, 255, 255}},
}

type named struct {
	name  string
	color color.NRGBA
}

var (
	ink      = color.NRGBA{40, 40, 40, 255}
	axisInk  = color.NRGBA{90, 90, 90, 255}
	gridInk  = color.NRGBA{228, 228, 228, 255}
	edgeInk  = color.NRGBA{125, 125, 125, 255}
	paper    = color.NRGBA{255, 255, 255, 255}
	problems = color.NRGBA{196, 62, 0, 255}
)

// colorOf is the colour of a layer without its opacity.
func colorOf(s figure.Style) color.NRGBA {
	if s.Color == "" {
		if s.Series <= 0 {
			return ink
		}
		return palette[(s.Series-1)%len(palette)].color
	}
	for _, list := range [][]named{palette, moreColors} {
		for _, n := range list {
			if n.name == s.Color {
				return n.color
			}
		}
	}
	if v, err := strconv.ParseUint(s.Color[1:], 16, 32); err == nil && s.Color[0] == '#' && len(s.Color) == 7 {
		return color.NRGBA{byte(v >> 16), byte(v >> 8), byte(v), 255}
	}
	return color.NRGBA{30, 30, 30, 255}
}

// faded is a colour with an opacity, that of the style or else def.
func faded(c color.NRGBA, s figure.Style, def float64) color.NRGBA {
	if s.Alpha > 0 && s.Alpha <= 1 {
		def = s.Alpha
	}
	c.A = byte(math.Round(255 * def))
	return c
}

// lineStyle is the stroke of a layer.
func lineStyle(s figure.Style) draw.LineStyle {
	w := 1.6
	if s.Width > 0 && s.Width <= 100 {
		w = s.Width
	}
	return draw.LineStyle{Color: faded(colorOf(s), s, 1), Width: vg.Length(w), Dashes: dashes(s.Dash)}
}

func dashes(d figure.Dash) []vg.Length {
	switch d {
	case figure.DashLong:
		return []vg.Length{6, 4}
	case figure.DashDots:
		return []vg.Length{1.5, 3}
	case figure.DashMixed:
		return []vg.Length{7, 3, 1.5, 3}
	}
	return nil
}

// words is a text style of the theme.
func words(size float64, bold bool, clr color.Color) text.Style {
	f := font.Font{Typeface: liberation, Variant: "Sans", Size: vg.Length(size)}
	if bold {
		f.Weight = xfont.WeightBold
	}
	return text.Style{Color: clr, Font: f, Handler: mathText{text.Plain{Fonts: fonts()}}}
}

// viridis is a sequential scale that rises in lightness, at even steps.
//
// Reference: S. van der Walt, N. Smith, matplotlib colormaps (2015).
var viridis = []color.NRGBA{
	{68, 1, 84, 255}, {72, 36, 117, 255}, {65, 68, 135, 255}, {53, 95, 141, 255}, {42, 120, 142, 255},
	{33, 145, 140, 255}, {34, 168, 132, 255}, {68, 191, 112, 255}, {122, 209, 81, 255}, {189, 223, 38, 255}, {253, 231, 37, 255},
}

// diverging is a scale from blue over white to vermillion, for values around 0.
var diverging = []color.NRGBA{
	{0, 70, 120, 255}, {0, 114, 178, 255}, {120, 176, 214, 255}, {214, 230, 241, 255}, {250, 250, 250, 255},
	{250, 226, 205, 255}, {237, 164, 108, 255}, {213, 94, 0, 255}, {145, 58, 0, 255},
}

// scaleAt is the colour at t in [0, 1].
func scaleAt(scale []color.NRGBA, t float64) color.NRGBA {
	t = min(max(t, 0), 1) * float64(len(scale)-1)
	i := min(int(t), len(scale)-2)
	t -= float64(i)
	mix := func(a, b byte) byte { return byte(math.Round(float64(a)*(1-t) + float64(b)*t)) }
	a, b := scale[i], scale[i+1]
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}
