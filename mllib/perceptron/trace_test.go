package perceptron

import (
	"fmt"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/linear"
	"gonum.org/v1/gonum/mat"
)

// This file holds exact runs against the reference numbers of the curriculum. All data are integers, so every run is exact.

// augmentedFirst puts the constant 1 in front (Vetcha), augmentedLast behind (Banisch, Yan).
func augmentedFirst(s *data.Set) mat.Matrix {
	n, d := s.X.Dims()
	x := mat.NewDense(n, d+1, nil)
	for i := range n {
		x.SetRow(i, append([]float64{1}, s.Row(i)...))
	}
	return x
}

func augmentedLast(s *data.Set) mat.Matrix {
	x, err := linear.Augment(s.X, 1)
	if err != nil {
		panic(err)
	}
	return x
}

// states writes the trace as (w;b), w alone where there is no intercept.
func states(m *Model) []string {
	var list []string
	for _, u := range m.Trace {
		list = append(list, fmt.Sprint(u.W, u.B))
	}
	return list
}

func indices(m *Model) []int {
	var list []int
	for _, u := range m.Trace {
		list = append(list, u.I)
	}
	return list
}

func vectors(m *Model) [][]float64 {
	var list [][]float64
	for _, u := range m.Trace {
		list = append(list, u.W)
	}
	return list
}

func mustFit(t *testing.T, p Rosenblatt, x mat.Matrix, y []int) *Model {
	t.Helper()
	m, err := p.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestNussbaumAND(t *testing.T) { // N3d
	s := data.AND()
	m := mustFit(t, Rosenblatt{Intercept: RadiusStep, Trace: true}, s.X, s.Y)
	want := []string{"[0 0] -2", "[1 1] 0", "[1 1] -2", "[2 2] 0", "[2 2] -2", "[2 1] -4", "[3 2] -2", "[3 1] -4", "[4 2] -2",
		"[4 1] -4", "[3 1] -6", "[4 2] -4", "[3 2] -6", "[4 3] -4", "[3 3] -6", "[4 4] -4", "[4 3] -6"}
	if got := states(m); !slices.Equal(got, want) {
		t.Errorf("trace %v\nwant  %v", got, want)
	}
	if m.Report.Updates != 17 || m.Report.Epochs != 9 || m.Report.Stop != NoMistakes {
		t.Errorf("report %v, want 17 updates in 9 epochs", m.Report)
	}
}

func TestRosenblattReferences(t *testing.T) {
	and, or, xor, three := data.AND(), data.OR(), data.XOR(), data.ThreePoints()
	for _, c := range []struct {
		name    string
		p       Rosenblatt
		x       mat.Matrix
		y       []int
		w       []float64
		b       float64
		updates int
		epochs  int // 0: not stated
	}{
		{"N3d OR", Rosenblatt{Intercept: RadiusStep}, or.X, or.Y, []float64{3, 3}, -2, 13, 8},
		{"N3.1d AND, unit step", Rosenblatt{}, and.X, and.Y, []float64{3, 2}, -4, 18, 0},
		{"B2.1.1a AND", Rosenblatt{Intercept: NoIntercept, Tie: TiePositive}, augmentedLast(and), and.Y, []float64{2, 1, -3}, 0, 11, 0},
		{"B2.1.1a OR", Rosenblatt{Intercept: NoIntercept, Tie: TiePositive}, augmentedLast(or), or.Y, []float64{1, 1, -1}, 0, 5, 0},
		{"V4c AND", Rosenblatt{Intercept: NoIntercept, Tie: TieNegative}, augmentedFirst(and), and.Y, []float64{-2, 2, 1}, 0, 10, 0},
		{"Y18d OR", Rosenblatt{Order: FirstMistake}, or.X, or.Y, []float64{2, 2}, -1, 9, 0},
		{"Y18d AND", Rosenblatt{Order: FirstMistake}, and.X, and.Y, []float64{3, 2}, -4, 18, 0},
		{"Y18d three points", Rosenblatt{Order: FirstMistake}, three.X, three.Y, []float64{1, 1}, -3, 7, 0},
		{"N3.2d XOR", Rosenblatt{Intercept: RadiusStep, MaxEpochs: 25, IgnoreCycles: true}, xor.X, xor.Y, []float64{0, 0}, 0, 100, 25},
	} {
		m := mustFit(t, c.p, c.x, c.y)
		if !slices.Equal(m.W, c.w) || m.B != c.b || m.Report.Updates != c.updates {
			t.Errorf("%s: w %v, b %v, %v, want %v, %v, %d updates", c.name, m.W, m.B, m.Report, c.w, c.b, c.updates)
		}
		if c.epochs != 0 && m.Report.Epochs != c.epochs {
			t.Errorf("%s: %d epochs, want %d", c.name, m.Report.Epochs, c.epochs)
		}
	}
}

func TestTracesOfIndexAndVector(t *testing.T) {
	and, or, three := data.AND(), data.OR(), data.ThreePoints()
	m := mustFit(t, Rosenblatt{Intercept: NoIntercept, Tie: TiePositive, Trace: true}, augmentedLast(and), and.Y)
	want := [][]float64{{0, 0, -1}, {1, 1, 0}, {1, 1, -1}, {1, 0, -2}, {2, 1, -1}, {2, 0, -2}, {1, 0, -3}, {2, 1, -2}, {1, 1, -3}, {2, 2, -2}, {2, 1, -3}}
	if got := vectors(m); !slices.EqualFunc(got, want, slices.Equal[[]float64]) { // B2.1.1a
		t.Errorf("Banisch: %v, want %v", got, want)
	}
	m = mustFit(t, Rosenblatt{Intercept: NoIntercept, Tie: TieNegative, Trace: true}, augmentedFirst(and), and.Y)
	if got, want := indices(m), []int{3, 0, 1, 3, 1, 2, 3, 2, 3, 1}; !slices.Equal(got, want) { // V4c
		t.Errorf("Vetcha: indices %v, want %v", got, want)
	}
	m = mustFit(t, Rosenblatt{Order: FirstMistake, Trace: true}, or.X, or.Y)
	if got, want := indices(m), []int{0, 1, 0, 1, 0, 2, 0, 2, 0}; !slices.Equal(got, want) { // Y18d
		t.Errorf("Yan: indices %v, want %v", got, want)
	}
	m = mustFit(t, Rosenblatt{Order: FirstMistake, Trace: true}, three.X, three.Y)
	if got, want := states(m), []string{"[3 3] 1", "[2 2] 0", "[1 1] -1", "[0 0] -2", "[3 3] -1", "[2 2] -2", "[1 1] -3"}; !slices.Equal(got, want) { // Y18d
		t.Errorf("three points: %v, want %v", got, want)
	}
}

// inAllOrders runs p on all orders of four observations and counts the runs by their number of updates.
func inAllOrders(t *testing.T, p Rosenblatt, x mat.Matrix, y []int) map[int]int {
	t.Helper()
	count := map[int]int{}
	var permute func(prefix []int)
	permute = func(prefix []int) {
		if len(prefix) == 4 {
			p.Sequence = prefix
			count[mustFit(t, p, x, y).Report.Updates]++
		}
		for i := range 4 {
			if !slices.Contains(prefix, i) {
				permute(append(slices.Clone(prefix), i))
			}
		}
	}
	permute(nil)
	return count
}

func TestAllOrdersOfAND(t *testing.T) {
	s := data.AND()
	nussbaum := inAllOrders(t, Rosenblatt{Intercept: RadiusStep}, s.X, s.Y)
	for updates := range nussbaum { // N3d: 17 to 23
		if updates < 17 || updates > 23 {
			t.Errorf("Nussbaum: an order with %d updates, want 17 to 23", updates)
		}
	}
	if nussbaum[17] == 0 || nussbaum[23] == 0 {
		t.Errorf("Nussbaum: counts %v, want 17 and 23 among them", nussbaum)
	}
	vetcha := inAllOrders(t, Rosenblatt{Intercept: NoIntercept, Tie: TieNegative}, augmentedFirst(s), s.Y)
	if vetcha[10] != 8 || vetcha[12] != 16 { // V4c
		t.Errorf("Vetcha: counts %v, want 10: 8, 12: 16", vetcha)
	}
}

func TestLearningRateOnlyRescales(t *testing.T) { // N3e
	s := data.AND()
	one := mustFit(t, Rosenblatt{Intercept: RadiusStep, Trace: true}, s.X, s.Y)
	for _, eta := range []float64{.25, .5, 2, 8} {
		m := mustFit(t, Rosenblatt{Intercept: RadiusStep, Eta: eta, Trace: true}, s.X, s.Y)
		for k, u := range m.Trace {
			h := one.At(k + 1).Scale(eta)
			if !slices.Equal(u.W, h.W) || u.B != h.B {
				t.Fatalf("η = %v, update %d: (%v; %v), want (%v; %v)", eta, k+1, u.W, u.B, h.W, h.B)
			}
		}
	}
	// A tenth is no binary fraction: exact ties of the run with η = 1 are off by rounding.
	m := mustFit(t, Rosenblatt{Intercept: RadiusStep, Eta: .1}, s.X, s.Y)
	if m.Report.Updates != 12 {
		t.Errorf("η = 0.1: %d updates, want 12", m.Report.Updates)
	}
}

func TestCycles(t *testing.T) {
	four, xor := data.FourPoints(), data.XOR()
	for _, c := range []struct {
		name  string
		p     Rosenblatt
		x     mat.Matrix
		y     []int
		cycle Cycle
	}{
		{"N3.2d four points", Rosenblatt{Intercept: RadiusStep}, four.X, four.Y, Cycle{2, 6}},
		{"N3.2d XOR", Rosenblatt{Intercept: RadiusStep}, xor.X, xor.Y, Cycle{1, 4}},
		{"Y19d XOR", Rosenblatt{Order: FirstMistake}, xor.X, xor.Y, Cycle{0, 4}},
	} {
		m := mustFit(t, c.p, c.x, c.y)
		if m.Report.Stop != Cycling || *m.Report.Cycle != c.cycle {
			t.Errorf("%s: %v %+v, want the period %+v", c.name, m.Report, m.Report.Cycle, c.cycle)
		}
	}
	m := mustFit(t, Rosenblatt{Intercept: RadiusStep, IgnoreCycles: true, Trace: true}, four.X, four.Y)
	if m.Report.Updates != 2999 || m.Report.Stop != EpochLimit { // N3.2d
		t.Errorf("four points: %v, want 2999 updates in 1000 epochs", m.Report)
	}
	if got, want := states(m)[:8], []string{"[2] 4", "[1] 0", "[0] 4", "[-1] 0", "[1] -4", "[3] 0", "[2] 4", "[1] 0"}; !slices.Equal(got, want) {
		t.Errorf("four points: %v, want %v", got, want)
	}
	m = mustFit(t, Rosenblatt{Intercept: NoIntercept, Tie: TiePositive, MaxEpochs: 4, Trace: true, IgnoreCycles: true}, augmentedLast(xor), xor.Y)
	for _, epoch := range []int{2, 3} { // B2.1.1d, which counts passes from 0: the same w at the start of passes 2 and 3
		last := slices.IndexFunc(m.Trace, func(u Update) bool { return u.Epoch > epoch }) - 1
		if !slices.Equal(m.Trace[last].W, []float64{-1, 0, 0}) {
			t.Errorf("XOR after pass %d: %v, want [-1 0 0]", epoch, m.Trace[last].W)
		}
	}
	m = mustFit(t, Rosenblatt{Order: FirstMistake, IgnoreCycles: true, MaxUpdates: 40, Trace: true}, xor.X, xor.Y)
	for k := 6; k < 40; k++ { // Y19d: from update 7 on
		want := []string{"[1 2] -1", "[2 2] 0", "[2 2] -1", "[1 1] -2"}[(k-6)%4]
		if got := states(m)[k]; got != want {
			t.Fatalf("XOR, update %d: %s, want %s", k+1, got, want)
		}
	}
}

func TestSlowRuns(t *testing.T) {
	for _, k := range []int{1, 2, 5, 10, 20, 50, 100} { // Y19e
		s := data.NarrowPair(k)
		m := mustFit(t, Rosenblatt{Intercept: NoIntercept, Order: FirstMistake}, s.X, s.Y)
		if want := 4*k + 1; m.Report.Updates != want {
			t.Errorf("narrow pair %d: %d updates, want %d", k, m.Report.Updates, want)
		}
	}
	degree := 3.14159265358979323846 / 180
	for _, c := range []struct { // B2.1.1g
		delta            float64
		fromSide, fromUp int
	}{{45, 3, 4}, {30, 7, 4}, {20, 17, 6}, {10, 66, 12}, {5, 263, 24}, {2, 1641, 58}, {1, 6566, 116}, {.5, 26263, 230}} {
		s := data.OppositePair(c.delta * degree)
		p := Rosenblatt{Intercept: NoIntercept, Tie: TiePositive, W0: []float64{.5, 0}, MaxEpochs: 100_000}
		side := mustFit(t, p, s.X, s.Y).Report.Updates
		p.W0 = []float64{0, -1}
		up := mustFit(t, p, s.X, s.Y).Report.Updates
		if side != c.fromSide || up != c.fromUp {
			t.Errorf("δ = %v°: %d and %d updates, want %d and %d", c.delta, side, up, c.fromSide, c.fromUp)
		}
	}
}

func TestTriangles(t *testing.T) { // N3f
	for _, c := range []struct {
		epsilon float64
		updates int
		bound   float64
	}{{.3, 2, 248.95}, {.1, 6, 1842.37}, {.01, 6, 167709}} {
		s := data.Triangles(c.epsilon)
		m := mustFit(t, Rosenblatt{Intercept: RadiusStep}, s.X, s.Y)
		best, err := linear.HardMargin{}.Fit(s.X, s.Y)
		if err != nil {
			t.Fatal(err)
		}
		radius, _ := linear.Radius(s.X)
		bound := 4 * radius * radius / best.Margin / best.Margin
		if m.Report.Updates != c.updates || bound < c.bound*.9999 || bound > c.bound*1.0001 {
			t.Errorf("ε = %v: %d updates, bound %.2f, want %d, %v", c.epsilon, m.Report.Updates, bound, c.updates, c.bound)
		}
	}
}

func TestBatch(t *testing.T) { // N3.1c
	s := data.AND()
	m, err := Batch{Trace: true}.Fit(s.X, s.Y)
	if err != nil || !slices.Equal(m.W, []float64{2, 2}) || m.B != -3 || m.Report.Updates != 9 || len(m.Trace) != 9 {
		t.Errorf("AND: %+v (%v), want w (2,2), b -3 after 9 updates", m, err)
	}
	m, err = Batch{Strict: true}.Fit(s.X, s.Y)
	if err != nil || m.Report.Updates != 0 || m.Report.Ties != 4 {
		t.Errorf("AND, strict: %+v (%v), want no update and four ties", m, err)
	}
	four, h := data.FourPoints(), linear.Hyperplane{W: []float64{1}, B: .5}
	j, err := Criterion(four.X, four.Y, h)
	if err != nil || j != 2 {
		t.Errorf("criterion of the four points: %v (%v), want 2", j, err)
	}
	g, err := CriterionGradient(four.X, four.Y, h)
	if err != nil || !slices.Equal(g, []float64{2, 0}) {
		t.Errorf("gradient: %v (%v), want (2; 0)", g, err)
	}
}
