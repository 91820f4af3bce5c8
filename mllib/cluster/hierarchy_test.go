package cluster

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"gonum.org/v1/gonum/mat"
)

// TestAgainstScipy: the same merges in the same order with the same sizes, heights to 1e-12, the same partitions, leaves and cophenetic distances. The
// reference is made by testdata/linkage.py.
func TestAgainstScipy(t *testing.T) {
	var reference struct {
		Cases []struct {
			Linkage                        Linkage
			X, Distances                   [][]float64
			Merges                         [][2]int
			Heights, Cophenetic            []float64
			Sizes, AtHeight, Leaves, Three []int
			Height                         float64
		}
	}
	testkit.Reference(t, "testdata/linkage.json", &reference)
	for k, c := range reference.Cases {
		fit, rows := Agglomerative{Linkage: c.Linkage}.Fit, c.X
		if rows == nil {
			fit, rows = Agglomerative{Linkage: c.Linkage}.FitDistances, c.Distances
		}
		h := must(fit(testkit.Matrix(t, rows)))
		merges, heights, err := h.Tree()
		if err != nil || !slices.Equal(merges, c.Merges) {
			t.Errorf("case %d, %v: merges %v (%v), want %v", k, c.Linkage, merges, err, c.Merges)
			continue
		}
		testkit.Near(t, c.Linkage.String()+": heights", heights, c.Heights, 1e-12)
		for i, m := range h.Merges {
			if m.Size != c.Sizes[i] {
				t.Errorf("case %d: merge %d has the size %d, want %d", k, i, m.Size, c.Sizes[i])
			}
		}
		if got := must(h.Leaves()); !slices.Equal(got, c.Leaves) {
			t.Errorf("case %d: leaves %v, want %v", k, got, c.Leaves)
		}
		if got := must(h.CutAt(c.Height)); !samePartition(got, c.AtHeight) {
			t.Errorf("case %d: cut at %v %v, want %v", k, c.Height, got, c.AtHeight)
		}
		if got := must(h.Cut(min(3, len(rows)))); distinct(c.Three) == 3 && !samePartition(got, c.Three) {
			t.Errorf("case %d: three clusters %v, want %v", k, got, c.Three)
		}
		testkit.Near(t, "cophenetic", condensed(must(h.Cophenetic()))[:len(c.Cophenetic)], c.Cophenetic, 1e-12)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// samePartition compares partitions whose clusters have other numbers.
func samePartition(a, b []int) bool {
	x, _ := compact(a)
	y, _ := compact(b)
	for i := range x {
		for j := range i {
			if (x[i] == x[j]) != (y[i] == y[j]) {
				return false
			}
		}
	}
	return len(x) == len(y)
}

func distinct(labels []int) int {
	_, k := compact(labels)
	return k
}

func condensed(s *mat.SymDense) (v []float64) {
	for i := range s.SymmetricDim() {
		for j := i + 1; j < s.SymmetricDim(); j++ {
			v = append(v, s.At(i, j))
		}
	}
	return v
}

// normal is n points in R^d.
func normal(n, d int, seed uint64) *mat.Dense {
	rnd, x := rand.New(rand.NewPCG(seed, 8)), mat.NewDense(n, d, nil)
	x.Apply(func(int, int, float64) float64 { return rnd.NormFloat64() }, x)
	return x
}

// apart is the distance of two clusters by the definition of the linkage, from the points.
func apart(l Linkage, x *mat.Dense, a, b []int) float64 {
	least, most, sum := math.Inf(1), 0.0, 0.0
	for _, i := range a {
		for _, j := range b {
			v := math.Sqrt(squared(x.RawRowView(i), x.RawRowView(j)))
			least, most, sum = min(least, v), max(most, v), sum+v
		}
	}
	n, m := float64(len(a)), float64(len(b))
	switch l {
	case Single:
		return least
	case Complete:
		return most
	case Average:
		return sum / (n * m)
	}
	return math.Sqrt(2 * n * m / (n + m) * squared(centre(x, a), centre(x, b)))
}

func centre(x *mat.Dense, rows []int) []float64 {
	c := make([]float64, x.RawMatrix().Cols)
	for _, i := range rows {
		for j, v := range x.RawRowView(i) {
			c[j] += v / float64(len(rows))
		}
	}
	return c
}

// TestPlainSearch: the merges are those of the definition, which looks at all pairs of clusters each time and computes their distance from the points.
func TestPlainSearch(t *testing.T) {
	for _, l := range Linkage(0).All() {
		x := normal(24, 3, uint64(l)+1)
		h, sets := must(Agglomerative{Linkage: l}.Fit(x)), map[int][]int{}
		for i := range 24 {
			sets[i] = []int{i}
		}
		for k, m := range h.Merges {
			best, a, b := math.Inf(1), 0, 0
			for i := range 24 + k {
				for j := range i {
					if sets[i] == nil || sets[j] == nil {
						continue
					}
					if v := apart(l, x, sets[i], sets[j]); v < best {
						best, a, b = v, j, i
					}
				}
			}
			if m.A != a || m.B != b || math.Abs(m.Height-best) > 1e-12 {
				t.Fatalf("%v: merge %d is %+v, want %d and %d at %v", l, k, m, a, b, best)
			}
			sets[24+k] = append(slices.Clone(sets[a]), sets[b]...)
			sets[a], sets[b] = nil, nil
		}
	}
}

// TestWardIsInertia: half the squares of the heights add up to the total sum of squares, and down to each cut to the inertia of its clusters.
func TestWardIsInertia(t *testing.T) {
	x := normal(50, 4, 3)
	h, sum := must(Agglomerative{}.Fit(x)), 0.0
	for k, m := range h.Merges {
		sum += m.Height * m.Height / 2
		s := must(NewScatter(x, must(h.Cut(49-k))))
		if math.Abs(s.Inertia-sum) > 1e-11*sum {
			t.Errorf("%d clusters: the heights give %v, the inertia is %v", 49-k, sum, s.Inertia)
		}
	}
}

// TestCopheneticLaws: heights are an ultrametric; those of single linkage are nowhere above the distances, those of complete linkage nowhere below, and clustering
// by them gives them again.
func TestCopheneticLaws(t *testing.T) {
	x := normal(30, 2, 4)
	for _, l := range Linkage(0).All() {
		h := must(Agglomerative{Linkage: l}.Fit(x))
		c := must(h.Cophenetic())
		for i := range 30 {
			for j := range i {
				d := math.Sqrt(squared(x.RawRowView(i), x.RawRowView(j)))
				if v := c.At(i, j); l == Single && v > d || l == Complete && v < d {
					t.Errorf("%v: %d and %d meet at %v, their distance is %v", l, i, j, v, d)
				}
				for k := range 30 {
					if c.At(i, j) > max(c.At(i, k), c.At(k, j)) {
						t.Fatalf("%v: %d, %d, %d are no ultrametric triangle", l, i, j, k)
					}
				}
			}
		}
		if l == Ward {
			continue
		}
		again := condensed(must(must(Agglomerative{Linkage: l}.FitDistances(c)).Cophenetic()))
		testkit.Near(t, l.String()+" of its own distances", again, condensed(c), 1e-14)
	}
}

// TestManyTies: on coarse grids, where most distances are equal, the heights still rise, the tree is whole, and no search goes astray.
func TestManyTies(t *testing.T) {
	for seed := range uint64(40) {
		x := normal(60, 3, seed)
		x.Apply(func(_, _ int, v float64) float64 { return math.Round(v) * 0.1 }, x)
		for _, l := range Linkage(0).All() {
			h := must(Agglomerative{Linkage: l}.Fit(x))
			if n, err := h.whole(); n != 60 || err != nil {
				t.Fatalf("seed %d, %v: %d nodes, %v", seed, l, n, err)
			}
		}
	}
	zeros := must(Agglomerative{}.Fit(mat.NewDense(9, 2, nil)))
	if got := must(zeros.CutAt(0)); distinct(got) != 1 {
		t.Errorf("equal points: %v", got)
	}
}

func TestCuts(t *testing.T) {
	h := must(Agglomerative{Linkage: Single}.Fit(mat.NewDense(5, 1, []float64{0, 10, 1, 14, 11})))
	for k, want := range [][]int{{0, 0, 0, 0, 0}, {0, 1, 0, 1, 1}, {0, 1, 0, 2, 1}, {0, 1, 0, 2, 3}, {0, 1, 2, 3, 4}} {
		if got := must(h.Cut(k + 1)); k != 3 && !slices.Equal(got, want) {
			t.Errorf("%d clusters: %v, want %v", k+1, got, want)
		}
	}
	for height, want := range map[float64][]int{-1: {0, 1, 2, 3, 4}, 1: {0, 1, 0, 2, 1}, 2.9: {0, 1, 0, 2, 1}, 3: {0, 1, 0, 1, 1}, math.Inf(1): {0, 0, 0, 0, 0}} {
		if got := must(h.CutAt(height)); !slices.Equal(got, want) {
			t.Errorf("at %v: %v, want %v", height, got, want)
		}
	}
}

func TestHierarchyJSON(t *testing.T) {
	h := testkit.RoundTrip(t, must(Agglomerative{Linkage: Average}.Fit(normal(9, 2, 1))))
	if _, err := h.Cut(2); err != nil {
		t.Error(err)
	}
	testkit.RoundTrip(t, &Agglomerative{Linkage: Complete})
	if err := json.Unmarshal([]byte(`{"Linkage": "centroid"}`), new(Agglomerative)); err == nil {
		t.Error("a linkage that is none was read")
	}
}

func TestHierarchyProcessors(t *testing.T) {
	x := normal(203, 7, 2)
	for _, l := range Linkage(0).All() {
		testkit.Processors(t, l.String(), func() []float64 {
			_, heights, _ := must(Agglomerative{Linkage: l}.Fit(x)).Tree()
			return heights
		})
		testkit.Views(t, l.String(), normal(9, 3, 2), func(x mat.Matrix) (any, error) { return Agglomerative{Linkage: l}.Fit(x) })
	}
}

func TestAgglomerativeBadInput(t *testing.T) {
	nan, big := math.NaN(), math.MaxFloat64/4
	square := func(v ...float64) *mat.Dense { return mat.NewDense(2, 2, v) }
	none := Agglomerative{Linkage: 9}
	for name, c := range map[string]struct {
		err  error
		want error
	}{
		"nil":                   {fails(Agglomerative{}.Fit(nil)), input.ErrEmpty},
		"one row":               {fails(Agglomerative{}.Fit(mat.NewDense(1, 2, nil))), input.ErrShape},
		"NaN":                   {fails(Agglomerative{}.Fit(square(0, 1, nan, 2))), input.ErrNotFinite},
		"no linkage":            {fails(none.Fit(square(0, 1, 2, 3))), input.ErrParam},
		"overflow":              {fails(Agglomerative{}.Fit(square(0, 1e200, 2, 3))), input.ErrNotFinite},
		"underflow":             {fails(Agglomerative{}.Fit(square(0, 1e-200, 2e-200, 0))), input.ErrNotFinite},
		"distances: nil":        {fails(Agglomerative{}.FitDistances(nil)), input.ErrEmpty},
		"distances: one":        {fails(Agglomerative{}.FitDistances(mat.NewDense(1, 1, nil))), input.ErrShape},
		"distances: no linkage": {fails(none.FitDistances(square(0, 1, 1, 0))), input.ErrParam},
		"distances: not square": {fails(Agglomerative{}.FitDistances(mat.NewDense(2, 3, nil))), input.ErrShape},
		"distances: NaN":        {fails(Agglomerative{}.FitDistances(square(0, nan, nan, 0))), input.ErrNotFinite},
		"distances: infinite":   {fails(Agglomerative{}.FitDistances(square(0, infinity, infinity, 0))), input.ErrNotFinite},
		"distances: asymmetric": {fails(Agglomerative{}.FitDistances(square(0, 1, 2, 0))), input.ErrParam},
		"distances: negative":   {fails(Agglomerative{}.FitDistances(square(0, -1, -1, 0))), input.ErrParam},
		"distances: diagonal":   {fails(Agglomerative{}.FitDistances(square(1, 1, 1, 0))), input.ErrParam},
		"distances: squares":    {fails(Agglomerative{}.FitDistances(square(0, 1e160, 1e160, 0))), input.ErrNotFinite},
		"distances: small":      {fails(Agglomerative{}.FitDistances(square(0, 1e-160, 1e-160, 0))), input.ErrNotFinite},
		"distances: sums":       {fails(Agglomerative{Linkage: Average}.FitDistances(square(0, 4*big*0.9, 4*big*0.9, 0))), input.ErrNotFinite},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want one that wraps %v", name, c.err, c.want)
		}
	}
	if h, err := (Agglomerative{Linkage: Complete}).FitDistances(square(0, big, big, 0)); err != nil || h.Merges[0].Height != big {
		t.Errorf("a large distance: %+v, %v", h, err)
	}
}

func fails(_ *Hierarchy, err error) error { return err }

// TestHierarchyRefuses: methods refuse what Fit did not make, and cuts that there are not.
func TestHierarchyRefuses(t *testing.T) {
	good := must(Agglomerative{}.Fit(normal(4, 2, 1)))
	for name, change := range map[string]func(m []Merge){
		"a node twice":    func(m []Merge) { m[1].A = m[0].A },
		"no such node":    func(m []Merge) { m[0].B = 5 },
		"a negative node": func(m []Merge) { m[0].A = -1 },
		"a size":          func(m []Merge) { m[2].Size++ },
		"a lower height":  func(m []Merge) { m[2].Height = 0 },
		"NaN":             func(m []Merge) { m[1].Height = math.NaN() },
		"infinite":        func(m []Merge) { m[2].Height = infinity },
	} {
		bad := &Hierarchy{Merges: slices.Clone(good.Merges)}
		change(bad.Merges)
		if !errors.Is(anyError(bad), input.ErrParam) {
			t.Errorf("%s: %v", name, anyError(bad))
		}
	}
	for _, h := range []*Hierarchy{nil, {}} {
		if anyError(h) == nil {
			t.Errorf("%v has no error", h)
		}
	}
	for _, k := range []int{0, 5} {
		if _, err := good.Cut(k); !errors.Is(err, input.ErrParam) {
			t.Errorf("%d clusters: %v", k, err)
		}
	}
	if _, err := good.CutAt(math.NaN()); !errors.Is(err, input.ErrParam) {
		t.Errorf("NaN: %v", err)
	}
}

// anyError is nil if any method of a hierarchy has none.
func anyError(h *Hierarchy) error {
	_, a := h.Cut(1)
	_, b := h.CutAt(1)
	_, c := h.Leaves()
	_, d := h.Cophenetic()
	_, _, e := h.Tree()
	for _, err := range []error{a, b, c, d, e} {
		if err == nil {
			return nil
		}
	}
	return a
}
