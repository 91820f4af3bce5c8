package logistic

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/descent"
	"gonum.org/v1/gonum/mat"
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: got %.12g, want %.12g within %g", what, got, want, tol)
	}
}

func column(x ...float64) *mat.Dense { return mat.NewDense(len(x), 1, x) }

// counted returns an observation x with each label as often as its count.
func counted(cells ...[3]int) (x *mat.Dense, y []int) {
	var v []float64
	for _, c := range cells {
		for range c[2] {
			v, y = append(v, float64(c[0])), append(y, c[1])
		}
	}
	return column(v...), y
}

func mustFit(t *testing.T, p Binary, x mat.Matrix, y []int) *Model {
	t.Helper()
	m, err := p.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// log8 is LOG-8, yan8 the set of Y13c.
func log8() (*mat.Dense, []int) {
	return column(.5, 1, 1.5, 2, 2.5, 3, 3.5, 4), []int{-1, -1, -1, 1, -1, 1, 1, 1}
}

func yan8() (*mat.Dense, []int) {
	return column(-2, -1, -.5, 0, .5, 1, 1.5, 2.5), []int{0, 0, 1, 0, 1, 0, 1, 1}
}

func TestBinaryTables(t *testing.T) {
	for _, c := range []struct {
		name                string
		cells               [][3]int
		b0, b1, l, se0, se1 float64 // 0: not given
		tol                 float64
	}{
		{"N6.3f (1)", [][3]int{{0, 1, 3}, {0, 0, 7}, {1, 1, 7}, {1, 0, 3}}, -0.8472978604, 1.6945957207, -12.2172860410, 0.6900655594, 0.9759000730, 1e-10},
		{"S4c (i)", [][3]int{{0, 1, 3}, {0, -1, 7}, {1, 1, 8}, {1, -1, 2}}, math.Log(3. / 7), 2.233592, -11.112667, 0.690066, 1.049376, 5e-7},
		{"Y13d (i)", [][3]int{{0, 1, 10}, {0, 0, 30}, {1, 1, 24}, {1, 0, 16}}, -1.0986122887, 1.5040773968, -80 * 0.6176734058, 0, 0.4873397204, 5e-9},
	} {
		x, y := counted(c.cells...)
		for _, solver := range []Solver{Newton, LBFGS, Gradient} {
			m := mustFit(t, Binary{Solver: solver}, x, y)
			tol := c.tol
			if solver != Newton {
				tol = max(tol, 5e-7)
			}
			if m.Report.Stop != Converged {
				t.Errorf("%s, %v: %v", c.name, solver, m.Report)
			}
			near(t, c.name+" b0", m.B, c.b0, tol)
			near(t, c.name+" b1", m.W[0], c.b1, tol)
			near(t, c.name+" L", m.Report.LogLikelihood, c.l, tol)
			near(t, c.name+" se1", m.StdErr[0], c.se1, tol)
			if c.se0 != 0 {
				near(t, c.name+" se0", m.StdErr[1], c.se0, tol)
			}
		}
	}
}

func TestNewtonTraceLOG8(t *testing.T) { // S4c (ii)
	x, y := log8()
	m := mustFit(t, Binary{Trace: true}, x, y)
	for i, want := range [][2]float64{{0, 0}, {-3, 1.333333}, {-4.584219, 2.037431}, {-5.506279, 2.447235}} {
		near(t, "alpha", m.Trace[i].Theta[1], want[0], 5e-7)
		near(t, "beta", m.Trace[i].Theta[0], want[1], 5e-7)
	}
	near(t, "alpha", m.B, -5.770320, 5e-7)
	near(t, "beta", m.W[0], 2.564587, 5e-7)
	near(t, "L start", m.Trace[0].LogLikelihood, -5.545177, 5e-7)
	near(t, "L 1", m.Trace[1].LogLikelihood, -2.904924, 5e-7)
	near(t, "L", m.Report.LogLikelihood, -2.503050, 5e-7)
	near(t, "border", -m.B/m.W[0], 2.25, 1e-9)
	near(t, "se alpha", m.StdErr[1], 4.0358, 5e-5)
	near(t, "se beta", m.StdErr[0], 1.7208, 5e-5)
	yhat, err := m.Predict(x)
	if err != nil || !slices.Equal(yhat, []int{-1, -1, -1, -1, 1, 1, 1, 1}) { // S4d
		t.Errorf("predictions %v, %v", yhat, err)
	}
}

func TestGradientDescentY13c(t *testing.T) {
	x, y := yan8()
	l, err := NewLikelihood(x, y, FreeIntercept, Reference, 0)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "l", l.Smoothness(), 0.4853478, 5e-8)
	best := mustFit(t, Binary{}, x, y)
	near(t, "b0", best.B, -0.2795172873, 1e-10)
	near(t, "b1", best.W[0], 1.1180691491, 1e-10)
	near(t, "minimum", -best.Report.LogLikelihood/8, 0.5148969479, 1e-10)
	r, err := descent.GradientDescent{Step: 1 / l.Smoothness(), Record: 1}.Minimize(l, []float64{0, 0})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		t   int
		gap float64
	}{{1, 1.63602e-2}, {2, 6.09776e-3}, {5, 5.98167e-4}, {10, 1.88651e-5}, {20, 2.2726e-8}} {
		near(t, "gap", r.History[c.t].Value+best.Report.LogLikelihood/8, c.gap, 5e-5*c.gap)
	}
	var e mat.EigenSym
	e.Factorize(l.Hessian([]float64{best.W[0], best.B}), false)
	near(t, "smaller curvature", e.Values(nil)[0], 0.1381502, 5e-8)
	near(t, "larger curvature", e.Values(nil)[1], 0.2266339, 5e-8)
}

func TestSoftmaxTables(t *testing.T) { // Y13d (ii), (iii)
	x, y := counted([3]int{0, 0, 20}, [3]int{0, 1, 10}, [3]int{0, 2, 10}, [3]int{1, 0, 5}, [3]int{1, 1, 20}, [3]int{1, 2, 15})
	for _, solver := range []Solver{Newton, LBFGS, Gradient} {
		m, err := Softmax{Solver: solver}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range [][2]float64{{0, 0}, {-0.6931472, 2.0794415}, {-0.6931472, 1.7917595}} {
			near(t, "intercept", m.B[k], want[0], 1e-6)
			near(t, "slope", m.W[k][0], want[1], 1e-6)
		}
		near(t, "l", -m.Report.LogLikelihood/80, 1.0070177619, 5e-10)
	}
	ones, y := counted([3]int{1, 0, 50}, [3]int{1, 1, 20}, [3]int{1, 2, 30})
	m, err := Softmax{Intercept: NoIntercept}.Fit(ones, y)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "log .4", m.W[1][0], math.Log(.4), 1e-12)
	near(t, "log .6", m.W[2][0], math.Log(.6), 1e-12)
	near(t, "entropy", -m.Report.LogLikelihood/100, 1.0296530140, 1e-10)
}

func TestSeparation(t *testing.T) {
	for _, c := range []struct {
		name string
		x    *mat.Dense
		y    []int
		stop Stop
	}{
		{"N6.3f (3)", column(-1, 1), []int{0, 1}, Separated},
		{"S4c (iv)", column(-2, -1, 1, 2), []int{-1, -1, 1, 1}, Separated},
		{"touching at 0", column(-2, -1, 0, 0, 1, 2), []int{-1, -1, -1, 1, 1, 1}, QuasiSeparated},
		{"an empty cell", column(0, 0, 0, 1, 1, 1), []int{0, 1, 0, 1, 1, 1}, QuasiSeparated},
		{"two columns, an empty cell", mat.NewDense(8, 2, []float64{0, -1, 0, 1, 0, .5, 0, -2, 1, .3, 1, -.2, 1, 2, 0, .1}), []int{0, 1, 0, 1, 1, 1, 1, 0}, QuasiSeparated},
		{"overlap", column(-2, -1, 1, 2), []int{0, 1, 0, 1}, Converged},
	} {
		m := mustFit(t, Binary{}, c.x, c.y)
		if m.Report.Stop != c.stop || (m.Report.Separation != nil) != (c.stop != Converged) || (m.StdErr == nil) != (c.stop != Converged) {
			t.Errorf("%s: got %v, want %v", c.name, m.Report, c.stop)
		}
		if r := mustFit(t, Binary{Ridge: .1}, c.x, c.y).Report; r.Stop != Converged {
			t.Errorf("%s with a penalty: %v", c.name, r)
		}
		s, err := Softmax{}.Fit(c.x, c.y)
		if err != nil || s.Report.Stop != c.stop {
			t.Errorf("%s, softmax: got %v, %v, want %v", c.name, s, err, c.stop)
		}
	}
	three, err := Softmax{Coding: Symmetric}.Fit(column(-3, -2, 0, .5, 4, 5), []int{0, 0, 1, 1, 2, 2})
	if err != nil || three.Report.Stop != Separated {
		t.Errorf("three classes: %v, %v", three, err)
	}
}

func TestSeparatedDescentY13e(t *testing.T) {
	l, err := NewLikelihood(column(-2, -1, 1, 2), []int{0, 0, 1, 1}, NoIntercept, Reference, 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := descent.GradientDescent{Step: 1, MaxSteps: 10_000, Tol: 1e-300, Record: 1}.Minimize(l, []float64{0})
	if err != nil {
		t.Fatal(err)
	}
	for step, want := range map[int]float64{1: .75, 10: 2.1030, 100: 4.0180, 1000: 6.2312, 10_000: 8.5194} {
		near(t, "b", r.History[step].B[0], want, 5e-5)
	}
}

func TestSmooth(t *testing.T) { // N6.3g
	for _, c := range []struct{ k, want float64 }{{1, 0.4010581375}, {9, 1.5612308679}} {
		m, err := Smooth{Lambda: .5, NoB: true}.FitGram(column(c.k), []int{1})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "f", m.Fitted[0], c.want, 1e-10)
	}
}

func TestCollinear(t *testing.T) {
	y := []int{0, 1, 0, 1}
	for name, x := range map[string]*mat.Dense{
		"constant": mat.NewDense(4, 2, []float64{1, 3, 2, 3, 3, 3, 4, 3}),
		"zero":     mat.NewDense(4, 2, []float64{1, 0, 2, 0, 3, 0, 4, 0}),
		"sum":      mat.NewDense(4, 3, []float64{1, 2, 3, 4, 1, 5, 2, 2, 4, 1, 1, 2}),
		"n < d":    mat.NewDense(4, 5, []float64{1, 2, 3, 4, 5, 5, 3, 1, 4, 2, 6, 7, 3, 2, 2, 1, 9, 8, 4, 4}),
	} {
		if _, err := (Binary{}).Fit(x, y); !errors.Is(err, ErrCollinear) {
			t.Errorf("%s: got %v, want ErrCollinear", name, err)
		}
		for _, c := range []Coding{Reference, Symmetric} {
			if _, err := (Softmax{Coding: c}).Fit(x, []int{0, 1, 2, 1}); !errors.Is(err, ErrCollinear) {
				t.Errorf("%s, %v: got %v, want ErrCollinear", name, c, err)
			}
			if m, err := (Softmax{Coding: c, Ridge: 1}).Fit(x, []int{0, 1, 2, 1}); err != nil || m.Report.Stop != Converged {
				t.Errorf("%s, %v, ridge: got %v", name, c, err)
			}
		}
	}
}
