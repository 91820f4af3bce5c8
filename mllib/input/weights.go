package input

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// RowWeights checks that w has a finite weight >= 0 for each of n rows, and one above 0. The errors wrap ErrShape, ErrNotFinite (also where their sum overflows) and
// ErrParam.
func RowWeights(w []float64, n int) error {
	if err := Weights("weights", w, n); err != nil {
		return err
	}
	if math.IsInf(floats.Sum(w), 0) {
		return Errorf(ErrNotFinite, "weights", "their sum overflows")
	}
	return nil
}

// Weights is RowWeights for an argument of that name, and for a method that can do with a sum which overflows.
func Weights(argument string, w []float64, n int) error {
	if err := Vector(argument, w, n); err != nil {
		return err
	}
	some := false
	for i, v := range w {
		if v < 0 {
			return Param(false, fmt.Sprintf("%s[%d]", argument, i), v, "a number >= 0")
		}
		some = some || v > 0
	}
	return Param(some, argument, "only zeros", "a weight above 0 for some row")
}

// Temper multiplies weights of which only the ratios count, in place, by the power of two that brings the largest into [1, 2), where it is outside of [2⁻¹⁰⁰, 2¹⁰⁰]: products of
// weights neither overflow nor vanish, and no bit of a ratio changes. A weight that is 2¹⁰⁰⁰ times smaller than the largest may become 0.
func Temper(w []float64) {
	largest := 0.0
	for _, v := range w {
		largest = max(largest, v)
	}
	if largest == 0 || largest >= 0x1p-100 && largest <= 0x1p100 {
		return
	}
	_, e := math.Frexp(largest)
	for i, v := range w {
		w[i] = math.Ldexp(v, 1-e)
	}
}
