package display

import (
	"math"
	"testing"
)

func TestTuple(t *testing.T) {
	for _, c := range []struct {
		v    []float64
		want string
	}{
		{[]float64{4, -6}, "(4, −6)"},
		{[]float64{.5}, "(0.5)"},
		{nil, "()"},
		{[]float64{1. / 3, -1e-9, math.Copysign(0, -1)}, "(0.3333333333333333, −1e-09, 0)"},
		{[]float64{math.Inf(-1), math.NaN()}, "(−Inf, NaN)"},
	} {
		if got := Tuple(c.v...); got != c.want {
			t.Errorf("Tuple(%v): got %q, want %q", c.v, got, c.want)
		}
	}
}
