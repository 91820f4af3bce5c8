package cluster

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
	"gonum.org/v1/gonum/mat"
)

// TestSilhouettes has cases that can be computed by hand.
func TestSilhouettes(t *testing.T) {
	for _, c := range []struct {
		name   string
		x      []float64
		labels []int
		want   []float64
	}{
		{"two pairs", []float64{0, 1, 10, 11}, []int{5, 5, 7, 7}, []float64{9.5 / 10.5, 8.5 / 9.5, 8.5 / 9.5, 9.5 / 10.5}},
		{"one alone", []float64{0, 1, 3}, []int{0, 0, 1}, []float64{2. / 3, .5, 0}},
		{"a point in the wrong cluster", []float64{0, 1, 4, 5}, []int{0, 0, 0, 1}, []float64{1 - 2.5/5, 1 - 2./4, (1 - 3.5) / 3.5, 0}},
		{"all the same", []float64{2, 2, 2, 2}, []int{0, 0, 1, 1}, []float64{0, 0, 0, 0}},
	} {
		got, err := Silhouettes(mat.NewDense(len(c.x), 1, c.x), c.labels)
		if err != nil || !slices.EqualFunc(got, c.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-15 }) {
			t.Errorf("%s: got %v (%v), want %v", c.name, got, err, c.want)
		}
	}
	for name, c := range map[string]struct {
		labels []int
		want   error
	}{"one cluster": {[]int{1, 1}, input.ErrOneClass}, "too few labels": {[]int{1}, input.ErrShape}} {
		if _, err := Silhouettes(mat.NewDense(2, 1, nil), c.labels); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
