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
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/mat"
)

func TestFitRefuses(t *testing.T) {
	x, y := yan8()
	nan := mat.DenseCopyOf(x)
	nan.Set(3, 0, math.NaN())
	binary := func(p Binary, x mat.Matrix, y []int) error { _, err := p.Fit(x, y); return err }
	softmax := func(p Softmax, x mat.Matrix, y []int) error { _, err := p.Fit(x, y); return err }
	smooth := func(p Smooth, k mat.Matrix, y []int) error { _, err := p.FitGram(k, y); return err }
	gram := mat.NewDense(2, 2, []float64{2, 1, 1, 2})
	manyX, manyY := mat.NewDense(3000, 1, nil), make([]int, 3000)
	for i := range manyY {
		manyX.Set(i, 0, float64(i)/3000)
		manyY[i] = i
	}
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
		{"too many coefficients", binary(Binary{Ridge: 1, Solver: Newton}, mat.NewDense(2, 5000, nil), []int{0, 1}), input.ErrParam, "l-bfgs"},
		{"as many classes as rows", softmax(Softmax{Ridge: 1, Solver: Newton}, manyX, manyY), input.ErrParam, "l-bfgs"},
		{"no step for huge squares", binary(Binary{Solver: Gradient}, mat.NewDense(2, 1, []float64{1e200, -1e200}), []int{0, 1}), input.ErrNotFinite, "step"},
		{"squares overflow", binary(Binary{}, mat.NewDense(4, 1, []float64{1e200, 2e200, -1e200, 3e200}), []int{0, 1, 0, 1}), input.ErrNotFinite, "column 0"},
		{"nil symmetric", binary(Binary{}, (*mat.SymDense)(nil), y), input.ErrEmpty, "X"},
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

// TestModelsFromElsewhere: models that were put together by hand or read from JSON, whose parts do not fit, are refused.
func TestModelsFromElsewhere(t *testing.T) {
	x, h := column(1), linear.Hyperplane{W: []float64{1}}
	second := func(_ any, err error) error { return err }
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"no model", second(new(Model).Predict(x)), input.ErrShape},
		{"no classes", second((&Model{Hyperplane: h}).Predict(x)), input.ErrShape},
		{"likelihood without classes", second((&Model{Hyperplane: h}).LogLikelihood(x, []int{1})), input.ErrShape},
		{"standard errors of another model", second((&Model{Hyperplane: h, StdErr: make([]float64, 5)}).Wald(.9)), input.ErrParam},
		{"overflow", second((&Model{Hyperplane: linear.Hyperplane{W: []float64{1e200}}, Classes: label.Classes{0, 1}}).Posterior(column(1e200))), input.ErrNotFinite},
		{"softmax without intercepts", second((&SoftmaxModel{W: [][]float64{{1}, {2}}, Classes: label.Classes{0, 1}}).Predict(x)), input.ErrShape},
		{"softmax, ragged", second((&SoftmaxModel{W: [][]float64{{1}, {}}, B: []float64{0, 0}, Classes: label.Classes{0, 1}}).Predict(x)), input.ErrShape},
		{"softmax without classes", second((&SoftmaxModel{W: [][]float64{{1}, {2}}, B: []float64{0, 0}}).Predict(x)), input.ErrShape},
		{"softmax overflow", second((&SoftmaxModel{W: [][]float64{{1e200}, {2}}, B: []float64{0, 0}, Classes: label.Classes{0, 1}}).Posteriors(column(1e200))), input.ErrNotFinite},
		{"smooth without classes", second((&SmoothModel{Alpha: []float64{1}}).Predict(x)), input.ErrShape},
		{"smooth overflow", second((&SmoothModel{Alpha: []float64{1e200}, Classes: label.Classes{0, 1}}).Predict(column(1e200))), input.ErrNotFinite},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
	for _, covariance := range [][][]float64{make([][]float64, 7), {{1, 2, 3}}, {nil, nil}} {
		if v := (&Model{Hyperplane: h, Covariance: covariance}).ScoreStdErr([]float64{1}); !math.IsNaN(v) {
			t.Errorf("covariance %v: standard error %v, want NaN", covariance, v)
		}
	}
}

// TestLikelihoodOfOtherLengths: the functions of a likelihood have no errors to return; they are NaN.
func TestLikelihoodOfOtherLengths(t *testing.T) {
	x, y := yan8()
	made, err := NewLikelihood(x, y, FreeIntercept, Reference, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []*Likelihood{{}, {N: 5, D: 2, Classes: label.Classes{1, 2}}, made} {
		g := make([]float64, 5)
		if l.Gradient(g, g); !math.IsNaN(l.Value(g)) || !math.IsNaN(g[4]) || !math.IsNaN(l.ValueGradient(g, nil)) {
			t.Errorf("%+v: value %v, gradient %v", l, l.Value(g), g)
		}
		if l.Term(g, make([]float64, 2), 99); !math.IsNaN(g[0]) || l.Hessian(nil).SymmetricDim() != 0 {
			t.Errorf("%+v: term %v, Hessian %v", l, g, l.Hessian(nil))
		}
		if w, b := l.Split(make([]float64, 5)); w != nil || b != nil {
			t.Errorf("%+v: split into %v, %v", l, w, b)
		}
	}
	if l := new(Likelihood); l.Dim() != 0 || !math.IsNaN(l.Smoothness()) {
		t.Errorf("no likelihood: %d coefficients, smoothness %v", l.Dim(), l.Smoothness())
	}
	if _, err := (descent.LBFGS{}).Minimize(made, []float64{0}); !errors.Is(err, input.ErrShape) {
		t.Errorf("a start of another length: %v", err)
	}
	p := []float64{0}
	if SoftmaxTo(p, []float64{1, 2}); !math.IsNaN(p[0]) {
		t.Errorf("softmax into another length: %v", p)
	}
}

// TestManyColumns: more columns than a Hessian can have are fitted without one.
func TestManyColumns(t *testing.T) {
	x, y := drawn(60, 5000)
	m := mustFit(t, Binary{Ridge: 10, Solver: LBFGS}, x, y)
	if m.Report.Stop != Converged || m.Covariance != nil {
		t.Errorf("%v, %d standard errors", m.Report, len(m.StdErr))
	}
	l, err := NewLikelihood(x, y, FreeIntercept, Reference, 10)
	if err != nil {
		t.Fatal(err)
	}
	if s := l.Smoothness(); !(s > 0 && s < 5001) {
		t.Errorf("smoothness %v", s)
	}
	if m := mustFit(t, Binary{Ridge: 10, Solver: Gradient, MaxIter: 20}, x, y); !(m.Report.LogLikelihood > -60*math.Ln2) {
		t.Errorf("gradient descent does not descend: %v", m.Report)
	}
}

// TestUnitsDoNotMatter: Newton's fit without penalty gives the same probabilities, standard errors and separations when columns change
// their units and their origins.
func TestUnitsDoNotMatter(t *testing.T) {
	x, y := drawn(200, 3)
	y3 := make([]int, len(y))
	for i := range y3 {
		y3[i] = y[i] + i%2
	}
	wide, _ := drawn(40, 1)
	split := make([]int, 40)
	for i := range split {
		if wide.At(i, 0) > .5 {
			split[i] = 1
		}
	}
	for name, c := range map[string]struct{ unit, origin, tol float64 }{"units": {1e8, 0, 1e-9}, "far away": {1, 1e8, 1e-6}, "both": {1e-8, 1, 1e-6}} {
		move := func(x *mat.Dense) *mat.Dense {
			z := mat.DenseCopyOf(x)
			z.Apply(func(_, j int, v float64) float64 { return v*math.Pow(c.unit, float64(1-j)) + c.origin }, z)
			return z
		}
		z := move(x)
		plain, moved := mustFit(t, Binary{Trace: true}, x, y), mustFit(t, Binary{Trace: true}, z, y)
		near(t, name+" log-likelihood", moved.Report.LogLikelihood, plain.Report.LogLikelihood, c.tol*100)
		for i := range 5 {
			a, _ := plain.Posterior(x.Slice(i, i+1, 0, 3))
			b, err := moved.Posterior(z.Slice(i, i+1, 0, 3))
			if err != nil {
				t.Fatal(err)
			}
			near(t, name+" probability", b[0], a[0], c.tol)
			if got := moved.ScoreStdErr(z.RawRowView(i)); c.origin == 0 || !math.IsNaN(got) {
				near(t, name+" standard error of a score", got, plain.ScoreStdErr(x.RawRowView(i)), c.tol)
			}
		}
		near(t, name+" standard error", moved.StdErr[1], plain.StdErr[1], c.tol)
		if last := moved.Trace[len(moved.Trace)-1].Theta; math.Abs(last[3]-moved.B) > 1e-12*math.Abs(moved.B) {
			t.Errorf("%s: the trace ends at %v, the model at %v, %v", name, last, moved.W, moved.B)
		}
		s, err := Softmax{}.Fit(x, y3)
		if err != nil {
			t.Fatal(err)
		}
		sz, err := Softmax{}.Fit(z, y3)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := s.Posteriors(x)
		pz, err := sz.Posteriors(z)
		if err != nil || !mat.EqualApprox(p, pz, c.tol) {
			t.Errorf("%s: other probabilities of three classes (%v)", name, err)
		}
		near(t, name+" standard error, three classes", sz.StdErr[5], s.StdErr[5], c.tol)
		far := move(wide)
		if m := mustFit(t, Binary{}, far, split); m.Report.Stop != Separated {
			t.Errorf("%s: %v, want separated", name, m.Report)
		} else if h := (linear.Hyperplane{W: m.Report.Separation.Direction[:1], B: m.Report.Separation.Direction[1]}); true {
			signs, err := h.Classify(far, label.Positive)
			if err != nil || (signs[0] > 0) != (split[0] > 0) || (signs[7] > 0) != (split[7] > 0) {
				t.Errorf("%s: the direction %v does not separate (%v)", name, h, err)
			}
		}
	}
}

func TestPredictRefuses(t *testing.T) {
	x, y := yan8()
	m := mustFit(t, Binary{}, x, y)
	s, err := Softmax{}.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	k, err := Smooth{}.FitGram(mat.NewDense(2, 2, []float64{2, 1, 1, 2}), []int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	wide, bad := mat.NewDense(2, 3, nil), column(math.Inf(1))
	for name, predict := range map[string]func(mat.Matrix) error{
		"Model.Predict":           func(x mat.Matrix) error { _, err := m.Predict(x); return err },
		"Model.Posterior":         func(x mat.Matrix) error { _, err := m.Posterior(x); return err },
		"Model.LogLikelihood":     func(x mat.Matrix) error { _, err := m.LogLikelihood(x, []int{0, 0}); return err },
		"SoftmaxModel.Predict":    func(x mat.Matrix) error { _, err := s.Predict(x); return err },
		"SoftmaxModel.Posteriors": func(x mat.Matrix) error { _, err := s.Posteriors(x); return err },
		"SmoothModel.Predict":     func(x mat.Matrix) error { _, err := k.Predict(x); return err },
		"SmoothModel.Posterior":   func(x mat.Matrix) error { _, err := k.Posterior(x); return err },
		"zero SoftmaxModel":       func(x mat.Matrix) error { _, err := new(SoftmaxModel).Predict(x); return err },
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
	k, err := Smooth{}.FitGram(mat.NewDense(2, 2, []float64{2, 1, 1, 2}), []int{0, 1})
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
