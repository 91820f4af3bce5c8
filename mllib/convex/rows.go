package convex

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// This file looks at the rows of a program one by one, in its own units: beside rows with numbers that are larger by far a point may satisfy the conditions, as numbers of size 1, and a row not at all.

// errRowLost is the error of a program for which that is so.
var errRowLost = fmt.Errorf("convex: %w: beside the largest numbers of the program a row does not show, and the point that satisfies the others breaks it", ErrAccuracy)

const (
	notSeen = 1e-8 // of the unit of a variable, below which its value is that of rounding
	broken  = 1e-3 // of the largest terms of a row, by which it is not satisfied
)

// breaks reports whether x does not satisfy some row, beside the terms of that row.
func (f form) breaks(x []float64, u units) bool {
	seen := make([]float64, len(x))
	for j, v := range x {
		if math.Abs(v) > math.Ldexp(notSeen, u.col[j]+u.point) {
			seen[j] = v
		}
	}
	for i, h := range f.h {
		if d, terms := rest(f.g, i, h, seen); d < -broken*terms {
			return true
		}
	}
	for i, b := range f.b {
		if d, terms := rest(f.a, i, b, seen); math.Abs(d) > broken*terms {
			return true
		}
	}
	return false
}

// strictly reports whether Ax = b, and Gx < h in each row by more than rounding, which proves itself.
func (f form) strictly(x []float64) bool {
	const rounding = 1e-14
	for i, h := range f.h {
		if d, terms := rest(f.g, i, h, x); d <= rounding*terms {
			return false
		}
	}
	for i, b := range f.b {
		if d, terms := rest(f.a, i, b, x); math.Abs(d) > rounding*terms {
			return false
		}
	}
	return true
}

// rest is the right side of row i less the row times x, and the sum of the sizes of their terms.
func rest(m *mat.Dense, i int, right float64, x []float64) (difference, terms float64) {
	difference, terms = right, math.Abs(right)
	for j, v := range m.RawRowView(i) {
		difference -= float64(v * x[j])
		terms += math.Abs(v * x[j])
	}
	return difference, terms
}
