package figure

import (
	"math"
	"strconv"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// Span returns the least and the greatest finite number of x, or (+Inf, -Inf) when there is none.
func Span(x []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range x {
		if finite(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi
}

// Extent returns the ranges of x and y that the layer covers. Rules cover their own coordinate only, and slanted
// lines none: they reach as far as the axes do. An empty range is (+Inf, -Inf).
func (l Layer) Extent() (x0, x1, y0, y1 float64) {
	x0, x1 = Span(l.X)
	y0, y1 = Span(l.Y)
	switch l.Kind {
	case Straight:
		return l.straightExtent()
	case ErrorBar, Band:
		lo, _ := Span(l.Lo)
		_, hi := Span(l.Hi)
		y0, y1 = min(y0, lo), max(y1, hi)
	case Bars:
		_, right := Span(l.Y)
		lo, hi := Span(l.Hi)
		x1, y0, y1 = right, min(0, lo), max(0, hi)
	case Stem:
		y0, y1 = min(0, y0), max(0, y1)
	case Arrows:
		a, b := Span(l.Lo)
		c, d := Span(l.Hi)
		x0, x1, y0, y1 = min(x0, a), max(x1, b), min(y0, c), max(y1, d)
	case Heat, Gray:
		hx, hy := halfCell(l.X), halfCell(l.Y)
		x0, x1, y0, y1 = x0-hx, x1+hx, y0-hy, y1+hy
	}
	return x0, x1, y0, y1
}

func (l Layer) straightExtent() (x0, x1, y0, y1 float64) {
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

// halfCell is half the distance of neighbours on a grid, 1/2 for a single one.
func halfCell(x []float64) float64 {
	if len(x) < 2 {
		return 0.5
	}
	return (x[len(x)-1] - x[0]) / float64(len(x)-1) / 2
}

// Fixed is the text of x with n digits after the point and a true minus sign.
func Fixed(x float64, n int) string {
	return numeral.Minus(strconv.FormatFloat(x, 'f', n, 64))
}
