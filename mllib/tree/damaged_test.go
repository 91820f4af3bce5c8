package tree

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestDamagedCounts: a model whose counts are not those of its weight, or that has more columns than any memory, is refused.
func TestDamagedCounts(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{1, 2, 3, 4})
	for name, damage := range map[string]func(m *Model){
		"weight":         func(m *Model) { m.Nodes[2].Weight = 5e-324 },
		"large weight":   func(m *Model) { m.Nodes[1].Weight = 1e308 },
		"counts of 0":    func(m *Model) { clear(m.Nodes[1].Counts) },
		"negative count": func(m *Model) { m.Nodes[0].Counts[0] -= 5; m.Nodes[0].Counts[1] += 5 },
		"columns":        func(m *Model) { m.Dim = math.MaxInt },
		"many columns":   func(m *Model) { m.Dim = 1 << 31 },
	} {
		m, err := Classifier{}.Fit(x, []int{1, 2, 2, 1})
		if err != nil {
			t.Fatal(err)
		}
		damage(m)
		if p, err := m.Posteriors(x); !errors.Is(err, input.ErrShape) {
			t.Errorf("%s: %v, %v", name, p, err)
		}
		if m.Dim > 1 && (m.Boxes() != nil || m.Importances() != nil) {
			t.Errorf("%s: it has boxes or importances", name)
		}
	}
}

// TestUnitsOfTargets: cuts do not depend on the unit of the targets, and targets whose squares underflow are told, for all cuts would look alike.
func TestUnitsOfTargets(t *testing.T) {
	x := mat.NewDense(8, 1, []float64{1, 2, 3, 4, 5, 6, 7, 8})
	y := []float64{1, 1, 1, 5, 5, 2, 2, 9}
	base, err := Regressor{Growth: Growth{Depth: 2}}.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := base.Predict(x)
	for _, e := range []int{-1060, -600, -500, -400, 400, 500} {
		scaled, unscaled := make([]float64, 8), make([]float64, 8)
		for i, v := range y {
			scaled[i] = math.Ldexp(v, e)
		}
		m, err := Regressor{Growth: Growth{Depth: 2}}.Fit(x, scaled)
		if e < -502 {
			if !errors.Is(err, input.ErrNotFinite) {
				t.Errorf("2^%d: %v", e, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got, _ := m.Predict(x)
		for i, v := range got {
			unscaled[i] = math.Ldexp(v, -e)
		}
		if !slices.Equal(unscaled, want) {
			t.Errorf("2^%d: %v, want %v", e, unscaled, want)
		}
	}
	if m, err := (Regressor{}).Fit(x, []float64{1e-300, 1e-300, 1e-300, 1e-300, 1e-300, 1e-300, 1e-300, 1e-300}); err != nil || m.Nodes[0].Value != 1e-300 {
		t.Errorf("equal targets: %v, %v", m, err)
	}
}

// TestImpurityInAnyUnit: only the ratios of weights count, and weights that are none have no impurity.
func TestImpurityInAnyUnit(t *testing.T) {
	for _, kind := range Impurity(0).All() {
		want := Of(kind, []float64{3, 1, 2})
		for _, e := range []int{-1074, -600, 600, 1020} {
			if got := Of(kind, []float64{math.Ldexp(3, e), math.Ldexp(1, e), math.Ldexp(2, e)}); got != want {
				t.Errorf("%v by 2^%d: %v, want %v", kind, e, got, want)
			}
		}
		if got := Of(kind, []float64{5e-324, 5e-324}); got != Of(kind, []float64{1, 1}) {
			t.Errorf("%v of two equal tiny weights: %v", kind, got)
		}
		if got := Of(kind, []float64{1e308, 1e308}); !math.IsNaN(got) && got != Of(kind, []float64{1, 1}) {
			t.Errorf("%v of two equal huge weights: %v", kind, got)
		}
		for _, w := range [][]float64{nil, {0, 0}, {-1, 2}, {math.NaN(), 1}, {math.Inf(1), 1}} {
			if got := Of(kind, w); !math.IsNaN(got) {
				t.Errorf("%v of %v: %v", kind, w, got)
			}
		}
	}
}
