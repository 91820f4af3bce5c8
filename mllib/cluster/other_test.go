package cluster

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

func column(x ...float64) *mat.Dense { return mat.NewDense(len(x), 1, x) }

// TestScatter: exact numbers of the curriculum, N1.2d and N1.2m.
func TestScatter(t *testing.T) {
	six, seven, four := column(0, 1, 3, 4, 10, 11), column(-2, -1, 0, 1, 2, 10, 31), column(0, 1, 2, 4)
	for _, c := range []struct {
		x               *mat.Dense
		labels          []int
		within, between float64
		inertia         float64
	}{
		{six, []int{0, 0, 0, 0, 1, 1}, 41, 600, 10.5},
		{six, []int{0, 0, 1, 1, 1, 1}, 201, 440, 50.5},
		{six, []int{0, 0, 0, 1, 1, 1}, 100, 541, 100. / 3},
		{seven, []int{0, 0, 0, 0, 0, 1, 1}, 491, 5325, 230.5},
		{seven, []int{9, 9, 9, 9, 9, 9, -4}, 560, 5256, 280. / 3},
		{four, []int{0, 0, 1, 1}, 5, 30, 2.5},
		{four, []int{0, 0, 0, 1}, 6, 29, 2},
	} {
		for _, f := range []func(mat.Matrix, []int) (Scatter, error){NewScatter, PairScatter} {
			s, err := f(c.x, c.labels)
			if err != nil || math.Abs(s.Within-c.within) > 1e-11 || math.Abs(s.Inertia-c.inertia) > 1e-12 ||
				math.Abs(s.Between-c.between) > 1e-11 || math.Abs(s.Total-c.within-c.between) > 1e-11 {
				t.Errorf("%v: got %+v (%v), want %v, %v, %v", c.labels, s, err, c.within, c.between, c.inertia)
			}
		}
	}
}

// TestScatterFormsAgree: curriculum N1.2e and N1.2h.
func TestScatterFormsAgree(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for c := range 50 {
		s := blobs(30+rnd.IntN(100), 1+rnd.IntN(5), 3, 5, uint64(c))
		labels := make([]int, s.Len())
		for i := range labels {
			labels[i] = rnd.IntN(4)
		}
		means, err1 := NewScatter(s.X, labels)
		pairs, err2 := PairScatter(s.X, labels)
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-12*means.Total }
		if err := errors.Join(err1, err2); err != nil || !near(means.Within, pairs.Within) || !near(means.Between, pairs.Between) ||
			!near(means.Total, pairs.Total) || !near(means.Inertia, pairs.Inertia) || !near(means.Total, means.Within+means.Between) {
			t.Errorf("case %d: %+v by means, %+v by pairs (%v)", c, means, pairs, err)
		}
	}
}

// TestExhaustive: curriculum N1.2k, N1.2m.
func TestExhaustive(t *testing.T) {
	s := data.KM10()
	within := []float64{1690, 420, 143, 12, 9, 6}
	inertia := []float64{169, 84, 103. / 3, 14. / 3, 11. / 3, 8. / 3}
	counts := []int{1, 511, 9330, 34105, 42525, 22827}
	for k := range within {
		best, err := Exhaustive{K: k + 1}.Fit(s.X)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(best.Within.Value-within[k]) > 1e-12 || math.Abs(best.Inertia.Value-inertia[k]) > 1e-12 || best.Partitions != counts[k] {
			t.Errorf("K = %d: %+v, want W = %v, R = %v, %d partitions", k+1, best, within[k], inertia[k], counts[k])
		}
		for _, o := range []Optimum{best.Within, best.Inertia} {
			scatter, err := NewScatter(s.X, o.Labels)
			if err != nil || math.Abs(scatter.Within-o.Value) > 1e-9 && math.Abs(scatter.Inertia-o.Value) > 1e-9 {
				t.Errorf("K = %d: labels %v have %+v, not %v (%v)", k+1, o.Labels, scatter, o.Value, err)
			}
		}
	}
	best, err := Exhaustive{K: 2}.Fit(column(0, 1, 2, 4))
	if err != nil || !slices.Equal(best.Within.Labels, []int{0, 0, 1, 1}) || !slices.Equal(best.Inertia.Labels, []int{0, 0, 0, 1}) {
		t.Errorf("(0,1,2,4): %+v (%v)", best, err)
	}
}

// TestStirling: curriculum N1.2f, and the recursion.
func TestStirling(t *testing.T) {
	for _, c := range []struct {
		n, k int
		want string
	}{
		{10, 1, "1"}, {10, 2, "511"}, {10, 3, "9330"}, {10, 4, "34105"}, {10, 5, "42525"}, {10, 6, "22827"},
		{19, 4, "11259666950"}, {20, 4, "45232115901"}, {0, 0, "1"}, {3, 0, "0"}, {3, 5, "0"}, {2, 3, "0"},
	} {
		if s, err := Stirling2(c.n, c.k); err != nil || s.String() != c.want {
			t.Errorf("S(%d, %d) = %v (%v), want %s", c.n, c.k, s, err, c.want)
		}
	}
	for n := 1; n <= 40; n++ {
		for k := 1; k <= n; k++ {
			s, _ := Stirling2(n, k)
			a, _ := Stirling2(n-1, k)
			b, _ := Stirling2(n-1, k-1)
			if a.Mul(a, big.NewInt(int64(k))); s.Cmp(a.Add(a, b)) != 0 {
				t.Errorf("S(%d, %d) = %v, the recursion gives %v", n, k, s, a)
			}
		}
	}
	for _, c := range [][2]int{{1 << 40, 2}, {5, 1 << 40}, {0, 10_001}, {math.MaxInt, math.MaxInt}} {
		if _, err := Stirling2(c[0], c[1]); !errors.Is(err, input.ErrParam) {
			t.Errorf("%v: got %v", c, err)
		}
	}
	if _, err := Stirling2(-1, 2); !errors.Is(err, input.ErrParam) {
		t.Errorf("negative n: %v", err)
	}
}

// TestLabelledCounts: curriculum N1.2g.
func TestLabelledCounts(t *testing.T) {
	sums, err := LabelledCounts(10, 4)
	if err != nil || len(sums) != 4 {
		t.Fatal(sums, err)
	}
	for i, want := range []int64{1048576, 812380, 818524, 818520} {
		if sums[i].Int64() != want {
			t.Errorf("partial sum %d is %v, want %d", i, sums[i], want)
		}
	}
}

func TestPartitions(t *testing.T) {
	for n := 1; n <= 9; n++ {
		for k := 1; k <= n; k++ {
			seen := map[string]bool{}
			for labels := range Partitions(n, k) {
				text, _ := json.Marshal(labels)
				used := slices.Compact(slices.Sorted(slices.Values(labels)))
				if seen[string(text)] || len(used) != k {
					t.Fatalf("n = %d, k = %d: %v twice or with %d clusters", n, k, labels, len(used))
				}
				seen[string(text)] = true
			}
			if want, _ := Stirling2(n, k); int64(len(seen)) != want.Int64() {
				t.Errorf("n = %d, k = %d: %d partitions, want %v", n, k, len(seen), want)
			}
		}
	}
	for range Partitions(3, 4) {
		t.Error("three points in four clusters")
	}
	for range Partitions(5, 2) {
		break // stops without a panic
	}
}

func TestJSON(t *testing.T) {
	s := blobs(50, 3, 4, 3, 1)
	p := KMeans{K: 4, Init: RandomPoints, Empty: Keep, Algorithm: Plain, Restarts: 3, Trace: true, Src: rand.NewPCG(1, 2)}
	m := mustFit(t, p, s.X)
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var back Model
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(&back, m) {
		t.Errorf("the model came back as %+v (%v)", back, err)
	}
	text, err = json.Marshal(p)
	if err != nil || !strings.Contains(string(text), `"random-points"`) {
		t.Fatal(string(text), err)
	}
	var q KMeans
	if err := json.Unmarshal(text, &q); err != nil {
		t.Fatal(err)
	}
	p.Src = nil
	if !reflect.DeepEqual(p, q) {
		t.Errorf("the parameters came back as %+v", q)
	}
	for _, bad := range []string{`{"Init":"nowhere"}`, `{"Empty":"x"}`, `{"Algorithm":"x"}`} {
		if json.Unmarshal([]byte(bad), &q) == nil {
			t.Errorf("%s: no error", bad)
		}
	}
	if _, err := json.Marshal(KMeans{Init: 7}); err == nil {
		t.Error("an unknown rule has a name")
	}
}

func TestNames(t *testing.T) {
	for want, v := range map[string]interface{ String() string }{
		"hamerly": Hamerly, "plain": Plain, "plus-plus": PlusPlus, "farthest": Farthest, "keep": Keep, "fail": Fail,
		"converged": Converged, "iteration limit": IterationLimit, "9?": Stop(9), "-1?": Init(-1),
	} {
		if v.String() != want {
			t.Errorf("got %q, want %q", v, want)
		}
	}
}

func TestNoPartitions(t *testing.T) {
	for _, c := range [][2]int{{3, 0}, {3, 4}, {0, 0}, {-1, 1}, {math.MaxInt, 2}} {
		for labels := range Partitions(c[0], c[1]) {
			t.Errorf("%v: got %v", c, labels)
			break
		}
	}
}

func TestBadInput(t *testing.T) {
	x, src, nan := column(0, 1, 2), rand.NewPCG(1, 2), math.NaN()
	m := mustFit(t, KMeans{K: 2, Src: src}, x)
	fit := func(p KMeans, x mat.Matrix) error { _, err := p.Fit(x); return err }
	predict := func(m *Model, x mat.Matrix) error { _, err := m.Predict(x); return err }
	distances := func(x mat.Matrix) error { _, err := m.Distances(x); return err }
	search := func(p Exhaustive, x mat.Matrix) error { _, err := p.Fit(x); return err }
	scatter := func(x mat.Matrix, labels []int) error { _, err := NewScatter(x, labels); return err }
	pairs := func(x mat.Matrix, labels []int) error { _, err := PairScatter(x, labels); return err }
	means := func(x mat.Matrix, labels []int) error { _, _, err := Means(x, labels); return err }
	all := func(x mat.Matrix) error { _, err := SquaredDistances(x); return err }
	for _, c := range []struct {
		name string
		err  error
		want error
		says string
	}{
		{"no matrix", fit(KMeans{K: 1, Src: src}, nil), input.ErrEmpty, "X"},
		{"empty matrix", fit(KMeans{K: 1, Src: src}, &mat.Dense{}), input.ErrEmpty, "X"},
		{"NaN", fit(KMeans{K: 1, Src: src}, column(1, nan)), input.ErrNotFinite, "X"},
		{"infinity", fit(KMeans{K: 1, Src: src}, column(1, math.Inf(-1))), input.ErrNotFinite, "X"},
		{"overflow", fit(KMeans{K: 1, Src: src}, column(1, 1e160)), input.ErrNotFinite, "overflow"},
		{"no K", fit(KMeans{Src: src}, x), input.ErrParam, "KMeans.K"},
		{"negative K", fit(KMeans{K: -1, Src: src}, x), input.ErrParam, "KMeans.K"},
		{"K > n", fit(KMeans{K: 4, Src: src}, x), input.ErrParam, "KMeans.K"},
		{"no source", fit(KMeans{K: 2}, x), input.ErrParam, "KMeans.Src"},
		{"negative restarts", fit(KMeans{K: 2, Restarts: -1, Src: src}, x), input.ErrParam, "KMeans.Restarts"},
		{"restarts of one start", fit(KMeans{Start: [][]float64{{1}}, Restarts: 5}, x), input.ErrParam, "KMeans.Restarts"},
		{"negative candidates", fit(KMeans{K: 2, Candidates: -1, Src: src}, x), input.ErrParam, "KMeans.Candidates"},
		{"negative limit", fit(KMeans{K: 2, MaxIter: -1, Src: src}, x), input.ErrParam, "KMeans.MaxIter"},
		{"unknown init", fit(KMeans{K: 2, Init: 5, Src: src}, x), input.ErrParam, "KMeans.Init"},
		{"unknown algorithm", fit(KMeans{K: 2, Algorithm: 5, Src: src}, x), input.ErrParam, "KMeans.Algorithm"},
		{"unknown rule", fit(KMeans{K: 2, Empty: -1, Src: src}, x), input.ErrParam, "KMeans.Empty"},
		{"starts against K", fit(KMeans{K: 2, Start: [][]float64{{1}}}, x), input.ErrShape, "KMeans.Start"},
		{"many starts", fit(KMeans{Start: [][]float64{{1}, {2}, {3}, {4}}}, x), input.ErrParam, "KMeans.K"},
		{"no starts", fit(KMeans{Start: [][]float64{}}, x), input.ErrParam, "KMeans.K"},
		{"start of another dimension", fit(KMeans{Start: [][]float64{{1}, {2, 3}}}, x), input.ErrShape, "KMeans.Start[1]"},
		{"NaN start", fit(KMeans{Start: [][]float64{{nan}}}, x), input.ErrNotFinite, "KMeans.Start[0]"},
		{"overflow of a start", fit(KMeans{Start: [][]float64{{1e200}}}, x), input.ErrNotFinite, "overflow"},
		{"predict nothing", predict(m, nil), input.ErrEmpty, "X"},
		{"predict columns", predict(m, mat.NewDense(1, 2, nil)), input.ErrShape, "X"},
		{"predict NaN", predict(m, column(nan)), input.ErrNotFinite, "X"},
		{"predict without a model", predict(&Model{}, x), input.ErrShape, "Model.Centers"},
		{"predict with a ragged model", predict(&Model{Centers: [][]float64{{1}, {1, 2}}}, x), input.ErrShape, "Model.Centers[1]"},
		{"distances of columns", distances(mat.NewDense(1, 2, nil)), input.ErrShape, "X"},
		{"search nothing", search(Exhaustive{K: 1}, nil), input.ErrEmpty, "X"},
		{"search K = 0", search(Exhaustive{}, x), input.ErrParam, "Exhaustive.K"},
		{"search K > n", search(Exhaustive{K: 4}, x), input.ErrParam, "Exhaustive.K"},
		{"search too many", search(Exhaustive{K: 4}, mat.NewDense(40, 1, nil)), input.ErrParam, "Exhaustive.Limit"},
		{"search a thousand", search(Exhaustive{K: 4}, mat.NewDense(4000, 1, nil)), input.ErrParam, "X"},
		{"search with a bad limit", search(Exhaustive{K: 2, Limit: -1}, x), input.ErrParam, "Exhaustive.Limit"},
		{"scatter of nothing", scatter(nil, nil), input.ErrEmpty, "X"},
		{"scatter of few labels", scatter(x, []int{1}), input.ErrShape, "labels"},
		{"pairs of few labels", pairs(x, []int{1}), input.ErrShape, "labels"},
		{"all distances of nothing", all(nil), input.ErrEmpty, "X"},
		{"all distances overflow", all(column(1e200, -1e200)), input.ErrNotFinite, "overflow"},
		{"means of few labels", means(x, nil), input.ErrShape, "labels"},
	} {
		if !errors.Is(c.err, c.want) || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: got %v, want %v and a text with %q", c.name, c.err, c.want, c.says)
		}
	}
	if _, err := SquaredDistances(nil); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("distances of nothing: %v", err)
	}
	if err := fit(KMeans{Restarts: -1, MaxIter: -1}, nil); err == nil || !strings.Contains(err.Error(), "MaxIter") || !strings.Contains(err.Error(), "Restarts") || !strings.Contains(err.Error(), "X") {
		t.Errorf("%v does not name all problems", err)
	}
}

func TestDegenerateData(t *testing.T) {
	constant := mat.NewDense(6, 2, []float64{1, 5, 2, 5, 3, 5, 10, 5, 11, 5, 12, 5}) // a constant column
	if m := mustFit(t, KMeans{K: 2, Src: rand.NewPCG(1, 2)}, constant); m.Inertia != 4 {
		t.Errorf("constant column: inertia %v, want 4", m.Inertia)
	}
	wide := mat.NewDense(2, 50, nil) // n < d
	wide.Set(0, 49, 1)
	if m := mustFit(t, KMeans{K: 2, Src: rand.NewPCG(1, 2)}, wide); m.Inertia != 0 {
		t.Errorf("n < d: inertia %v, want 0", m.Inertia)
	}
	if m := mustFit(t, KMeans{K: 1, Src: rand.NewPCG(1, 2)}, column(7)); m.Inertia != 0 || m.Centers[0][0] != 7 {
		t.Errorf("one observation: %+v", m)
	}
}
