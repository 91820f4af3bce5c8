package data_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/data"
	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

func TestMap(t *testing.T) {
	s := &data.Set{Name: "two", X: mat.NewDense(2, 2, []float64{1, 2, 3, 4}), Y: []int{1, 2}, Features: []string{"a", "b"}, ClassNames: []string{"no", "yes"}}
	got, err := s.Map(func(x []float64) []float64 { x[0] *= 10; return x })
	if err != nil || !mat.Equal(got.X, mat.NewDense(2, 2, []float64{10, 2, 30, 4})) || !slices.Equal(got.Features, s.Features) || !slices.Equal(got.ClassNames, s.ClassNames) {
		t.Errorf("got %v, %v", got, err)
	}
	if s.X.At(0, 0) != 1 {
		t.Error("Map changed the set")
	}
	sum, err := s.Map(func(x []float64) []float64 { return []float64{x[0] + x[1]} })
	if err != nil || !mat.Equal(sum.X, mat.NewDense(2, 1, []float64{3, 7})) || sum.Features != nil || !slices.Equal(sum.Y, s.Y) {
		t.Errorf("rows of another length: got %v, %v", sum, err)
	}
}

func TestMapErrors(t *testing.T) {
	s := &data.Set{X: mat.NewDense(2, 1, []float64{1, 2}), Y: []int{1, 2}}
	for name, f := range map[string]func(x []float64) []float64{
		"nothing":         func([]float64) []float64 { return nil },
		"unequal lengths": func(x []float64) []float64 { return make([]float64, int(x[0])) },
	} {
		if _, err := s.Map(f); !errors.Is(err, input.ErrShape) {
			t.Errorf("%s: got %v, want an error of shape", name, err)
		}
	}
	if _, err := (*data.Set)(nil).Map(nil); err == nil {
		t.Error("a set that is none has no error")
	}
}
