package logistic

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/descent"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

func TestFitRefuses(t *testing.T) {
	x, y := yan8()
	nan := mat.DenseCopyOf(x)
	nan.Set(3, 0, math.NaN())
	binary := func(p Binary, x mat.Matrix, y []int) error { _, err := p.Fit(x, y); return err }
	softmax := func(p Softmax, x mat.Matrix, y []int) error { _, err := p.Fit(x, y); return err }
	smooth := func(p Smooth, k mat.Matrix, y []int) error { _, err := p.Fit(k, y); return err }
	gram := mat.NewDense(2, 2, []float64{2, 1, 1, 2})
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"no X", binary(Binary{}, nil, y), input.ErrEmpty, "X"},
		{"empty X", binary(Binary{}, &mat.Dense{}, y), input.ErrEmpty, "X"},
		{"no y", binary(Binary{}, x, nil), input.ErrShape, "y"},
		{"short y", binary(Binary{}, x, y[:5]), input.ErrShape, "5 labels"},
		{"NaN", binary(Binary{}, nan, y), input.ErrNotFinite, "row 3"},
		{"one class", binary(Binary{}, x, make([]int, 8)), input.ErrOneClass, "y"},
		{"three classes", binary(Binary{}, x, []int{0, 1, 2, 0, 1, 2, 0, 1}), input.ErrLabel, "3 classes"},
		{"ridge < 0", binary(Binary{Ridge: -1}, x, y), input.ErrParam, "Ridge"},
		{"ridge NaN", binary(Binary{Ridge: math.NaN()}, x, y), input.ErrParam, "Ridge"},
		{"solver", binary(Binary{Solver: 9}, x, y), input.ErrParam, "Solver"},
		{"intercept", binary(Binary{Intercept: -1}, x, y), input.ErrParam, "Intercept"},
		{"tie", binary(Binary{Tie: 5}, x, y), input.ErrParam, "Tie"},
		{"tol", binary(Binary{Tol: -1}, x, y), input.ErrParam, "Tol"},
		{"iterations", binary(Binary{MaxIter: -1}, x, y), input.ErrParam, "MaxIter"},
		{"no source", binary(Binary{Solver: Stochastic}, x, y), input.ErrParam, "Src"},
		{"step", binary(Binary{Solver: Gradient, Descent: descent.GradientDescent{Step: -1}}, x, y), input.ErrParam, "Step"},
		{"n = 1", binary(Binary{}, column(1), []int{1}), input.ErrOneClass, "y"},
		{"coding", softmax(Softmax{Coding: 7}, x, y), input.ErrParam, "Coding"},
		{"softmax y", softmax(Softmax{}, x, y[:2]), input.ErrShape, "y"},
		{"softmax one class", softmax(Softmax{}, x, make([]int, 8)), input.ErrOneClass, "y"},
		{"softmax solver", softmax(Softmax{Solver: -1}, x, y), input.ErrParam, "Softmax.Solver"},
		{"gram shape", smooth(Smooth{}, x, y), input.ErrShape, "gram"},
		{"gram nil", smooth(Smooth{}, nil, y), input.ErrEmpty, "gram"},
		{"gram not symmetric", smooth(Smooth{}, mat.NewDense(2, 2, []float64{2, 1, 0, 2}), []int{0, 1}), input.ErrParam, "gram"},
		{"gram negative", smooth(Smooth{Lambda: .01}, mat.NewDense(2, 2, []float64{-2, 0, 0, -2}), []int{0, 1}), input.ErrParam, "gram"},
		{"smooth lambda", smooth(Smooth{Lambda: -1}, gram, []int{0, 1}), input.ErrParam, "Lambda"},
		{"smooth one class", smooth(Smooth{}, gram, []int{1, 1}), input.ErrOneClass, "y"},
		{"smooth labels", smooth(Smooth{}, gram, []int{1}), input.ErrShape, "y"},
	} {
		if !errors.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: got %v, want %q and a text with %q", c.name, c.err, c.kind, c.says)
		}
	}
}

func TestExtremesDoNotBreak(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for name, scale := range map[string]float64{"huge": 1e150, "tiny": 1e-150, "large": 1e6} {
		x, y := yan8()
		x.Scale(scale, x)
		m, err := Binary{}.Fit(x, y)
		if err != nil {
			continue // an error is a fair answer
		}
		if m.Report.Stop == Converged && math.Abs(m.W[0]*scale-1.1180691491) > 1e-6 {
			t.Errorf("%s: w = %v, %v", name, m.W, m.Report)
		}
	}
	x, y := mat.NewDense(30, 3, nil), make([]int, 30)
	for i := range y {
		y[i] = i % 2
		for j := range 3 {
			x.Set(i, j, rnd.NormFloat64())
		}
	}
	for _, p := range []Binary{{Ridge: 1e12}, {Ridge: 1e-12}, {MaxIter: 1}, {Tol: 1e300}, {Solver: LBFGS, MaxIter: 1}} {
		if m, err := p.Fit(x, y); err != nil || math.IsNaN(m.B) {
			t.Errorf("%+v: %v", p, err)
		}
	}
	if _, err := (Binary{Solver: Gradient, Descent: descent.GradientDescent{Step: 1e308}}).Fit(x, y); !errors.Is(err, ErrDiverged) && err != nil {
		t.Errorf("an absurd step: %v", err)
	}
}

func TestPredictRefuses(t *testing.T) {
	x, y := yan8()
	m := mustFit(t, Binary{}, x, y)
	s, err := Softmax{}.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	k, err := Smooth{}.Fit(mat.NewDense(2, 2, []float64{2, 1, 1, 2}), []int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	wide, bad := mat.NewDense(2, 3, nil), column(math.Inf(1))
	for name, predict := range map[string]func(mat.Matrix) error{
		"Model.Predict":              func(x mat.Matrix) error { _, err := m.Predict(x); return err },
		"Model.Probabilities":        func(x mat.Matrix) error { _, err := m.Probabilities(x); return err },
		"Model.LogLikelihood":        func(x mat.Matrix) error { _, err := m.LogLikelihood(x, []int{0, 0}); return err },
		"SoftmaxModel.Predict":       func(x mat.Matrix) error { _, err := s.Predict(x); return err },
		"SoftmaxModel.Probabilities": func(x mat.Matrix) error { _, err := s.Probabilities(x); return err },
		"SmoothModel.Predict":        func(x mat.Matrix) error { _, err := k.Predict(x); return err },
		"SmoothModel.Probabilities":  func(x mat.Matrix) error { _, err := k.Probabilities(x); return err },
		"zero SoftmaxModel":          func(x mat.Matrix) error { _, err := new(SoftmaxModel).Predict(x); return err },
	} {
		for _, x := range []mat.Matrix{nil, &mat.Dense{}} {
			if err := predict(x); !errors.Is(err, input.ErrEmpty) {
				t.Errorf("%s of no rows: %v", name, err)
			}
		}
		if err := predict(wide); !errors.Is(err, input.ErrShape) {
			t.Errorf("%s of other columns: %v", name, err)
		}
		if err := predict(bad); err == nil {
			t.Errorf("%s of an infinity: no error", name)
		}
	}
	if _, err := m.LogLikelihood(x, []int{0, 1, 7, 0, 0, 0, 0, 0}); !errors.Is(err, input.ErrLabel) {
		t.Errorf("another label: %v", err)
	}
	if _, err := m.LogLikelihood(x, []int{0}); !errors.Is(err, input.ErrShape) {
		t.Errorf("one label: %v", err)
	}
	for _, level := range []float64{0, 1, -1, math.NaN()} {
		if _, err := m.Wald(level); !errors.Is(err, input.ErrParam) {
			t.Errorf("Wald(%v): %v", level, err)
		}
	}
	if _, err := mustFit(t, Binary{Ridge: 1}, x, y).Wald(.95); !errors.Is(err, input.ErrParam) {
		t.Errorf("Wald intervals with a penalty: %v", err)
	}
	if !math.IsNaN(m.ScoreStdErr([]float64{1, 2})) {
		t.Error("ScoreStdErr of another length: want NaN")
	}
}

func TestJSON(t *testing.T) {
	x, y := yan8()
	m := mustFit(t, Binary{Trace: true}, x, y)
	s, err := Softmax{Coding: Symmetric, Ridge: 1}.Fit(x, []int{0, 1, 2, 0, 1, 2, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	k, err := Smooth{}.Fit(mat.NewDense(2, 2, []float64{2, 1, 1, 2}), []int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	separated := mustFit(t, Binary{}, column(-2, -1, 1, 2), []int{0, 0, 1, 1})
	for _, c := range []struct{ value, into any }{
		{m, new(Model)}, {s, new(SoftmaxModel)}, {k, new(SmoothModel)}, {separated, new(Model)},
		{&Binary{Solver: Gradient, Intercept: PenalizedIntercept, Ridge: 2, Descent: descent.GradientDescent{Rule: descent.Backtracking}}, new(Binary)},
		{&Softmax{Coding: Symmetric, Solver: LBFGS, Stochastic: descent.Stochastic{Averaging: descent.SecondHalf, Sampling: descent.Cyclic, Schedule: descent.Schedule{Decay: descent.InverseRoot}}}, new(Softmax)},
		{&Smooth{Lambda: 2, NoB: true}, new(Smooth)},
	} {
		text, err := json.Marshal(c.value)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, c.into); err != nil || !reflect.DeepEqual(c.value, c.into) {
			t.Errorf("%T: %s came back as %+v, %v", c.value, text, c.into, err)
		}
	}
	var solver Solver
	if err := json.Unmarshal([]byte(`"magic"`), &solver); err == nil {
		t.Error("an unknown solver: want an error")
	}
}
