package validate_test

import (
	"errors"
	"fmt"
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

func TestFoldsRefuse(t *testing.T) {
	split := func(p validate.KFold, y ...int) error { _, err := p.Split(y); return err }
	refuse := errors.New("refused")
	cross := func(s *data.Set, folds []validate.Fold) error {
		_, err := validate.CrossValidate(s, folds, func(*mat.Dense, []int) (validate.Classifier, error) { return nil, refuse })
		return err
	}
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
		{"no training data", cross(data.AND(), []validate.Fold{{Test: []int{0}}}), input.ErrEmpty},
		{"no such observation", cross(data.AND(), []validate.Fold{{Train: []int{9}, Test: []int{0}}}), input.ErrParam},
		{"fit fails", cross(data.AND(), []validate.Fold{{Train: []int{1}, Test: []int{0}}}), refuse},
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
