package descent

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: got %.12g, want %.12g within %g", what, got, want, tol)
	}
}

var steep = Quadratic{Curvature: []float64{1, 10}}

func TestStepsOfDescent(t *testing.T) { // Y14b
	for _, c := range []struct {
		eta      float64
		monotone bool
		factor   float64 // of the second coordinate
	}{{.1, true, 0}, {.19, true, -.9}, {.2, true, -1}, {.21, false, -1.1}} {
		r, err := GradientDescent{Step: c.eta, MaxSteps: 40, Record: 1}.Minimize(steep, []float64{.001, 1})
		if err != nil {
			t.Fatal(err)
		}
		monotone := true
		for i, p := range r.History[1:] {
			monotone = monotone && p.Value <= r.History[i].Value
			near(t, "b2", p.B[1], math.Pow(c.factor, float64(i+1)), 1e-10*math.Abs(p.B[1])+1e-14)
		}
		if monotone != c.monotone {
			t.Errorf("η = %v: monotone %v, want %v", c.eta, monotone, c.monotone)
		}
	}
}

func TestLinearRate(t *testing.T) { // Y14d
	r, err := GradientDescent{Step: 2. / 11, MaxSteps: 10, Record: 1}.Minimize(steep, []float64{10, 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range r.History {
		near(t, "‖b‖", floats.Norm(p.B, 2), math.Sqrt(101)*math.Pow(9./11, float64(i)), 1e-13)
	}
	near(t, "‖b¹⁰‖", floats.Norm(r.B, 2), 1.3510111388, 1e-10)
}

func TestHuberBound(t *testing.T) { // Y14c (ii)
	r, err := GradientDescent{Step: 1, MaxSteps: 200, Record: 1, Tol: 1e-300}.Minimize(Huber{}, []float64{100})
	if err != nil {
		t.Fatal(err)
	}
	best, at := 0.0, 0
	for _, p := range r.History[1:] {
		if ratio := p.Value / (100 * 100 / (2 * float64(p.Step))); ratio > best {
			best, at = ratio, p.Step
		}
	}
	near(t, "largest ratio", best, .495, 1e-12)
	if at != 50 {
		t.Errorf("largest ratio at %d, want 50", at)
	}
}

func TestMethodsReachTheMinimum(t *testing.T) {
	for name, minimize := range map[string]func(Function, []float64) (*Result, error){
		"constant":     GradientDescent{Step: .1, Record: 7}.Minimize,
		"backtracking": GradientDescent{Rule: Backtracking, Record: 7}.Minimize,
		"l-bfgs":       LBFGS{Record: 7}.Minimize,
		"memory 1":     LBFGS{Memory: 1}.Minimize,
	} {
		for _, f := range []Function{steep, Huber{}} {
			start := []float64{10, 1}
			r, err := minimize(f, start)
			if err != nil || r.Report.Stop != SmallGradient || floats.Norm(r.B, 2) > 1e-7 || start[0] != 10 {
				t.Errorf("%s: %+v, %v", name, r, err)
			}
		}
	}
	r, _ := LBFGS{Record: 1}.Minimize(steep, []float64{10, 1})
	if v := r.Values(); v[0] != 55 || len(v) != r.Report.Steps+1 || v[len(v)-1] != r.Value {
		t.Errorf("history %v of %v", v, r.Report)
	}
}

func TestEnds(t *testing.T) {
	minimize := func(p GradientDescent) Report {
		r, err := p.Minimize(steep, []float64{10, 1})
		if err != nil {
			t.Fatal(err)
		}
		return r.Report
	}
	for _, c := range []struct {
		p    GradientDescent
		want Stop
	}{
		{GradientDescent{Step: .1}, SmallGradient},
		{GradientDescent{Step: .1, MaxSteps: 3}, StepLimit},
		{GradientDescent{Step: 1e200}, Diverged},
	} {
		if got := minimize(c.p); got.Stop != c.want || !strings.Contains(got.String(), c.want.String()) {
			t.Errorf("%+v: got %v, want %v", c.p, got, c.want)
		}
	}
	r, err := Stochastic{Schedule: Schedule{Step: 1e200}, Sampling: Cyclic, Record: 1}.Minimize(Points{1, 2}, []float64{1})
	if err != nil || r.Report.Stop != Diverged {
		t.Errorf("stochastic: %+v, %v", r, err)
	}
}

func TestStochasticMean(t *testing.T) { // Y15c
	x := Points{3, -1, 4, 1, -5, 9, 2, -6}
	mean, variance := stat.PopMeanVariance(x, nil)
	run := func(p Stochastic, seed uint64) float64 {
		p.Src = rand.NewPCG(seed, 15)
		r, err := p.Minimize(x, []float64{0})
		if err != nil {
			t.Fatal(err)
		}
		return r.B[0]
	}
	fixed, falling := make([]float64, 2000), make([]float64, 2000)
	for i := range fixed {
		fixed[i] = run(Stochastic{Schedule: Schedule{Step: .1}, Steps: 200}, uint64(i))
		falling[i] = run(Stochastic{Schedule: Schedule{Decay: InverseTime}, Steps: 200}, uint64(i))
	}
	near(t, "stationary variance", stat.Variance(fixed, nil), variance/19, .05*variance/19)
	near(t, "variance of the mean", stat.Variance(falling, nil), variance/200, .05*variance/200*2)
	near(t, "mean", stat.Mean(fixed, nil), mean, 4*math.Sqrt(variance/19/2000))
}

func TestSamplingAndAveraging(t *testing.T) {
	x := Points{1, 2, 3, 6}
	for _, c := range []struct {
		p    Stochastic
		want float64
	}{
		{Stochastic{Sampling: Cyclic, Schedule: Schedule{Decay: InverseTime}, Steps: 4}, 3}, // the mean of all four
		{Stochastic{Sampling: Shuffled, Schedule: Schedule{Decay: InverseTime}, Steps: 4, Src: rand.NewPCG(1, 1)}, 3},
		{Stochastic{Sampling: Cyclic, Batch: 4, Schedule: Schedule{Step: 1}, Steps: 1}, 3},
		{Stochastic{Sampling: Cyclic, Schedule: Schedule{Step: 1}, Steps: 4}, 6}, // the last point
		{Stochastic{Sampling: Cyclic, Schedule: Schedule{Step: 1}, Steps: 4, Averaging: AllPoints}, 3},
		{Stochastic{Sampling: Cyclic, Schedule: Schedule{Step: 1}, Steps: 4, Averaging: SecondHalf}, 4.5},
	} {
		r, err := c.p.Minimize(x, []float64{0})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "b", r.B[0], c.want, 1e-14)
	}
}

func TestSchedule(t *testing.T) {
	for _, c := range []struct {
		s    Schedule
		t    int
		want float64
	}{
		{Schedule{}, 9, .1}, {Schedule{Step: 3}, 9, 3},
		{Schedule{Decay: InverseTime}, 9, .1}, {Schedule{Decay: InverseTime, Step: 6, T0: 3}, 9, .5},
		{Schedule{Decay: InverseRoot, Step: 2}, 3, 1},
	} {
		near(t, "η", c.s.At(c.t), c.want, 1e-15)
	}
	if !math.IsNaN((Schedule{Decay: 9}).At(1)) {
		t.Error("an unknown schedule: want NaN")
	}
}

// sized is a function that knows its dimension.
type sized struct{ Quadratic }

func (*sized) Dim() int { return 2 }

// TestOtherLengths: the functions of this package are NaN, and a run on them diverges, where lengths do not fit.
func TestOtherLengths(t *testing.T) {
	for _, f := range []Function{Quadratic{}, Quadratic{Curvature: []float64{1}}, Points{}, Points{1, 2}} {
		g := make([]float64, 2)
		if f.Gradient(g, []float64{1, 2}); !math.IsNaN(f.Value([]float64{1, 2})) || !math.IsNaN(g[0]) || !math.IsNaN(g[1]) {
			t.Errorf("%#v: value %v, gradient %v", f, f.Value([]float64{1, 2}), g)
		}
		for _, minimize := range []func(Function, []float64) (*Result, error){GradientDescent{}.Minimize, LBFGS{}.Minimize} {
			if r, err := minimize(f, []float64{1, 2}); err != nil || r.Report.Stop != Diverged {
				t.Errorf("%#v: %+v, %v, want that it diverges", f, r, err)
			}
		}
	}
	g := []float64{0}
	if Points.Term(Points{1}, g, []float64{1}, 1); !math.IsNaN(g[0]) {
		t.Error("a term of no point")
	}
	if Huber.Gradient(Huber{}, g, []float64{1, 2}); !math.IsNaN(g[0]) {
		t.Error("a gradient of another length")
	}
}

// TestValueOverflows: a run whose value is infinite diverged, also where the point is finite.
func TestValueOverflows(t *testing.T) {
	f, start := Quadratic{Curvature: []float64{1}}, []float64{1e200}
	for name, run := range map[string]func() (*Result, error){
		"gradient":   func() (*Result, error) { return GradientDescent{Step: 1e-9, MaxSteps: 3}.Minimize(f, start) },
		"l-bfgs":     func() (*Result, error) { return LBFGS{MaxSteps: 3}.Minimize(f, start) },
		"stochastic": func() (*Result, error) { return Stochastic{Sampling: Cyclic, Steps: 3}.Minimize(Points{0, 0}, start) },
	} {
		if r, err := run(); err != nil || r.Report.Stop != Diverged {
			t.Errorf("%s: %+v, %v, want that it diverged", name, r, err)
		}
	}
}

func TestRefuses(t *testing.T) {
	gradient := func(p GradientDescent, f Function, b []float64) error { _, err := p.Minimize(f, b); return err }
	lbfgs := func(p LBFGS, b []float64) error { _, err := p.Minimize(steep, b); return err }
	sgd := func(p Stochastic, f Sum) error { _, err := p.Minimize(f, []float64{0}); return err }
	start, x := []float64{1, 1}, Points{1, 2}
	for _, c := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"no function", gradient(GradientDescent{}, nil, start), input.ErrEmpty, "f"},
		{"nil function", gradient(GradientDescent{}, (*sized)(nil), start), input.ErrEmpty, "f"},
		{"other dimension", gradient(GradientDescent{}, &sized{steep}, []float64{1}), input.ErrShape, "start"},
		{"nil sum", sgd(Stochastic{Sampling: Cyclic}, (*Points)(nil)), input.ErrEmpty, "f"},
		{"no start", gradient(GradientDescent{}, steep, nil), input.ErrEmpty, "start"},
		{"NaN start", gradient(GradientDescent{}, steep, []float64{0, math.NaN()}), input.ErrNotFinite, "entry 1"},
		{"step", gradient(GradientDescent{Step: -1}, steep, start), input.ErrParam, "Step"},
		{"infinite step", gradient(GradientDescent{Step: math.Inf(1)}, steep, start), input.ErrParam, "Step"},
		{"tol", gradient(GradientDescent{Tol: math.NaN()}, steep, start), input.ErrParam, "Tol"},
		{"steps", gradient(GradientDescent{MaxSteps: -1}, steep, start), input.ErrParam, "MaxSteps"},
		{"record", gradient(GradientDescent{Record: -1}, steep, start), input.ErrParam, "Record"},
		{"rule", gradient(GradientDescent{Rule: 3}, steep, start), input.ErrParam, "Rule"},
		{"memory", lbfgs(LBFGS{Memory: -1}, start), input.ErrParam, "Memory"},
		{"noise", lbfgs(LBFGS{Noise: -1}, start), input.ErrParam, "Noise"},
		{"l-bfgs start", lbfgs(LBFGS{}, nil), input.ErrEmpty, "start"},
		{"no sum", sgd(Stochastic{}, nil), input.ErrEmpty, "f"},
		{"no terms", sgd(Stochastic{Sampling: Cyclic}, Points{}), input.ErrEmpty, "0 terms"},
		{"no source", sgd(Stochastic{}, x), input.ErrParam, "Src"},
		{"batch", sgd(Stochastic{Sampling: Cyclic, Batch: 3}, x), input.ErrParam, "Batch"},
		{"schedule", sgd(Stochastic{Sampling: Cyclic, Schedule: Schedule{T0: -1}}, x), input.ErrParam, "T0"},
		{"decay", sgd(Stochastic{Sampling: Cyclic, Schedule: Schedule{Decay: 8}}, x), input.ErrParam, "Decay"},
		{"sampling", sgd(Stochastic{Sampling: 5}, x), input.ErrParam, "Sampling"},
		{"averaging", sgd(Stochastic{Sampling: Cyclic, Averaging: -2}, x), input.ErrParam, "Averaging"},
	} {
		if !errors.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: got %v, want %q and a text with %q", c.name, c.err, c.kind, c.says)
		}
	}
}

func TestJSON(t *testing.T) {
	r, err := Stochastic{Sampling: Cyclic, Record: 2}.Minimize(Points{1, 2}, []float64{0})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ value, into any }{
		{r, new(Result)},
		{&GradientDescent{Rule: Backtracking, Step: 2}, new(GradientDescent)},
		{&LBFGS{Memory: 3}, new(LBFGS)},
		{&Stochastic{Schedule: Schedule{Decay: InverseRoot}, Sampling: Shuffled, Averaging: AllPoints}, new(Stochastic)},
	} {
		text, err := json.Marshal(c.value)
		if err == nil {
			err = json.Unmarshal(text, c.into)
		}
		if err != nil || !reflect.DeepEqual(c.value, c.into) {
			t.Errorf("%T: %s came back as %+v, %v", c.value, text, c.into, err)
		}
	}
}

func TestStepsDoNotAllocate(t *testing.T) {
	x := make(Points, 100)
	for name, run := range map[string]func(steps int){
		"gradient": func(k int) {
			_, _ = GradientDescent{Step: .01, MaxSteps: k, Tol: 1e-300}.Minimize(steep, []float64{1, 1})
		},
		"stochastic": func(k int) { _, _ = Stochastic{Sampling: Cyclic, Steps: k}.Minimize(x, []float64{1}) },
	} {
		few, many := testing.AllocsPerRun(5, func() { run(10) }), testing.AllocsPerRun(5, func() { run(500) })
		if many > few+100 { // the run-time itself may allocate, under the race detector a little more
			t.Errorf("%s: %v allocations in 10 steps, %v in 500", name, few, many)
		}
	}
}

// rounded is a quadratic whose values are known to a few digits only, its gradient exactly.
type rounded struct{ Quadratic }

func (r rounded) Value(b []float64) float64 { return math.Round(r.Quadratic.Value(b)*1e6) / 1e6 }

// TestNoise: where values have an error, L-BFGS goes on by the gradient if it is told so, and does not try long where that fails.
func TestNoise(t *testing.T) {
	f, start := rounded{Quadratic{Curvature: []float64{1, 7, 50}}}, []float64{3, -2, 1}
	told, err := LBFGS{Noise: 2e-6}.Minimize(f, start)
	if err != nil || told.Report.Stop != SmallGradient {
		t.Errorf("with noise told: %v (%v)", told.Report, err)
	}
	for noise, most := range map[float64]int{0: 100, 1e-6: 30} {
		if r, err := (LBFGS{Noise: noise}).Minimize(uphill{f}, start); err != nil || r.Report.Stop != NoDescent || r.Report.Values > most {
			t.Errorf("noise %v, uphill: %v after %d values (%v), want at most %d", noise, r.Report, r.Report.Values, err, most)
		}
	}
}

// uphill has the gradient with the wrong sign.
type uphill struct{ rounded }

func (u uphill) Gradient(dst, b []float64) {
	u.rounded.Gradient(dst, b)
	floats.Scale(-1, dst)
}
