package validate_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/discriminant"
	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/neighbours"
	"github.com/mercer-go/mercer/mllib/regression"
	"github.com/mercer-go/mercer/mllib/validate"
	"gonum.org/v1/gonum/mat"
)

// labelled is n points of a line with the labels that label gives them.
func labelled(n int, label func(i int) int) *data.Set {
	x, y := make([]float64, n), make([]int, n)
	for i := range n {
		x[i], y[i] = float64(i%7), label(i)
	}
	return onLine(x, y)
}

// alternating are two classes in turn, then all of a third.
func alternating(n int) func(i int) int {
	return func(i int) int {
		if i >= 2*n/3 {
			return 3
		}
		return 1 + i%2
	}
}

// TestLearningCurveOrders: an order that depends on the classes or responses is found whatever it
// is; random and balanced ones pass.
func TestLearningCurveOrders(t *testing.T) {
	swapped := func(n, a, b int) func(i int) int { // class by class, but for one swap
		return func(i int) int {
			switch i {
			case a:
				i = b
			case b:
				i = a
			}
			return 3 * i / n
		}
	}
	for _, c := range []struct {
		name    string
		s       *data.Set
		refused bool
	}{
		{"class by class", labelled(30, swapped(30, 0, 0)), true},
		{"one swap", labelled(60, swapped(60, 0, 59)), true},
		{"one swap in the middle", labelled(150, swapped(150, 49, 50)), true},
		{"a third class at the end", labelled(60, alternating(60)), true},
		{"a first class alone at the start", labelled(60, func(i int) int { return alternating(60)(59 - i) }), true},
		{"in turn", labelled(60, func(i int) int { return i % 3 }), false},
		{"one class", labelled(60, func(i int) int { return 1 }), false},
		{"as it was collected", data.BreastCancer(), false}, // the first 19 of 569 are of one class
		{"few", labelled(12, alternating(12)), false},
	} {
		_, err := validate.LearningCurve(c.s, c.s, []int{c.s.Len() / 2}, neighbours.KNN{})
		if errors.Is(err, input.ErrParam) != c.refused || c.refused && !strings.Contains(err.Error(), "train.Shuffled(src)") {
			t.Errorf("%s: %v, refused %t wanted", c.name, err, c.refused)
		}
	}
	for seed := range uint64(300) {
		s, err := labelled(90, alternating(90)).Shuffled(rand.NewPCG(seed, 1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := validate.LearningCurve(s, s, []int{45}, neighbours.KNN{}); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// TestLearningCurveTrends is the same for responses.
func TestLearningCurveTrends(t *testing.T) {
	on := func(y []float64) *data.Regression {
		x := mat.NewDense(len(y), 1, nil)
		for i := range y {
			x.Set(i, 0, float64(i*i%11))
		}
		return &data.Regression{X: x, Y: y}
	}
	rising := make([]float64, 40)
	for i := range rising {
		rising[i] = float64(i)
	}
	swapped := slices.Clone(rising)
	swapped[0], swapped[39] = swapped[39], swapped[0]
	falling := slices.Clone(rising)
	slices.Reverse(falling)
	for name, s := range map[string]*data.Regression{"rising": on(rising), "falling": on(falling), "one swap": on(swapped)} {
		if _, err := validate.LearningCurve(s, s, []int{20}, regression.LeastSquares{}); !errors.Is(err, input.ErrParam) {
			t.Errorf("%s: %v", name, err)
		}
	}
	equal := make([]float64, 40)
	if _, err := validate.LearningCurve(on(equal), on(equal), []int{20}, regression.LeastSquares{}); errors.Is(err, input.ErrParam) {
		t.Errorf("equal responses: %v", err)
	}
	for seed := range uint64(300) {
		s, err := on(rising).Shuffled(rand.NewPCG(seed, 1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := validate.LearningCurve(s, s, []int{20}, regression.LeastSquares{}); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// TestUntrainedClasses: folds that test on a class that they do not train on are an error where no
// random folds are so, and a warning where some are; a class of one observation, folds of each
// observation and shuffled folds are neither.
func TestUntrainedClasses(t *testing.T) {
	folds := func(p validate.KFold, y []int) []validate.Fold {
		f, err := p.Split(y)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	few, many := labelled(18, alternating(18)), labelled(180, alternating(180))
	_, err := validate.CrossValidate(many, folds(validate.KFold{K: 2}, many.Y), neighbours.KNN{})
	if want := "fold 0 tests on all 60 observations of class 1 and trains on none: KFold with Src"; !errors.Is(err, input.ErrParam) || !strings.Contains(err.Error(), want) {
		t.Errorf("many: %v, want %s", err, want)
	}
	cv, err := validate.CrossValidate(few, folds(validate.KFold{K: 2}, few.Y), neighbours.KNN{})
	if err != nil {
		t.Fatal(err)
	}
	want := "validate: fold 0 tests on all 6 observations of class 1 and trains on none"
	if w := cv.Warnings(); len(w) != 2 || !strings.HasPrefix(w[0], want) || !strings.Contains(w[1], "fold 1 tests on all 6 observations of class 2") {
		t.Errorf("warnings %q", w)
	}
	if printed := fmt.Sprint(cv); !strings.Contains(printed, want) {
		t.Errorf("printed %s", printed)
	}
	choice, err := validate.Choose(few, folds(validate.KFold{K: 2}, few.Y), []neighbours.KNN{{K: 1}, {K: 3}})
	if err != nil || len(choice.Warnings()) != 2 {
		t.Errorf("choice: %v, %v", choice, err)
	}
	curve, err := validate.ValidationCurve(few, folds(validate.KFold{K: 2}, few.Y), []neighbours.KNN{{K: 1}, {K: 3}})
	if err != nil || len(curve.Warnings()) != 2 {
		t.Errorf("curve: %v, %v", curve, err)
	}
	few.Y[0] = 9 // a class of its own
	for name, f := range map[string][]validate.Fold{
		"shuffled": folds(validate.KFold{K: 2, Src: rand.NewPCG(1, 2)}, few.Y), "each": validate.LeaveOneOut(len(few.Y)),
	} {
		if cv, err := validate.CrossValidate(few, f, discriminant.NearestMean{}); err != nil || cv.Warnings() != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	var none *validate.CrossValidation[int, *neighbours.Model]
	if none.Warnings() != nil || (*validate.Choice[neighbours.KNN])(nil).Warnings() != nil || (*validate.Curve[neighbours.KNN])(nil).Warnings() != nil {
		t.Error("nil warns")
	}
}
