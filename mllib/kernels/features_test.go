package kernels

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestFeaturesGiveTheKernel: inner products of features are kernels.
func TestFeaturesGiveTheKernel(t *testing.T) { // N5.3c, V7b, S7.1l
	for _, d := range []int{1, 2, 4} {
		x := cloud(uint64(d), 10, d)
		factors := make([]float64, d)
		for j := range factors {
			factors[j] = float64(j) - .5
		}
		for _, k := range []Kernel{
			Linear(), Constant(2), Constant(0), Polynomial(1, 0, 1), Polynomial(2, 1, 1), Polynomial(3, 0, .5), Polynomial(4, .7, 2), Sum(Linear(), Constant(1), Polynomial(2, 0, 1)),
			Product(Linear(), Polynomial(2, 1, 1)), Scaled(3, Linear()), Normalised(Polynomial(2, 1, 1)), Mapped(Polynomial(2, 1, 1), factors, factors), Stretched(Polynomial(2, 1, 1), factors...),
			On(Polynomial(3, 1, 1), d-1), Exp2(), Product(Constant(2), Sum(Scaled(.5, Polynomial(2, 1, 1)), On(Linear(), 0))),
		} {
			f, names, err := k.Features(x)
			if err != nil {
				t.Fatalf("%v: %v", k, err)
			}
			if _, s := f.Dims(); s != len(names) {
				t.Errorf("%v: %d names for %d features", k, len(names), s)
			}
			var g mat.Dense
			g.Mul(f, f.T())
			near(t, k.String(), &g, must(k.Gram(x)), 1e-12)
		}
	}
}

// Exp2 is the beginning of the series of exp(⟨x, y⟩), V7.3b.
func Exp2() Kernel { return Sum(Constant(1), Linear(), Scaled(.5, Polynomial(2, 0, 1))) }

func TestFeatureNames(t *testing.T) {
	for _, c := range []struct {
		k    Kernel
		want []string
	}{
		{Polynomial(2, 1, 1), []string{"1", "√2·x1", "√2·x2", "x1²", "√2·x1·x2", "x2²"}}, // V7b
		{Polynomial(2, 0, 1), []string{"x1²", "√2·x1·x2", "x2²"}},
		{Sum(Constant(4), Scaled(2.25, Linear())), []string{"2", "1.5·x1", "1.5·x2"}},
		{Product(On(Linear(), 1), Sum(Constant(1), Linear())), []string{"x2", "x2·x1", "x2·x2"}},
		{Normalised(Linear()), []string{"x1/‖φ‖", "x2/‖φ‖"}},
		{Mapped(Linear(), []float64{1, 2}), []string{"(Ax)1"}},
		{Stretched(Linear(), 3, 1), []string{"(3·x1)", "(x2)"}},
	} {
		if _, names, err := c.k.Features(cloud(1, 3, 2)); err != nil || !slices.Equal(names, c.want) {
			t.Errorf("%v: %q (%v), want %q", c.k, names, err, c.want)
		}
	}
}

// TestMonomials counts them, and finds their number as the rank of a Gram matrix.
func TestMonomials(t *testing.T) { // N5.3d, B3.1g
	for _, c := range []struct{ d, r, want int }{{2, 2, 6}, {2, 3, 10}, {3, 2, 10}, {3, 4, 35}, {10, 4, 1001}, {56, 2, 1653}, {1, 5, 6}} {
		all := must(Monomials(c.d, 0, c.r))
		seen := map[string]bool{}
		for _, s := range all {
			seen[string(toBytes(s))] = true
		}
		if len(all) != c.want || len(seen) != c.want {
			t.Errorf("d = %d, r = %d: %d monomials, %d different, want %d", c.d, c.r, len(all), len(seen), c.want)
		}
	}
	for _, c := range []struct {
		k    Kernel
		want int
	}{{Linear(), 3}, {Polynomial(2, 1, 1), 10}, {Polynomial(2, 0, 1), 6}, {Polynomial(3, 1, 1), 20}} {
		var e mat.EigenSym
		if !e.Factorize(must(c.k.Gram(cloud(3, 60, 3))), false) {
			t.Fatal("no eigenvalues")
		}
		rank, values := 0, e.Values(nil)
		for _, v := range values {
			if v > 1e-10*values[len(values)-1] {
				rank++
			}
		}
		if rank != c.want {
			t.Errorf("%v: rank %d, want %d", c.k, rank, c.want)
		}
	}
}

func toBytes(s []int) []byte {
	b := make([]byte, len(s))
	for i, v := range s {
		b[i] = byte(v)
	}
	return b
}

func TestFeaturesRefuse(t *testing.T) {
	x := cloud(1, 3, 2)
	features := func(k Kernel, x mat.Matrix) error { _, _, err := k.Features(x); return err }
	monomials := func(d, lo, hi int) error { _, err := Monomials(d, lo, hi); return err }
	wide := mat.NewDense(1, 1000, nil)
	for i, c := range []struct{ got, want error }{
		{features(Gaussian(1), x), input.ErrParam},
		{features(Sum(Linear(), Exp(Linear())), x), input.ErrParam},
		{features(Product(Gaussian(1), Linear()), x), input.ErrParam},
		{features(Scaled(-1, Linear()), x), input.ErrParam},
		{features(Polynomial(0, 1, 1), x), input.ErrParam},
		{features(Polynomial(20, 1, 1), wide), input.ErrParam},
		{features(Product(Polynomial(2, 1, 1), Polynomial(2, 1, 1), Linear()), wide), input.ErrParam},
		{features(Linear(), nil), input.ErrEmpty},
		{features(On(Linear(), 7), x), input.ErrShape},
		{features(Normalised(Linear()), mat.NewDense(2, 1, []float64{1, 0})), input.ErrValue},
		{features(Polynomial(2, 1, 1), mat.NewDense(2, 1, []float64{1, 1e200})), input.ErrNotFinite},
		{monomials(0, 0, 1), input.ErrParam},
		{monomials(2, 3, 1), input.ErrParam},
		{monomials(2, -1, 1), input.ErrParam},
		{monomials(math.MaxInt/4, 0, 3), input.ErrParam},
		{monomials(3, 0, math.MaxInt/4), input.ErrParam},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("case %d: error %v, want %v", i, c.got, c.want)
		}
	}
}
