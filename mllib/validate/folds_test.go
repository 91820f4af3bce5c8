package validate_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/metrics"
	"github.com/mercer-go/mercer/mllib/perceptron"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
)

func TestFoldsDivideTheData(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 1))
	for range 200 {
		y := make([]int, 4+rnd.IntN(60))
		for i := range y {
			y[i] = i % 2
		}
		p := validate.KFold{K: 2 + rnd.IntN(len(y)/2-1), Stratified: rnd.IntN(2) == 0}
		if rnd.IntN(2) == 0 {
			p.Src = rand.NewPCG(rnd.Uint64(), 1)
		}
		folds, err := p.Split(y)
		if err != nil || len(folds) != p.K {
			t.Fatalf("%+v, n = %d: %d folds (%v)", p, len(y), len(folds), err)
		}
		var tests []int
		for _, f := range folds {
			tests = append(tests, f.Test...)
			all := slices.Sorted(slices.Values(slices.Concat(f.Train, f.Test)))
			if len(all) != len(y) || len(slices.Compact(all)) != len(y) {
				t.Errorf("%+v: training and test data are not a division", p)
			}
			ones := 0
			for _, i := range f.Test {
				ones += y[i]
			}
			if size := len(y) / p.K; len(f.Test) < size || len(f.Test) > size+1 {
				t.Errorf("%+v, n = %d: a fold of %d", p, len(y), len(f.Test))
			}
			if share := len(y) / 2 / p.K; p.Stratified && (ones < share || ones > share+1) {
				t.Errorf("%+v, n = %d: a fold with %d of class 1", p, len(y), ones)
			}
		}
		if slices.Sort(tests); len(slices.Compact(tests)) != len(y) {
			t.Errorf("%+v: not every observation is tested once", p)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func fitNothing(*mat.Dense, []int) (validate.Classifier, error) {
	return (*perceptron.Model)(nil), nil
}

// constant predicts one label, for any number of rows.
type constant struct{}

func (constant) Predict(mat.Matrix) ([]int, error) { return []int{1}, nil }

func fitOne(*mat.Dense, []int) (validate.Classifier, error) { return constant{}, nil }

// TestExtremeLabels: labels are sorted also where their difference overflows.
func TestExtremeLabels(t *testing.T) {
	y := []int{math.MinInt, math.MaxInt, 1, math.MinInt, 1, math.MaxInt}
	folds, err := validate.KFold{K: 2, Stratified: true}.Split(y)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folds {
		seen := map[int]int{}
		for _, i := range f.Test {
			seen[y[i]]++
		}
		if len(seen) != 3 {
			t.Errorf("fold %v has the classes %v, want one of each", f.Test, seen)
		}
	}
}

func TestFoldsJSON(t *testing.T) {
	p := validate.KFold{K: 3, Stratified: true, Src: rand.NewPCG(1, 2)}
	text, err := json.Marshal(p)
	var back validate.KFold
	if err != nil || json.Unmarshal(text, &back) != nil || back.K != 3 || !back.Stratified || back.Src != nil {
		t.Errorf("%s came back as %+v (%v)", text, back, err)
	}
}

func TestFoldsRefuse(t *testing.T) {
	split := func(p validate.KFold, y ...int) error { _, err := p.Split(y); return err }
	refuse := errors.New("refused")
	cross := func(s *data.Set, folds []validate.Fold) error {
		_, err := validate.CrossValidate(s, folds, func(*mat.Dense, []int) (validate.Classifier, error) { return nil, refuse })
		return err
	}
	all := []validate.Fold{{Train: []int{0, 1, 2, 3}, Test: []int{0, 1, 2, 3}}}
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"nothing", split(validate.KFold{}), input.ErrParam},
		{"one fold", split(validate.KFold{K: 1}, 1, 2, 3), input.ErrParam},
		{"more folds than data", split(validate.KFold{K: 4}, 1, 2, 3), input.ErrParam},
		{"more folds than a class", split(validate.KFold{K: 2, Stratified: true}, 1, 2, 2), input.ErrParam},
		{"no folds", cross(data.AND(), nil), input.ErrEmpty},
		{"no training data", cross(data.AND(), []validate.Fold{{Test: []int{0, 1, 2, 3}}}), input.ErrEmpty},
		{"no such observation", cross(data.AND(), []validate.Fold{{Train: []int{9}, Test: []int{0, 1, 2, 3}}}), input.ErrParam},
		{"an observation without test", cross(data.AND(), []validate.Fold{{Train: []int{1}, Test: []int{0}}}), input.ErrShape},
		{"an observation tested twice", cross(data.AND(), []validate.Fold{{Train: []int{1}, Test: []int{0, 1}}, {Train: []int{0}, Test: []int{1, 2}}}), input.ErrParam},
		{"fit fails", cross(data.AND(), []validate.Fold{{Train: []int{1}, Test: []int{0, 1, 2, 3}}}), refuse},
		{"no fit", second(validate.CrossValidate(data.AND(), all, nil)), input.ErrEmpty},
		{"no model", second(validate.CrossValidate(data.AND(), all, fitNothing)), input.ErrEmpty},
		{"a model of another number of labels", second(validate.CrossValidate(data.AND(), all, fitOne)), input.ErrShape},
		{"no data", cross(nil, all), input.ErrEmpty},
		{"labels alone", cross(&data.Set{Y: []int{1, 2}}, all), input.ErrEmpty},
		{"leave one out without fit", second(validate.LeaveOneOut(data.AND(), nil)), input.ErrEmpty},
		{"leave one out without model", second(validate.LeaveOneOut(data.AND(), fitNothing)), input.ErrEmpty},
		{"leave one out of labels alone", second(validate.LeaveOneOut(&data.Set{Y: []int{1, 2}}, fitOne)), input.ErrEmpty},
		{"K without end", split(validate.KFold{K: math.MaxInt}, 1, 2, 3), input.ErrParam},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
	}
}

// TestLeaveOneOutIsNFolds: with K = n, cross-validation is leave one out.
func TestLeaveOneOutIsNFolds(t *testing.T) {
	s := data.Toy8()
	fit := func(x *mat.Dense, y []int) (validate.Classifier, error) { return perceptron.Rosenblatt{}.Fit(x, y) }
	folds, err := validate.KFold{K: s.Len()}.Split(s.Y)
	if err != nil {
		t.Fatal(err)
	}
	predicted, err := validate.CrossValidate(s, folds, fit)
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := validate.LeaveOneOut(s, fit)
	if err != nil {
		t.Fatal(err)
	}
	for i := range wrong {
		if wrong[i] != (predicted[i] != s.Y[i]) {
			t.Errorf("observation %d: leave one out %v, n folds %d", i, wrong[i], predicted[i])
		}
	}
}

func ExampleCrossValidate() {
	s := data.Toy8()
	folds, err := validate.KFold{K: 4, Stratified: true}.Split(s.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	predicted, err := validate.CrossValidate(s, folds, func(x *mat.Dense, y []int) (validate.Classifier, error) {
		return perceptron.Rosenblatt{}.Fit(x, y)
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	rate, _ := metrics.ErrorRate(predicted, s.Y)
	fmt.Println(folds[0].Test, rate)
	// Output: [0 4] 0.125
}

func ExampleKFold() {
	folds, err := validate.KFold{K: 3, Stratified: true}.Split([]int{1, 1, 1, 2, 2, 2})
	for _, f := range folds {
		fmt.Println(f.Train, f.Test)
	}
	fmt.Println(err)
	// Output:
	// [1 2 4 5] [0 3]
	// [0 2 3 5] [1 4]
	// [0 1 3 4] [2 5]
	// <nil>
}
