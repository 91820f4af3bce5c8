package data

import (
	"errors"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
)

func TestPair(t *testing.T) {
	s, err := HandwrittenDigits().Pair(8, 1)
	if err != nil || s.Len() != 174+182 || s.ClassNames != nil {
		t.Fatalf("got %d observations, labels %v (%v)", s.Len(), s.ClassNames, err)
	}
	digits, k := HandwrittenDigits(), 0
	for i, y := range digits.Y {
		if y != 8 && y != 1 {
			continue
		}
		if s.Y[k] != map[int]int{8: -1, 1: 1}[y] || !slices.Equal(s.Row(k), digits.Row(i)) {
			t.Errorf("observation %d, digit %d: label %d", i, y, s.Y[k])
		}
		k++
	}
	for _, c := range [][2]int{{1, 1}, {1, 10}, {-1, 3}} {
		if _, err := digits.Pair(c[0], c[1]); !errors.Is(err, input.ErrLabel) {
			t.Errorf("%v: got %v", c, err)
		}
	}
	if _, err := (*Set)(nil).Pair(1, 2); !errors.Is(err, input.ErrEmpty) {
		t.Errorf("nil: got %v", err)
	}
}

func TestColumns(t *testing.T) {
	iris := Iris()
	s, err := iris.Columns(2, 0, 2)
	if err != nil || !slices.Equal(s.Features, []string{"petal length", "sepal length", "petal length"}) || !slices.Equal(s.Y, iris.Y) || !slices.Equal(s.ClassNames, iris.ClassNames) {
		t.Fatalf("got %v, %v (%v)", s.Features, s.ClassNames, err)
	}
	for i := range s.Len() {
		if want := []float64{iris.X.At(i, 2), iris.X.At(i, 0), iris.X.At(i, 2)}; !slices.Equal(s.Row(i), want) {
			t.Errorf("row %d is %v, want %v", i, s.Row(i), want)
		}
	}
	s.X.Set(0, 0, 99)
	s.Y[0] = 99
	if iris.X.At(0, 2) == 99 || iris.Y[0] == 99 {
		t.Error("writing to the copy changes the set")
	}
	for _, c := range []struct {
		columns []int
		want    error
	}{{nil, input.ErrEmpty}, {[]int{4}, input.ErrParam}, {[]int{0, -1}, input.ErrParam}} {
		if _, err := iris.Columns(c.columns...); !errors.Is(err, c.want) {
			t.Errorf("%v: got %v, want %v", c.columns, err, c.want)
		}
	}
}
