package validate_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/internal/testkit"
	"github.com/mercer-go/mercer/mllib/logistic"
	"github.com/mercer-go/mercer/mllib/regression"
	"github.com/mercer-go/mercer/mllib/validate"
)

// TestWeighted: equal weights change nothing, whole weights are copies that stay in one fold.
func TestWeighted(t *testing.T) {
	s := data.Iris()
	pair, err := s.Pair(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	folds, err := validate.KFold{K: 4, Src: rand.NewPCG(1, 1)}.Split(pair.Y)
	if err != nil {
		t.Fatal(err)
	}
	l := logistic.Binary{Ridge: 1}
	plain, err1 := validate.CrossValidate(pair, folds, l)
	w := make([]float64, pair.Len())
	for i := range w {
		w[i] = 1
	}
	equal, err2 := validate.CrossValidateWeighted(pair, folds, w, l)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	testkit.Near(t, "equal weights", equal.Losses, plain.Losses, 1e-15)
	var rows []int
	of := make([][]int, pair.Len())
	for i := range w {
		w[i] = float64(i % 3)
		for range i % 3 {
			of[i] = append(of[i], len(rows))
			rows = append(rows, i)
		}
	}
	copies, err := pair.Take(rows)
	if err != nil {
		t.Fatal(err)
	}
	spread := make([]validate.Fold, len(folds))
	for k, fold := range folds {
		for _, i := range fold.Train {
			spread[k].Train = append(spread[k].Train, of[i]...)
		}
		for _, i := range fold.Test {
			spread[k].Test = append(spread[k].Test, of[i]...)
		}
	}
	weighted, err1 := validate.CrossValidateWeighted(pair, folds, w, l)
	copied, err2 := validate.CrossValidate(copies, spread, l)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	testkit.Near(t, "copies", weighted.Losses, copied.Losses, 1e-15)
	sugar := data.Diabetes()
	parts, err := validate.KFold{K: 3}.Split(make([]int, sugar.Len()))
	if err != nil {
		t.Fatal(err)
	}
	ones := make([]float64, sugar.Len())
	for i := range ones {
		ones[i] = 2
	}
	a, err1 := validate.CrossValidateWeighted(sugar, parts, ones, regression.LeastSquares{})
	b, err2 := validate.CrossValidate(sugar, parts, regression.LeastSquares{})
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	testkit.Near(t, "regression", a.Losses, b.Losses, 1e-9)
	for what, c := range map[string]struct {
		weights []float64
		want    error
	}{"none": {nil, input.ErrShape}, "few": {w[:3], input.ErrShape}, "negative": {append(append([]float64{}, w[1:]...), -1), input.ErrParam},
		"NaN": {append(append([]float64{}, w[1:]...), math.NaN()), input.ErrNotFinite}, "zeros": {make([]float64, pair.Len()), input.ErrParam}} {
		if _, err := validate.CrossValidateWeighted(pair, folds, c.weights, l); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
