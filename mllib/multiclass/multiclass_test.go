package multiclass_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/label"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/linear"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/multiclass"
	"gonum.org/v1/gonum/mat"
)

var fitLogistic = logistic.Binary{Ridge: 1e-3}

func TestOneAgainstRest(t *testing.T) {
	s := data.Iris()
	m, err := multiclass.OneAgainstRest(fitLogistic).Fit(s.X, s.Y)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Classes, []int{1, 2, 3}) || len(m.Parts) != 3 {
		t.Fatalf("classes %v, %d parts", m.Classes, len(m.Parts))
	}
	for k, part := range m.Parts { // by hand: the class is +1, the others -1
		y := make([]int, s.Len())
		for i, v := range s.Y {
			y[i] = -1
			if v == k+1 {
				y[i] = 1
			}
		}
		want, err := fitLogistic.Fit(s.X, y)
		if err != nil || !testkit.Bits(part.W, want.W) {
			t.Errorf("class %d: weights %v, want %v (%v)", k+1, part.W, want, err)
		}
	}
	scores, err1 := m.Scores(s.X)
	y, err2 := m.Predict(s.X)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	for k, part := range m.Parts {
		want, _ := part.Scores(s.X)
		if !testkit.Bits(mat.Col(nil, k, scores), want) {
			t.Errorf("scores of class %d are not those of its part", k)
		}
	}
	for i, v := range y {
		if row := scores.RawRowView(i); row[v-1] != slices.Max(row) {
			t.Errorf("row %d: label %d with the scores %v", i, v, row)
		}
	}
	testkit.RoundTrip(t, m)
}

// plain is a scorer of the first column.
type plain struct{ Sign float64 }

func (p plain) Scores(x mat.Matrix) ([]float64, error) {
	s := mat.Col(nil, 0, x)
	for i := range s {
		s[i] *= p.Sign
	}
	return s, nil
}

func (plain) Predict(mat.Matrix) ([]int, error) { return nil, errors.New("not asked for") }

type short struct{ plain }

func (short) Scores(mat.Matrix) ([]float64, error) { return []float64{1}, nil }

func TestTies(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{-1, 0, 1})
	for tie, want := range map[label.Tie][]int{label.Positive: {8, 8, 5}, label.Negative: {8, 5, 5}} {
		m := multiclass.Model[plain]{Classes: []int{5, 8}, Parts: []plain{{1}, {-1}}, Tie: tie}
		if got, err := m.Predict(x); err != nil || !slices.Equal(got, want) {
			t.Errorf("%v: got %v (%v), want %v", tie, got, err, want)
		}
	}
}

func TestRefused(t *testing.T) {
	x, y := mat.NewDense(3, 1, []float64{-1, 0, 1}), []int{1, 2, 2}
	broken := errors.New("broken")
	type method = learn.Func[int, plain]
	good := func(mat.Matrix, []int) (plain, error) { return plain{1}, nil }
	fit := func(x mat.Matrix, y []int, f method) error {
		_, err := multiclass.OneAgainstRest(f).Fit(x, y)
		return err
	}
	_, nothing := multiclass.Rest[plain]{}.Fit(x, y)
	_, tie := multiclass.Rest[plain]{Each: method(good), Tie: 7}.Fit(x, y)
	_, none := multiclass.OneAgainstRest(learn.Func[int, *linear.Hyperplane](func(mat.Matrix, []int) (*linear.Hyperplane, error) { return nil, nil })).Fit(x, y)
	_, half := (&multiclass.Model[plain]{Classes: []int{1, 2}, Parts: []plain{{1}}}).Predict(x)
	_, few := (&multiclass.Model[short]{Classes: []int{1, 2}, Parts: make([]short, 2)}).Predict(x)
	_, nan := (&multiclass.Model[plain]{Classes: []int{1, 2}, Parts: []plain{{1}, {math.NaN()}}}).Predict(x)
	_, columns := (&multiclass.Model[linear.Hyperplane]{Classes: []int{1, 2}, Parts: []linear.Hyperplane{{W: []float64{1}}, {W: []float64{1, 2}}}}).Predict(x)
	for _, c := range []struct {
		name string
		err  error
		want error
		says string
	}{
		{"no matrix", fit(nil, y, good), input.ErrEmpty, "X"},
		{"few labels", fit(x, y[:2], good), input.ErrShape, "2 labels"},
		{"one class", fit(x, []int{2, 2, 2}, good), input.ErrOneClass, "all labels are 2"},
		{"no function", fit(x, y, nil), input.ErrEmpty, "function"},
		{"no method", nothing, input.ErrEmpty, "Each"},
		{"no such rule", tie, input.ErrParam, "Tie"},
		{"a fit that fails", fit(x, y, func(mat.Matrix, []int) (plain, error) { return plain{}, broken }), broken, "class 1 against the rest"},
		{"no model", none, input.ErrEmpty, "returned no model"},
		{"a part is missing", half, input.ErrShape, "1 parts for 2 classes"},
		{"scores are missing", few, input.ErrShape, "1 scores for 3 rows"},
		{"NaN", nan, input.ErrNotFinite, "class 2"},
		{"columns", columns, input.ErrShape, "class 2"},
	} {
		if !errors.Is(c.err, c.want) || !strings.Contains(fmt.Sprint(c.err), c.says) {
			t.Errorf("%s: got %v, want %v and %q", c.name, c.err, c.want, c.says)
		}
	}
}

func ExampleOneAgainstRest() {
	s := data.Iris()
	m, err := multiclass.OneAgainstRest(logistic.Binary{Ridge: 1e-3}).Fit(s.X, s.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	y, err := m.Predict(s.X)
	wrong := 0
	for i := range y {
		if y[i] != s.Y[i] {
			wrong++
		}
	}
	fmt.Println(m.Classes, wrong, err)
	// Output: [1 2 3] 3 <nil>
}
