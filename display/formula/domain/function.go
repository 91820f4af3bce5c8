package domain

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/mercer-go/mercer/display/formula/value"
)

// degree of the polynomials that stand for functions of a number.
const degree = 4

// Functions stands for the functions f : ℝ → ℝ by the polynomials of degree 4; the coordinates are the coefficients times k!, that is
// the derivatives at 0.
func Functions() Domain { return polynomials{} }

type polynomials struct{}

func (polynomials) String() string   { return "the polynomials of degree 4" }
func (polynomials) Coordinates() int { return degree + 1 }
func (polynomials) Choices() []int   { return nil }

func (polynomials) At(p Point) value.Value[float64] {
	c, factorial := make([]float64, degree+1), 1.0
	for k := range c {
		factorial *= max(1, float64(k))
		c[k] = p.X[k] / factorial
	}
	return floats.PolynomialOf(c...)
}

func (polynomials) Draw(r *rand.Rand) Point { return Point{X: normal(r, degree+1)} }

func (polynomials) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	return exact.PolynomialOf(rationals(r, bits, degree+1)...), nil
}

// Corners are 0, 1, x, -x, x²/2 and x³/6.
func (polynomials) Corners() []Point {
	ps := points(filled(0, degree+1))
	for k := range 4 {
		x := filled(0, degree+1)
		x[k] = 1
		ps = append(ps, Point{X: x})
	}
	minus := filled(0, degree+1)
	minus[1] = -1
	return append(ps, Point{X: minus})
}

func (polynomials) Contains(v value.Value[float64]) bool {
	return v.Kind == value.Func && v.Ref == value.Polynomial && len(v.A) <= degree+1 && allFinite(v.A)
}

// FunctionsOn stands for the functions f : ℝ^d → ℝ by xᵀQx/2 + bᵀx + c + a cos(wᵀx). The coordinates are the lower triangle of Q, b, c, a,
// w. An exact one has a cube for the cosine.
func FunctionsOn(d int) (Domain, error) {
	if err := checkSize("a function of a vector", d, d); err != nil {
		return nil, err
	}
	return ridges{symmetric{d}}, nil
}

type ridges struct{ q symmetric }

func (d ridges) String() string {
	return fmt.Sprintf("the quadratic functions on ℝ^%d with a cosine", d.q.d)
}
func (d ridges) Coordinates() int { return d.q.Coordinates() + 2*d.q.d + 2 }
func (d ridges) Choices() []int   { return nil }

func (d ridges) At(p Point) value.Value[float64] { return ridge(d.q.d, p.X, value.Ridge) }

// ridge makes the function of its coordinates.
func ridge[T any](d int, x []T, form value.Form) value.Value[T] {
	take := func(n int) []T {
		head := x[:n:n]
		x = x[n:]
		return append([]T(nil), head...)
	}
	vector := func() value.Value[T] { return value.Value[T]{Kind: value.Vector, A: take(d), Rows: d, Cols: 1} }
	number := func() value.Value[T] { return value.Value[T]{Kind: value.Number, N: take(1)[0]} }
	q := mirrored(d, take(d*(d+1)/2))
	items := []value.Value[T]{q, vector(), number(), number(), vector()}
	return value.Value[T]{Kind: value.Func, Ref: form, Items: items}
}

func (d ridges) Draw(r *rand.Rand) Point { return Point{X: normal(r, d.Coordinates())} }

func (d ridges) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	return ridge(d.q.d, rationals(r, bits, d.Coordinates()), value.CubicRidge), nil
}

// Corners are 0, a linear function, ‖x‖²/2, -‖x‖²/2, a saddle, and a pure cosine.
func (d ridges) Corners() []Point {
	n, at := d.Coordinates(), d.q.Coordinates()
	linear, wave := filled(0, n), filled(0, n)
	for i := range d.q.d {
		linear[at+i], wave[n-1-i] = 1, 1
	}
	wave[at+d.q.d+1] = 1
	quadratic := func(f func(i int) float64) []float64 { return append(d.q.diagonal(f), filled(0, n-at)...) }
	return points(filled(0, n), linear, wave, quadratic(one), quadratic(func(int) float64 { return -1 }),
		quadratic(func(i int) float64 { return float64(1 - 2*(i%2)) }))
}

func (d ridges) Contains(v value.Value[float64]) bool {
	if v.Kind != value.Func || v.Ref != value.Ridge && v.Ref != value.CubicRidge || len(v.Items) != 5 {
		return false
	}
	vector := shape{value.Vector, d.q.d, 1}
	return d.q.Contains(v.Items[0]) && vector.has(v.Items[1]) && finite(v.Items[2].N) && finite(v.Items[3].N) && vector.has(v.Items[4])
}
