package logistic

import (
	"encoding/json"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestScikitLearn holds coefficients and log-likelihoods against those that testdata/reference.py wrote.
func TestScikitLearn(t *testing.T) {
	text, err := os.ReadFile("testdata/sklearn.json")
	if err != nil {
		t.Fatal(err)
	}
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
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) < 10 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	for _, c := range cases {
		x := mat.NewDense(len(c.X), len(c.X[0]), nil)
		for i, row := range c.X {
			x.SetRow(i, row)
		}
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
			tol := 1e-6
			for k := range w {
				for j := range w[k] {
					near(t, c.Name+" w", w[k][j], c.Coef[k][j], tol)
				}
				near(t, c.Name+" b", b[k], c.B[k], tol)
			}
			near(t, c.Name+" log-likelihood", report.LogLikelihood, c.LogLik, 1e-6)
			if t.Failed() {
				t.Fatalf("%s, ridge %v, intercept %v, %v: %v", c.Name, c.Ridge, c.Intercept, solver, report)
			}
		}
	}
}
