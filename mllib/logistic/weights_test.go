package logistic

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/learn"
	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// repeats draws counts 0..3 for n rows.
func repeats(n int, seed uint64) []float64 {
	rnd, w := rand.New(rand.NewPCG(seed, 3)), make([]float64, n)
	for i := range w {
		w[i] = float64(rnd.IntN(4))
	}
	return w
}

// repeated returns each row as often as its weight says.
func repeated(t *testing.T, x *mat.Dense, y []int, w []float64) (*mat.Dense, []int) {
	t.Helper()
	var rows []int
	for i, v := range w {
		for range int(v) {
			rows = append(rows, i)
		}
	}
	px, py, err := learn.Take(x, y, rows)
	if err != nil {
		t.Fatal(err)
	}
	return px, py
}

// TestWeightsAreCounts: integer weights give the coefficients, standard errors and likelihood of repeated rows, with every solver, and where
// the fit is large enough for rough Hessians.
func TestWeightsAreCounts(t *testing.T) {
	for _, n := range []int{200, 14_000} {
		x, y := drawn(n, 5)
		w := repeats(n, uint64(n))
		px, py := repeated(t, x, y, w)
		for _, p := range []Binary{
			{}, {Ridge: 3}, {Intercept: NoIntercept}, {Intercept: PenalizedIntercept, Ridge: 1}, {Balance: Balanced}, {ClassWeights: map[int]float64{1: 4}},
			{Balance: Balanced, ClassWeights: map[int]float64{0: 2, 1: .5}, Ridge: .1}, {Solver: LBFGS}, {Solver: Gradient, Ridge: 50, Tol: 1e-11},
		} {
			want := mustFit(t, p, px, py)
			m, err := p.FitWeighted(x, y, w)
			if err != nil {
				t.Fatal(err)
			}
			tol := map[Solver]float64{Automatic: 1e-11, LBFGS: 1e-7, Gradient: 1e-7}[p.Solver]
			testkit.Near(t, "w, b", append(m.W, m.B), append(want.W, want.B), tol)
			testkit.Near(t, "standard errors", m.StdErr, want.StdErr, tol)
			testkit.Near(t, "likelihood", []float64{m.Report.LogLikelihood / float64(n), m.Report.Objective / float64(n)},
				[]float64{want.Report.LogLikelihood / float64(n), want.Report.Objective / float64(n)}, 1e-12)
			if m.Report.Stop != want.Report.Stop || len(m.StdErr) != len(want.StdErr) {
				t.Errorf("n = %d, %+v: %v, repeated %v", n, p, m.Report, want.Report)
			}
		}
	}
}

func TestSoftmaxWeightsAreCounts(t *testing.T) {
	for _, n := range []int{150, 9000} {
		x, y := classes3(n, 4)
		w := repeats(n, uint64(n))
		px, py := repeated(t, x, y, w)
		for _, p := range []Softmax{{}, {Coding: Symmetric, Ridge: 1}, {Balance: Balanced}, {ClassWeights: map[int]float64{2: .1}}} {
			want, err := p.Fit(px, py)
			if err != nil {
				t.Fatal(err)
			}
			m, err := p.FitWeighted(x, y, w)
			if err != nil {
				t.Fatal(err)
			}
			testkit.Near(t, "W, B", slices.Concat(slices.Concat(m.W...), m.B), slices.Concat(slices.Concat(want.W...), want.B), 1e-10)
			testkit.Near(t, "standard errors", m.StdErr, want.StdErr, 1e-10)
		}
	}
}

// TestOnesChangeNothing: weights of 1 give the same bits as none, and weights of another common size the same coefficients.
func TestOnesChangeNothing(t *testing.T) {
	x, y := drawn(5000, 14)
	m := mustFit(t, Binary{}, x, y)
	one, err := Binary{}.FitWeighted(x, y, slices.Repeat([]float64{1}, len(y)))
	if err != nil || !reflect.DeepEqual(m, one) {
		t.Errorf("weights of 1 give %v (%v), none %v", one, err, m)
	}
	for _, size := range []float64{1e-200, 1e-9, 1e200} {
		v, err := Binary{}.FitWeighted(x, y, slices.Repeat([]float64{size}, len(y)))
		if err != nil {
			t.Fatal(err)
		}
		testkit.Near(t, "w", v.W, m.W, 1e-12)
		testkit.Near(t, "standard errors", v.StdErr, times(m.StdErr, 1/math.Sqrt(size)), 1e-12/math.Sqrt(size))
	}
}

func times(v []float64, by float64) []float64 {
	v = slices.Clone(v)
	floats.Scale(by, v)
	return v
}

// TestUnequalWeights: with weights of very different sizes the fit still ends at the maximum, also by rough Hessians.
func TestUnequalWeights(t *testing.T) {
	x, y := drawn(20_000, 8)
	rnd, w := rand.New(rand.NewPCG(5, 5)), make([]float64, len(y))
	for i := range w {
		w[i] = math.Exp(4 * rnd.NormFloat64())
	}
	m, err := Binary{}.FitWeighted(x, y, w)
	if err != nil {
		t.Fatal(err)
	}
	l, _ := NewLikelihood(x, y, FreeIntercept, Reference, 0)
	l, err = l.Weighted(w)
	if err != nil {
		t.Fatal(err)
	}
	g := make([]float64, l.Dim())
	l.Gradient(g, append(slices.Clone(m.W), m.B))
	if m.Report.Stop != Converged || floats.Norm(g, 2) > 1e-11 {
		t.Errorf("%v, gradient of the mean %v", m.Report, floats.Norm(g, 2))
	}
}

// TestWeightedDerivatives holds gradient, Hessian and terms against differences.
func TestWeightedDerivatives(t *testing.T) {
	x, y := classes3(40, 3)
	w := repeats(40, 1)
	w[3] = .25
	plain, err := NewLikelihood(x, y, FreeIntercept, Symmetric, 3)
	if err != nil {
		t.Fatal(err)
	}
	l, err := plain.Weighted(w)
	if err != nil {
		t.Fatal(err)
	}
	if l.Weight != floats.Sum(w) || l.N >= 40 || plain.Weight != 40 {
		t.Errorf("weight %v of %d rows, without weights %v", l.Weight, l.N, plain.Weight)
	}
	rnd, dim := rand.New(rand.NewPCG(1, 9)), l.Dim()
	theta, g, mean, term := make([]float64, dim), make([]float64, dim), make([]float64, dim), make([]float64, dim)
	for j := range theta {
		theta[j] = rnd.NormFloat64()
	}
	l.Gradient(g, theta)
	testkit.Near(t, "gradient", g, fd.Gradient(nil, l.Value, theta, &fd.Settings{Formula: fd.Central}), 1e-7)
	for i := range l.Len() {
		l.Term(term, theta, i)
		floats.AddScaled(mean, 1/float64(l.Len()), term)
	}
	testkit.Near(t, "mean of the terms", mean, g, 1e-14)
	jacobian := mat.NewDense(dim, dim, nil)
	fd.Jacobian(jacobian, func(dst, at []float64) { l.Gradient(dst, at) }, theta, &fd.JacobianSettings{Formula: fd.Central})
	if h := l.Hessian(theta); !mat.EqualApprox(h, jacobian, 1e-7) {
		t.Errorf("Hessian\n%v\ndifferences\n%v", mat.Formatted(h), mat.Formatted(jacobian))
	}
}

// TestZeroWeights: a row of weight 0 is not there: it does not keep classes from being separated, nor does its class exist.
func TestZeroWeights(t *testing.T) {
	x, y := column(1, 2, 3, 4, 0), []int{0, 0, 1, 1, 1}
	overlap, err := Binary{}.FitWeighted(x, y, []float64{1, 1, 1, 1, 1e-3})
	if err != nil || overlap.Report.Stop != Converged {
		t.Errorf("a small weight keeps the classes from being separated: %v, %v", overlap, err)
	}
	apart, err := Binary{}.FitWeighted(x, y, []float64{1, 1, 1, 1, 0})
	if err != nil || apart.Report.Stop != Separated {
		t.Errorf("without the last row the classes are separated: %v, %v", apart, err)
	}
	two, err := Softmax{}.FitWeighted(column(1, 2, 3, 4, 5, 6), []int{0, 1, 0, 1, 2, 2}, []float64{1, 1, 1, 1, 0, 0})
	if err != nil || len(two.Classes) != 2 {
		t.Errorf("a class without weight has coefficients: %v, %v", two, err)
	}
	if m, err := (Binary{}).FitWeighted(column(1, 2, 3, 4, 5, 6), []int{0, 1, 0, 1, 2, 2}, []float64{1, 1, 1, 1, 0, 0}); err != nil || !slices.Equal(m.Classes, []int{0, 1}) {
		t.Errorf("two of three classes are left: %v, %v", m, err)
	}
}

// TestScikitLearnWeights holds weighted fits against those that testdata/reference.py wrote.
func TestScikitLearnWeights(t *testing.T) {
	var cases []struct {
		X            [][]float64
		Y            []int
		Weights      []float64 // of rows, none if all are 1
		ClassWeights map[int]float64
		Balanced     bool
		Ridge        float64
		Coef         [][]float64
		B            []float64
	}
	testkit.Reference(t, "testdata/weights.json", &cases)
	if len(cases) < 12 {
		t.Fatalf("%d cases", len(cases))
	}
	for k, c := range cases {
		balance := Unbalanced
		if c.Balanced {
			balance = Balanced
		}
		w := orOnes(c.Weights, len(c.Y))
		x := testkit.Matrix(t, c.X)
		for _, solver := range []Solver{Newton, LBFGS} {
			var got [][]float64
			var b []float64
			if len(c.Coef) == 1 {
				m, err := Binary{Ridge: c.Ridge, Balance: balance, ClassWeights: c.ClassWeights, Solver: solver}.FitWeighted(x, c.Y, w)
				if err != nil {
					t.Fatal(err)
				}
				got, b = [][]float64{m.W}, []float64{m.B}
			} else {
				m, err := Softmax{Ridge: c.Ridge, Balance: balance, ClassWeights: c.ClassWeights, Coding: Symmetric, Solver: solver}.FitWeighted(x, c.Y, w)
				if err != nil {
					t.Fatal(err)
				}
				got, b = m.W, m.B
			}
			testkit.Near(t, "w", slices.Concat(got...), slices.Concat(c.Coef...), 1e-6)
			testkit.Near(t, "b", b, c.B, 1e-6)
			if t.Failed() {
				t.Fatalf("case %d, %v", k, solver)
			}
		}
	}
}

func TestWeightsRefuse(t *testing.T) {
	x, y := yan8()
	with := func(change func(w []float64)) []float64 {
		w := slices.Repeat([]float64{1}, 8)
		change(w)
		return w
	}
	rows := func(w []float64) error { _, err := Binary{}.FitWeighted(x, y, w); return err }
	classes := func(v map[int]float64) error { _, err := Binary{ClassWeights: v}.Fit(x, y); return err }
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"none", rows(nil), input.ErrShape, "w"},
		{"short", rows(make([]float64, 7)), input.ErrShape, "w"},
		{"negative", rows(with(func(w []float64) { w[2] = -1 })), input.ErrParam, "w[2]"},
		{"NaN", rows(with(func(w []float64) { w[2] = math.NaN() })), input.ErrNotFinite, "w"},
		{"infinite", rows(with(func(w []float64) { w[2] = math.Inf(1) })), input.ErrNotFinite, "w"},
		{"overflow", rows(with(func(w []float64) { w[2], w[3] = 1e308, 1e308 })), input.ErrNotFinite, "sum"},
		{"all 0", rows(make([]float64, 8)), input.ErrParam, "only zeros"},
		{"one class left", rows(with(func(w []float64) {
			for i := range w {
				w[i] = float64(y[i])
			}
		})), input.ErrOneClass, ""},
		{"unknown label", classes(map[int]float64{7: 1}), input.ErrLabel, "label 7"},
		{"negative of a class", classes(map[int]float64{1: -2}), input.ErrParam, "ClassWeights[1]"},
		{"NaN of a class", classes(map[int]float64{0: math.NaN()}), input.ErrParam, "ClassWeights[0]"},
		{"class of weight 0", classes(map[int]float64{0: 0}), input.ErrOneClass, ""},
		{"balance", func() error { _, err := Softmax{Balance: 3}.Fit(x, y); return err }(), input.ErrParam, "Softmax.Balance"},
		{"a likelihood by hand", func() error { _, err := (&Likelihood{}).Weighted(nil); return err }(), input.ErrEmpty, "Likelihood"},
	} {
		if !errors.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: got %v, want %q and a text with %q", c.name, c.err, c.kind, c.says)
		}
	}
}

func TestWeightsInJSON(t *testing.T) {
	p := Binary{Balance: Balanced, ClassWeights: map[int]float64{-1: 2, 1: .5}}
	text, err := json.Marshal(p)
	var back Binary
	if err == nil {
		err = json.Unmarshal(text, &back)
	}
	if err != nil || !reflect.DeepEqual(p, back) || !strings.Contains(string(text), `"balanced"`) {
		t.Errorf("%s became %+v (%v)", text, back, err)
	}
}
