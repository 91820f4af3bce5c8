package partition_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/bayes"
	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/dist"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/partition"
	"gonum.org/v1/gonum/mat"
)

// draw is n points in R^d, some on the faces of cubes, and labels 1, 2, 5.
func draw(r *rand.Rand, n, d int) (*mat.Dense, []int) {
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	x.Apply(func(int, int, float64) float64 {
		if r.IntN(3) == 0 {
			return float64(r.IntN(9)-4) / 2
		}
		return 2 * r.NormFloat64()
	}, x)
	for i := range y {
		y[i] = []int{1, 2, 5}[r.IntN(3)]
	}
	return x, y
}

// in reports whether a point is in a box, by the definition.
func in(x, lo, hi []float64) bool {
	for j, v := range x {
		if v < lo[j] || v >= hi[j] {
			return false
		}
	}
	return true
}

// vote is the definition: count labels 1, 2, 5 of the observations for which same is true.
func vote(y []int, same func(i int) bool) (votes [3]int) {
	for i, v := range y {
		if same(i) {
			votes[slices.Index([]int{1, 2, 5}, v)]++
		}
	}
	return votes
}

func winner(votes [3]int, tie label.Tie) int {
	order := []int{2, 1, 0}
	if tie == label.Negative {
		order = []int{0, 1, 2}
	}
	best := order[0]
	for _, k := range order {
		if votes[k] > votes[best] {
			best = k
		}
	}
	return []int{1, 2, 5}[best]
}

// TestDefinition: labels, posteriors and counts are those of the observations in the same box, with ties and empty cells as said.
func TestDefinition(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(1, seed))
		d := 1 + r.IntN(3)
		x, y := draw(r, 60, d)
		z, _ := draw(r, 40, d)
		quantiles, err := partition.ByQuantiles(x, 3)
		if err != nil {
			t.Fatal(err)
		}
		shifted := partition.Cubic(.75)
		shifted.Origin = make([]float64, d)
		shifted.Origin[0] = .25
		for _, cells := range []partition.Cells{partition.Cubic(.5), partition.Cubic(2), shifted, quantiles} {
			tie, empty := label.Tie(r.IntN(2)), partition.Empty(r.IntN(2))
			m, err := partition.Rule{Cells: cells, Tie: tie, Empty: empty}.Fit(x, y)
			if err != nil {
				t.Fatal(err)
			}
			got, err1 := m.Predict(z)
			p, err2 := m.Posteriors(z)
			n, err3 := testkit.RoundTrip(t, m).Counts(z)
			if err := errors.Join(err1, err2, err3); err != nil {
				t.Fatal(err)
			}
			for i := range got {
				cell, err := cells.Of(z.RawRowView(i))
				if err != nil {
					t.Fatal(err)
				}
				lo, hi, err := cells.Box(cell, d)
				if err != nil || !in(z.RawRowView(i), lo, hi) {
					t.Fatalf("%v is not in its box %v to %v (%v)", z.RawRowView(i), lo, hi, err)
				}
				votes := vote(y, func(k int) bool { return in(x.RawRowView(k), lo, hi) })
				total := votes[0] + votes[1] + votes[2]
				want := winner(votes, tie)
				if total == 0 && empty == partition.EmptyMajority {
					want = winner(vote(y, func(int) bool { return true }), tie)
				}
				if got[i] != want || n[i] != total {
					t.Fatalf("seed %d, %+v: %d of %d observations, want %d of %d", seed, cells, got[i], n[i], want, total)
				}
				for k, v := range votes {
					share := float64(v) / float64(total)
					if total == 0 {
						share = map[bool]float64{true: 1}[[]int{1, 2, 5}[k] == want]
					}
					if math.Abs(p.At(i, k)-share) > 1e-15 {
						t.Fatalf("seed %d: posterior %v of class %d, want %v", seed, p.At(i, k), k, share)
					}
				}
			}
		}
	}
}

// TestCubesAreHalfOpen: every number is in the cube whose bounds it is between, also where the quotient is rounded; −0.0 is 0.
func TestCubesAreHalfOpen(t *testing.T) {
	for _, c := range []struct {
		x, width float64
		want     int
	}{{0, .1, 0}, {math.Copysign(0, -1), .1, 0}, {-1e-300, .1, -1}, {.3, .1, 2}, {-.3, .1, -3}, {.5, .25, 2}, {-.25, .25, -1}, {1, .1, 9}, {0.6, .2, 2}, {7, 1. / 3, 21}} {
		got, err := partition.Cubic(c.width).Of([]float64{c.x})
		if err != nil || got[0] != c.want {
			t.Errorf("%v by %v: %v (%v), want %d", c.x, c.width, got, err, c.want)
		}
	}
}

// TestNearestCells: the cells of centres, ties to the first.
func TestNearestCells(t *testing.T) {
	cells := partition.Nearest([]float64{0, 0}, []float64{2, 0}, []float64{0, 4})
	for _, c := range []struct {
		x    []float64
		want int
	}{{[]float64{1, 0}, 0}, {[]float64{1.1, 0}, 1}, {[]float64{0, 2}, 0}, {[]float64{-5, 3}, 2}} {
		if got, err := cells.Of(c.x); err != nil || got[0] != c.want {
			t.Errorf("%v: %v (%v), want %d", c.x, got, err, c.want)
		}
	}
	m, err := partition.Rule{Cells: cells}.Fit(mat.NewDense(3, 2, []float64{0, 1, 3, 0, 3, 1}), []int{1, 2, 2})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := m.Predict(mat.NewDense(3, 2, []float64{0, 0, 2, 2, 0, 9})); err != nil || !slices.Equal(got, []int{1, 2, 2}) {
		t.Errorf("%v (%v), want 1, 2, and 2 in the empty cell", got, err)
	}
	if _, err := m.Risk(func(int, []float64, []float64) float64 { return 0 }); !errors.Is(err, input.ErrParam) {
		t.Errorf("risk of cells that are no boxes: %v", err)
	}
}

// TestQuantiles: blocks of equally many observations.
func TestQuantiles(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for range 50 {
		n, pieces := 1+r.IntN(40), 1
		x := mat.NewDense(n, 1, nil)
		for i, v := range r.Perm(n) {
			x.Set(i, 0, float64(v))
		}
		pieces += r.IntN(n)
		cells, err := partition.ByQuantiles(x, pieces)
		if err != nil {
			t.Fatal(err)
		}
		counts := make([]int, pieces)
		for i := range n {
			cell, err := cells.Of(x.RawRowView(i))
			if err != nil {
				t.Fatal(err)
			}
			counts[cell[0]]++
		}
		if slices.Max(counts)-slices.Min(counts) > 1 {
			t.Fatalf("%d observations in %d pieces: %v", n, pieces, counts)
		}
	}
}

// wave is the law P1 of the curriculum: X uniform on [0, 1], P(Y = 1 | X = x) = ½ + ½ sin 4πx.
func wave(y int, lo, hi []float64) float64 {
	integral := func(x float64) float64 { return x/2 - math.Cos(4*math.Pi*x)/(8*math.Pi) }
	a, b := min(max(lo[0], 0), 1), min(max(hi[0], 0), 1)
	ones := integral(b) - integral(a)
	if y == 1 {
		return ones
	}
	return b - a - ones
}

// TestRiskIsTheIntegral: that by masses of boxes is that by quadrature, and never below the Bayes risk; with cells of width ⅓ it comes to .3806338, as N9.1h says.
func TestRiskIsTheIntegral(t *testing.T) {
	law := bayes.Regression{X: dist.Uniform{Lo: 0, Hi: 1}, Eta: func(x float64) float64 { return .5 + .5*math.Sin(4*math.Pi*x) }}
	r := rand.New(rand.NewPCG(3, 1))
	for _, c := range []struct {
		n     int
		width float64
	}{{10, .1}, {50, .07}, {200, .02}, {200, 1. / 3}, {30_000, 1. / 3}} {
		x, y := mat.NewDense(c.n, 1, nil), make([]int, c.n)
		for i := range y {
			v := r.Float64()
			x.Set(i, 0, v)
			if r.Float64() < .5+.5*math.Sin(4*math.Pi*v) {
				y[i] = 1
			}
		}
		m, err := partition.Rule{Cells: partition.Cubic(c.width), Tie: label.Negative}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		risk, err := m.Risk(wave)
		if err != nil {
			t.Fatal(err)
		}
		var rule bayes.Regions
		for k := 0; float64(k)*c.width < 1; k++ {
			if k > 0 {
				rule.Cuts = append(rule.Cuts, float64(k)*c.width)
			}
			at, err := m.Predict(mat.NewDense(1, 1, []float64{(float64(k) + .5) * c.width}))
			if err != nil {
				t.Fatal(err)
			}
			rule.Action = append(rule.Action, at[0])
		}
		want, err := bayes.Risk(law, rule, bayes.Loss{})
		if err != nil || math.Abs(risk-want) > 1e-9 || risk < .5-1/math.Pi {
			t.Errorf("n = %d, width %v: risk %v, by quadrature %v (%v)", c.n, c.width, risk, want, err)
		}
		if c.n == 30_000 && math.Abs(risk-.3806338) > 1e-7 {
			t.Errorf("risk %v of many observations in cells of width ⅓, want .3806338", risk)
		}
	}
}

// TestProcessors: the same on one and more.
func TestProcessors(t *testing.T) {
	x, y := draw(rand.New(rand.NewPCG(4, 1)), 5000, 2)
	testkit.Processors(t, "posteriors", func() []float64 {
		m, err := partition.Rule{Cells: partition.Cubic(.5)}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Posteriors(x)
		if err != nil {
			t.Fatal(err)
		}
		return p.RawMatrix().Data
	})
}

// reference is what testdata/reference.py writes.
type reference struct {
	Width  float64
	Cells  [][]int
	Counts []int
	Shares [][]float64
}

// TestNumpy: cells, counts and shares of iris are those of numpy.
func TestNumpy(t *testing.T) {
	var all []reference
	testkit.Reference(t, "testdata/reference.json", &all)
	s := data.Iris()
	for _, want := range all {
		m, err := partition.Rule{Cells: partition.Cubic(want.Width)}.Fit(s.X, s.Y)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Names) != len(want.Cells) || !slices.EqualFunc(m.Names, want.Cells, slices.Equal[[]int]) {
			t.Errorf("width %v: other cells", want.Width)
		}
		counts, err1 := m.Counts(s.X)
		p, err2 := m.Posteriors(s.X)
		if err := errors.Join(err1, err2); err != nil || !slices.Equal(counts, want.Counts) {
			t.Errorf("width %v: other counts (%v)", want.Width, err)
		}
		testkit.Near(t, "shares", p.RawMatrix().Data, slices.Concat(want.Shares...), 1e-15)
	}
}

func TestBadInput(t *testing.T) {
	two := mat.NewDense(2, 1, []float64{0, 1})
	fit := func(r partition.Rule, x mat.Matrix, y ...int) error { _, err := r.Fit(x, y); return err }
	cubic := func(w float64) partition.Rule { return partition.Rule{Cells: partition.Cubic(w)} }
	m, err := cubic(1).Fit(two, []int{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	predict := func(m *partition.Model, x mat.Matrix) error { _, err := m.Predict(x); return err }
	box := func(c partition.Cells, cell []int, d int) error { _, _, err := c.Box(cell, d); return err }
	quantiles := func(x mat.Matrix, pieces int) error { _, err := partition.ByQuantiles(x, pieces); return err }
	risk := func(m *partition.Model, mass partition.Mass) error { _, err := m.Risk(mass); return err }
	broken := *m
	broken.Votes = [][]int{{1, 0}, {0, 0}}
	for i, c := range []struct{ got, want error }{
		{fit(cubic(1), nil), input.ErrEmpty},
		{fit(cubic(1), two, 1), input.ErrShape},
		{fit(cubic(0), two, 1, 2), input.ErrParam},
		{fit(cubic(-1), two, 1, 2), input.ErrParam},
		{fit(cubic(math.NaN()), two, 1, 2), input.ErrParam},
		{fit(cubic(math.Inf(1)), two, 1, 2), input.ErrParam},
		{fit(cubic(1e-300), two, 1, 2), input.ErrNotFinite},
		{fit(cubic(1), mat.NewDense(1, 1, []float64{math.NaN()}), 1), input.ErrNotFinite},
		{fit(partition.Rule{Cells: partition.Cells{Width: 1, Origin: []float64{1, 2}}}, two, 1, 2), input.ErrShape},
		{fit(partition.Rule{Cells: partition.Cubic(1), Tie: 7}, two, 1, 2), input.ErrParam},
		{fit(partition.Rule{Cells: partition.Cubic(1), Empty: 7}, two, 1, 2), input.ErrParam},
		{fit(partition.Rule{Cells: partition.Cells{Kind: 9}}, two, 1, 2), input.ErrParam},
		{fit(partition.Rule{Cells: partition.Grid()}, two, 1, 2), input.ErrShape},
		{fit(partition.Rule{Cells: partition.Grid([]float64{1, 1})}, two, 1, 2), input.ErrParam},
		{fit(partition.Rule{Cells: partition.Grid([]float64{math.NaN()})}, two, 1, 2), input.ErrNotFinite},
		{fit(partition.Rule{Cells: partition.Nearest()}, two, 1, 2), input.ErrEmpty},
		{fit(partition.Rule{Cells: partition.Nearest([]float64{1, 2})}, two, 1, 2), input.ErrShape},
		{fit(partition.Rule{Cells: partition.Nearest([]float64{1.5e308})}, mat.NewDense(1, 1, []float64{-1.5e308}), 1), input.ErrNotFinite},
		{predict(m, mat.NewDense(1, 2, nil)), input.ErrShape},
		{predict(m, nil), input.ErrEmpty},
		{predict(m, mat.NewDense(1, 1, []float64{1e300})), input.ErrNotFinite},
		{predict(nil, two), input.ErrEmpty},
		{predict(&partition.Model{}, two), input.ErrShape},
		{predict(&broken, two), input.ErrShape},
		{box(partition.Cubic(1), []int{1}, 2), input.ErrShape},
		{box(partition.Grid([]float64{1}), []int{2}, 1), input.ErrParam},
		{box(partition.Nearest([]float64{1}), []int{0}, 1), input.ErrParam},
		{quantiles(two, 0), input.ErrParam},
		{quantiles(two, 3), input.ErrParam},
		{quantiles(nil, 1), input.ErrEmpty},
		{risk(nil, wave), input.ErrEmpty},
		{risk(m, nil), input.ErrEmpty},
		{risk(&broken, wave), input.ErrShape},
		{risk(m, func(int, []float64, []float64) float64 { return math.NaN() }), input.ErrNotFinite},
		{risk(m, func(int, []float64, []float64) float64 { return 2 }), input.ErrNotFinite},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("case %d: error %v, want %v", i, c.got, c.want)
		}
	}
}

func ExampleRule() {
	x := mat.NewDense(5, 1, []float64{-.5, .2, .4, .9, 1.5})
	m, _ := partition.Rule{Cells: partition.Cubic(1), Tie: label.Negative}.Fit(x, []int{1, 1, 0, 1, 0})
	at := mat.NewDense(4, 1, []float64{-.1, .5, 1, 7})
	y, _ := m.Predict(at)
	p, _ := m.Posterior(at)
	n, _ := m.Counts(at)
	fmt.Printf("%v %.2f %v\n", y, p, n)
	// Output: [1 1 0 0] [1.00 0.67 0.00 0.00] [1 3 1 0]
}

func BenchmarkRule(b *testing.B) {
	for _, c := range []struct{ n, d int }{{1000, 1}, {100_000, 2}} {
		x, y := draw(rand.New(rand.NewPCG(5, 1)), c.n, c.d)
		b.Run(fmt.Sprintf("n=%d/d=%d", c.n, c.d), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m, err := partition.Rule{Cells: partition.Cubic(.1)}.Fit(x, y)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := m.Predict(x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestBordersOfCubes: a point lies in the box of its cube, also where products of whole numbers and the width are rounded.
func TestBordersOfCubes(t *testing.T) {
	for _, c := range []partition.Cells{partition.Cubic(.1), {Kind: partition.KindCubic, Width: .3, Origin: []float64{1e6 + .1}}, {Kind: partition.KindCubic, Width: 1. / 3, Origin: []float64{-.7}}} {
		for i := -300; i < 300; i++ {
			for _, v := range []float64{float64(i) * c.Width, float64(i) * .1} {
				if c.Origin != nil {
					v += c.Origin[0]
				}
				for _, v := range []float64{v, math.Nextafter(v, math.Inf(-1)), math.Nextafter(v, math.Inf(1))} {
					cell, err := c.Of([]float64{v})
					if err != nil {
						t.Fatal(err)
					}
					if lo, hi, err := c.Box(cell, 1); err != nil || !(lo[0] <= v && v < hi[0]) {
						t.Fatalf("width %g: %v is in cube %d, whose box is [%v, %v), %v", c.Width, v, cell[0], lo[0], hi[0], err)
					}
				}
			}
		}
	}
}

// TestNearestInAnyUnit: the nearest centre does not depend on the unit of the columns, also where squares of distances underflow or overflow.
func TestNearestInAnyUnit(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 72))
	for range 50 {
		d, k := 1+r.IntN(4), 2+r.IntN(5)
		centres := make([][]float64, k)
		draw := func() []float64 {
			v := make([]float64, d)
			for j := range v {
				v[j] = float64(r.IntN(9) - 4)
			}
			return v
		}
		for i := range centres {
			centres[i] = draw()
		}
		x := draw()
		want, err := partition.Nearest(centres...).Of(x)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []int{-1060, -1000, -600, -520, -480, 480, 520, 600, 1000, 1015} {
			times := func(v []float64) []float64 {
				w := make([]float64, len(v))
				for j := range v {
					w[j] = math.Ldexp(v[j], e)
				}
				return w
			}
			scaled := make([][]float64, k)
			for i := range centres {
				scaled[i] = times(centres[i])
			}
			if got, err := partition.Nearest(scaled...).Of(times(x)); err != nil || got[0] != want[0] {
				t.Fatalf("%v among %v, by 2^%d: %v (%v), want %v", x, centres, e, got, err, want)
			}
		}
	}
	far := partition.Nearest([]float64{1e300}, []float64{0}, []float64{5e-324})
	for v, want := range map[float64]int{0: 1, 5e-324: 2, 1e200: 1, 1e300: 0} {
		if got, err := far.Of([]float64{v}); err != nil || got[0] != want {
			t.Errorf("%v: %v (%v), want %d", v, got, err, want)
		}
	}
	if _, err := partition.Nearest([]float64{-1.5e308}).Of([]float64{1.5e308}); !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("a distance that overflows: %v", err)
	}
}

// TestBoxesFarAway: a cell so far away that it is empty in floating point has no box.
func TestBoxesFarAway(t *testing.T) {
	for _, c := range []struct {
		width float64
		cell  int
	}{{1, math.MaxInt}, {1e300, 1 << 40}, {5e-324, math.MinInt}} {
		if lo, hi, err := partition.Cubic(c.width).Box([]int{c.cell}, 1); err == nil && !(lo[0] < hi[0]) {
			t.Errorf("cell %d of width %v: %v to %v", c.cell, c.width, lo, hi)
		}
	}
	if lo, hi, err := partition.Cubic(1e308).Box([]int{1}, 1); err != nil || lo[0] != 1e308 || !math.IsInf(hi[0], 1) {
		t.Errorf("the last cell: %v to %v, %v", lo, hi, err)
	}
}
