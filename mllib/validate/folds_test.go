package validate_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"github.com/mercer-go/mercer/mllib/validate"
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
	splitN := func(p validate.KFold, n int) error { _, err := p.SplitN(n); return err }
	for name, err := range map[string]error{
		"nothing":                 split(validate.KFold{}),
		"one fold":                split(validate.KFold{K: 1}, 1, 2, 3),
		"more folds than data":    split(validate.KFold{K: 4}, 1, 2, 3),
		"more folds than a class": split(validate.KFold{K: 2, Stratified: true}, 1, 2, 2),
		"K without end":           split(validate.KFold{K: math.MaxInt}, 1, 2, 3),
		"strata without labels":   splitN(validate.KFold{K: 2, Stratified: true}, 4),
		"n of -1":                 splitN(validate.KFold{}, -1),
		"n without end":           splitN(validate.KFold{}, math.MaxInt),
	} {
		if !errors.Is(err, input.ErrParam) {
			t.Errorf("%s: got %v, want %v", name, err, input.ErrParam)
		}
	}
}

func TestLeaveOneOutIsNFolds(t *testing.T) {
	if f := validate.LeaveOneOut(1); f != nil {
		t.Errorf("one observation: %v", f)
	}
	byK, err := validate.KFold{K: 5}.SplitN(5)
	if got := validate.LeaveOneOut(5); err != nil || !reflect.DeepEqual(got, byK) {
		t.Errorf("got %v, want the folds of K = n, %v (%v)", got, byK, err)
	}
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
