package derive

import (
	"fmt"
	"math/rand/v2"

	"github.com/mercer-go/mercer/display/internal/numeral"
)

// Points are the points at which a derivation is evaluated, and how they were had.
type Points[P any] struct {
	Values []P
	Origin string // such as "200 points, seed 1"
}

// Sample draws n points from the source of random numbers that seed starts (PCG). Only r may be used as randomness.
func Sample[P any](seed uint64, n int, draw func(r *rand.Rand) P) Points[P] {
	r := rand.New(rand.NewPCG(seed, seed))
	values := make([]P, 0, max(n, 0))
	for range n {
		values = append(values, draw(r))
	}
	return Points[P]{values, fmt.Sprintf("%s, seed %d", numeral.Count(len(values), "point"), seed)}
}

// Cases enumerates all points: a proof by cases.
func Cases[P any](points ...P) Points[P] {
	return Points[P]{points, "all of " + numeral.Count(len(points), "case")}
}

// Ints are the integers from lo to hi, both included.
func Ints(lo, hi int) Points[int] {
	var values []int
	for i := lo; i <= hi; i++ {
		values = append(values, i)
	}
	return Points[int]{values, fmt.Sprintf("all integers from %d to %d", lo, hi)}
}

// Grid are n points from lo to hi, evenly spaced, both included.
func Grid(lo, hi float64, n int) Points[float64] {
	values := make([]float64, 0, max(n, 0))
	for i := range n {
		t := float64(i) / float64(max(n-1, 1))
		values = append(values, lo+(hi-lo)*t)
	}
	return Points[float64]{values, fmt.Sprintf("%s from %g to %g", numeral.Count(len(values), "point"), lo, hi)}
}
