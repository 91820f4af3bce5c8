package logistic

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/floats"
)

// TestCompactIsNearlyTheSameFunction: value and gradient of the rounded rows are those of the rows, but for the rounding, wherever rows and columns had to be
// filled up, with weights too.
func TestCompactIsNearlyTheSameFunction(t *testing.T) {
	for _, c := range []struct{ n, d int }{{61, 3}, {1201, 17}, {64, 8}, {5, 1}} {
		x, y := classes3(c.n+2, c.d)
		x.Apply(func(_, j int, v float64) float64 { return v*math.Pow(100, float64(j%3-1)) + 1e4 }, x)
		w := make([]float64, len(y))
		for i := range w {
			w[i] = 1 + float64(i%3)
		}
		for _, coding := range []Coding{Reference, Symmetric} {
			for _, intercept := range []Intercept{FreeIntercept, PenalizedIntercept, NoIntercept} {
				l, err := NewLikelihood(x, y, intercept, coding, 2)
				if err != nil {
					t.Fatal(err)
				}
				if c.n%2 > 0 {
					if l, err = (classWeights{}).apply(l, w); err != nil {
						t.Fatal(err)
					}
				}
				s, err := l.scaled(1)
				if err != nil {
					t.Fatal(err)
				}
				u, want, got := make([]float64, l.Dim()), make([]float64, l.Dim()), make([]float64, l.Dim())
				for i := range u {
					u[i] = math.Sin(float64(3*i)) / float64(c.d)
				}
				value := s.ValueGradient(want, u)
				for range 2 { // the second time in memory that was used
					compact := s.compact()
					v := compact.ValueGradient(got, u)
					if math.Abs(v-value) > 1e-6*(1+value) || !floats.EqualApprox(got, want, 1e-6*(1+floats.Norm(want, math.Inf(1)))) {
						t.Errorf("%d×%d, %v, %v: value %v and gradient %v, want %v and %v", c.n, c.d, coding, intercept, v, got, value, want)
					}
					compact.release()
				}
			}
		}
	}
}

// TestScalesOfSomeRows: a column that is constant on the rows that make the scales takes them from all rows, and one that overflows only elsewhere is told.
func TestScalesOfSomeRows(t *testing.T) {
	x, y := drawn(6000, 210)
	for i := range y {
		x.Set(i, 5, 0)
		if i%100 == 1 {
			x.Set(i, 5, 1)
		}
	}
	want := mustFit(t, Binary{Ridge: 1, Solver: Newton}, x, y)
	m := mustFit(t, Binary{Ridge: 1}, x, y)
	testkit.Near(t, "w", m.W, want.W, 1e-3)
	x.Set(1, 7, 1e200)
	if _, err := (Binary{Ridge: 1}).Fit(x, y); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("a column whose squares overflow: %v", err)
	}
}

// TestCompactWay: a fit that goes most of the way with the rounded rows ends where Newton's method does, up to a few thousandths of the standard errors, and has
// the same bits on any number of processors.
func TestCompactWay(t *testing.T) {
	x, y := drawn(2001, 210)
	x.Apply(func(_, j int, v float64) float64 { return (v + 1e5*float64(j%3)) * math.Pow(10, float64(j%7-3)) }, x)
	standard := mustFit(t, Binary{Solver: Newton}, x, y).StdErr
	for _, ridge := range []float64{0, .01, 1} {
		want := mustFit(t, Binary{Ridge: ridge, Solver: Newton}, x, y)
		var m *Model
		testkit.Processors(t, "fit", func() []float64 {
			m = mustFit(t, Binary{Ridge: ridge}, x, y)
			return append(slices.Clone(m.W), m.B)
		})
		if m.Report.Solver != LBFGS || m.Report.Stop != Converged {
			t.Errorf("ridge %v: %v by %v", ridge, m.Report, m.Report.Solver)
		}
		l, err := NewLikelihood(x, y, FreeIntercept, Reference, ridge)
		if err != nil {
			t.Fatal(err)
		}
		theta, g := append(slices.Clone(m.W), m.B), make([]float64, l.Dim())
		if v := -l.Weight * l.ValueGradient(g, theta); ridge > 0 && (v != m.Report.Objective || l.Weight*floats.Norm(g, 2) != m.Report.Gradient) {
			t.Errorf("ridge %v: the report says %v and %v, the likelihood %v and %v", ridge, m.Report.Objective, m.Report.Gradient, v, l.Weight*floats.Norm(g, 2))
		}
		for j, w := range theta {
			if off := math.Abs(w-append(slices.Clone(want.W), want.B)[j]) / standard[j]; off > 5e-3 {
				t.Errorf("ridge %v, coefficient %d: %.2g standard errors from the maximum (%v)", ridge, j, off, m.Report)
				break
			}
		}
	}
}
