package erm_test

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/erm"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

// TestSwitchesEqualAll: the fewest mistakes and, of these, changes, against all rules, also where observations are equal.
func TestSwitchesEqualAll(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for range 300 {
		n, values, most := 1+r.IntN(9), 1+r.IntN(9), r.IntN(5)
		x, y := mat.NewDense(n, 1, nil), make([]int, n)
		for i := range n {
			x.Set(i, 0, float64(r.IntN(values)))
			y[i] = 3 + 2*r.IntN(2)
		}
		m, err := erm.Switches{Most: most}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		wrong, changes := n+1, 0
		for rule := range uint(1) << values { // bit v: the rule says 5 at v
			c := bits.OnesCount((rule ^ rule>>1) & (1<<(values-1) - 1))
			mistakes := 0
			for i := range n {
				if (rule>>int(x.At(i, 0))&1 == 1) != (y[i] == 5) {
					mistakes++
				}
			}
			if c <= most && (mistakes < wrong || mistakes == wrong && c < changes) {
				wrong, changes = mistakes, c
			}
		}
		labels, err := m.Predict(x)
		mistakes := 0
		for i := range n {
			if labels[i] != y[i] {
				mistakes++
			}
		}
		if err != nil || m.Errors != wrong || mistakes != wrong || len(m.Cuts) != changes || m.N != n {
			t.Fatalf("%v, %v: %+v predicts with %d mistakes, %v; want %d with %d changes", x.RawMatrix().Data, y, m, mistakes, err, wrong, changes)
		}
		testkit.RoundTrip(t, m)
	}
}

func TestSwitchesErrors(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{1, 2, 3})
	for name, c := range map[string]struct {
		p    erm.Switches
		x    mat.Matrix
		y    []int
		want error
	}{
		"no observations": {x: &mat.Dense{}, want: input.ErrEmpty},
		"columns":         {x: mat.NewDense(1, 3, nil), y: []int{1}, want: input.ErrShape},
		"labels":          {x: x, y: []int{1}, want: input.ErrShape},
		"three classes":   {x: x, y: []int{1, 2, 3}, want: input.ErrLabel},
		"infinite":        {x: mat.NewDense(1, 1, []float64{math.Inf(1)}), y: []int{1}, want: input.ErrNotFinite},
		"changes":         {erm.Switches{Most: -1}, x, []int{1, 2, 2}, input.ErrParam},
	} {
		if _, err := c.p.Fit(c.x, c.y); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	for _, m := range []*erm.SwitchesModel{nil, {}, {Cuts: []float64{1}, Labels: []int{1}}, {Cuts: []float64{2, 1}, Labels: []int{1, 2, 1}}} {
		if _, err := m.Predict(x); err == nil {
			t.Errorf("%+v predicts", m)
		}
	}
	m, err := erm.Switches{}.Fit(x, []int{7, 7, 7})
	if err != nil || !slices.Equal(m.Labels, []int{7}) || m.Errors != 0 {
		t.Errorf("one class: %+v, %v", m, err)
	}
	a := math.MaxFloat64
	if m, err := (erm.Switches{Most: 1}).Fit(mat.NewDense(2, 1, []float64{math.Nextafter(a, 0), a}), []int{0, 1}); err != nil || m.Errors != 0 || m.Cuts[0] >= a {
		t.Errorf("neighbours among the largest numbers: %+v, %v", m, err)
	}
}

func ExampleSwitches() {
	x := mat.NewDense(8, 1, []float64{1, 2, 3, 4, 5, 6, 7, 8})
	m, err := erm.Switches{Most: 2}.Fit(x, []int{0, 0, 1, 1, 0, 1, 0, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Labels, "with changes at", m.Cuts, "and", m.Errors, "mistake")
	// Output: [0 1 0] with changes at [2.5 4.5] and 1 mistake
}
