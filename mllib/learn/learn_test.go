package learn_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/perceptron"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
)

func TestTakeRefuses(t *testing.T) {
	x, y := data.AND().Pairs()
	for name, c := range map[string]struct {
		y    []int
		rows []int
		want error
	}{
		"no rows":       {y, nil, input.ErrEmpty},
		"below":         {y, []int{-1}, input.ErrParam},
		"above":         {y, []int{0, 4}, input.ErrParam},
		"other targets": {y[:3], []int{0}, input.ErrShape},
	} {
		if _, _, err := learn.Take(x, c.y, c.rows); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}

func TestTakeCopies(t *testing.T) {
	s := data.AND()
	x, y, err := learn.Take(s.X, s.Y, []int{3, 0, 3})
	if err != nil || !mat.Equal(x, mat.NewDense(3, 2, []float64{1, 1, 0, 0, 1, 1})) || !slices.Equal(y, []int{1, -1, 1}) {
		t.Fatalf("got %v, %v, %v", x, y, err)
	}
	if x.Set(0, 0, 7); s.X.At(3, 0) != 1 {
		t.Error("the copy shares memory with the data")
	}
}

// TestPipelinePreparesEachFold: the error with standardised columns is that of fitting and applying the scale by hand in each fold.
func TestPipelinePreparesEachFold(t *testing.T) {
	s := data.Wine()
	folds, err := validate.KFold{K: 6, Stratified: true}.Split(s.Y)
	if err != nil {
		t.Fatal(err)
	}
	method := discriminant.LDA{Shrinkage: .5}
	cv, err := validate.CrossValidate(s, folds, learn.Pipe(data.Standardize{}, method))
	if err != nil {
		t.Fatal(err)
	}
	for k, fold := range folds {
		train, test := must(s.Take(fold.Train)), must(s.Take(fold.Test))
		scale := must(data.Standardize{}.Fit(train.X))
		model := must(method.Fit(must(scale.Apply(train.X)), train.Y))
		for j, label := range must(model.Predict(must(scale.Apply(test.X)))) {
			if cv.Predicted[fold.Test[j]] != label {
				t.Errorf("fold %d, observation %d: %d, by hand %d", k, fold.Test[j], cv.Predicted[fold.Test[j]], label)
			}
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// centred is a preparation without weights.
type centred struct{ data.Standardize }

func (centred) FitWeighted() {}

// TestPipelineHandsOnWeights to both parts: a weight of 2 is two equal rows, and one of 0 is none; a part without weights is named.
func TestPipelineHandsOnWeights(t *testing.T) {
	s := data.Wine()
	weights := make([]float64, s.Len())
	var rows []int
	for i := range weights {
		weights[i] = float64(i % 3)
		for range i % 3 {
			rows = append(rows, i)
		}
	}
	method := learn.Pipe(data.Standardize{}, discriminant.LDA{Shrinkage: .5})
	got, err1 := method.FitWeighted(s.X, s.Y, weights)
	repeated, err2 := s.Take(rows)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	want := must(method.Fit(repeated.X, repeated.Y))
	if p, q := must(got.Posteriors(s.X)), must(want.Posteriors(s.X)); !mat.EqualApprox(p, q, 1e-11) {
		t.Error("weights and repeated rows give other posteriors")
	}
	folds := must(validate.KFold{K: 5, Stratified: true}.Split(s.Y))
	if cv, err := validate.CrossValidateWeighted(s, folds, weights, method); err != nil || !(cv.Losses.Mean() < .1) {
		t.Errorf("cross-validation by weights: %v (%v)", cv, err)
	}
	for name, err := range map[string]error{
		"First": second(learn.Pipe[int, *discriminant.LinearModel, *data.Scale](centred{}, discriminant.LDA{}).FitWeighted(s.X, s.Y, weights)),
		"Then":  second(learn.Pipe(data.Standardize{}, perceptron.Rosenblatt{}).FitWeighted(s.X, s.Y, weights)),
	} {
		if !errors.Is(err, input.ErrParam) || !strings.Contains(err.Error(), name+": ") {
			t.Errorf("%s takes no weights: %v", name, err)
		}
	}
	if _, err := (learn.Pipeline[int, *discriminant.LinearModel, *data.Scale]{}).FitWeighted(s.X, s.Y, weights); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("no parts: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestPipelineRefuses(t *testing.T) {
	s := data.AND()
	constant := mat.NewDense(4, 1, []float64{1, 1, 1, 1})
	_, empty := learn.Pipeline[int, *perceptron.Model, *data.Scale]{}.Fit(s.X, s.Y)
	_, first := learn.Pipe(data.Standardize{}, perceptron.Rosenblatt{}).Fit(constant, s.Y)
	_, then := learn.Pipe(data.Standardize{}, perceptron.Rosenblatt{}).Fit(s.X, s.Y[:3])
	for name, c := range map[string]struct{ err, want error }{
		"no parts":        {empty, input.ErrEmpty},
		"constant column": {first, input.ErrParam},
		"labels lack":     {then, input.ErrShape},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", name, c.err, c.want)
		}
	}
}

// TestApart: learners that draw get different sources, the same ones for the same seed, also within a pipeline; others are themselves.
func TestApart(t *testing.T) {
	first := func() (drawn []uint64) {
		var l learn.Learner[int, *learn.Piped[int, *perceptron.Model, *data.Scale]] = learn.Pipe(data.Standardize{}, perceptron.Rosenblatt{Src: rand.NewPCG(1, 2)})
		for _, l := range learn.Apart(l, 5) {
			drawn = append(drawn, l.(learn.Pipeline[int, *perceptron.Model, *data.Scale]).Source().Uint64())
		}
		return drawn
	}
	a := first()
	if b := first(); !slices.Equal(a, b) || len(slices.Compact(slices.Sorted(slices.Values(a)))) != 5 {
		t.Errorf("drew %v, then %v", a, b)
	}
	for _, l := range learn.Apart[int, *perceptron.Model](perceptron.Rosenblatt{}, 3) {
		if l.(perceptron.Rosenblatt).Src != nil {
			t.Error("a learner without a source got one")
		}
	}
}

func ExamplePipe() {
	s := data.Wine()
	m, err := learn.Pipe(data.Standardize{}, discriminant.NearestMean{}).Fit(s.X, s.Y)
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
	fmt.Println(wrong, "wrong of", s.Len(), err)
	// Output: 4 wrong of 178 <nil>
}

func TestCoefficientsOfOddShapes(t *testing.T) {
	for name, c := range map[string]struct {
		got  *learn.Coefficients
		want string
	}{
		"nothing":         {learn.NewCoefficients("none", nil), "none []: "},
		"too many names":  {learn.NewCoefficients("score", []string{"a", "b"}, learn.Column{Name: "w", W: []float64{1}, B: 2}), "score (2 names for 1 features are not used) [ w]: [x₁ 1] [intercept 2]"},
		"ragged":          {learn.NewCoefficients("score", []string{"a", "b"}, learn.Column{W: []float64{1, 2}}, learn.Column{W: []float64{3}}), "score [  ]: [a 1 3] [b 2 ] [intercept 0 0]"},
		"only a constant": {learn.NewCoefficients("score", nil, learn.Column{Name: "w", B: 3}), "score [ w]: [intercept 3]"},
	} {
		caption, columns, rows := c.got.Table()
		got := fmt.Sprint(caption, " ", columns, ": ")
		for i, row := range rows {
			if got += fmt.Sprint(row); i < len(rows)-1 {
				got += " "
			}
		}
		if name == "nothing" {
			got = fmt.Sprint(caption, " ", columns[1:], ": ")
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	many := learn.NewCoefficients("", nil, learn.Column{W: make([]float64, 120)})
	if many.Rows[119] != "x₁₂₀" {
		t.Errorf("the last feature is %s", many.Rows[119])
	}
}

// TestPipelinePosteriors: they are those of the model for prepared rows; a model that has none is told.
func TestPipelinePosteriors(t *testing.T) {
	s := data.Wine()
	m := must(learn.Pipe(data.Standardize{}, discriminant.LDA{}).Fit(s.X, s.Y))
	got, want := must(m.Posteriors(s.X)), must(m.Model.Posteriors(must(m.First.Apply(s.X))))
	if !mat.Equal(got, want) {
		t.Error("other probabilities than by hand")
	}
	none := must(learn.Pipe(data.Standardize{}, discriminant.NearestMean{}).Fit(s.X, s.Y))
	_, noPosteriors := none.Posteriors(s.X)
	_, narrow := m.Posteriors(mat.NewDense(1, 2, nil))
	if !errors.Is(noPosteriors, input.ErrParam) || !errors.Is(narrow, input.ErrShape) {
		t.Errorf("got %v and %v", noPosteriors, narrow)
	}
}

// TestNestedPipelineCaption: a pipeline within a pipeline says once that columns are prepared.
func TestNestedPipelineCaption(t *testing.T) {
	s := data.AND()
	m := must(learn.Pipe(data.Standardize{}, learn.Pipe(data.Standardize{}, perceptron.Rosenblatt{})).Fit(s.X, s.Y))
	caption, _, _ := m.Table()
	inner, _, _ := m.Model.Table()
	if caption != inner || m.Coefficients().About != caption || strings.Count(caption, "prepared columns") != 1 {
		t.Errorf("caption %q, of the inner one %q", caption, inner)
	}
}

// TestPipelineTable: it is the table of the model, with a word on the columns.
func TestPipelineTable(t *testing.T) {
	s := data.AND()
	m := must(learn.Pipe(data.Standardize{}, perceptron.Rosenblatt{}).Fit(s.X, s.Y))
	caption, columns, rows := m.Table()
	want, wantColumns, wantRows := m.Model.Table()
	if caption != "prepared columns; "+want || !reflect.DeepEqual(columns, wantColumns) || !reflect.DeepEqual(rows, wantRows) {
		t.Errorf("got %s %q %v", caption, columns, rows)
	}
	if c := m.Coefficients("a", "b"); c.About != caption || c.Rows[1] != "b" {
		t.Errorf("got %+v", c)
	}
}
