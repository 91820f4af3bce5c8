package svm_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/svm"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// This file has classes whose margin is tiny beside their points: products of two points do not show it, the points do.

// separated are n points with a column of numbers up to size, and one that separates the classes by 2·gap.
func separated(rnd *rand.Rand, n int, size, gap float64) (*mat.Dense, []int) {
	x, y := mat.NewDense(n, 2, nil), make([]int, n)
	for i := range n {
		y[i] = 2*(i%2) - 1
		x.Set(i, 0, size*rnd.Float64())
		x.Set(i, 1, gap*float64(y[i])*(1+rnd.Float64()))
	}
	return x, y
}

// optimal checks that primal and dual objective agree, that α is feasible, and that f is ⟨w, x⟩ + b.
func optimal(t *testing.T, what string, m *svm.Model, x mat.Matrix) {
	t.Helper()
	if gap := m.Gap(); !(math.Abs(gap) <= 1e-6*m.Primal()) {
		t.Errorf("%s: gap %v of %v, %+v", what, gap, m.Primal(), m.Report)
	}
	if k := m.KKT(); k.Stationarity > 1e-9*floats.Sum(m.Alpha) || k.DualFeasibility > 0 {
		t.Errorf("%s: %+v", what, k)
	}
	testkit.Near(t, what+": f", must(m.Scores(x)), m.F, 1e-6)
}

func TestMarginBesideLargeColumn(t *testing.T) {
	rnd := rand.New(rand.NewPCG(41, 4))
	for _, size := range []float64{1, 1e3, 1e5, 1e6, 1e8} {
		for _, gap := range []float64{.5, .05} {
			x, y := separated(rnd, 40, size, gap)
			var norms []float64
			for _, p := range []svm.Classifier{{Form: svm.Hard}, {C: math.Inf(1)}, {Form: svm.Budget}, {Form: svm.Budget, Limit: .5}, {Form: svm.Share, Nu: .2}, {Form: svm.Hard, NoIntercept: true}, {Form: svm.Share, Nu: .2, NoIntercept: true}} {
				what := fmt.Sprintf("size %g, gap %g, %+v", size, gap, p)
				m, err := p.Fit(x, y)
				if err != nil {
					t.Errorf("%s: %v", what, err)
					continue
				}
				if norms = append(norms, m.Norm()); m.Form != svm.Share || !p.NoIntercept || m.Report.Stop == svm.Converged {
					optimal(t, what, m, x)
				}
				if m.Form == svm.Share {
					testkit.Near(t, what+": Σ α/C", []float64{floats.Sum(m.Alpha) / m.C}, []float64{8}, 1e-7)
				}
			}
			if len(norms) < 5 {
				continue
			}
			testkit.Near(t, fmt.Sprintf("size %g: hard, infinite price and no budget", size), norms[:3], []float64{norms[0], norms[0], norms[0]}, 1e-6)
			if norms[0] > 1/gap || norms[3] > norms[0] || norms[4] > norms[0] {
				t.Errorf("size %g, gap %g: norms %v", size, gap, norms)
			}
		}
	}
}

// TestOutliers: far points on the right side of the border change nothing, by hand: w = 2, b = −1, α = (2, 2, 0, 0).
func TestOutliers(t *testing.T) {
	for _, far := range []float64{10, 1e3, 1e6, 1e9, 1e12} {
		x, y := mat.NewDense(4, 1, []float64{0, 1, far, -far}), []int{-1, 1, 1, -1}
		for _, p := range []svm.Classifier{{Form: svm.Hard}, {Form: svm.Budget}, {Form: svm.Share, Nu: .3}, {C: 1e3}, {C: 1e15}} {
			m, err := p.Fit(x, y)
			if err != nil {
				t.Errorf("far = %g, %v: %v", far, p.Form, err)
				continue
			}
			testkit.Near(t, fmt.Sprintf("far = %g, %v", far, p.Form), append([]float64{m.W[0], m.B}, m.Alpha...), []float64{2, -1, 2, 2, 0, 0}, 1e-6)
		}
	}
	x, y := mat.NewDense(4, 1, []float64{1, 0, 1e6, -1e6}), []int{-1, 1, 1, -1}
	for _, c := range []struct {
		p    svm.Classifier
		want error
	}{{svm.Classifier{Form: svm.Hard}, svm.ErrNotSeparable}, {svm.Classifier{Form: svm.Budget, Limit: 1.9}, svm.ErrBudget}, {svm.Classifier{Form: svm.Share, Nu: .3}, input.ErrParam}} {
		if m, err := c.p.Fit(x, y); !errors.Is(err, c.want) || m != nil {
			t.Errorf("overlap of small ones: %v: %v, want %v", c.p.Form, err, c.want)
		}
	}
}

// TestBreastCancerIsSeparable: the columns as they are, from 0.05 to 4,000, have a hyperplane without errors; the largest margin is 4.137e-5 (price and budget, by Newton's method, agree).
func TestBreastCancerIsSeparable(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector; TestManyProcessors has what is split among goroutines")
	}
	s := data.BreastCancer()
	for _, p := range []svm.Classifier{{Form: svm.Hard}, {Form: svm.Budget}, {C: 1e12}, {Form: svm.Share, Nu: .01}} {
		m, err := p.Fit(s.X, s.Y)
		if err != nil {
			t.Errorf("%v: %v", p.Form, err)
			continue
		}
		signs, _, _ := label.Encode(s.Y, label.Signed)
		least := math.Inf(1)
		for i, f := range must(m.Scores(s.X)) {
			least = min(least, f*float64(signs[i]))
		}
		testkit.Near(t, p.Form.String()+": margin, least y f(x)", []float64{m.Margin(), least}, []float64{4.1371368425e-05, 1}, 1e-7)
	}
	poly := kernels.Polynomial(2, 1, 1)
	hard, err := svm.Classifier{Form: svm.Hard, Kernel: poly}.Fit(s.X, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	price := must(svm.Classifier{C: 1, Kernel: poly}.Fit(s.X, s.Y)) // the largest α is far below 1
	testkit.Near(t, "quadratic: margins", []float64{hard.Margin()}, []float64{price.Margin()}, 1e-4)
}

// TestHugePriceOfSeparableClasses: once no α is at its bound the price does not matter.
func TestHugePriceOfSeparableClasses(t *testing.T) {
	for _, n := range []int{40, 400} {
		x, y := separated(rand.New(rand.NewPCG(42, uint64(n))), n, 1, .05)
		want := must(svm.Classifier{C: 1e5}.Fit(x, y))
		for _, c := range []float64{1e9, 1e13, 1e15, 1e18, 1e24, 1e100} {
			m := must(svm.Classifier{C: c}.Fit(x, y))
			testkit.Near(t, fmt.Sprintf("n = %d, C = %g: w, b, Σ α", n, c), append(m.W, m.B, floats.Sum(m.Alpha)), append(want.W, want.B, floats.Sum(want.Alpha)), 1e-5)
		}
	}
}

func TestTinyAndHugeUnits(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(43, 4)), 20, 2, 4)
	z, v := clouds(rand.New(rand.NewPCG(43, 5)), 20, 2, 1)
	hard, share := svm.Classifier{Form: svm.Hard}, svm.Classifier{Form: svm.Share, Nu: .6}
	wantHard, wantShare := must(hard.Fit(x, y)), must(share.Fit(z, v))
	for _, unit := range []float64{1e-150, 1e-100, 1e-60, 1e60, 1e74} {
		var a, b mat.Dense
		a.Scale(unit, x)
		b.Scale(unit, z)
		for _, free := range []bool{true, false} {
			hard.NoIntercept = !free
			if !free {
				wantHard = must(hard.Fit(x, y))
			}
			testkit.Near(t, fmt.Sprintf("hard, unit %g", unit), must(hard.Fit(&a, y)).F, wantHard.F, 1e-7)
			hard.NoIntercept = false
			wantHard = must(hard.Fit(x, y))
		}
		testkit.Near(t, fmt.Sprintf("share, unit %g", unit), must(share.Fit(&b, v)).F, wantShare.F, 1e-7)
	}
}

// TestNoBound: squares of slacks and a kernel that is not positive definite; prices with which objectives overflow.
func TestNoBound(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector; TestManyProcessors has what is split among goroutines")
	}
	for seed := range uint64(12) {
		x, y := clouds(rand.New(rand.NewPCG(44, seed)), 4+int(seed), 1+int(seed%4), 0)
		z := mat.Col(nil, 0, x)
		for _, c := range []float64{.1, 10, 1e9, 1e300} {
			for _, k := range []kernels.Kernel{kernels.Sigmoid(.5, -1), kernels.Gaussian(1), {}, kernels.Polynomial(2, 1, 1)} {
				for _, p := range []svm.Classifier{{Form: svm.Squares, C: c, Kernel: k}, {Form: svm.Squares, C: c, Kernel: k, NoIntercept: true}, {C: c, Kernel: k}, {C: c, Kernel: k, NoIntercept: true}} {
					m, err := p.Fit(x, y)
					if err != nil && !errors.Is(err, input.ErrNotFinite) || err == nil && !(math.Abs(m.Primal()) <= math.MaxFloat64 && math.Abs(m.Dual()) <= math.MaxFloat64) {
						t.Errorf("%v, %+v: %v", k, p, err)
					}
					r, err := svm.Regressor{Form: p.Form, C: c, Epsilon: .1, Kernel: k, NoIntercept: p.NoIntercept}.Fit(x, z)
					if err != nil && !errors.Is(err, input.ErrNotFinite) || err == nil && !(math.Abs(r.Primal()) <= math.MaxFloat64 && math.Abs(r.Dual()) <= math.MaxFloat64) {
						t.Errorf("regression, %v, %+v: %v", k, p, err)
					}
				}
			}
		}
	}
}

// TestBalancedWithoutAClass: without an offset a class may have no weight, balanced or not.
func TestBalancedWithoutAClass(t *testing.T) {
	x, y := mat.NewDense(4, 1, []float64{1, 2, 3, 4}), []int{-1, -1, 1, 1}
	for _, p := range []svm.Classifier{{}, {Form: svm.Budget, Limit: 1}, {Form: svm.Squares}, {Form: svm.Hard}} {
		p.NoIntercept = true
		want := must(p.FitWeighted(x, y, []float64{0, 0, .5, .5}))
		p.Balanced = true
		m, err := p.FitWeighted(x, y, []float64{0, 0, 1, 1})
		if err != nil {
			t.Errorf("%v: %v", p.Form, err)
			continue
		}
		testkit.Near(t, p.Form.String(), m.F, want.F, 1e-9)
	}
}
