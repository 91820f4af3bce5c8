package perceptron

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/mat"
)

func TestFitRefuses(t *testing.T) {
	s := data.AND()
	short := []int{1, -1}
	for _, c := range []struct {
		name string
		p    Rosenblatt
		x    mat.Matrix
		y    []int
		kind error
		says string
	}{
		{"no matrix", Rosenblatt{}, nil, nil, input.ErrEmpty, "X"},
		{"empty matrix", Rosenblatt{}, &mat.Dense{}, nil, input.ErrEmpty, "X"},
		{"NaN", Rosenblatt{}, mat.NewDense(2, 1, []float64{1, math.NaN()}), short, input.ErrNotFinite, "X"},
		{"infinity", Rosenblatt{}, mat.NewDense(2, 1, []float64{1, math.Inf(1)}), short, input.ErrNotFinite, "X"},
		{"overflow", Rosenblatt{}, mat.NewDense(2, 1, []float64{1, 1e200}), short, input.ErrNotFinite, "squared norm"},
		{"few labels", Rosenblatt{}, s.X, short, input.ErrShape, "y"},
		{"labels 0 and 1", Rosenblatt{}, s.X, []int{0, 0, 0, 1}, input.ErrLabel, "y"},
		{"negative rate", Rosenblatt{Eta: -1}, s.X, s.Y, input.ErrParam, "Rosenblatt.Eta"},
		{"NaN rate", Rosenblatt{Eta: math.NaN()}, s.X, s.Y, input.ErrParam, "Rosenblatt.Eta"},
		{"infinite rate", Rosenblatt{Eta: math.Inf(1)}, s.X, s.Y, input.ErrParam, "Rosenblatt.Eta"},
		{"unknown intercept", Rosenblatt{Intercept: 9}, s.X, s.Y, input.ErrParam, "Rosenblatt.Intercept"},
		{"unknown order", Rosenblatt{Order: -1}, s.X, s.Y, input.ErrParam, "Rosenblatt.Order"},
		{"unknown tie", Rosenblatt{Tie: 3}, s.X, s.Y, input.ErrParam, "Rosenblatt.Tie"},
		{"no source", Rosenblatt{Order: Shuffled}, s.X, s.Y, input.ErrParam, "Rosenblatt.Src"},
		{"short sequence", Rosenblatt{Sequence: []int{0}}, s.X, s.Y, input.ErrShape, "Rosenblatt.Sequence"},
		{"no permutation", Rosenblatt{Sequence: []int{0, 1, 2, 2}}, s.X, s.Y, input.ErrParam, "Rosenblatt.Sequence"},
		{"short start", Rosenblatt{W0: []float64{1}}, s.X, s.Y, input.ErrShape, "Rosenblatt.W0"},
		{"NaN start", Rosenblatt{B0: math.NaN()}, s.X, s.Y, input.ErrParam, "Rosenblatt.B0"},
		{"start without intercept", Rosenblatt{B0: 1, Intercept: NoIntercept}, s.X, s.Y, input.ErrParam, "Rosenblatt.B0"},
		{"negative epochs", Rosenblatt{MaxEpochs: -1}, s.X, s.Y, input.ErrParam, "Rosenblatt.MaxEpochs"},
		{"absurd rate", Rosenblatt{Eta: 1e308, MaxEpochs: 9}, s.X, s.Y, input.ErrNotFinite, "Eta"},
		{"absurd start", Rosenblatt{W0: []float64{1e308, 1e308}, B0: 1.7e308, Average: true, MaxEpochs: 9}, mat.NewDense(2, 2, []float64{9, 9, 8, 8}), []int{1, -1}, input.ErrNotFinite, "start"},
		{"nil symmetric matrix", Rosenblatt{}, (*mat.SymDense)(nil), short, input.ErrEmpty, "X"},
		{"negative updates", Rosenblatt{MaxUpdates: -1}, s.X, s.Y, input.ErrParam, "Rosenblatt.MaxUpdates"},
	} {
		m, err := c.p.Fit(c.x, c.y)
		if m != nil || !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %q and a text with %q", c.name, err, c.kind, c.says)
		}
	}
}

func TestFitNamesAllProblems(t *testing.T) {
	s := data.AND()
	_, err := Rosenblatt{Eta: -1, MaxEpochs: -1, W0: []float64{1}}.Fit(s.X, []int{1})
	for _, name := range []string{"y", "Eta", "MaxEpochs", "W0"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v does not name %s", err, name)
		}
	}
}

func TestOthersRefuse(t *testing.T) {
	s, xor := data.AND(), data.XOR()
	m := mustFit(t, Rosenblatt{}, s.X, s.Y)
	predict := func(x mat.Matrix) error { _, err := m.Predict(x); return err }
	vote := func(x mat.Matrix) error { _, err := m.PredictVoted(x); return err }
	batch := func(p Batch, x mat.Matrix, y []int) error { _, err := p.Fit(x, y); return err }
	bound := func(p Rosenblatt, s *data.Set, h linear.Hyperplane) error { _, err := p.Bound(s.X, s.Y, h); return err }
	h := linear.Hyperplane{W: []float64{1, 1}, B: -1.5}
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"predict nothing", predict(nil), input.ErrEmpty},
		{"predict columns", predict(mat.NewDense(1, 3, nil)), input.ErrShape},
		{"predict NaN", predict(mat.NewDense(1, 2, []float64{0, math.NaN()})), input.ErrNotFinite},
		{"vote without trace", vote(s.X), input.ErrParam},
		{"batch nothing", batch(Batch{}, nil, nil), input.ErrEmpty},
		{"batch labels", batch(Batch{}, s.X, []int{2, 2, 2, 2}), input.ErrLabel},
		{"batch rate", batch(Batch{Eta: -1}, s.X, s.Y), input.ErrParam},
		{"batch start", batch(Batch{OnSphere: true}, s.X, s.Y), input.ErrParam},
		{"batch limit", batch(Batch{MaxUpdates: -1}, s.X, s.Y), input.ErrParam},
		{"bound of XOR", bound(Rosenblatt{}, xor, h), linear.ErrNotSeparable},
		{"bound of a zero vector", bound(Rosenblatt{}, s, linear.Hyperplane{W: []float64{0, 0}}), linear.ErrNotSeparable},
		{"bound of a short vector", bound(Rosenblatt{}, s, linear.Hyperplane{W: []float64{1}}), input.ErrShape},
		{"bound with a bad rate", bound(Rosenblatt{Eta: -1}, s, h), input.ErrParam},
		{"bound with a tiny rate", bound(Rosenblatt{Eta: 5e-324}, s, h), input.ErrNotFinite},
		{"bound of an overflow", bound(Rosenblatt{}, s, linear.Hyperplane{W: []float64{1e308, 1e308}, B: 1e308}), input.ErrNotFinite},
		{"batch squares", batch(Batch{}, mat.NewDense(2, 1, []float64{1e200, 8}), []int{1, -1}), input.ErrNotFinite},
		{"batch overflow", batch(Batch{Eta: 1e308}, mat.NewDense(2, 1, []float64{9, 8}), []int{1, -1}), input.ErrNotFinite},
		{"predict an overflow", predict(mat.NewDense(1, 2, []float64{1e308, 1e308})), input.ErrNotFinite},
		{"predict with no model", second(new(Model).Predict(s.X)), input.ErrShape},
		{"vote with no model", second(new(Model).PredictVoted(s.X)), input.ErrParam},
		{"vote with a broken trace", second((&Model{Hyperplane: h, Trace: []Update{{W: []float64{1}}}}).PredictVoted(s.X)), input.ErrShape},
		{"criterion of an overflow", second(Criterion(s.X, s.Y, linear.Hyperplane{W: []float64{1e308, 1e308}})), input.ErrNotFinite},
		{"criterion of nothing", second(Criterion(nil, nil, h)), input.ErrEmpty},
		{"gradient of a short vector", second(CriterionGradient(s.X, s.Y, linear.Hyperplane{W: []float64{1}})), input.ErrShape},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestNoEpochLimit: limits so large that their product overflows are no limits.
func TestNoEpochLimit(t *testing.T) {
	s := data.AND()
	for _, order := range []Order{Cyclic, FirstMistake} {
		m := mustFit(t, Rosenblatt{Order: order, MaxEpochs: 1 << 62}, s.X, s.Y)
		if m.Report.Stop != NoMistakes {
			t.Errorf("%v: %v, want no mistakes", order, m.Report)
		}
	}
}

func TestOneClassIsAllowed(t *testing.T) {
	m := mustFit(t, Rosenblatt{}, mat.NewDense(2, 1, []float64{1, 2}), []int{1, 1})
	if m.Report.Stop != NoMistakes || m.Report.Mistakes != 0 {
		t.Errorf("one class: %v, want no mistakes", m.Report)
	}
}

func TestAllPointsEqual(t *testing.T) {
	m := mustFit(t, Rosenblatt{}, mat.NewDense(2, 1, []float64{1, 1}), []int{1, -1})
	if m.Report.Stop != Cycling {
		t.Errorf("contradictory labels: %v, want a cycle", m.Report)
	}
}

func TestLimits(t *testing.T) {
	s := data.XOR()
	m := mustFit(t, Rosenblatt{MaxUpdates: 7, IgnoreCycles: true}, s.X, s.Y)
	if m.Report.Stop != UpdateLimit || m.Report.Updates != 7 {
		t.Errorf("got %v, want the update limit at 7", m.Report)
	}
	m = mustFit(t, Rosenblatt{MaxUpdates: 7, Order: RandomMistake, Src: rand.NewPCG(1, 2)}, s.X, s.Y)
	if m.Report.Stop != UpdateLimit || m.Report.Updates != 7 {
		t.Errorf("random mistakes: got %v, want the update limit at 7", m.Report)
	}
	m = mustFit(t, Rosenblatt{MaxEpochs: 3, IgnoreCycles: true}, s.X, s.Y)
	if m.Report.Stop != EpochLimit || m.Report.Epochs != 3 {
		t.Errorf("got %v, want the epoch limit at 3", m.Report)
	}
}
