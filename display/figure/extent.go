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
