package erm

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/mat"
)

// TestSwitchesOfManyChanges: as many changes as one likes cost no more than those that help, and those that no memory holds are an error.
func TestSwitchesOfManyChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for range 50 {
		n := 1 + r.IntN(12)
		x, y := mat.NewDense(n, 1, nil), make([]int, n)
		for i := range n {
			x.Set(i, 0, float64(r.IntN(8)))
			y[i] = r.IntN(2)
		}
		for most := range n {
			m, err := Switches{Most: most}.Fit(x, y)
			all, allErr := Switches{Most: math.MaxInt}.Fit(x, y)
			if err != nil || allErr != nil || all.Errors > m.Errors {
				t.Fatalf("%v, %v, %v, %v", m, err, all, allErr)
			}
			at, counts := groups(x, y, label.Distinct(y))
			plain := newChanges(counts, min(most, len(at)-1)).model(at, label.Distinct(y), n)
			if !reflect.DeepEqual(m, plain) {
				t.Fatalf("at most %d changes: %+v, by the whole table %+v", most, m, plain)
			}
		}
	}
	n := 100_000
	x, y := mat.NewDense(n, 1, nil), make([]int, n)
	for i := range n {
		x.Set(i, 0, float64(i))
		y[i] = i % 2
	}
	if _, err := (Switches{Most: math.MaxInt}).Fit(x, y); !errors.Is(err, input.ErrParam) {
		t.Errorf("10 billion bytes: %v", err)
	}
	for i := range y {
		y[i] = i / 50_000
	}
	if m, err := (Switches{Most: math.MaxInt}).Fit(x, y); err != nil || m.Errors != 0 || len(m.Cuts) != 1 {
		t.Errorf("two halves: %+v, %v", m, err)
	}
}

// TestHyperplanesInManyDimensions: few choices of many observations are much work, too.
func TestHyperplanesInManyDimensions(t *testing.T) {
	x, y := mat.NewDense(2001, 2000, nil), make([]int, 2001)
	for i := range y {
		y[i] = 1
	}
	if _, err := (Hyperplanes{}).Fit(x, y); !errors.Is(err, input.ErrParam) {
		t.Errorf("2001 observations in 2000 dimensions: %v", err)
	}
}

// TestHyperplanesOfLargeNumbers: the hyperplane does not depend on the unit, also where differences of observations overflow.
func TestHyperplanesOfLargeNumbers(t *testing.T) {
	rows := []float64{-1, -1, 1, -1, -1, 1, 1, 1, .5, .25, -.25, .5}
	y := []int{-1, 1, -1, 1, 1, -1}
	base, err := Hyperplanes{}.Fit(mat.NewDense(6, 2, rows), y)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []int{-1000, -500, 500, 1000, 1023} {
		x := mat.NewDense(6, 2, nil)
		x.Apply(func(i, j int, _ float64) float64 { return math.Ldexp(rows[2*i+j], e) }, x)
		m, err := Hyperplanes{}.Fit(x, y)
		if err != nil || m.Errors != base.Errors || m.Tried != base.Tried || !reflect.DeepEqual(m.W, base.W) || m.B != math.Ldexp(base.B, e) {
			t.Errorf("2^%d: %+v, %v, want %+v", e, m, err, base)
		}
	}
}
