package linear

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

var (
	square = mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1})
	and    = []int{-1, -1, -1, 1}
	or     = []int{-1, 1, 1, 1}
	xor    = []int{-1, 1, 1, -1}
)

func TestMarginsOfAND(t *testing.T) { // numbers of the inventory, N3b and N3c
	h := Hyperplane{W: []float64{4, 3}, B: -6}
	functional, err := h.FunctionalMargins(square, and)
	if err != nil || !slices.Equal(functional, []float64{6, 3, 2, 1}) {
		t.Errorf("functional margins %v, %v, want 6 3 2 1", functional, err)
	}
	geometric, err := h.GeometricMargins(square, and)
	if err != nil || !floats.EqualApprox(geometric, []float64{1.2, .6, .4, .2}, 1e-15) {
		t.Errorf("geometric margins %v, %v, want 1.2 0.6 0.4 0.2", geometric, err)
	}
	m, err := HardMargin{}.Fit(square, and)
	if err != nil {
		t.Fatal(err)
	}
	want := Hyperplane{W: []float64{math.Sqrt2 / 2, math.Sqrt2 / 2}, B: -1.5 / math.Sqrt2}
	if !floats.EqualApprox(append(m.W, m.B, m.Margin), append(want.W, want.B, .5/math.Sqrt2), 1e-14) {
		t.Errorf("maximum margin %+v, want %+v", m, want)
	}
}

func TestDistanceAndProjection(t *testing.T) { // Y20b: (2,1), -2 and (3,4): 8/√5
	h := Hyperplane{W: []float64{2, 1}, B: -2}
	if got := h.Distance([]float64{3, 4}); !scalar.EqualWithinAbs(got, 8/math.Sqrt(5), 1e-15) {
		t.Errorf("distance %v, want 8/√5", got)
	}
	p := h.Project([]float64{3, 4})
	if s := h.Score(p); math.Abs(s) > 1e-14 {
		t.Errorf("projection %v has score %v, want 0", p, s)
	}
	if d := floats.Distance(p, []float64{3, 4}, 2); !scalar.EqualWithinAbs(d, 8/math.Sqrt(5), 1e-14) {
		t.Errorf("projection %v is at distance %v, want 8/√5", p, d)
	}
	if u := h.Unit(); !scalar.EqualWithinAbs(u.Norm(), 1, 1e-15) || !scalar.EqualWithinAbs(u.B, -2/math.Sqrt(5), 1e-15) {
		t.Errorf("unit form %+v", u)
	}
}

func TestMarginThroughOriginOfAugmentedGates(t *testing.T) {
	augmented, err := Augment(square, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		y     []int
		w     []float64 // direction
		delta float64
	}{
		{"AND", and, []float64{2, 2, -3}, 1 / math.Sqrt(17)}, // B2.1.1f, V4b
		{"OR", or, []float64{2, 2, -1}, 1. / 3},              // Y19b
	} {
		m, err := HardMargin{ThroughOrigin: true}.Fit(augmented, c.y)
		if err != nil {
			t.Fatal(c.name, err)
		}
		want := Hyperplane{W: c.w}.Unit()
		if !floats.EqualApprox(m.W, want.W, 1e-13) || !scalar.EqualWithinAbs(m.Margin, c.delta, 1e-14) || m.B != 0 {
			t.Errorf("%s: got %v, margin %v, want %v, %v", c.name, m.W, m.Margin, want.W, c.delta)
		}
	}
}

// randomSet draws n points in R^d and labels them by a random hyperplane; flip labels are then changed.
func randomSet(rnd *rand.Rand, n, d, flip int) (*mat.Dense, []int) {
	for {
		x, h := mat.NewDense(n, d, nil), Hyperplane{W: make([]float64, d), B: rnd.NormFloat64() / 2}
		for j := range h.W {
			h.W[j] = rnd.NormFloat64()
		}
		for i := range n {
			for j := range d {
				x.Set(i, j, rnd.NormFloat64())
			}
		}
		y, _ := h.Classify(x, label.Positive)
		for _, i := range rnd.Perm(n)[:flip] {
			y[i] = -y[i]
		}
		if input.BothSigns("y", y) == nil {
			return x, y
		}
	}
}

func TestHardMarginSatisfiesOptimalityConditions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n, d := 4+rnd.IntN(80), 1+rnd.IntN(8)
		x, y := randomSet(rnd, n, d, 0)
		for _, origin := range []bool{false, true} {
			data := mat.Matrix(x)
			if origin {
				data, _ = Augment(x, 1)
			}
			m, err := HardMargin{ThroughOrigin: origin}.Fit(data, y)
			if err != nil {
				t.Fatalf("n=%d d=%d origin=%v: %v", n, d, origin, err)
			}
			checkKKT(t, m, data, y, origin)
		}
	}
}

// checkKKT holds the model against the conditions of Karush, Kuhn and Tucker, which are sufficient: support vectors lie
// at the margin, no point nearer, and W is the combination of the support vectors.
func checkKKT(t *testing.T, m *MaxMarginModel, x mat.Matrix, y []int, origin bool) {
	t.Helper()
	margins, err := m.GeometricMargins(x, y)
	if err != nil {
		t.Fatal(err)
	}
	if least := slices.Min(margins); !scalar.EqualWithinAbs(least, m.Margin, 1e-12) {
		t.Errorf("margin %v, but the least geometric margin is %v", m.Margin, least)
	}
	_, d := x.Dims()
	sum, perClass := make([]float64, d), [2]float64{}
	for _, i := range m.Support {
		if !scalar.EqualWithinAbs(margins[i], m.Margin, 1e-8) {
			t.Errorf("support vector %d has margin %v, want %v", i, margins[i], m.Margin)
		}
		floats.AddScaled(sum, m.Alpha[i]*float64(y[i]), mat.Row(nil, i, x))
		perClass[(y[i]+1)/2] += m.Alpha[i]
	}
	if direction := (Hyperplane{W: sum}).Unit().W; !floats.EqualApprox(direction, m.W, 1e-8) {
		t.Errorf("Σ α y x points to %v, W is %v", direction, m.W)
	}
	if !origin && !floats.EqualApprox(perClass[:], []float64{1, 1}, 1e-12) {
		t.Errorf("weights of the classes sum to %v, want 1 and 1", perClass)
	}
}

func TestSeparateProvesItsAnswer(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	count := map[bool]int{}
	for range 300 {
		n, d := 3+rnd.IntN(20), 1+rnd.IntN(4)
		x, y := randomSet(rnd, n, d, rnd.IntN(3))
		s, err := Separate(x, y, false)
		if err != nil {
			t.Fatal(err)
		}
		count[s.Separable]++
		_, hardErr := HardMargin{}.Fit(x, y)
		if s.Separable != (hardErr == nil) {
			t.Errorf("n=%d d=%d: Separate says %v, HardMargin %v", n, d, s.Separable, hardErr)
		}
		checkProof(t, s, x, y)
	}
	if count[true] < 30 || count[false] < 30 {
		t.Errorf("the sets are too much of one kind: %v", count)
	}
}

func checkProof(t *testing.T, s *Separation, x *mat.Dense, y []int) {
	t.Helper()
	if s.Separable {
		if margin, err := s.Margin(x, y); err != nil || margin <= 0 {
			t.Errorf("separable, but the hyperplane has margin %v (%v)", margin, err)
		}
		return
	}
	n, d := x.Dims()
	sum := make([]float64, d+1)
	for i := range n {
		floats.AddScaled(sum, s.Weights[i]*float64(y[i]), append(mat.Row(nil, i, x), 1))
	}
	if floats.Min(s.Weights) < -1e-12 || !scalar.EqualWithinAbs(floats.Sum(s.Weights), 1, 1e-12) || floats.Norm(sum, 2) > 1e-8 {
		t.Errorf("weights %v sum to %v and give %v, want convex weights that give 0", s.Weights, floats.Sum(s.Weights), sum)
	}
}

func TestGates(t *testing.T) {
	for _, c := range []struct {
		name      string
		y         []int
		separable bool
		errors    int
	}{
		{"AND", and, true, 0}, {"OR", or, true, 0}, {"XOR", xor, false, 1}, // B2.1d, B2.1.1h
		{"TRUE", []int{1, 1, 1, 1}, true, 0},
	} {
		s, err := Separate(square, c.y, false)
		if err != nil || s.Separable != c.separable {
			t.Errorf("%s: separable %v (%v), want %v", c.name, s.Separable, err, c.separable)
		}
		best, err := MinErrors(square, c.y)
		if err != nil || best.Errors != c.errors {
			t.Fatalf("%s: least number of errors %+v (%v), want %d", c.name, best, err, c.errors)
		}
		if got, err := best.Mistakes(square, c.y); err != nil || got != c.errors {
			t.Errorf("%s: the best hyperplane makes %d mistakes, want %d", c.name, got, c.errors)
		}
	}
	s, _ := Separate(square, xor, false)
	if !floats.EqualApprox(s.Weights, []float64{.25, .25, .25, .25}, 1e-12) {
		t.Errorf("XOR: weights %v, want 1/4 each", s.Weights)
	}
}

func second[T any](_ T, err error) error { return err }

func TestBadInput(t *testing.T) {
	nan := mat.NewDense(2, 1, []float64{0, math.NaN()})
	h := Hyperplane{W: []float64{1, 1}}
	hard := func(p HardMargin, x mat.Matrix, y []int) error { _, err := p.Fit(x, y); return err }
	separate := func(x mat.Matrix, y []int) error { _, err := Separate(x, y, false); return err }
	least := func(x mat.Matrix, y []int) error { _, err := MinErrors(x, y); return err }
	classify := func(x mat.Matrix) error { _, err := h.Classify(x, label.Positive); return err }
	margin := func(x mat.Matrix, y []int) error { _, err := h.Margin(x, y); return err }
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"HardMargin nil", hard(HardMargin{}, nil, nil), input.ErrEmpty},
		{"HardMargin NaN", hard(HardMargin{}, nan, []int{1, -1}), input.ErrNotFinite},
		{"HardMargin labels", hard(HardMargin{}, square, []int{1}), input.ErrShape},
		{"HardMargin 0/1", hard(HardMargin{}, square, []int{0, 0, 0, 1}), input.ErrLabel},
		{"HardMargin one class", hard(HardMargin{}, square, []int{1, 1, 1, 1}), input.ErrOneClass},
		{"HardMargin tolerance", hard(HardMargin{Tolerance: -1}, square, and), input.ErrParam},
		{"HardMargin steps", hard(HardMargin{MaxSteps: -1}, square, and), input.ErrParam},
		{"HardMargin XOR", hard(HardMargin{}, square, xor), ErrNotSeparable},
		{"HardMargin equal points", hard(HardMargin{}, mat.NewDense(2, 1, []float64{3, 3}), []int{1, -1}), ErrNotSeparable},
		{"HardMargin origin", hard(HardMargin{ThroughOrigin: true}, square, and), ErrNotSeparable},
		{"Separate nil", separate(nil, nil), input.ErrEmpty},
		{"Separate NaN", separate(nan, []int{1, -1}), input.ErrNotFinite},
		{"Separate labels", separate(square, []int{1, 2, 1, 1}), input.ErrLabel},
		{"MinErrors many", least(mat.NewDense(21, 1, nil), make([]int, 21)), input.ErrLabel},
		{"MinErrors too many", least(mat.NewDense(21, 1, nil), slices.Repeat([]int{1}, 21)), input.ErrParam},
		{"Classify columns", classify(mat.NewDense(1, 3, nil)), input.ErrShape},
		{"Classify nil", classify(nil), input.ErrEmpty},
		{"Margin labels", margin(square, []int{1}), input.ErrShape},
		{"Classify an overflow", classify(mat.NewDense(1, 2, []float64{1e308, 1e308})), input.ErrNotFinite},
		{"Scores of NaN", second(Hyperplane{W: []float64{math.NaN(), 1}}.Scores(square)), input.ErrNotFinite},
		{"no hyperplane", second(Hyperplane{}.Scores(square)), input.ErrShape},
		{"Augment NaN", second(Augment(square, math.NaN())), input.ErrParam},
		{"Augment nil", second(Augment(nil, 1)), input.ErrEmpty},
		{"Radius overflow", second(Radius(mat.NewDense(1, 2, []float64{1.7e308, 1.7e308}))), input.ErrNotFinite},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
	if got := h.Score([]float64{1}); !math.IsNaN(got) {
		t.Errorf("score of a short vector: %v, want NaN", got)
	}
	if got := (Hyperplane{W: []float64{0}}).Distance([]float64{1}); !math.IsNaN(got) {
		t.Errorf("distance from no hyperplane: %v, want NaN", got)
	}
	if got := h.Project([]float64{1}); !math.IsNaN(got[0]) || !math.IsNaN(got[1]) {
		t.Errorf("projection of a short vector: %v, want NaN", got)
	}
}

// TestUnitsDoNotMatter: separability does not depend on the units and the origins of the columns, nor the margin on the origin.
func TestUnitsDoNotMatter(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		n, d := 4+rnd.IntN(20), 1+rnd.IntN(3)
		x, y := randomSet(rnd, n, d, rnd.IntN(3))
		plain, err := Separate(x, y, false)
		if err != nil {
			t.Fatal(err)
		}
		for name, change := range map[string]func(v float64, j int) float64{
			"units":    func(v float64, j int) float64 { return v * math.Pow(1e8, float64(1-j)) },
			"far away": func(v float64, _ int) float64 { return v + 1e8 },
			"huge":     func(v float64, _ int) float64 { return v * 1e300 },
			"tiny":     func(v float64, _ int) float64 { return v * 1e-300 },
		} {
			z := mat.DenseCopyOf(x)
			z.Apply(func(_, j int, v float64) float64 { return change(v, j) }, z)
			if s, err := Separate(z, y, false); err != nil || s.Separable != plain.Separable {
				t.Errorf("%s: %+v (%v), want separable %v", name, s, err, plain.Separable)
			}
		}
	}
}

func TestMarginFarAway(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 8))
	for range 40 {
		x, y := randomSet(rnd, 20, 2, 0)
		near, err := HardMargin{}.Fit(x, y)
		if err != nil || near.Margin < 1e-3 {
			continue
		}
		for name, c := range map[string]struct{ scale, shift, tol float64 }{"far": {1, 1e8, 1e-5}, "huge": {1e300, 0, 1e-12}, "tiny": {1e-300, 0, 1e-12}} {
			z := mat.DenseCopyOf(x)
			z.Apply(func(_, _ int, v float64) float64 { return v*c.scale + c.shift }, z)
			m, err := HardMargin{}.Fit(z, y)
			if err != nil || !scalar.EqualWithinRel(m.Margin/c.scale, near.Margin, c.tol) || !floats.EqualApprox(m.W, near.W, 10*c.tol) {
				t.Errorf("%s: %+v (%v), want margin %v and w %v", name, m, err, near.Margin, near.W)
			}
		}
	}
}

// TestExtremeHyperplanes: a hyperplane is the same for every length of W.
func TestExtremeHyperplanes(t *testing.T) {
	for _, c := range []float64{5e-324, 1e-320, 1e-200, 1, 1e200, 1e308} {
		h := Hyperplane{W: []float64{c, c}, B: -c}
		u := h.Unit()
		if !floats.EqualApprox(u.W, []float64{math.Sqrt2 / 2, math.Sqrt2 / 2}, 1e-15) || !scalar.EqualWithinAbs(u.B, -math.Sqrt2/2, 1e-15) {
			t.Errorf("c = %v: unit form %v", c, u)
		}
		if p := h.Project([]float64{0, 0}); !floats.EqualApprox(p, []float64{.5, .5}, 1e-15) {
			t.Errorf("c = %v: projection %v, want (1/2, 1/2)", c, p)
		}
	}
	for c, want := range map[float64]float64{1e200: 5e200, 1e-200: 5e-200, 1: 5} {
		if r, err := Radius(mat.NewDense(1, 2, []float64{3 * c, 4 * c})); err != nil || !scalar.EqualWithinRel(r, want, 1e-15) {
			t.Errorf("radius %v (%v), want %v", r, err, want)
		}
	}
}

// TestJSON: whatever went through JSON answers with the same bits.
func TestJSON(t *testing.T) {
	x, y := randomSet(rand.New(rand.NewPCG(1, 9)), 30, 3, 0)
	m, err := HardMargin{}.Fit(x, y)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Separate(x, y, false)
	if err != nil {
		t.Fatal(err)
	}
	none, err := Separate(square, xor, false)
	if err != nil {
		t.Fatal(err)
	}
	best, err := MinErrors(square, xor)
	if err != nil {
		t.Fatal(err)
	}
	testkit.RoundTrip(t, none)
	testkit.RoundTrip(t, best)
	testkit.RoundTrip(t, &HardMargin{ThroughOrigin: true, Tolerance: 1e-9, MaxSteps: 7})
	for _, pair := range [][2]Hyperplane{{m.Hyperplane, testkit.RoundTrip(t, m).Hyperplane}, {s.Hyperplane, testkit.RoundTrip(t, s).Hyperplane}} {
		a, err1 := pair[0].Scores(x)
		b, err2 := pair[1].Scores(x)
		if err1 != nil || err2 != nil || !testkit.Bits(a, b) {
			t.Errorf("%v from JSON has other scores (%v, %v)", pair[1], err1, err2)
		}
	}
}

func TestViews(t *testing.T) {
	x, y := randomSet(rand.New(rand.NewPCG(2, 9)), 20, 3, 0)
	testkit.Views(t, "maximum margin", x, func(x mat.Matrix) (any, error) { return HardMargin{}.Fit(x, y) })
	testkit.Views(t, "separation", x, func(x mat.Matrix) (any, error) { return Separate(x, y, false) })
}
