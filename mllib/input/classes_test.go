package input

import (
	"errors"
	"testing"
)

func TestIncreasing(t *testing.T) {
	for _, labels := range [][]int{nil, {3}, {-1, 1}, {1, 2, 5}} {
		if err := Increasing("model", labels); err != nil {
			t.Errorf("%v: %v", labels, err)
		}
	}
	for _, labels := range [][]int{{1, 1}, {2, 1}, {1, 3, 2}} {
		if err := Increasing("model", labels); !errors.Is(err, ErrShape) {
			t.Errorf("%v: %v", labels, err)
		}
	}
}
