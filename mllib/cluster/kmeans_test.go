package cluster

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/metrics"
	"gonum.org/v1/gonum/mat"
)

func mustFit(t testing.TB, p KMeans, x mat.Matrix) *Model {
	t.Helper()
	m, err := p.Fit(x)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// blobs is a mixture of k normals in R^d whose means are normal with the given spread.
func blobs(n, d, k int, spread float64, seed uint64) *data.Set {
	rnd := rand.New(rand.NewPCG(seed, 1))
	means := make([][]float64, k)
	for c := range means {
		for range d {
			means[c] = append(means[c], spread*rnd.NormFloat64())
		}
	}
	s, err := data.Mixture{Means: means}.Draw(n, rnd)
	if err != nil {
		panic(err)
	}
	return s
}

// TestAllStartsOfKM10: curriculum N1.2j, 148 of the 210 starts reach R = 14/3.
func TestAllStartsOfKM10(t *testing.T) {
	s := data.KM10()
	ends := map[string]int{}
	for a := range 10 {
		for b := range a {
			for c := range b {
				for d := range c {
					m := mustFit(t, KMeans{Start: [][]float64{s.Row(d), s.Row(c), s.Row(b), s.Row(a)}}, s.X)
					ends[fmt.Sprintf("%.2f", m.Inertia)]++
					if rand, _ := metrics.AdjustedRand(m.Labels, s.Y); (rand == 1) != (m.Inertia < 5) {
						t.Errorf("inertia %v with labels %v", m.Inertia, m.Labels)
					}
				}
			}
		}
	}
	if ends["4.67"] != 148 {
		t.Errorf("%d starts reach the best partition, want 148: %v", ends["4.67"], ends)
	}
	for _, end := range []string{"33.33", "33.50", "37.33", "37.50", "39.25", "40.92", "43.00"} {
		if ends[end] == 0 {
			t.Errorf("no start ends at %s: %v", end, ends)
		}
	}
}

// TestFixedPoint: curriculum B4.1.1b.
func TestFixedPoint(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{0, 0, 0, 1, 3, 0, 3, 1})
	if m := mustFit(t, KMeans{Start: [][]float64{{1.5, 0}, {1.5, 1}}}, x); m.Inertia != 9 || m.Report.Iterations != 2 {
		t.Errorf("got inertia %v, %v, want 9 after 2 passes", m.Inertia, m.Report)
	}
	if m := mustFit(t, KMeans{K: 2, Src: rand.NewPCG(1, 2)}, x); m.Inertia != 1 {
		t.Errorf("ten restarts: inertia %v, want 1", m.Inertia)
	}
}

// TestBoundsChangeNothing: Hamerly's algorithm gives what the plain one gives, to the last bit.
func TestBoundsChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("slow under the race detector, and alone in what it computes")
	}
	rnd := rand.New(rand.NewPCG(7, 7))
	for c := range 300 {
		n, d, k := 1+rnd.IntN(400), 1+rnd.IntN(9), 1+rnd.IntN(12)
		if c%20 == 0 {
			n = 3000 + rnd.IntN(3000)
		}
		if c%7 == 0 {
			k += tightenFrom
		}
		s := blobs(n, d, 1+rnd.IntN(5), []float64{0, 1, 5, 1e6}[rnd.IntN(4)], uint64(c))
		if c%3 == 0 { // a grid: many exact ties and repeated points
			s.X.Apply(func(_, _ int, v float64) float64 { return math.Round(v) }, s.X)
		}
		p := KMeans{K: min(k, n), Restarts: 2, Trace: true, Init: Init(c % 2), Empty: Empty(c / 2 % 2)}
		fit := func(a Algorithm) *Model {
			p.Algorithm, p.Src = a, rand.NewPCG(uint64(c), 9)
			return mustFit(t, p, s.X)
		}
		fast, plain := fit(Hamerly), fit(Plain)
		if fast.Report.Distances > plain.Report.Distances+int64(n*fast.Report.Iterations) {
			t.Errorf("case %d: %d distances with bounds, %d without", c, fast.Report.Distances, plain.Report.Distances)
		}
		fast.Report.Distances, plain.Report.Distances = 0, 0
		if !reflect.DeepEqual(fast, plain) {
			t.Errorf("case %d, n=%d d=%d k=%d: %v, inertia %v with bounds; %v, %v without", c, n, d, p.K, fast.Report, fast.Inertia, plain.Report, plain.Inertia)
		}
	}
}

// TestNearest holds the search without branches against the plain one, with ties and with numbers of lanes that are not full.
func TestNearest(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	for range 1000 {
		k, d := 1+rnd.IntN(30), 1+rnd.IntN(5)
		centers, x := make([]float64, k*d), make([]float64, d)
		for i := range centers {
			centers[i] = float64(rnd.IntN(4))
		}
		for j := range x {
			x[j] = float64(rnd.IntN(4))
		}
		f := newFinder(k, d)
		f.set(centers)
		best, least, second := f.nearest(x, make([]float64, f.width))
		squares := make([]float64, k)
		for c := range squares {
			squares[c] = squared(x, centers[c*d:(c+1)*d])
		}
		want := slices.Index(squares, slices.Min(squares))
		sorted := append(slices.Sorted(slices.Values(squares)), math.Inf(1))
		if best != want || least != sorted[0] || second != sorted[1] {
			t.Fatalf("k = %d, d = %d: got %d, %v, %v; want %d, %v, %v", k, d, best, least, second, want, sorted[0], sorted[1])
		}
	}
}

// TestLaws: R never rises, the end is a fixed point, centres are means, sizes count, T = W + B.
func TestLaws(t *testing.T) {
	rnd := rand.New(rand.NewPCG(8, 8))
	for c := range 60 {
		s := blobs(20+rnd.IntN(200), 1+rnd.IntN(4), 4, 3, uint64(c))
		m := mustFit(t, KMeans{K: 1 + rnd.IntN(8), Restarts: 1, Trace: true, Init: RandomPoints, Src: rnd}, s.X)
		r := math.Inf(1)
		for i, step := range m.Trace {
			for _, v := range []float64{step.Assigned, step.Centered} {
				if v > r*(1+1e-12) {
					t.Errorf("case %d, pass %d: R rises from %v to %v", c, i, r, v)
				}
				r = v
			}
		}
		labels, err := m.Predict(s.X)
		if err != nil || !slices.Equal(labels, m.Labels) || m.Report.Stop != Converged || len(m.Trace) != m.Report.Iterations {
			t.Errorf("case %d: not a fixed point: %v (%v)", c, m.Report, err)
		}
		means, sizes, err := Means(s.X, m.Labels)
		if err != nil || !slices.Equal(sizes, m.Sizes) {
			t.Errorf("case %d: sizes %v, want %v (%v)", c, m.Sizes, sizes, err)
		}
		for k := range means {
			if !slices.Equal(means[k], m.Centers[k]) {
				t.Errorf("case %d: centre %v, mean %v", c, m.Centers[k], means[k])
			}
		}
		scatter, err := NewScatter(s.X, m.Labels)
		if err != nil || math.Abs(scatter.Inertia-m.Inertia) > 1e-12*m.Inertia {
			t.Errorf("case %d: inertia %v, scatter %+v (%v)", c, m.Inertia, scatter, err)
		}
		distances, err := m.Distances(s.X)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, k := range m.Labels {
			sum += distances.At(i, k)
		}
		if math.Abs(sum-m.Inertia) > 1e-12*m.Inertia {
			t.Errorf("case %d: distances add up to %v, inertia %v", c, sum, m.Inertia)
		}
	}
}

// TestBestOfRestarts: the model is that of the run of least inertia, and never better than the exhaustive search.
func TestBestOfRestarts(t *testing.T) {
	for c := range 30 {
		s := blobs(9, 2, 3, 2, uint64(c))
		m := mustFit(t, KMeans{K: 3, Restarts: 20, Src: rand.NewPCG(uint64(c), 3)}, s.X)
		for _, run := range m.Runs {
			if run.Inertia < m.Inertia {
				t.Errorf("case %d: inertia %v, a run has %v", c, m.Inertia, run.Inertia)
			}
		}
		if m.Runs[m.Report.Best].Inertia != m.Inertia || m.Runs[m.Report.Best].Iterations != m.Report.Iterations {
			t.Errorf("case %d: report %v, run %+v", c, m.Report, m.Runs[m.Report.Best])
		}
		best, err := Exhaustive{K: 3}.Fit(s.X)
		if err != nil || m.Inertia < best.Inertia.Value*(1-1e-12) {
			t.Errorf("case %d: inertia %v below the least possible %v (%v)", c, m.Inertia, best.Inertia.Value, err)
		}
	}
}

// TestPermutedRows: the order of the rows does not matter, up to rounding.
func TestPermutedRows(t *testing.T) {
	s := blobs(500, 3, 5, 4, 1)
	start := [][]float64{s.Row(0), s.Row(1), s.Row(2), s.Row(3)}
	m := mustFit(t, KMeans{Start: start}, s.X)
	order := rand.New(rand.NewPCG(1, 2)).Perm(500)
	shuffled, err := s.Take(order)
	if err != nil {
		t.Fatal(err)
	}
	p := mustFit(t, KMeans{Start: start}, shuffled.X)
	if math.Abs(p.Inertia-m.Inertia) > 1e-12*m.Inertia {
		t.Errorf("inertia %v, after a permutation %v", m.Inertia, p.Inertia)
	}
	for i, j := range order {
		if p.Labels[i] != m.Labels[j] {
			t.Fatalf("observation %d: label %d, after a permutation %d", j, m.Labels[j], p.Labels[i])
		}
	}
}

func TestEmptyClusters(t *testing.T) {
	x := mat.NewDense(5, 1, []float64{0, 1, 2, 10, 11})
	start := [][]float64{{1}, {10}, {100}} // nothing is nearest to 100
	for _, c := range []struct {
		rule    Empty
		inertia float64
		sizes   []int
	}{
		{Farthest, 1, []int{2, 2, 1}}, {Keep, 2.5, []int{3, 2, 0}},
	} {
		for _, a := range []Algorithm{Hamerly, Plain} {
			m := mustFit(t, KMeans{Start: start, Empty: c.rule, Algorithm: a, Trace: true}, x)
			if m.Inertia != c.inertia || !slices.Equal(m.Sizes, c.sizes) || m.Report.Emptied == 0 {
				t.Errorf("%v, %v: inertia %v, sizes %v, %+v, want %v, %v", c.rule, a, m.Inertia, m.Sizes, m.Report, c.inertia, c.sizes)
			}
		}
	}
	if _, err := (KMeans{Start: start, Empty: Fail}).Fit(x); !errors.Is(err, ErrEmptyCluster) {
		t.Errorf("rule Fail: got %v", err)
	}
}

func TestFewDifferentPoints(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, 1, 1, 1, 2, 2, 1, 1})
	m := mustFit(t, KMeans{K: 3, Src: rand.NewPCG(1, 2)}, x)
	if m.Inertia != 0 || m.Report.Stop != FewPoints {
		t.Errorf("two different points, K = 3: inertia %v, %v", m.Inertia, m.Report)
	}
	constant := mat.NewDense(3, 1, []float64{5, 5, 5})
	if m := mustFit(t, KMeans{K: 3, Src: rand.NewPCG(1, 2)}, constant); m.Inertia != 0 || !slices.Equal(m.Labels, []int{0, 0, 0}) {
		t.Errorf("equal points: %+v", m)
	}
}

func TestIterationLimit(t *testing.T) {
	s := blobs(500, 2, 1, 0, 1)
	m := mustFit(t, KMeans{K: 8, MaxIter: 2, Restarts: 1, Init: RandomPoints, Trace: true, Src: rand.NewPCG(1, 2)}, s.X)
	if m.Report.Stop != IterationLimit || m.Report.Iterations != 2 || len(m.Trace) != 2 {
		t.Errorf("got %v, want the limit of 2", m.Report)
	}
}

func TestViewsAndOtherMatrices(t *testing.T) {
	s := blobs(60, 4, 3, 3, 1)
	part := s.X.Slice(10, 50, 1, 3) // a stride larger than its width
	p := KMeans{K: 3, Restarts: 1}
	p.Src = rand.NewPCG(1, 2)
	view := mustFit(t, p, part)
	p.Src = rand.NewPCG(1, 2)
	if copied := mustFit(t, p, mat.DenseCopyOf(part)); !reflect.DeepEqual(view, copied) {
		t.Error("a view gives another model than its copy")
	}
	p.Src = rand.NewPCG(1, 2)
	if transposed := mustFit(t, p, mat.DenseCopyOf(part.T()).T()); !reflect.DeepEqual(view, transposed) {
		t.Error("a transposed matrix gives another model")
	}
}

// TestPlusPlusProbabilities: on the points 0, 1, 3 the second centre has the probabilities of the squared distances, and of two candidates
// the one is taken that leaves less (0 and 1 leave 4 to the point 3, both other pairs leave 1), the first where they are equal.
func TestPlusPlusProbabilities(t *testing.T) {
	s := newDataset(mat.NewDense(3, 1, []float64{0, 1, 3}), 3, 1)
	rnd := rand.New(rand.NewPCG(1, 2))
	const n = 30000
	for candidates, want := range []map[[2]float64]float64{
		1: {{0, 1}: 1. / 30, {0, 3}: 9. / 30, {1, 0}: 1. / 15, {1, 3}: 4. / 15, {3, 0}: 9. / 39, {3, 1}: 4. / 39},
		2: {{0, 1}: 1. / 3 * .01, {0, 3}: 1. / 3 * .99, {1, 0}: 1. / 3 * .04, {1, 3}: 1. / 3 * .96, {3, 0}: 9. / 39, {3, 1}: 4. / 39},
	} {
		if candidates == 0 {
			continue
		}
		counts := map[[2]float64]float64{}
		for range n {
			c := s.plusPlus(2, candidates, rnd)
			counts[[2]float64{c[0], c[1]}]++
		}
		for pair, p := range want {
			if sd := math.Sqrt(p * (1 - p) / n); math.Abs(counts[pair]/n-p) > 4*sd {
				t.Errorf("%d candidates, centres %v: frequency %v, want %v ± %v", candidates, pair, counts[pair]/n, p, 4*sd)
			}
		}
	}
}

// TestProcessorsDoNotMatter: the result does not depend on how many goroutines share the work.
func TestProcessorsDoNotMatter(t *testing.T) {
	s := blobs(9000, 20, 6, .3, 5) // large enough to be shared
	fit := func(processors int) *Model {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		return mustFit(t, KMeans{K: 7, Restarts: 2, Trace: true, Src: rand.NewPCG(1, 2)}, s.X)
	}
	if one, four := fit(1), fit(4); !reflect.DeepEqual(one, four) {
		t.Errorf("inertia %v on one processor, %v on four", one.Inertia, four.Inertia)
	}
}

// TestPassesDoNotAllocate: a pass allocates a few closures, nothing for each observation.
func TestPassesDoNotAllocate(t *testing.T) {
	s := blobs(2000, 2, 1, 0, 1)
	start := [][]float64{s.Row(0), s.Row(1), s.Row(2), s.Row(3), s.Row(4), s.Row(5)}
	for _, a := range []Algorithm{Hamerly, Plain} {
		allocations := func(passes int) float64 {
			return testing.AllocsPerRun(5, func() { mustFit(t, KMeans{Start: start, MaxIter: passes, Algorithm: a}, s.X) })
		}
		if few, many := allocations(2), allocations(12); many > few+10*8 {
			t.Errorf("%v: %v allocations in 2 passes, %v in 12", a, few, many)
		}
	}
}
