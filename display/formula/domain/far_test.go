package domain

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestFar checks that far points, and those of ladders, belong to their domain, and that they reach far.
func TestFar(t *testing.T) {
	inf := math.Inf(1)
	must := func(d Domain, err error) Domain {
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	unit := must(Interval(0, 1, false, true))
	for _, c := range []struct {
		d            Domain
		small, large float64 // sizes of coordinates that must be reached
	}{
		{Reals(), 1e-3, 1e4},
		{must(Interval(0, inf, true, true)), 0.1, 10},
		{must(Interval(3, inf, false, true)), 1e-2, 1e5},
		{unit, 0.05, 0.95},
		{must(Vectors(4)), 1e-3, 1e4},
		{must(Family(1, 3, Reals())), 1e-3, 1e4},
		{must(Family(1, 3, unit)), 0.05, 0.95},
		{must(Symmetric(3)), 1e-3, 1e4},
		{must(Definite(2)), 0.5, 1},
		{must(Simplex(3)), 0.1, 1},
	} {
		r := rand.New(rand.NewPCG(1, 1))
		least, largest := inf, 0.0
		see := func(p Point) {
			if !c.d.Contains(c.d.At(p)) {
				t.Errorf("%s: %v is no point", c.d, p)
			}
			for _, x := range p.X {
				least, largest = min(least, math.Abs(x)), max(largest, math.Abs(x))
			}
		}
		for range 200 {
			see(Far(c.d, r))
		}
		if least > c.small || largest < c.large {
			t.Errorf("%s: the far points reach from %g to %g", c.d, least, largest)
		}
		for _, n := range []int{8, 24, 70} {
			ladder := Ladder(c.d, n)
			if (len(ladder) == 0) != (c.d.Coordinates() != 1) || len(ladder) > 2*n+16 {
				t.Errorf("%s: the ladder of %d has %d points", c.d, n, len(ladder))
			}
			for _, p := range ladder {
				see(p)
			}
		}
	}
}
