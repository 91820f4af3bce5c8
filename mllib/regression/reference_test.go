package regression

import (
	"fmt"
	"math"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

type statsmodels struct {
	Params, StdErr, T, P                               []float64
	RSS, RSquared, Adjusted, Sigma, F, FP              float64
	Mean, MeanSE, ConfLow, ConfHigh, PredLow, PredHigh []float64
	Leverages, LeaveOneOut, Standardised, Cook         []float64
}

type ridges []struct {
	Lambda float64
	W      []float64
	B      float64
}

// TestReference compares with testdata/reference.json, which reference.py wrote.
func TestReference(t *testing.T) {
	var reference struct {
		Cases []struct {
			X                                 [][]float64
			Y, W                              []float64
			New                               [][]float64
			Plain, Weighted, Origin           statsmodels
			Ridge, RidgeWeighted, RidgeOrigin ridges
		}
		Wide struct {
			X     [][]float64
			Y     []float64
			Ridge ridges
		}
	}
	testkit.Reference(t, "testdata/reference.json", &reference)
	if len(reference.Cases) < 3 {
		t.Fatalf("%d cases", len(reference.Cases))
	}
	for i, c := range reference.Cases {
		x, next := testkit.Matrix(t, c.X), testkit.Matrix(t, c.New)
		name := fmt.Sprintf("case %d", i)
		loss := []float64{1, 1, 100}[i] // columns of size 1/10 about 1000: statsmodels does not centre them (TestExact knows the right digits)
		c.Plain.compare(t, name, must(LeastSquares{}.Fit(x, c.Y)), x, next, c.Y, loss)
		c.Weighted.compare(t, name+", weighted", must(LeastSquares{}.FitWeighted(x, c.Y, c.W)), nil, next, nil, loss)
		c.Origin.compare(t, name+", no intercept", must(LeastSquares{NoIntercept: true}.Fit(x, c.Y)), x, next, c.Y, 1)
		c.Ridge.compare(t, name+", ridge", func(l float64) *Model { return must(Ridge{Lambda: l}.Fit(x, c.Y)) })
		c.RidgeWeighted.compare(t, name+", weighted ridge", func(l float64) *Model { return must(Ridge{Lambda: l}.FitWeighted(x, c.Y, c.W)) })
		c.RidgeOrigin.compare(t, name+", ridge, no intercept", func(l float64) *Model { return must(Ridge{Lambda: l, NoIntercept: true}.Fit(x, c.Y)) })
	}
	wide := testkit.Matrix(t, reference.Wide.X)
	reference.Wide.Ridge.compare(t, "wide", func(l float64) *Model { return must(Ridge{Lambda: l}.Fit(wide, reference.Wide.Y)) })
}

func (want ridges) compare(t *testing.T, name string, fit func(lambda float64) *Model) {
	t.Helper()
	for _, r := range want {
		m := fit(r.Lambda)
		testkit.Near(t, fmt.Sprintf("%s, λ = %v", name, r.Lambda), append(m.W, m.B), append(r.W, r.B), 1e-10)
	}
}

// compare holds a model against the numbers, and its diagnostics if x is there.
func (want statsmodels) compare(t *testing.T, name string, m *Model, x, next mat.Matrix, y []float64, loss float64) {
	t.Helper()
	near := func(what string, got, want []float64, tolerance float64) {
		t.Helper()
		testkit.Near(t, name+": "+what, got, want, loss*tolerance)
	}
	got := append([]float64(nil), m.W...)
	if m.Basis.Intercept {
		got = append(got, m.B)
	}
	near("coefficients", got, want.Params, 1e-10)
	near("standard errors", m.StdErr, want.StdErr, 1e-10)
	for j, line := range m.Coefficients().Values[:len(want.T)] {
		near("t", line[2:3], want.T[j:j+1], 1e-9)
		near("log p", []float64{math.Log(line[3])}, []float64{math.Log(want.P[j])}, 1e-8)
	}
	f, p, err := m.FTest()
	if err != nil {
		t.Error(err)
	}
	near("RSS, R², adjusted, σ, F", []float64{m.RSS, m.RSquared(), m.AdjustedRSquared(), m.Sigma(), f, math.Log(p)},
		[]float64{want.RSS, want.RSquared, want.Adjusted, want.Sigma, want.F, math.Log(want.FP)}, 1e-9)
	for i, iv := range must(m.Intervals(next, .9)) {
		near("intervals", []float64{iv.Mean, iv.StdErr, iv.Confidence[0], iv.Confidence[1], iv.Prediction[0], iv.Prediction[1]},
			[]float64{want.Mean[i], want.MeanSE[i], want.ConfLow[i], want.ConfHigh[i], want.PredLow[i], want.PredHigh[i]}, 1e-9)
	}
	if x == nil {
		return
	}
	d := must(m.Diagnose(x, y))
	near("leverages", d.Leverages, want.Leverages, 1e-9)
	near("leave one out", d.LeaveOneOut, want.LeaveOneOut, 1e-9)
	near("standardised", d.Standardised, want.Standardised, 1e-9)
	near("Cook", d.Cook, want.Cook, 1e-8)
	near("PRESS", []float64{d.PRESS()}, []float64{floats.Dot(want.LeaveOneOut, want.LeaveOneOut)}, 1e-9)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
