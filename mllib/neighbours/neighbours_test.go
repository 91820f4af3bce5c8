package neighbours_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// squared is the squared distance, exact for small multiples of ½.
func squared(a, b []float64) float64 {
	z := floats.SubTo(make([]float64, len(a)), a, b)
	return floats.Dot(z, z)
}

// slowly is the definition: sort all observations by their distance, then vote.
func slowly(x [][]float64, y []int, at []float64, k int) (near []int, label int) {
	for i := range x {
		near = append(near, i)
	}
	slices.SortStableFunc(near, func(a, b int) int {
		return cmp.Compare(squared(x[a], at), squared(x[b], at))
	})
	near = near[:k]
	most := -1
	for _, i := range near {
		votes := 0
		for _, j := range near {
			if y[j] == y[i] {
				votes++
			}
		}
		if votes > most {
			most, label = votes, y[i]
		}
	}
	return near, label
}

// TestDefinition: Nearest and Predict are what sorting by distance gives, also with equal points and distances (a lattice).
func TestDefinition(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(1, seed))
		n, d := 1+r.IntN(30), 1+r.IntN(4)
		x, y := mat.NewDense(n, d, nil), make([]int, n)
		x.Apply(func(int, int, float64) float64 { return float64(r.IntN(5)) }, x)
		for i := range y {
			y[i] = r.IntN(4) - 1
		}
		k := 1 + r.IntN(n)
		m, err := neighbours.KNN{K: k}.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			at := make([]float64, d)
			for j := range at {
				at[j] = float64(r.IntN(9)) / 2
			}
			near, err1 := m.Nearest(at, k)
			label, err2 := m.Predict(mat.NewDense(1, d, at))
			wantNear, wantLabel := slowly(m.X, y, at, k)
			if err1 != nil || err2 != nil || !slices.Equal(near, wantNear) || label[0] != wantLabel {
				t.Fatalf("seed %d, K = %d at %v: %v, label %d (%v, %v), want %v, %d", seed, k, at, near, label, err1, err2, wantNear, wantLabel)
			}
		}
	}
}

// TestOneNeighbourRepeats: with one neighbour the training labels come back, of equal points that of the first.
func TestOneNeighbourRepeats(t *testing.T) {
	s := data.HandwrittenDigits()
	m, err := neighbours.KNN{}.Fit(s.X, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	y, err := m.Predict(s.X)
	if err != nil || !slices.Equal(y, s.Y) {
		t.Errorf("the labels do not come back: %v", err)
	}
}

// TestModelIsData: a model owns its numbers, and goes through JSON.
func TestModelIsData(t *testing.T) {
	s := data.Iris()
	m, err := neighbours.KNN{K: 5}.Fit(s.X, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	before, _ := m.Predict(s.X)
	x := mat.DenseCopyOf(s.X)
	s.X.Zero()
	clear(s.Y)
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var again neighbours.Model
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	for _, model := range []*neighbours.Model{m, &again} {
		if after, err := model.Predict(x); err != nil || !slices.Equal(after, before) {
			t.Errorf("other labels than before: %v", err)
		}
	}
}

func TestBadInput(t *testing.T) {
	two := mat.NewDense(2, 1, []float64{0, 1})
	fitted, err := neighbours.KNN{}.Fit(two, []int{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	huge, err := neighbours.KNN{}.Fit(mat.NewDense(1, 1, []float64{1e300}), []int{1})
	if err != nil {
		t.Fatal(err)
	}
	fit := func(p neighbours.KNN, x mat.Matrix, y []int) error { _, err := p.Fit(x, y); return err }
	predict := func(m *neighbours.Model, x mat.Matrix) error { _, err := m.Predict(x); return err }
	shares := func(m *neighbours.Model, x mat.Matrix) error { _, err := m.Posteriors(x); return err }
	means := func(x mat.Matrix) error {
		m, err := neighbours.Regression{}.Fit(two, []float64{1, 2})
		if err == nil {
			_, err = m.Predict(x)
		}
		return err
	}
	nearest := func(m *neighbours.Model, x []float64, k int) error { _, err := m.Nearest(x, k); return err }
	for i, c := range []struct{ got, want error }{
		{fit(neighbours.KNN{}, nil, nil), input.ErrEmpty},
		{fit(neighbours.KNN{}, two, []int{1}), input.ErrShape},
		{fit(neighbours.KNN{K: 3}, two, []int{1, 2}), input.ErrParam},
		{fit(neighbours.KNN{K: -1}, two, []int{1, 2}), input.ErrParam},
		{fit(neighbours.KNN{}, mat.NewDense(1, 1, []float64{math.NaN()}), []int{1}), input.ErrNotFinite},
		{predict(fitted, mat.NewDense(1, 2, nil)), input.ErrShape},
		{predict(fitted, nil), input.ErrEmpty},
		{shares(fitted, nil), input.ErrEmpty},
		{means(nil), input.ErrEmpty},
		{predict(&neighbours.Model{}, two), input.ErrShape},
		{predict(&neighbours.Model{K: 1, X: [][]float64{{1}, {}}, Y: []int{1, 2}}, two), input.ErrShape},
		{predict(huge, mat.NewDense(1, 1, []float64{-1e300})), input.ErrNotFinite},
		{nearest(fitted, []float64{1, 2}, 1), input.ErrShape},
		{nearest(fitted, []float64{1}, 0), input.ErrParam},
		{nearest(fitted, []float64{1}, 3), input.ErrParam},
		{nearest(&neighbours.Model{}, nil, 1), input.ErrShape},
		{nearest(&neighbours.Model{K: 1, X: [][]float64{{}}, Y: []int{1}}, nil, 1), input.ErrShape},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("case %d: error %v, want %v", i, c.got, c.want)
		}
	}
}

func ExampleKNN() {
	x := mat.NewDense(5, 1, []float64{0, 1, 2, 10, 11})
	m, _ := neighbours.KNN{K: 3}.Fit(x, []int{-1, 1, -1, 1, 1})
	y, _ := m.Predict(mat.NewDense(2, 1, []float64{.9, 9}))
	near, _ := m.Nearest([]float64{9}, 3)
	fmt.Println(y, near)
	// Output: [-1 1] [3 4 2]
}

func BenchmarkPredict(b *testing.B) {
	s := data.HandwrittenDigits()
	m, err := neighbours.KNN{K: 5}.Fit(s.X, s.Y)
	if err != nil {
		b.Fatal(err)
	}
	few, err := s.Take([]int{1, 500, 1000, 1500})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("n=1797/d=64/points=4", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := m.Predict(few.X); err != nil {
				b.Fatal(err)
			}
		}
	})
}
