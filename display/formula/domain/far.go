package domain

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/mercer-go/mercer/display/formula/value"
)

// This file has points far from where Draw and Corners look: the numbers in decades, and random points whose coordinates are of all sizes.

// Ladder are points of a domain with one real coordinate, spread over its whole range, n of them or a few more: the numbers 1, 2 and 5 times
// powers of 10 with both signs, the bounded intervals evenly and towards their ends. It is nil for another domain.
func Ladder(d Domain, n int) []Point {
	if d.Coordinates() != 1 || len(d.Choices()) > 0 {
		return nil
	}
	i, isInterval := d.(interval)
	switch {
	case isInterval && i.bounded():
		return points(towardsEnds(n)...)
	case isInterval && i.open():
		return points(evenly(-14, 14, n)...)
	}
	return points(decades(n)...)
}

// open tells whether the end of a half-line is open.
func (d interval) open() bool { return finite(d.lo) && d.openLo || finite(d.hi) && d.openHi }

func evenly(lo, hi float64, n int) [][]float64 {
	var xs [][]float64
	for k := range n {
		xs = append(xs, []float64{lo + (hi-lo)*(float64(k)+0.5)/float64(n)})
	}
	return xs
}

// towardsEnds has a third of its numbers near 0 and 1.
func towardsEnds(n int) [][]float64 {
	xs := evenly(0, 1, n-n/3)
	for k := range n / 6 {
		x := math.Pow(10, -1-float64(k)*6/float64(n/6+1))
		xs = append(xs, []float64{x}, []float64{1 - x})
	}
	return xs
}

// decades are ±10^k for k from -4 to 6, and between them 2 and 5 times these, or more, as n allows.
func decades(n int) [][]float64 {
	steps := max(1, n/22)
	between := [][]float64{{1}, {1, 3}, {1, 2, 5}, {1, 1.5, 3, 7}}[min(steps, 4)-1]
	var xs [][]float64
	for k := -4; k <= 6; k++ {
		for _, b := range between {
			x := b * math.Pow(10, float64(k))
			xs = append(xs, []float64{x}, []float64{-x})
		}
	}
	return xs
}

// Far is a random point whose coordinates are of all sizes from 10⁻³ to 10⁴, either all of one size or each of its own.
func Far(d Domain, r *rand.Rand) Point {
	p := d.Draw(r)
	switch d := d.(type) {
	case interval:
		return d.far(r, p)
	case family:
		if !scales(d) {
			return d.far(r)
		}
	case entriesIn:
		return d.far(r)
	}
	if !scales(d) {
		return p
	}
	common, one := math.Pow(10, 7*r.Float64()-3), r.IntN(2) == 0
	for k := range p.X {
		size := common
		if !one {
			size = math.Pow(10, 7*r.Float64()-3)
		}
		p.X[k] = size * r.NormFloat64()
	}
	return p
}

// far is a point whose copies are far out, one by one.
func (d copies) far(r *rand.Rand) Point {
	parts := make([]Point, d.n)
	for i := range parts {
		parts[i] = Far(d.elem, r)
	}
	return joined(parts)
}

func (d interval) far(r *rand.Rand, p Point) Point {
	switch {
	case d.bounded():
	case d.open():
		p.X[0] = 28*r.Float64() - 14
	default:
		p.X[0] = math.Pow(10, 9*r.Float64()-3)
	}
	return p
}

// scales tells whether the coordinates of a domain are numbers of any size.
func scales(d Domain) bool {
	switch d := d.(type) {
	case reals, entries, symmetric:
		return true
	case family:
		return scales(d.elem)
	}
	return false
}

// IsFree tells whether each number of a value can be changed by itself, as in ℝ^d and in intervals, and Contains tells exactly where that leaves
// the domain.
func IsFree(d Domain) bool {
	switch d := d.(type) {
	case reals, interval, entries:
		return true
	case entriesIn:
		return IsFree(d.elem)
	case family:
		return IsFree(d.elem)
	}
	return false
}

// Excludes reports whether a value that was computed for a point of a domain is outside the domain in
// rational arithmetic, as a positive definite matrix that rounding has made singular.
func Excludes(d Domain, v value.Value[*big.Rat]) bool {
	switch d := d.(type) {
	case definite:
		order, err := exact.Loewner(exact.Int(0), v)
		return err == nil && order.Sign <= 0
	case family:
		return slices.ContainsFunc(v.Items, func(item value.Value[*big.Rat]) bool {
			return Excludes(d.elem, item)
		})
	}
	return false
}

// mostSubsets is up to how many elements all subsets of a set are tried.
const mostSubsets = 9

// Simple are the simplest points of a domain in which a premise is often rare: of the laws on a small set those that are uniform on a part of it, of
// the semidefinite matrices 0 and the projections on the first and on the last axis. It is nil for another domain.
func Simple(d Domain) []Point {
	switch d := d.(type) {
	case laws:
		if len(d.on.Floats) <= mostSubsets {
			return uniformLaws(len(d.on.Floats))
		}
	case semidefinite:
		first, last := filled(0, d.d*d.d), filled(0, d.d*d.d)
		first[0], last[d.d*d.d-1] = 1, 1
		return points(filled(0, d.d*d.d), first, last)
	}
	return nil
}

// uniformLaws are the weights that are equal on a part of n elements, for all parts but the empty one.
func uniformLaws(n int) []Point {
	var all []Point
	for part := 1; part < 1<<n; part++ {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(part >> i & 1)
		}
		all = append(all, Point{X: x})
	}
	return all
}

// IsEnd tells whether a number is an end of an interval.
func IsEnd(d Domain, v value.Value[float64]) bool {
	i, ok := d.(interval)
	return ok && v.Kind == value.Number && (v.N == i.lo || v.N == i.hi)
}
