package perceptron

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// separable draws a set with both labels.
func separable(t *testing.T, rnd *rand.Rand, n, d int, margin, offset float64) *data.Set {
	t.Helper()
	for {
		s, _, err := data.Separable{N: n, D: d, Margin: margin, Offset: offset}.Draw(rnd)
		if err != nil {
			t.Fatal(err)
		}
		if input.BothSigns("y", s.Y) == nil {
			return s
		}
	}
}

// every is all combinations of order, tie and intercept.
func every(src rand.Source) []Rosenblatt {
	var list []Rosenblatt
	for _, order := range Order(0).All() {
		for _, tie := range Tie(0).All() {
			for _, intercept := range Intercept(0).All() {
				list = append(list, Rosenblatt{Order: order, Tie: tie, Intercept: intercept, Src: src, MaxEpochs: 1e6})
			}
		}
	}
	return list
}

func TestNovikoffHoldsForEveryVariant(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	src := rand.NewPCG(7, 8)
	for range 40 {
		n, d := 5+rnd.IntN(60), 2+rnd.IntN(5)
		for _, p := range every(src) {
			s := separable(t, rnd, n, d, .05, 0)
			p.W0, p.Eta = make([]float64, d), .5+rnd.Float64()
			if rnd.IntN(2) == 0 {
				onSphere(rnd, p.W0)
			}
			m := mustFit(t, p, s.X, s.Y)
			best, err := bestAugmented(p, s)
			if err != nil {
				t.Fatal(err)
			}
			bound, err := p.Bound(s.X, s.Y, best)
			if err != nil {
				t.Fatal(err)
			}
			if float64(m.Report.Updates) > bound.Updates*(1+1e-9) || m.Report.Stop != NoMistakes || m.Report.Mistakes != 0 {
				t.Errorf("%v, %v, %v: %v, but the bound is %v", p.Order, p.Tie, p.Intercept, m.Report, bound.Updates)
			}
		}
	}
}

func onSphere(rnd *rand.Rand, w []float64) {
	for j := range w {
		w[j] = rnd.NormFloat64()
	}
	floats.Scale(1/floats.Norm(w, 2), w)
}

// bestAugmented is the hyperplane with the largest margin of the vectors (x; c), which gives the best bound.
func bestAugmented(p Rosenblatt, s *data.Set) (linear.Hyperplane, error) {
	c := map[Intercept]float64{UnitStep: 1}[p.Intercept]
	if p.Intercept == RadiusStep {
		c, _ = linear.Radius(s.X)
	}
	_, d := s.X.Dims()
	if c == 0 {
		m, err := linear.HardMargin{ThroughOrigin: true}.Fit(s.X, s.Y)
		if err != nil {
			return linear.Hyperplane{}, err
		}
		return m.Hyperplane, nil
	}
	x, err := linear.Augment(s.X, c)
	if err != nil {
		return linear.Hyperplane{}, err
	}
	m, err := linear.HardMargin{ThroughOrigin: true}.Fit(x, s.Y)
	if err != nil {
		return linear.Hyperplane{}, err
	}
	return linear.Hyperplane{W: m.W[:d], B: m.W[d] * c}, nil
}

func TestBoundNumbers(t *testing.T) { // N3f, B2.1.1f, V4f, Y19b
	and, or, three := data.AND(), data.OR(), data.ThreePoints()
	for _, c := range []struct {
		name string
		p    Rosenblatt
		s    *data.Set
		h    linear.Hyperplane
		want float64
	}{
		{"N3f AND", Rosenblatt{Intercept: RadiusStep}, and, linear.Hyperplane{W: []float64{1, 1}, B: -1.5}, 50},
		{"V4f AND", Rosenblatt{}, and, linear.Hyperplane{W: []float64{2, 2}, B: -3}, 51},
		{"Y19b OR", Rosenblatt{}, or, linear.Hyperplane{W: []float64{2, 2}, B: -1}, 27},
		{"Y19b three points", Rosenblatt{}, three, linear.Hyperplane{W: []float64{.5, .5}, B: -2}, 117},
	} {
		b, err := c.p.Bound(c.s.X, c.s.Y, c.h)
		if err != nil || math.Abs(b.Updates-c.want) > 1e-9*c.want {
			t.Errorf("%s: bound %+v (%v), want %v", c.name, b, err, c.want)
		}
	}
}

func TestTraceIsConsistent(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	src := rand.NewPCG(11, 12)
	for _, p := range every(src) {
		s := separable(t, rnd, 30, 3, .05, 0)
		p.Trace, p.Pocket, p.Average = true, true, true
		m := mustFit(t, p, s.X, s.Y)
		if len(m.Trace) == 0 {
			continue
		}
		w, total := make([]float64, 3), 0
		mean := make([]float64, 3)
		for k, u := range m.Trace {
			floats.AddScaled(w, float64(s.Y[u.I]), s.Row(u.I))
			if u.Number != k+1 || !floats.EqualApprox(w, u.W, 1e-12) || u.Score*float64(s.Y[u.I]) > 0 {
				t.Fatalf("%v: update %+v does not follow", p.Order, u)
			}
			floats.AddScaled(mean, float64(u.Lived), u.W)
			total += u.Lived
		}
		// The start (0, 0) lived until the first update; with the tie rule of a sign that can be more than no step.
		start := stepsOfStart(m, p, s)
		floats.Scale(1/float64(total+start), mean)
		if !floats.EqualApprox(mean, m.Average.W, 1e-10) {
			t.Errorf("%v, %v: average %v, want %v from the lives in the trace", p.Order, p.Tie, m.Average.W, mean)
		}
		if sum := sumInts(m.Alpha); sum != m.Report.Updates || len(m.Pocket.History) != sum+1 || m.Pocket.Mistakes != 0 {
			t.Errorf("%v: Σ α = %d, %d in the history, pocket %d, updates %d", p.Order, sum, len(m.Pocket.History), m.Pocket.Mistakes, m.Report.Updates)
		}
		voted, err := m.PredictVoted(s.X)
		if err != nil || len(voted) != s.Len() {
			t.Errorf("%v: vote %v (%v)", p.Order, voted, err)
		}
	}
}

// stepsOfStart is how many observations the zero start classified rightly before the first update.
func stepsOfStart(m *Model, p Rosenblatt, s *data.Set) int {
	if p.Order == FirstMistake || p.Order == RandomMistake || p.Tie == TieMistake {
		return 0
	}
	if p.Order == Cyclic {
		return m.Trace[0].I
	}
	n := 0 // shuffled: the run ends with a whole pass, so that the lives and the start fill all passes
	for _, u := range m.Trace {
		n += u.Lived
	}
	return m.Report.Epochs*s.Len() - n
}

func sumInts(v []int) int {
	sum := 0
	for _, e := range v {
		sum += e
	}
	return sum
}

func TestSequenceIsPermutedData(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 14))
	for range 20 {
		s := separable(t, rnd, 25, 2, .1, .2)
		order := rnd.Perm(25)
		permuted, err := s.Take(order)
		if err != nil {
			t.Fatal(err)
		}
		a := mustFit(t, Rosenblatt{Sequence: order}, s.X, s.Y)
		b := mustFit(t, Rosenblatt{}, permuted.X, permuted.Y)
		if !slices.Equal(a.W, b.W) || a.B != b.B || a.Report != b.Report {
			t.Errorf("with the sequence %v %v, on permuted data %v %v", a.W, a.Report, b.W, b.Report)
		}
	}
}

func TestSameSourceSameRun(t *testing.T) {
	s := separable(t, rand.New(rand.NewPCG(15, 16)), 50, 4, .05, 0)
	for _, order := range []Order{Shuffled, RandomMistake} {
		fit := func() *Model { return mustFit(t, Rosenblatt{Order: order, Src: rand.NewPCG(1, 2)}, s.X, s.Y) }
		if a, b := fit(), fit(); !reflect.DeepEqual(a, b) {
			t.Errorf("%v: two runs from one seed differ: %v, %v", order, a.Report, b.Report)
		}
	}
}

func TestMatrixKindsAgree(t *testing.T) {
	s := separable(t, rand.New(rand.NewPCG(17, 18)), 30, 3, .05, 0)
	wide := mat.NewDense(30, 7, nil)
	wide.Slice(0, 30, 2, 5).(*mat.Dense).Copy(s.X)
	var flipped mat.Dense
	flipped.CloneFrom(s.X.T())
	want := mustFit(t, Rosenblatt{}, s.X, s.Y)
	for name, x := range map[string]mat.Matrix{"view": wide.Slice(0, 30, 2, 5), "transpose": flipped.T()} {
		if got := mustFit(t, Rosenblatt{}, x, s.Y); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", name, got.Report, want.Report)
		}
	}
}

func TestModelJSON(t *testing.T) {
	s := separable(t, rand.New(rand.NewPCG(19, 20)), 30, 3, .05, 0)
	xor := data.XOR()
	for _, m := range []*Model{
		mustFit(t, Rosenblatt{Trace: true, Pocket: true, Average: true, Tie: TieNegative}, s.X, s.Y),
		mustFit(t, Rosenblatt{}, xor.X, xor.Y),
	} {
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back Model
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(&back, m) {
			t.Errorf("came back as %+v, want %+v", back, *m)
		}
	}
	p := Rosenblatt{Eta: .5, Intercept: RadiusStep, Order: FirstMistake, Tie: TiePositive, Sequence: []int{1, 0}, Src: rand.NewPCG(1, 2)}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var back Rosenblatt
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	p.Src = nil // a source is state, not a parameter: it stays behind
	if !reflect.DeepEqual(back, p) {
		t.Errorf("parameters came back as %+v, want %+v", back, p)
	}
}

func TestCriterionGradientAgainstDifferences(t *testing.T) { // N3.1b
	rnd := rand.New(rand.NewPCG(21, 22))
	s := separable(t, rnd, 40, 3, 0, 0)
	h := linear.Hyperplane{W: []float64{.3, -.5, .2}, B: .1}
	g, err := CriterionGradient(s.X, s.Y, h)
	if err != nil {
		t.Fatal(err)
	}
	j := func(k int, step float64) float64 {
		at := linear.Hyperplane{W: slices.Clone(h.W), B: h.B}
		if k < 3 {
			at.W[k] += step
		} else {
			at.B += step
		}
		v, _ := Criterion(s.X, s.Y, at)
		return v
	}
	for k := range g {
		const e = 1e-6
		if fd := (j(k, e) - j(k, -e)) / (2 * e); math.Abs(fd-g[k]) > 1e-6 {
			t.Errorf("derivative %d: %v, differences give %v", k, g[k], fd)
		}
	}
}

func TestBatchOnSphereKeepsUnitNorm(t *testing.T) {
	s := separable(t, rand.New(rand.NewPCG(23, 24)), 40, 2, .1, 0)
	m, err := Batch{Eta: .05, OnSphere: true, W0: []float64{1, 0}, Trace: true}.Fit(s.X, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	for k, u := range m.Trace {
		if math.Abs(floats.Norm(u.W, 2)-1) > 1e-14 {
			t.Fatalf("step %d: ‖w‖ = %v", k, floats.Norm(u.W, 2))
		}
	}
}

func TestViews(t *testing.T) {
	s := separable(t, rand.New(rand.NewPCG(21, 20)), 30, 3, .05, 0)
	testkit.Views(t, "Rosenblatt", s.X, func(x mat.Matrix) (any, error) {
		return Rosenblatt{Intercept: RadiusStep, Trace: true, Pocket: true, Average: true}.Fit(x, s.Y)
	})
	testkit.Views(t, "Batch", s.X, func(x mat.Matrix) (any, error) { return Batch{Trace: true}.Fit(x, s.Y) })
}
