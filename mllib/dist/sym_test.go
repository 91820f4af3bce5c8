package dist

import (
	"math"
	"testing"
)

// TestSymOfHugeOrder: an order whose square is the number of the entries only because it overflows.
func TestSymOfHugeOrder(t *testing.T) {
	for _, s := range []Sym{{N: math.MaxInt, Data: []float64{1}}, {N: 1 << 32}, {N: math.MinInt}, {N: 2, Data: []float64{1, 2}}, {N: -1, Data: []float64{1}}} {
		if _, err := SymOf("S", s, 1); err == nil {
			t.Errorf("%v is a 1×1 matrix", s)
		}
		if s.N > 0 && !math.IsNaN(s.At(0, 0)) {
			t.Errorf("%v has the entry %v", s, s.At(0, 0))
		}
		if rows := s.Rows(); len(rows) > 4096 {
			t.Errorf("%v has %d rows", s, len(rows))
		}
		if !math.IsNaN(s.Quadratic([]float64{1}, []float64{1})) {
			t.Errorf("%v has a form", s)
		}
	}
}
