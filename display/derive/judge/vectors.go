package judge

import (
	"math"

	"github.com/mercer-go/mercer/display/formula/domain"
	"github.com/mercer-go/mercer/display/formula/value"
)

// This file has the few operations on vectors that a search needs.

func dot(a, b []float64) float64 {
	sum := 0.0
	for k, x := range a {
		sum += float64(x * b[k]) // not fused, so that every processor gives the same
	}
	return sum
}

func norm(a []float64) float64 { return math.Sqrt(dot(a, a)) }

func scale(a []float64, by float64) {
	for k := range a {
		a[k] *= by
	}
}

// add adds by·b to a.
func add(a []float64, by float64, b []float64) {
	for k, x := range b {
		a[k] += float64(by * x)
	}
}

// shift moves all coordinates of places by so many times d.
func shift(places []domain.Point, by float64, d []float64) {
	n := 0
	for i := range places {
		for k := range places[i].X {
			places[i].X[k] += float64(by * d[n])
			n++
		}
	}
}

// isMissing tells whether a variable has no value.
func isMissing(v value.Value[float64]) bool {
	return v.Kind == value.Number && math.IsNaN(v.N)
}
