// Package domain has the domains of the variables of a derivation as parametrised sets: how a point is drawn from them, in floating
// point and exactly, which corner cases they have, and by which coordinates one moves through them in search of a counterexample.
//
//	d, err := domain.Definite(3)          // Σ ≻ 0
//	p := d.Draw(r)                        // a point: six real coordinates
//	sigma := d.At(p)                      // its matrix
//	p.X[0] += 0.1                         // another one, also positive definite
//
// Every list of finite coordinates, with every choice, is a point, so that a search needs no constraints; the maps are continuous and
// reach the whole domain, its boundary too (up to what is said at a domain).
//
// Files: number.go numbers and intervals, finite.go finite sets and what is made of them, entries.go vectors and matrices with free
// entries, sphere.go simplex, sphere and ball, matrix.go symmetric, definite and orthogonal matrices, function.go functions,
// family.go families.
package domain

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/value"
)

// Domain is a set of values with coordinates.
type Domain interface {
	// String is the domain in words.
	String() string
	// Coordinates is the number of real coordinates of a point.
	Coordinates() int
	// Choices has, for each discrete coordinate, the number of its values.
	Choices() []int
	// At is the value at a point.
	At(p Point) value.Value[float64]
	// Draw is a random point. The scale varies, zeros and ties are drawn now and then.
	Draw(r *rand.Rand) Point
	// Exact is a random rational value: each free number is one of 2^bits equally likely ones. The error is ErrInexact where the
	// domain has numbers that are not known exactly.
	Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error)
	// Corners are the special points: zero, boundary, vertices, equal entries, tiny, huge, nearly singular.
	Corners() []Point
	// Contains reports whether a value is in the domain, to rounding.
	Contains(v value.Value[float64]) bool
}

// Point is a place in a domain: X has its real coordinates, any finite numbers, and Choice its discrete ones, Choice[i] from 0
// to Choices()[i] - 1.
type Point struct {
	X      []float64
	Choice []int
}

// Clone is a copy.
func (p Point) Clone() Point {
	return Point{append([]float64(nil), p.X...), append([]int(nil), p.Choice...)}
}

// The operations in both fields.
var (
	floats = &value.Ops[float64]{F: number.Float{}}
	exact  = &value.Ops[*big.Rat]{F: number.Rational{}}
)

// ErrInexact says that a domain has numbers that are known in floating point only.
var ErrInexact = number.ErrInexact

// containsTol is the relative rounding within which a value is in a domain.
const containsTol = 1e-9

// maxSize bounds the number of entries of a value.
const maxSize = 10000

// checkSize refuses dimensions below 1 and values that are too large.
func checkSize(what string, dims ...int) error {
	size := 1
	for _, d := range dims {
		if d < 1 {
			return fmt.Errorf("%s of size %d: the size must be at least 1", what, d)
		}
		if d > maxSize {
			return fmt.Errorf("%s of size %d: the size must be at most %d", what, d, maxSize)
		}
		if size *= d; size > maxSize {
			return fmt.Errorf("%s with %d entries: there may be at most %d", what, size, maxSize)
		}
	}
	return nil
}

// normal draws k coordinates of a common scale; now and then some are 0, halves of integers, or equal to the first.
func normal(r *rand.Rand, k int) []float64 {
	scale := [...]float64{0.1, 10, 3, 1, 1, 1, 1, 1, 1, 1}[r.IntN(10)]
	special := r.IntN(12)
	x := make([]float64, k)
	for i := range x {
		x[i] = scale * r.NormFloat64()
		switch {
		case special == 0 && r.IntN(3) == 0:
			x[i] = 0
		case special == 1:
			x[i] = math.Round(2*x[i]) / 2
		case special == 2 && r.IntN(2) == 0:
			x[i] = x[0]
		}
	}
	return x
}

// rational is uniform among the 2^bits multiples of 2^(3-bits) in [-4, 4), for 4 to 62 bits.
func rational(r *rand.Rand, bits int) *big.Rat { return big.NewRat(numerator(r, bits), unit(bits)) }

// numerator is uniform among 2^bits integers around 0, unit the denominator that goes with them.
func numerator(r *rand.Rand, bits int) int64 {
	bits = min(max(bits, 4), 62)
	return int64(r.Uint64()>>(64-bits)) - 1<<(bits-1)
}

func unit(bits int) int64 { return 1 << (min(max(bits, 4), 62) - 3) }

// fraction is uniform among the 2^bits multiples of 2^-bits in (0, 1), with 2^-bits/2 added.
func fraction(r *rand.Rand, bits int) *big.Rat {
	bits = min(max(bits, 2), 60)
	k := int64(r.Uint64() >> (64 - bits))
	return big.NewRat(2*k+1, 1<<(bits+1))
}

func rationals(r *rand.Rand, bits, n int) []*big.Rat {
	a := make([]*big.Rat, n)
	for i := range a {
		a[i] = rational(r, bits)
	}
	return a
}

// filled has n times x.
func filled(x float64, n int) []float64 {
	a := make([]float64, n)
	for i := range a {
		a[i] = x
	}
	return a
}

// points makes points without choices.
func points(xs ...[]float64) []Point {
	ps := make([]Point, len(xs))
	for i, x := range xs {
		ps[i].X = x
	}
	return ps
}
