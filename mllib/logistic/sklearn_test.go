package logistic

import (
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
)

// TestScikitLearn holds coefficients and log-likelihoods against those that testdata/reference.py wrote.
func TestScikitLearn(t *testing.T) {
	var cases []struct {
		Name      string
		X         [][]float64
		Y         []int
		Ridge     float64
		Intercept bool
		Coef      [][]float64
		B         []float64
		LogLik    float64
	}
	testkit.Reference(t, "testdata/sklearn.json", &cases)
	if len(cases) < 30 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		x := testkit.Matrix(t, c.X)
		intercept := FreeIntercept
		if !c.Intercept {
			intercept = NoIntercept
		}
		for _, solver := range []Solver{Newton, LBFGS} {
			var w [][]float64
			var b []float64
			var report Report
			if len(c.Coef) == 1 {
				m := mustFit(t, Binary{Ridge: c.Ridge, Intercept: intercept, Solver: solver}, x, c.Y)
				w, b, report = [][]float64{m.W}, []float64{m.B}, m.Report
			} else {
				m, err := Softmax{Ridge: c.Ridge, Intercept: intercept, Coding: Symmetric, Solver: solver}.Fit(x, c.Y)
				if err != nil {
					t.Fatal(err)
				}
				w, b, report = m.W, m.B, m.Report
			}
			for k := range w {
				testkit.Near(t, c.Name+" w", w[k], c.Coef[k], 1e-6)
			}
			testkit.Near(t, c.Name+" b", b, c.B, 1e-6)
			tolerance := map[Solver]float64{Newton: 1e-10, LBFGS: 1e-8}[solver]
			testkit.Near(t, c.Name+" log-likelihood", []float64{report.LogLikelihood}, []float64{c.LogLik}, tolerance)
			if t.Failed() {
				t.Fatalf("%s, ridge %v, intercept %v, %v: %v", c.Name, c.Ridge, c.Intercept, solver, report)
			}
		}
	}
}
