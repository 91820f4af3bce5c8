package svm_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/svm"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
)

func TestBadInput(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{0, 1, 2, 3})
	y := []int{-1, 1, -1, 1}
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name string
		p    svm.Classifier
		x    mat.Matrix
		y    []int
		want error
	}{
		{"nil", svm.Classifier{}, nil, y, input.ErrEmpty},
		{"NaN", svm.Classifier{}, mat.NewDense(4, 1, []float64{0, nan, 2, 3}), y, input.ErrNotFinite},
		{"too few labels", svm.Classifier{}, x, y[:3], input.ErrShape},
		{"no labels", svm.Classifier{}, x, nil, input.ErrShape},
		{"one class", svm.Classifier{}, x, []int{1, 1, 1, 1}, input.ErrOneClass},
		{"one row", svm.Classifier{}, mat.NewDense(1, 1, nil), []int{1}, input.ErrOneClass},
		{"three classes", svm.Classifier{}, x, []int{1, 2, 3, 1}, input.ErrLabel},
		{"C negative", svm.Classifier{C: -1}, x, y, input.ErrParam},
		{"C NaN", svm.Classifier{C: nan}, x, y, input.ErrParam},
		{"C of another form", svm.Classifier{C: 1, Form: svm.Hard}, x, y, input.ErrParam},
		{"Nu of another form", svm.Classifier{Nu: .5}, x, y, input.ErrParam},
		{"Nu missing", svm.Classifier{Form: svm.Share}, x, y, input.ErrParam},
		{"Nu above 1", svm.Classifier{Form: svm.Share, Nu: 1.1}, x, y, input.ErrParam},
		{"Nu too large for the classes", svm.Classifier{Form: svm.Share, Nu: .9}, x, []int{-1, 1, 1, 1}, input.ErrParam},
		{"Nu too small", svm.Classifier{Form: svm.Share, Nu: .5}, x, y, input.ErrParam},
		{"limit negative", svm.Classifier{Form: svm.Budget, Limit: -1}, x, y, input.ErrParam},
		{"limit infinite", svm.Classifier{Form: svm.Budget, Limit: inf}, x, y, input.ErrParam},
		{"limit too small", svm.Classifier{Form: svm.Budget, Limit: 1}, x, y, svm.ErrBudget},
		{"form", svm.Classifier{Form: 9}, x, y, input.ErrParam},
		{"tie", svm.Classifier{Tie: 9}, x, y, input.ErrParam},
		{"kernel", svm.Classifier{Kernel: kernels.Gaussian(-1)}, x, y, input.ErrParam},
		{"tolerance", svm.Classifier{Options: svm.Options{Tolerance: nan}}, x, y, input.ErrParam},
		{"iterations", svm.Classifier{Options: svm.Options{MaxIter: -1}}, x, y, input.ErrParam},
		{"cache", svm.Classifier{Options: svm.Options{CacheBytes: -1}}, x, y, input.ErrParam},
		{"not separable", svm.Classifier{Form: svm.Hard}, x, y, svm.ErrNotSeparable},
		{"class that is not there", svm.Classifier{ClassWeights: map[int]float64{7: 1}}, x, y, input.ErrLabel},
		{"weight of a class negative", svm.Classifier{ClassWeights: map[int]float64{1: -1}}, x, y, input.ErrParam},
		{"weight of a class NaN", svm.Classifier{ClassWeights: map[int]float64{1: nan}}, x, y, input.ErrParam},
		{"weight of a class 0", svm.Classifier{ClassWeights: map[int]float64{1: 0}}, x, y, input.ErrOneClass},
		{"outside the domain", svm.Classifier{Kernel: kernels.Min()}, mat.NewDense(4, 1, []float64{-1, 1, 2, 3}), y, input.ErrValue},
		{"overflow", svm.Classifier{}, mat.NewDense(4, 1, []float64{0, 1e170, 2, 3}), y, input.ErrNotFinite},
		{"sums overflow", svm.Classifier{}, mat.NewDense(4, 1, []float64{0, 1e100, 2, 3}), y, input.ErrNotFinite},
		{"underflow", svm.Classifier{}, mat.NewDense(4, 1, []float64{0, 1e-170, 2e-170, 0}), y, input.ErrNotFinite},
		{"coincident, hard", svm.Classifier{Form: svm.Hard, Kernel: kernels.Gaussian(1)}, mat.NewDense(2, 1, nil), []int{0, 1}, svm.ErrNotSeparable},
	} {
		if m, err := c.p.Fit(c.x, c.y); !errors.Is(err, c.want) || m != nil {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
	for _, w := range [][]float64{nil, {1, 1, 1}, {1, -1, 1, 1}, {1, nan, 1, 1}, {1, inf, 1, 1}, {0, 0, 0, 0}, {0, 1, 0, 1}} {
		if m, err := (svm.Classifier{}).FitWeighted(x, y, w); err == nil || m != nil {
			t.Errorf("weights %v: no error", w)
		}
	}
	for _, g := range []mat.Matrix{nil, x, mat.NewDense(4, 4, []float64{1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})} {
		if m, err := (svm.Classifier{}).FitGram(g, y); err == nil || m != nil {
			t.Errorf("Gram matrix %v: no error", g)
		}
	}
}

// TestHardCases: what is ill-conditioned has the right answer.
func TestHardCases(t *testing.T) {
	same := mat.NewDense(4, 2, []float64{1, 2, 1, 2, 1, 2, 1, 2})
	y := []int{1, -1, 1, -1}
	for _, k := range []kernels.Kernel{{}, kernels.Gaussian(1), kernels.Polynomial(2, 1, 1)} {
		m, err := svm.Classifier{C: 2, Kernel: k}.Fit(same, y)
		if err != nil {
			t.Fatal(err)
		}
		testkit.Near(t, "all rows the same: ‖w‖, objectives, interval", []float64{m.Norm(), m.Primal(), m.Dual(), m.Offsets[0], m.Offsets[1]}, []float64{0, 8, 8, -1, 1}, 1e-12)
		if y, err := m.Predict(same); err != nil || !slices.Equal(y, []int{1, 1, 1, 1}) {
			t.Errorf("%v: predictions %v, %v", k, y, err)
		}
	}
	rnd := rand.New(rand.NewPCG(5, 5))
	x, z := clouds(rnd, 60, 2, .3)
	for _, c := range []float64{1e-300, 1e-12, 1e6, 1e12} {
		for _, k := range []kernels.Kernel{{}, kernels.Gaussian(1), kernels.Gaussian(1e-9), kernels.Gaussian(1e9)} {
			m, err := svm.Classifier{C: c, Kernel: k, Options: svm.Options{MaxIter: 200_000}}.Fit(x, z)
			if err != nil {
				t.Errorf("C = %v, %v: %v", c, k, err)
				continue
			}
			if most := 1e-4*m.Primal() + 1e-8*60*c; !(math.Abs(m.Gap()) <= most) && m.Report.Stop != svm.IterationLimit {
				t.Errorf("C = %v, %v: gap %v of %v, %+v", c, k, m.Gap(), m.Primal(), m.Report)
			}
		}
	}
	narrow := must(svm.Classifier{C: 10, Kernel: kernels.Gaussian(1e-9)}.Fit(x, z)) // the Gram matrix is the unit matrix
	for i, a := range narrow.Alpha {
		if math.Abs(a-1) > 1e-9 {
			t.Errorf("α_%d = %v with the unit matrix and balanced classes, want 1", i, a)
			break
		}
	}
	two := must(svm.Classifier{C: math.Inf(1)}.Fit(mat.NewDense(2, 1, []float64{1e8, 1e8 + 1}), []int{3, 4}))
	testkit.Near(t, "far from 0", append(two.Alpha, two.Margin()), []float64{2, 2, .5}, 1e-9)
	coincident := must(svm.Classifier{C: 5, Kernel: kernels.Gaussian(1)}.Fit(mat.NewDense(4, 1, []float64{0, 0, 3, -3}), []int{1, -1, 1, -1}))
	testkit.Near(t, "coincident points of both classes have α = C", coincident.Alpha[:2], []float64{5, 5}, 0)
}

func TestLimits(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(5, 6)), 200, 2, .3)
	m, err := svm.Classifier{C: 10, Options: svm.Options{MaxIter: 7}}.Fit(x, y)
	if err != nil || m.Report.Stop != svm.IterationLimit || m.Report.Iterations != 7 || m.Report.Gap == 0 {
		t.Errorf("%+v, %v", m.Report, err)
	}
	if m.Gap() < 0 || m.Dual() > m.Primal() {
		t.Errorf("weak duality: primal %v, dual %v", m.Primal(), m.Dual())
	}
}

func TestBrokenModels(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(5, 7)), 30, 2, 1)
	whole := must(svm.Classifier{Kernel: kernels.Gaussian(1)}.Fit(x, y))
	broken := []*svm.Model{nil, {}, {Machine: whole.Machine, Kernel: whole.Kernel}, {Machine: whole.Machine, X: whole.X[1:]}, {Kernel: whole.Kernel, X: whole.X}}
	ragged := slices.Clone(whole.X)
	ragged[1] = ragged[1][:1]
	broken = append(broken, &svm.Model{Machine: whole.Machine, Kernel: whole.Kernel, X: ragged})
	for i, m := range broken {
		if m != nil && len(m.F) == 0 || i == 0 {
			var machine *svm.Machine
			if m != nil {
				machine = &m.Machine
			}
			if !math.IsNaN(machine.Gap()) || !math.IsNaN(machine.Margin()) || !math.IsNaN(machine.DualMargin()) || !math.IsNaN(machine.KKT().Largest()) || machine.Slacks() != nil || machine.Free() != nil || machine.Support() != nil {
				t.Errorf("model %d: a number or list of no machine", i)
			}
		}
		if _, err := m.Scores(x); err == nil {
			t.Errorf("model %d: no error of Scores", i)
		}
		if _, err := m.Predict(x); err == nil {
			t.Errorf("model %d: no error of Predict", i)
		}
		if _, err := m.Hyperplane(); err == nil {
			t.Errorf("model %d: no error of Hyperplane", i)
		}
	}
	if _, err := whole.Hyperplane(); !errors.Is(err, input.ErrParam) {
		t.Errorf("hyperplane of a Gaussian kernel: %v", err)
	}
	if _, err := whole.Scores(mat.NewDense(2, 3, nil)); !errors.Is(err, input.ErrShape) {
		t.Errorf("three columns: %v", err)
	}
	if _, err := whole.Machine.Scores(x); !errors.Is(err, input.ErrShape) {
		t.Errorf("cross of 2 columns: %v", err)
	}
	var none *svm.Machine
	if _, err := none.Predict(x); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("nil machine: %v", err)
	}
}

func TestJSON(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(5, 8)), 30, 2, 3)
	for _, p := range []svm.Classifier{
		{C: 2, Kernel: kernels.Gaussian(1), ClassWeights: map[int]float64{1: 2}, Options: svm.Options{Tolerance: 1e-5}}, {Form: svm.Hard}, {Form: svm.Share, Nu: .5}, {Form: svm.Budget, Limit: 1}, {NoIntercept: true, Balanced: true},
	} {
		testkit.RoundTrip(t, &p)
		m := must(p.Fit(x, y))
		if m.W != nil {
			m.X = nil // as in JSON
		}
		back := testkit.RoundTrip(t, m)
		if !testkit.Bits(must(back.Scores(x)), must(m.Scores(x))) {
			t.Errorf("%+v: other scores", p)
		}
	}
}

func TestViews(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(5, 9)), 30, 3, 1)
	for _, k := range []kernels.Kernel{{}, kernels.Gaussian(1)} {
		testkit.Views(t, k.String(), x, func(x mat.Matrix) (any, error) { return svm.Classifier{Kernel: k}.Fit(x, y) })
	}
}

func TestCrossValidation(t *testing.T) {
	s := must(data.TwoGaussians{N: [2]int{40, 40}, Mean: [2][]float64{{-1, 0}, {1, 0}}}.Draw(rand.NewPCG(1, 1)))
	cv, err := validate.CrossValidate(s, must(validate.KFold{K: 5, Src: rand.NewPCG(1, 2)}.Split(s.Y)), svm.Classifier{C: 1})
	if err != nil || len(cv.Predicted) != 80 {
		t.Errorf("%+v, %v", cv, err)
	}
}
