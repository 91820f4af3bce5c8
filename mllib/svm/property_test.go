package svm_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/linear"
	"github.com/mercer-go/mercer/mllib/svm"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// clouds draws two normal classes around ±shift on the first coordinate.
func clouds(rnd *rand.Rand, n, d int, shift float64) (*mat.Dense, []int) {
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = 2*(i%2) - 1
		for j := range d {
			x.Set(i, j, rnd.NormFloat64())
		}
		x.Set(i, 0, x.At(i, 0)+shift*float64(y[i]))
	}
	return x, y
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// TestOptimality: the conditions of Karush, Kuhn and Tucker and equal objectives, for all forms and kernels.
func TestOptimality(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 7))
	for round := range 30 {
		n, d := 4+rnd.IntN(80), 1+rnd.IntN(4)
		x, y := clouds(rnd, n, d, rnd.Float64())
		k := []kernels.Kernel{{}, kernels.Gaussian(1), kernels.Polynomial(2, 1, 1), kernels.Laplacian(.5)}[round%4]
		c := math.Exp(4 * rnd.NormFloat64())
		for _, none := range []bool{false, true} {
			p := svm.Classifier{C: c, Kernel: k, NoIntercept: none, Options: svm.Options{Tolerance: 1e-9}}
			m, err := p.Fit(x, y)
			if err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("round %d, n = %d, %v, C = %.3g, without offset %v: %v", round, n, k, c, none, m.Report)
			scale := 1 + c
			if k := m.KKT(); k.Largest() > 1e-7*scale {
				t.Errorf("%s: %+v", what, k)
			}
			if gap := m.Gap(); math.Abs(gap) > 1e-7*(1+m.Primal()) {
				t.Errorf("%s: gap %v of %v", what, gap, m.Primal())
			}
			testkit.Near(t, what+": margin from the dual variables", []float64{m.DualMargin()}, []float64{m.Margin()}, 1e-4)
			testkit.Near(t, what+": F", must(m.Scores(x)), m.F, 1e-8*scale)
			if total := len(m.Free()) + len(m.Bounded()); total > len(m.Support()) {
				t.Errorf("%s: %d free and bounded of %d", what, total, len(m.Support()))
			}
			for i, at := range m.Positions() { // N7.1e
				margin, xi := float64(m.Y[i])*m.F[i], m.Slacks()[i]
				ok := map[svm.Position]bool{svm.Outside: margin >= 1-1e-6, svm.OnMargin: math.Abs(margin-1) < 1e-6, svm.Inside: margin <= 1+1e-6 && xi <= 1, svm.Wrong: xi > 1}[at]
				if !ok {
					t.Errorf("%s: observation %d is %v with α = %v, y f = %v", what, i, at, m.Alpha[i], margin)
				}
			}
		}
	}
}

// TestWithoutTheOthers: observations that are no support vectors can be left out; of a Gram matrix the machine is the same.
func TestWithoutTheOthers(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(4, 2)), 120, 2, 1)
	p := svm.Classifier{C: 2, Kernel: kernels.Gaussian(1)}
	m := must(p.Fit(x, y))
	var few [][]float64
	var labels []int
	for _, i := range m.Support() {
		few, labels = append(few, x.RawRowView(i)), append(labels, y[i])
	}
	again := must(p.Fit(testkit.Matrix(t, few), labels))
	testkit.Near(t, "scores without the others", must(again.Scores(x)), m.F, 1e-6)
	g := must(p.FitGram(must(p.Kernel.Gram(x)), y))
	if !testkit.Bits(g.Alpha, m.Alpha) || g.B != m.B {
		t.Errorf("the Gram matrix gives another machine")
	}
	if got := must(g.Predict(must(p.Kernel.Cross(x, x)))); !slices.Equal(got, must(m.Predict(x))) {
		t.Error("the machine of the Gram matrix predicts otherwise")
	}
}

// TestShrinking: the same solution with all observations all the time, and with hardly any memory.
func TestShrinking(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(8, 8)), 1500, 3, .7)
	base := svm.Classifier{C: 3, Kernel: kernels.Gaussian(.8), Options: svm.Options{Tolerance: 1e-7}}
	m := must(base.Fit(x, y))
	for name, o := range map[string]svm.Options{"whole": {Whole: true}, "little memory": {CacheBytes: 1}} {
		p := base
		p.Options = o
		p.Tolerance = base.Tolerance
		other := must(p.Fit(x, y))
		testkit.Near(t, name+": f", other.F, m.F, 1e-5)
		testkit.Near(t, name+": dual objective", []float64{other.Dual()}, []float64{m.Dual()}, 1e-11)
	}
}

func TestManyProcessors(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(8, 9)), 2500, 20, .7)
	testkit.Processors(t, "machine", func() []float64 {
		m := must(svm.Classifier{Kernel: kernels.Gaussian(4)}.Fit(x, y))
		return slices.Concat(m.Alpha, m.F, []float64{m.B}, must(m.Scores(x)))
	})
}

// TestAgainstHardMargin: of package linear, which goes another way.
func TestAgainstHardMargin(t *testing.T) {
	rnd := rand.New(rand.NewPCG(6, 6))
	separable := 0
	for range 60 {
		x, y := clouds(rnd, 3+rnd.IntN(30), 1+rnd.IntN(5), 2)
		for _, none := range []bool{false, true} {
			want, err := linear.HardMargin{ThroughOrigin: none}.Fit(x, y)
			m, err2 := svm.Classifier{Form: svm.Hard, NoIntercept: none, Options: svm.Options{Tolerance: 1e-10}}.Fit(x, y)
			if errors.Is(err, linear.ErrNotSeparable) {
				if !errors.Is(err2, linear.ErrNotSeparable) || !errors.Is(err2, svm.ErrNotSeparable) {
					t.Errorf("classes that are not separable: %v", err2)
				}
				continue
			}
			if err != nil || err2 != nil {
				t.Errorf("%v, %v", err, err2)
				continue
			}
			separable++
			if want.Margin < 1e-4 {
				continue
			}
			h := must(m.Hyperplane()).Unit()
			testkit.Near(t, "w, b, margin", append(h.W, h.B, m.Margin()), append(want.W, want.B, want.Margin), 1e-6)
		}
	}
	if separable < 20 {
		t.Errorf("only %d sets are separable", separable)
	}
}

// TestWeights: a row of weight 2 is two rows, one of weight 0 none; weights of classes are weights of rows.
func TestWeights(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 2))
	x, y := clouds(rnd, 40, 2, .5)
	w := make([]float64, 40)
	var rows [][]float64
	var labels []int
	for i := range w {
		w[i] = float64(rnd.IntN(3))
		for range int(w[i]) {
			rows, labels = append(rows, x.RawRowView(i)), append(labels, y[i])
		}
	}
	for _, p := range []svm.Classifier{{C: .7, Kernel: kernels.Gaussian(1)}, {Form: svm.Share, Nu: .6, Kernel: kernels.Gaussian(1)}, {Balanced: true}, {Form: svm.Budget, Limit: 35}} {
		a, b := must(p.FitWeighted(x, y, w)), must(p.Fit(testkit.Matrix(t, rows), labels))
		testkit.Near(t, p.Form.String()+": weights of rows", must(a.Scores(x)), must(b.Scores(x)), 1e-5)
	}
	for i := range w {
		w[i] = 1
		if y[i] > 0 {
			w[i] = 3
		}
	}
	a, b := must(svm.Classifier{ClassWeights: map[int]float64{1: 3}}.Fit(x, y)), must(svm.Classifier{}.FitWeighted(x, y, w))
	testkit.Near(t, "weights of classes", a.F, b.F, 0)
}

// TestBudget: the price of a budget is such that the slack is the budget.
func TestBudget(t *testing.T) {
	x := testkit.Matrix(t, crossed.x)
	for b, a := range map[float64]float64{3: 1, 3.25: .75, 3.5: .5, 3.9: .1, 4: 0, 5: 0} { // N7.1a
		m, err := svm.Classifier{Form: svm.Budget, Limit: b}.Fit(x, crossed.y)
		if err != nil {
			t.Errorf("budget %v: %v", b, err)
			continue
		}
		testkit.Near(t, fmt.Sprintf("budget %v: ‖w‖, slack", b), []float64{m.Norm(), floats.Sum(m.Slacks())}, []float64{a, 4 - a}, 1e-7)
	}
	for _, b := range []float64{0, 1, 2.99} {
		if m, err := (svm.Classifier{Form: svm.Budget, Limit: b}).Fit(x, crossed.y); !errors.Is(err, svm.ErrBudget) {
			t.Errorf("budget %v: %v, %v", b, m, err)
		}
	}
	rnd := rand.New(rand.NewPCG(2, 3))
	more, y := clouds(rnd, 60, 2, .7)
	for _, c := range []float64{.01, .1, 1, 10} { // N7.1b
		want := must(svm.Classifier{C: c}.Fit(more, y))
		m := must(svm.Classifier{Form: svm.Budget, Limit: floats.Sum(want.Slacks())}.Fit(more, y))
		testkit.Near(t, fmt.Sprintf("C = %v: f", c), m.F, want.F, 1e-5)
	}
	apart, y := clouds(rnd, 40, 2, 6)
	m := must(svm.Classifier{Form: svm.Budget}.Fit(apart, y))
	testkit.Near(t, "no slack", m.F, must(svm.Classifier{Form: svm.Hard}.Fit(apart, y)).F, 1e-6)
}

// TestHighPrices: of classes that overlap, where steps of two coefficients alone would go on for long (N7.1f).
func TestHighPrices(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(7, 7)), 200, 2, .7)
	for _, c := range []float64{1e2, 1e3, 1e4} {
		m := must(svm.Classifier{C: c}.Fit(x, y))
		if gap := m.Gap() / m.Primal(); m.Report.Stop == svm.IterationLimit || math.Abs(gap) > 1e-7 {
			t.Errorf("C = %v: %+v, gap %v of the objective", c, m.Report, gap)
		}
	}
}
