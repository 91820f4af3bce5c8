package boosting

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestStagewiseUnits: which functions are added, and the losses, do not depend on the units of the functions, where the bound of the coefficients does not bind.
func TestStagewiseUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(81, 82))
	n, functions := 40, 3
	h, y := mat.NewDense(n, functions, nil), make([]float64, n)
	h.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, h)
	for i := range y {
		y[i] = float64(2*(i%2) - 1)
	}
	for _, loss := range Loss(0).All() {
		base, err := Stagewise{Loss: loss, Rounds: 6}.Fit(h, y)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []int{-1000, -600, -300, -3, 3, 300, 600, 1000} {
			if e < -3 && loss != Squares { // the coefficients are bounded
				continue
			}
			scaled := mat.NewDense(n, functions, nil)
			scaled.Apply(func(i, j int, _ float64) float64 { return math.Ldexp(h.At(i, j), e) }, scaled)
			m, err := Stagewise{Loss: loss, Rounds: 6}.Fit(scaled, y)
			if err != nil {
				t.Fatalf("%v, 2^%d: %v", loss, e, err)
			}
			if !slices.Equal(m.Index, base.Index) {
				t.Errorf("%v, 2^%d: functions %v, want %v", loss, e, m.Index, base.Index)
				continue
			}
			for k := range m.Risks {
				if math.Abs(m.Risks[k]-base.Risks[k]) > 1e-12 || math.Abs(math.Ldexp(m.Beta[k], e)-base.Beta[k]) > 1e-8 {
					t.Errorf("%v, 2^%d, round %d: loss %v and coefficient %v, want %v and %v", loss, e, k, m.Risks[k], math.Ldexp(m.Beta[k], e), base.Risks[k], base.Beta[k])
				}
			}
			if f, err := m.Predict(scaled); err != nil || math.Abs(f[0]-m.Values[0]) > 1e-12 {
				t.Errorf("%v, 2^%d: %v, %v, want %v", loss, e, f, err, m.Values)
			}
		}
	}
	for i := range y {
		y[i] *= 1e-200
	}
	if _, err := (Stagewise{}).Fit(h, y); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("targets whose squares underflow: %v", err)
	}
	subnormal := mat.NewDense(n, 1, nil)
	for i := range y {
		y[i] = 1
		subnormal.Set(i, 0, 5e-324)
	}
	if m, err := (Stagewise{}).Fit(subnormal, y); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("a coefficient that overflows: %v, %v", m, err)
	}
}
