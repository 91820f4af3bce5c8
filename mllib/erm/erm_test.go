package erm_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/erm"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

type pair struct {
	X float64
	Y int
}

func threshold(t float64, z pair) float64 { return erm.ZeroOne((z.X > t) == (z.Y == 1)) }

func TestMinimise(t *testing.T) {
	sample := []pair{{.1, 0}, {.3, 0}, {.4, 1}, {.6, 0}, {.8, 1}}
	class := []float64{0, .2, .35, .5, .7, 1}
	m, err := erm.Minimise(class, sample, threshold)
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{.6, .4, .2, .4, .2, .4}; !floats.EqualApprox(m.Risks, want, 1e-15) {
		t.Errorf("risks %v, want %v", m.Risks, want)
	}
	if m.Best != 2 || m.Rule() != .35 || m.Risk() != .2 || !slices.Equal(m.Minimisers(), []int{2, 4}) || m.N != 5 {
		t.Errorf("best %d: rule %v of risk %v, minimisers %v", m.Best, m.Rule(), m.Risk(), m.Minimisers())
	}
	if sup, at, err := m.Deviation(func(float64) float64 { return .25 }); err != nil || math.Abs(sup-.35) > 1e-15 || at != 0 {
		t.Errorf("deviation %v at %d (%v)", sup, at, err)
	}
	testkit.RoundTrip(t, m)
}

// rule is a threshold with a method Predict.
type rule float64

func (r rule) Predict(x mat.Matrix) ([]int, error) {
	n, _ := x.Dims()
	y := make([]int, n)
	for i := range y {
		y[i] = -1
		if x.At(i, 0) > float64(r) {
			y[i] = 1
		}
	}
	return y, nil
}

// TestThreeWays: the abstract way, classifiers and the sorted splits of a line give the same risks, and the excess risk obeys its bound.
func TestThreeWays(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 4))
	for range 100 {
		n := 1 + rnd.IntN(30)
		x, y, sample := make([]float64, n), make([]int, n), make([]pair, n)
		for i := range x {
			x[i], y[i] = rnd.Float64(), 1-2*rnd.IntN(2)
			sample[i] = pair{x[i], y[i]}
		}
		cuts := []float64{-1, .25, .5, .75, 2}
		rules := []rule{-1, .25, .5, .75, 2}
		a, err1 := erm.Minimise(cuts, sample, threshold)
		b, err2 := erm.Classifiers(rules, mat.NewDense(n, 1, x), y)
		s, err3 := discriminant.NewSplits(x, y, nil)
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatal(err1, err2, err3)
		}
		if !testkit.Bits(a.Risks, b.Risks) || a.Best != b.Best {
			t.Errorf("risks %v and %v", a.Risks, b.Risks)
		}
		for k, c := range cuts {
			if math.Abs(s.At(c)-a.Risks[k]) > 1e-12 {
				t.Errorf("cut %v: risk %v, by the splits %v", c, a.Risks[k], s.At(c))
			}
		}
		truth := func(c float64) float64 { return .2 + .1*c*c }
		sup, _, _ := a.Deviation(truth)
		least := math.Inf(1)
		for _, c := range cuts {
			least = min(least, truth(c))
		}
		if excess := truth(a.Rule()) - least; excess > 2*sup+1e-15 {
			t.Errorf("excess risk %v above twice the deviation %v", excess, sup)
		}
	}
}

type broken struct{ err error }

func (b broken) Predict(mat.Matrix) ([]int, error) { return []int{1}, b.err }

func TestRefused(t *testing.T) {
	sample, x, y := []pair{{1, 1}}, mat.NewDense(2, 1, nil), []int{1, -1}
	wrong := errors.New("wrong")
	minimise := func(class []float64, sample []pair, loss func(float64, pair) float64) error {
		_, err := erm.Minimise(class, sample, loss)
		return err
	}
	classify := func(class []erm.Classifier, x mat.Matrix, y []int) error {
		_, err := erm.Classifiers(class, x, y)
		return err
	}
	m, _ := erm.Minimise([]float64{0}, sample, threshold)
	_, _, noTruth := m.Deviation(nil)
	_, _, nanTruth := m.Deviation(func(float64) float64 { return math.NaN() })
	one := []float64{0}
	for _, c := range []struct {
		name string
		err  error
		want error
		says string
	}{
		{"no rules", minimise(nil, sample, threshold), input.ErrEmpty, "0 rules"},
		{"no sample", minimise(one, nil, threshold), input.ErrEmpty, "0 observations"},
		{"no loss", minimise(one, sample, nil), input.ErrEmpty, "loss"},
		{"NaN", minimise(one, sample, func(float64, pair) float64 { return math.NaN() }), input.ErrNotFinite, "rule 0"},
		{"infinite", minimise(one, sample, func(float64, pair) float64 { return math.Inf(1) }), input.ErrNotFinite, "rule 0"},
		{"no matrix", classify([]erm.Classifier{rule(0)}, nil, y), input.ErrEmpty, "X"},
		{"few labels", classify([]erm.Classifier{rule(0)}, x, y[:1]), input.ErrShape, "y"},
		{"no classifiers", classify(nil, x, y), input.ErrEmpty, "class"},
		{"nil classifier", classify([]erm.Classifier{rule(0), nil}, x, y), input.ErrEmpty, "rule 1"},
		{"a rule fails", classify([]erm.Classifier{rule(0), broken{wrong}}, x, y), wrong, "rule 1"},
		{"labels are missing", classify([]erm.Classifier{broken{}}, x, y), input.ErrShape, "1 labels are predicted for 2 rows"},
		{"no truth", noTruth, input.ErrEmpty, "truth"},
		{"NaN truth", nanTruth, input.ErrNotFinite, "rule 0"},
	} {
		if !errors.Is(c.err, c.want) || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: got %v, want %v and %q", c.name, c.err, c.want, c.says)
		}
	}
}

func ExampleMinimise() {
	type student struct {
		Hours  float64
		Passed bool
	}
	sample := []student{{1, false}, {2, false}, {2.5, true}, {3, false}, {4, true}}
	m, err := erm.Minimise([]float64{0, 1.5, 2.2, 3.5}, sample, func(t float64, s student) float64 {
		return erm.ZeroOne((s.Hours >= t) == s.Passed)
	})
	fmt.Println(m.Risks, m.Rule(), m.Minimisers(), err)
	// Output: [0.6 0.4 0.2 0.2] 2.2 [2 3] <nil>
}
