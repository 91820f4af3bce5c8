package single

import (
	"math"
	"testing"
)

func TestFrame(t *testing.T) {
	rows := [][]float64{{1, 2, 3, 4, 5}, {3, 2, 1, 0, -1}}
	c := Centre(2, func(i int) []float64 { return rows[i] })
	for _, v := range c {
		if v != 2 {
			t.Errorf("centre %v, want the mean, 2 everywhere", c)
		}
	}
	if v := Square(rows[0], c); v != 1+0+1+4+9 {
		t.Errorf("square %v, want 15", v)
	}
	for _, square := range []float64{1, 2, 15, 1e-200, 1e290, 0x1p-900, 0x1p996} {
		s := Scale(square)
		if f, _ := math.Frexp(s); f != .5 || !(s*s*square >= .125 && s*s*square <= 1) {
			t.Errorf("scale of %v is %v", square, s)
		}
	}
	for _, square := range []float64{0, 1e-320, math.Inf(1)} {
		if s := Scale(square); !(s > 0) || math.IsInf(s*s, 1) || s*s == 0 {
			t.Errorf("scale of %v is %v", square, s)
		}
	}
	// The mean of every third of 2500 rows.
	if c := Centre(2500, func(i int) []float64 { return []float64{float64(i % 3)} }); math.Abs(c[0]) > 1e-12 {
		t.Errorf("centre %v, want 0, which every third row holds", c)
	}
}
