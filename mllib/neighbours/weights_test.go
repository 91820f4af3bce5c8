package neighbours_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"gonum.org/v1/gonum/mat"
)

// answers are what scikit-learn gives with some weights.
type answers struct {
	Shares [][]float64
	Labels []int
	Means  []float64
}

// reference is what testdata/reference.py writes.
type reference struct {
	X, Z                     [][]float64
	Y                        []int
	T                        []float64
	K                        int
	Radius                   float64
	Index, Within            [][]int
	Distance, WithinDistance [][]float64
	Uniform, Inverse, ByRank answers
}

// TestReference: the neighbours and distances of scipy, the neighbourhoods, shares, labels and means of scikit-learn, in all ways.
func TestReference(t *testing.T) {
	var all []reference
	testkit.Reference(t, "testdata/reference.json", &all)
	for _, want := range all {
		x, z := testkit.Matrix(t, want.X), testkit.Matrix(t, want.Z)
		for _, way := range ways {
			ix, err := neighbours.Search{Way: way}.Index(x)
			if err != nil {
				t.Fatal(err)
			}
			near, err1 := ix.Nearest(z, want.K)
			within, err2 := ix.Within(z, want.Radius)
			if err := errors.Join(err1, err2); err != nil {
				t.Fatal(err)
			}
			if !slices.EqualFunc(near.Index, want.Index, slices.Equal[[]int]) || !slices.EqualFunc(within.Index, want.Within, slices.Equal[[]int]) {
				t.Fatalf("%v: other neighbours", way)
			}
			testkit.Near(t, "distances", slices.Concat(near.Distance...), slices.Concat(want.Distance...), 4e-15)
			testkit.Near(t, "distances within", slices.Concat(within.Distance...), slices.Concat(want.WithinDistance...), 4e-15)
			predicts(t, want, way, neighbours.Uniform(), want.Uniform)
			predicts(t, want, way, neighbours.Inverse(), want.Inverse)
			predicts(t, want, way, neighbours.ByRank(1, 1./2, 1./3, 1./4, 1./5, 1./6), want.ByRank)
		}
	}
}

func predicts(t *testing.T, data reference, way neighbours.Way, w neighbours.Weights, want answers) {
	t.Helper()
	x, z := testkit.Matrix(t, data.X), testkit.Matrix(t, data.Z)
	m, err := neighbours.KNN{K: data.K, Weights: w, Tie: neighbours.TieFirst, Way: way}.Fit(x, data.Y)
	if err != nil {
		t.Fatal(err)
	}
	p, err1 := testkit.RoundTrip(t, m).Posteriors(z)
	labels, err2 := m.Predict(z)
	f, err := neighbours.Regression{K: data.K, Weights: w, Way: way}.Fit(x, data.T)
	if err := errors.Join(err, err1, err2); err != nil {
		t.Fatal(err)
	}
	means, err := testkit.RoundTrip(t, f).Predict(z)
	if err != nil || !slices.Equal(labels, want.Labels) {
		t.Errorf("%v %v: labels %v, want %v (%v)", way, w, labels, want.Labels, err)
	}
	testkit.Near(t, "shares", p.RawMatrix().Data, slices.Concat(want.Shares...), 1e-14)
	testkit.Near(t, "means", means, want.Means, 1e-14)
}

// TestTies: who wins where votes are equal.
func TestTies(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{1, 2, 3, 9})
	at := mat.NewDense(1, 1, []float64{0})
	for tie, want := range map[neighbours.Tie]int{neighbours.TieNearest: 5, neighbours.TieFirst: 4, neighbours.TieLast: 6} {
		m, err := neighbours.KNN{K: 3, Tie: tie}.Fit(x, []int{5, 6, 4, 4})
		if err != nil {
			t.Fatal(err)
		}
		if y, err := m.Predict(at); err != nil || y[0] != want {
			t.Errorf("%v: %v (%v), want %d", tie, y, err, want)
		}
	}
}

// TestInverseWeights: an observation at the point itself outvotes all others, equal ones share, and units do not matter.
func TestInverseWeights(t *testing.T) {
	for _, unit := range []float64{1, 1e-140, 1e140} {
		x := mat.NewDense(4, 1, []float64{unit, 0, 2 * unit, 0})
		f, err := neighbours.Regression{K: 4, Weights: neighbours.Inverse()}.Fit(x, []float64{6, 1, 7, 3})
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.Predict(mat.NewDense(2, 1, []float64{0, 4 * unit}))
		if err != nil {
			t.Fatal(err)
		}
		// at 4: 6/3, 1/4, 7/2, 3/4 over 1/3 + 1/4 + 1/2 + 1/4
		testkit.Near(t, fmt.Sprint("unit ", unit), got, []float64{2, 6.5 / (4. / 3)}, 1e-14)
	}
}

// TestPosteriorIsTheMean: the share of class 1 is the mean of the labels 0 and 1.
func TestPosteriorIsTheMean(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	x, y, f := mat.NewDense(300, 2, nil), make([]int, 300), make([]float64, 300)
	x.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, x)
	for i := range y {
		y[i] = r.IntN(2)
		f[i] = float64(y[i])
	}
	for _, w := range []neighbours.Weights{neighbours.Uniform(), neighbours.Inverse(), neighbours.ByRank(4, 2, 0, 1, 0)} {
		m, err1 := neighbours.KNN{K: 5, Weights: w}.Fit(x, y)
		g, err2 := neighbours.Regression{K: 5, Weights: w}.Fit(x, f)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		p, err1 := m.Posterior(x)
		q, err2 := g.Predict(x)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		testkit.Near(t, "posterior", p, q, 1e-15)
	}
}

func TestWeightsRefuse(t *testing.T) {
	two := mat.NewDense(2, 1, []float64{0, 1})
	fit := func(p neighbours.KNN) error { _, err := p.Fit(two, []int{1, 2}); return err }
	regress := func(p neighbours.Regression, y ...float64) error { _, err := p.Fit(two, y); return err }
	three, err := neighbours.KNN{K: 3}.Fit(mat.NewDense(3, 1, []float64{0, 1, 2}), []int{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	_, posterior := three.Posterior(two)
	huge, err := neighbours.Regression{K: 2}.Fit(two, []float64{1.7e308, 1.7e308})
	if err != nil {
		t.Fatal(err)
	}
	_, overflow := huge.Predict(two)
	broken := *three
	broken.Classes = []int{1, 2}
	_, label := broken.Predict(two)
	broken.Classes = []int{1, 3, 2}
	_, order := broken.Predict(two)
	broken = *three
	broken.Weights = neighbours.ByRank(1)
	_, weights := broken.Posteriors(two)
	_, empty := (&neighbours.RegressionModel{}).Predict(two)
	for i, c := range []struct{ got, want error }{
		{fit(neighbours.KNN{K: 2, Weights: neighbours.ByRank(1)}), input.ErrShape},
		{fit(neighbours.KNN{K: 2, Weights: neighbours.ByRank(1, -1)}), input.ErrParam},
		{fit(neighbours.KNN{K: 2, Weights: neighbours.ByRank(0, 0)}), input.ErrParam},
		{fit(neighbours.KNN{K: 2, Weights: neighbours.ByRank(1, math.Inf(1))}), input.ErrParam},
		{fit(neighbours.KNN{K: 2, Weights: neighbours.ByRank(1, math.NaN())}), input.ErrParam},
		{fit(neighbours.KNN{Weights: neighbours.Weights{ByRank: []float64{1}}}), input.ErrParam},
		{fit(neighbours.KNN{Weights: neighbours.Weights{Kind: 5}}), input.ErrParam},
		{fit(neighbours.KNN{Tie: 5}), input.ErrParam},
		{fit(neighbours.KNN{Way: 5}), input.ErrParam},
		{regress(neighbours.Regression{}, 1), input.ErrShape},
		{regress(neighbours.Regression{}, 1, math.NaN()), input.ErrNotFinite},
		{regress(neighbours.Regression{K: 3}, 1, 2), input.ErrParam},
		{posterior, input.ErrLabel}, {overflow, input.ErrNotFinite}, {label, input.ErrLabel}, {order, input.ErrShape}, {weights, input.ErrShape}, {empty, input.ErrShape},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("case %d: error %v, want %v", i, c.got, c.want)
		}
	}
}

func ExampleRegression() {
	x := mat.NewDense(5, 1, []float64{0, 1, 2, 10, 11})
	y := []float64{0, 2, 4, 20, 22}
	plain, _ := neighbours.Regression{K: 2}.Fit(x, y)
	near, _ := neighbours.Regression{K: 2, Weights: neighbours.Inverse()}.Fit(x, y)
	at := mat.NewDense(2, 1, []float64{.25, 10})
	a, _ := plain.Predict(at)
	b, _ := near.Predict(at)
	fmt.Println(a, b)
	// Output: [1 21] [0.5 20]
}

// TestRanksInAnyUnit: only the ratios of weights by rank count, however small or large they are.
func TestRanksInAnyUnit(t *testing.T) {
	r := rand.New(rand.NewPCG(91, 92))
	x, y, z := mat.NewDense(20, 2, nil), make([]int, 20), make([]float64, 20)
	x.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, x)
	for i := range y {
		y[i], z[i] = r.IntN(3), r.NormFloat64()
	}
	fit := func(w ...float64) ([]float64, []float64) {
		m, err1 := neighbours.KNN{K: 3, Weights: neighbours.ByRank(w...)}.Fit(x, y)
		f, err2 := neighbours.Regression{K: 3, Weights: neighbours.ByRank(w...)}.Fit(x, z)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		p, err1 := m.Posteriors(x)
		means, err2 := f.Predict(x)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		return p.RawMatrix().Data, means
	}
	p, means := fit(3, 2, 1)
	for _, e := range []int{-1074, -600, 600, 1020} {
		q, got := fit(math.Ldexp(3, e), math.Ldexp(2, e), math.Ldexp(1, e))
		if !slices.Equal(p, q) || !slices.Equal(means, got) {
			t.Errorf("2^%d: %v and %v, want %v and %v", e, q, got, p, means)
		}
	}
}
