package vc

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file keeps squares of large and of small numbers finite: data are taken in units of a power of two, by which no bit of them changes.

// unitOf returns an even e for which the numbers are of usual size in units of 2^e; 0 if they are so already, or all 0.
func unitOf(largest float64) int {
	if largest == 0 || largest >= 0x1p-200 && largest <= 0x1p200 {
		return 0
	}
	_, e := math.Frexp(largest)
	return e &^ 1
}

// toUnit puts the matrix into units of 2^e, and returns e.
func toUnit(x *mat.Dense) (e int) {
	rows, _ := x.Dims()
	largest := 0.0
	for i := range rows {
		largest = max(largest, floats.Norm(x.RawRowView(i), math.Inf(1)))
	}
	e = unitOf(largest)
	for i := range rows {
		scaleBy(x.RawRowView(i), -e)
	}
	return e
}

// scaleBy multiplies by 2^e.
func scaleBy(v []float64, e int) {
	if e == 0 {
		return
	}
	for i, a := range v {
		v[i] = math.Ldexp(a, e)
	}
}

// ownUnit puts a vector into units of 2^e, and returns e.
func ownUnit(v []float64) (e int) {
	e = unitOf(floats.Norm(v, math.Inf(1)))
	scaleBy(v, -e)
	return e
}
