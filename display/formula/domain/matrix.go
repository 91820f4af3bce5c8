package domain

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/value"
)

// Symmetric is the set of symmetric d×d matrices; the coordinates are the entries on and below the diagonal, row by row.
func Symmetric(d int) (Domain, error) {
	return square("a symmetric matrix", d, symmetric{d})
}

// Definite is the set of symmetric positive definite d×d matrices L Lᵀ. The coordinates are L, lower triangular, row by row, with the
// logarithms of its diagonal.
func Definite(d int) (Domain, error) {
	return square("a positive definite matrix", d, definite{symmetric{d}})
}

// Semidefinite is the set of symmetric positive semidefinite d×d matrices B Bᵀ; the coordinates are the entries of the square B.
func Semidefinite(d int) (Domain, error) {
	return square("a positive semidefinite matrix", d, semidefinite{d})
}

// Orthogonal is the set of orthogonal d×d matrices. The coordinates are the angles of rotations in the d(d-1)/2 coordinate planes,
// the choice is the sign of the determinant.
func Orthogonal(d int) (Domain, error) {
	return square("an orthogonal matrix", d, orthogonal{d})
}

func square(what string, d int, domain Domain) (Domain, error) {
	if err := checkSize(what, d, d); err != nil {
		return nil, err
	}
	return domain, nil
}

type symmetric struct{ d int }

func (d symmetric) String() string   { return fmt.Sprintf("the symmetric %d×%d matrices", d.d, d.d) }
func (d symmetric) Coordinates() int { return d.d * (d.d + 1) / 2 }
func (d symmetric) Choices() []int   { return nil }

func (d symmetric) At(p Point) value.Value[float64] { return mirrored(d.d, p.X) }

// mirrored is the symmetric matrix whose lower triangle is given row by row.
func mirrored[T any](n int, lower []T) value.Value[T] {
	a := make([]T, n*n)
	for i, k := 0, 0; i < n; i++ {
		for j := range i + 1 {
			a[i*n+j], a[j*n+i] = lower[k], lower[k]
			k++
		}
	}
	return value.Value[T]{Kind: value.Matrix, A: a, Rows: n, Cols: n}
}

func (d symmetric) Draw(r *rand.Rand) Point { return Point{X: normal(r, d.Coordinates())} }

func (d symmetric) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	return mirrored(d.d, rationals(r, bits, d.Coordinates())), nil
}

// Corners are 0, I, -I, all ones, a diagonal of both signs, tiny and huge.
func (d symmetric) Corners() []Point {
	n := d.Coordinates()
	signs := d.diagonal(func(i int) float64 { return float64(1 - 2*(i%2)) })
	return points(filled(0, n), d.diagonal(one), d.diagonal(func(int) float64 { return -1 }), filled(1, n), signs,
		d.diagonal(func(int) float64 { return tiny }), d.diagonal(func(int) float64 { return huge }))
}

func one(int) float64 { return 1 }

// diagonal is a lower triangle that is 0 but for its diagonal.
func (d symmetric) diagonal(f func(i int) float64) []float64 {
	x := make([]float64, d.Coordinates())
	for i := range d.d {
		x[i*(i+1)/2+i] = f(i)
	}
	return x
}

func (d symmetric) Contains(v value.Value[float64]) bool {
	if !(shape{value.Matrix, d.d, d.d}).has(v) {
		return false
	}
	largest := norm(v.A)
	for i := range d.d {
		for j := range i {
			if math.Abs(v.A[i*d.d+j]-v.A[j*d.d+i]) > containsTol*largest {
				return false
			}
		}
	}
	return true
}

type definite struct{ symmetric }

func (d definite) String() string {
	return fmt.Sprintf("the positive definite %d×%d matrices", d.d, d.d)
}

func (d definite) At(p Point) value.Value[float64] {
	l := make([]float64, d.d*d.d)
	for i, k := 0, 0; i < d.d; i++ {
		for j := range i {
			l[i*d.d+j] = p.X[k]
			k++
		}
		l[i*d.d+i] = math.Exp(min(max(p.X[k], -50), 50))
		k++
	}
	return gram(d.d, d.d, l)
}

// gram is B Bᵀ, exactly symmetric, for the rows×cols matrix B.
func gram(rows, cols int, b []float64) value.Value[float64] {
	lower := make([]float64, 0, rows*(rows+1)/2)
	for i := range rows {
		for j := range i + 1 {
			sum := 0.0
			for k := range cols {
				sum += float64(b[i*cols+k] * b[j*cols+k]) // not fused, so that every processor draws the same
			}
			lower = append(lower, sum)
		}
	}
	return mirrored(rows, lower)
}

// Draw has normal entries of L below the diagonal and log-normal ones on it, at a random scale; some have a large condition.
func (d definite) Draw(r *rand.Rand) Point {
	spread, scale := 0.4, [...]float64{0.3, 3, 1, 1, 1, 1}[r.IntN(6)]
	off := 0.7
	switch r.IntN(10) {
	case 0:
		spread = 2
	case 1:
		off = 0
	}
	x := make([]float64, d.Coordinates())
	for i := range x {
		x[i] = scale * off * r.NormFloat64()
	}
	for i := range d.d {
		x[i*(i+1)/2+i] = math.Log(scale) + spread*r.NormFloat64()
	}
	return Point{X: x}
}

// Exact is B Bᵀ + I/16 with a square B.
func (d definite) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	v := exactGram(r, bits, d.d)
	for i := range d.d {
		v.A[i*d.d+i] = new(big.Rat).Add(v.A[i*d.d+i], big.NewRat(1, 16))
	}
	return v, nil
}

// exactGram is B Bᵀ of a random rational d×d matrix B, whose entries have one denominator.
func exactGram(r *rand.Rand, bits, d int) value.Value[*big.Rat] {
	b := make([]*big.Int, d*d)
	for i := range b {
		b[i] = big.NewInt(numerator(r, bits))
	}
	denominator := big.NewInt(unit(bits))
	denominator.Mul(denominator, denominator)
	lower := make([]*big.Rat, 0, d*(d+1)/2)
	for i := range d {
		for j := range i + 1 {
			sum := new(big.Int)
			for k := range d {
				sum.Add(sum, new(big.Int).Mul(b[i*d+k], b[j*d+k]))
			}
			lower = append(lower, new(big.Rat).SetFrac(sum, denominator))
		}
	}
	return mirrored(d, lower)
}

// Corners are I, its tiny and huge multiples, diag(1, 4, 9, …), one of condition 10⁸, and one near 𝟏𝟏ᵀ.
func (d definite) Corners() []Point {
	log := func(f func(i int) float64) []float64 {
		return d.diagonal(func(i int) float64 { return math.Log(f(i)) })
	}
	near := log(func(i int) float64 {
		if i == 0 {
			return 1
		}
		return 1e-3
	})
	for i := 1; i < d.d; i++ {
		near[i*(i+1)/2] = 1
	}
	return points(log(one), log(func(int) float64 { return 1e-4 }), log(func(int) float64 { return 1e3 }),
		log(func(i int) float64 { return float64(i + 1) }), log(func(i int) float64 { return math.Pow(1e-4, float64(i%2)) }), near)
}

// Contains cannot tell a singular matrix from one that is so by rounding, and lets both pass.
func (d definite) Contains(v value.Value[float64]) bool {
	return d.symmetric.Contains(v) && slack(v) > 0
}

// slack is the least eigenvalue of a symmetric matrix, with the benefit of rounding.
func slack(v value.Value[float64]) float64 {
	order, err := floats.Loewner(floats.Int(0), v)
	if err != nil {
		return math.Inf(-1)
	}
	return order.Slack + 1e-12*order.Scale
}

type semidefinite struct{ d int }

func (d semidefinite) String() string {
	return fmt.Sprintf("the positive semidefinite %d×%d matrices", d.d, d.d)
}
func (d semidefinite) Coordinates() int { return d.d * d.d }
func (d semidefinite) Choices() []int   { return nil }

// At rounds the entries of B so far that B Bᵀ is exact: rounded, a matrix of low rank would have a negative eigenvalue, and what holds of
// singular matrices would be refuted.
func (d semidefinite) At(p Point) value.Value[float64] {
	largest := 0.0
	for _, x := range p.X {
		largest = max(largest, math.Abs(x))
	}
	_, exponent := math.Frexp(largest)
	const bits = 24 // a sum of 32 products of 24 bits has 53
	b := make([]float64, len(p.X))
	for i, x := range p.X {
		b[i] = math.Ldexp(math.RoundToEven(math.Ldexp(x, bits-exponent)), exponent-bits)
	}
	return gram(d.d, d.d, b)
}

// Draw has a random rank.
func (d semidefinite) Draw(r *rand.Rand) Point {
	x, rank := normal(r, d.d*d.d), 1+r.IntN(d.d)
	for i := range x {
		if i%d.d >= rank {
			x[i] = 0
		}
	}
	return Point{X: x}
}

func (d semidefinite) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	return exactGram(r, bits, d.d), nil
}

// Corners are 0, a unit projection, 𝟏𝟏ᵀ, I, tiny and huge.
func (d semidefinite) Corners() []Point {
	n := d.d * d.d
	unit, column, eye, small, large := filled(0, n), filled(0, n), filled(0, n), filled(0, n), filled(0, n)
	unit[0] = 1
	for i := range d.d {
		column[i*d.d] = 1
		eye[i*d.d+i], small[i*d.d+i], large[i*d.d+i] = 1, 1e-4, 1e3
	}
	return points(filled(0, n), unit, column, eye, small, large)
}

func (d semidefinite) Contains(v value.Value[float64]) bool {
	return symmetric(d).Contains(v) && slack(v) >= 0
}

type orthogonal struct{ d int }

func (d orthogonal) String() string   { return fmt.Sprintf("the orthogonal %d×%d matrices", d.d, d.d) }
func (d orthogonal) Coordinates() int { return d.d * (d.d - 1) / 2 }
func (d orthogonal) Choices() []int   { return []int{2} }

func (d orthogonal) At(p Point) value.Value[float64] {
	n := d.d
	q := floats.IdentityOf(n)
	if p.Choice[0] == 1 {
		q.A[0] = -1
	}
	for i, k := 0, 0; i < n; i++ {
		for j := range i {
			s, c := math.Sincos(p.X[k])
			for m := range n {
				x, y := q.A[m*n+j], q.A[m*n+i]
				q.A[m*n+j], q.A[m*n+i] = float64(c*x)-float64(s*y), float64(s*x)+float64(c*y)
			}
			k++
		}
	}
	return q
}

func (d orthogonal) Draw(r *rand.Rand) Point {
	x := make([]float64, d.Coordinates())
	for i := range x {
		x[i] = 2 * math.Pi * r.Float64()
	}
	return Point{X: x, Choice: []int{r.IntN(2)}}
}

// maxCayley is the size from where on no exact orthogonal matrix is computed: its entries have some d·64 bits, each for itself.
const maxCayley = 24

// Exact is Cayley's (I - S)(I + S)⁻¹ of a random skew S, with the sign of the first column at random.
func (d orthogonal) Exact(r *rand.Rand, bits int) (value.Value[*big.Rat], error) {
	n := d.d
	if n > maxCayley {
		return value.Value[*big.Rat]{}, number.ErrInexact
	}
	plus, minus := exact.IdentityOf(n), exact.IdentityOf(n)
	for i := range n {
		for j := range i {
			s := rational(r, bits)
			minusS := new(big.Rat).Neg(s)
			plus.A[i*n+j], plus.A[j*n+i] = s, minusS
			minus.A[i*n+j], minus.A[j*n+i] = minusS, s
		}
	}
	q, err := exact.Solve(plus, minus) // the factors commute
	if err == nil && r.IntN(2) == 0 {
		for i := range n {
			q.A[i*n] = new(big.Rat).Neg(q.A[i*n])
		}
	}
	return q, err
}

// Corners are I, a reflection, right angles, and a small rotation.
func (d orthogonal) Corners() []Point {
	n := d.Coordinates()
	return []Point{{filled(0, n), []int{0}}, {filled(0, n), []int{1}}, {filled(math.Pi/2, n), []int{0}}, {filled(tiny, n), []int{0}}}
}

func (d orthogonal) Contains(v value.Value[float64]) bool {
	if !(shape{value.Matrix, d.d, d.d}).has(v) {
		return false
	}
	t, _ := floats.Transpose(v)
	product, _ := floats.Mul(t, v)
	off, err := floats.Equal(product, floats.Identity(1))
	return err == nil && off.Deviation <= containsTol
}
