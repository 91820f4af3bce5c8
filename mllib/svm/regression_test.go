package svm_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/svm"
	"gonum.org/v1/gonum/mat"
)

func TestTube(t *testing.T) {
	four := []float64{0, 1, 2, 3} // SVR-4
	z := []float64{0, 1.2, 1.8, 3.5}
	for _, c := range []struct {
		name    string
		x, y    []float64
		p       svm.Regressor
		w       float64
		offsets [2]float64
		value   float64
	}{
		{"two points, hard tube", []float64{0, 1}, []float64{0, 2}, svm.Regressor{C: 1e6, Epsilon: .1}, 1.8, [2]float64{.1, .1}, 1.62},                   // N7.3b
		{"two points, no offset", []float64{0, 1}, []float64{0, 2}, svm.Regressor{C: 1e6, Epsilon: .1, NoIntercept: true}, 1.9, [2]float64{0, 0}, 1.805}, // N7.3b
		{"one point", []float64{2}, []float64{-3}, svm.Regressor{C: .5, Epsilon: .5, NoIntercept: true}, -1, [2]float64{0, 0}, .75},                      // N7.3b: |f| = min(kC, |y| − ε)
		{"two points", []float64{0, 1}, []float64{0, 1}, svm.Regressor{C: .8, Epsilon: .1}, .8, [2]float64{.1, .1}, .32},                                 // V9.3a
		{"wide tube", []float64{0, 1}, []float64{0, 1}, svm.Regressor{Epsilon: 2}, 0, [2]float64{-1, 2}, 0},                                              // every b fits
		{"SVR-4, C = 10", four, z, svm.Regressor{C: 10, Epsilon: .2}, 1.15, [2]float64{-.15, -.15}, 2.16125},
		{"SVR-4, C = 1", four, z, svm.Regressor{C: 1, Epsilon: .2}, 1, [2]float64{0, .2}, .8},
		{"SVR-4, wide", four, z, svm.Regressor{C: 1, Epsilon: .5}, 5. / 6, [2]float64{.5, .5}, 25. / 72},
		{"constant", []float64{0, 1, 2}, []float64{7, 7, 7}, svm.Regressor{}, 0, [2]float64{7, 7}, 0},
	} {
		m, err := c.p.Fit(mat.NewDense(len(c.x), 1, c.x), c.y)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		at := must(m.Predict(mat.NewDense(2, 1, []float64{0, 1})))
		testkit.Near(t, c.name+": w", []float64{at[1] - at[0]}, []float64{c.w}, 1e-8)
		testkit.Near(t, c.name+": offsets", m.Offsets[:], c.offsets[:], 1e-8)
		testkit.Near(t, c.name+": primal, dual", []float64{m.Primal(), m.Dual()}, []float64{c.value, c.value}, 1e-8)
	}
}

func TestTubeCoefficients(t *testing.T) { // V9.3b
	m := must(svm.Regressor{C: 10, Epsilon: .2}.Fit(mat.NewDense(4, 1, []float64{0, 1, 2, 3}), []float64{0, 1.2, 1.8, 3.5}))
	testkit.Near(t, "β", m.Beta, []float64{0, 4.425, -10, 5.575}, 1e-8)
	if c := m.Coefficients("x"); c == nil || math.Abs(c.Values[0][0]-1.15) > 1e-9 || math.Abs(c.Values[1][0]+.15) > 1e-9 {
		t.Errorf("coefficients %v", c)
	}
}

// TestTubeAgainstSklearn: SVR and NuSVR.
func TestTubeAgainstSklearn(t *testing.T) {
	r, x, more := readReference(t)
	for _, f := range append(r.Tube, r.TubeShare...) {
		p := svm.Regressor{C: f.C, Epsilon: .2, Kernel: f.kernel()}
		if len(r.Tube) > 0 && len(f.Beta) > 0 && isShare(r, f) {
			p = svm.Regressor{Form: svm.Share, C: 1, Nu: f.C, Kernel: f.kernel()}
		}
		what := fmt.Sprintf("%s, %v %v, weighted %v", f.Kernel, p.Form, f.C, f.Weighted)
		m, err := p.Fit(x, r.Z)
		if f.Weighted {
			m, err = p.FitWeighted(x, r.Z, r.W)
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		testkit.Near(t, what+": predictions", must(m.Predict(more)), f.Scores, 1e-4)
		if p.Form == svm.Price {
			want := -quadratic(t, p.Kernel, x, f.Beta) / 2
			for i, b := range f.Beta {
				want += r.Z[i]*b - .2*math.Abs(b)
			}
			if got := m.Dual(); math.Abs(got-want) > 1e-6*want || got < want*(1-1e-9) {
				t.Errorf("%s: dual objective %.12g, scikit-learn's %.12g", what, got, want)
			}
		}
		if gap := m.Gap(); !(math.Abs(gap) < 1e-6*m.Dual()) {
			t.Errorf("%s: gap %v of %v", what, gap, m.Dual())
		}
		if p.Form == svm.Share {
			again := must(svm.Regressor{C: 1, Epsilon: m.Epsilon, Kernel: p.Kernel}.Fit(x, r.Z))
			testkit.Near(t, what+": f with the tube that was found", again.F, m.F, 1e-6)
		}
	}
}

func isShare(r reference, f referenceFit) bool {
	for _, s := range r.TubeShare {
		if &s.Beta[0] == &f.Beta[0] {
			return true
		}
	}
	return false
}

func TestRegressionOptimality(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 1))
	for round := range 24 {
		n := 3 + rnd.IntN(60)
		x, y := mat.NewDense(n, 2, nil), make([]float64, n)
		for i := range y {
			x.SetRow(i, []float64{rnd.NormFloat64(), rnd.NormFloat64()})
			y[i] = math.Sin(x.At(i, 0)) + .3*rnd.NormFloat64()
		}
		p := svm.Regressor{C: math.Exp(3 * rnd.NormFloat64()), Epsilon: .2 * float64(round%3), Kernel: []kernels.Kernel{{}, kernels.Gaussian(1), kernels.Polynomial(2, 1, 1)}[round/2%3], NoIntercept: round%2 == 1}
		p.Tolerance = 1e-10
		m := must(p.Fit(x, y))
		what := fmt.Sprintf("%+v: %+v", p, m.Report)
		if k := m.KKT(); k.Largest() > 1e-7*(1+p.C) {
			t.Errorf("%s: %+v", what, k)
		}
		if gap := m.Gap(); math.Abs(gap) > 1e-7*(1+m.Primal()) {
			t.Errorf("%s: gap %v of %v", what, gap, m.Primal())
		}
		for i, at := range m.Positions() {
			r := math.Abs(m.Y[i]-m.F[i]) - m.Epsilon
			if ok := map[svm.TubePosition]bool{svm.InTube: r <= 1e-6, svm.OnTube: math.Abs(r) <= 1e-6, svm.OffTube: r >= -1e-6}[at]; !ok {
				t.Errorf("%s: observation %d is %v, %v off the tube", what, i, at, r)
			}
		}
		testkit.Near(t, what+": predictions", must(m.Predict(x)), m.F, 1e-8*(1+p.C))
		g := must(p.FitGram(must(p.Kernel.Gram(x)), y))
		testkit.Near(t, what+": of the Gram matrix", must(g.Predict(must(p.Kernel.Cross(x, x)))), m.F, 1e-7*(1+p.C))
		if m.W != nil {
			m.X = nil // as in JSON
		}
		testkit.RoundTrip(t, m)
		testkit.RoundTrip(t, &p)
	}
}

// TestRegressionUnits: other units and origins of the targets, and other origins of the columns, change nothing else.
func TestRegressionUnits(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 2))
	n := 40
	x, far, y := mat.NewDense(n, 1, nil), mat.NewDense(n, 1, nil), make([]float64, n)
	for i := range y {
		x.Set(i, 0, float64(rnd.IntN(1000)))
		far.Set(i, 0, x.At(i, 0)+1e9)
		y[i] = x.At(i, 0)/100 + rnd.NormFloat64()
	}
	m := must(svm.Regressor{C: .01, Epsilon: .5}.Fit(x, y))
	testkit.Near(t, "columns far from 0", must(svm.Regressor{C: .01, Epsilon: .5}.Fit(far, y)).F, m.F, 1e-7)
	for _, s := range []float64{1e-140, 1e-10, 1e10, 1e140} {
		z := make([]float64, n)
		for i, v := range y {
			z[i] = s * v
		}
		other := must(svm.Regressor{C: .01 * s, Epsilon: .5 * s}.Fit(x, z))
		for i := range z {
			z[i] = other.F[i] / s
		}
		testkit.Near(t, fmt.Sprintf("targets times %v", s), z, m.F, 1e-6)
	}
}

func TestRegressionBadInput(t *testing.T) {
	x, y := mat.NewDense(3, 1, []float64{0, 1, 2}), []float64{0, 1, 5}
	for _, c := range []struct {
		p    svm.Regressor
		x    mat.Matrix
		y    []float64
		want error
	}{
		{svm.Regressor{}, nil, y, input.ErrEmpty},
		{svm.Regressor{}, x, y[:2], input.ErrShape},
		{svm.Regressor{}, x, []float64{0, 1, math.NaN()}, input.ErrNotFinite},
		{svm.Regressor{C: -1}, x, y, input.ErrParam},
		{svm.Regressor{C: math.Inf(1)}, x, y, input.ErrParam},
		{svm.Regressor{Epsilon: -1}, x, y, input.ErrParam},
		{svm.Regressor{Nu: .5}, x, y, input.ErrParam},
		{svm.Regressor{Form: svm.Share}, x, y, input.ErrParam},
		{svm.Regressor{Form: svm.Share, Nu: .5, Epsilon: 1}, x, y, input.ErrParam},
		{svm.Regressor{Form: svm.Share, Nu: .5, NoIntercept: true}, x, y, input.ErrParam},
		{svm.Regressor{Form: svm.Hard}, x, y, input.ErrParam},
		{svm.Regressor{Kernel: kernels.Gaussian(0)}, x, y, input.ErrParam},
		{svm.Regressor{}, mat.NewDense(3, 1, []float64{0, 1e200, 1}), y, input.ErrNotFinite},
	} {
		if m, err := c.p.Fit(c.x, c.y); !errors.Is(err, c.want) || m != nil {
			t.Errorf("%+v: got %v, want %v", c.p, err, c.want)
		}
	}
	for _, w := range [][]float64{nil, {1, 1}, {1, -1, 1}, {0, 0, 0}} {
		if _, err := (svm.Regressor{}).FitWeighted(x, y, w); err == nil {
			t.Errorf("weights %v: no error", w)
		}
	}
	var none *svm.RegressionModel
	for _, m := range []*svm.RegressionModel{none, {}} {
		if _, err := m.Predict(x); err == nil {
			t.Error("no error of a model that is none")
		}
	}
	var machine *svm.RegressionMachine
	if !math.IsNaN(machine.Gap()) || machine.Slacks() != nil || machine.Support() != nil || machine.Positions() != nil || !math.IsNaN(machine.KKT().Largest()) {
		t.Error("a number of no machine")
	}
}
