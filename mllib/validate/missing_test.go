package validate_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/forest"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/learn"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/tree"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
	"math/rand/v2"
)

// means fills missing values with the means of the columns of the training data.
type means struct{}

func (means) Fit(x mat.Matrix) (filled, error) {
	n, d := x.Dims()
	f := make(filled, d)
	for j := range d {
		count := 0.0
		for i := range n {
			if v := x.At(i, j); !math.IsNaN(v) {
				f[j], count = f[j]+v, count+1
			}
		}
		f[j] /= count
	}
	return f, nil
}

type filled []float64

func (f filled) Apply(x mat.Matrix) (*mat.Dense, error) {
	y := mat.DenseCopyOf(x)
	y.Apply(func(_, j int, v float64) float64 {
		if math.IsNaN(v) {
			return f[j]
		}
		return v
	}, y)
	return y, nil
}

// holed is iris, of which every seventh number of one column is missing.
func holed() *data.Set {
	s := data.Iris()
	for i := 0; i < s.Len(); i += 7 {
		s.X.Set(i, i%4, math.NaN())
	}
	return s
}

// TestMissingValues: a method that takes missing values is cross-validated on them, by every function of the package that trains, and so is a pipeline
// that fills them in each fold; of another method the error names the first of them by its row in the data.
func TestMissingValues(t *testing.T) {
	s := holed()
	folds, err := validate.KFold{K: 5, Stratified: true, Src: rand.NewPCG(1, 2)}.Split(s.Y)
	if err != nil {
		t.Fatal(err)
	}
	grown := tree.Classifier{Growth: tree.Growth{Missing: tree.MissingSide}}
	cv, err := validate.CrossValidate(s, folds, grown)
	if err != nil {
		t.Fatal(err)
	}
	for k, f := range folds { // beside the same by hand
		x, y, err := learn.Take(s.X, s.Y, f.Train)
		if err != nil {
			t.Fatal(err)
		}
		m, err := grown.Fit(x, y)
		if err != nil {
			t.Fatal(err)
		}
		tx, ty, err := learn.Take(s.X, s.Y, f.Test)
		if err != nil {
			t.Fatal(err)
		}
		said, err := m.Predict(tx)
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0.0
		for i := range said {
			if said[i] != ty[i] {
				wrong++
			}
		}
		if got := cv.Losses[k]; got != wrong/float64(len(ty)) {
			t.Errorf("fold %d: loss %g, by hand %g", k, got, wrong/float64(len(ty)))
		}
	}
	if l := cv.Losses.Mean(); l > .1 {
		t.Errorf("loss %g", l)
	}
	if l, err := cv.By(s, func(m *tree.Model, x mat.Matrix, y []int) (float64, error) { return 1, nil }); err != nil || l.Mean() != 1 {
		t.Errorf("By: %v, %v", l, err)
	}
	if _, err := validate.Choose(s, folds, []tree.Classifier{grown, grown}); err != nil {
		t.Error(err)
	}
	if _, err := validate.ValidationCurve(s, folds, []tree.Classifier{grown}); err != nil {
		t.Error(err)
	}
	if _, err := validate.CrossValidateWeighted(s, folds, ones(s.Len()), grown); err != nil {
		t.Error(err)
	}
	if _, err := validate.CrossValidate(s, folds, forest.Bag(grown, 3, rand.NewPCG(1, 2))); err != nil {
		t.Error(err)
	}
	train, test, err := s.SplitStratified(.6, rand.NewPCG(1, 2))
	if err != nil {
		t.Fatal(err)
	}
	if train, err = train.Shuffled(rand.NewPCG(1, 3)); err != nil {
		t.Fatal(err)
	}
	if _, err := validate.LearningCurve(train, test, []int{80}, grown); err != nil {
		t.Error(err)
	}
	pipe := learn.Pipe(means{}, logistic.Softmax{Ridge: .1})
	if cv, err := validate.CrossValidate(s, folds, pipe); err != nil || cv.Losses.Mean() > .1 {
		t.Errorf("imputation: %v, %v", cv, err)
	}
	_, err = validate.CrossValidate(s, folds, logistic.Softmax{})
	if !errors.Is(err, input.ErrNotFinite) || !strings.Contains(err.Error(), "row 0, column 0 holds NaN") {
		t.Errorf("a method that takes none: %v", err)
	}
	s.X.Set(5, 1, math.Inf(1))
	for name, cross := range map[string]func() error{ // what is refused is named, not the NaN that are taken
		"a tree":       func() error { _, err := validate.CrossValidate(s, folds, grown); return err },
		"with weights": func() error { _, err := validate.CrossValidateWeighted(s, folds, ones(s.Len()), grown); return err },
		"bagging": func() error {
			_, err := validate.CrossValidate(s, folds, forest.Bag(grown, 3, rand.NewPCG(1, 2)))
			return err
		},
		"imputation": func() error { _, err := validate.CrossValidate(s, folds, pipe); return err },
		"a choice":   func() error { _, err := validate.Choose(s, folds, []tree.Classifier{grown}); return err },
		"a curve":    func() error { _, err := validate.LearningCurve(s, s, []int{s.Len()}, grown); return err },
		"a test set": func() error {
			_, err := validate.LearningCurve(holed(), s, []int{s.Len()}, grown)
			return err
		},
	} {
		if err := cross(); !errors.Is(err, input.ErrNotFinite) || !strings.Contains(err.Error(), "X: row 5, column 1 holds +Inf") {
			t.Errorf("infinity and %s: %v", name, err)
		}
	}
	if _, err := validate.CrossValidate(s, folds, logistic.Softmax{}); err == nil || !strings.Contains(err.Error(), "holds NaN") && !strings.Contains(err.Error(), "+Inf") {
		t.Errorf("a method that takes neither: %v", err)
	}
	numbers := data.Diabetes()
	numbers.Y[3] = math.NaN()
	all, err := validate.KFold{}.SplitN(numbers.Len())
	if err != nil {
		t.Fatal(err)
	}
	_, err = validate.CrossValidate(numbers, all, tree.Regressor{Growth: tree.Growth{Missing: tree.MissingSide}})
	if !errors.Is(err, input.ErrNotFinite) {
		t.Errorf("a response that is missing: %v", err)
	}
}

func ones(n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = 1
	}
	return w
}
