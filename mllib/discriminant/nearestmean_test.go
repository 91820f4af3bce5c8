package discriminant

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/label"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestNearestMeanIsLDA: with the identity for the covariance and equal priors LDA is the rule of the nearest mean.
func TestNearestMeanIsLDA(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 1))
	for range 50 {
		d, k := 1+rnd.IntN(5), 2+rnd.IntN(4)
		n := 10 * k
		x, y := mat.NewDense(n, d, nil), make([]int, n)
		x.Apply(func(i, j int, _ float64) float64 { return 3*float64(y[i]) + rnd.NormFloat64() }, x)
		for i := range y {
			y[i] = 7 - i%k
		}
		m, err := NearestMean{}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		moments, _ := NewMoments(x, y)
		identity := mat.NewDiagDense(d, slices.Repeat([]float64{1}, d))
		lda, err := NewLinear(m.Classes, slices.Repeat([]float64{1 / float64(k)}, k), m.Means, identity)
		if err != nil || !slices.EqualFunc(m.Means, moments.Means, func(a, b []float64) bool { return floats.EqualApprox(a, b, 1e-12) }) {
			t.Fatalf("means %v, want %v (%v)", m.Means, moments.Means, err)
		}
		got, err1 := m.Predict(x)
		want, err2 := lda.Predict(x)
		if err1 != nil || err2 != nil || !slices.Equal(got, want) {
			t.Fatalf("labels %v, LDA %v (%v, %v)", got, want, err1, err2)
		}
		h, err1 := m.Boundary(1, 0)
		distances, err2 := m.Distances(x)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		for i := range n {
			near, far := distances.At(i, 1), distances.At(i, 0)
			if score := h.Score(x.RawRowView(i)); math.Abs(2*score-(far*far-near*near)) > 1e-9*(1+far*far) {
				t.Errorf("row %d: score %v, squared distances %v and %v", i, score, near*near, far*far)
			}
		}
	}
}

func TestNearestMeanTies(t *testing.T) {
	x, y := mat.NewDense(4, 1, []float64{-1, -1, 1, 1}), []int{5, 5, 8, 8}
	middle := mat.NewDense(1, 1, []float64{0})
	for tie, want := range map[label.Tie]int{label.Positive: 8, label.Negative: 5} {
		m, err := NearestMean{Tie: tie}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		testkit.RoundTrip(t, m)
		if got, err := m.Predict(middle); err != nil || got[0] != want {
			t.Errorf("%v: got %v (%v), want %d", tie, got, err, want)
		}
	}
}

// TestNearestMeanFarAway: other units and another origin change no label, where the distances still differ.
func TestNearestMeanFarAway(t *testing.T) {
	s := data.Iris()
	m, _ := NearestMean{}.Fit(s.X, s.Y)
	want, _ := m.Predict(s.X)
	for _, scale := range []float64{1e-100, 1e100} {
		for _, shift := range []float64{0, 1e6} {
			var x mat.Dense
			x.Apply(func(_, _ int, v float64) float64 { return scale * (v + shift) }, s.X)
			m, err := NearestMean{}.Fit(&x, s.Y)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := m.Predict(&x); err != nil || !slices.Equal(got, want) {
				t.Errorf("scale %v, shift %v: other labels (%v)", scale, shift, err)
			}
		}
	}
}

func TestNearestMeanRefuses(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{1, 2, 3, 4})
	y := []int{0, 0, 1, 1}
	fit := func(p NearestMean, x mat.Matrix, y []int) error { _, err := p.Fit(x, y); return err }
	m, _ := NearestMean{}.Fit(x, y)
	predict := func(m *NearestMeanModel, x mat.Matrix) error { _, err := m.Predict(x); return err }
	border := func(k, l int) error { _, err := m.Boundary(k, l); return err }
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"no matrix", fit(NearestMean{}, nil, y), input.ErrEmpty},
		{"NaN", fit(NearestMean{}, mat.NewDense(4, 1, []float64{1, 2, 3, math.NaN()}), y), input.ErrNotFinite},
		{"few labels", fit(NearestMean{}, x, y[:2]), input.ErrShape},
		{"one class", fit(NearestMean{}, x, []int{2, 2, 2, 2}), input.ErrOneClass},
		{"tie", fit(NearestMean{Tie: 9}, x, y), input.ErrParam},
		{"overflow", fit(NearestMean{}, mat.NewDense(4, 1, []float64{1e308, 1e308, 1e308, -1e308}), y), input.ErrNotFinite},
		{"columns", predict(m, mat.NewDense(1, 2, nil)), input.ErrShape},
		{"no model", predict(&NearestMeanModel{}, x), input.ErrShape},
		{"model with other means", predict(&NearestMeanModel{Classes: []int{0, 1}, Means: [][]float64{{1}, {1, 2}}}, x), input.ErrShape},
		{"far away", predict(&NearestMeanModel{Classes: []int{0, 1}, Means: [][]float64{{-1e308}, {1}}}, mat.NewDense(1, 1, []float64{1e308})), input.ErrNotFinite},
		{"same class", border(1, 1), input.ErrParam}, {"no class", border(0, 2), input.ErrParam},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
}

func TestNearestMeanForms(t *testing.T) {
	s := data.Iris()
	testkit.Views(t, "nearest mean", s.X, func(x mat.Matrix) (any, error) { return NearestMean{}.Fit(x, s.Y) })
}

func TestNormalClasses(t *testing.T) {
	means := [][]float64{{0, 0}, {2, 1}}
	a, b := mat.NewSymDense(2, []float64{2, .5, .5, 1}), mat.NewSymDense(2, []float64{1, 0, 0, 3})
	l, err1 := NewLinear([]int{3, 4}, []float64{.5, .5}, means, a)
	q, err2 := NewQuadratic([]int{3, 4}, []float64{.5, .5}, means, []*mat.SymDense{a, b})
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	for _, c := range []struct {
		what string
		get  func() ([]int, [][]float64, [][][]float64)
		want string
	}{
		{"linear", l.NormalClasses, "[3 4] [[0 0] [2 1]] [[[2 0.5] [0.5 1]] [[2 0.5] [0.5 1]]]"},
		{"quadratic", q.NormalClasses, "[3 4] [[0 0] [2 1]] [[[2 0.5] [0.5 1]] [[1 0] [0 3]]]"},
	} {
		if got := fmt.Sprint(c.get()); got != c.want {
			t.Errorf("%s: got %s, want %s", c.what, got, c.want)
		}
	}
}

func ExampleNearestMean() {
	s := data.Iris()
	m, err := NearestMean{}.Fit(s.X, s.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	y, _ := m.Predict(s.X)
	wrong := 0
	for i := range y {
		if y[i] != s.Y[i] {
			wrong++
		}
	}
	fmt.Println(m.Counts, wrong)
	// Output: [50 50 50] 11
}
