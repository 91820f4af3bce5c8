package logistic

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

// TestAutomaticChooses: Newton for few coefficients, L-BFGS for many, and with Newton at its end where that can be.
func TestAutomaticChooses(t *testing.T) {
	for _, c := range []struct {
		n, d   int
		ridge  float64
		want   Solver
		errors bool // whether there are standard errors
	}{{500, 10, 0, Newton, true}, {500, 199, 1, Newton, false}, {500, 200, 1, LBFGS, false}, {3000, 220, 0, LBFGS, true}, {50, 4200, 1, LBFGS, false}} {
		x, y := drawn(c.n, c.d)
		m := mustFit(t, Binary{Ridge: c.ridge}, x, y)
		if m.Report.Solver != c.want || m.Report.Stop != Converged || (m.StdErr != nil) != c.errors {
			t.Errorf("n = %d, d = %d: %v by %v, %d standard errors", c.n, c.d, m.Report, m.Report.Solver, len(m.StdErr))
		}
	}
}

// TestAutomaticFindsTheMaximum: with many columns, of unequal units and origins, the coefficients are a thousandth of their standard errors
// from Newton's with a penalty, and Newton's without.
func TestAutomaticFindsTheMaximum(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	x, y := drawn(2000, 210)
	x.Apply(func(_, j int, v float64) float64 { return (v + float64(j%3)) * math.Pow(10, float64(j%7-3)) }, x)
	standard := mustFit(t, Binary{Solver: Newton}, x, y).StdErr
	for _, ridge := range []float64{0, .01, 1} {
		want := mustFit(t, Binary{Ridge: ridge, Solver: Newton}, x, y)
		m := mustFit(t, Binary{Ridge: ridge, Trace: true}, x, y)
		tol := 2e-3
		if ridge == 0 {
			tol = 1e-9
			testkit.Near(t, "standard errors", m.StdErr, want.StdErr, 1e-9)
		}
		for j, w := range append(m.W, m.B) {
			if off := math.Abs(w-append(want.W, want.B)[j]) / standard[j]; off > tol {
				t.Errorf("ridge %v, coefficient %d: %v, %.2g standard errors from the maximum (%v)", ridge, j, w, off, m.Report)
				break
			}
		}
		last := m.Trace[len(m.Trace)-1]
		if !slices.Equal(last.Theta, append(slices.Clone(m.W), m.B)) || math.Abs(last.Gradient-m.Report.Gradient) > 1e-9+1e-6*m.Report.Gradient ||
			len(m.Trace) != m.Report.Iterations+1 {
			t.Errorf("ridge %v: the trace of %d points ends with gradient %v, %+v", ridge, len(m.Trace), last.Gradient, m.Report)
		}
	}
}

// TestAutomaticTellsWhatNewtonTells: separated and quasi-separated classes, and dependent columns, with more columns than Newton is given.
func TestAutomaticTellsWhatNewtonTells(t *testing.T) {
	x, y := drawn(1500, 205)
	for i := range y {
		y[i] = 0
		if x.At(i, 0)+x.At(i, 1) > 0 {
			y[i] = 1
		}
	}
	if m := mustFit(t, Binary{}, x, y); m.Report.Stop != Separated || m.StdErr != nil {
		t.Errorf("separated by two columns: %v", m.Report)
	}
	x, y = drawn(1500, 205)
	for i := range y { // column 0 is 0 but for some rows, all of the second class
		x.Set(i, 0, 0)
		if i%50 == 0 {
			x.Set(i, 0, 1)
			y[i] = 1
		}
	}
	if m := mustFit(t, Binary{}, x, y); m.Report.Stop != QuasiSeparated || m.StdErr != nil {
		t.Errorf("quasi-separated by one column: %v", m.Report)
	}
	x, y = drawn(1500, 205)
	for i := range y {
		x.Set(i, 7, 2*x.At(i, 3)-x.At(i, 5))
	}
	if _, err := (Binary{}).Fit(x, y); !errors.Is(err, ErrCollinear) {
		t.Errorf("dependent columns: %v", err)
	}
	if m := mustFit(t, Binary{Ridge: 1}, x, y); m.Report.Stop != Converged {
		t.Errorf("dependent columns with a penalty: %v", m.Report)
	}
}

// TestAutomaticSoftmax: in K classes too, in both codings.
func TestAutomaticSoftmax(t *testing.T) {
	x, y := drawn(1500, 110)
	for i := range y {
		y[i] += i % 2
	}
	for _, p := range []Softmax{{}, {Coding: Symmetric, Ridge: .5}, {Intercept: NoIntercept}} {
		m, err := p.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		p.Solver = Newton
		want, err := p.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		tol := 1e-4
		if p.Ridge == 0 {
			tol = 1e-9
		}
		testkit.Near(t, "W", slices.Concat(m.W...), slices.Concat(want.W...), tol)
		testkit.Near(t, "standard errors", m.StdErr, want.StdErr, 1e-9)
		if m.Report.Solver != LBFGS || m.Report.Stop != Converged || want.Report.Stop != Converged {
			t.Errorf("%+v: %v by %v, Newton's method %v", p, m.Report, m.Report.Solver, want.Report)
		}
	}
}

// TestScaledIsTheSameFunction: value and gradient in the scaled coefficients are those of the likelihood.
func TestScaledIsTheSameFunction(t *testing.T) {
	x, y := classes3(60, 3)
	x.Apply(func(_, j int, v float64) float64 { return v*math.Pow(100, float64(j-1)) + 5 }, x)
	x = mat.DenseCopyOf(x)
	for _, intercept := range []Intercept{FreeIntercept, PenalizedIntercept, NoIntercept} {
		l, err := NewLikelihood(x, y, intercept, Symmetric, 2)
		if err != nil {
			t.Fatal(err)
		}
		s, err := l.scaled(1)
		if err != nil {
			t.Fatal(err)
		}
		u, theta, g := make([]float64, l.Dim()), make([]float64, l.Dim()), make([]float64, l.Dim())
		for i := range u {
			u[i] = math.Sin(float64(3 * i))
		}
		s.from(theta, u)
		if v := s.ValueGradient(g, u); v != l.Value(theta) || v != s.Value(u) {
			t.Errorf("%v: value %v, %v", intercept, v, l.Value(theta))
		}
		for i := range u {
			up, down := slices.Clone(u), slices.Clone(u)
			up[i] += 1e-5
			down[i] -= 1e-5
			if numeric := (s.Value(up) - s.Value(down)) / 2e-5; math.Abs(numeric-g[i]) > 1e-6*(1+math.Abs(numeric)) {
				t.Errorf("%v: derivative %d is %v, differences %v", intercept, i, g[i], numeric)
			}
		}
	}
}
