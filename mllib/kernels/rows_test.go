package kernels_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"gonum.org/v1/gonum/mat"
)

// TestRowsAreThoseOfGram: to the last bit, for all columns and for some of them, by every way in which rows are computed.
func TestRowsAreThoseOfGram(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 5))
	for _, shape := range [][2]int{{1, 1}, {3, 2}, {300, 16}, {517, 20}, {40, 300}, {300, 600}} {
		n, d := shape[0], shape[1]
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				x.Set(i, j, rnd.NormFloat64()/math.Sqrt(float64(d)))
			}
		}
		x.SetRow(n/2, x.RawRowView(0))
		factors := make([]float64, d)
		for j := range factors {
			factors[j] = rnd.Float64()
		}
		g := kernels.Gaussian(.7)
		for _, k := range []kernels.Kernel{
			{}, kernels.Polynomial(3, 1, .5), kernels.Sigmoid(1, -1), kernels.Constant(2), g, kernels.Laplacian(2), kernels.Matern(1.5, 1), kernels.Gaussian(1e-120),
			kernels.Manhattan(3), kernels.Stretched(g, factors...), kernels.On(g, d-1), kernels.Sum(g, kernels.Linear()), kernels.Normalised(kernels.Polynomial(2, 1, 1)),
			kernels.Scaled(2, kernels.Product(kernels.Stretched(kernels.Linear(), factors...), kernels.Exp(kernels.Linear()))),
		} {
			gram, err := k.Gram(x)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := k.Rows(x)
			if err != nil {
				t.Fatal(err)
			}
			some := []int{n - 1, 0, n / 2}
			part := rows.Columns(some)
			for _, i := range []int{0, n / 2, n - 1} {
				got, few := make([]float64, rows.Len()), make([]float64, part.Len())
				rows.RowTo(got, i)
				part.RowTo(few, i)
				want := mat.Row(nil, i, gram)
				if !testkit.Bits(got, want) {
					t.Fatalf("%v, %d×%d: row %d is %.6g, that of Gram %.6g", k, n, d, i, got, want)
				}
				testkit.Near(t, fmt.Sprintf("%v, %d×%d: columns %v of row %d", k, n, d, some, i), few, []float64{want[n-1], want[0], want[n/2]}, 1e-14)
			}
		}
	}
}

func TestRowsOnManyProcessors(t *testing.T) {
	x := mat.NewDense(30000, 17, nil)
	x.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(i*17 + j)) }, x)
	rows, err := kernels.Gaussian(2).Rows(x)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Processors(t, "a long row", func() []float64 {
		dst := make([]float64, rows.Len())
		rows.RowTo(dst, 7)
		return dst
	})
}

func TestRowsRefuse(t *testing.T) {
	for _, c := range []struct {
		k    kernels.Kernel
		x    mat.Matrix
		want error
	}{
		{kernels.Gaussian(0), mat.NewDense(2, 1, nil), input.ErrParam},
		{kernels.Gaussian(1), nil, input.ErrEmpty},
		{kernels.Gaussian(1), mat.NewDense(1, 1, []float64{math.NaN()}), input.ErrNotFinite},
		{kernels.Linear(), mat.NewDense(1, 1, []float64{1e200}), input.ErrNotFinite},
		{kernels.Min(), mat.NewDense(1, 1, []float64{-1}), input.ErrValue},
		{kernels.Min(), mat.NewDense(1, 2, nil), input.ErrShape},
	} {
		if r, err := c.k.Rows(c.x); !errors.Is(err, c.want) || r != nil {
			t.Errorf("%v: got %v, want %v", c.k, err, c.want)
		}
	}
}

func BenchmarkRows(b *testing.B) {
	for _, shape := range [][2]int{{4000, 2}, {4000, 20}, {40000, 20}, {4000, 300}} {
		n, d := shape[0], shape[1]
		x := mat.NewDense(n, d, nil)
		rnd := rand.New(rand.NewPCG(1, 2))
		x.Apply(func(_, _ int, _ float64) float64 { return rnd.NormFloat64() }, x)
		rows, err := kernels.Gaussian(2).Rows(x)
		if err != nil {
			b.Fatal(err)
		}
		dst := make([]float64, n)
		b.Run(fmt.Sprintf("n=%d/d=%d", n, d), func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				rows.RowTo(dst, i%n)
			}
		})
	}
}
