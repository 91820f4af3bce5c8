package multiclass_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/kernels"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/linear"
	"github.com/mercer-go/mercer/mllib/multiclass"
	"github.com/mercer-go/mercer/mllib/svm"
	"gonum.org/v1/gonum/mat"
)

func TestOneAgainstOne(t *testing.T) {
	s := data.Iris()
	p := multiclass.OneAgainstOne(svm.Classifier{C: 10, Kernel: kernels.GaussianGamma(.1)})
	m, err := p.Fit(s.X, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Classes, []int{1, 2, 3}) || len(m.Parts) != 3 {
		t.Fatalf("classes %v, %d parts", m.Classes, len(m.Parts))
	}
	decisions, err1 := m.Decisions(s.X)
	votes, err2 := m.Scores(s.X)
	y, err3 := m.Predict(s.X)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	for i := range m.Parts { // by hand: the larger class is +1
		k, l := m.Pair(i)
		var rows []int
		var signs []int
		for r, v := range s.Y {
			if v == k+1 || v == l+1 {
				rows, signs = append(rows, r), append(signs, 1-2*((l+1-v)/(l-k)))
			}
		}
		x, _, err := learn.Take(s.X, s.Y, rows)
		if err != nil {
			t.Fatal(err)
		}
		part, err := p.Each.Fit(x, signs)
		if err != nil {
			t.Fatal(err)
		}
		want, err := part.Scores(s.X)
		if err != nil || !testkit.Bits(mat.Col(nil, i, decisions), want) {
			t.Errorf("pair %d, %d: other scores than those of its part (%v)", k, l, err)
		}
	}
	wrong := 0
	for i, v := range y {
		row := votes.RawRowView(i)
		if mat.Sum(votes.RowView(i)) != 3 || row[v-1] != slices.Max(row) {
			t.Errorf("row %d: label %d with the votes %v", i, v, row)
		}
		if v != s.Y[i] {
			wrong++
		}
	}
	if wrong > 5 {
		t.Errorf("%d of 150 are wrong", wrong)
	}
}

// TestCyclicVotes: where each class has one vote, the tie rule decides.
func TestCyclicVotes(t *testing.T) {
	for tie, want := range map[label.Tie]int{label.Positive: 7, label.Negative: 3} {
		m := &multiclass.PairsModel[linear.Hyperplane]{Classes: []int{3, 5, 7}, Tie: tie}
		for _, b := range []float64{-1, 1, -1} { // 3 against 5, 7 against 3, 5 against 7
			m.Parts = append(m.Parts, linear.Hyperplane{W: []float64{0}, B: b})
		}
		if y, err := m.Predict(mat.NewDense(1, 1, nil)); err != nil || y[0] != want {
			t.Errorf("%v: %v, %v, want %d", tie, y, err, want)
		}
		for i := range m.Parts {
			m.Parts[i].B = 0
		}
		if y, err := m.Predict(mat.NewDense(1, 1, nil)); err != nil || y[0] != want {
			t.Errorf("%v, scores of 0: %v, %v, want %d", tie, y, err, want)
		}
	}
}

func TestPairsRefuse(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{0, 1, 2, 3})
	p := multiclass.OneAgainstOne(svm.Classifier{})
	for name, c := range map[string]struct {
		p    multiclass.Pairs[*svm.Model]
		x    mat.Matrix
		y    []int
		want error
	}{
		"nil":       {p, nil, []int{1, 2, 3, 1}, input.ErrEmpty},
		"labels":    {p, x, []int{1, 2}, input.ErrShape},
		"one class": {p, x, []int{1, 1, 1, 1}, input.ErrOneClass},
		"no method": {multiclass.Pairs[*svm.Model]{}, x, []int{1, 2, 3, 1}, input.ErrEmpty},
		"tie":       {multiclass.Pairs[*svm.Model]{Each: svm.Classifier{}, Tie: 5}, x, []int{1, 2, 3, 1}, input.ErrParam},
		"method":    {multiclass.OneAgainstOne(svm.Classifier{C: -1}), x, []int{1, 2, 3, 1}, input.ErrParam},
	} {
		if m, err := c.p.Fit(c.x, c.y); !errors.Is(err, c.want) || m != nil {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
	plane := linear.Hyperplane{W: []float64{math.NaN()}}
	for i, m := range []*multiclass.PairsModel[linear.Hyperplane]{nil, {}, {Classes: []int{1, 2, 3}, Parts: []linear.Hyperplane{plane}}, {Classes: []int{2, 1}, Parts: []linear.Hyperplane{{W: []float64{1}}}}, {Classes: []int{1, 2}, Parts: []linear.Hyperplane{plane}}} {
		if _, err := m.Predict(x); err == nil {
			t.Errorf("model %d: no error", i)
		}
	}
	if _, err := (&multiclass.PairsModel[*svm.Model]{Classes: []int{1, 2}, Parts: []*svm.Model{nil}}).Predict(x); !errors.Is(err, input.ErrShape) {
		t.Errorf("a part is missing: %v", err)
	}
}

func ExampleOneAgainstOne() {
	s := data.Iris()
	m, err := multiclass.OneAgainstOne(svm.Classifier{Kernel: kernels.Gaussian(1)}).Fit(s.X, s.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	votes, _ := m.Scores(s.X)
	fmt.Println(m.Classes, len(m.Parts), votes.RawRowView(0))
	// Output: [1 2 3] 3 [2 0 1]
}
