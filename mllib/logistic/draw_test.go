package logistic

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/mat"
)

func TestDrawHasTheModelsShares(t *testing.T) {
	m := &Model{Hyperplane: linear.Hyperplane{W: []float64{2, -1}, B: .5}, Classes: []int{-1, 1}}
	const n = 20_000
	for _, x := range [][]float64{{0, 0}, {1, 1}, {-2, 1}, {300, 0}, {-300, 0}} {
		X := mat.NewDense(n, 2, slices.Repeat(x, n))
		y, err := m.Draw(X, rand.NewPCG(1, 2))
		if err != nil {
			t.Fatal(err)
		}
		ones := 0
		for _, k := range y {
			if k != -1 && k != 1 {
				t.Fatalf("x = %v: label %d", x, k)
			}
			ones += (k + 1) / 2
		}
		p := Sigmoid(m.Score(x))
		if got := float64(ones) / n; math.Abs(got-p) > 4*math.Sqrt(p*(1-p)/n) {
			t.Errorf("x = %v: share %g of label 1, want %g", x, got, p)
		}
		again, _ := m.Draw(X, rand.NewPCG(1, 2))
		if !slices.Equal(y, again) {
			t.Errorf("x = %v: the same source gives other labels", x)
		}
	}
}

// A fit to labels that were drawn from a model is near it, in its standard errors.
func TestDrawAndFit(t *testing.T) {
	m := &Model{Hyperplane: linear.Hyperplane{W: []float64{1, -2}, B: .5}, Classes: []int{3, 7}}
	r := rand.New(rand.NewPCG(5, 6))
	X := mat.NewDense(5000, 2, nil)
	X.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, X)
	y, err := m.Draw(X, r)
	if err != nil {
		t.Fatal(err)
	}
	fit, err := Binary{}.Fit(X, y)
	if err != nil {
		t.Fatal(err)
	}
	for j, d := range []float64{fit.W[0] - 1, fit.W[1] + 2, fit.B - .5} {
		if math.Abs(d) > 4*fit.StdErr[j] {
			t.Errorf("coefficient %d is off by %g, standard error %g", j, d, fit.StdErr[j])
		}
	}
}

func TestDrawRefuses(t *testing.T) {
	good := linear.Hyperplane{W: []float64{1}}
	for name, c := range map[string]struct {
		m    Model
		x    mat.Matrix
		src  rand.Source
		want error
	}{
		"another dimension": {Model{Hyperplane: good, Classes: []int{0, 1}}, mat.NewDense(1, 2, nil), rand.NewPCG(1, 1), input.ErrShape},
		"no classes":        {Model{Hyperplane: good}, mat.NewDense(1, 1, nil), rand.NewPCG(1, 1), input.ErrShape},
		"no source":         {Model{Hyperplane: good, Classes: []int{0, 1}}, mat.NewDense(1, 1, nil), nil, input.ErrParam},
	} {
		if _, err := c.m.Draw(c.x, c.src); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want an error that wraps %v", name, err, c.want)
		}
	}
}
