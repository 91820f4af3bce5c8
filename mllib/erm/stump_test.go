package erm_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/mercer-go/mercer/mllib/erm"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

func TestStumps(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{0, -4, 8, 4, 2, 0})
	class, err := erm.Stumps(x, 3, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	var cuts []float64
	for _, s := range class {
		cuts = append(cuts, s.Cut)
	}
	if want := []float64{2, 2, 4, 4, 6, 6, -2, -2, 0, 0, 2, 2}; !slices.Equal(cuts, want) {
		t.Errorf("cuts %v, want %v", cuts, want)
	}
	if s := class[1]; s.Below != 2 || s.Above != 1 || s.Column != 0 || class[11].Column != 1 {
		t.Errorf("the second and the last rule are %+v and %+v", s, class[11])
	}
	wide, err := erm.Stumps(mat.NewDense(2, 1, []float64{-math.MaxFloat64, math.MaxFloat64}), 1, 0, 1)
	if err != nil || wide[0].Cut != 0 {
		t.Errorf("cut between the ends of the numbers: %v, %v", wide, err)
	}
}

func TestStumpPredicts(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{0, -4, 8, 4, 2, 0})
	s := erm.Stump{Column: 1, Cut: 0, Below: 7, Above: 9}
	labels, err := s.Predict(x)
	if err != nil || !slices.Equal(labels, []int{7, 9, 7}) { // a value on the cut is not above it
		t.Errorf("labels %v, %v", labels, err)
	}
	for i, want := range labels {
		if got := s.At(x.RawRowView(i)); got != want {
			t.Errorf("row %d: At gives %d, Predict %d", i, got, want)
		}
	}
}

func TestStumpsRefuse(t *testing.T) {
	x := mat.NewDense(1, 1, []float64{1})
	for _, e := range []struct {
		name string
		err  error
		kind error
		says string
	}{
		{"no cuts", second(erm.Stumps(x, 0, 0, 1)), input.ErrParam, "cuts"},
		{"too many cuts", second(erm.Stumps(x, 1<<40, 0, 1)), input.ErrParam, "cuts"},
		{"one label", second(erm.Stumps(x, 1, 1, 1)), input.ErrParam, "b"},
		{"no data", second(erm.Stumps(nil, 1, 0, 1)), input.ErrEmpty, "X"},
		{"not finite", second(erm.Stumps(mat.NewDense(1, 1, []float64{math.NaN()}), 1, 0, 1)), input.ErrNotFinite, "X"},
		{"no such column", second(erm.Stump{Column: 1}.Predict(x)), input.ErrShape, "column 1"},
		{"column below 0", second(erm.Stump{Column: -1}.Predict(x)), input.ErrShape, "column -1"},
	} {
		if !errors.Is(e.err, e.kind) || !strings.Contains(e.err.Error(), e.says) {
			t.Errorf("%s: %v", e.name, e.err)
		}
	}
}

func ExampleStumps() {
	x := mat.NewDense(6, 2, []float64{1, 5, 2, 9, 3, 7, 7, 6, 8, 8, 9, 5})
	y := []int{0, 0, 0, 1, 1, 1}
	class, _ := erm.Stumps(x, 3, 0, 1)
	m, _ := erm.Classifiers(class, x, y)
	fmt.Printf("%+v makes %g mistakes of 6\n", m.Rule(), 6*m.Risk())
	// Output:
	// erm.Stump: Column 0, Cut 3, Below 0, Above 1 makes 0 mistakes of 6
}

func second[T any](_ T, err error) error { return err }
