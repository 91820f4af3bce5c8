package metrics

import (
	"errors"
	"fmt"
	"testing"

	"github.com/mercer-go/mercer/mllib/input"
)

func TestErrorRate(t *testing.T) {
	for _, c := range []struct {
		predicted, truth []int
		want             float64
		err              error
	}{
		{[]int{1, -1, 1, 1}, []int{1, 1, 1, -1}, .5, nil},
		{[]int{3}, []int{3}, 0, nil},
		{nil, nil, 0, input.ErrEmpty},
		{[]int{1}, []int{1, 1}, 0, input.ErrShape},
	} {
		got, err := ErrorRate(c.predicted, c.truth)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("ErrorRate(%v, %v) = %v, %v, want %v, %v", c.predicted, c.truth, got, err, c.want, c.err)
		}
		confusion, err := NewConfusion(c.predicted, c.truth)
		if !errors.Is(err, c.err) || err == nil && confusion.ErrorRate() != c.want {
			t.Errorf("confusion %+v, %v, want the error rate %v, %v", confusion, err, c.want, c.err)
		}
	}
}

func ExampleNewConfusion() {
	c, _ := NewConfusion([]int{1, 2, 2, 3}, []int{1, 1, 2, 3})
	fmt.Println(c.Classes, c.Counts, c.ErrorRate())
	// Output: [1 2 3] [[1 1 0] [0 1 0] [0 0 1]] 0.25
}
