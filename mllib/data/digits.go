package data

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// Digits draws grey pictures of handwritten digits: the strokes of a digit, turned, sheared, scaled, shifted and bent at
// random, with a pen of random width, and noise in each pixel. They stand in for the USPS and MNIST pictures, which the course
// does not carry; they are easier than those.
//
// Reference: Nussbaum, section 1.1; Yan, slides on the classification problem. Curriculum: N1.1a, N1.1b, Y1b, S1a.
type Digits struct {
	N    int // pictures, >= 1 and no more than 2^31 pixels in all; 0 means 1000
	Side int // pixels of a side, 8..64; 0 means 16, as USPS has; MNIST has 28
	// Wobble is the size of the random bends and turns, in [0, 3]; 0 means 1. Above 1 digits begin to look alike.
	Wobble float64
	// Noise is the standard deviation of a pixel's noise on the scale 0..255, >= 0 and at most 255.
	Noise float64
}

// Draw returns the pictures as rows of Side² intensities 0 (paper) to 255 (ink), whole numbers as eight-bit pictures have them,
// row after row of pixels from the top, with the digit as label; digits are drawn independently and uniformly from 0..9. It returns an
// error that wraps input.ErrParam if a parameter is out of range or src is nil.
func (g Digits) Draw(src rand.Source) (*Set, error) {
	g = g.withDefaults()
	if err := errors.Join(
		input.Param(src != nil, "src", nil, "a source of randomness"),
		input.Param(g.N >= 1, "Digits.N", g.N, "a number >= 1"),
		input.Param(g.Side >= 8 && g.Side <= 64, "Digits.Side", g.Side, "a number in 8..64"),
		input.Param(g.Wobble >= 0 && g.Wobble <= 3, "Digits.Wobble", g.Wobble, "a number in [0, 3]"),
		input.Param(g.Noise >= 0 && g.Noise <= 255, "Digits.Noise", g.Noise, "a number in [0, 255]"),
	); err != nil {
		return nil, fmt.Errorf("data: digits: %w", err)
	}
	if err := input.Size("Digits.N", g.N, g.Side*g.Side); err != nil {
		return nil, fmt.Errorf("data: digits: %w", err)
	}
	rnd := rand.New(src)
	s := &Set{Name: "digits", X: mat.NewDense(g.N, g.Side*g.Side, nil), Y: make([]int, g.N)}
	for i := range g.N {
		s.Y[i] = rnd.IntN(10)
		g.paint(s.Row(i), s.Y[i], rnd)
	}
	return s, nil
}

func (g Digits) withDefaults() Digits {
	if g.N == 0 {
		g.N = 1000
	}
	if g.Side == 0 {
		g.Side = 16
	}
	if g.Wobble == 0 {
		g.Wobble = 1
	}
	return g
}

// paint fills the pixels with a digit.
func (g Digits) paint(pixels []float64, digit int, rnd *rand.Rand) {
	move := g.motion(rnd)
	var segments [][4]float64
	for _, stroke := range strokes[digit] {
		var before [2]float64
		for i, p := range stroke {
			bent := [2]float64{p[0] + .02*g.Wobble*rnd.NormFloat64(), p[1] + .02*g.Wobble*rnd.NormFloat64()}
			at := move.apply(bent)
			if i > 0 {
				segments = append(segments, [4]float64{before[0], before[1], at[0], at[1]})
			}
			before = at
		}
	}
	pen := .045 + .03*rnd.Float64() // half the width of the line
	blur := .8 / float64(g.Side)
	for r := range g.Side {
		for c := range g.Side {
			x, y := (float64(c)+.5)/float64(g.Side), (float64(r)+.5)/float64(g.Side)
			ink := 255 * min(1, max(0, (pen+blur-distance(segments, x, y))/(2*blur)))
			if g.Noise > 0 {
				ink += g.Noise * rnd.NormFloat64()
			}
			pixels[r*g.Side+c] = math.Round(min(255, max(0, ink)))
		}
	}
}

// motion is an affine map about the middle of the picture: a 2×2 matrix and a shift.
type motion struct{ a, b, c, d, dx, dy float64 }

func (g Digits) motion(rnd *rand.Rand) motion {
	sin, cos := math.Sincos(.12 * g.Wobble * rnd.NormFloat64())
	shear := .15 * g.Wobble * rnd.NormFloat64()
	sx, sy := 1+.08*g.Wobble*rnd.NormFloat64(), 1+.06*g.Wobble*rnd.NormFloat64()
	return motion{
		sx * cos, sx * (shear*cos - sin), sy * sin, sy * (shear*sin + cos),
		.02 * g.Wobble * rnd.NormFloat64(), .02 * g.Wobble * rnd.NormFloat64(),
	}
}

func (m motion) apply(p [2]float64) [2]float64 {
	x, y := p[0]-.5, p[1]-.5
	return [2]float64{.5 + m.a*x + m.b*y + m.dx, .5 + m.c*x + m.d*y + m.dy}
}

// distance returns the distance of (x, y) from the nearest segment.
func distance(segments [][4]float64, x, y float64) float64 {
	best := math.Inf(1)
	for _, s := range segments {
		ux, uy := s[2]-s[0], s[3]-s[1]
		t := 0.0
		if length := ux*ux + uy*uy; length > 0 {
			t = min(1, max(0, ((x-s[0])*ux+(y-s[1])*uy)/length))
		}
		ex, ey := x-s[0]-t*ux, y-s[1]-t*uy
		best = min(best, ex*ex+ey*ey)
	}
	return math.Sqrt(best)
}

// strokes are the lines of the pen for each digit, through points of the unit square with y growing downwards.
var strokes = [10][][][2]float64{
	{arc(.5, .5, .24, .34, 0, 360)},
	{{{.36, .3}, {.52, .15}, {.52, .85}}},
	{append(arc(.5, .34, .22, .19, 190, 390), [2]float64{.28, .83}, [2]float64{.74, .83})},
	{append(arc(.48, .33, .2, .17, 200, 440), arc(.48, .67, .23, .18, 280, 520)...)},
	{{{.6, .85}, {.6, .15}, {.24, .62}, {.78, .62}}},
	{append([][2]float64{{.7, .17}, {.34, .17}, {.31, .47}}, arc(.48, .64, .23, .2, 230, 500)...)},
	{append([][2]float64{{.62, .14}, {.4, .34}, {.29, .6}}, arc(.5, .66, .21, .18, 180, 540)...)},
	{{{.26, .17}, {.74, .17}, {.44, .85}}},
	{arc(.5, .32, .18, .17, 90, 450), arc(.5, .67, .22, .18, 270, 630)},
	{append(arc(.5, .34, .2, .19, 0, 360), [2]float64{.7, .36}, [2]float64{.64, .85})},
}

// arc returns points of an ellipse from one angle to another, in degrees, clockwise from the right as y grows downwards.
func arc(x, y, rx, ry, from, to float64) [][2]float64 {
	steps := int(math.Ceil((to - from) / 30))
	points := make([][2]float64, 0, steps+1)
	for i := range steps + 1 {
		sin, cos := math.Sincos((from + (to-from)*float64(i)/float64(steps)) * math.Pi / 180)
		points = append(points, [2]float64{x + rx*cos, y + ry*sin})
	}
	return points
}
