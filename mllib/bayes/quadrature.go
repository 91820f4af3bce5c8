package bayes

import (
	"math"
	"slices"

	"github.com/mercer-go/mercer/mllib/dist"
	"gonum.org/v1/gonum/integrate/quad"
)

// nodes and weights of the Gauss–Legendre rule on [-1, 1]: exact for polynomials of degree 31.
var nodes, weights = legendre(16)

func legendre(n int) (x, w []float64) {
	x, w = make([]float64, n), make([]float64, n)
	quad.Legendre{}.FixedLocations(x, w, -1, 1)
	return x, w
}

// integrate returns ∫ f over the law's range, split at the cuts.
func integrate(law Law, cuts []float64, f func(x float64) float64) float64 {
	const panels = 32
	lo, hi := law.Range()
	ends := grid(law, panels)
	for _, c := range cuts {
		if lo < c && c < hi {
			ends = append(ends, c)
		}
	}
	slices.Sort(ends)
	sum := 0.0
	for i := 1; i < len(ends); i++ {
		sum += adaptive(f, ends[i-1], ends[i], gauss(f, ends[i-1], ends[i]), 0)
	}
	return sum
}

// grid returns the ends of n equal pieces of the law's range in increasing order, and among them those of n pieces of the range of each
// part of the law that is much narrower, so that no peak is overlooked.
func grid(law Law, n int) []float64 {
	lo, hi := law.Range()
	points := pieces(nil, lo, hi, n)
	for _, part := range parts(law) {
		if a, b := part.Range(); b-a < (hi-lo)/8 {
			points = pieces(points, a, b, n)
		}
	}
	slices.Sort(points)
	return slices.Compact(points)
}

func pieces(points []float64, lo, hi float64, n int) []float64 {
	points = append(points, lo)
	for i := 1; i < n; i++ {
		points = append(points, lo+(hi-lo)*float64(i)/float64(n))
	}
	return append(points, hi)
}

// parts returns the densities that a law of this package is made of, with the parts of mixtures.
func parts(law Law) []dist.Univariate {
	var all, out []dist.Univariate
	switch l := law.(type) {
	case Classes:
		all = l.Density
	case Regression:
		all = []dist.Univariate{l.X}
	}
	for _, d := range all {
		if m, ok := d.(dist.Mixture); ok {
			for _, n := range m.Parts {
				out = append(out, n)
			}
			continue
		}
		out = append(out, d)
	}
	return out
}

// adaptive refines whole = ∫ f over [a, b] by halves until they agree with it.
func adaptive(f func(x float64) float64, a, b, whole float64, depth int) float64 {
	mid := a + (b-a)/2
	left, right := gauss(f, a, mid), gauss(f, mid, b)
	if both := left + right; depth >= 30 || math.Abs(both-whole) <= 1e-15 || !(math.Abs(both-whole) > 1e-14*math.Abs(both)) {
		return both
	}
	return adaptive(f, a, mid, left, depth+1) + adaptive(f, mid, b, right, depth+1)
}

func gauss(f func(x float64) float64, a, b float64) float64 {
	sum, half, mid := 0.0, (b-a)/2, (a+b)/2
	for i, x := range nodes {
		sum += weights[i] * f(mid+half*x)
	}
	return sum * half
}
