package squares_test

import (
	"testing"

	"github.com/mercer-go/mercer/mllib/internal/squares"
)

func TestLost(t *testing.T) {
	for _, c := range []struct {
		name string
		x    []float64 // rows of two numbers, with a third one behind them
		lost bool
	}{
		{"one row", []float64{1, 2, 0}, false},
		{"equal rows", []float64{1, 1e-200, 0, 1, 1e-200, 9}, false},
		{"one column apart", []float64{1e-200, 1, 0, 1e-200, 2, 0}, false},
		{"tiny", []float64{1e-200, 0, 0, 3e-200, 0, 9}, true},
		{"tiny beside a constant", []float64{1e-200, 5, 0, 3e-200, 5, 0}, true},
		{"1e-150", []float64{1e-150, 0, 0, 3e-150, 0, 0}, false},
	} {
		if got := squares.Lost(c.x, 3, len(c.x)/3, 2); got != c.lost {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}
