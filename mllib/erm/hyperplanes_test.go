package erm_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/erm"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/mat"
)

// TestHyperplanes: for observations in general position the fewest mistakes of all hyperplanes, which exhaustion finds (B2.3c).
func TestHyperplanes(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	for range 60 {
		d := 1 + r.IntN(3)
		n := d + r.IntN(9-d)
		x, y := mat.NewDense(n, d, nil), make([]int, n)
		x.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, x)
		for i := range y {
			y[i] = 2*r.IntN(2) - 1
		}
		m, err := erm.Hyperplanes{}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		best, err := linear.MinErrors(x, y)
		if err != nil {
			t.Fatal(err)
		}
		if m.Errors != best.Errors || len(m.Points) != d || m.Skipped != 0 {
			t.Fatalf("n = %d, d = %d: %+v, the fewest are %d", n, d, m, best.Errors)
		}
		labels, err := m.Predict(x)
		wrong := 0
		for i := range n {
			if on := slices.Contains(m.Points, i); on && m.Distance(x.RawRowView(i)) > 1e-12 {
				t.Errorf("point %d is %v off", i, m.Distance(x.RawRowView(i)))
			} else if !on && labels[i] != y[i] {
				wrong++
			}
		}
		if err != nil || wrong != m.Errors {
			t.Errorf("%d mistakes, %v, want %d", wrong, err, m.Errors)
		}
		testkit.RoundTrip(t, m)
	}
}

func TestHyperplanesOnALattice(t *testing.T) {
	x, y := mat.NewDense(9, 2, nil), make([]int, 9)
	for i := range 9 {
		x.SetRow(i, []float64{1e6 + float64(i%3), float64(i / 3)})
		y[i] = -1
		if i%3+i/3 > 2 {
			y[i] = 1
		}
	}
	m, err := erm.Hyperplanes{}.Fit(x, y)
	if err != nil || m.Errors != 0 || m.Tried != 36 {
		t.Errorf("%+v, %v", m, err)
	}
	x.Set(0, 0, x.At(1, 0)) // a point twice
	if m, err := (erm.Hyperplanes{}).Fit(x, y); err != nil || m.Skipped != 1 || m.Tried != 35 {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestHyperplanesBits(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 46))
	x, y := mat.NewDense(60, 3, nil), make([]int, 60)
	x.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, x)
	for i := range y {
		y[i] = 2*r.IntN(2) - 1
	}
	testkit.Processors(t, "hyperplanes", func() []float64 {
		m, err := erm.Hyperplanes{}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		return append(slices.Clone(m.W), m.B, float64(m.Errors), float64(m.Points[0]), float64(m.Points[2]))
	})
}

func TestHyperplanesErrors(t *testing.T) {
	for name, c := range map[string]struct {
		x    mat.Matrix
		y    []int
		want error
	}{
		"no observations": {&mat.Dense{}, nil, input.ErrEmpty},
		"labels":          {mat.NewDense(2, 1, nil), []int{0, 1}, input.ErrLabel},
		"too few":         {mat.NewDense(1, 2, nil), []int{1}, input.ErrShape},
		"equal points":    {mat.NewDense(3, 2, nil), []int{1, 1, -1}, input.ErrSingular},
		"too many":        {mat.NewDense(1000, 4, nil), make([]int, 1000), input.ErrParam},
	} {
		for i := range c.y {
			if name == "too many" {
				c.y[i] = 1
			}
		}
		if _, err := (erm.Hyperplanes{}).Fit(c.x, c.y); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if _, err := (*erm.HyperplanesModel)(nil).Predict(mat.NewDense(1, 1, nil)); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no model: %v", err)
	}
}

func ExampleHyperplanes() {
	x := mat.NewDense(5, 2, []float64{0, 0, 1, 0, 0, 1, 1, 1, .4, .4})
	m, err := erm.Hyperplanes{}.Fit(x, []int{1, -1, -1, 1, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Tried, "lines; the best goes through points", m.Points, "and has", m.Errors, "mistake")
	// Output: 10 lines; the best goes through points [0 1] and has 1 mistake
}

func BenchmarkHyperplanes(b *testing.B) {
	for _, c := range []struct{ n, d int }{{200, 2}, {1000, 2}, {100, 3}} {
		r := rand.New(rand.NewPCG(1, 1))
		x, y := mat.NewDense(c.n, c.d, nil), make([]int, c.n)
		x.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, x)
		for i := range y {
			y[i] = 2*r.IntN(2) - 1
		}
		b.Run(fmt.Sprintf("n=%d/d=%d", c.n, c.d), func(b *testing.B) {
			for b.Loop() {
				if _, err := (erm.Hyperplanes{}).Fit(x, y); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
