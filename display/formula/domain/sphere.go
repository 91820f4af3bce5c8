package domain

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/mercer-go/mercer/display/formula/value"
)

// Simplex is the set of k weights ≥ 0 with sum 1. The weights are the absolute values of k coordinates over their sum.
func Simplex(k int) (Domain, error) {
	if err := checkSize("the simplex", k); err != nil {
		return nil, err
	}
	return simplex{k}, nil
}

type simplex struct{ k int }

func (d simplex) String() string   { return fmt.Sprintf("the simplex of %d weights", d.k) }
func (d simplex) Coordinates() int { return d.k }
func (d simplex) Choices() []int   { return nil }

func (d simplex) At(p Point) value.Value[float64] { return floats.Vector(weights(p.X)...) }

// weights are |x_i|/Σ|x_j|, and all equal where the sum is 0.
func weights(x []float64) []float64 {
	sum, largest := 0.0, 0.0
	for _, a := range x {
		largest = max(largest, math.Abs(a))
	}
	if largest == 0 {
		return filled(1/float64(len(x)), len(x))
	}
	w := make([]float64, len(x))
	for i, a := range x {
		w[i] = math.Abs(a) / largest
		sum += w[i]
	}
	for i := range w {
		w[i] /= sum
	}
	return w
}

// Draw is uniform on the simplex, or, now and then, with weights of different sizes, some of them 0 or equal.
func (d simplex) Draw(r *rand.Rand) Point {
	x := make([]float64, d.k)
	special := r.IntN(8)
	for i := range x {
		x[i] = r.ExpFloat64()
		switch {
		case special == 0:
			x[i] = math.Exp(3 * r.NormFloat64())
		case special == 1 && r.IntN(2) == 0:
			x[i] = 0
		case special == 2:
			x[i] = float64(1 + r.IntN(3))
		}
	}
	return Point{X: x}
}

func (d simplex) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	return exact.Vector(exactWeights(r, bits, d.k)...), nil
}

// exactWeights are random integers over their sum.
func exactWeights(r *rand.Rand, bits, k int) []*big.Rat {
	w, sum := make([]*big.Rat, k), new(big.Rat)
	for i := range w {
		w[i] = fraction(r, bits)
		sum.Add(sum, w[i])
	}
	for i := range w {
		w[i] = new(big.Rat).Quo(w[i], sum)
	}
	return w
}

// Corners are the vertices, the center, the middle of an edge, and near a vertex.
func (d simplex) Corners() []Point {
	ps := points(filled(1, d.k))
	for i := range min(d.k, 4) {
		vertex := filled(0, d.k)
		vertex[i] = 1
		ps = append(ps, Point{X: vertex})
	}
	if d.k > 1 {
		edge, near := filled(0, d.k), filled(tiny, d.k)
		edge[0], edge[d.k-1], near[0] = 1, 1, 1
		ps = append(ps, points(edge, near)...)
	}
	return ps
}

func (d simplex) Contains(v value.Value[float64]) bool {
	return v.Kind == value.Vector && len(v.A) == d.k && areWeights(v.A)
}

func areWeights(w []float64) bool {
	sum := 0.0
	for _, x := range w {
		if !(x >= 0) {
			return false
		}
		sum += x
	}
	return math.Abs(sum-1) <= containsTol
}

// Laws are the laws on a finite set; the coordinates are those of the simplex.
func Laws(s Items) (Domain, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	return laws{simplex{len(s.Floats)}, s}, nil
}

type laws struct {
	simplex
	on Items
}

func (d laws) String() string { return "the laws on " + d.on.String() }

func (d laws) At(p Point) value.Value[float64] { return floats.LawOf(d.on.Floats, weights(p.X)) }

func (d laws) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	if d.on.Exact == nil {
		return value.Value[*big.Rat]{}, ErrInexact
	}
	return exact.LawOf(d.on.Exact, exactWeights(r, bits, d.k)), nil
}

func (d laws) Contains(v value.Value[float64]) bool {
	if v.Kind != value.Law || len(v.Items) != d.k || len(v.A) != d.k {
		return false
	}
	for i, x := range v.Items {
		if !floats.Same(x, d.on.Floats[i]) {
			return false
		}
	}
	return areWeights(v.A)
}

// Sphere is the unit sphere of ℝ^d. A point is its coordinates divided by their norm, the first unit vector where that is 0.
func Sphere(d int) (Domain, error) {
	if err := checkSize("the sphere", d); err != nil {
		return nil, err
	}
	return sphere{d}, nil
}

type sphere struct{ d int }

func (d sphere) String() string   { return fmt.Sprintf("the unit sphere of ℝ^%d", d.d) }
func (d sphere) Coordinates() int { return d.d }
func (d sphere) Choices() []int   { return nil }

func norm(x []float64) float64 {
	s := 0.0
	for _, a := range x {
		s = math.Hypot(s, a)
	}
	return s
}

func (d sphere) At(p Point) value.Value[float64] {
	u, size := make([]float64, d.d), norm(p.X)
	if size == 0 {
		u[0] = 1
		return floats.Vector(u...)
	}
	for i, x := range p.X {
		u[i] = x / size
	}
	return floats.Vector(u...)
}

func (d sphere) Draw(r *rand.Rand) Point { return Point{X: normal(r, d.d)} }

func (d sphere) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	return exact.Vector(exactUnit(r, bits, d.d)...), nil
}

// exactUnit is a rational unit vector: the stereographic projection of a random point of ℝ^{d-1}, with a random sign.
func exactUnit(r *rand.Rand, bits, d int) []*big.Rat {
	u := rationals(r, bits, d-1)
	square, one := new(big.Rat), big.NewRat(1, 1)
	for _, x := range u {
		square.Add(square, new(big.Rat).Mul(x, x))
	}
	scale := new(big.Rat).Inv(new(big.Rat).Add(square, one))
	last := new(big.Rat).Mul(new(big.Rat).Sub(square, one), scale)
	if r.IntN(2) == 0 {
		last.Neg(last)
	}
	scale.Add(scale, scale)
	for _, x := range u {
		x.Mul(x, scale)
	}
	return append(u, last)
}

// Corners are unit vectors, the diagonal, and a nearly equal pair of them.
func (d sphere) Corners() []Point {
	var ps []Point
	for i := range min(d.d, 3) {
		plus, minus := filled(0, d.d), filled(0, d.d)
		plus[i], minus[i] = 1, -1
		ps = append(ps, points(plus, minus)...)
	}
	near := filled(tiny, d.d)
	near[0] = 1
	return append(ps, points(filled(1, d.d), filled(-1, d.d), near)...)
}

func (d sphere) Contains(v value.Value[float64]) bool {
	return v.Kind == value.Vector && len(v.A) == d.d && math.Abs(norm(v.A)-1) <= containsTol
}

// Ball is the closed unit ball of ℝ^d. Coordinates within it are the point, those beyond are mirrored at the sphere.
func Ball(d int) (Domain, error) {
	if err := checkSize("the ball", d); err != nil {
		return nil, err
	}
	return ball{d}, nil
}

type ball struct{ d int }

func (d ball) String() string   { return fmt.Sprintf("the unit ball of ℝ^%d", d.d) }
func (d ball) Coordinates() int { return d.d }
func (d ball) Choices() []int   { return nil }

func (d ball) At(p Point) value.Value[float64] {
	x := append([]float64(nil), p.X...)
	if size := norm(x); size > 1 {
		for i := range x {
			x[i] = x[i] / size / size
		}
	}
	return floats.Vector(x...)
}

// Draw is uniform in the ball, now and then on the sphere or near the center.
func (d ball) Draw(r *rand.Rand) Point {
	x := normal(r, d.d)
	radius := math.Pow(r.Float64(), 1/float64(d.d))
	switch r.IntN(10) {
	case 0:
		radius = 1
	case 1:
		radius *= 0.01
	}
	if size := norm(x); size > 0 {
		for i := range x {
			x[i] *= radius / size
		}
	}
	return Point{X: x}
}

func (d ball) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	u, radius := exactUnit(r, bits, d.d), fraction(r, bits)
	for i := range u {
		u[i].Mul(u[i], radius)
	}
	return exact.Vector(u...), nil
}

// Corners are the center, those of the sphere, and a point near the center.
func (d ball) Corners() []Point {
	return append(sphere(d).Corners(), points(filled(0, d.d), filled(tiny, d.d))...)
}

func (d ball) Contains(v value.Value[float64]) bool {
	return v.Kind == value.Vector && len(v.A) == d.d && norm(v.A) <= 1+containsTol
}
