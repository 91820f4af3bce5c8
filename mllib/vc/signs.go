package vc

import (
	"fmt"
	"math"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Balance returns signs with ‖Σ y_i x_i‖² <= Σ ‖x_i‖² for the rows of X, and the sum. That there are some is the middle of Gurvits' proof, for it is the mean over all signs; they are found
// one after another, each such that the new term does not point the way of the sum so far. A w with y_i⟨w, x_i⟩ >= 1 for all r rows has ‖w‖ >= r/‖Σ y_i x_i‖ for these labels. The errors wrap input.ErrEmpty,
// or ErrNotFinite, also for sums that overflow.
//
// Reference: L. Gurvits, A note on a scale-sensitive dimension of linear bounded functionals in Banach spaces (1997). Curriculum: B3.2.3h.
func Balance(x mat.Matrix) (y []int, sum []float64, err error) {
	n, d, err := input.Matrix("X", x)
	if err != nil {
		return nil, nil, fmt.Errorf("vc: balance: %w", err)
	}
	y, sum = make([]int, n), make([]float64, d)
	at := mat.DenseCopyOf(x)
	unit := toUnit(at)
	for i := range n {
		row := at.RawRowView(i)
		y[i] = 1
		if floats.Dot(sum, row) > 0 {
			y[i] = -1
		}
		floats.AddScaled(sum, float64(y[i]), row)
	}
	if scaleBy(sum, unit); math.IsInf(floats.Norm(sum, math.Inf(1)), 1) {
		return nil, nil, fmt.Errorf("vc: balance: %w", input.Errorf(input.ErrNotFinite, "X", "its sums overflow"))
	}
	return y, sum, nil
}

// MarginDimension returns ⌊min(R²/δ², dim)⌋, what bounds the dimension of the hyperplanes through the origin, in canonical form, with a margin (half its width) of at least δ on points within R of the origin, in dim dimensions;
// dim < 0 stands for infinitely many. R²/δ² that is below a whole number by rounding (1e-9 of it, at most 1e-3) is taken for it. It is NaN for R < 0, δ <= 0 or NaN. It is no bound of the class that a support vector machine
// searches, which is larger and not known before the data.
//
// Curriculum: B3.2.3g, B3.2.3i.
func MarginDimension(radius, margin float64, dim int) float64 {
	if !(radius >= 0) || !(margin > 0) {
		return math.NaN()
	}
	ratio := radius / margin
	v := ratio * ratio
	if whole := math.Round(v); whole > v && whole-v <= 1e-9*min(v, 1e6) {
		v = whole
	}
	v = math.Floor(v)
	if dim >= 0 {
		v = min(v, float64(dim))
	}
	return v
}
