package domain

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/display/formula/number"
	"github.com/mercer-go/mercer/display/formula/value"
)

// all is one or more of each domain.
func all(t testing.TB) []Domain {
	var ds []Domain
	add := func(d Domain, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		ds = append(ds, d)
	}
	inf := math.Inf(1)
	ds = append(ds, Reals(), Naturals(), Integers(), Functions())
	for _, i := range []struct {
		lo, hi   float64
		openL, h bool
	}{{0, 1, false, false}, {0, 1, true, true}, {-2, 5, true, false}, {0, inf, false, true}, {0, inf, true, true}, {-inf, 3, true, false},
		{-inf, -1, true, true}, {7, 7, false, false}, {1e6, 1e6 + 1, true, true}, {1, 1 + 1e-15, false, false}} {
		add(Interval(i.lo, i.hi, i.openL, i.h))
	}
	signs := Items{Floats: []value.Value[float64]{floats.Int(-1), floats.Int(1)}, Exact: []value.Value[*big.Rat]{exact.Int(-1), exact.Int(1)}}
	add(Finite(signs))
	add(Power(signs, 4))
	add(PowerMatrix(Range(0, 1), 2, 3))
	add(Subsets(Range(1, 5)))
	add(Subsets(Items{}))
	add(Laws(Range(1, 3)))
	for _, n := range []int{1, 2, 3, 5} {
		add(Vectors(n))
		add(Matrices(n, 2))
		add(Symmetric(n))
		add(Definite(n))
		add(Semidefinite(n))
		add(Orthogonal(n))
		add(Simplex(n))
		add(Sphere(n))
		add(Ball(n))
		add(Permutations(n))
		add(FunctionsOn(n))
		add(Family(1, n, ds[len(ds)-3]))
		add(Family(0, n, Reals()))
		add(Entries(n, ds[4]))
		add(Entries(n, ds[5]))
		add(Maps(Range(1, n), Reals()))
		add(Maps(Range(1, n), Naturals()))
	}
	return ds
}

func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

func TestDrawsAreContained(t *testing.T) {
	for _, d := range all(t) {
		r := rng(1)
		for range 300 {
			p := d.Draw(r)
			checkPoint(t, d, p)
			if v := d.At(p); !d.Contains(v) {
				t.Errorf("%s: drew %+v at %v", d, v, p)
				break
			}
		}
		for _, p := range d.Corners() {
			checkPoint(t, d, p)
			if v := d.At(p); !d.Contains(v) {
				t.Errorf("%s: the corner %v is %+v", d, p, v)
			}
		}
	}
}

// checkPoint checks the lengths of a point.
func checkPoint(t *testing.T, d Domain, p Point) {
	t.Helper()
	choices := d.Choices()
	if len(p.X) != d.Coordinates() || len(p.Choice) != len(choices) {
		t.Fatalf("%s has %d coordinates and %d choices, a point has %d and %d", d, d.Coordinates(), len(choices), len(p.X), len(p.Choice))
	}
	for i, c := range p.Choice {
		if c < 0 || c >= choices[i] {
			t.Fatalf("%s: choice %d is %d of %d", d, i, c, choices[i])
		}
	}
}

// Any coordinates are a point, and near coordinates are near points.
func TestEveryCoordinateIsAPoint(t *testing.T) {
	for _, d := range all(t) {
		r := rng(2)
		for range 200 {
			p := Point{make([]float64, d.Coordinates()), choose(r, d.Choices())}
			size := math.Pow(10, float64(r.IntN(7)-3))
			for i := range p.X {
				p.X[i] = size * r.NormFloat64()
			}
			v := d.At(p)
			if !d.Contains(v) {
				t.Errorf("%s: %v is %+v", d, p, v)
				break
			}
			q := p.Clone()
			for i := range q.X {
				q.X[i] += 1e-9 * (1 + math.Abs(q.X[i])) * r.NormFloat64()
			}
			w := d.At(q)
			if far := distanceOf(v, w); size < 10 && far > 1e-4 {
				t.Errorf("%s: %v and %v are %g apart", d, p, q, far)
				break
			}
		}
	}
}

// distanceOf is the largest relative difference of the numbers of two values.
func distanceOf(v, w value.Value[float64]) float64 {
	a, b := flat(v), flat(w)
	far, scale := 0.0, 1.0
	for i := range a {
		far, scale = max(far, math.Abs(a[i]-b[i])), max(scale, math.Abs(a[i]))
	}
	return far / scale
}

// flat has all numbers of a value.
func flat(v value.Value[float64]) []float64 {
	x := append([]float64(nil), v.A...)
	if v.Kind == value.Number {
		x = append(x, v.N)
	}
	for _, item := range v.Items {
		x = append(x, flat(item)...)
	}
	return x
}

// Exact draws are in the domain, and those with equations satisfy them exactly.
func TestExactDraws(t *testing.T) {
	field := number.Rational{}
	for _, d := range all(t) {
		r := rng(3)
		for range 30 {
			v, err := d.Exact(r, 20)
			if err != nil {
				t.Errorf("%s: %v", d, err)
				break
			}
			if w := value.Convert(v, field.Value); !d.Contains(w) {
				t.Errorf("%s: drew %+v exactly", d, w)
				break
			}
			if !exactEquations(d, v) {
				t.Errorf("%s: %v does not satisfy its equations", d, v.A)
				break
			}
		}
	}
}

func exactEquations(d Domain, v value.Value[*big.Rat]) bool {
	sum := new(big.Rat)
	switch d.(type) {
	case simplex, laws:
		for _, x := range v.A {
			sum.Add(sum, x)
		}
	case sphere:
		for _, x := range v.A {
			sum.Add(sum, new(big.Rat).Mul(x, x))
		}
	case orthogonal:
		t, _ := exact.Transpose(v)
		product, _ := exact.Mul(t, v)
		e, err := exact.Equal(product, exact.Identity(big.NewRat(1, 1)))
		return err == nil && e.Equal
	case definite:
		order, err := exact.Loewner(exact.Int(0), v)
		return err == nil && order.Sign == 1
	case semidefinite:
		order, err := exact.Loewner(exact.Int(0), v)
		return err == nil && order.Sign >= 0
	default:
		return true
	}
	return sum.Cmp(big.NewRat(1, 1)) == 0
}

// The coordinates reach what an exact draw, which does not use them, has drawn: a random descent comes near.
func TestCoordinatesCover(t *testing.T) {
	for _, d := range all(t) {
		if d.Coordinates() == 0 || d.Coordinates() > 6 {
			continue
		}
		switch d := d.(type) {
		case ridges:
			continue // its exact form is another
		case definite:
			if d.d > 2 {
				continue // see TestCholeskyCovers
			}
		}
		r := rng(4)
		for range 3 {
			v, err := d.Exact(r, 20)
			if err != nil {
				t.Fatal(err)
			}
			target := value.Convert(v, number.Rational{}.Value)
			if far := nearest(d, target, r); far > 1e-3 {
				t.Errorf("%s: the coordinates come as near to %v as %g", d, flat(target), far)
			}
		}
	}
}

// Every positive definite matrix has the coordinates of its Cholesky factor.
func TestCholeskyCovers(t *testing.T) {
	d := must(Definite(3))
	r := rng(9)
	for range 20 {
		v, _ := d.Exact(r, 20)
		a := value.Convert(v, number.Rational{}.Value)
		var l [3][3]float64
		var x []float64
		for i := range 3 {
			for j := range i + 1 {
				sum := a.A[3*i+j]
				for k := range j {
					sum -= l[i][k] * l[j][k]
				}
				if i == j {
					l[i][i] = math.Sqrt(sum)
					x = append(x, math.Log(l[i][i]))
				} else {
					l[i][j] = sum / l[j][j]
					x = append(x, l[i][j])
				}
			}
		}
		if far := distanceOf(a, d.At(Point{X: x})); far > 1e-13 {
			t.Errorf("the matrix of the coordinates of %v is %g off", a.A, far)
		}
	}
}

// nearest is the least distance to a target that random steps from several points find.
func nearest(d Domain, target value.Value[float64], r *rand.Rand) float64 {
	best := math.Inf(1)
	for start := 0; start < 12 && best > 1e-4; start++ {
		p := d.Draw(r)
		here, step := distanceOf(target, d.At(p)), 1.0
		for range 4000 {
			q := p.Clone()
			for i := range q.X {
				q.X[i] += step * r.NormFloat64()
			}
			if len(q.Choice) > 0 && r.IntN(10) == 0 {
				q.Choice = choose(r, d.Choices())
			}
			if far := distanceOf(target, d.At(q)); far < here {
				p, here, step = q, far, step*1.5
			} else {
				step = max(step*0.97, 1e-7)
			}
		}
		best = min(best, here)
	}
	return best
}

func TestDrawsVary(t *testing.T) {
	r := rng(5)
	d, _ := Vectors(3)
	zeros, ties, large, small := 0, 0, 0, 0
	for range 1000 {
		x := d.At(d.Draw(r)).A
		for i := range x {
			if x[i] == 0 {
				zeros++
			}
			if i > 0 && x[i] == x[0] && x[0] != 0 {
				ties++
			}
		}
		if norm(x) > 5 {
			large++
		}
		if norm(x) < 0.4 {
			small++
		}
	}
	if zeros < 10 || ties < 10 || large < 50 || small < 50 {
		t.Errorf("of 1000 draws: %d zeros, %d ties, %d large, %d small", zeros, ties, large, small)
	}
}

func TestSameSeedSamePoint(t *testing.T) {
	for _, d := range all(t) {
		a, b := d.At(d.Draw(rng(6))), d.At(d.Draw(rng(6)))
		if distanceOf(a, b) != 0 {
			t.Errorf("%s: two draws of one seed differ", d)
		}
	}
}

// Contains is false for what is near, but not in the domain.
func TestContainsRefuses(t *testing.T) {
	half, _ := Interval(0, 1, true, false)
	definite, _ := Definite(2)
	semi, _ := Semidefinite(2)
	symmetric, _ := Symmetric(2)
	orthogonal, _ := Orthogonal(2)
	simplex, _ := Simplex(2)
	sphere, _ := Sphere(2)
	ball, _ := Ball(2)
	permutations, _ := Permutations(2)
	signs, _ := Power(Range(0, 1), 2)
	subsets, _ := Subsets(Range(1, 3))
	mat := func(a ...float64) value.Value[float64] { return floats.Matrix(2, 2, a) }
	tests := []struct {
		d Domain
		v value.Value[float64]
	}{
		{Reals(), floats.Vector(1)}, {Reals(), floats.Number(math.NaN())}, {half, floats.Int(0)}, {half, floats.Number(1.001)},
		{Naturals(), floats.Number(1.5)}, {Naturals(), floats.Int(0)}, {definite, mat(1, 1, 1, 0.999)}, {definite, mat(1, 0, 0.1, 1)}, {definite, mat(0, 0, 0, 0)},
		{semi, mat(1, 2, 2, 1)}, {symmetric, mat(1, 2, 3, 4)}, {orthogonal, mat(1, 0.1, 0, 1)}, {simplex, floats.Vector(0.5, 0.6)},
		{simplex, floats.Vector(1.5, -0.5)}, {sphere, floats.Vector(1, 0.01)}, {ball, floats.Vector(1, 0.01)}, {sphere, floats.Row(1, 0)},
		{signs, floats.Vector(0, 2)},
		{subsets, floats.SetOf(floats.Int(4))}, {Functions(), floats.Int(1)},
		{permutations, floats.TableOf(Range(1, 2).Floats, []value.Value[float64]{floats.Int(1), floats.Int(1)})},
	}
	for i, c := range tests {
		if c.d.Contains(c.v) {
			t.Errorf("%d: %s contains %+v", i, c.d, c.v)
		}
	}
}

func TestEmptyDomains(t *testing.T) {
	get := func(_ Domain, err error) error { return err }
	tests := []struct {
		err  error
		want string
	}{
		{get(Interval(2, 1, false, false)), "the interval [2, 1] is empty"},
		{get(Interval(1, 1, true, false)), "the interval (1, 1] is empty"},
		{get(Interval(math.Inf(1), math.Inf(1), false, false)), "is empty"},
		{get(Interval(math.NaN(), 1, false, false)), "not a number"},
		{get(Interval(1, math.Nextafter(1, 2), true, true)), "is empty"},
		{get(Finite(Items{})), "the set is empty"},
		{get(Laws(Items{})), "the set is empty"},
		{get(Maps(Items{}, Reals())), "the set is empty"},
		{get(Vectors(0)), "a vector of size 0: the size must be at least 1"},
		{get(Matrices(2, -1)), "a matrix of size -1"},
		{get(Definite(0)), "at least 1"}, {get(Simplex(0)), "at least 1"}, {get(Sphere(0)), "at least 1"}, {get(Orthogonal(0)), "at least 1"},
		{get(Family(1, 0, Reals())), "a family of size 0"}, {get(Permutations(0)), "at least 1"},
		{get(Vectors(1 << 40)), "at most"}, {get(Matrices(5000, 5000)), "at most"},
		{get(Power(Items{Floats: []value.Value[float64]{floats.Bool(true)}}, 2)), "numbers, not a truth value"},
	}
	for _, c := range tests {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("got %v, want %s", c.err, c.want)
		}
	}
	inexact, _ := Finite(Items{Floats: []value.Value[float64]{floats.Number(0.1)}})
	if _, err := inexact.Exact(rng(1), 20); !errors.Is(err, ErrInexact) {
		t.Errorf("an exact draw from inexact numbers: %v", err)
	}
}

// A permutation, a law, a polynomial and a ridge are applied by package value.
func TestFunctionsApply(t *testing.T) {
	r := rng(8)
	d, _ := FunctionsOn(2)
	f, err := d.Exact(r, 10)
	if err != nil {
		t.Fatal(err)
	}
	x := exact.Vector(big.NewRat(1, 2), big.NewRat(-3, 1))
	if y, err := exact.Apply(f, x); err != nil || y.Kind != value.Number {
		t.Errorf("f(x): %v", err)
	}
	sigma, _ := Permutations(4)
	p := sigma.At(sigma.Corners()[1])
	for i := 1; i <= 4; i++ {
		if y, err := floats.Apply(p, floats.Int(i)); err != nil || y.N != float64(5-i) {
			t.Errorf("the reversal of %d is %g, %v", i, y.N, err)
		}
	}
	if _, err := floats.Apply(p, floats.Int(5)); err != value.ErrNoImage {
		t.Errorf("σ(5): %v", err)
	}
	quartic := Functions().At(Point{X: []float64{1, 2, 3, 4, 24}})
	if y, _ := floats.Apply(quartic, floats.Int(1)); math.Abs(y.N-(1+2+1.5+4./6+1)) > 1e-15 {
		t.Errorf("the polynomial at 1 is %g", y.N)
	}
	law, _ := Laws(Range(1, 2))
	half := law.At(Point{X: []float64{1, 3}})
	if y, _ := floats.Apply(half, floats.Int(2)); y.N != 0.75 {
		t.Errorf("p(2) = %g", y.N)
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, d := range []Domain{Reals(), must(Vectors(3)), must(Definite(3)), must(Orthogonal(3)), must(Simplex(3))} {
		b.Run(d.String(), func(b *testing.B) {
			r := rng(1)
			for b.Loop() {
				d.At(d.Draw(r))
			}
		})
		b.Run(d.String()+", exact", func(b *testing.B) {
			r := rng(1)
			for b.Loop() {
				d.Exact(r, 20)
			}
		})
	}
}

func must(d Domain, err error) Domain {
	if err != nil {
		panic(err)
	}
	return d
}

// What is drawn as semidefinite is so exactly, also where its rank is low.
func TestSemidefiniteIsExact(t *testing.T) {
	for n := 1; n <= 5; n++ {
		d, err := Semidefinite(n)
		if err != nil {
			t.Fatal(err)
		}
		r := rng(7)
		for range 200 {
			v := d.At(d.Draw(r))
			rational := value.Value[*big.Rat]{Kind: v.Kind, Rows: v.Rows, Cols: v.Cols}
			for _, x := range v.A {
				rational.A = append(rational.A, new(big.Rat).SetFloat64(x))
			}
			order, err := exact.Loewner(exact.Int(0), rational)
			if err != nil || order.Sign < 0 {
				t.Fatalf("%d×%d: %v is not semidefinite (%v)", n, n, v.A, err)
			}
		}
	}
}
